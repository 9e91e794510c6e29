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

from table.board.board import Arrow
from table.board.paint.frame import Frame
from table.board.paint.layout import Layout, Point
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import ARROWS, NIGHT, Colour

COUNT_PX, DOT_PX = 36, 11
"""Radius of a doorstep with a count, at which an arrow ends, and of the dot at which one begins."""
NEIGHBOURS_PX = 130
"""Least distance of two doorsteps with an arrow between them."""
BENT, STEPS = 0.45, 20
"""How far the way of an arrow is bent towards the middle of the square, as a share of its length; and in how
many straight pieces it is drawn."""
LIGHTLY = 0.75
"""How much thinner an arrow is that only shows whom somebody points at."""
TORCH_PX = 84
"""The size of a torch."""
LOOP_PX, THICK_PX = 26, 9
"""Radius and thickness of the ring that stands for a vote against oneself."""
KEPT = 128
"""Outlines that are kept."""


class Shape(NamedTuple):
    """An arrow as it is drawn."""

    colour: Colour
    outline: list[Vector2]
    """Empty for a ring."""
    box: Rect
    """All of it lies in this."""

    def paint(self, surface: Surface) -> None:
        """Draws it."""
        if not self.outline:
            thick = max(2, round(THICK_PX / LOOP_PX * self.box.width / 2))
            pygame.draw.circle(surface, self.colour, self.box.center, self.box.width / 2, thick)
            return
        pygame.draw.polygon(surface, self.colour, self.outline)
        pygame.draw.aalines(surface, NIGHT.caption, True, self.outline)


class Way(NamedTuple):
    """The way of an arrow: from doorstep to doorstep, bent towards the middle of the square. So it passes by
    the doors between them, and two arrows of one side do not lie on each other."""

    start: Vector2
    bend: Vector2
    end: Vector2

    def at(self, share: float) -> Vector2:
        """The point after this share of the way."""
        return self.start.lerp(self.bend, share).lerp(self.bend.lerp(self.end, share), share)

    def aside(self, share: float) -> Vector2:
        """The unit vector across the way there, to its left as one looks along it."""
        ahead = self.bend.lerp(self.end, share) - self.start.lerp(self.bend, share)
        return Vector2(-ahead.y, ahead.x).normalize()

    @property
    def length(self) -> float:
        """About how long it is."""
        return (self.at(0.5) - self.start).length() + (self.end - self.at(0.5)).length()


def arrived(frame: Frame) -> list[Arrow]:
    """The arrows that have arrived, in the order in which they are drawn."""
    return [arrow for arrow, length in frame.pose.grown(frame.board.arrows) if length == 1]


def paint_lying_arrows(frame: Frame) -> None:
    """Draws the arrows that have arrived, and over them thin ones from everybody who points at somebody in a
    debate."""
    for arrow in arrived(frame):
        shape(frame, arrow).paint(frame.surface)
    for arrow in pointed(frame):
        shape(frame, arrow, heavy=LIGHTLY).paint(frame.surface)


def paint_growing_arrows(frame: Frame) -> None:
    """Draws the arrows that are on their way, as far as they have grown."""
    for arrow, length in frame.pose.grown(frame.board.arrows):
        if 0 < length < 1:
            shape(frame, arrow, length).paint(frame.surface)


def paint_torches(frame: Frame, paints: Paintbox) -> None:
    """Draws a torch on its way for each ballot that has not arrived yet."""
    if frame.board.scene != "ballots":
        return
    px = round(TORCH_PX * frame.layout.usual)
    for arrow, length in frame.pose.grown(frame.board.arrows):
        if 0 < length < 1:
            at = way_of(frame.layout, arrow.voter, arrow.target).at(length)
            frame.surface.blit(torch(paints, px), (at.x - px / 2, at.y - 0.7 * px))


