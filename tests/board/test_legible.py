"""Everything the board shows in an evening can be read: menus, rounds, chronicles, in all sizes and looks.

Not every board is drawn in every way: ways are chosen so that any two of their properties (size and look,
language and number of seats...) come together somewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import chain, cycle, product
from typing import Any, NamedTuple, TypeVar

import pytest
from msgspec.msgpack import decode, encode

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.hosting.host import Hosting, play_hosted
from table.appliance.hosting.stops import StoppedError
from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.lobby.lobby import Lobby, Sitting
from table.appliance.menu.menus import MenuCursor, MenuTexts
from table.appliance.opening.choices import TableChoices
from table.appliance.opening.mending import told
from table.appliance.rooms import telling_of
from table.appliance.service.menu import ServiceMenu
from table.appliance.voicing.human_voice import VoiceOffer
from table.appliance.voicing.piper_catalogue import PiperVoice, VoiceFile
from table.board.board import SCENES, Arrow, Board, Place, Scene
from table.board.menu import Menu, MenuEntry
from table.board.paint.scenes import Painter
from table.board.paint.text import DrawnLine
from table.board.view import DisplayOptions, View
from table.chronicle.board import chronicle
from table.chronicle.story import just_told
from table.engine.chance import Chance
from table.evening.diary import Diary
from table.games.evening import Evening
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
from table.games.werewords.rules.options import Options as WordOptions
from table.gestures import Meaning
from table.room.devices import Devices
from table.room.hands import PRESS_S
from table.room.places import Places
from table.room.public_clock import ClockState
from table.room.room import Room
from table.room.stage import Stage
from table.settings.decks import deck_for
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.narration import Narration
from tests.appliance.service.test_service_menu import AtOnce, Deed
from tests.evening.test_werewords_evening import house
from tests.kit.acts import Onlooker
from tests.kit.boards import WORD_MOMENTS, word_board
from tests.kit.boards import board as board_of
from tests.kit.legible import LOOKS, SIZES, Judge, Size, faults, hard_to_read
from tests.kit.sampling import THOROUGH, few, pairwise, some
from tests.kit.tables import PIXELS, plant

LANGUAGES = ("fr", "en", "de", "es")
TIMES = Times()
LONG_NAMES = tuple(
    f"{name} {house}"
    for house in ("Brun", "Noir", "Roux")
    for name in (
        *("Marie-Madeleine", "Jean-Christophe", "Anne-Bernadette", "Pierre-Philippe"),
        *("Maximilian-Hans", "Marie-Antoinett", "Charles-Edouard", "Bartholomew-Jim"),
    )
)
"""As long as an owner may name his seats."""
CAPTION = "Une phrase de la voix, assez longue pour remplir deux lignes du tableau ce soir."
NOTICE = "Un bouton ne répond pas : le Vieux Chêne."


# In which ways boards are drawn


class Way(NamedTuple):
    """A round of so many seats, and how it is drawn."""

    rulebook: str
    size: Size
    look: DisplayOptions
    seats: int
    language: str
    long_names: bool


WAYS = [
    Way(*way)
    for way in pairwise(
        (*RULEBOOKS, MOTS_GAROUS.key), SIZES, LOOKS, (6, 9, 13, 18, 24), LANGUAGES, (False, True)
    )
]


# Whole rounds, with all that comes before and after them

A_ROOM = TypeVar("A_ROOM", Room, Lobby)


def unlit(room: A_ROOM) -> A_ROOM:
    """A room whose rings stay dark, since no test here looks at them."""
    room.stage.enter(Onlooker(ring=lambda *_: bytes(3 * PIXELS)))
    return room


@cache
def narrated(rulebook: str, language: str) -> Narration:
    return Narration.load(language, rulebook)


def house_of(language: str, seats: int, rulebook: str, *, simulated: bool) -> TableChoices:
    made = house(Settings(language=language, seats=seats), simulated=simulated, rulebook=rulebook)
    made.narration = narrated
    return made


class Hall:
    """A table of bots, and a view that judges its board."""

    def __init__(self, way: Way, view: View, times: Times = TIMES) -> None:
        game = RULEBOOKS.get(way.rulebook, MOTS_GAROUS)
        self.way, self.times = way, times
        self.seats = min(max(way.seats, game.least), 20 if game is MOTS_GAROUS else 24)
        self.narration = narrated(way.rulebook, way.language)
        names = LONG_NAMES if way.long_names else tuple(self.narration.places)
        self.names = list(names[: self.seats])
        self.clock = VirtualClock()
        self.pods = SimulatedButtons(self.seats, 1, self.clock)
        rings, voice = SimulatedRings(self.seats, PIXELS), SimulatedVoice(self.clock, record=True)
        self.devices = Devices(self.pods, rings, voice, view, self.clock)

    def press(self, seat: int, at_s: float, for_s: float = PRESS_S) -> None:
        self.clock.at(at_s, lambda: self.pods.push(seat, 0))
        self.clock.at(at_s + for_s, lambda: self.pods.release(seat, 0))

    def evening(self, seed: int) -> Evening:
        if self.way.rulebook == MOTS_GAROUS.key:
            options = WordOptions(mode="speedwords" if seed % 2 else "classic")
            tiles = tiles_of("deluxe" if self.seats >= 6 else "classic", self.seats)
            evening = WordEvening(MOTS_GAROUS, self.names, tiles, options, seed)
            evening.choice = [f"pomme de terre {number}" for number in range(40)]
            return evening
        book = RULEBOOKS[self.way.rulebook]
        deck = deck_for(book, "expert", self.seats)
        return WerewolfEvening(book, self.names, deck, Options(captain="start"), seed)

    def room(self, evening: Evening, seed: int) -> Hosting:
        words = isinstance(evening, WordEvening)
        bots = WordBots(Chance(seed), (), self.way.language, day_s=240.0) if words else Bots(Chance(seed))
        telling = telling_of(evening, Times())
        stage = Stage(self.devices, self.narration, self.names, 1, Chance(seed))
        return Hosting(unlit(Room(stage, self.times, bots, telling=telling)))

    def play(self, seed: int) -> None:
        """Plays a round and its chronicle."""
        evening = self.evening(seed)
        diary = Diary(None, evening, self.way.language)
        room, _ = play_hosted(evening, diary, partial(self.room, evening, seed))
        assert room.played
        room.wait_for_another(
            0.0, chronicle(evening, just_told(evening, room.played, self.narration), self.narration)
        )

    def open(self) -> None:
        """Nobody is there; three sit down; the host goes through the menu, and begins."""
        choosing = house_of(self.way.language, self.seats, self.way.rulebook, simulated=True)
        for number in range(3):
            self.press(number, 200.0 + 5 * number)
        for turn in range(9):
            self.press(0, 260.0 + 2 * turn)
        lobby = Lobby(
            Stage(self.devices, self.narration, self.names, 1, Chance(1), people_sit=False),
            sitting=Sitting((), None, choosing.settings), house=choosing,
            apply=lambda choices: choosing.narration(choices.game.rulebook, choices.language), starts_s=300.0,
        )  # fmt: skip
        unlit(lobby).run()


@pytest.mark.parametrize(
    "way", some(WAYS, of=10), ids=lambda way: f"{way.rulebook}-{way.size[1]}-{way.seats}-{way.language}"
)
def test_every_board_of_an_evening_can_be_read(way: Way) -> None:
    """Nobody sits there; the host's menu; the round; its chronicle."""
    judge = Judge(way.size, way.look)
    Hall(way, judge).open()
    Hall(way, judge).play(seed=way.seats)
    assert judge.found == {}
    assert judge.scenes >= {"attract", "over"}


