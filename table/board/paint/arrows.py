"""Draws the arrows between the houses: from every voter to whom they chose, or at whom they point, and the
torch that brings a ballot.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from math import ceil, floor
from typing import NamedTuple

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
LIGHTLY = 0.75
"""Factor on the thickness of an arrow that only shows whom somebody points at."""
FIRST, SECOND, FAINTLY = 1.4, 1.8, 0.7
"""Factors on the thickness of a ballot for the first seat, for the second, and for any other."""
DIM = 0.75
"""Factor on the light of a ballot for any other seat."""
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

    def paint(self, surface: Surface) -> None:
        """Draws it."""
        if not self.outline:
            thick = max(2, round(THICK_PX / LOOP_PX * self.box.width / 2))
            pygame.draw.circle(surface, self.colour, self.box.center, self.box.width / 2, thick)
            return
        pygame.draw.polygon(surface, self.colour, self.outline)
        pygame.draw.aalines(surface, NIGHT.caption, True, self.outline)
        if self.is_hollow:
            sides = zip(self.outline[: STEPS + 1], reversed(self.outline[-STEPS - 1 :]), strict=True)
            middle = [(left + right) / 2 for left, right in sides]
            thick = max(2, round(0.4 * self.outline[0].distance_to(self.outline[-1])))
            pygame.draw.lines(surface, NIGHT.caption, False, middle, thick)


class Way(NamedTuple):
    """The way of an arrow: from doorstep to doorstep, bent towards the middle of the square. So it passes by
    the doors between them, and two arrows of one side do not lie on each other."""

    start: Vector2
    bend: Vector2
    end: Vector2

    def at(self, share: float) -> Vector2:
        """The point at this share of the way, 0.0 to 1.0."""
        return self.start.lerp(self.bend, share).lerp(self.bend.lerp(self.end, share), share)

    def aside(self, share: float) -> Vector2:
        """The unit vector across the way at this share, to the left in its direction."""
        ahead = self.bend.lerp(self.end, share) - self.start.lerp(self.bend, share)
        return Vector2(-ahead.y, ahead.x).normalize()

    @property
    def length(self) -> float:
        """Approximate length of the way, in pixels."""
        return (self.at(0.5) - self.start).length() + (self.end - self.at(0.5)).length()


def arrived(frame: Frame) -> list[Arrow]:
    """The arrows that have arrived, in the order in which they are drawn."""
    return [arrow for arrow, length in frame.pose.grown(frame.board.arrows) if length == 1]


def paint_lying_arrows(frame: Frame) -> None:
    """Draws the arrows that have arrived. In a debate, thin arrows over them show at whom everybody
    points."""
    first = leaders(frame.board.arrows)
    for arrow in sorted(arrived(frame), key=lambda arrow: arrow.target in first):
        cast(frame, arrow).paint(frame.surface)
    for arrow in pointed(frame):
        shape(frame, arrow, heavy=LIGHTLY).paint(frame.surface)


def paint_growing_arrows(frame: Frame) -> None:
    """Draws the arrows that still grow, each at its present length."""
    for arrow, length in frame.pose.grown(frame.board.arrows):
        if 0 < length < 1:
            cast(frame, arrow, length).paint(frame.surface)


def is_bundled(frame: Frame) -> bool:
    """Whether the arrows are ballots, and so run together before the seats that they are for."""
    return frame.board.scene == "ballots" and not frame.board.sought


def cast(frame: Frame, arrow: Arrow, length: float = 1.0) -> Shape:
    """The arrow of a ballot or a deed. Ballots for the second seat have a dark line, and those for nobody of
    the two who lead are faint."""
    first = leaders(frame.board.arrows) if is_bundled(frame) else ()
    if not first:
        return shape(frame, arrow, length)
    if arrow.target == first[0]:
        return shape(frame, arrow, length, heavy=FIRST)
    if arrow.target in first:
        return shape(frame, arrow, length, heavy=SECOND)._replace(is_hollow=True)
    drawn = shape(frame, arrow, length, heavy=FAINTLY)
    red, green, blue = drawn.colour
    return drawn._replace(colour=(round(DIM * red), round(DIM * green), round(DIM * blue)))


def paint_torches(frame: Frame, paints: Paintbox) -> None:
    """Draws a moving torch for each ballot that has not arrived yet."""
    if frame.board.scene != "ballots":
        return
    px = round(TORCH_PX * frame.layout.usual)
    for arrow, length in frame.pose.grown(frame.board.arrows):
        if 0 < length < 1:
            at = way_on(frame, arrow).at(length)
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


def way_of(layout: Layout, voter: int, target: int) -> Way:
    """The way from one seat's doorstep to another's."""
    start, end = (Vector2(layout.lots[seat].door) for seat in (voter, target))
    middle = start.lerp(end, 0.5)
    inwards = Vector2(layout.square.center) - middle
    depth = min(BENT * (end - start).length(), inwards.length())
    return Way(start, middle + depth * inwards.normalize() if inwards else middle, end)


def way_on(frame: Frame, arrow: Arrow) -> Way:
    """The way of an arrow on the board. All ballots at one seat come the last part of it together."""
    way = way_of(frame.layout, arrow.voter, arrow.target)
    if not is_bundled(frame):
        return way
    return way._replace(bend=way.end.lerp(Vector2(frame.layout.square.center), JUNCTION))


def shape(frame: Frame, arrow: Arrow, length: float = 1.0, heavy: float = 1.0) -> Shape:
    """The arrow from the voter's doorstep to the target's. It is thicker if the vote counts more. `length`:
    the part that is drawn, 0.0 to 1.0. `heavy`: factor on its thickness."""
    scale, colour, count = frame.scale, _colour_of(frame, arrow), frame.layout.count_px // 2
    if arrow.voter == arrow.target:
        end = Vector2(frame.layout.doors[arrow.target])
        middle = end + (frame.layout.square.center - end).normalize() * (count + 14 * scale)
        box = Rect(0, 0, round(2 * LOOP_PX * scale), round(2 * LOOP_PX * scale))
        box.center = round(middle.x), round(middle.y)
        return Shape(colour, [], box)
    way, far = _own_way(frame, arrow)
    half = heavy * (3.5 + 3.0 * (arrow.weight - 1)) * scale
    corners = tuple((at.x, at.y) for at in way)
    return Shape(colour, *outline_of(corners, far, length, half, heavy * scale))


@lru_cache(KEPT)
def outline_of(
    corners: tuple[Point, ...], far: float, length: float, half: float, scale: float
) -> tuple[list[Vector2], Rect]:
    """The outline of an arrow, and a box round it.

    `corners`: start, bend and end of its `Way`.
    `far`: pixels between its tip and the end of the way.
    `half`: half its thickness.
    `scale`: factor on its head.
    """
    way = Way(*map(Vector2, corners))
    whole = way.length
    tip = length * max(0.0, 1 - far / whole)
    neck = max(0.0, tip - (26 * scale + 2 * half) / whole)
    head = 13 * scale + 1.6 * half
    shares = [neck * step / STEPS for step in range(STEPS + 1)]
    line = [(way.at(share), way.aside(share)) for share in shares]
    (base, across), end = line[-1], way.at(tip)
    outline = [
        *(point + half * aside for point, aside in line),
        *(base + head * across, end, base - head * across),
        *(point - half * aside for point, aside in reversed(line)),
    ]
    left, top = (floor(min(each)) - 1 for each in zip(*outline, strict=True))
    right, bottom = (ceil(max(each)) + 1 for each in zip(*outline, strict=True))
    return outline, Rect(left, top, right - left, bottom - top)


def _own_way(frame: Frame, arrow: Arrow) -> tuple[Way, float]:
    """The way of an arrow, and how many pixels before its end the tip lies. It keeps clear of an arrow in the
    opposite direction."""
    way, scale = way_on(frame, arrow), frame.scale
    # Two who chose each other: each arrow keeps to its own side.
    ahead = (way.end - way.start).normalize()
    aside = Vector2(-ahead.y, ahead.x) * 9 * scale
    bent, far = Way(*(point + aside for point in way)), frame.layout.count_px / 2 + 2 * scale
    if beginning := _at_home(frame, arrow):
        return bent._replace(start=beginning), far
    # Between two neighbours there is no room for it: it lies beside them, farther in.
    inwards = (frame.layout.square.center - bent.at(0.5)).normalize() * far
    return Way(*(point + inwards for point in bent)), 0.0


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
