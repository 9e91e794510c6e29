"""The sky: moon or sun, and the stars that twinkle."""

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
"""Seconds between two bright moments of a star."""
STAR = 0.0034
"""Radius of a bright star, as a share of the picture's height."""

ORB = 0.15
"""Size of the picture of moon or sun, as a share of the board's height."""
SUNK = 1.9
"""Distance of moon or sun below the header when it is behind the hills, in the header's heights."""
LIGHT_AT: Mapping[str, float] = {"day": 0.3, "dusk": 0.95, "night": 0.25, "dawn": 0.85, "storm": SUNK}
"""Distance of moon or sun below the header at its place, by time of day."""


def light_at(palette: Palette, layout: Layout, height: float) -> tuple[int, int]:
    """The place of moon or sun. `height`: 1.0 at its place in this light, 0.0 behind the hills."""
    header = layout.header
    below = SUNK + (LIGHT_AT[palette.name] - SUNK) * height
    return header.left + round(palette.light_at * header.width), header.bottom + round(below * header.height)


class Mover(NamedTuple):
    """A motion within `box` of the picture."""

    box: pygame.Rect
    paint: Callable[[pygame.Surface, float], None]
    """Paints the state at a moment, in seconds, on the picture."""


def movers(size: tuple[int, int], palette: Palette, below: int) -> list[Mover]:
    """The motions in the sky of a picture of `size` pixels, `below` pixels high: stars, at night."""
    if not palette.stars:
        return []
    return [
        _star((x * size[0], y * below), STAR * size[1], number, palette)
        for number, (x, y) in enumerate(stars())
    ]


def stars() -> Iterator[tuple[float, float]]:
    """The places of the twinkling stars, always the same. Multiples of two irrational numbers never form
    rows."""
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
