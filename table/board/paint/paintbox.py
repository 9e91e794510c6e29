"""The tools of the painters: font, symbols, discs and boxes with round corners."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import pygame
from pygame import Rect, Surface

from table.board.paint import emblems
from table.board.paint.frame import Frame
from table.board.paint.palette import NIGHT, Colour
from table.board.paint.shelf import Shelf
from table.board.paint.text import Typesetter, set_in

PIECES = 2
"""Pixels of small pieces that are kept, as a multiple of the board's."""

CORNER_PX = 26
"""How round the corners of a box with words are."""

SMALL_PX, LARGE_PX = 16, 78
"""Letters from and up to this size are drawn ahead."""
LETTERS = "abcdefghijklmnopqrstuvwxyzàâçèéêîôûABCDEFGHIJLMNOPRSTUVÉ0123456789-’.,:!?× "


class Paintbox:
    """Keeps what it painted once. Needs `pygame.font.init()`."""

    def __init__(self) -> None:
        self.type = Typesetter()
        self._pieces = Shelf(0)

    def make_room(self, pixels: int) -> None:
        """Forgets what was painted for a board of another size. `pixels`: of the new one."""
        self._pieces = Shelf(PIECES * pixels)

    def keep(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The small piece `key`, painted if it is not kept."""
        return self._pieces.get(key, paint)

    def emblem(self, name: str, radius: int, colour: Colour) -> Surface:
        """A symbol, on nothing."""
        return self.keep((name, radius, colour), lambda: emblems.draw(name, radius, colour))

    def disc(self, radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
        """A round face with a frame."""
        key = ("disc", radius, fill, edge, thickness)
        return self.keep(key, lambda: disc(radius, fill, edge, thickness))

    def panel(
        self, surface: Surface, box: Rect, fill: Colour, edge: Colour, thickness: int, radius: int
    ) -> None:
        """Draws a box with a frame and round corners."""
        key = ("panel", box.size, fill, edge, thickness, radius)
        corner = self.disc(radius, fill, edge, thickness)
        surface.blit(self.keep(key, lambda: panel(box.size, fill, edge, thickness, corner)), box)

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


def panel(size: tuple[int, int], fill: Colour, edge: Colour, thickness: int, corner: Surface) -> Surface:
    """A box with a frame and round corners, transparent outside. `corner`: a disc, whose quarters are the
    corners."""
    picture = Surface(size, pygame.SRCALPHA)
    picture.fill(edge if thickness else fill)
    box, radius = picture.get_rect(), corner.get_width() // 2
    picture.fill(fill, box.inflate(-2 * thickness, -2 * thickness))
    for x, left in ((0, 0), (radius, box.right - radius)):
        for y, top in ((0, 0), (radius, box.bottom - radius)):
            picture.fill((*fill, 0), (left, top, radius, radius))
            picture.blit(corner, (left, top), (x, y, radius, radius))
    return picture
