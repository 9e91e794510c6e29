"""Mots-garous by day: bubbles, stamps, the last seconds, *so close*."""

from __future__ import annotations

import os
from itertools import combinations

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest
from msgspec.structs import replace
from pygame import Rect, Surface

from table.board.board import Board, Place, Scene, Timer
from table.board.menu import Menu
from table.board.paint.cues import AT_REST, CLOSE_S, OPENING_S, Cues
from table.board.paint.layout import Layout, lay_out
from table.board.paint.palette import DAY
from table.board.paint.plaques import plate_of
from table.board.paint.questions import QUESTION, box_of, free_of, paint_rings, said, spots
from table.board.paint.scenes import Painter
from table.board.paint.tokens import COLOURS
from table.board.view import DisplayOptions
from table.words.narration import Narration
from tests.kit.boards import WordMoment, board, word_board
from tests.kit.legible import faults, read

SIZE = (640, 360)


def plates_of(layout: Layout, temper: str = "") -> list[Rect]:
    """The plates of all seats, with a temper below the name."""
    return [plate_of(Place("Mill", temper=temper), lot) for lot in layout.lots]


def answered(token: str) -> Board:
    """A board a moment after an answer to the third seat."""
    shown = word_board("day", 9)
    for place in shown.places:
        place.asks = False
    shown.places[2].token, shown.places[2].tokens = token, ("no", token)
    return shown


def test_a_bubble_holds_the_last_answer_or_that_somebody_asks() -> None:
    assert said(Place("")) == ""
    assert said(Place("", tokens=("yes", "no"))) == "no"
    assert said(Place("", tokens=("yes",), asks=True)) == QUESTION
    assert said(Place("", token="way_off", tokens=("way_off",), asks=True)) == "way_off"


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080), (1280, 720)])
@pytest.mark.parametrize("enlarged", [1.0, 1.25])
@pytest.mark.parametrize("temper", ["", "doubter"])
def test_no_bubble_covers_a_name_or_another_bubble(
    size: tuple[int, int], enlarged: float, temper: str
) -> None:
    """A quarter of a plate's height is the edge round its words."""
    for seats in range(4, 21):
        layout = lay_out(size, seats, enlarged)
        plates = plates_of(layout, temper)
        boxes = [box_of(spot) for spot in spots(layout, plates)]
        assert all(Rect((0, 0), size).contains(box) for box in boxes), seats
        for box, other in combinations(boxes, 2):
            shared = box.clip(other)
            assert shared.width * shared.height <= 0.25 * min(box.width, other.width) ** 2, seats
        for plate, box in ((plate, box) for plate in plates for box in boxes):
            words = plate.inflate(-0.3 * plate.height, -0.3 * plate.height)
            assert box.clip(words).width <= 0.3 * box.width, (seats, box, words)


def test_the_middle_lies_between_the_bubbles_at_the_sides() -> None:
    for seats in (6, 13, 20):
        layout = lay_out((1920, 1080), seats)
        found = spots(layout, plates_of(layout))
        free = free_of(layout.square, found)
        beside = [box_of(spot) for spot in found if free.top < spot.middle[1] < free.bottom]
        assert not any(box.colliderect(free.inflate(-2, 0)) for box in beside)
        assert free.width > 0.3 * 1920


@pytest.mark.parametrize("language", ["fr", "en", "de", "es"])
@pytest.mark.parametrize("moment", ["day", "last"])
def test_each_kind_of_token_has_its_word(language: str, moment: WordMoment) -> None:
    """As the narrator calls it, also in the last seconds."""
    word, size = Narration.load(language, "mots-garous").word, (1280, 720)
    shown = word_board(moment, 9)
    shown.heaps = [replace(heap, label=word(f"token.{heap.kind}")) for heap in shown.heaps]
    written = Painter().text_rects(shown, size)
    assert len({heap.label for heap in shown.heaps}) == 5
    assert [read(written, f"token {number}") for number in range(5)] == [heap.label for heap in shown.heaps]
    assert [fault for fault in faults(shown, written, size) if "token" in fault or "left" in fault] == []
    if moment == "day":
        least = min(line.px for line in written if line.what.startswith("token"))
        assert least * 1080 >= 26 * size[1], "in two lines, if that makes the words larger"


