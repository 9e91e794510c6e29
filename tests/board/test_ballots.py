"""The arrows of a ballot of many: bundled by seat, the two who lead first and told apart without colour."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from table.board.board import Arrow, Board, Place, Timer, leaders
from table.board.paint.arrows import Shape, cast, way_on
from table.board.paint.doors import count_at, counts_of
from table.board.paint.frame import Frame
from table.board.paint.middle import laid
from table.board.paint.motion import lengths, ranks
from table.board.paint.palette import luminance
from table.board.paint.scenes import Painter
from table.board.paint.text import Typesetter
from table.board.paint.village import lying_in_the_middle
from table.board.view import DisplayOptions

SIZE = (1280, 720)
SEATS = 24
FIRST, SECOND, OTHER = 5, 9, 16


def ballots(*targets: int) -> list[Arrow]:
    """One ballot of each seat from 0 on."""
    return [Arrow(voter, target) for voter, target in enumerate(targets)]


def frame_of(arrows: list[Arrow], scene: str = "ballots") -> Frame:
    shown = Board(scene, places=[Place("x") for _ in range(SEATS)], arrows=arrows)  # type: ignore[arg-type]
    return Painter()._frame(Surface(SIZE), SIZE, shown)


@pytest.mark.parametrize(
    ("targets", "found"),
    [
        ((), ()),
        ((1, 1, 1), (1,)),
        ((2, 1, 1), (1, 2)),
        ((3, 2, 1), ()),
        ((1, 1, 2, 3), (1,)),
        ((1, 1, 2, 2, 3), (1, 2)),
        ((1, 1, 2, 2, 3, 3), ()),
    ],
)
def test_two_seats_lead_unless_a_third_has_as_many(targets: tuple[int, ...], found: tuple[int, ...]) -> None:
    assert leaders(tuple(ballots(*targets))) == found


def test_the_captain_s_ballot_counts_twice_for_the_lead() -> None:
    assert leaders((*ballots(1, 2, 3), Arrow(3, 4, 2))) == (4,)


def test_arrows_at_the_two_who_lead_come_first() -> None:
    arrows = ballots(OTHER, FIRST, SECOND, FIRST, SECOND, FIRST)
    assert ranks(tuple(arrows)) == (3, 0, 0, 1, 1, 2)
    assert lengths(arrows, 0.75) == [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    assert lengths(arrows, 1.0) == [1.0] * 6


def test_arrows_at_one_seat_run_together_before_it() -> None:
    arrows = ballots(*[FIRST] * 4, 23)
    frame = frame_of(arrows)
    ways = [way_on(frame, arrow) for arrow in arrows[:4]]
    before = [[way.at(1 - px / way.length) for way in ways] for px in (ways[0].length, 40)]
    apart = [max(one.distance_to(other) for one, other in pairwise(points)) for points in before]
    assert apart[1] < 0.05 * apart[0]
    told = frame_of(arrows, "told")
    assert way_on(told, arrows[0]) != ways[0], "deeds in the chronicle keep their ways"


def widths(drawn: Shape) -> float:
    return drawn.outline[0].distance_to(drawn.outline[-1])


def test_the_two_who_lead_are_told_apart_without_colour() -> None:
    arrows = ballots(FIRST, FIRST, FIRST, SECOND, SECOND, OTHER)
    frame = frame_of(arrows)
    first, second, other = (cast(frame, arrows[number]) for number in (0, 3, 5))
    assert (first.is_hollow, second.is_hollow, other.is_hollow) == (False, True, False)
    assert widths(other) < 0.6 * widths(first)
    assert sum(other.colour) < sum(cast(frame_of([arrows[5]]), arrows[5]).colour), "it is faint"
    # A dark line is seen along the whole of a hollow arrow, and none along another.
    for drawn, is_dark in ((first, False), (second, True)):
        surface = Surface(SIZE)
        surface.fill("white")
        drawn.paint(surface)
        middle = (drawn.outline[5] + drawn.outline[-6]) / 2
        seen = surface.get_at((round(middle.x), round(middle.y)))
        assert (seen == pygame.Color(*drawn.colour)) != is_dark


@pytest.mark.parametrize("seats", [8, 13])
def test_whoever_is_pointed_at_no_arrow_crosses_the_clock(seats: int) -> None:
    shown = Board("debate", places=[Place("x") for _ in range(seats)], timer=Timer(90.0, 180.0))
    frame = Painter()._frame(Surface(SIZE), SIZE, shown)
    clock, around = laid(frame).face.rect, lying_in_the_middle(frame)
    doors = [Rect(0, 0, 1, 1).move(*map(round, lot.door)) for lot in frame.layout.lots]
    assert clock.collidelist(doors) < 0
    straight = round_it = 0
    for voter, target in permutations(range(seats), 2):
        straight += way_on(frame, Arrow(voter, target)).meets([clock])
        round_it += way_on(frame, Arrow(voter, target), around).meets([clock])
    assert round_it == 0 < straight


def test_no_ballot_of_many_is_behind_the_two_that_are_named() -> None:
    frame = frame_of(ballots(*[FIRST] * 5, OTHER, *[FIRST] * 6, *[SECOND] * 3))
    boxes = laid(frame).boxes
    doors = [lot.door for lot in frame.layout.lots]
    free = [
        arrow
        for arrow in frame.board.arrows
        if not any(box.collidepoint(doors[seat]) for box in boxes for seat in (arrow.voter, arrow.target))
    ]
    assert len(free) > 8
    around = lying_in_the_middle(frame)
    assert not any(way_on(frame, arrow, around).meets(boxes) for arrow in free)


def test_ballots_at_the_two_who_lead_have_a_light_casing() -> None:
    arrows = ballots(FIRST, FIRST, FIRST, SECOND, SECOND, OTHER)
    frame = frame_of(arrows)
    first, second, other = (cast(frame, arrows[number]) for number in (0, 3, 5))
    assert [bool(drawn.casing) for drawn in (first, second, other)] == [True, True, False]
    for drawn in (first, second):
        surface = Surface(SIZE)
        drawn.paint(surface)
        middle = (drawn.casing[5] + drawn.outline[5]) / 2
        seen = surface.get_at((round(middle.x), round(middle.y)))
        assert luminance((seen.r, seen.g, seen.b)) > 0.7


def test_neither_of_two_rivals_has_a_larger_name() -> None:
    names = ["Ana", "Bartholomew-Jim"] * 4
    shown = Board("ballots", places=[Place(name) for name in names], arrows=ballots(1, *[6] * 3, *[1] * 3))
    written = {line.what: line.px for line in Painter().text_rects(shown, SIZE)}
    assert written["about 0"] == written["about 1"]


@pytest.mark.parametrize("size", [(1280, 720), (960, 720), (1024, 768)])
def test_two_rivals_of_many_are_named_as_large_as_on_their_plates(size: tuple[int, int]) -> None:
    places = [Place("Orchard") for _ in range(SEATS)]
    shown = Board("ballots", places=places, arrows=ballots(1, *[SEATS - 2] * 3, *[1] * 3))
    written = {line.what: line.px for line in Painter().text_rects(shown, size)}
    assert written["about 0"] >= 0.9 * written["name 5"]


@pytest.mark.parametrize("size", [(1280, 720), (960, 720)])
@pytest.mark.parametrize("seats", [8, SEATS])
@pytest.mark.parametrize("text", ["normal", "large"])
def test_the_two_of_a_narrow_vote_are_named_with_their_score_and_no_count_is_hidden(
    size: tuple[int, int], seats: int, text: Any
) -> None:
    arrows = ballots(1, *[seats - 2] * 3, *[1] * 3)
    shown = Board("ballots", places=[Place(f"Seat{seat}") for seat in range(seats)], arrows=arrows)
    written = {line.what: line for line in Painter(look=DisplayOptions(text=text)).text_rects(shown, size)}
    names = [written[f"about {number}"].text for number in (0, 1)]
    assert {*names} == {"Seat1", f"Seat{seats - 2}"}
    assert written["score"].text == ("4:3" if names[0] == "Seat1" else "3:4")
    middle = [written[what].rect for what in ("about 0", "about 1", "score")]
    counts = [line.rect for what, line in written.items() if what.startswith("count")]
    assert len(counts) == 2
    assert not any(count.collidelistall(middle) for count in counts)


@pytest.mark.parametrize("size", [(1280, 720), (960, 720), (720, 1280)])
@pytest.mark.parametrize("seats", [9, 12, 18, 20, SEATS])
@pytest.mark.parametrize("text", ["normal", "large"])
def test_counts_of_many_are_large_and_clear_of_plates_and_of_the_middle(
    size: tuple[int, int], seats: int, text: Any
) -> None:
    """One of two figures, at each second seat in turn, and all others dead with their cards."""
    painter = Painter(look=DisplayOptions(text=text))
    for parity in (0, 1):
        places = [Place("Old Margaret") for _ in range(seats)]
        for place in places[1 - parity :: 2]:
            place.alive, place.card = False, "Big Bad Wolf"
        counted = range(parity, seats, 2)
        arrows = [Arrow((seat + 2) % seats, seat, 3) for seat in counted]
        arrows[seats // 5] = Arrow(arrows[0].voter, arrows[seats // 5].target, 10)
        arrows[0] = Arrow(arrows[0].voter, arrows[0].target, 9)
        shown = Board("ballots", places=places, arrows=arrows)
        written = [line for line in painter.text_rects(shown, size) if line.what.startswith("count")]
        frame = painter._frame(Surface(size), size, shown)
        assert len(written) == len(counted)
        assert len(frame.rivals) == 2, "so the middle is full"
        for line in written:
            figure = Typesetter().font(line.px, bold=True).render("8", True, "white").get_bounding_rect()
            assert figure.height >= min(size) / 30
        counts = counts_of(frame)
        plates = [plaque.rect for plaque in painter._plaques._last.values()]
        for number, count in enumerate(counts):
            others = counts[:number] + counts[number + 1 :]
            assert count.collidelist([*plates, *laid(frame).boxes, *others]) < 0


def test_counts_of_the_two_who_lead_are_told_apart_without_colour() -> None:
    """The first is dark on light; the second has two edges."""
    arrows = ballots(FIRST, FIRST, FIRST, SECOND, SECOND, OTHER)
    shown = Board("ballots", places=[Place("x") for _ in range(SEATS)], arrows=arrows)
    surface, painter = Surface(SIZE), Painter(look=DisplayOptions(calm=True))
    painter.draw(surface, shown, 0.0)
    written = {line.what: line for line in painter.text_rects(shown, SIZE)}
    first, second, other = (written[f"count {seat}"] for seat in (FIRST, SECOND, OTHER))
    assert (first.colour, first.ground) == (other.ground, other.colour)
    assert second.colour == other.colour
    edges = []
    for seat in (SECOND, OTHER):
        box = count_at(painter._frame(surface, SIZE, shown), seat, 1)
        row = [surface.get_at((x, box.centery))[:3] for x in range(box.left, box.left + box.width // 4)]
        edges.append(len([1 for one, then in pairwise(row) if one != then and then == row[-1]]))
    assert edges == [2, 1]


@pytest.mark.parametrize(("seats", "named"), [(8, False), (SEATS, True)])
def test_many_ballots_are_counted_large_for_the_two_with_the_most(seats: int, named: bool) -> None:
    shown = Board(
        "ballots", places=[Place("x") for _ in range(seats)], arrows=ballots(1, 2, 1, 1, 1, 2, 1, 3)
    )
    score = [line.text for line in Painter().text_rects(shown, SIZE) if line.what == "score"]
    assert [{*one.split(":")} for one in score] == ([{"5", "2"}] if named else [])
    shown.places[1].marked = True
    assert "score" not in {line.what for line in Painter().text_rects(shown, SIZE)}, "condemned"


def test_the_last_two_are_named_on_the_square_beside_the_clock() -> None:
    places = [Place(f"Seat {seat}", alive=seat in (2, 5)) for seat in range(8)]
    shown = Board("debate", places=places, timer=Timer(90.0, 180.0))
    written = {line.what for line in Painter().text_rects(shown, SIZE)}
    assert {"about 0", "about 1", "timer"} <= written
    places[3].alive = True
    assert "about 0" not in {line.what for line in Painter().text_rects(shown, SIZE)}


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080)])
def test_plates_of_the_dead_among_many_have_the_picture_of_their_card(size: tuple[int, int]) -> None:
    """There no words are smaller because of it."""
    seat, painter = 20, Painter()
    shown = Board("debate", places=[Place("the Well") for _ in range(SEATS)])
    shown.places[seat] = Place("the Well", alive=False, card="Werewolf")
    texts, plates = [], []
    for role in ("", "werewolf"):
        shown.places[seat].role = role
        written = {line.what: line.px for line in painter.text_rects(shown, size)}
        texts.append((written[f"name {seat}"], written[f"card {seat}"]))
        plates.append(painter._plaques._last[seat].rect)
    assert texts[0] == texts[1]
    assert plates[1].width > plates[0].width + plates[0].height / 2
