"""Draws the oval table with the hamlet in it, and its rim. It is painted once for each time of day; what
moves in the hamlet is drawn piece by piece.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

import pygame
from pygame import Rect, Surface

from table.board.board import Board
from table.board.paint import scenery
from table.board.paint.frame import Frame, light_of, lights
from table.board.paint.layout import Layout, oval, within
from table.board.paint.motion import Fade
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import DAWN, DAY, DUSK, NIGHT, Palette
from table.board.paint.scenery import ORB, Mover, movers, shine
from table.board.paint.shelf import Shelf
from table.board.view import Look

PALETTES = {palette.name: palette for palette in (DAY, DUSK, NIGHT, DAWN)}

TABLES = 4
"""Pixels of tables that are kept, as a multiple of the board's."""

RIM_PX = 13
"""How broad the rim of the table is."""


class Tabletop:
    """Draws the table. Keeps the pictures it painted of it."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._tables = Shelf(0)
        self._moving: dict[Hashable, list[tuple[Mover, bool]]] = {}

    def make_room(self, pixels: int) -> None:
        """Forgets what was painted for a board of another size. `pixels`: of the new one."""
        self._tables = Shelf(TABLES * pixels)
        self._moving.clear()

    def rehearse(self, frame: Frame) -> Iterator[None]:
        """Paints the table ahead, for all times of day."""
        layout = frame.layout
        for palette in lights(frame.look):
            self._rim_corner(palette, layout)
            yield
            self._rim(palette, layout)
            yield
            if frame.look.contrast == "normal":
                self._table(palette, layout, plain=False)
                yield
                self._movers(palette, layout)
                yield
            self._paints.sheet(frame._replace(palette=palette), layout.caption)
            yield
        plain = frame.showing(Board("ballots"))
        self._table(plain.palette, layout, plain=True)
        yield

    def hamlet(self, frame: Frame) -> None:
        """Draws the hamlet over the whole board, with no table round it."""
        size, palette = frame.surface.get_size(), frame.palette
        frame.surface.blit(self._tables.get(palette.name, lambda: hamlet(size, palette)), (0, 0))

    def rehearse_hamlet(self, size: tuple[int, int], look: Look) -> Iterator[None]:
        """Paints the hamlet of the empty board ahead, layer by layer."""
        palette, picture = light_of(Board(), look), Surface(size)
        for _ in scenery.layers(picture, palette):
            yield
        self._tables.get(palette.name, lambda: picture)

    def lay(self, frame: Frame, lying: Sequence[Rect]) -> None:
        """Draws the empty table. Moving things stand still where something will cover them."""
        fade = frame.pose.fade
        if fade and not frame.is_bare:
            self._faded(frame, fade)
            return
        table = self._table(frame.palette, frame.layout, plain=frame.is_plain)
        frame.surface.blit(table, table.get_rect(center=frame.layout.table.center))
        if not frame.is_bare:
            for mover, is_free in self._movers(frame.palette, frame.layout):
                moves = is_free and self._place(mover, frame).collidelist(lying) < 0
                mover.paint(frame.surface, frame.layout.table.topleft, frame.drift_s if moves else 0.0)

    def lay_rim(self, frame: Frame) -> None:
        """Draws the rim again, and the ground round it: over what stands on the table."""
        rim = self._rim(frame.palette, frame.layout)
        frame.surface.blit(rim, rim.get_rect(center=frame.layout.table.center))

    def drift(self, frame: Frame, lying: Sequence[Rect]) -> None:
        """Moves moon, stars and smoke to their places at this moment, except where they are covered."""
        table = self._table(frame.palette, frame.layout, plain=False)
        place = table.get_rect(center=frame.layout.table.center)
        for mover, is_free in self._movers(frame.palette, frame.layout):
            box = self._place(mover, frame)
            if is_free and box.collidelist(lying) < 0:
                frame.surface.blit(table, box, box.move(-place.left, -place.top))
                mover.paint(frame.surface, frame.layout.table.topleft, frame.drift_s)

    def _place(self, mover: Mover, frame: Frame) -> Rect:
        """Where on the board something moves."""
        return mover.box.move(frame.layout.table.topleft)

    def _faded(self, frame: Frame, fade: Fade) -> None:
        """The hamlet while one light fades into another; from day to night by way of dusk."""
        surface, palette, layout = frame.surface, frame.palette, frame.layout
        before, share = PALETTES[fade.light], fade.share
        way, along = (before, palette), share
        if way == (DAY, NIGHT):
            way, along = ((DAY, DUSK), 2 * share) if share < 0.5 else ((DUSK, NIGHT), 2 * share - 1)
        below, above = (self._table(light, layout, plain=False) for light in way)
        place = below.get_rect(center=layout.table.center)
        surface.blit(below, place)
        if along:
            above.set_alpha(round(255 * along))
            surface.blit(above, place)
            above.set_alpha(None)
        for light, strength in ((before, 1 - share), (palette, share)):
            if light.moon and strength:
                orb = self._orb(light, layout)
                orb.set_alpha(round(255 * strength))
                for mover, _ in self._movers(light, layout):
                    if mover.what == "moon":
                        mover.paint(surface, layout.table.topleft, frame.drift_s)
                orb.set_alpha(255)
        surface.blit(self._rim(palette, layout), place)

    def _movers(self, palette: Palette, layout: Layout) -> list[tuple[Mover, bool]]:
        """What moves in the hamlet on the table, and whether it has room to."""
        key = (palette.name, layout.table.size)
        if key not in self._moving:
            whole = Rect((0, 0), layout.table.size)
            found = movers(layout.table.size, palette, self._orb(palette, layout))
            fitting = [(mover, within(whole, mover.box)) for mover in found]
            self._moving[key] = [pair for pair in fitting if pair[1] or pair[0].what == "moon"]
        return self._moving[key]

    def _orb(self, palette: Palette, layout: Layout) -> Surface:
        radius = round(ORB * layout.table.height)
        return self._paints.keep(("orb", palette.name, radius), lambda: shine(palette, radius))

    def _table(self, palette: Palette, layout: Layout, *, plain: bool) -> Surface:
        key = (palette.name, plain, layout.table.size)
        return self._tables.get(key, lambda: table(layout, palette, self._rim(palette, layout), plain=plain))

    def _rim(self, palette: Palette, layout: Layout) -> Surface:
        key = ("rim", palette.rim, palette.ground, layout.table.size)
        return self._tables.get(key, lambda: table_rim(layout, self._rim_corner(palette, layout)))

    def _rim_corner(self, palette: Palette, layout: Layout) -> Surface:
        key = ("corner", palette.rim, palette.ground, layout.table.size)
        return self._tables.get(key, lambda: rim_corner(layout, palette))


def hamlet(size: tuple[int, int], palette: Palette) -> Surface:
    """The hamlet over the whole board."""
    picture = Surface(size)
    scenery.paint(picture, palette)
    return picture


def table(layout: Layout, palette: Palette, rim: Surface, *, plain: bool) -> Surface:
    """The oval table with the hamlet, on the board's ground. `plain`: dims the hamlet."""
    picture = Surface(rim.get_size())
    inner = layout.table.copy()
    inner.center = picture.get_rect().center
    scenery.paint(picture.subsurface(inner), palette, moonless=not plain)
    if plain:
        picture.fill(palette.dim, special_flags=pygame.BLEND_MULT)
    picture.blit(rim, (0, 0))
    return picture


