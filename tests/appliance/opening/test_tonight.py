"""A whole evening: whoever sits down plays, the host's choices hold, and one press plays again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.notify import ServiceManager
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.devices.boards import OpenBoard
from table.appliance.devices.sounding import HasVolume
from table.appliance.hosting.host import Hosting
from table.appliance.hosting.questions import MENU_S
from table.appliance.hosting.stops import StoppedError
from table.appliance.opening.choices import TableChoices
from table.appliance.opening.tonight import Tonight
from table.appliance.rooms import room_of, rules_of
from table.appliance.rounds import After
from table.appliance.table import Table
from table.board.board import Board
from table.board.view import USUAL
from table.engine.chance import Chance
from table.errors import ClosedError, Reason, UnreadableError
from table.evening.diary import EveningShelf
from table.evening.journal import Journal
from table.evening.replay import evening_of, setup_of
from table.games.evening import Evening
from table.games.records import Setup
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules.events import RoundOver
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.gestures import Meaning
from table.room.hands import HOLD_S, LONG_HOLD_S, PRESS_S
from table.room.room import Room
from table.room.village import Village
from table.settings.settings import GameSettings as Owners
from table.settings.settings import Layer, Settings
from table.settings.times import Times
from table.words.narration import Narration
from tests.appliance.lobby.test_hosts_menu import house
from tests.appliance.lobby.test_show import house_of as show_house
from tests.hardware.test_notify import Manager
from tests.kit.menus import step_to
from tests.kit.players import Dice
from tests.kit.tables import NAMES, RecordingView

FIRST = (0, 2, 3, 5, 6, 7, 8, 9)
"""Eight of ten chairs."""


class Fingers:
    """A table of ten chairs on a clock that jumps, and fingers on its buttons."""

    def __init__(self, settings: Settings | None = None, seats: int = 10) -> None:
        self.settings = settings or Settings(language="en", seats=seats)
        self.tables: list[Table] = []
        self.waiting: list[tuple[float, Callable[[], object]]] = []

    def opened(self, names: Sequence[str], narration: Narration) -> Table:
        table = Table(self.settings, names, narration, "log", 1.0)
        devices = table.opened.devices
        table.opened.devices = devices._replace(voice=SimulatedVoice(devices.clock, record=True))
        self.tables.append(table)
        self.clock.at(5000.0, self._never)
        for at_s, what in self.waiting:
            self.clock.at(at_s, what)
        return table

    @property
    def clock(self) -> VirtualClock:
        clock = self.tables[-1].opened.devices.clock
        assert isinstance(clock, VirtualClock)
        return clock

    @property
    def room(self) -> Village:
        here = self.tables[-1].here
        assert here
        return here.village

    def at(self, at_s: float, what: Callable[[], object]) -> None:
        """Calls `action` at this moment of the first clock; once a table is open, after so many seconds."""
        if self.tables:
            self.clock.at(self.clock.now() + at_s, what)
        else:
            self.waiting.append((at_s, what))

    def _never(self) -> None:
        raise AssertionError("the evening has not come to its end")

    def press(self, at_s: float, seat: int, for_s: float = PRESS_S) -> None:
        self.at(at_s, lambda: self._pods.push(seat, 0))
        self.at(at_s + for_s, lambda: self._pods.release(seat, 0))

    def sit(self, *seats: int, at_s: float = 10.0) -> None:
        for number, seat in enumerate(seats):
            self.press(at_s + 3.0 * number, seat)

    def take(self, host: int, at_s: float, label: str = "Start") -> None:
        """The host turns to this entry of the open menu and chooses it."""

        def turn() -> None:
            menu = self.room.board.menu
            assert menu, "no menu is open"
            step = step_to(menu, label, "More…")
            self.press(0.0, host, PRESS_S if step is Meaning.NEXT else HOLD_S)
            if step:
                self.at(1.0 if step is Meaning.NEXT else 1.5, turn)

        self.at(at_s, turn)

    def start(self, host: int, at_s: float) -> None:
        self.take(host, at_s)

    @property
    def _pods(self) -> SimulatedButtons:
        pods = self.tables[-1].opened.devices.buttons
        assert isinstance(pods, SimulatedButtons)
        return pods


class Rounds:
    """Stands for rounds: notes each evening, and says what comes after it."""

    def __init__(self, *afters: After, then: Callable[[int], object] = lambda _: None) -> None:
        self.afters = list(afters)
        self.evenings: list[Evening] = []
        self.tables: list[Table] = []
        self.then = then

    def __call__(self, table: Table, evening: Evening, rounds: int | None, diary: Any) -> After:  # noqa: ARG002
        if diary:
            diary.close()
        self.evenings.append(evening)
        self.tables.append(table)
        if not self.afters:
            raise ClosedError("closed by hand")
        self.then(len(self.evenings))
        return self.afters.pop(0)


def tonight(
    fingers: Fingers,
    at: TableChoices | None = None,
    shelf: Callable[[], EveningShelf | None] = lambda: None,
    seed: int = 7,
) -> Tonight:
    at = at or house(fingers.settings)
    return Tonight(fingers.opened, at, NAMES[: fingers.settings.seats], seed, 99, shelf, resumes=True)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Rounds]:
    def made(*afters: After, **more: Any) -> Rounds:
        found = Rounds(*afters, **more)
        monkeypatch.setattr("table.appliance.opening.tonight.play_evening", found)
        return found

    return made


def test_who_sits_down_plays_and_nobody_else(rounds: Callable[..., Rounds]) -> None:
    """Clockwise: the first to sit down is the host, but not the first seat."""
    played = rounds()
    fingers = Fingers()
    fingers.sit(*reversed(FIRST))
    fingers.start(9, 60.0)
    assert tonight(fingers).play() == []
    (evening,) = played.evenings
    assert evening.pods == FIRST
    assert list(evening.names) == [NAMES[pod] for pod in FIRST]
    assert not evening.simulated
    assert fingers.tables[0].people.host == 9


def test_after_a_round_the_menu_keeps_people_and_choices(rounds: Callable[..., Rounds]) -> None:
    """The rules are chosen once; then the menu is open, and one hold starts again."""
    played = rounds("menu")
    fingers = Fingers()
    fingers.sit(*FIRST)
    fingers.take(0, 60.0, "Rules")
    fingers.take(0, 67.0, "Family")
    fingers.start(0, 72.0)
    played.then = lambda _: fingers.start(0, 5.0)
    tonight(fingers).play()
    assert [evening.rulebook.key for evening in played.evenings] == ["family", "family"]
    assert [evening.pods for evening in played.evenings] == [FIRST, FIRST]
    assert [evening.seed for evening in played.evenings] == [7, 8]


def test_a_new_evening_starts_from_the_owners_settings(rounds: Callable[..., Rounds]) -> None:
    """Everybody had left; then others sit down."""
    played = rounds("away")
    fingers = Fingers()
    fingers.sit(*FIRST)
    fingers.take(0, 60.0, "Rules")
    fingers.take(0, 67.0, "Family")
    fingers.start(0, 72.0)

    def others(_: int) -> None:
        fingers.press(10.0, 1)
        fingers.sit(*FIRST, at_s=40.0)
        fingers.start(0, 100.0)
        fingers.start(1, 110.0)

    played.then = others
    tonight(fingers).play()
    assert [evening.rulebook.key for evening in played.evenings] == ["family", "thiercelieux"]


def test_houses_keep_their_tempers_while_people_stay_whichever_game_they_play(
    rounds: Callable[..., Rounds],
) -> None:
    played = rounds("menu", "away")
    fingers = Fingers(Settings(language="en", seats=10, game=Owners(bots=True)))
    fingers.sit(4)
    fingers.start(4, 20.0)

    def then(number: int) -> None:
        if number == 1:
            fingers.take(4, 5.0, "Rules")
            fingers.take(4, 20.0, "Mots-garous")
            fingers.start(4, 40.0)
            return
        fingers.press(10.0, 1)
        fingers.press(40.0, 1)
        fingers.start(1, 100.0)

    played.then = then
    tonight(fingers, show_house(fingers.settings)).play()
    first, words, others = played.evenings
    assert [evening.rulebook.key for evening in played.evenings] == [
        "thiercelieux",
        "mots-garous",
        "thiercelieux",
    ]
    assert first.seed != words.seed
    assert first.tempers == words.tempers != others.tempers


def test_the_table_plays_at_free_chairs_where_the_house_wants_it(rounds: Callable[..., Rounds]) -> None:
    played = rounds()
    fingers = Fingers(Settings(language="en", seats=10, game=Owners(bots=True)))
    fingers.sit(4)
    fingers.start(4, 20.0)
    tonight(fingers).play()
    assert played.evenings[0].pods == tuple(range(10))
    assert fingers.tables[0].bots() == set(range(10)) - {4}


def test_a_seat_whose_player_has_stood_up_is_the_tables_again_and_one_out_of_service_nobodys() -> None:
    seen: list[set[int]] = []

    class Watched(Fingers):
        def opened(self, names: Sequence[str], narration: Narration) -> Table:
            table = super().opened(names, narration)
            for at_s in (15.0, 25.0):
                self.clock.at(at_s, lambda: seen.append(table.bots()))
            self.clock.at(30.0, self._closes)
            return table

        def _closes(self) -> None:
            raise ClosedError("closed by hand")

    fingers = Watched(Settings(language="en", seats=10, out_of_service=(3,)))
    fingers.press(10.0, 5)
    fingers.press(20.0, 5, HOLD_S)
    tonight(fingers).play()
    others = set(range(10)) - {2}
    assert seen == [others - {5}, others]


def test_a_seat_out_of_service_is_no_chair(rounds: Callable[..., Rounds]) -> None:
    played = rounds()
    fingers = Fingers(Settings(language="en", seats=10, out_of_service=(3,)))
    fingers.sit(2, *FIRST)
    fingers.sit(1, at_s=50.0)
    fingers.start(0, 60.0)
    tonight(fingers).play()
    assert played.evenings[0].pods == (0, 1, 3, 5, 6, 7, 8, 9)
    assert fingers.tables[0].opened.devices.rings.seats == 10


def test_the_pace_and_the_eyes_of_the_menu_are_those_of_the_round() -> None:
    fingers = Fingers()
    at = house(fingers.settings)
    at.settings = at.settings.over({"times.pace": "fast", "game.night": "eyes_down", "language": "fr"})
    table = fingers.opened(NAMES[:10], at.narration("thiercelieux", "en"))
    table.choose(at, at.settings)
    evening = at.evening(at.settings, NAMES[:8], FIRST, 1)
    room = room_of(table, Bots(Chance(1)), Chance(1), evening=evening)
    assert (room.pace.times.pace, bool(room.night.eyes_down), room.narration.language) == ("fast", True, "fr")
    assert room.places.pods == list(FIRST)
    told = {page.title for page in rules_of(evening, room)}
    assert told >= {"Deux camps", *(room.narration.card(card).title for card in evening.deck)}
    table.close()


def test_ch_54_a_hidden_deck_may_have_more_cards_than_players() -> None:
    """CH-54: the others stay in the box, and nobody knows which they are."""
    at = house(Fingers().settings)
    pool = "werewolf=2,seer,witch,hunter,cupid,villager=6"
    at.settings = at.settings.over(
        {"game.hide_deck": True, "game.deck": pool, "game.rulebook": "thiercelieux"}
    )
    evening = at.evening(at.settings, NAMES[:8], FIRST, 1)
    assert (len(evening.deck), evening.check()) == (12, [])
    over = evening.play_next(Dice(1))
    assert isinstance(over, RoundOver)
    assert len(over.seats) == 8
    assert not Counter(seat.card for seat in over.seats) - Counter(evening.deck)


def speaking_in(table: Table) -> HasVolume:
    """A voice that is heard at this table."""
    loud: HasVolume = SimpleNamespace(volume=1.0)
    table.opened.heard = table.opened.heard._replace(volumes={"voice.volume": loud})
    return loud


def spoken_room(chosen: Layer, trouble: bool) -> tuple[Room, HasVolume]:
    """A room with these choices, and how loud its voice is. `trouble`: the voice has failed."""
    fingers = Fingers()
    at = house(fingers.settings)
    table = fingers.opened(NAMES[:10], at.narration("thiercelieux", "en"))
    loud = speaking_in(table)
    table.choose(at, at.settings.over(chosen))
    voice = table.opened.devices.voice
    assert isinstance(voice, SimulatedVoice)
    if trouble:
        voice.fail(Trouble("sound.stopped"))
    evening = at.evening(at.settings, NAMES[:8], FIRST, 1)
    return room_of(table, Bots(Chance(1)), Chance(1), evening=evening), loud


@pytest.mark.parametrize(
    ("captions", "volume", "trouble", "written"),
    [
        (True, 0.5, False, True),
        (False, 0.5, False, False),
        (False, 0.0, False, True),
        (False, 0.5, True, True),
    ],
)
def test_captions_are_left_out_where_the_host_wants_it_and_the_voice_is_heard(
    captions: bool, volume: float, trouble: bool, written: bool
) -> None:
    """A fault of the voice brings them back."""
    room, loud = spoken_room({"screen.captions": captions, "voice.volume": volume}, trouble)
    assert loud.volume == volume
    room.begin_round()
    room.speaking.tell_and_wait([("resume.day", {})])
    assert bool(room.board.caption) == written


@pytest.mark.parametrize(
    ("volume", "trouble", "is_down"), [(0.5, False, False), (0.0, False, True), (0.5, True, True)]
)
def test_where_no_voice_calls_at_night_all_look_at_their_rings(
    volume: float, trouble: bool, is_down: bool
) -> None:
    """With closed eyes nobody would know when to open them."""
    room, _ = spoken_room({"game.night": "eyes_closed", "voice.volume": volume}, trouble)
    assert bool(room.night.eyes_down) == is_down


SILENT = Times(pace="fast", debate_s=10, deal_s=5, vote_s=5, election_s=5, candidates_s=5)


def test_a_table_that_opens_anew_does_not_say_that_it_stops(tmp_path: Path) -> None:
    """systemd ends a process that has said so, though the next table is open by then. Nor does one with a
    mistake in its files: it goes on once that is mended."""
    fingers, manager = Fingers(), Manager(str(tmp_path / "notify"))

    def opened(names: Sequence[str], narration: Narration) -> Table:
        table = fingers.opened(names, narration)
        table.manager = ServiceManager(manager.address)
        return table

    at, heard = house(fingers.settings), list[list[str]]()
    mistake = UnreadableError(Reason("folder.missing", path="etc"))
    for end in (None, mistake, ClosedError("closed by hand")):
        evening = Tonight(
            opened, at, NAMES[:10], 3, 1, lambda: None, resumes=False, serve=partial(changed, end)
        )
        with suppress(UnreadableError):
            assert evening.play() == (None if end is None else [])
        heard.append(manager.heard())
    manager.wire.close()
    assert heard[:2] == [["STATUS=The table opens anew."], []]
    assert heard[2][-1] == "STOPPING=1"


def changed(end: Exception | None, _: Table) -> bool:
    """Returns that the service menu changed the table, or ends it."""
    if end:
        raise end
    return True


def begun_round(fingers: Fingers, record: bool = False) -> tuple[Table, Evening, Room]:
    """A round of eight at a table of ten pods, begun by one person. `record`: the rings keep every frame."""
    at = house(fingers.settings)
    table = fingers.opened(NAMES[:10], at.narration("thiercelieux", "en"))
    if record:
        rings = SimulatedRings(10, table.settings.pixels, record=table.opened.devices.clock)
        table.opened.devices = table.opened.devices._replace(rings=rings)
    evening = at.evening(at.settings, [NAMES[pod] for pod in FIRST], FIRST, 1)
    room = room_of(table, Bots(Chance(1)), Chance(1), evening=evening)
    room.people.sit(0)
    room.begin_round()
    return table, evening, room


def pods_of(table: Table) -> SimulatedRings:
    """The rings of the whole table."""
    rings = table.opened.devices.rings
    assert isinstance(rings, SimulatedRings)
    return rings


@pytest.mark.parametrize("left", ["by a press of a free pod", "by waiting", "by a long hold of the host"])
def test_free_pods_are_dark_again_however_the_host_leaves_the_change_of_place(left: str) -> None:
    """A long hold opens the menu anew, in another room: no pod invites there any more."""
    fingers = Fingers()
    table, evening, room = begun_round(fingers)
    hosting = Hosting(room)
    hosting.hosts(lambda _: None, 0, [])
    if left == "by a press of a free pod":
        fingers.press(12.0, 4)
    elif left == "by a long hold of the host":
        fingers.press(12.0, 0, LONG_HOLD_S)
    with suppress(StoppedError):
        hosting.seats.ask_for_free_pod(1)
    assert pods_of(table).ring(1) != patterns.dead(table.settings.pixels), "it did invite"
    again = room_of(table, Bots(Chance(1)), Chance(2), evening=evening)
    again.begin_round()
    again.stage.wait_until(table.opened.devices.clock.now() + 10.0)
    taken = again.places.pods
    dark = [pod for pod in range(10) if not any(pods_of(table).ring(pod))]
    assert dark == [pod for pod in range(10) if pod not in taken]
    table.close()


@pytest.mark.in_step
def test_free_pods_breathe_by_steps_whatever_the_other_rings_do() -> None:
    """If they were drawn whenever another ring changes, they would tell when somebody presses."""
    table, _, room = begun_round(Fingers(), record=True)
    room.board.scene = "over"  # all other rings stand still
    Hosting(room).seats.ask_for_free_pod(1)
    size = 3 * table.settings.pixels
    shown = [(frame.time_s, frame.frame[size : 2 * size]) for frame in pods_of(table).shown]
    lit = [(time_s, ring) for time_s, ring in shown if any(ring)]
    assert len(lit) > MENU_S / patterns.STEP_S - 5
    for time_s, ring in lit:
        assert ring == patterns.lobby_breathing(table.settings.pixels, time_s)
    table.close()


def test_an_evening_kept_by_an_older_program_sits_at_the_first_pods() -> None:
    """Its set-up has no pods."""
    at = house()
    kept = msgspec.to_builtins(setup_of(at.evening(at.settings, NAMES[:8], FIRST, 1), "en"))
    assert kept.pop("pods") == FIRST
    old = msgspec.msgpack.decode(msgspec.msgpack.encode(kept), type=Setup)
    table = Fingers().opened(NAMES[:10], at.narration("thiercelieux", "en"))
    room = room_of(table, Bots(Chance(1)), Chance(1), evening=evening_of(old, RULEBOOKS))
    assert room.places.pods == list(range(8))
    table.close()


# The whole way round


class Guests(Fingers):
    """Two people who use the table by what it shows, with nothing but their buttons."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.view = RecordingView()
        self.went: list[str] = []
        """What they have found, in order."""
        self.drawn: Any = SimpleNamespace(look=USUAL)
        self.looks: list[tuple[str, bool]] = []
        """How large the text was, and whether nothing moved."""

    def opened(self, names: Sequence[str], narration: Narration) -> Table:
        table = super().opened(names, narration)
        table.opened.devices = table.opened.devices._replace(view=self.view)
        table.opened.board = OpenBoard(self.view, lambda look: setattr(self.drawn, "look", look))
        self.words = narration.words
        return table

    def look_at_board(self) -> None:
        self.looks.append((self.drawn.look.text, self.drawn.look.calm))

    def follow(self, *way: tuple[str, Callable[[Board], bool], Callable[[], object]]) -> None:
        """Takes one step after the other, as soon as the board shows what the step waits for."""
        steps = list(way)

        def look() -> None:
            what, is_there, do = steps[0]
            if self.view.seen and is_there(self.view.seen[-1].board):
                self.went.append(what)
                do()
                del steps[0]
            if steps:
                self.at(1.0, look)

        self.at(1.0, look)

    def turn_to(self, host: int, label: str) -> None:
        """The host turns to an entry, and chooses it."""

        def turn() -> None:
            menu = self.view.seen[-1].board.menu
            assert menu, f"no menu is open, at {label}"
            step = step_to(menu, label, "More…")
            self.press(0.0, host, PRESS_S if step is Meaning.NEXT else HOLD_S)
            if step:
                self.at(0.5 if step is Meaning.NEXT else 1.5, turn)

        turn()

    def look_at_cards(self) -> None:
        for seat in (4, 7):
            self.press(0.5, seat, HOLD_S)
            self.press(2.5, seat)

    def says(self, key: str) -> Callable[[Board], bool]:
        """A condition: the board has this headline or caption."""
        return lambda board: self.words[key] in (board.headline, board.caption)

    def close(self) -> None:
        raise ClosedError("closed by hand")


