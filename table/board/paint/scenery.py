"""Draws the hamlet with plain shapes: sky, moon or sun, hills, houses, church, mill and well. Positions
are shares of the picture's width and height.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, cos, pi, sin
from typing import NamedTuple

import pygame

from table.board.paint.palette import Colour, Palette, between

HORIZON = 0.72
"""Where the sky's last colour is reached, in shares of the height."""

STARS, LARGE_STARS = 90, 7
"""The number of stars; every `LARGE_STARS`th is large."""

ORB, GLOW, GLOW_STEPS = 0.085, 1.6, 14
"""Radius of moon or sun as a share of the height; the reach of its glow, and the number of steps in which
it fades."""
SEAS = ((-0.35, -0.2, 0.22), (0.3, 0.25, 0.28), (0.15, -0.45, 0.14), (-0.25, 0.45, 0.13))
"""Of the moon: where they lie, and how large, in shares of its radius."""

DRIFT, DRIFT_S = 0.05, 1200.0
"""How far the moon moves to both sides, as a share of the width, and the seconds until it is back."""
TWINKLE_S, SMOKE_S = 4.0, 8.0
"""Seconds in which a star is dim once; seconds for which a puff of smoke rises."""
PUFFS, AGES = 4, 16
"""How many rise at a time, and in how many steps."""
WHITE: Colour = (255, 255, 255)

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
CHIMNEYS = ((-1.56, 0.47), (2.04, 0.44))
"""The tops of two chimneys that smoke."""
FIRS = (-2.45, -1.28, -0.94, 0.06, 1.06, 1.62, 2.62)


def paint(surface: pygame.Surface, palette: Palette, *, moonless: bool = False) -> None:
    """Fills `surface` with the hamlet. `moonless`: without the moon, which is drawn separately because it
    moves."""
    for _ in layers(surface, palette, moonless=moonless):
        pass


def layers(surface: pygame.Surface, palette: Palette, *, moonless: bool = False) -> Iterator[None]:
    """The same in steps, from the sky on."""
    width, height = surface.get_size()
    sky(surface, palette)
    yield
    if palette.stars:
        for x, y, radius in stars():
            at, px = (x * width, y * height), max(1.0, radius * height)
            pygame.draw.aacircle(surface, star_colour(palette, y), at, px)
    far, near = palette.hills
    if not (moonless and palette.moon):
        orb = shine(palette, round(ORB * height))
        x, y = palette.light_at
        surface.blit(orb, orb.get_rect(center=(round(x * width), round(y * height))))
    yield
    hill(surface, far, 0.66, 0.06, 1.3, 0.4)
    yield
    hill(surface, between(far, near, 0.5), 0.73, 0.045, 1.9, 2.1)
    yield
    foot, size = village_at(surface.get_size())
    village(surface, palette, foot, size)
    yield
    hill(surface, near, 0.82, 0.022, 1.1, 1.2)
    yield
    foreground(surface, palette, foot, size)


def sky(surface: pygame.Surface, palette: Palette) -> None:
    """A smooth gradient from zenith to horizon."""
    bands = pygame.Surface((1, 64))
    for i in range(64):
        bands.set_at((0, i), between(*palette.sky, min(1.0, i / 64 / HORIZON)))
    surface.blit(pygame.transform.smoothscale(bands, surface.get_size()), (0, 0))


def star_colour(palette: Palette, y: float) -> Colour:
    """Of a star at the height `y`: paler towards the horizon."""
    return between(between(*palette.sky, y), palette.ink, 0.75)


def stars() -> Iterator[tuple[float, float, float]]:
    """The stars with their sizes, always the same: multiples of two irrational numbers never form rows."""
    for i in range(1, STARS + 1):
        yield i * 0.61803399 % 1, i * 0.41421356 % 1 * 0.56, 0.0036 if i % LARGE_STARS == 0 else 0.0019


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


def hill(
    surface: pygame.Surface, colour: Colour, level: float, swell: float, waves: float, phase: float
) -> None:
    """A rolling line at `level`, filled to the bottom."""
    width, height = surface.get_size()
    line = [
        (width * i / 48, height * (level + swell * sin(2 * pi * waves * i / 48 + phase))) for i in range(49)
    ]
    smooth_polygon(surface, colour, [*line, (width, height), (0, height)])


def village_at(size: tuple[int, int]) -> tuple[tuple[float, float], float]:
    """The foot of the village in a picture of `size` pixels, and how high it is."""
    return (size[0] / 2, 0.80 * size[1]), 0.46 * size[1]


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
    for px, py in CHIMNEYS:
        polygon(
            palette.roofs,
            (px - 0.035, py - 0.14),
            (px - 0.035, py),
            (px + 0.035, py),
            (px + 0.035, py - 0.14),
        )
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


