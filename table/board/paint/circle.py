"""Draws the sheet for called players without a ring: all places in a circle, and words.

Through closed eyelids one sees how bright a room is. So every sheet gives the same light, whatever it shows:
a band round it balances the brightness of its content.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from table.board.board import SecretCircle
from table.board.paint.frame import Frame
from table.board.paint.layout import NAME_PX
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import Colour
from table.board.paint.text import SMALLEST_PX, TIGHT, DrawnLine

GROUND: Colour = (12, 12, 18)
INK: Colour = (158, 154, 140)
DEAD: Colour = (92, 92, 98)
POINTED: Colour = (225, 166, 60)
WORDS_PX = 64
LINES = 9
BAND = 0.035
"""Width of the band, as a share of the sheet's height."""
LIGHT = 0.055
"""The light of every sheet, as a share of white."""
TILES = 12
"""Number of pieces a side in which the sheet is measured. The mean of each piece is rounded to a whole
number."""
SHARES = (0.2126, 0.7152, 0.0722)
"""Weights of red, green and blue in brightness."""


def paint_circle(frame: Frame, paints: Paintbox, secret: SecretCircle) -> list[DrawnLine]:
    """Draws the places at which their players sit, and the words between them.

    Places pointed at have a thin frame; chosen places have a thick frame and a mark.
    """
    surface, layout, types = frame.surface, frame.layout, paints.type
    area, fine = layout.middle, layout.fine
    surface.fill(GROUND, area)
    band = round(BAND * area.height)
    inner = area.inflate(-2 * band, -2 * band)
    written: list[DrawnLine] = []
    for seat, place in enumerate(frame.board.places):
        box = shrunk(layout.plaques[seat], area, inner)
        ink = INK if place.alive else DEAD
        edge = max(2, round((7 if seat in secret.locked else 4) * fine))
        if seat in secret.locked or seat in secret.pointed:
            ink = POINTED
            pygame.draw.rect(surface, POINTED, box, edge, round(18 * fine))
        name = f"• {place.name} •" if seat in secret.locked else place.name
        fitted = types.fit(
            name, box.inflate(-4 * edge, -2 * edge).size, round(NAME_PX * frame.scale), bold=True
        )
        written += types.write(surface, f"secret {seat}", fitted, box, ink, GROUND)
    written += words_in(frame, paints, secret.words.split("\n"), shrunk(layout.square, area, inner))
    balance(surface, area, inner)
    return written


def shrunk(box: Rect, area: Rect, inner: Rect) -> Rect:
    """Where a box of `area` lies after `area` has shrunk to `inner`."""
    across, down = inner.width / area.width, inner.height / area.height
    found = Rect(0, 0, round(across * box.width), round(down * box.height))
    found.center = (
        round(inner.centerx + across * (box.centerx - area.centerx)),
        round(inner.centery + down * (box.centery - area.centery)),
    )
    return found


def words_in(frame: Frame, paints: Paintbox, parts: Sequence[str], room: Rect) -> list[DrawnLine]:
    """Writes these parts below each other, all in one size."""
    types, px = paints.type, round(WORDS_PX * frame.scale)
    while True:
        fits = [types.fit(part, room.size, px, lines=LINES, leading=TIGHT) for part in parts]
        height = sum(fitted.height for fitted in fits)
        if height <= room.height or px <= SMALLEST_PX:
            break
        px = min(px - 1, *(fitted.px for fitted in fits))
    written: list[DrawnLine] = []
    top = room.centery - height // 2
    for number, fitted in enumerate(fits):
        box = Rect(room.left, top, room.width, fitted.height)
        written += types.write(frame.surface, f"secret words {number}", fitted, box, INK, GROUND)
        top = box.bottom
    return written


def balance(surface: Surface, area: Rect, inner: Rect) -> None:
    """Fills the band round `inner`, so that the whole `area` gives LIGHT."""
    lit = light_of(surface.subsurface(inner)) * inner.width * inner.height
    whole = area.width * area.height
    lacking = (LIGHT * whole - lit) / (whole - inner.width * inner.height)
    level = round(255 * min(1.0, max(0.0, lacking)) ** 0.5)
    for side in (
        Rect(area.left, area.top, area.width, inner.top - area.top),
        Rect(area.left, inner.bottom, area.width, area.bottom - inner.bottom),
        Rect(area.left, inner.top, inner.left - area.left, inner.height),
        Rect(inner.right, inner.top, area.right - inner.right, inner.height),
    ):
        surface.fill((level, level, level), side)


def light_of(surface: Surface) -> float:
    """The light of a picture, as a share of white. It is about the square of the coded value."""
    shed = surface.copy()
    shed.blit(surface, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    width, height = shed.get_size()
    across = [round(width * number / TILES) for number in range(TILES + 1)]
    down = [round(height * number / TILES) for number in range(TILES + 1)]
    lit = 0.0
    for left, right in pairwise(across):
        for top, bottom in pairwise(down):
            tile = Rect(left, top, right - left, bottom - top)
            mean = pygame.transform.average_color(shed, tile)
            # The mean is cut to a whole number: half a step is missing.
            bright = sum(share * (channel + 0.5) for share, channel in zip(SHARES, mean, strict=False))
            lit += bright / 255 * tile.width * tile.height
    return lit / (width * height)
