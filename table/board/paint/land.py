"""Draws the land: sky, hills, meadow and the village's square, over the whole board. It is painted once for
each time of day; everything else stands on it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame, lights
from table.board.paint.hours import land as colours_of
from table.board.paint.landscape import DEPTHS, HORIZON, SQUARE
from table.board.paint.layout import Layout
from table.board.paint.motion import Fade
from table.board.paint.palette import DAWN, DAY, DUSK, NIGHT, Palette
from table.board.paint.shelf import Shelf
from table.board.paint.sky import ORB, Mover, light_at, movers, shine
from table.board.view import Look

PALETTES = {palette.name: palette for palette in (DAY, DUSK, NIGHT, DAWN)}

SHARE = 0.75
"""The height of the layers of a land, as a share of the board's."""

LANDS = 4
"""Pixels of lands that are kept, as a multiple of the board's."""


class Land:
    """Draws the land. Keeps the pictures it painted of it."""

    def __init__(self, art: Art) -> None:
        self._art = art
        self._lands = Shelf(0)
        self._moving: dict[Hashable, list[Mover]] = {}

    def make_room(self, pixels: int) -> None:
        """Forgets what was painted for a board of another size. `pixels`: of the new one."""
        self._lands = Shelf(LANDS * pixels)
        self._moving.clear()

    def rehearse(self, size: tuple[int, int], layout: Layout, look: Look) -> Iterator[None]:
        """Paints the land ahead, layer by layer, for all times of day."""
        if look.contrast == "high":
            return
        for palette in lights(look):
            picture = Surface(size)
            for _ in layers(picture, self._art, palette, layout):
                yield
            self._lands.get(key_of(palette, layout), lambda picture=picture: picture)  # type: ignore[misc]

    def lay(self, frame: Frame, rect: Rect) -> None:
        """Draws what of the land is in `rect`, over everything there; with high contrast it is black."""
        surface, palette, layout = frame.surface, frame.palette, frame.layout
        if frame.look.contrast == "high":
            surface.fill(palette.ground, rect)
            return
        surface.blit(self._land(palette, frame), rect, rect)
        if frame.pose.fade:
            self._fade(frame, frame.pose.fade, rect)
        for mover in self._movers(palette, layout, surface.get_size()):
            if mover.box.colliderect(rect):
                mover.paint(surface, frame.drift_s)

    def _fade(self, frame: Frame, fade: Fade, rect: Rect) -> None:
        """The land while one light fades into another; from day to night by way of dusk."""
        before, share = PALETTES[fade.light], fade.share
        below, above = before, frame.palette
        if (below, above) == (DAY, NIGHT):
            below, above, share = (DAY, DUSK, 2 * share) if share < 0.5 else (DUSK, NIGHT, 2 * share - 1)
        frame.surface.blit(self._land(below, frame), rect, rect)
        if share:
            picture = self._land(above, frame)
            picture.set_alpha(round(255 * share))
            frame.surface.blit(picture, rect, rect)
            picture.set_alpha(None)

    def _movers(self, palette: Palette, layout: Layout, size: tuple[int, int]) -> list[Mover]:
        """What moves, where nothing will cover it."""
        key = key_of(palette, layout)
        if key not in self._moving:
            taken: Sequence[Rect] = [layout.header, layout.square, layout.caption, *layout.plaques]
            found = movers(size, palette, layout.middle.top + round(HORIZON * layout.middle.height))
            self._moving[key] = [mover for mover in found if mover.box.collidelist(taken) < 0]
        return self._moving[key]

    def _land(self, palette: Palette, frame: Frame) -> Surface:
        size = frame.surface.get_size()
        return self._lands.get(
            key_of(palette, frame.layout), lambda: land(self._art, size, palette, frame.layout)
        )


def key_of(palette: Palette, layout: Layout) -> Hashable:
    """All that a land depends on, for a board of one size."""
    return palette.name, layout.middle.size, layout.square.size


def land(art: Art, size: tuple[int, int], palette: Palette, layout: Layout) -> Surface:
    """The land over the whole board."""
    picture = Surface(size)
    for _ in layers(picture, art, palette, layout):
        pass
    return picture


def layers(surface: Surface, art: Art, palette: Palette, layout: Layout) -> Iterator[None]:
    """Paints the land in steps, from the sky on, its square where the houses leave room for it."""
    (width, height), colours = surface.get_size(), colours_of(palette.name)
    high = round(SHARE * height)
    top = round(layout.square.centery - SQUARE[0][1] * high)
    surface.blit(art.scene("scenery/sky", (width, top + high), colours), (0, 0))
    yield
    if palette.stars:
        surface.blit(art.scene("scenery/stars", (width, height), colours), (0, 0))
        yield
    orb = shine(palette, round(ORB * height))
    surface.blit(orb, orb.get_rect(center=light_at(layout)))
    for depth in DEPTHS:
        layer = art.scene(f"scenery/autumn_{depth}", (width, high), colours)
        surface.blit(layer, (0, top))
        yield
    # Below their lower edge everything goes on as it ends.
    lowest = surface.subsurface((0, top + high - 1, width, 1))
    surface.blit(pygame.transform.scale(lowest, (width, height - top - high)), (0, top + high))
    yield