def entry_is(label: str, value: str) -> Callable[[Board], bool]:
    return lambda board: (
        board.menu is not None
        and any(entry.label == label and entry.value == value for entry in board.menu.entries)
    )


def has_entry(label: str) -> Callable[[Board], bool]:
    return lambda board: board.menu is not None and label in [entry.label for entry in board.menu.entries]


def scene_is(scene: str) -> Callable[[Board], bool]:
    return lambda board: board.scene == scene and board.menu is None


@pytest.mark.parametrize("game", ["family", "mots-garous"])
def test_the_whole_way_round_by_buttons_alone(game: Any, tmp_path: Path) -> None:
    """From the show and back to it: nobody has a keyboard, and nobody knows more than the board says."""
    owners = Owners(rulebook=game, bots=True)
    fingers = Guests(Settings(language="en", seats=10, game=owners, times=SILENT))
    at = show_house(fingers.settings)
    is_words = game == "mots-garous"
    shown = fingers.says
    play_again: tuple[tuple[str, Callable[[Board], bool], Callable[[], object]], ...] = (
        ("the winners", scene_is("over"), lambda: None),
        ("its story", lambda board: bool(board.hint), lambda: fingers.press(0.0, 7, HOLD_S)),
        ("the next page", lambda board: board.title.startswith("2/"), lambda: fingers.press(1.0, 4)),
    )
    open_menu = ("the winners again", shown("prompt.again"), lambda: fingers.press(1.0, 4, HOLD_S))
    if is_words:
        again = lambda board: "another round" in board.caption  # noqa: E731
        play_again = (("the end", again, lambda: fingers.press(1.0, 7)),)
        open_menu = ("the end again", again, lambda: fingers.press(1.0, 4, LONG_HOLD_S))
    fingers.follow(
        ("the rules", lambda board: board.headline == "Your button", fingers.look_at_board),
        ("a show", shown("prompt.show"), lambda: fingers.press(5.0, 4)),
        ("a seat", lambda board: board.headline.startswith("Seated: 1"), lambda: fingers.press(0.0, 7)),
        ("the menu", has_entry("Start"), lambda: fingers.turn_to(4, "Board")),
        ("text", entry_is("Text size", "normal"), lambda: fingers.turn_to(4, "Text size")),
        ("larger text", entry_is("Text size", "large"), lambda: fingers.turn_to(4, "Motion")),
        ("nothing moves", entry_is("Motion", "calm"), lambda: fingers.turn_to(4, "Back")),
        ("the start", has_entry("Start"), lambda: fingers.turn_to(4, "Start")),
        ("cards", scene_is("deal"), fingers.look_at_cards),
        ("larger ones", scene_is("deal"), fingers.look_at_board),
        ("night", scene_is("night"), lambda: None),
        *play_again,
        ("cards again", scene_is("deal"), fingers.look_at_cards),
        ("night again", scene_is("night"), fingers.look_at_board),
        open_menu,
        ("the menu again", has_entry("Start"), lambda: fingers.turn_to(4, "Stand up")),
        ("another host", lambda board: "The host is Hal" in board.headline, lambda: None),
        ("his menu", has_entry("Stand up"), lambda: fingers.turn_to(7, "Stand up")),
        ("nobody", lambda board: board.headline == "Your button", fingers.look_at_board),
        ("a show again", shown("prompt.show"), fingers.close),
    )
    assert tonight(fingers, at, lambda: EveningShelf(tmp_path, 50)).play()
    assert fingers.went[-1] == "a show again"
    journal = Journal(tmp_path)
    kept = journal.evenings()
    journal.close()
    assert [len(one.rounds) for one in kept] == [2], "two rounds with the same seats, and no show"
    usual, chosen = ("normal", False), ("large", True)
    assert fingers.looks == [usual, chosen, chosen, usual], "whoever comes next finds the owner's"


