"""Draws the portraits of a finished round: each player with face, name, card and honour.

The board shows them as a scene, and people share them as a picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from io import BytesIO
from math import ceil
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import DAY, Colour, Palette
from table.board.paint.portraits import face
from table.board.paint.sprites import Plaque, PlaqueCache, plaque_with
from table.board.paint.text import TIGHT, DrawnLine
from table.typefaces import OURS, Fonts

SIZE = (1920, 1080)
"""Size of the shared picture. Other lengths here are in its pixels, too."""
MARGIN_PX, GAP_PX, EDGE_PX = 48, 10, 9
"""`MARGIN_PX`: margin round the picture. `GAP_PX`: gap between two cards. `EDGE_PX`: margin within a card."""
HEAD_PX, FACTS_PX, HEAD_ROOM_PX = 84, 38, 168
FACE, BESIDE = 0.52, 0.4
"""`FACE`: largest face above its words, as a share of the height. `BESIDE`: largest face beside its words, as
a share of the width."""
LETTERS_PX = 40
"""If letters are at least this large, larger faces are better than larger words."""
EMS, LINES = 12.0, 5.2
"""`EMS`: width that the words of a card need, in multiples of the letters' size. `LINES`: height that they
need."""
TEXTS = (("name", 0.32, 1.8), ("card", 0.28, 1.4), ("honour", 0.40, 1.2))
"""For each text: its share of the words' height, and its largest letters as a multiple of the usual size."""
WINNER: Colour = (255, 244, 196)
STAR = 0.16, 15
"""Radius of a winner's star: as a share of the face, and at least in pixels."""


class Portrait(NamedTuple):
    """One player. `role`: the key of their card. `title`: the name of their card. `won`: whether they have
    won."""

    name: str
    role: str
    title: str
    honour: str
    won: bool


class Arrangement(NamedTuple):
    """How the cards lie in a room."""

    columns: int
    rows: int
    size: tuple[int, int]
    """Size of a card."""
    face: int
    """Size of a face."""
    is_lying: bool
    """Whether words stand beside the face, not below it."""
    letters: float
    """Largest size of letters that fits."""


def arranged(people: int, room: tuple[int, int], scale: float) -> Arrangement:
    """The arrangement with the largest words, and among those with the largest faces."""
    gap, edges = round(GAP_PX * scale), 2 * round(EDGE_PX * scale)

    def tried(columns: int, *, is_lying: bool) -> tuple[tuple[float, int], Arrangement]:
        rows = ceil(people / columns)
        size = (room[0] + gap) // columns - gap, (room[1] + gap) // rows - gap
        wide, high = size[0] - edges, size[1] - edges
        if is_lying:
            px = min(high, round(BESIDE * wide))
            letters = min((wide - px - edges / 2) / EMS, high / LINES)
        else:
            px = min(wide, round(FACE * high))
            letters = min(wide / EMS, (high - px) / LINES)
        letters = min(letters, LETTERS_PX * scale)
        return (letters, px), Arrangement(columns, rows, size, px, is_lying, letters)

    found = [tried(columns, is_lying=lying) for columns in range(1, people + 1) for lying in (False, True)]
    return max(found, key=lambda one: one[0])[1]


