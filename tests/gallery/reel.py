"""Films an evening at a table: dist/gallery/reel.en.gif and reel.fr.gif.

    python -m tests.gallery.reel

The README's film is the English one, docs/reel.gif. PyAV encodes it, as it does voice packs. Board, lights of
the rings and presses are those of one round; the room round them is drawn by `parlour`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import av
import msgspec
import pygame
from av.filter import Graph

from table.board.board import Board
from table.board.paint.scenes import Painter
from table.board.view import DisplayOptions
from tests.gallery.__main__ import GALLERY
from tests.gallery.evening import ROUNDS
from tests.gallery.hall import PIXELS, Hall, Moment, Script, is_told
from tests.gallery.parlour import BOARD, CHAIRS, HEIGHT, PHONE, ROOM, WIDTH, Camera, Phone, Sight, room
from tests.gallery.phones import ADDRESS
from tests.kit.phone_stand import MINE
from tests.kit.settling import settle

BOARD_SIZE = (1280, 720)
LOOK = DisplayOptions(text="large")
FPS = Fraction(25, 2)
"""Frames a second; a GIF counts in hundredths of a second."""
LANGUAGES = ("en", "fr")
COLOURS = 80
GAME = {"rulebook": "thiercelieux", "deck": "simplified", "captain": "never"}
SEATS = len(CHAIRS)
GUEST = (MINE + 1) % SEATS
"""The seat that is a phone, at the left of the one who looks."""
ORDER = [(MINE + step) % SEATS for step in range(SEATS)]
"""The seats, clockwise from the one who looks."""
SLEEPS = ("night", "look")
TAP_S, TURN_S, LOOK_S, LOCK_S = 0.2, 0.5, 2.4, 0.75
"""Seconds of a press, between two presses, of a look at one's card, of a hold."""
NEAR_S = 3.0
"""Seconds before and after a press in which the hand is seen."""
HOVERS = 7.0
"""How high the finger is above the button meanwhile, in units of the room."""
PAGE_S = 1.0
"""Seconds before the tap in which the phone shows the page."""
LIT_S = 1.2
"""Seconds in which the light of the room changes from day to night."""


class Shot(NamedTuple):
    """A part of the film: a moment of the screenplay, the seconds around it, and who looks."""

    moment: str
    before_s: float
    after_s: float
    camera: Camera


SHOTS = (
    Shot("code", 0.0, 1.1, ROOM),
    Shot("scan", 1.9, 0.7, PHONE),
    Shot("deal", 0.3, 1.6, ROOM),
    Shot("nightfall", 0.2, 1.9, ROOM),
    Shot("turn", 0.1, 2.7, ROOM),
    Shot("dawn", 0.1, 1.9, BOARD),
    Shot("card", 0.1, 3.9, BOARD),
    Shot("vote", 0.1, 1.9, ROOM),
    Shot("arrows", 0.3, 2.2, BOARD),
    Shot("crowd", 0.1, 3.6, ROOM),
)


class Evening(NamedTuple):
    """What happened at the table, and when each moment of the film was."""

    hall: Hall
    moments: dict[str, Moment]


class Frame(NamedTuple):
    """A picture of the film before it is drawn."""

    board: Board
    now_s: float
    sight: Sight
    camera: Camera


def played(language: str) -> Evening:
    """Plays evenings until one has all moments of the film. Raises `LookupError` if none of `ROUNDS` has."""
    for seed in range(ROUNDS):
        hall = Hall(language, SEATS, GAME)
        hall.host = GUEST
        moments = hall.play(screenplay(hall), seed=seed)
        if all(shot.moment in moments for shot in SHOTS):
            return Evening(hall, moments)
    raise LookupError(f"no round of {ROUNDS} has all of the film")


def screenplay(hall: Hall) -> Script:
    """One round: a guest sits down with a phone, and the one who looks is a werewolf with a pod. It ends at
    once where the cards or the winners are others."""
    yield 4.0
    hall.keep("code")
    yield 4.0
    hall.keep("scan")
    hall.touch(GUEST, TAP_S)
    yield 2.0
    hall.touch(MINE, TAP_S)
    yield 2.0
    yield from hall.take(hall.text("host.start"))
    yield lambda board: board.scene == "deal" and board.timer
    yield 2.0
    hall.keep("deal")
    hall.touch(MINE, LOOK_S)
    yield LOOK_S / 2
    if not hall.slips.words[MINE].startswith(hall.narration.cards["werewolf"].title):
        return
    yield LOOK_S
    for seat in (MINE, GUEST):
        hall.touch(seat, TAP_S)
    yield lambda board: board.scene == "night"
    hall.keep("nightfall")
    chooses = hall.word("prompt.choose.1")
    yield lambda board: board.scene == "night" and chooses in hall.slips.words.get(MINE, "")
    yield 1.0
    hall.keep("turn")
    yield from turned(hall, 3)
    yield lambda board: is_told(board, "dawn")
    hall.keep("dawn")
    yield lambda board: board.hush
    hall.keep("card")
    yield lambda board: is_told(board, "debate") and board.timer
    for seat in (MINE, GUEST):
        hall.hold(seat)
    yield lambda board: board.scene == "vote" and board.timer
    yield 1.0
    hall.keep("vote")
    yield from turned(hall, 2)
    yield lambda board: board.scene == "ballots" and len(board.arrows) > 3
    hall.keep("arrows")
    while not hall.view.stands.board.winner:
        yield lambda board: board.winner or (is_told(board, "debate") and board.timer)
        if hall.view.stands.board.timer:
            hall.hold(MINE)
            yield lambda board: board.winner or board.scene != "debate"
    if hall.view.stands.board.winner != "villagers":
        return
    hall.keep("crowd")
    yield 8.0