def foreground(surface: pygame.Surface, palette: Palette, foot: tuple[float, float], size: float) -> None:
    """The village green: the path, the well under its little roof, a fence and two round trees."""
    x, y = foot
    near = palette.hills[1]
    trodden, wood = between(near, palette.light, 0.22), palette.roofs
    stone = between(palette.houses, near, 0.25)

    def polygon(colour: Colour, *points: tuple[float, float]) -> None:
        smooth_polygon(surface, colour, [(x + size * px, y - size * py) for px, py in points])

    polygon(trodden, (-0.13, -0.055), (-0.01, -0.055), (0.34, -0.45), (-0.34, -0.45))
    for px in (-0.86, 0.98):
        polygon(wood, (px - 0.018, -0.14), (px - 0.018, 0.06), (px + 0.018, 0.06), (px + 0.018, -0.14))
        for dx, dy, radius in ((-0.07, 0.08, 0.085), (0.07, 0.09, 0.08), (0, 0.17, 0.1)):
            at = x + size * (px + dx), y - size * dy
            pygame.draw.aacircle(surface, between(near, palette.sky[0], 0.2), at, size * radius)
    # The well.
    left, right = 0.44, 0.70
    for px in (left + 0.03, right - 0.03):
        polygon(wood, (px - 0.015, -0.16), (px - 0.015, 0.08), (px + 0.015, 0.08), (px + 0.015, -0.16))
    polygon(wood, (left - 0.05, 0.07), (0.57, 0.20), (right + 0.05, 0.07))
    polygon(stone, (left, -0.22), (left, -0.08), (right, -0.08), (right, -0.22))
    polygon(wood, (left - 0.02, -0.10), (left - 0.02, -0.07), (right + 0.02, -0.07), (right + 0.02, -0.10))
    # The fence.
    for px in (-1.9, -1.72, -1.54, -1.36, 1.5, 1.68, 1.86, 2.04):
        polygon(
            wood,
            (px - 0.018, -0.26),
            (px - 0.018, -0.12),
            (px, -0.10),
            (px + 0.018, -0.12),
            (px + 0.018, -0.26),
        )
    for start, end in ((-1.96, -1.30), (1.44, 2.10)):
        for py in (-0.17, -0.22):
            polygon(wood, (start, py - 0.012), (start, py + 0.012), (end, py + 0.012), (end, py - 0.012))


class Mover(NamedTuple):
    """Something that moves within `box` of the picture, and never leaves it."""

    what: str
    box: pygame.Rect
    paint: Callable[[pygame.Surface, tuple[int, int], float], None]
    """Paints it as it is at a moment, in seconds, on a surface on which the picture's upper left corner lies
    at a point."""


def movers(size: tuple[int, int], palette: Palette, orb: pygame.Surface) -> list[Mover]:
    """What moves in the hamlet of a picture of `size` pixels: the moon, `orb`, and stars by night; smoke."""
    width, height = size
    found = []
    if palette.moon:
        found.append(_moon(size, palette, orb))
        for i, (x, y, radius) in enumerate(stars(), 1):
            if i % LARGE_STARS == 0:
                found.append(_star((x * width, y * height), radius * height, i, palette, y))
    (x, y), tall = village_at(size)
    for px, py in CHIMNEYS:
        found.append(_smoke((x + tall * px, y - tall * py), tall, palette))
    free: list[Mover] = []
    for mover in found:
        if not any(mover.box.colliderect(other.box) for other in free):
            free.append(mover)
    return free


def _moon(size: tuple[int, int], palette: Palette, orb: pygame.Surface) -> Mover:
    (x, y), (width, height) = palette.light_at, size
    box = orb.get_rect(center=(round(x * width), round(y * height))).inflate(2 * round(DRIFT * width), 0)

    def paint(surface: pygame.Surface, corner: tuple[int, int], now_s: float) -> None:
        turn = abs(2 * ((now_s / DRIFT_S + 0.25) % 1) - 1)  # there and back
        left = box.left + round(turn * (box.width - orb.get_width()))
        surface.blit(orb, (corner[0] + left, corner[1] + box.top))

    return Mover("moon", box, paint)


def _star(at: tuple[float, float], radius: float, number: int, palette: Palette, y: float) -> Mover:
    px = max(1.0, radius)
    reach = ceil(px) + 2
    box = pygame.Rect(0, 0, 2 * reach, 2 * reach)
    box.center = round(at[0]), round(at[1])
    night, bright = between(*palette.sky, min(1.0, y / HORIZON)), star_colour(palette, y)

    def paint(surface: pygame.Surface, corner: tuple[int, int], now_s: float) -> None:
        share = (now_s / TWINKLE_S + number * 0.61803399) % 1
        if share < 0.25:
            middle = corner[0] + at[0], corner[1] + at[1]
            pygame.draw.aacircle(surface, between(bright, night, 0.7), middle, px)

    return Mover("star", box, paint)


def _smoke(top: tuple[float, float], tall: float, palette: Palette) -> Mover:
    rise, aside, least = 0.30 * tall, 0.14 * tall, 0.022 * tall
    most = 2.6 * least
    box = pygame.Rect(
        round(top[0] - least) - 2, round(top[1] - rise - most) - 2,
        round(aside + most + least) + 4, round(rise + most) + 4,
    )  # fmt: skip
    colour = between(palette.sky[1], WHITE, 0.5)
    clouds: dict[float, pygame.Surface] = {}
    """Of each age, as a share of the time a puff rises."""

    def cloud_of(share: float) -> pygame.Surface:
        if share not in clouds:
            radius = least + (most - least) * share
            cloud = clouds[share] = pygame.Surface((2 * round(radius) + 2,) * 2, pygame.SRCALPHA)
            cloud.fill((*colour, 0))
            pygame.draw.aacircle(cloud, colour, cloud.get_rect().center, radius)
            cloud.set_alpha(round(150 * (1 - share)))
        return clouds[share]

    def paint(surface: pygame.Surface, corner: tuple[int, int], now_s: float) -> None:
        for puff in range(PUFFS):
            share = round((now_s / SMOKE_S + puff / PUFFS) % 1 * AGES) % AGES / AGES
            cloud = cloud_of(share)
            at = top[0] + aside * share**1.5, top[1] - least - (rise - least) * share
            surface.blit(cloud, cloud.get_rect(center=(corner[0] + at[0], corner[1] + at[1])))

    return Mover("smoke", box, paint)


def smooth_polygon(
    surface: pygame.Surface, colour: Colour, outline: Sequence[tuple[float, float] | pygame.Vector2]
) -> None:
    """Draws a filled polygon with smooth edges, at whole pixels, so that there is no gap between inside
    and edge."""
    corners = [(round(x), round(y)) for x, y in outline]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