class Group:
    """Draws the cards of all players, and keeps them as they were painted."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._plaques = PlaqueCache()

    def clear(self) -> None:
        """Forgets all painted cards, until the next round is over."""
        self._plaques.clear()

    def show(self, frame: Frame) -> list[DrawnLine]:
        """Draws everybody whose card is open, between header and caption."""
        people = {
            seat: Portrait(place.name, place.role, place.card or "", place.honour, place.marked)
            for seat, place in enumerate(frame.board.places)
            if place.card
        }
        layout = frame.layout
        return self.lay(frame.surface, frame.palette, layout.middle, layout.usual, people)

    def lay(
        self, surface: Surface, palette: Palette, room: Rect, scale: float, people: Mapping[int, Portrait]
    ) -> list[DrawnLine]:
        """Draws the cards of these people into `room`, by number. Returns the text on them."""
        if not people:
            return []

        how, gap = arranged(len(people), room.size, scale), round(GAP_PX * scale)
        (wide, high), written = how.size, list[DrawnLine]()
        for at, (number, portrait) in enumerate(people.items()):
            row, column = divmod(at, how.columns)
            last = len(people) - row * how.columns if row == how.rows - 1 else how.columns
            left = room.left + (how.columns - last) * (wide + gap) // 2 + column * (wide + gap)
            box = Rect(left, room.top + row * (high + gap), wide, high)
            depends = portrait, palette.name, how, tuple(box)
            paint = partial(self._painted, box, number, portrait, how, palette, scale)
            plaque = self._plaques.get(number, depends, paint)
            surface.blit(plaque.picture, box)
            written += plaque.written
        return written

    def _painted(
        self, card: Rect, number: int, portrait: Portrait, how: Arrangement, palette: Palette, scale: float
    ) -> Plaque:
        """The card of one player: bright and with a star for a winner."""
        image, paints, edge = Surface(card.size, pygame.SRCALPHA), self._paints, round(EDGE_PX * scale)
        ground, ink = (WINNER, DAY.ink) if portrait.won else (palette.plaque, palette.plaque_ink)
        rim = palette.crown if portrait.won else palette.edge
        paints.panel(image, image.get_rect(), ground, rim, max(2, round(4 * scale)), round(18 * scale))
        inner = image.get_rect().inflate(-2 * edge, -2 * edge)
        picture = face(paints, portrait.role, how.face)
        if how.is_lying:
            at = picture.get_rect(midleft=inner.midleft)
            words = Rect(at.right + edge, inner.top, inner.right - at.right - edge, inner.height)
        else:
            at = picture.get_rect(midtop=inner.midtop)
            words = Rect(inner.left, at.bottom, inner.width, inner.bottom - at.bottom)
        image.blit(picture, at)
        if portrait.won:
            radius = max(round(STAR[1] * scale), round(STAR[0] * how.face))
            disc = paints.disc(radius, DAY.caption, DAY.caption, 0)
            image.blit(disc, disc.get_rect(topright=at.topright))
            star = paints.emblem("star", round(0.8 * radius), WINNER)
            image.blit(star, star.get_rect(center=disc.get_rect(topright=at.topright).center))
        written, top = list[DrawnLine](), words.top
        told = portrait.name, portrait.title, portrait.honour
        for (what, share, most), text in zip(TEXTS, told, strict=True):
            box, px = (
                Rect(words.left, top, words.width, round(share * words.height)),
                round(most * how.letters),
            )
            fitted = paints.type.fit(text, box.size, px, bold=what == "name", lines=2, leading=TIGHT)
            written += paints.type.write(image, f"{what} {number}", fitted, box, ink, ground)
            top = box.bottom
        return plaque_with(image, card, written)


def group_picture(
    head: str, facts: str, people: Sequence[Portrait], art: Art | None = None, fonts: Fonts = OURS
) -> bytes:
    """The picture as PNG, 1920 x 1080. `head`: who has won. `facts`: when, and what was played. `fonts`: with
    the owner's."""
    pygame.font.init()
    surface, paints, out = Surface(SIZE), Paintbox(art or Art(), SIZE, fonts), BytesIO()
    paint_picture(surface, paints, head, facts, people)
    pygame.image.save(surface, out, "png")
    return out.getvalue()


def paint_picture(
    surface: Surface, paints: Paintbox, head: str, facts: str, people: Sequence[Portrait]
) -> list[DrawnLine]:
    """Draws the picture. Needs `pygame.font.init()`. Returns its lines of text."""
    surface.fill(DAY.ground)
    whole = surface.get_rect().inflate(-2 * MARGIN_PX, -2 * MARGIN_PX)
    written = list[DrawnLine]()
    for what, text, box, px in (
        ("headline", head, Rect(whole.left, whole.top - 18, whole.width, 104), HEAD_PX),
        ("title", facts, Rect(whole.left, whole.top + 84, whole.width, 48), FACTS_PX),
    ):
        fitted = paints.type.fit(text, box.size, px, bold=what == "headline", leading=TIGHT)
        written += paints.type.write(surface, what, fitted, box, DAY.ink, DAY.ground)
    room = Rect(whole.left, whole.top + HEAD_ROOM_PX, whole.width, whole.height - HEAD_ROOM_PX)
    return written + Group(paints).lay(surface, DAY, room, 1.0, dict(enumerate(people)))
