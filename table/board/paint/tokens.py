"""Draws the tokens of Mots-garous, each known by its mark as well as by its colour."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Surface

from table.board.paint.palette import ARROWS, NIGHT, Colour

GROUND: Colour = NIGHT.caption
SPENT: Colour = (112, 108, 128)
"""Colour of the edge and the mark of a token of which none is left."""

COUNTED = ("yes_no", "maybe")
"""Tokens of which the board shows how many are left."""

Shape = Callable[[Surface, Colour, float], None]
"""Draws a mark on a square two units wide. It gets the surface, the colour and the pixels of a unit."""


def paint_token(kind: str, radius: int, *, spent: bool = False) -> Surface:
    """The picture of a token: a disc in its colour with its mark. `spent`: none is left, so it is hollow."""
    whole = Surface((2 * radius + 1, 2 * radius + 1), pygame.SRCALPHA)
    if spent:
        pygame.draw.aacircle(whole, SPENT, (radius, radius), radius, max(2, radius // 8))
    else:
        pygame.draw.aacircle(whole, COLOURS[kind], (radius, radius), radius)
    MARKS[kind](whole, SPENT if spent else GROUND, radius)
    return whole


def _line(surface: Surface, colour: Colour, unit: float, *points: tuple[float, float]) -> None:
    """Draws a thick line through points from -1 to 1."""
    at = [(unit + x * unit, unit + y * unit) for x, y in points]
    pygame.draw.lines(surface, colour, False, at, max(2, round(0.2 * unit)))


def _tick(surface: Surface, colour: Colour, unit: float) -> None:
    _line(surface, colour, unit, (-0.5, 0.05), (-0.12, 0.42), (0.52, -0.38))


def _cross(surface: Surface, colour: Colour, unit: float) -> None:
    _line(surface, colour, unit, (-0.42, -0.42), (0.42, 0.42))
    _line(surface, colour, unit, (-0.42, 0.42), (0.42, -0.42))


def _wave(surface: Surface, colour: Colour, unit: float) -> None:
    _line(surface, colour, unit, (-0.6, 0.15), (-0.3, -0.2), (0.0, 0.15), (0.3, -0.2), (0.6, 0.15))


def _target(surface: Surface, colour: Colour, unit: float) -> None:
    pygame.draw.circle(surface, colour, (unit, unit), 0.6 * unit, max(2, round(0.16 * unit)))
    pygame.draw.circle(surface, colour, (unit + 0.2 * unit, unit - 0.1 * unit), max(1, 0.16 * unit))


def _away(surface: Surface, colour: Colour, unit: float) -> None:
    for shift in (-0.35, 0.25):
        _line(surface, colour, unit, (shift - 0.1, -0.4), (shift + 0.28, 0.0), (shift - 0.1, 0.4))


def _star(surface: Surface, colour: Colour, unit: float) -> None:
    arm = pygame.Vector2(0, -0.66 * unit)
    points = [(unit, unit) + arm.rotate(36 * turn) * (1.0 if turn % 2 == 0 else 0.42) for turn in range(10)]
    pygame.draw.polygon(surface, colour, points)


COLOURS: dict[str, Colour] = {
    "yes": ARROWS[2],
    "no": ARROWS[1],
    "maybe": ARROWS[3],
    "so_close": ARROWS[5],
    "way_off": ARROWS[6],
    "correct": ARROWS[0],
}
MARKS: dict[str, Shape] = {
    "yes": _tick,
    "no": _cross,
    "maybe": _wave,
    "so_close": _target,
    "way_off": _away,
    "correct": _star,
}
"""The mark of each token, which is known by it as well as by its colour."""
TOKENS = tuple(MARKS)
SINGLE = ("so_close", "way_off", "correct")
HEAPS = (*COUNTED, *SINGLE)