def table_rim(layout: Layout, corner: Surface) -> Surface:
    """The rim of the table and the ground outside it, of which `corner` is a quarter; the inside is
    transparent."""
    rim = round(RIM_PX * layout.usual)
    picture = Surface((layout.table.width + 2 * rim, layout.table.height + 2 * rim), pygame.SRCALPHA)
    whole = picture.get_rect()
    for mirrored, flipped in ((False, False), (True, False), (False, True), (True, True)):
        piece = pygame.transform.flip(corner, mirrored, flipped)
        place = piece.get_rect(bottomright=whole.bottomright)
        if mirrored:
            place.left = whole.left
        if flipped:
            place.top = whole.top
        picture.blit(piece, place)
    return picture


def rim_corner(layout: Layout, palette: Palette) -> Surface:
    """The lower right quarter of a table's rim, its edges smooth, and the ground outside it; the inside is
    transparent."""
    rim = round(RIM_PX * layout.usual)
    width, height = layout.table.width + 2 * rim, layout.table.height + 2 * rim
    large = Surface((2 * ((width + 1) // 2), 2 * ((height + 1) // 2)), pygame.SRCALPHA)
    large.fill(palette.ground)
    # The whole table, twice as large, with its middle at the upper left.
    whole = Rect(large.get_width() - 2 * width, large.get_height() - 2 * height, 2 * width, 2 * height)
    pygame.draw.polygon(large, palette.rim, oval(whole))
    pygame.draw.polygon(large, (*palette.rim, 0), oval(whole, -2 * rim))
    return pygame.transform.smoothscale(large, (large.get_width() // 2, large.get_height() // 2))