def test_the_rings_of_so_close_reach_into_all_corners() -> None:
    surface = Surface((640, 360))
    surface.fill((1, 2, 3))
    paint_rings(surface)
    corners = [surface.get_at((x, y))[:3] for x in (0, 639) for y in (0, 359)]
    assert (1, 2, 3) not in corners


def test_so_close_fills_the_screen_and_is_gone() -> None:
    cues, asked, close = Cues(), answered("no"), answered("so_close")
    close.places[1].tokens = ("yes", "yes")
    assert cues.follow(asked, 0, 0.0) == AT_REST
    assert 0 < cues.follow(close, 0, 10.0).close < 1
    assert cues.follow(close, 0, 10.0 + OPENING_S).close == 1
    assert cues.follow(close, 0, 10.1 + CLOSE_S) == AT_REST
    assert cues.follow(close, "another table", 10.1) == AT_REST, "it is another table"


def test_other_answers_leave_the_village_in_sight() -> None:
    cues, asked = Cues(), answered("no")
    cues.follow(asked, 0, 0.0)
    asked.places[1].tokens = ("yes", "yes")
    cue = cues.follow(asked, 0, 10.0)
    assert (cue.stamp, cue.close) == (0.0, 0.0)
    assert cues.follow(asked, 0, 11.0) == AT_REST


def test_a_calm_board_shows_the_answer_at_once_and_nothing_moves() -> None:
    surface, painter = Surface(SIZE), Painter(look=DisplayOptions(calm=True))
    before, after = word_board("day", 9), answered("so_close")
    before.timer = after.timer = None
    while painter.draw(surface, before, 0.0):
        pass
    while painter.draw(surface, after, 10.0):
        pass
    seen = surface.get_buffer().raw
    assert not painter.draw(surface, after, 10.2)
    assert not painter.draw(surface, after, 10.0 + CLOSE_S)
    assert surface.get_buffer().raw == seen


@pytest.mark.parametrize("scene", ["questions", "debate", "vote", "election"])
def test_the_clock_grows_in_the_last_seconds_and_a_calm_one_does_not(scene: Scene) -> None:
    def px(left_s: int, look: DisplayOptions) -> int:
        shown = word_board("day", 9) if scene == "questions" else board(scene, 9)
        shown.timer = Timer(float(left_s), 240.0)
        written = Painter(look=look).text_rects(shown, (1280, 720))
        return next(line.px for line in written if line.what == "timer")

    sizes = [px(left_s, DisplayOptions()) for left_s in (11, 10, 5, 1)]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)
    assert (
        px(10, DisplayOptions(calm=True))
        == px(1, DisplayOptions(calm=True))
        > px(11, DisplayOptions(calm=True))
    )


@pytest.mark.parametrize("scene", ["questions", "debate", "vote"])
def test_the_clock_beats_in_the_last_seconds_where_it_is_seen(scene: Scene) -> None:
    shown = Board(scene, timer=Timer(100.0, 240.0))
    beats = [Cues().follow(shown, "cast", now_s).beat for now_s in (88.0, 95.0, 95.1, 95.4, 100.5)]
    assert beats == [1.0, 0.0, pytest.approx(1 / 3), 1.0, 1.0]
    shown.menu = Menu("", [], 0, "")
    assert Cues().follow(shown, "cast", 95.0).beat == 1.0


def test_no_token_has_the_red_of_the_dead() -> None:
    for colour in COLOURS.values():
        assert sum((a - b) ** 2 for a, b in zip(colour, DAY.mark, strict=True)) > 80**2, colour
    assert len(set(COLOURS.values())) == len(COLOURS)