def torch(paints: Paintbox, px: int) -> Surface:
    """A torch, so many pixels high."""
    return paints.keep(("torch", px), lambda: paints.art.draw("things/torch", px))


def paint_beginnings(frame: Frame, paints: Paintbox) -> None:
    """Draws the dot at which an arrow begins, over the houses: it may come from behind one. One between two
    neighbours needs none."""
    arrows = frame.board.arrows
    begun = compress(arrows, frame.pose.lengths(arrows))
    for heavy, drawn in ((1.0, begun), (LIGHTLY, pointed(frame))):
        radius, edge = round(DOT_PX * frame.scale * heavy) + 2, 2
        for arrow in drawn:
            if arrow.voter != arrow.target and (at := _at_home(frame, arrow)):
                dot = paints.disc(radius, _colour_of(frame, arrow), NIGHT.caption, edge)
                frame.surface.blit(dot, dot.get_rect(center=at))


def pointed(frame: Frame) -> list[Arrow]:
    """At whom everybody points."""
    at = [place.points_at for place in frame.board.places]
    return [Arrow(seat, other) for seat, other in enumerate(at) if other is not None]


def way_of(layout: Layout, voter: int, target: int) -> Way:
    """The way from one seat's doorstep to another's."""
    start, end = (Vector2(layout.lots[seat].door) for seat in (voter, target))
    middle = start.lerp(end, 0.5)
    inwards = Vector2(layout.square.center) - middle
    depth = min(BENT * (end - start).length(), inwards.length())
    return Way(start, middle + depth * inwards.normalize() if inwards else middle, end)


def shape(frame: Frame, arrow: Arrow, length: float = 1.0, heavy: float = 1.0) -> Shape:
    """An arrow from the voter's doorstep to the target's, thicker if it counts more. `length`: the part of it
    that is drawn yet, 0.0 to 1.0; `heavy`: factor on its thickness."""
    scale, colour = frame.scale, _colour_of(frame, arrow)
    if arrow.voter == arrow.target:
        end = Vector2(frame.layout.doors[arrow.target])
        middle = end + (frame.layout.square.center - end).normalize() * (COUNT_PX + 14) * scale
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
    """The outline of an arrow, and a box round it. `corners`: where its `Way` starts, bends and ends; `far`:
    how many pixels before the end it stops; `half`: half its thickness; `scale`: the factor on its head."""
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
    """The way of an arrow beside the one that may come towards it, and how many pixels before its end it
    stops."""
    way, scale = way_of(frame.layout, arrow.voter, arrow.target), frame.scale
    # Two who chose each other: each arrow keeps to its own side.
    ahead = (way.end - way.start).normalize()
    aside = Vector2(-ahead.y, ahead.x) * 9 * scale
    bent, far = Way(*(point + aside for point in way)), (COUNT_PX + 2) * scale
    if beginning := _at_home(frame, arrow):
        return bent._replace(start=beginning), far
    # Between two neighbours there is no room for it: it lies beside them, farther in.
    inwards = (frame.layout.square.center - bent.at(0.5)).normalize() * far
    return Way(*(point + inwards for point in bent)), 0.0


def _at_home(frame: Frame, arrow: Arrow) -> Vector2 | None:
    """Where an arrow begins at its voter's house; None between two neighbours."""
    home, there = (frame.layout.lots[seat] for seat in (arrow.voter, arrow.target))
    door = Vector2(home.door)
    if door.distance_to(there.door) < NEIGHBOURS_PX * frame.scale:
        return None
    return door.move_towards(home.house.center, (COUNT_PX - DOT_PX) * frame.layout.usual)


def _colour_of(frame: Frame, arrow: Arrow) -> Colour:
    return arrow_colour(frame.board.places[arrow.voter].number or arrow.target)


def arrow_colour(number: int) -> Colour:
    """The colour of an arrow: the same for all arrows at one seat, or of one sentence."""
    return ARROWS[number % len(ARROWS)]