def planted(written: list[DrawnLine], what: str, **wrong: Any) -> list[DrawnLine]:
    """The same, but for the first line of a text."""
    at = [line.what for line in written].index(what)
    return [*written[:at], written[at]._replace(**wrong), *written[at + 1 :]]


def test_what_cannot_be_read_is_found() -> None:
    size = (1280, 720)
    board = board_of("debate")
    written = Painter().text_rects(board, size)
    assert faults(board, written, size) == hard_to_read(board, written, size) == []
    name = next(line for line in written if line.what == "name 1")
    for wrong, says in (
        (planted(written, "name 0", rect=name.rect), "overlap"),
        (planted(written, "name 0", rect=name.rect.move(-900, 0)), "leaves the picture"),
        (planted(written, "name 0", colour=name.ground), "is faint"),
        (planted(written, "name 0", text=name.text[:3]), "stands there"),
        ([line for line in written if line.what != "caption"], "stands there"),
        ([*written, *[line for line in written if line.what == "caption"] * 2], "is longer than 2 lines"),
    ):
        found = faults(board, wrong, size) + hard_to_read(board, wrong, size)
        assert any(says in fault for fault in found), says
    assert hard_to_read(board, planted(written, "headline", px=20), size) == [
        f"headline has 30 px, 56 at least: {board.headline}"
    ]


