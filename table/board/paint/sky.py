"""What is in the sky: moon or sun, and the stars that twinkle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import ceil
from typing import NamedTuple

import pygame

from table.board.paint.layout import Layout
from table.board.paint.palette import Palette, between

STARS = 21
"""The number of stars that twinkle."""
TWINKLE_S = 4.0
"""Seconds in which a star is bright once."""
STAR = 0.0034
"""The radius of a bright one, as a share of the picture's height."""

ORB, GLOW, GLOW_STEPS = 0.045, 1.6, 14
"""Radius of moon or sun as a share of the height; the reach of its glow, and the number of steps in which
it fades."""
SEAS = ((-0.35, -0.2, 0.22), (0.3, 0.25, 0.28), (0.15, -0.45, 0.14), (-0.25, 0.45, 0.13))
"""Of the moon: where they lie, and how large, in shares of its radius."""
LIGHT_AT: Mapping[str, float] = {"day": 0.3, "dusk": 0.95, "night": 0.25, "dawn": 0.85}
"""How far below the header moon or sun stands at each hour, in the header's heights."""
SUNK = 1.9
"""The same where it is behind the hills."""


def light_at(palette: Palette, layout: Layout, height: float) -> tuple[int, int]:
    """Where moon or sun stands: `height` is 1.0 at its place in this light, 0.0 behind the hills."""
    middle, header = layout.middle, layout.header
    below = SUNK + (LIGHT_AT[palette.name] - SUNK) * height
    return middle.left + round(palette.light_at * middle.width), header.bottom + round(below * header.height)


def shine(palette: Palette, radius: int) -> pygame.Surface:
    """The full moon or the sun, in a wide faint glow; transparent outside it."""
    reach = round(GLOW * radius)
    large = pygame.Surface((4 * reach, 4 * reach), pygame.SRCALPHA)
    large.fill((*palette.light, 0))
    middle = 2 * reach, 2 * reach
    for step in range(GLOW_STEPS):
        share = step / GLOW_STEPS
        size = 2 * (reach + (radius - reach) * share)
        pygame.draw.circle(large, (*palette.light, round(110 * share**2)), middle, size)
    pygame.draw.circle(large, palette.light, middle, 2 * radius)
    if palette.moon:
        shade = between(palette.light, palette.sky[1], 0.16)
        for dx, dy, size in SEAS:
            at = middle[0] + 2 * dx * radius, middle[1] + 2 * dy * radius
            pygame.draw.circle(large, shade, at, 2 * size * radius)
    return pygame.transform.smoothscale(large, (2 * reach, 2 * reach))


class Mover(NamedTuple):
    """Something that moves within `box` of the picture, and never leaves it."""

    box: pygame.Rect
    paint: Callable[[pygame.Surface, float], None]
    """Paints it on the picture as it is at a moment, in seconds."""


def movers(size: tuple[int, int], palette: Palette, below: int) -> list[Mover]:
    """What moves by itself in the sky of a picture of `size` pixels, `below` pixels high: stars, by night."""
    if not palette.stars:
        return []
    return [
        _star((x * size[0], y * below), STAR * size[1], number, palette)
        for number, (x, y) in enumerate(stars())
    ]


def stars() -> Iterator[tuple[float, float]]:
    """Where stars twinkle, always the same: multiples of two irrational numbers never form rows."""
    for i in range(1, STARS + 1):
        yield i * 0.61803399 % 1, i * 0.41421356 % 1


def _star(at: tuple[float, float], radius: float, number: int, palette: Palette) -> Mover:
    px = max(1.0, radius)
    reach = ceil(px) + 2
    box = pygame.Rect(0, 0, 2 * reach, 2 * reach)
    box.center = round(at[0]), round(at[1])

    def paint(surface: pygame.Surface, now_s: float) -> None:
        if (now_s / TWINKLE_S + number * 0.61803399) % 1 < 0.5:
            pygame.draw.aacircle(surface, between(palette.sky[1], palette.ink, 0.8), at, px)

    return Mover(box, paint)
