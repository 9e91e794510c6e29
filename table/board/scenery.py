"""The hamlet: sky, moon or sun, hills, houses, church and mill, drawn with plain shapes.

All places are shares of the picture's width and height, so that it can be drawn at any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import pygame

from table.board.palette import Colour, Palette, between

STARS = 90

# x of the left wall, width, height of the walls, height of the roof; shares of the village's height.
HOUSES = (
    (-2.10, 0.34, 0.20, 0.20),
    (-1.66, 0.44, 0.26, 0.24),
    (-1.12, 0.30, 0.22, 0.20),
    (-0.74, 0.40, 0.30, 0.22),
    (0.14, 0.46, 0.26, 0.26),
    (0.66, 0.32, 0.20, 0.20),
    (1.72, 0.40, 0.24, 0.22),
    (2.20, 0.32, 0.20, 0.18),
)
FIRS = (-2.45, -1.28, -0.94, 0.06, 1.06, 1.62, 2.62)


def paint(surface: pygame.Surface, palette: Palette, light: tuple[float, float] = (0.76, 0.24)) -> None:
    """Fills `surface` with the hamlet. `light`: where moon or sun stands, in shares of width and height."""
    width, height = surface.get_size()
    sky(surface, palette)
    if palette.stars:
        stars(surface, between(palette.sky[0], palette.light, 0.75))
    shine(surface, palette, (light[0] * width, light[1] * height), 0.085 * height)
    far, near = palette.hills
    hill(surface, far, 0.66, 0.06, 1.3, 0.4)
    hill(surface, between(far, near, 0.5), 0.73, 0.045, 1.9, 2.1)
    ground = 0.80 * height
    village(surface, palette, (width / 2, ground), 0.46 * height)
    hill(surface, near, 0.82, 0.022, 1.1, 1.2)


def sky(surface: pygame.Surface, palette: Palette) -> None:
    """A smooth gradient from zenith to horizon."""
    bands = pygame.Surface((1, 64))
    for i in range(64):
        bands.set_at((0, i), between(*palette.sky, min(1.0, i / 46)))
    surface.blit(pygame.transform.smoothscale(bands, surface.get_size()), (0, 0))


def stars(surface: pygame.Surface, colour: Colour) -> None:
    """Always the same stars: multiples of two irrational numbers never fall into rows."""
    width, height = surface.get_size()
    for i in range(1, STARS + 1):
        x, y = i * 0.61803399 % 1, i * 0.41421356 % 1 * 0.56
        radius = height * (0.0036 if i % 7 == 0 else 0.0019)
        pygame.draw.aacircle(surface, colour, (x * width, y * height), max(1.0, radius))


def shine(surface: pygame.Surface, palette: Palette, at: tuple[float, float], radius: float) -> None:
    """The full moon or the sun, in a wide faint glow."""
    for share, size in ((0.10, 2.0), (0.20, 1.6), (0.34, 1.25)):
        sky_here = between(*palette.sky, 0.35)
        pygame.draw.aacircle(surface, between(sky_here, palette.light, share), at, radius * size)
    pygame.draw.aacircle(surface, palette.light, at, radius)
    if palette.stars:
        shade = between(palette.light, palette.sky[1], 0.16)
        for dx, dy, size in (
            (-0.35, -0.2, 0.22),
            (0.3, 0.25, 0.28),
            (0.15, -0.45, 0.14),
            (-0.25, 0.45, 0.13),
        ):
            pygame.draw.aacircle(surface, shade, (at[0] + dx * radius, at[1] + dy * radius), size * radius)


def hill(
    surface: pygame.Surface, colour: Colour, level: float, swell: float, waves: float, phase: float
) -> None:
    """A rolling line at `level`, filled to the bottom."""
    width, height = surface.get_size()
    line = [
        (width * i / 48, height * (level + swell * sin(2 * pi * waves * i / 48 + phase))) for i in range(49)
    ]
    smooth_polygon(surface, colour, [*line, (width, height), (0, height)])


def village(surface: pygame.Surface, palette: Palette, foot: tuple[float, float], size: float) -> None:
    """Firs, houses, a church and a mill standing at `foot`, about `size` pixels high."""
    x, y = foot

    def polygon(colour: Colour, *points: tuple[float, float]) -> None:
        smooth_polygon(surface, colour, [(x + size * px, y - size * py) for px, py in points])

    def window(px: float, py: float, breadth: float, rise: float) -> None:
        left, bottom, right, top = px - breadth / 2, py, px + breadth / 2, py + rise
        polygon(palette.windows, (left, bottom), (left, top), (right, top), (right, bottom))

    for px in FIRS:
        for level in (0.05, 0.17, 0.29):
            breadth = 0.15 - level * 0.28
            polygon(palette.hills[1], (px - breadth, level), (px, level + 0.24), (px + breadth, level))
    for left, breadth, walls, roof in HOUSES:
        right, middle = left + breadth, left + breadth / 2
        polygon(palette.houses, (left, -0.1), (left, walls), (right, walls), (right, -0.1))
        polygon(palette.roofs, (left - 0.04, walls), (middle, walls + roof), (right + 0.04, walls))
        window(middle - breadth * 0.22, walls * 0.42, 0.055, 0.085)
        window(middle + breadth * 0.22, walls * 0.42, 0.055, 0.085)
    # The church: nave, tower, spire.
    polygon(palette.houses, (-0.24, -0.1), (-0.24, 0.30), (0.10, 0.30), (0.10, -0.1))
    polygon(palette.roofs, (-0.28, 0.30), (-0.20, 0.50), (0.06, 0.50), (0.13, 0.30))
    polygon(palette.houses, (-0.34, -0.1), (-0.34, 0.58), (-0.16, 0.58), (-0.16, -0.1))
    polygon(palette.roofs, (-0.37, 0.58), (-0.25, 0.98), (-0.13, 0.58))
    window(-0.25, 0.40, 0.05, 0.11)
    window(-0.05, 0.10, 0.06, 0.13)
    # The mill: tower, cap, four sails.
    polygon(palette.houses, (1.18, -0.1), (1.23, 0.46), (1.45, 0.46), (1.50, -0.1))
    polygon(palette.roofs, (1.20, 0.46), (1.34, 0.62), (1.48, 0.46))
    window(1.34, 0.16, 0.06, 0.10)
    for quarter in range(4):
        angle = pi / 5 + quarter * pi / 2
        c, s = cos(angle), sin(angle)
        blade = [(0.03, -0.012), (0.40, -0.012), (0.40, 0.085), (0.12, 0.085), (0.12, 0.012), (0.03, 0.012)]
        polygon(palette.roofs, *((1.34 + a * c - b * s, 0.50 + a * s + b * c) for a, b in blade))


def smooth_polygon(
    surface: pygame.Surface, colour: Colour, outline: Sequence[tuple[float, float] | pygame.Vector2]
) -> None:
    """A filled polygon with smooth edges, at whole pixels: there inside and edge meet without a gap."""
    corners = [(round(x), round(y)) for x, y in outline]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