def test_what_is_drawn_piece_by_piece_is_judged_as_a_whole_picture_would_be() -> None:
    whole, judge = Painter(), Judge(SIZES[0], LOOKS[0])
    for board in (*map(board_of, SCENES), *map(word_board, WORD_MOMENTS)):
        assert judge.written(board, 0.0) == whole.text_rects(board, SIZES[0]), board.scene


# Menus


Seen = set[tuple[str, ...]]


def walked(made: HostsMenu | ServiceMenu, hear: Callable[[Meaning], object], seen: Seen) -> Iterator[Menu]:
    """All pages of a menu, with the cursor on each entry and after each choice; boards in `seen` are left
    out."""

    def pages(turning: MenuCursor, *before: str) -> Iterator[Menu]:
        """`before`: titles of the pages that have led to this one, to which some entries lead back."""
        page = at = 0
        while True:
            is_new = True
            while is_new:
                turning.begin(page)
                turning.cursor = at
                shown = turning.menu()
                if turning.page < page:
                    return
                if turning.cursor < at:
                    page, at = page + 1, -1
                    break
                entry = shown.entries[at]
                key = (shown.title, entry.label, entry.value, entry.note)
                is_new = key not in seen
                if is_new:
                    seen.add(key)
                    yield shown
                hear(Meaning.TAKE)
                if made.turning is not turning:
                    if made.turning.title not in (turning.title, *before):
                        yield from pages(made.turning, turning.title, *before)
                    made.turning = turning
            at += 1

    return pages(made.turning)


def hosts_menus(language: str) -> Iterator[Menu]:
    """The menus before a round: for each rulebook, at a table with six of twelve seats taken, and at one of
    bots."""
    seen: Seen = set()
    for rulebook, of_bots in ((MOTS_GAROUS.key, True), *product((MOTS_GAROUS.key, *RULEBOOKS), (False,))):
        at = house_of(language, 12, rulebook, simulated=of_bots)
        made = HostsMenu(at, at.settings, MenuTexts(language), 1)
        made.menu(6, 12)
        yield from walked(made, lambda meant, made=made: made.turning.hear(meant), seen)  # type: ignore[misc]


def service_menus(language: str) -> Iterator[Menu]:
    deed = Deed()
    deed.found = [
        "/var/lib/garou : seul root peut y écrire ; sudo chown garou /var/lib/garou, puis redémarrez."
    ]
    settings = Settings(language=language, seats=24, buttons=3)
    made = ServiceMenu(settings, {}, [language], lambda _: LONG_NAMES, deed.deeds(), AtOnce)
    return walked(made, made.hear, set())


def mending_menus(language: str) -> Iterator[Menu]:
    wrong = "/etc/garou/narration/fr.toml, line 127: lines.call.werewolves.wake says {seat}, not known there"
    for hint in ("hint", "again"):
        menu = told(f"{wrong}; allowed: {{card}}, {{captain}}", MenuTexts(language), hint).menu
        assert menu
        yield menu


