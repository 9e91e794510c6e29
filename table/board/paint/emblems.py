"""The board's few symbols: what a colour says is always said by a shape too.

Each is drawn within a square from -1 to 1, x to the right and y upwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import cos, pi, sin

import pygame

from table.board.paint.palette import Colour

Point = tuple[float, float]

FINE_PX = 320
"""Symbols are drawn two to four times too large and smoothed down, up to this many pixels."""


class Pen:
    """Draws shapes of one colour in the square from -1 to 1."""

    def __init__(self, radius: int, colour: Colour) -> None:
        self.radius = radius
        self.scale = radius * max(2, min(4, FINE_PX // (2 * radius)))
        self.colour = colour
        self.canvas = pygame.Surface((2 * self.scale, 2 * self.scale), pygame.SRCALPHA)
        self.canvas.fill((*colour, 0))

    def at(self, point: Point) -> Point:
        return self.scale * (1 + point[0]), self.scale * (1 - point[1])

    def shape(self, *points: Point) -> None:
        pygame.draw.polygon(self.canvas, self.colour, [self.at(point) for point in points])

    def dot(self, centre: Point, radius: float) -> None:
        pygame.draw.circle(self.canvas, self.colour, self.at(centre), self.scale * radius)

    def hole(self, centre: Point, radius: float) -> None:
        pygame.draw.circle(self.canvas, (*self.colour, 0), self.at(centre), self.scale * radius)

    def circle(self, centre: Point, radius: float, thickness: float) -> None:
        pygame.draw.circle(
            self.canvas,
            self.colour,
            self.at(centre),
            self.scale * (radius + thickness / 2),
            round(self.scale * thickness),
        )

    def line(self, points: Sequence[Point], thickness: float) -> None:
        """A line with round joints."""
        for point in points:
            self.dot(point, thickness / 2)
        for (ax, ay), (bx, by) in pairwise(points):
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            if length:
                nx, ny = (ay - by) / length * thickness / 2, (bx - ax) / length * thickness / 2
                self.shape((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny))

    def finished(self) -> pygame.Surface:
        return pygame.transform.smoothscale(self.canvas, (2 * self.radius, 2 * self.radius))


def arc(radius: float, first: float, last: float, points: int = 24) -> list[Point]:
    """Points on a circle, from the angle `first` to `last` (turns, anticlockwise from three o'clock)."""
    angles = [2 * pi * (first + (last - first) * i / (points - 1)) for i in range(points)]
    return [(radius * cos(a), radius * sin(a)) for a in angles]


def crown(pen: Pen) -> None:
    pen.shape((-0.8, -0.55), (-0.95, 0.5), (-0.42, 0.0), (0, 0.72), (0.42, 0.0), (0.95, 0.5), (0.8, -0.55))
    pen.shape((-0.8, -0.66), (-0.8, -0.88), (0.8, -0.88), (0.8, -0.66))
    for x, y in ((-0.93, 0.56), (0, 0.78), (0.93, 0.56)):
        pen.dot((x * 0.95, y), 0.13)


def tick(pen: Pen) -> None:
    pen.line([(-0.6, 0.0), (-0.15, -0.45), (0.65, 0.5)], 0.3)


def grave(pen: Pen) -> None:
    pen.line([(0, -0.85), (0, 0.85)], 0.3)
    pen.line([(-0.55, 0.32), (0.55, 0.32)], 0.3)


def star(pen: Pen) -> None:
    pen.shape(*((r * sin(pi * i / 5), r * cos(pi * i / 5)) for i in range(10) for r in [(0.98, 0.42)[i % 2]]))


def press(pen: Pen) -> None:
    """An arrow down on a button."""
    pen.line([(0, 0.85), (0, 0.35)], 0.24)
    pen.shape((-0.42, 0.4), (0.42, 0.4), (0, -0.08))
    pen.shape(*((x, y - 0.62) for x, y in arc(0.45, 0, 0.5)))
    pen.line([(-0.8, -0.72), (0.8, -0.72)], 0.2)


def eye(pen: Pen) -> None:
    for side in (1, -1):
        lid = [(x, side * (y - 0.62)) for x, y in arc(1.1, 0.094, 0.406)]
        pen.line(lid, 0.15)
    pen.dot((0, 0), 0.29)


def talk(pen: Pen) -> None:
    pen.line([(-0.2, 0.42), (0.2, 0.42)], 0.75)
    pen.shape((-0.45, 0.2), (-0.15, 0.1), (-0.6, -0.4))
    pen.line([(0.3, -0.42), (0.62, -0.42)], 0.44)
    pen.shape((0.5, -0.55), (0.78, -0.5), (0.85, -0.92))


def question(pen: Pen) -> None:
    hook = [(x, y + 0.42) for x, y in arc(0.4, 0.5, -0.25)]
    pen.line([*hook, (0, -0.22)], 0.24)
    pen.dot((0, -0.68), 0.18)


def choice(pen: Pen) -> None:
    """An arrow that points at a seat."""
    pen.line([(-0.9, 0), (0.05, 0)], 0.22)
    pen.shape((-0.05, 0.42), (0.42, 0), (-0.05, -0.42))
    pen.dot((0.72, 0), 0.25)


def sights(pen: Pen) -> None:
    pen.circle((0, 0), 0.58, 0.14)
    pen.dot((0, 0), 0.13)
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        pen.line([(0.34 * x, 0.34 * y), (0.9 * x, 0.9 * y)], 0.14)


def heir(pen: Pen) -> None:
    """A crown that passes on."""
    pen.shape((-0.52, 0.05), (-0.62, 0.75), (-0.28, 0.4), (0, 0.95), (0.28, 0.4), (0.62, 0.75), (0.52, 0.05))
    pen.line([(-0.85, -0.5), (0.4, -0.5)], 0.2)
    pen.shape((0.35, -0.08), (0.9, -0.5), (0.35, -0.92))


def scales(pen: Pen) -> None:
    pen.line([(0, -0.8), (0, 0.75)], 0.13)
    pen.line([(-0.4, -0.82), (0.4, -0.82)], 0.14)
    pen.line([(-0.68, 0.58), (0.68, 0.58)], 0.12)
    for x in (-0.68, 0.68):
        pen.line([(x - 0.26, -0.08), (x, 0.55), (x + 0.26, -0.08)], 0.06)
        pen.shape(*((x + px, py - 0.08) for px, py in arc(0.3, 0.5, 1.0)))


def cards(pen: Pen) -> None:
    pen.shape((-0.85, -0.5), (-0.5, 0.85), (0.15, 0.68), (-0.2, -0.67))
    pen.canvas.fill((*pen.colour, 0), pygame.Rect(pen.at((-0.03, 0.58)), (0.86 * pen.scale, 1.5 * pen.scale)))
    pen.shape((0.05, -0.85), (0.05, 0.5), (0.75, 0.5), (0.75, -0.85))


def warning(pen: Pen) -> None:
    pen.shape((-0.95, -0.8), (0, 0.9), (0.95, -0.8))
    pen.canvas.fill((*pen.colour, 0), pygame.Rect(pen.at((-0.1, 0.3)), (0.2 * pen.scale, 0.6 * pen.scale)))
    pen.hole((0, -0.53), 0.13)


def wolf(pen: Pen) -> None:
    """A werewolf by nature, whatever the card says."""
    pen.shape(
        (-0.85, 0.95),
        (-0.25, 0.5),
        (0.25, 0.5),
        (0.85, 0.95),
        (0.8, 0.05),
        (0.3, -0.85),
        (-0.3, -0.85),
        (-0.8, 0.05),
    )
    for side in (-1, 1):
        pen.hole((0.36 * side, 0.05), 0.14)
    pen.hole((0, -0.66), 0.13)


def paw(pen: Pen) -> None:
    """A bear's paw: the bear has growled."""
    pen.shape(*((0.62 * x, 0.5 * y - 0.38) for x, y in arc(1.0, 0, 1, 40)))
    for x, y, radius in ((-0.68, 0.12, 0.19), (-0.27, 0.46, 0.21), (0.27, 0.46, 0.21), (0.68, 0.12, 0.19)):
        pen.dot((x, y), radius)
        pen.shape((x * 1.16 - 0.08, y + radius), (x * 1.3, y + radius + 0.24), (x * 1.16 + 0.08, y + radius))


def flame(pen: Pen) -> None:
    """A house has burnt."""
    pen.shape((0, 0.98), (0.34, 0.42), (0.44, 0.55), (0.72, -0.2), (0.5, -0.72), (0.1, -0.95))
    pen.shape((0, 0.98), (-0.2, 0.4), (-0.52, 0.1), (-0.72, -0.3), (-0.5, -0.75), (0.1, -0.95))
    pen.hole((0.02, -0.5), 0.26)


def feather(pen: Pen) -> None:
    """The raven has been here."""
    pen.shape((0.9, 0.92), (0.1, 0.72), (-0.45, 0.1), (-0.5, -0.45), (0.1, -0.3), (0.6, 0.2))
    pen.line([(-0.85, -0.9), (-0.4, -0.4)], 0.13)


def moon(pen: Pen) -> None:
    """Everybody is asleep."""
    pen.dot((-0.05, 0), 0.85)
    pen.hole((0.35, 0.22), 0.72)


def sunrise(pen: Pen) -> None:
    """A new day."""
    pen.shape(*((x, y - 0.45) for x, y in arc(0.5, 0, 0.5)))
    pen.line([(-0.9, -0.6), (0.9, -0.6)], 0.16)
    for turn in (0.08, 0.25, 0.42):
        (near,), (far,) = arc(0.68, turn, turn, 2)[:1], arc(0.98, turn, turn, 2)[:1]
        pen.line([(near[0], near[1] - 0.42), (far[0], far[1] - 0.3)], 0.16)


def robot(pen: Pen) -> None:
    """A seat that the table plays."""
    pen.line([(0, 0.45), (0, 0.85)], 0.14)
    pen.dot((0, 0.86), 0.14)
    pen.shape((-0.75, 0.5), (0.75, 0.5), (0.75, -0.75), (-0.75, -0.75))
    pen.hole((-0.33, 0.0), 0.19)
    pen.hole((0.33, 0.0), 0.19)


def house(pen: Pen) -> None:
    """The village's."""
    pen.shape((-0.98, 0.08), (0, 0.92), (0.98, 0.08))
    pen.shape((0.42, 0.85), (0.66, 0.85), (0.66, 0.2), (0.42, 0.2))
    pen.shape((-0.7, 0.2), (0.7, 0.2), (0.7, -0.88), (-0.7, -0.88))
    door = pygame.Rect(pen.at((-0.17, -0.28)), (0.34 * pen.scale, 0.7 * pen.scale))
    pen.canvas.fill((*pen.colour, 0), door)


def lone_wolf(pen: Pen) -> None:
    """A white one, who hunts alone: the outline of a wolf's head."""
    side = [(0.0, 0.42), (0.24, 0.46), (0.76, 0.86), (0.74, 0.05), (0.28, -0.82), (0.0, -0.82)]
    for sign in (-1, 1):
        pen.line([(sign * x, y) for x, y in side], 0.16)
        pen.dot((0.33 * sign, 0.02), 0.13)
    pen.dot((0, -0.58), 0.13)


def heart(pen: Pen) -> None:
    for x in (-0.44, 0.44):
        pen.dot((x, 0.34), 0.5)
    pen.shape((-0.86, 0.08), (0, -0.92), (0.86, 0.08), (0.44, 0.34), (0, 0.58), (-0.44, 0.34))


def flute(pen: Pen) -> None:
    """With a note that comes out of it."""
    pen.line([(-0.8, -0.62), (0.62, 0.2)], 0.3)
    for share in (0.3, 0.52, 0.74):
        pen.hole((-0.8 + 1.42 * share, -0.62 + 0.82 * share), 0.075)
    pen.dot((-0.32, 0.36), 0.17)
    pen.line([(-0.19, 0.38), (-0.19, 0.88), (0.1, 0.74)], 0.1)


def wings(pen: Pen) -> None:
    """The wings of an angel, under a halo."""
    pen.circle((0, 0.68), 0.22, 0.1)
    for side in (-1, 1):
        for x, y in ((0.86, 0.5), (0.82, 0.14), (0.66, -0.2), (0.46, -0.5)):
            pen.line([(0.2 * side, y - 0.22), (x * side, y)], 0.24)
        pen.shape((0.08 * side, 0.36), (0.4 * side, 0.44), (0.26 * side, -0.8), (0.08 * side, -0.84))


def still(pen: Pen) -> None:
    """The light does not move."""
    pen.line([(-0.35, 0), (0.35, 0)], 0.3)


def clockwise(pen: Pen) -> None:
    pen.line(arc(0.6, 0.62, 0.06), 0.2)
    pen.shape((0.2, 0.3), (0.98, 0.3), (0.56, -0.28))


def anticlockwise(pen: Pen) -> None:
    pen.line(arc(0.6, -0.12, 0.44), 0.2)
    pen.shape((-0.2, 0.3), (-0.98, 0.3), (-0.56, -0.28))


def swing(pen: Pen) -> None:
    """To and fro."""
    pen.line([(-0.55, 0), (0.55, 0)], 0.2)
    pen.shape((-0.4, 0.42), (-0.95, 0), (-0.4, -0.42))
    pen.shape((0.4, 0.42), (0.95, 0), (0.4, -0.42))


def hop(pen: Pen) -> None:
    """From place to place, with jumps: two bows, one after the other."""
    for x in (-0.5, 0.28):
        pen.line([(x + px, py - 0.2) for px, py in arc(0.39, 0.5, 0.04)], 0.19)
    for x in (-0.89, -0.11):
        pen.dot((x, -0.22), 0.17)
    pen.shape((0.36, -0.1), (0.98, -0.1), (0.67, -0.62))


def sweep(pen: Pen) -> None:
    """To and fro, far."""
    pen.line(arc(0.72, 0.46, 0.04), 0.2)
    for side in (-1, 1):
        pen.shape((0.36 * side, 0.14), (1.0 * side, 0.2), (0.68 * side, -0.4))


def stroll(pen: Pen) -> None:
    """Clockwise, slowly: steps."""
    for i in range(4):
        pen.dot(arc(0.64, 0.55, 0.0, 5)[i], 0.15)
    pen.shape((0.26, 0.16), (1.0, 0.16), (0.63, -0.42))


def saunter(pen: Pen) -> None:
    """Anticlockwise, slowly: steps."""
    for i in range(4):
        pen.dot(arc(0.64, -0.05, 0.5, 5)[i], 0.15)
    pen.shape((-0.26, 0.16), (-1.0, 0.16), (-0.63, -0.42))


EMBLEMS: dict[str, Callable[[Pen], None]] = {
    drawing.__name__: drawing
    for drawing in (
        crown, tick, grave, star, press, eye, talk, question, choice, sights, heir, scales, cards,
        warning, wolf, paw, flame, feather, moon, sunrise, robot, house,
        lone_wolf, heart, flute, wings, still, clockwise, anticlockwise,
        swing, hop, sweep, stroll, saunter,
    )
}  # fmt: skip


def draw(name: str, radius: int, colour: Colour) -> pygame.Surface:
    """The symbol `name`, 2 x `radius` pixels wide and high, on nothing."""
    pen = Pen(max(radius, 2), colour)
    EMBLEMS[name](pen)
    return pen.finished()