def turned(hall: Hall, steps: int) -> Script:
    """The one who looks turns their light, and locks it."""
    for _ in range(steps):
        hall.touch(MINE, TAP_S)
        yield TURN_S
    hall.touch(MINE, LOCK_S)
    yield LOCK_S


def frames(evening: Evening, shot: Shot) -> list[Frame]:
    """The pictures of a shot, one for each frame."""
    hall, anchor_s = evening.hall, evening.moments[shot.moment].now_s
    boards = [moment.now_s for moment in hall.view.seen]
    light, shown = None, list[Frame]()
    for number in range(round((shot.before_s + shot.after_s) * FPS)):
        now_s = anchor_s - shot.before_s + float(number / FPS)
        board = hall.view.seen[bisect_right(boards, now_s) - 1].board
        if shot.moment in ("code", "scan"):
            sat = int(shot.camera == PHONE and now_s > anchor_s)
            people = hall.word("phones.people", number=sat, expected=SEATS)
            board = msgspec.structs.replace(board, join=ADDRESS, people=people)
        aim = 0.0 if board.scene in SLEEPS else 0.7 if board.late else 1.0
        step = float(1 / FPS) / LIT_S
        light = aim if light is None else min(max(aim, light - step), light + step)
        sight = Sight(
            light,
            rings_at(hall, now_s),
            ORDER,
            sleeps=board.scene in SLEEPS and light < 0.5,
            hand=hand_at(hall, now_s),
            covers=shot.moment == "deal",
            phone=phone_at(now_s - anchor_s) if shot.camera == PHONE else None,
        )
        shown.append(Frame(board, now_s, sight, shot.camera))
    return shown


def rings_at(hall: Hall, now_s: float) -> list[bytes]:
    """What each ring showed then, clockwise from the one who looks. A phone has none."""
    times = [shown.time_s for shown in hall.rings.shown]
    frame = hall.rings.shown[bisect_right(times, now_s) - 1].frame
    size = 3 * PIXELS
    return [b"" if seat == GUEST else frame[size * seat : size * (seat + 1)] for seat in ORDER]


def hand_at(hall: Hall, now_s: float) -> float | None:
    """How far the finger of the one who looks was from the button then; None: there was no hand."""
    mine = [touch for touch in hall.touches if touch.seat == MINE]
    if any(touch.down_s <= now_s < touch.up_s for touch in mine):
        return 0.0
    return HOVERS if any(touch.down_s - NEAR_S < now_s < touch.up_s + NEAR_S for touch in mine) else None


def phone_at(after_tap_s: float) -> Phone:
    """The phone of the guest, so many seconds after the finger took the place."""
    return Phone(f"http://{ADDRESS}", after_tap_s > -PAGE_S, ORDER.index(GUEST), after_tap_s > 0)


def drawn(scene: Sequence[Frame]) -> Iterator[pygame.Surface]:
    """The pictures of a shot; its first board is settled when it begins."""
    surface, painter = pygame.Surface(BOARD_SIZE), Painter(look=LOOK)
    settle(painter, surface, scene[0].board, scene[0].now_s - 10.0)
    while painter.prepaint():
        pass
    for frame in scene:
        settle(painter, surface, frame.board, frame.now_s)
        yield room(frame.sight, surface, frame.camera)


def write(pictures: Iterable[pygame.Surface], path: Path) -> None:
    """Encodes the film, with one palette for all of it."""
    graph = Graph()
    size = f"width={WIDTH}:height={HEIGHT}"
    source = graph.add("buffer", f"{size}:pix_fmt=rgb24:time_base={1 / FPS}:pixel_aspect=1/1")
    split, palette = graph.add("split"), graph.add("palettegen", f"max_colors={COLOURS}:stats_mode=full")
    use, sink = graph.add("paletteuse", "dither=none:diff_mode=rectangle"), graph.add("buffersink")
    source.link_to(split)
    split.link_to(use, 0, 0)
    split.link_to(palette, 1, 0)
    palette.link_to(use, 0, 1)
    use.link_to(sink)
    graph.configure()
    for number, picture in enumerate(pictures):
        frame = av.VideoFrame(WIDTH, HEIGHT, "rgb24")
        frame.planes[0].update(pygame.image.tobytes(picture, "RGB"))
        frame.pts = number
        source.push(frame)
    source.push(None)
    with av.open(str(path), "w", options={"loop": "0"}) as film:
        stream = film.add_stream("gif", rate=FPS)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "pal8"
        while True:
            try:
                made = sink.pull()
            except (av.error.EOFError, av.error.BlockingIOError):
                break
            assert isinstance(made, av.VideoFrame)
            film.mux(stream.encode(made))
        film.mux(stream.encode(None))


def main() -> None:
    """Writes the films."""
    pygame.display.init()
    GALLERY.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        evening = played(language)
        shots = [frames(evening, shot) for shot in SHOTS]
        write(chain.from_iterable(map(drawn, shots)), path := GALLERY / f"reel.{language}.gif")
        seconds = float(sum(map(len, shots)) / FPS)
        print(f"{path}: {len(shots)} shots, {seconds:.1f} s, {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