class SaysNoMoreError(Exception):
    """All pages of the menus have been seen."""


def menus_in_a_round(language: str, seats: int) -> Iterator[Menu]:
    """The host's menu in a round with all its pages, a pause, and all questions for confirmation."""
    shown = Shown()
    clock = VirtualClock()
    narration = Narration.load(language)
    names = LONG_NAMES[:seats]

    def stopped(does: Callable[[Hosting], object], *says: Meaning) -> None:
        """The menus are answered by `says`, a gesture each time one waits; then the round stops."""
        waiting = deque(says)

        def say_next(_: float) -> tuple[int, Meaning] | None:
            shown.show(room.room.board, clock.now())
            if not waiting:
                raise SaysNoMoreError
            return room.room.people.host or 0, waiting.popleft()

        devices = Devices(
            SimulatedButtons(seats, 1, clock),
            SimulatedRings(seats, PIXELS),
            SimulatedVoice(clock),
            shown,
            clock,
        )
        places = Places(range(seats), seats + 1, (*names, "Place libre"))
        stage = Stage(devices, narration, names, 1, Chance(1), places=places)
        room = Hosting(Room(stage, Times(), Bots(Chance(1)), telling=werewolf_telling))
        evening = WerewolfEvening(BEST_OF, list(names), deck_for(BEST_OF, "expert", seats), Options(), 1)
        room.knows(evening)
        room.room.begin_round()
        room.room.people.update(range(seats))
        room.stage.clock.carried = ClockState("debate", 300.0, 37.0)
        plant(room.questions, wait_for_word=say_next)
        with suppress(SaysNoMoreError, StoppedError):
            does(room)

    turn, take, sure = Meaning.NEXT, Meaning.TAKE, Meaning.SURE
    for at in range(10):
        for then in range(4):
            ways = ((turn,) * at, (take,), (turn,) * then, (take,), (sure,))
            stopped(lambda room: room.menu.run_and_wait(3, by_night=False), *chain(*ways))
    for does in (
        lambda room: room.menu.read_rules(),
        lambda room: room.questions.ask_for_seat(narration.word("host.who_leaves")),
        lambda room: room.menu.run_and_wait(None, by_night=True),
    ):
        stopped(does, *(turn,) * 30)
    stopped(lambda room: room.menu.ask_who_is_there())
    stopped(lambda room: room.seats.ask_new_host(1))
    stopped(lambda room: room.bid_bend(by_night=True))
    stopped(lambda room: room.menu.pause())
    menus = {encode(board.menu): board.menu for board in shown.boards if board.menu}
    return iter(menus.values())


class Shown:
    """A view that keeps every board it is shown."""

    closed = False

    def __init__(self) -> None:
        self.boards: list[Board] = []

    def show(self, board: Board, now_s: float) -> None:  # noqa: ARG002 - whenever it was
        self.boards.append(decode(encode(board), type=Board))

    def close(self) -> None:
        """Nothing to give back."""


