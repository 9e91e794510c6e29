"""Draws the picture of a finished round that people share: everybody with face, name, card and honour."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import DAY, Colour
from table.board.paint.portraits import face
from table.board.paint.text import TIGHT, DrawnLine

SIZE = (1920, 1080)
EDGE_PX, GAP_PX = 48, 18
HEAD_PX, FACTS_PX, HEAD_ROOM_PX = 84, 38, 168
NAME_PX, CARD_PX, HONOUR_PX = 76, 50, 40
FACE = 0.56
"""The share of a card's height that its face takes at most."""
WINNER: Colour = (255, 244, 196)
STAR_PX = 30


class Portrait(NamedTuple):
    """One player. `role`: the key of their card; `title`: its name; `won`: whether they have won."""

    name: str
    role: str
    title: str
    honour: str
    won: bool


def grid(people: int, room: tuple[int, int]) -> tuple[int, int]:
    """Columns and rows in which the cards of so many people are largest."""

    def size(columns: int) -> float:
        rows = ceil(people / columns)
        return min(room[0] / columns, 0.8 * room[1] / rows)

    columns = max(range(1, people + 1), key=size)
    return columns, ceil(people / columns)


def group_picture(head: str, facts: str, people: Sequence[Portrait], art: Art | None = None) -> bytes:
    """The picture as PNG, 1920 x 1080. `head`: who has won; `facts`: when, and what was played."""
    pygame.font.init()
    surface, paints, out = Surface(SIZE), Paintbox(art or Art()), BytesIO()
    paint_group(surface, paints, head, facts, people)
    pygame.image.save(surface, out, "png")
    return out.getvalue()


def paint_group(
    surface: Surface, paints: Paintbox, head: str, facts: str, people: Sequence[Portrait]
) -> list[DrawnLine]:
    """Draws the picture. Needs `pygame.font.init()`. Returns its lines of text."""
    paints.make_room(SIZE[0] * SIZE[1])
    surface.fill(DAY.ground)
    page = _Page(surface, paints, [])
    whole = surface.get_rect().inflate(-2 * EDGE_PX, -2 * EDGE_PX)
    page.write(head, Rect(whole.left, whole.top - 18, whole.width, 104), HEAD_PX, bold=True)
    page.write(facts, Rect(whole.left, whole.top + 84, whole.width, 48), FACTS_PX)
    room = Rect(whole.left, whole.top + HEAD_ROOM_PX, whole.width, whole.height - HEAD_ROOM_PX)
    columns, rows = grid(len(people), room.size)
    wide, high = (room.width + GAP_PX) // columns - GAP_PX, (room.height + GAP_PX) // rows - GAP_PX
    for number, portrait in enumerate(people):
        row, column = divmod(number, columns)
        last = len(people) - row * columns if row == rows - 1 else columns
        left = room.left + (columns - last) * (wide + GAP_PX) // 2 + column * (wide + GAP_PX)
        page.card(portrait, Rect(left, room.top + row * (high + GAP_PX), wide, high))
    return page.written


class _Page(NamedTuple):
    surface: Surface
    paints: Paintbox
    written: list[DrawnLine]

    def card(self, portrait: Portrait, box: Rect) -> None:
        """A card: the face above, the words below."""
        surface, paints, won = self.surface, self.paints, portrait.won
        ground = WINNER if won else DAY.plaque
        paints.panel(surface, box, ground, DAY.rim if won else DAY.edge, 4, 18)
        inner = box.inflate(-24, -20)
        px = min(round(FACE * inner.height), inner.width)
        picture = face(paints, portrait.role, px)
        surface.blit(picture, picture.get_rect(midtop=inner.midtop))
        if won:
            star = paints.emblem("star", STAR_PX, DAY.crown)
            surface.blit(star, star.get_rect(center=box.midtop))
        words = Rect(inner.left, inner.top + px, inner.width, inner.height - px)
        top = words.top
        for text, share, most_px, bold, lines in (
            (portrait.name, 0.36, NAME_PX, True, 2),
            (portrait.title, 0.26, CARD_PX, False, 1),
            (portrait.honour, 0.38, HONOUR_PX, False, 2),
        ):
            high = round(share * words.height)
            self.write(
                text, Rect(words.left, top, words.width, high), most_px, ground, bold=bold, lines=lines
            )
            top += high

    def write(
        self,
        text: str,
        box: Rect,
        px: int,
        ground: Colour = DAY.ground,
        *,
        bold: bool = False,
        lines: int = 1,
    ) -> None:
        """Writes as large as the box allows, `px` at most."""
        fitted = self.paints.type.fit(text, box.size, px, bold=bold, lines=lines, leading=TIGHT)
        self.written.extend(self.paints.type.write(self.surface, text, fitted, box, DAY.ink, ground))
