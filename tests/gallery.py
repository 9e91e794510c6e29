"""Draws docs/gallery: what the board shows in an evening, as a real table shows it, in both languages.

python -m tests.gallery
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import msgspec
import pygame

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.host import HostedRoom, play_hosted
from table.appliance.lobby import Lobby, Sitting
from table.appliance.tonight import telling_of
from table.board.board import Board, Scene
from table.board.scenes import Painter
from table.board.view import USUAL, Look
from table.chance import Chance
from table.chronicle.board import chronicle
from table.decks import deck_for
from table.hands import HOLD_S, PRESS_S
from table.narration import Narration
from table.owner import SHIPPED
from table.resume import Diary
from table.room import Devices
from table.settings import Settings, Times
from table.werewolf.options import Options
from table.werewolf.rulebooks import RULEBOOKS
from table.werewolf_bots import Bots
from table.werewolf_evening import WerewolfEvening
from table.werewords.options import Options as WordOptions
from table.werewords_bots import WordBots
from table.werewords_evening import MOTS_GAROUS, WordEvening, tiles_of
from table.word_lists import choose, read_lists
from tests.boards import board as imagined
from tests.test_menus import house

PAGE = Path(__file__).parent.parent / "docs" / "gallery.md"
PICTURES = PAGE.with_suffix("")
SIZE, SEATS, PIXELS = (1920, 1080), 13, 24
WORD_SEATS, MANY_SEATS = 9, 24
ROUNDS = 40
"""So many are played, if need be, until every scene has come up."""
LANGUAGES = ("fr", "en")


class Moment(NamedTuple):
    """A board, and when it was seen."""

    board: Board
    now_s: float


class Shot(NamedTuple):
    """A picture of the gallery."""

    name: str
    says: str
    moment: Moment
    before: Moment | None = None
    """Of a motion: the board from which it comes; it is `after_s` under way."""
    after_s: float = 0.0
    look: Look = USUAL


class Watching:
    """A view that keeps every board that differs from the one before it and stands for a while."""

    closed = False

    def __init__(self) -> None:
        self.seen: list[Moment] = []
        self._last = b""

    def show(self, board: Board, now_s: float) -> None:
        packed = msgspec.msgpack.encode(board)
        if packed != self._last:
            self._last = packed
            if self.seen and self.seen[-1].now_s == now_s:
                self.seen.pop()
            self.seen.append(Moment(msgspec.msgpack.decode(packed, type=Board), now_s))

    def close(self) -> None:
        """Nothing to give back."""


class Hall:
    """A table that is only watched."""

    def __init__(self, language: str, rulebook: str = "best-of", seats: int = SEATS) -> None:
        self.clock, self.view = VirtualClock(), Watching()
        self.narration = Narration.load(language, rulebook)
        self.buttons = SimulatedButtons(seats, 1, self.clock)
        voice = SimulatedVoice(self.clock)
        self.devices = Devices(self.buttons, SimulatedRings(seats, PIXELS), voice, self.view, self.clock)
        self.names = list(self.narration.places)[:seats]

    def press(self, seat: int, at_s: float, for_s: float = PRESS_S) -> None:
        self.clock.at(at_s, lambda: self.buttons.push(seat, 0))
        self.clock.at(at_s + for_s, lambda: self.buttons.release(seat, 0))


def before_a_round(language: str) -> list[Moment]:
    """Nobody is there; three sit down; the host turns through his menu, and begins."""
    hall = Hall(language)
    choosing = house(Settings(language=language, seats=SEATS))
    for number in range(9):
        hall.press(number, 200.0 + 5 * number)
    for turn in range(3):
        hall.press(0, 260.0 + 5 * turn)
    hall.press(0, 281.0, HOLD_S)
    lobby = Lobby(
        hall.devices, hall.narration, Times(), Bots(Chance(1)), hall.names, 1, Chance(1),
        sitting=Sitting((), None, choosing.choices), house=choosing,
        apply=lambda choices: choosing.narration(choices.rulebook, choices.language), starts_s=300.0,
    )  # fmt: skip
    lobby.run()
    return hall.view.seen


def rounds(language: str) -> Iterator[list[Moment]]:
    """Whole rounds of bots, one after the other, each with its chronicle."""
    book = RULEBOOKS["best-of"]
    for seed in range(ROUNDS):
        hall = Hall(language)
        deck = deck_for(book, "expert", SEATS)
        evening = WerewolfEvening(book, hall.names, deck, Options(captain="start"), seed=seed)
        new_room = partial(
            HostedRoom, hall.devices, hall.narration, Times(), Bots(Chance(seed)), hall.names, 1, Chance(seed)
        )
        room, _ = play_hosted(evening, Diary(None, evening, language), new_room)
        assert room.played
        room.wait_for_another(0.0, chronicle(evening, room.played, hall.narration, 1))
        yield hall.view.seen


def word_rounds(language: str) -> Iterator[list[Moment]]:
    """Whole rounds of Mots-garous, classic and Speedwords by turns."""
    lists, _ = read_lists(SHIPPED / "words" / language)
    known = choose(lists, language, "medium", (), False)
    for seed in range(ROUNDS):
        hall = Hall(language, MOTS_GAROUS.key, WORD_SEATS)
        options = WordOptions(mode="speedwords" if seed % 2 else "classic")
        evening = WordEvening(MOTS_GAROUS, hall.names, tiles_of("deluxe", WORD_SEATS), options, seed)
        evening.known, evening.choice = known, [word.text for word in known]
        mind = WordBots(Chance(seed), known, language, day_s=evening.day_s)
        new_room = partial(
            HostedRoom, hall.devices, hall.narration, Times(), mind, hall.names, 1, Chance(seed),
            telling=telling_of(evening),
        )  # fmt: skip
        play_hosted(evening, Diary(None, evening, language), new_room)
        yield hall.view.seen


def is_told(board: Board, scene: Scene) -> bool:
    """Whether this is the scene, with the sentence that is spoken of it."""
    return board.scene == scene and bool(board.caption) and not board.menu


WANTED: dict[str, tuple[str, Callable[[Board, Board], object]]] = {
    "attract": (
        "Nobody plays: the hamlet at dusk, and in turn what the game is, the rules and the characters",
        lambda _, now: is_told(now, "attract") and not any(place.ready for place in now.places),
    ),
    "rules": (
        "How it is played, in thirty seconds",
        lambda was, now: is_told(now, "attract") and was.headline != now.headline,
    ),
    "character": (
        "Each character of the chosen cards in two lines",
        lambda _, now: is_told(now, "attract") and now.headline in ("Voyante", "Seer"),
    ),
    "seats": (
        "People sit down; the first of them is the host",
        lambda _, now: is_told(now, "attract") and sum(place.ready for place in now.places) == 5,
    ),
    "menu": ("The host’s menu", lambda _, now: now.menu and now.menu.cursor == 2),
    "deal": ("The deal: the signs of all cards in play", lambda _, now: is_told(now, "deal") and now.timer),
    "nightfall": (
        "Night falls, slowly: the light goes by way of dusk",
        lambda was, now: was.scene not in ("night", "look", "attract") and now.scene == "night",
    ),
    "night": (
        "Everybody is asleep; each call is shown by its name, and by nothing else",
        lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline,
    ),
    "look": ("A look: everybody bends over his own ring", lambda _, now: is_told(now, "look")),
    "daybreak": (
        "Before any victim is named the light comes back",
        lambda was, now: was.scene == "night" and now.scene == "dawn",
    ),
    "dawn": (
        "The victims of the night, their cards open",
        lambda _, now: is_told(now, "dawn") and sum(place.marked for place in now.places) == 2,
    ),
    "card": (
        "A card turns over",
        lambda was, now: was.scene == now.scene == "dawn" and opened(now) > opened(was),
    ),
    "bear": ("The bear growls", lambda _, now: now.news == "bear_growls" and now.caption),
    "election": ("Choosing a captain", lambda _, now: is_told(now, "election") and now.timer),
    "medal": (
        "A dead captain’s medal goes to the next",
        lambda was, now: captain(was) not in (None, captain(now)) and captain(now) is not None,
    ),
    "debate": (
        "Talking; who is ready to vote says so",
        lambda _, now: is_told(now, "debate") and sum(place.ready for place in now.places) > 3,
    ),
    "vote": ("Everybody votes at the same moment", lambda _, now: is_told(now, "vote") and now.timer),
    "arrows": (
        "The votes arrive, one round after the other",
        lambda was, now: len(now.arrows) > 7 and not was.arrows,
    ),
    "ballots": ("All votes", lambda _, now: is_told(now, "ballots") and len(now.arrows) > 7),
    "tie": (
        "A tie",
        lambda _, now: is_told(now, "ballots") and sum(place.marked for place in now.places) == 2,
    ),
    "decision": (
        "The captain decides between those who are tied",
        lambda _, now: is_told(now, "decision") and now.timer,
    ),
    "shot": (
        "The hunter takes aim; his sights pass over everybody alike",
        lambda _, now: is_told(now, "shot") and now.timer,
    ),
    "succession": (
        "A dead captain names who comes after him",
        lambda _, now: is_told(now, "succession") and now.timer,
    ),
    "over": (
        "The winners, and all cards",
        lambda _, now: is_told(now, "over") and not now.arrows,
    ),
    "chronicle": (
        "The chronicle: what really happened, night by night",
        lambda _, now: is_told(now, "over") and len(now.arrows) > 2,
    ),
}
"""Of each picture what it shows, and which board it is, by the one before it and itself."""

WORDS_WANTED: dict[str, tuple[str, Callable[[Board, Board], object]]] = {
    "choice": (
        "The Mayor alone has his eyes open, and chooses the word: here he points at the second",
        lambda _, now: now.secret and len(now.secret.words) > 1 and now.secret.at == (1,),
    ),
    "word": (
        "The word, for the one who is called and sees it",
        lambda was, now: now.secret and now.secret.spelling and not was.secret and not now.secret.at,
    ),
    "questions": (
        "The questions: who has the floor, what was answered to whom, and the tokens that are left",
        lambda _, now: is_told(now, "questions") and given(now) > 9 and any(p.asks for p in now.places),
    ),
    "way_off": (
        "Way off: the newest token is the largest",
        lambda _, now: is_told(now, "questions") and given(now) > 9 and any(p.token for p in now.places),
    ),
    "last": (
        "The last ten seconds of the day",
        lambda _, now: is_told(now, "questions") and given(now) > 16 and now.timer,
    ),
    "letters": (
        "Speedwords: the Mayor gives letters away",
        lambda _, now: now.secret and now.secret.at and any(one[-1] == " " for one in now.secret.spelling),
    ),
    "speedwords": (
        "Speedwords: the word stands on the board as blanks, and uncovers itself",
        lambda was, now: is_told(now, "questions") and now.headline != was.headline and "_" in now.headline
        and sum(letter.isalpha() for letter in now.headline) > 1,
    ),
    "found": (
        "The word was found: the werewolves, whom all see now, name the Seer",
        lambda _, now: is_told(now, "vote") and now.timer and any(place.marked for place in now.places),
    ),
    "talk": (
        "It was not found: a minute to talk, and the word stands there for all",
        lambda _, now: is_told(now, "debate") and now.timer and now.word,
    ),
    "accusation": (
        "Then everybody accuses at the same moment",
        lambda _, now: is_told(now, "vote") and now.timer and not any(place.marked for place in now.places),
    ),
    "tiles": (
        "The accused shows his tile",
        lambda _, now: is_told(now, "ballots") and opened(now) and len(now.arrows) > 3,
    ),
    "unmasked": (
        "The winners, all tiles, and the word",
        lambda _, now: is_told(now, "over") and now.word and opened(now) == WORD_SEATS,
    ),
}  # fmt: skip

LARGE, HIGH = Look(text="large"), Look(contrast="high")
LOOKS = {
    "large_debate": ("Large text: talking", "debate", LARGE),
    "large_dawn": ("Large text: the victims of the night", "dawn", LARGE),
    "large_menu": ("Large text: the host’s menu", "menu", LARGE),
    "high_night": ("High contrast: light words on black, a moon for the night", "night", HIGH),
    "high_dawn": ("High contrast: the victims of the night", "dawn", HIGH),
    "high_ballots": ("High contrast: all votes", "ballots", HIGH),
    "high_questions": ("High contrast: the questions of Mots-garous", "questions", HIGH),
    "high_large_over": ("Both: the winners, and all cards", "over", Look("large", "high")),
}
"""Pictures of boards above, drawn for other eyes."""

BEFORE_ITS_END_S = {"last": 7.0}
"""Pictures of a clock, so many seconds before it ends."""

MOVING = {"nightfall": 1.6, "daybreak": 1.5, "card": 0.4, "medal": 0.7, "arrows": 1.0}
"""Pictures of a motion, so many seconds after it began."""


def opened(board: Board) -> int:
    """How many cards lie open."""
    return sum(place.card is not None for place in board.places)


def captain(board: Board) -> int | None:
    """Whose the medal is."""
    return next((seat for seat, place in enumerate(board.places) if place.captain), None)


def given(board: Board) -> int:
    """How many tokens have been given."""
    return sum(len(place.tokens) for place in board.places)


def answered_way_off(shown: Board, language: str) -> Board:
    """The same answer, but that the question is far from the word: no bot ever says so."""
    changed = msgspec.json.decode(msgspec.json.encode(shown), type=Board)
    place = next(place for place in changed.places if place.token)
    place.token, place.tokens = "way_off", (*place.tokens[:-1], "way_off")
    changed.heaps = [
        msgspec.structs.replace(heap, left=0) if heap.kind == "way_off" else heap for heap in changed.heaps
    ]
    changed.caption = Narration.load(language, MOTS_GAROUS.key).line("token.way_off", lambda _: 0)
    return changed


def looked_for(
    wanted: Mapping[str, tuple[str, Callable[[Board, Board], object]]], played: Iterable[list[Moment]]
) -> dict[str, Shot]:
    """The first board of each picture that is wanted. Raises `LookupError` if there is none."""
    found: dict[str, Shot] = {}
    for seen in played:
        for before, moment in pairwise(seen):
            for name, (says, is_it) in wanted.items():
                if name not in found and is_it(before.board, moment.board):
                    after_s, timer = MOVING.get(name, 0.0), moment.board.timer
                    if timer and name in BEFORE_ITS_END_S:
                        moment = moment._replace(now_s=timer.ends_s - BEFORE_ITS_END_S[name])
                    found[name] = Shot(name, says, moment, before if after_s else None, after_s)
        if len(found) == len(wanted):
            return {name: found[name] for name in wanted}
    missing = sorted(set(wanted) - set(found))
    raise LookupError(f"no board of {ROUNDS} rounds shows {', '.join(missing)}")


def shots(language: str) -> dict[str, list[Shot]]:
    """All pictures, in the order of an evening, chapter by chapter."""
    found = looked_for(WANTED, chain([before_a_round(language)], rounds(language)))
    words = looked_for(WORDS_WANTED, word_rounds(language))
    answer = words["way_off"].moment
    far = answer._replace(board=answered_way_off(answer.board, language))
    words["way_off"] = words["way_off"]._replace(moment=far)
    many = Moment(imagined("over", MANY_SEATS, language=language), 0.0)
    test = Moment(imagined("test", SEATS, language=language), 0.0)
    seen = {**found, **words}
    return {
        "An evening": [*found.values()],
        "Mots-garous": [*words.values()],
        "Large text, high contrast": [
            seen[of]._replace(name=name, says=says, look=look) for name, (says, of, look) in LOOKS.items()
        ],
        "Many seats, and the check": [
            Shot("many", "Twenty-four seats: at the end their cards are laid out in rows, clockwise", many),
            Shot("test", "The test card of the check", test),
        ],
    }


def picture(shot: Shot) -> pygame.Surface:
    """What a table shows then."""
    surface, painter = pygame.Surface(SIZE), Painter(look=shot.look)

    def draw(board: Board, now_s: float) -> None:
        while painter.draw(surface, board, now_s):
            pass

    now_s = shot.moment.now_s
    if shot.before:
        draw(shot.before.board, now_s)
        draw(shot.moment.board, now_s)
    draw(shot.moment.board, now_s + shot.after_s)
    return surface


def png(surface: pygame.Surface) -> bytes:
    """As a PNG whose channels keep six bits: nobody sees the difference, and it is half as large."""
    width, height = surface.get_size()
    data = pygame.image.tobytes(surface, "RGB").translate(
        bytes(value & 0xFC | value >> 6 for value in range(256))
    )
    rows = b"".join(b"\0" + data[3 * width * y : 3 * width * (y + 1)] for y in range(height))
    parts = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


LIMITS = (
    "Sizes of letters, in pixels of a picture 1080 high; at 56 a capital fills a third of a degree for who "
    "sits six picture heights away (`screen.farthest_m` and `screen.picture_m` make all sizes fit a room):",
    "",
    "| seats | names of the living, 16:9; 4:3 | their cards at the end | cards of the dead in play |",
    "| --- | --- | --- | --- |",
    "| 13 | 68; 60 | 52; 48 | 52; 48 |",
    "| 16 | 68; 68 | 48; 48 | 48; 42 |",
    "| 20 | 64; 56 | 52; 42 | 36; 32 |",
    "| 24 | 56; 52 | 48; 36 | 32; 28 |",
    "",
    "Titles of more than eighteen letters are smaller: at least 30 on a wide picture, with 24 seats 26 in "
    "play. From seventeen seats on the cards lie in rows at the end, clockwise from the top left; round a "
    "table they would be 32 high. With large text headlines and captions are a quarter larger wherever "
    "their line has room, and names with up to 13 seats. With 20 and more, names and cards in play are "
    "smaller than usual: 48 and 28 with 24.",
)


def page(chapters: Mapping[str, Sequence[Shot]]) -> str:
    """docs/gallery.md: every picture with its sentence."""
    parts = [
        "# What the board shows",
        "",
        f"Thirteen seats and the cards of *Best Of*, at {SIZE[0]} x {SIZE[1]}: boards of real rounds, drawn "
        "by `make gallery`. Below each picture is the same in English. The two of the last chapter, and the "
        "answer *way off*, which no bot ever gives, are made for the picture.",
        "",
        *LIMITS,
    ]
    for chapter, shown in chapters.items():
        parts += ["", f"## {chapter}"]
        for shot in shown:
            parts += ["", f"### {shot.says}", ""]
            parts += [f"![{shot.says}](gallery/{shot.name}.{language}.png)" for language in LANGUAGES]
    return "\n".join([*parts, ""])


def main() -> None:
    """Writes the page and all its pictures; those of scenes that are no more are removed."""
    pygame.display.init()
    PICTURES.mkdir(exist_ok=True)
    drawn: set[Path] = set()
    for language in LANGUAGES:
        chapters = shots(language)
        for shot in chain.from_iterable(chapters.values()):
            path = PICTURES / f"{shot.name}.{language}.png"
            path.write_bytes(png(picture(shot)))
            drawn.add(path)
    PAGE.write_text(page(chapters), "utf-8")
    for path in set(PICTURES.iterdir()) - drawn:
        path.unlink()


if __name__ == "__main__":
    main()