def menus_of(language: str) -> Iterator[Menu]:
    yield from hosts_menus(language)
    yield from service_menus(language)
    yield from mending_menus(language)
    yield from menus_in_a_round(language, 13)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_can_be_read(language: str) -> None:
    """Each in every size, and in the narrowest in the largest letters; with every look in turn. Of these
    ways in one, where the tests take samples."""
    places = [Place(name) for name in LONG_NAMES[:12]]
    narrow = DisplayOptions("large", "high")
    painters = {(size, look): Painter(look=look) for size in SIZES for look in LOOKS}
    looks = cycle(LOOKS)
    found, number = set(), 0
    for number, menu in enumerate(some(menus_of(language), of=5)):
        notice = NOTICE if number % 2 else ""
        board = Board("debate", "Jour 2", "Débat", CAPTION, notice, places=places, menu=menu)
        ways = [(size, next(looks)) for size in SIZES[: 2 + (number % 4 == 0)]]
        ways += [(SIZES[-1], next(looks)), (SIZES[-1], narrow)]
        for size, look in ways if THOROUGH else [ways[number % len(ways)]]:
            written = painters[size, look].text_rects(board, size)
            wrong = [*faults(board, written, size), *hard_to_read(board, written, size)]
            found |= {f"{size} {look.text} {menu.title}: {one}" for one in wrong}
    assert sorted(found) == []
    assert number > few(100, 20)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offer_of_a_voice_can_be_read(language: str) -> None:
    """As the caption of a first start, and as the note of the service menu, whatever the licence."""
    words, found = MenuTexts(language), []
    voice = PiperVoice(
        "de_DE-thorsten-medium", "a", dict.fromkeys(("a", "a.json"), VoiceFile(31_500_000, ""))
    )
    painters = [Painter(look=look) for look in (DisplayOptions(), DisplayOptions("large", "high"))]
    for licence in ("CC BY 4.0", "https://datashare.ed.ac.uk/handle/10283/3270", "Public Domain in the USA"):
        facts = VoiceOffer(voice, licence).facts
        for key, painter, size in product(("human_note", "human_quicker"), painters, SIZES):
            text = words.text(f"first.{key}", **facts)
            for caption, note in ((text, ""), ("", text)):
                entries = [MenuEntry(words.text("first.human_fetch"), note=note)]
                menu = Menu(words.text("first.human"), entries, 0, words.text("hint.1"))
                board = Board("debate", "Garou", menu.title, caption, places=[Place("1")] * 4, menu=menu)
                written = painter.text_rects(board, size)
                found += [*faults(board, written, size), *hard_to_read(board, written, size)]
    assert found == []


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_longest_names_are_read_on_the_cards_of_several_dead(count: int) -> None:
    """Their pictures are smaller then, and the cards wider, rather than the names too small."""
    names, size = LONG_NAMES[:24], (1920, 1080)
    shown = board_of("dawn", 24)
    shown.cause, shown.headline = "grief", "Ils sont morts"
    for seat, (place, name) in enumerate(zip(shown.places, names, strict=True)):
        place.name, place.marked = name, seat < count
        place.alive, place.card, place.role = seat >= count, None, ""
        if seat < count:
            place.card, place.role = "Loup-Garou", "werewolf"
    written = Painter(look=DisplayOptions(contrast="high")).text_rects(shown, size)
    assert [line.text for line in written if line.what == "about 0"]
    assert not [fault for fault in hard_to_read(shown, written, size) if "about" in fault]


@pytest.mark.parametrize("scene", ["ballots", "told"])
def test_no_count_lies_on_the_name_of_somebody_whose_card_is_open(scene: Scene) -> None:
    """On a narrow picture their plate is so high that it reaches to the doorstep, and on."""
    size, shown = (1024, 768), board_of(scene, 13)
    shown.arrows = [Arrow(voter, target) for voter, target in ((0, 10), (1, 10), (2, 5), (3, 8))]
    for seat, place in enumerate(shown.places):
        place.marked, place.honour = False, ""
        place.alive, place.card, place.role = seat not in (5, 8, 10), None, ""
        if not place.alive:
            place.card, place.role, place.number = "Chasseur", "hunter", 1 + (scene == "told")
    written = Painter().text_rects(shown, size)
    assert sum(line.what.startswith("count") for line in written) >= 3
    assert faults(shown, written, size) == []


@pytest.mark.parametrize("seats", [9, 13, 24])
def test_no_card_in_the_middle_lies_on_a_number(seats: int) -> None:
    """Of the sentence about a player, in the chronicle."""
    size, shown = (1920, 1080), board_of("told", seats)
    shown.arrows = []
    for seat, place in enumerate(shown.places):
        place.honour, place.marked, place.number = "", seat == 0, 1 + seat % 3
        place.alive, place.card, place.role = seat > 0, None, ""
    shown.places[0].card, shown.places[0].role = "Loup-Garou", "werewolf"
    assert faults(shown, Painter().text_rects(shown, size), size) == []
