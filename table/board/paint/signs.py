"""Draws the signs of all cards in the deal, each as a ring shows it; where no ring does, only titles and
portraits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame
from pygame import Rect, Surface

from table.board.board import LegendSign
from table.board.paint.art import Art
from table.board.paint.frame import Frame
from table.board.paint.layout import Layout, grid
from table.board.paint.middle import Face, paint_clock
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import NIGHT, Colour
from table.board.paint.portraits import face
from table.board.paint.sprites import Plaque, PlaqueCache, plaque_with
from table.board.paint.text import TIGHT, DrawnLine, FittedText

MOTIONS = (
    "still",
    "clockwise",
    "anticlockwise",
    "swing",
    "hop",
    "sweep",
    "stroll",
    "saunter",
    "leap",
    "waltz",
)
"""Motions of a sign that have a symbol of the same name."""

SIGN_SHAPE = 3.4
"""Approximate width of a sign's box, in multiples of its height."""

RING_PIXELS = 16
LIT = 4
"""Number of lights of a sign: always four, in one to four groups."""

LEGEND_PX = 72

FACE_EDGE = 3
"""Distance from the picture to the edge of the box, in multiples of the frame's thickness."""

SIGN_PX, CLOCK_PX = 120, 112
"""`SIGN_PX`: radius of the largest ring in the legend. `CLOCK_PX`: radius of the clock beside it."""


class Signs:
    """Draws the legend of the deal."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._plaques = PlaqueCache()

    def show(self, frame: Frame) -> list[DrawnLine]:
        """Draws all signs."""
        written = list[DrawnLine]()
        for plaque in self.plaques(frame):
            frame.surface.blit(plaque.picture, plaque.rect)
            written += plaque.written
        return written

    def plaques(self, frame: Frame) -> Iterator[Plaque]:
        """The plaques of all signs, one after the other. Each is painted, if it is not cached, when it is
        asked for."""
        legend, layout = frame.board.legend, frame.layout
        gap = round(14 * layout.fine)
        boxes = [cell.inflate(-gap, -gap) for cell in cells(frame)[:-1]]
        titles = [sign.title if sign.copies == 1 else f"{sign.title} ×\u00a0{sign.copies}" for sign in legend]
        words = [words_beside(rect, layout, sign) for rect, sign in zip(boxes, legend, strict=True)]
        sizes = [self._title(*pair, LEGEND_PX * layout.scale).px for pair in zip(titles, words, strict=True)]
        common = sorted(sizes)[len(sizes) // 3]
        for number, (sign, rect) in enumerate(zip(legend, boxes, strict=True)):
            depends = sign, common, frame.palette.plaque, layout.scale, tuple(rect)
            title = self._title(titles[number], words[number], common)
            yield self._plaques.get(number, depends, partial(self._painted, number, sign, rect, title, frame))

    def clock(self, frame: Frame) -> list[DrawnLine]:
        """Draws the clock beside the signs, if one runs."""
        face = clock_face(frame)
        return paint_clock(frame, self._paints, face, "cards") if frame.board.timer else []

    def _painted(self, number: int, sign: LegendSign, rect: Rect, title: FittedText, frame: Frame) -> Plaque:
        """Paints the plaque of one sign."""
        picture, palette, layout = Surface(rect.size, pygame.SRCALPHA), frame.palette, frame.layout
        whole, thickness = picture.get_rect(), max(1, round(2 * layout.fine))
        picture.fill(palette.ground)
        self._paints.panel(picture, whole, palette.plaque, palette.edge, thickness, round(20 * layout.fine))
        if sign.groups:
            ring = sign_ring(sign, sign_radius(rect, layout), palette.plaque, self._paints.art)
            picture.blit(ring, ring.get_rect(midleft=(round(14 * layout.fine), whole.centery)))
        words, ink = words_beside(whole, layout, sign), palette.plaque_ink
        if sign.role:
            portrait = face(self._paints, sign.role, face_px(whole, layout))
            picture.blit(
                portrait, portrait.get_rect(midright=(whole.right - FACE_EDGE * thickness, whole.centery))
            )
        written = self._paints.type.write(
            picture, f"sign {number}", title, words, ink, palette.plaque, align="left"
        )
        return plaque_with(picture, rect, written)

    def _title(self, title: str, words: Rect, largest: float) -> FittedText:
        return self._paints.type.fit(title, words.size, round(largest), bold=True, lines=3, leading=TIGHT)


def cells(frame: Frame) -> list[Rect]:
    """The cells of the signs. The last cell is the clock's, even if no clock runs."""
    return grid(len(frame.board.legend) + 1, frame.layout.middle, SIGN_SHAPE)


def clock_face(frame: Frame) -> Face:
    """The box of the clock."""
    cell = cells(frame)[-1]
    return Face(cell.center, min(cell.height // 2, cell.width // 2, round(CLOCK_PX * frame.layout.usual)))


def sign_radius(rect: Rect, layout: Layout) -> int:
    """Half the size of the ring in a box of the legend."""
    return min(round(0.44 * rect.height), round(0.19 * rect.width), round(SIGN_PX * layout.usual))


def face_px(rect: Rect, layout: Layout) -> int:
    """Size of the picture in a box of the legend."""
    return min(rect.height - round(12 * layout.fine), round(0.25 * rect.width))


def words_beside(rect: Rect, layout: Layout, sign: LegendSign) -> Rect:
    """The room for the title: between the ring and the picture, if there are such."""
    edge = round(14 * layout.fine)
    left = rect.left + edge + (2 * sign_radius(rect, layout) + edge if sign.groups else 0)
    right = rect.right - (face_px(rect, layout) + edge if sign.role else edge)
    return Rect(left, rect.top + edge, right - left, rect.height - 2 * edge)


def sign_ring(sign: LegendSign, radius: int, ground: Colour, art: Art) -> Surface:
    """The picture of a card's sign on a small ring: four lights in groups, and their motion."""
    large = Surface((4 * radius, 4 * radius))
    large.fill(ground)
    middle = pygame.Vector2(2 * radius, 2 * radius)
    pygame.draw.circle(large, NIGHT.caption, middle, 2 * radius)
    lit = lit_pixels(sign.groups)
    for pixel in range(RING_PIXELS):
        at = middle + pygame.Vector2(0, 1.62 * radius).rotate(360 * pixel / RING_PIXELS)
        colour, size = (NIGHT.mark, 0.27) if pixel in lit else (NIGHT.edge, 0.11)
        pygame.draw.circle(large, colour, at, size * radius)
    ring = pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
    if sign.motion in MOTIONS:
        arrow = art.sign(sign.motion, round(0.42 * radius), NIGHT.ink)
        ring.blit(arrow, arrow.get_rect(center=(radius, radius)))
    return ring


def lit_pixels(groups: int) -> frozenset[int]:
    """The pixels of a sign's four lights on the ring, in `groups` groups at equal distances."""
    sizes = [LIT // groups + (i < LIT % groups) for i in range(groups)]
    return frozenset(
        (round(i * RING_PIXELS / groups) + k) % RING_PIXELS
        for i, size in enumerate(sizes)
        for k in range(size)
    )