def test_who_won_is_told_in_the_words_it_was_played_in() -> None:
    """The table is switched off before the first round of another game is over."""
    settings = Settings(language="en", seats=8, game=Owners(rulebook="best-of", bots=True), times=SILENT)
    fingers = Guests(settings)
    fingers.follow(
        ("nobody", scene_is("attract"), lambda: fingers.press(0.0, 4)),
        ("the menu", has_entry("Start"), lambda: fingers.turn_to(4, "Start")),
        ("cards", scene_is("deal"), fingers.look_at_cards),
        ("the winners", scene_is("over"), lambda: fingers.press(1.0, 4, HOLD_S)),
        ("the menu again", has_entry("Rules"), lambda: fingers.turn_to(4, "Rules")),
        ("all games", has_entry("Mots-garous"), lambda: fingers.turn_to(4, "Mots-garous")),
        ("another game", entry_is("Rules", "Mots-garous"), lambda: fingers.turn_to(4, "Start")),
        ("its tiles", scene_is("deal"), fingers.close),
    )
    told = tonight(fingers, show_house(settings)).play()
    assert told
    assert len(told) == 1 + 8
    assert told[1].endswith(("alive", "vote", "devoured", "poisoned")), "a card, and what became of it"
    assert fingers.went[-1] == "its tiles"
