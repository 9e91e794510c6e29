"""Films the best moments of an evening: dist/gallery/reel.en.gif and reel.fr.gif.

    python -m tests.gallery.reel

The README's film is the English one, docs/reel.gif. PyAV encodes it, as it does voice packs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

import av
import pygame
from av.filter import Graph

from table.board.board import Board
from table.board.paint.scenes import Painter
from tests.gallery import words
from tests.gallery.__main__ import GALLERY
from tests.gallery.evening import opened, rounds
from tests.gallery.hall import Moment, is_told
from tests.kit.boards import board
from tests.kit.settling import settle

SIZE, SHOWN = (1280, 720), (640, 360)
"""The board as it is drawn, and the film."""
FPS = 10
LANGUAGES = ("en", "fr")
SEATS, RULEBOOK = 12, "thiercelieux"
COLOURS = 64


class Scene(NamedTuple):
    """A moment of a round to film: two boards in a row that tell it, and the seconds around the second."""

    is_it: Callable[[Board, Board], object]
    before_s: float
    after_s: float


VOTE = Scene(lambda was, now: len(now.arrows) > 7 and not was.arrows, 0.5, 6.0)
"""The torches of a vote."""
WEREWOLVES = (
    Scene(lambda was, now: was.scene not in ("night", "look", "attract") and now.scene == "night", 0.3, 5.0),
    Scene(lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline, 0.5, 2.5),
    Scene(lambda was, now: was.scene == now.scene == "dawn" and opened(now) > opened(was), 2.5, 4.5),
    VOTE,
    Scene(lambda was, now: was.scene == now.scene == "ballots" and opened(now) > opened(was), 0.5, 4.0),
    Scene(lambda was, now: was.scene != "over" and is_told(now, "over"), 0.3, 6.0),
)
WORDS = (
    Scene(lambda _, now: is_told(now, "questions") and words.given(now) > 9, 0.0, 3.0),
    Scene(lambda was, now: now.sought and len(now.arrows) > len(was.arrows), 0.5, 4.0),
)


def filmed(wanted: Sequence[Scene], played: Iterable[list[Moment]]) -> list[list[Moment]]:
    """For each wanted scene the boards of its frames, one after the other, from the first round that has
    it. Raises `LookupError` if one has none."""
    found: dict[int, list[Moment]] = {}
    for seen in played:
        for number, (is_it, before_s, after_s) in enumerate(wanted):
            if number in found:
                continue
            for was, now in pairwise(seen):
                if is_it(was.board, now.board):
                    found[number] = frames(seen, now.now_s - before_s, now.now_s + after_s)
                    break
        if len(found) == len(wanted):
            return [found[number] for number in range(len(wanted))]
    raise LookupError(f"no round shows scene {min({*range(len(wanted))} - {*found})}")


def frames(seen: Sequence[Moment], from_s: float, to_s: float) -> list[Moment]:
    """The board that stood at each frame between two times."""
    times = [moment.now_s for moment in seen]
    shown = []
    for frame in range(round((to_s - from_s) * FPS)):
        now_s = from_s + frame / FPS
        shown.append(seen[max(0, bisect_right(times, now_s) - 1)]._replace(now_s=now_s))
    return shown


def drawn(scene: Sequence[Moment]) -> Iterator[pygame.Surface]:
    """The pictures of a scene; its first board is settled when it begins."""
    surface, painter = pygame.Surface(SIZE), Painter()
    settle(painter, surface, scene[0].board, scene[0].now_s - 10.0)
    while painter.prepaint():
        pass
    for shown, now_s, *_ in scene:
        settle(painter, surface, shown, now_s)
        yield pygame.transform.smoothscale(surface, SHOWN)


def village(language: str) -> list[Moment]:
    """The village at dusk, as it waits for players."""
    waiting = board("attract", SEATS, language=language)
    return frames([Moment(waiting, 0.0)], 20.0, 22.0)


def write(pictures: Iterable[pygame.Surface], path: Path) -> None:
    """Encodes the film, with one palette for all of it."""
    graph = Graph()
    size = f"width={SHOWN[0]}:height={SHOWN[1]}"
    source = graph.add("buffer", f"{size}:pix_fmt=rgb24:time_base=1/{FPS}:pixel_aspect=1/1")
    split, palette = graph.add("split"), graph.add("palettegen", f"max_colors={COLOURS}:stats_mode=full")
    use, sink = graph.add("paletteuse", "dither=none:diff_mode=rectangle"), graph.add("buffersink")
    source.link_to(split)
    split.link_to(use, 0, 0)
    split.link_to(palette, 1, 0)
    palette.link_to(use, 0, 1)
    use.link_to(sink)
    graph.configure()
    for number, picture in enumerate(pictures):
        frame = av.VideoFrame(*SHOWN, "rgb24")
        frame.planes[0].update(pygame.image.tobytes(picture, "RGB"))
        frame.pts = number
        source.push(frame)
    source.push(None)
    with av.open(str(path), "w", options={"loop": "0"}) as film:
        stream = film.add_stream("gif", rate=FPS)
        stream.width, stream.height, stream.pix_fmt = *SHOWN, "pal8"
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
        scenes = [
            village(language),
            *filmed(WEREWOLVES, rounds(language, SEATS, RULEBOOK)),
            *filmed(WORDS, words.rounds(language)),
        ]
        write(chain.from_iterable(map(drawn, scenes)), path := GALLERY / f"reel.{language}.gif")
        seconds = sum(map(len, scenes)) / FPS
        print(f"{path}: {len(scenes)} scenes, {seconds:.0f} s, {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
