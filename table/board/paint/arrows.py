"""Draws the arrows between the houses: from every voter to whom they chose, or at whom they point, and the
torch that brings a ballot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress, pairwise, product
from math import ceil, dist, floor
from typing import NamedTuple, TypeAlias

import pygame
from pygame import Rect, Surface, Vector2

from table.board.board import Arrow, leaders
from table.board.paint.frame import Frame
from table.board.paint.layout import Layout, Point
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import ARROWS, NIGHT, Colour

DOT_PX, INDOORS_PX = 11, 25
"""`DOT_PX`: radius of the dot where an arrow begins. `INDOORS_PX`: its distance from the doorstep."""
NEIGHBOURS_PX = 130
"""Doorsteps closer than this are neighbours: the arrow between them begins without a dot."""
BENT, STEPS = 0.45, 20
"""`BENT`: how far an arrow bends towards the middle of the square, as a share of its length. `STEPS`: number
of straight pieces of which it is drawn."""
LIGHTLY = 0.55
"""Factor on the thickness of an arrow that only shows whom somebody points at."""
FIRST, SECOND, FAINTLY = 1.4, 1.8, 0.5
"""Factors on the thickness of a ballot for the first seat, for the second, and for any other."""
DIM = 0.6
"""Factor on the light of a ballot for any other seat."""
CASING_PX, CASING = 4, NIGHT.caption_ink
"""Thickness and colour of the casing of an arrow: as light as can be, so that it is clear of all others."""
CLEAR_PX, ROUND_PX = 26, 70
"""Of an arrow that goes round what lies in the middle: `CLEAR_PX`: its distance from it. `ROUND_PX`: where it
begins to turn before a corner."""
JUNCTION = 0.45
"""Where all ballots at one seat run together: how far from its door, as a share of the way to the middle."""
TORCH_PX = 84
"""The size of a torch."""
LOOP_PX, THICK_PX = 26, 9
"""Radius and thickness of the ring that stands for a vote against oneself."""
KEPT = 128
"""Most outlines in the cache."""


class Shape(NamedTuple):
    """An arrow as it is drawn."""

    colour: Colour
    outline: list[Vector2]
    """Empty for a ring."""
    box: Rect
    """A box round the whole arrow."""
    is_hollow: bool = False
    """Whether a dark line runs along it."""
    casing: Sequence[Vector2] = ()
    """The outline of its light casing; empty without one."""

    def paint(self, surface: Surface) -> None:
        """Draws it."""
        if not self.outline:
            thick = max(2, round(THICK_PX / LOOP_PX * self.box.width / 2))
            pygame.draw.circle(surface, self.colour, self.box.center, self.box.width / 2, thick)
            return
        if self.casing:
            pygame.draw.polygon(surface, CASING, self.casing)
        pygame.draw.polygon(surface, self.colour, self.outline)
        pygame.draw.aalines(surface, NIGHT.caption, True, self.casing or self.outline)
        if self.is_hollow:
            half = (len(self.outline) - 3) // 2
            sides = zip(self.outline[:half], reversed(self.outline[-half:]), strict=True)
            middle = [(left + right) / 2 for left, right in sides]
            thick = max(2, round(0.4 * self.outline[0].distance_to(self.outline[-1])))
            pygame.draw.lines(surface, NIGHT.caption, False, middle, thick)


class Way(NamedTuple):
    """The way of an arrow from doorstep to doorstep, as the corners of a line."""

    points: tuple[Point, ...]

    def at(self, share: float) -> Vector2:
        """The point at this share of the way, 0.0 to 1.0."""
        left = share * self.length
        for one, other in pairwise(map(Vector2, self.points)):
            if left <= (part := one.distance_to(other)):
                return one.move_towards(other, left)
            left -= part
        return Vector2(self.points[-1])

    @property
    def length(self) -> float:
        """Length of the way, in pixels."""
        return sum(dist(one, other) for one, other in pairwise(self.points))

    def meets(self, boxes: Iterable[Rect]) -> bool:
        """Whether it leads through one of these boxes."""
        return any(box.clipline(one, other) for box in boxes for one, other in pairwise(self.points))


Boxes: TypeAlias = tuple[tuple[int, int, int, int], ...]
"""What lies in the middle of the square: boxes round which arrows go."""


def arrived(frame: Frame) -> list[Arrow]:
    """The arrows that have arrived, in the order in which they are drawn."""
    return [arrow for arrow, length in frame.pose.grown(frame.board.arrows) if length == 1]


def paint_lying_arrows(frame: Frame, around: Boxes) -> None:
    """Draws the arrows that have arrived, those at the two who lead over all others. In a debate, thin arrows
    show at whom everybody points."""
    first = leaders(tuple(frame.board.arrows))
    for arrow in sorted(arrived(frame), key=lambda arrow: arrow.target in first):
        cast(frame, arrow, around).paint(frame.surface)
    for arrow in pointed(frame):
        shape(frame, arrow, around, heavy=LIGHTLY, is_cased=True).paint(frame.surface)


def paint_growing_arrows(frame: Frame, around: Boxes) -> None:
    """Draws the arrows that still grow, each at its present length."""
    for arrow, length in frame.pose.grown(frame.board.arrows):
        if 0 < length < 1:
            cast(frame, arrow, around, length).paint(frame.surface)


def is_bundled(frame: Frame) -> bool:
    """Whether the arrows are ballots, and so run together before the seats that they are for."""
    return frame.board.scene == "ballots" and not frame.board.sought


def cast(frame: Frame, arrow: Arrow, around: Boxes = (), length: float = 1.0) -> Shape:
    """The arrow of a ballot or a deed. Ballots for the two who lead have a light casing, those for the second
    also a dark line; all others are faint."""
    drawn = partial(shape, frame, arrow, around, length)
    first = leaders(tuple(frame.board.arrows)) if is_bundled(frame) else ()
    if not first:
        return drawn()
    if arrow.target == first[0]:
        return drawn(heavy=FIRST, is_cased=True)
    if arrow.target in first:
        return drawn(heavy=SECOND, is_cased=True)._replace(is_hollow=True)
    faint = drawn(heavy=FAINTLY)
    red, green, blue = faint.colour
    return faint._replace(colour=(round(DIM * red), round(DIM * green), round(DIM * blue)))


def paint_torches(frame: Frame, paints: Paintbox, around: Boxes) -> None:
    """Draws a moving torch for each ballot that has not arrived yet."""
    if frame.board.scene != "ballots":
        return
    px = round(TORCH_PX * frame.layout.usual)
    for arrow, length in frame.pose.grown(frame.board.arrows):
        if 0 < length < 1:
            at = way_on(frame, arrow, around).at(length)
            frame.surface.blit(torch(paints, px), (at.x - px / 2, at.y - 0.7 * px))


def torch(paints: Paintbox, px: int) -> Surface:
    """The picture of a torch, `px` pixels high."""
    return paints.keep(("torch", px), lambda: paints.art.draw("things/torch", px))


def paint_beginnings(frame: Frame, paints: Paintbox) -> None:
    """Draws the dots where arrows begin. They lie over the houses, since an arrow may come from behind one.
    An arrow between neighbours needs no dot."""
    arrows = frame.board.arrows
    begun = compress(arrows, frame.pose.lengths(arrows))
    for heavy, drawn in ((1.0, begun), (LIGHTLY, pointed(frame))):
        radius, edge = round(DOT_PX * frame.scale * heavy) + 2, 2
        for arrow in drawn:
            if arrow.voter != arrow.target and (at := _at_home(frame, arrow)):
                dot = paints.disc(radius, _colour_of(frame, arrow), NIGHT.caption, edge)
                frame.surface.blit(dot, dot.get_rect(center=at))


def pointed(frame: Frame) -> list[Arrow]:
    """The arrows that show at whom everybody points."""
    at = [place.points_at for place in frame.board.places]
    return [Arrow(seat, other) for seat, other in enumerate(at) if other is not None]


def way_of(layout: Layout, voter: int, target: int, around: Boxes = (), *, bundled: bool = False) -> Way:
    """The way from one seat's doorstep to another's: bent towards the middle of the square, and round what
    lies there. So it passes by the doors between them, and two arrows of one side do not lie on each other.
    `bundled`: whether all that lead to one seat come the last part together."""
    doors = (layout.lots[seat].door for seat in (voter, target))
    return _way(*doors, layout.square.center, around, layout.usual, bundled)


@lru_cache(KEPT)
def _way(start: Point, end: Point, centre: Point, around: Boxes, usual: float, bundled: bool) -> Way:
    """The way of `way_of` between two doorsteps."""
    home, there, middle = Vector2(start), Vector2(end), Vector2(start).lerp(end, 0.5)
    inwards = Vector2(centre) - middle
    depth = min(BENT * home.distance_to(there), inwards.length())
    bend = middle + depth * inwards.normalize() if inwards else middle
    if bundled:
        bend = there.lerp(centre, JUNCTION)
    bent = Way(tuple(curve(home, bend, there)))
    boxes = [Rect(box) for box in around]
    if not bent.meets(boxes):
        return bent
    whole, clear = boxes[0].unionall(boxes), round(2 * CLEAR_PX * usual)
    ring = whole.inflate(clear, clear)
    corners = [ring.topleft, ring.topright, ring.bottomright, ring.bottomleft]
    found = []
    for first, count, turn in product(range(4), range(1, 4), (1, -1)):
        past = [corners[(first + turn * number) % 4] for number in range(count)]
        if not (way := Way((start, *past, end))).meets([whole]):
            found.append(way)
    if not found:  # it begins or ends there
        return bent
    return rounded(min(found, key=lambda way: way.length), ROUND_PX * usual)


def curve(start: Vector2, bend: Vector2, end: Vector2, steps: int = STEPS) -> Iterator[Point]:
    """The points of a bend."""
    for step in range(steps + 1):
        share = step / steps
        x, y = start.lerp(bend, share).lerp(bend.lerp(end, share), share)
        yield x, y


def rounded(way: Way, px: float) -> Way:
    """The way with round corners. `px`: where each begins and ends, from the corner."""
    points = [way.points[0]]
    for before, corner, after in zip(way.points, way.points[1:], way.points[2:], strict=False):
        start, end = (
            Vector2(corner).move_towards(other, min(px, dist(corner, other) / 2)) for other in (before, after)
        )
        points += curve(start, Vector2(corner), end, STEPS // 3)
    return Way((*points, way.points[-1]))


def way_on(frame: Frame, arrow: Arrow, around: Boxes = ()) -> Way:
    """The way of an arrow on the board."""
    return way_of(frame.layout, arrow.voter, arrow.target, around, bundled=is_bundled(frame))


def shape(
    frame: Frame,
    arrow: Arrow,
    around: Boxes = (),
    length: float = 1.0,
    heavy: float = 1.0,
    *,
    is_cased: bool = False,
) -> Shape:
    """The arrow from the voter's doorstep to the target's. It is thicker if the vote counts more. `length`:
    the part that is drawn, 0.0 to 1.0. `heavy`: factor on its thickness."""
    scale, colour, count = frame.scale, _colour_of(frame, arrow), frame.layout.count_px // 2
    if arrow.voter == arrow.target:
        end = Vector2(frame.layout.doors[arrow.target])
        middle = end + (frame.layout.square.center - end).normalize() * (count + 14 * scale)
        box = Rect(0, 0, round(2 * LOOP_PX * scale), round(2 * LOOP_PX * scale))
        box.center = round(middle.x), round(middle.y)
        return Shape(colour, [], box)
    way, far = _own_way(frame, arrow, around)
    half, casing = heavy * (3.5 + 3.0 * (arrow.weight - 1)) * scale, CASING_PX * scale
    outline, box = outline_of(way.points, far, length, half, heavy * scale)
    if not is_cased:
        return Shape(colour, outline, box)
    cased, box = outline_of(way.points, far - casing, length, half + casing, heavy * scale)
    return Shape(colour, outline, box, casing=cased)


@lru_cache(KEPT)
def outline_of(
    points: tuple[Point, ...], far: float, length: float, half: float, scale: float
) -> tuple[list[Vector2], Rect]:
    """The outline of an arrow, and a box round it: along one side, the head, and back along the other.

    `points`: those of its `Way`.
    `far`: pixels between its tip and the end of the way.
    `half`: half its thickness.
    `scale`: factor on its head.
    """
    way = Way(points)
    whole = way.length
    tip = length * max(0.0, 1 - far / whole)
    neck = max(0.0, tip - (26 * scale + 2 * half) / whole)
    head, end = 13 * scale + 1.6 * half, way.at(tip)
    line, gone = [Vector2(points[0])], 0.0
    for one, other in pairwise(points):
        gone += dist(one, other)
        if gone >= neck * whole:
            break
        if gone:
            line.append(Vector2(other))
    base = way.at(neck)
    if base.distance_to(line[-1]) > 1 or len(line) == 1:
        line.append(base)
    ahead = [(after - before) for before, after in zip((line[0], *line), (*line[1:], end), strict=False)]
    across = [Vector2(-each.y, each.x).normalize() if each else Vector2() for each in ahead]
    outline = [
        *(point + half * aside for point, aside in zip(line, across, strict=True)),
        *(line[-1] + head * across[-1], end, line[-1] - head * across[-1]),
        *reversed([point - half * aside for point, aside in zip(line, across, strict=True)]),
    ]
    left, top = (floor(min(each)) - 1 for each in zip(*outline, strict=True))
    right, bottom = (ceil(max(each)) + 1 for each in zip(*outline, strict=True))
    return outline, Rect(left, top, right - left, bottom - top)


def _own_way(frame: Frame, arrow: Arrow, around: Boxes) -> tuple[Way, float]:
    """The way of an arrow, and how many pixels before its end the tip lies. It keeps clear of an arrow in the
    opposite direction."""
    way, scale = way_on(frame, arrow, around), frame.scale
    far = frame.layout.count_px / 2 + 2 * scale
    if not is_bundled(frame):  # two who chose each other: each arrow keeps to its own side
        ahead = (Vector2(way.points[-1]) - way.points[0]).normalize()
        way = moved(way, Vector2(-ahead.y, ahead.x) * 9 * scale)
    if beginning := _at_home(frame, arrow):
        return Way(tuple(bent_to(beginning, way.points))), far
    # Between two neighbours there is no room for it: it lies beside them, farther in.
    return moved(way, (frame.layout.square.center - way.at(0.5)).normalize() * far), 0.0


def bent_to(beginning: Vector2, points: Sequence[Point]) -> Iterator[Point]:
    """The first half of a way is bent, so that it begins there."""
    by = beginning - points[0]
    for number, (x, y) in enumerate(points):
        share = max(0.0, 1 - 2 * number / (len(points) - 1))
        yield x + share * by.x, y + share * by.y


def moved(way: Way, by: Vector2) -> Way:
    """The way, moved to another place."""
    return Way(tuple((x + by.x, y + by.y) for x, y in way.points))


def _at_home(frame: Frame, arrow: Arrow) -> Vector2 | None:
    """Where an arrow begins at the voter's house; None for an arrow between two neighbours."""
    home, there = (frame.layout.lots[seat] for seat in (arrow.voter, arrow.target))
    door = Vector2(home.door)
    if door.distance_to(there.door) < NEIGHBOURS_PX * frame.scale:
        return None
    return door.move_towards(home.house.center, INDOORS_PX * frame.layout.usual)


def _colour_of(frame: Frame, arrow: Arrow) -> Colour:
    return arrow_colour(frame.board.places[arrow.voter].number or arrow.target)


def arrow_colour(number: int) -> Colour:
    """The colour of an arrow. All arrows at one seat, or of one sentence, have the same."""
    return ARROWS[number % len(ARROWS)]
