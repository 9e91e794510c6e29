"""The tools of the painters: font, symbols, discs and boxes with round corners."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import Any, TypeVar

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame
from table.board.paint.palette import NIGHT, Colour
from table.board.paint.shelf import Shelf
from table.board.paint.text import Typesetter, set_in
from table.typefaces import TITLES

T = TypeVar("T")

PIECES = 3
"""Pixels of small pieces that are kept, as a multiple of the board's."""

PICTURES = 1.2
"""Pixels of pictures that are kept at the size at which they are painted ahead, as a multiple too."""
SNAPPED = 0.85
"""The least part of a size that a picture is drawn at instead, if it is painted in that."""
PICTURE_SHARE = 0.22
"""That size, as a share of the board's mean side."""
SMALL, LARGE = 0.5, 1.6
"""Pictures up to this share of that size are painted as quickly as they are smoothed; larger ones are still
sharp up to the other."""

WHITE: Colour = (255, 255, 255)

CORNER_PX = 26
"""How round the corners of a box with words are."""

SMALL_PX, LARGE_PX = 16, 78
"""Letters from and up to this size are drawn ahead."""
LETTERS = "abcdefghijklmnopqrstuvwxyzàâçèéêîôûABCDEFGHIJLMNOPRSTUVÉ0123456789-’.,:!?× "


class Paintbox:
    """Keeps what it painted once. Needs `pygame.font.init()`."""

    def __init__(self, art: Art) -> None:
        self.art = art
        self.type = Typesetter()
        self.titles = Typesetter(TITLES)
        """For the few words that are pictures themselves."""
        self._pieces = self._pictures = Shelf(0)
        self.picture_px = 0
        """The size at which pictures are painted ahead."""
        self._found: dict[str, tuple[object, Any]] = {}

    def make_room(self, pixels: int) -> None:
        """Forgets what was painted for a board of another size. `pixels`: of the new one."""
        self._pieces, self._pictures = (Shelf(round(share * pixels)) for share in (PIECES, PICTURES))
        self.picture_px = round(PICTURE_SHARE * sqrt(pixels))

    def has(self, key: Hashable) -> bool:
        """Whether the small piece `key` is kept."""
        return key in self._pieces

    def keep(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The small piece `key`, painted if it is not kept."""
        return self._pieces.get(key, paint)

    def found(self, what: str, depends: object, find: Callable[[], T]) -> T:
        """What `find` finds; it is asked again only if what it depends on is not as it was the last time.
        `what`: a name for it."""
        if not self.has_found(what, depends):
            self._found[what] = depends, find()
        result: T = self._found[what][1]
        return result

    def has_found(self, what: str, depends: object) -> bool:
        """Whether `found` would not ask."""
        return what in self._found and self._found[what][0] == depends

    def emblem(self, name: str, radius: int, colour: Colour) -> Surface:
        """A symbol, on nothing."""
        return self.keep((name, radius, colour), lambda: self.art.sign(name, radius, colour))

    def scaled(self, key: Hashable, px: int, paint: Callable[[int], Surface]) -> Surface:
        """The picture `key`, `px` pixels wide and high: smoothed from the one that is painted ahead, if that
        is worth it. `paint`: paints it in so many pixels."""
        if px == self.picture_px:
            return self.large(key, lambda: paint(px))
        if not SMALL * self.picture_px < px <= LARGE * self.picture_px:
            return self.keep((key, px), lambda: paint(px))
        ahead = partial(paint, self.picture_px)
        return self.keep((key, px), lambda: pygame.transform.smoothscale(self.large(key, ahead), (px, px)))

    def has_scaled(self, key: Hashable, px: int) -> bool:
        """Whether the picture `key` is kept at that size."""
        return self.has_large(key) if px == self.picture_px else self.has((key, px))

    def snapped(self, px: int) -> int:
        """A size for a picture that is little smaller than `px`, if there is one that is painted already."""
        return self.picture_px if SNAPPED * px < self.picture_px < px else px

    def large(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The large picture `key`, painted if it is not kept: one that is painted ahead, or shown for a
        moment."""
        return self._pictures.get(key, paint)

    def has_large(self, key: Hashable) -> bool:
        """Whether the large picture `key` is kept."""
        return key in self._pictures

    def disc(self, radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
        """A round face with a frame."""
        key = ("disc", radius, fill, edge, thickness)
        return self.keep(key, lambda: disc(radius, fill, edge, thickness))

    def panel(
        self, surface: Surface, box: Rect, fill: Colour, edge: Colour, thickness: int, radius: int
    ) -> None:
        """Draws a box with a frame and round corners: filling is quicker than keeping a picture as large."""
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
        """Draws what words lie on, wherever they stand."""
        ground = frame.palette.caption
        self.panel(frame.surface, box, ground, ground, 0, round(CORNER_PX * frame.scale))

    def rehearse(self, scale: float) -> Iterator[object]:
        """Draws letters of all sizes ahead."""
        for px in range(SMALL_PX, set_in(round(LARGE_PX * scale)) + 1):
            if px == set_in(px):
                for bold in (False, True):
                    for letters in (LETTERS[: len(LETTERS) // 2], LETTERS[len(LETTERS) // 2 :]):
                        yield self.type.font(px, bold).render(letters, True, NIGHT.ink)


def disc(radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
    """A round face with a frame, its edges smooth; outside it is transparent."""
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
    """Draws a filled polygon with smooth edges, at whole pixels, so that there is no gap between inside
    and edge."""
    corners = [(round(x), round(y)) for x, y in outline]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)
