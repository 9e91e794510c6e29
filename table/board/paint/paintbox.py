"""The tools of the painters: font, symbols, discs and boxes with round corners."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import sqrt
from typing import Any, TypeVar

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame
from table.board.paint.palette import Colour
from table.board.paint.sprites import SpriteCache
from table.board.paint.text import Typesetter
from table.typefaces import OURS, TITLES, Fonts

T = TypeVar("T")

KEPT = 4.2
"""Most pixels of all pictures in the cache, as a multiple of the board's pixels."""
SNAPPED = 0.85
"""A cached picture may be drawn if it is at least this share of the size wanted."""
PICTURE_SHARE = 0.22
"""Size in which pictures of people and houses are cached, as a share of the board's mean side."""
SMALL, LARGE = 0.5, 1.6
"""`SMALL`: pictures up to this share of the cached size are painted as fast as they are scaled. `LARGE`: up
to this share a scaled picture is still sharp."""

WHITE: Colour = (255, 255, 255)

CORNER_PX = 26
"""Radius of the corners of a box with words."""


class Paintbox:
    """The fonts, the pictures and the caches of the painters of one board. Needs `pygame.font.init()`.
    `size`: of the board; it sets the limits of the caches."""

    def __init__(self, art: Art, size: tuple[int, int], fonts: Fonts = OURS) -> None:
        self.art = art
        self.type = Typesetter(fonts=fonts)
        self.titles = Typesetter(TITLES, fonts)
        """The font of the few words that are pictures themselves."""
        pixels = size[0] * size[1]
        self._pictures = SpriteCache(round(KEPT * pixels))
        self._picture_px = round(PICTURE_SHARE * sqrt(pixels))
        self._found: dict[str, tuple[object, Any]] = {}

    def keep(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The picture `key` from the cache; `paint` paints it if it is not there."""
        return self._pictures.get(key, paint)

    def found(self, what: str, depends: object, find: Callable[[], T]) -> T:
        """The result of `find`, which is called again only if `depends` has changed since the last call.
        `what`: a name for the result."""
        if what not in self._found or self._found[what][0] != depends:
            self._found[what] = depends, find()
        result: T = self._found[what][1]
        return result

    def emblem(self, name: str, radius: int, colour: Colour) -> Surface:
        """A symbol on a transparent ground."""
        return self.keep((name, radius, colour), lambda: self.art.sign(name, radius, colour))

    def scaled(self, key: Hashable, px: int, paint: Callable[[int], Surface]) -> Surface:
        """The picture `key`, `px` pixels wide and high. It is scaled from its cached size if that is faster.
        `paint`: paints it in any size."""
        kept_px = self._picture_px
        if px == kept_px or not SMALL * kept_px < px <= LARGE * kept_px:
            return self.keep((key, px), lambda: paint(px))
        return self.keep(
            (key, px), lambda: pygame.transform.smoothscale(self.scaled(key, kept_px, paint), (px, px))
        )

    def snapped(self, px: int) -> int:
        """The size of a cached picture that is at most a little smaller than `px`; without one, `px`."""
        return self._picture_px if SNAPPED * px < self._picture_px < px else px

    def disc(self, radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
        """A round face with a frame."""
        key = ("disc", radius, fill, edge, thickness)
        return self.keep(key, lambda: disc(radius, fill, edge, thickness))

    def panel(
        self, surface: Surface, box: Rect, fill: Colour, edge: Colour, thickness: int, radius: int
    ) -> None:
        """Draws a box with a frame and round corners. Filling it is faster than a cached picture of that
        size."""
        for colour, rim in ((edge, 0), (fill, thickness)) if thickness else ((fill, 0),):
            for aside, above in ((radius, rim), (rim, radius)):
                part = box.inflate(-2 * aside, -2 * above)
                if part.width > 0 and part.height > 0:
                    surface.fill(colour, part)
        corner = self.disc(radius, fill, edge, thickness)
        for x, left in ((0, box.left), (radius, box.right - radius)):
            for y, top in ((0, box.top), (radius, box.bottom - radius)):
                surface.blit(corner, (left, top), (x, y, radius, radius))

    def sheet(self, frame: Frame, box: Rect) -> None:
        """Draws the sheet behind words."""
        ground = frame.palette.caption
        self.panel(frame.surface, box, ground, ground, 0, round(CORNER_PX * frame.scale))


def disc(radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
    """A round face with a frame and smooth edges, transparent outside."""
    large = Surface((4 * radius, 4 * radius), pygame.SRCALPHA)
    large.fill((*(edge if thickness else fill), 0))
    middle = 2 * radius, 2 * radius
    if thickness:
        pygame.draw.circle(large, edge, middle, 2 * radius)
    pygame.draw.circle(large, fill, middle, 2 * (radius - thickness))
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def smooth_polygon(
    surface: pygame.Surface, colour: Colour, outline: Sequence[tuple[float, float] | pygame.Vector2]
) -> None:
    """Draws a filled polygon with smooth edges. It uses whole pixels, so that there is no gap between inside
    and edge."""
    corners = [(round(x), round(y)) for x, y in outline]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
