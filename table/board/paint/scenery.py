"""Draws the land with plain shapes: sky, moon or sun, hills, meadow and the village's square. Positions are
shares of the picture's width and height, unless the houses say where things are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, cos, pi, sin
from typing import NamedTuple

import pygame

from table.board.paint.layout import Layout, Point
from table.board.paint.palette import Colour, Palette, between

STARS, LARGE_STARS = 130, 7
"""The number of stars; every `LARGE_STARS`th is large."""

ORB, GLOW, GLOW_STEPS = 0.045, 1.6, 14
"""Radius of moon or sun as a share of the height; the reach of its glow, and the number of steps in which
it fades."""
SEAS = ((-0.35, -0.2, 0.22), (0.3, 0.25, 0.28), (0.15, -0.45, 0.14), (-0.25, 0.45, 0.13))
"""Of the moon: where they lie, and how large, in shares of its radius."""
TWINKLE_S = 4.0
"""Seconds in which a star is dim once."""
WHITE: Colour = (255, 255, 255)
HORIZON = 0.62
"""Where hills end and the meadow begins, in heights of the houses across the square."""


def layers(surface: pygame.Surface, palette: Palette, layout: Layout) -> Iterator[None]:
    """Paints the land in steps, from the sky on."""
    width, height = surface.get_size()
    horizon = horizon_of(layout) / height
    sky(surface, palette, horizon)
    yield
    if palette.stars:
        for x, y, radius in stars():
            at, px = (x * width, y * horizon * height), max(1.0, radius * height)
            pygame.draw.aacircle(surface, star_colour(palette, y), at, px)
        yield
    orb = shine(palette, round(ORB * height))
    surface.blit(orb, orb.get_rect(center=light_at(layout)))
    yield
    far, near = palette.hills
    hill(surface, far, horizon - 0.035, 0.03, 1.3, 0.4)
    yield
    hill(surface, between(far, near, 0.5), horizon - 0.005, 0.02, 1.9, 2.1)
    yield
    hill(surface, near, horizon + 0.03, 0.008, 1.1, 1.2)
    yield
    area = layout.square.inflate(round(0.10 * width), round(0.14 * height))
    for grow, share in ((0, 0.10), (-round(0.05 * width), 0.17)):
        pygame.draw.polygon(
            surface, between(near, palette.light, share), oval(area.inflate(grow, 0.6 * grow))
        )
        yield


def horizon_of(layout: Layout) -> float:
    """Where the meadow begins, in pixels from above."""
    if not layout.lots:
        return layout.middle.top + 0.2 * layout.middle.height
    house = layout.lots[0].house
    return house.top + HORIZON * house.height


def light_at(layout: Layout) -> tuple[int, int]:
    """Where moon or sun stands: between two houses across the square."""
    above = [
        lot.whole
        for lot in layout.lots
        if lot.whole.top == layout.middle.top and lot.door[1] > lot.whole.bottom
    ]
    x = (
        (above[-2].right + above[-1].left) // 2
        if len(above) > 1
        else layout.middle.left + round(0.74 * layout.middle.width)
    )
    return x, layout.middle.top + round(0.055 * layout.middle.height)


def oval(rect: pygame.Rect, points: int = 120) -> list[Point]:
    """An ellipse in `rect`."""
    return [
        (
            rect.centerx + rect.width / 2 * cos(2 * pi * i / points),
            rect.centery + rect.height / 2 * sin(2 * pi * i / points),
        )
        for i in range(points)
    ]


def sky(surface: pygame.Surface, palette: Palette, horizon: float) -> None:
    """A smooth gradient from zenith to horizon."""
    bands = pygame.Surface((1, 64))
    for i in range(64):
        bands.set_at((0, i), between(*palette.sky, min(1.0, i / 64 / horizon)))
    surface.blit(pygame.transform.smoothscale(bands, surface.get_size()), (0, 0))


def star_colour(palette: Palette, y: float) -> Colour:
    """Of a star at the height `y`: paler towards the horizon."""
    return between(between(*palette.sky, y), palette.ink, 0.75)


def stars() -> Iterator[tuple[float, float, float]]:
    """The stars with their sizes, always the same: multiples of two irrational numbers never form rows."""
    for i in range(1, STARS + 1):
        yield i * 0.61803399 % 1, i * 0.41421356 % 1, 0.0036 if i % LARGE_STARS == 0 else 0.0019


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


class Mover(NamedTuple):
    """Something that moves within `box` of the picture, and never leaves it."""

    box: pygame.Rect
    paint: Callable[[pygame.Surface, float], None]
    """Paints it on the picture as it is at a moment, in seconds."""


def movers(size: tuple[int, int], palette: Palette, layout: Layout) -> list[Mover]:
    """What moves on the land of a picture of `size` pixels: stars, by night."""
    width, height = size
    horizon = horizon_of(layout)
    return [
        _star((x * width, y * horizon), radius * height, number, palette, y)
        for number, (x, y, radius) in enumerate(stars(), 1)
        if palette.stars and number % LARGE_STARS == 0
    ]


def _star(at: tuple[float, float], radius: float, number: int, palette: Palette, y: float) -> Mover:
    px = max(1.0, radius)
    reach = ceil(px) + 2
    box = pygame.Rect(0, 0, 2 * reach, 2 * reach)
    box.center = round(at[0]), round(at[1])
    night, bright = between(*palette.sky, y), star_colour(palette, y)

    def paint(surface: pygame.Surface, now_s: float) -> None:
        share = (now_s / TWINKLE_S + number * 0.61803399) % 1
        if share < 0.25:
            pygame.draw.aacircle(surface, between(bright, night, 0.7), at, px)

    return Mover(box, paint)


def smooth_polygon(
    surface: pygame.Surface, colour: Colour, outline: Sequence[tuple[float, float] | pygame.Vector2]
) -> None:
    """Draws a filled polygon with smooth edges, at whole pixels, so that there is no gap between inside
    and edge."""
    corners = [(round(x), round(y)) for x, y in outline]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
