"""The test card of the check."""

from __future__ import annotations

import pygame
from pygame import Rect

from table.board.paint.frame import Frame
from table.board.paint.layout import grid
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import ARROWS
from table.board.paint.text import DrawnLine, FittedText

LABEL_PX = 32


def paint_testcard(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the test card: a frame at the very edge, corners round the area of all drawing, a circle, and the
    colours of arrows with their names in small letters."""
    surface, board, palette, fine = frame.surface, frame.board, frame.palette, frame.layout.fine
    ground, square = palette.caption, frame.layout.square
    edge = surface.get_rect()
    pygame.draw.rect(surface, palette.mark, edge, max(2, round(4 * fine)))
    safe = edge.inflate(round(-24 * fine), round(-24 * fine))
    arm, thin = round(70 * fine), max(1, round(3 * fine))
    for x, right in ((safe.left, 1), (safe.right - 1, -1)):
        for y, down in ((safe.top, 1), (safe.bottom - 1, -1)):
            pygame.draw.line(surface, palette.ink, (x, y), (x + right * arm, y), thin)
            pygame.draw.line(surface, palette.ink, (x, y), (x, y + down * arm), thin)
    card = Rect(0, 0, round(0.82 * square.width), round(0.68 * square.height))
    card.center = square.center
    surface.fill(palette.rim, card)
    surface.fill(ground, card.inflate(-2 * thin, -2 * thin))
    inner = card.inflate(round(-40 * fine), round(-30 * fine))
    radius = round(min(0.5 * inner.height, 0.2 * inner.width))
    centre = inner.left + radius, inner.centery
    pygame.draw.aacircle(surface, palette.ink, centre, radius)
    pygame.draw.aacircle(surface, ground, centre, radius - max(2, round(5 * fine)))
    for x, y in ((radius, 0), (0, radius)):
        ends = (centre[0] - x, centre[1] - y), (centre[0] + x, centre[1] + y)
        pygame.draw.line(surface, palette.ink, *ends, thin)
    left = centre[0] + radius + round(36 * fine)
    room = Rect(left, inner.top, inner.right - left, inner.height)
    named = list(zip(board.colours, ARROWS, strict=False))
    cells = [cell.inflate(round(-12 * fine), 0) for cell in grid(len(named), room, 1.6)] if named else []
    labels = [Rect(cell.left, cell.centery, cell.width, cell.height // 2) for cell in cells]

    def label(name: str, rect: Rect, largest: int) -> FittedText:
        return paints.type.fit(name, rect.size, largest, lines=2)

    # All of one size, since the smallest decides what can be read.
    sizes = [
        label(name, rect, round(LABEL_PX * frame.scale)).px
        for name, rect in zip(board.colours, labels, strict=False)
    ]
    written = []
    for i, ((name, colour), rect) in enumerate(zip(named, labels, strict=True)):
        surface.fill(colour, (rect.left, cells[i].top + thin, rect.width, rect.top - cells[i].top))
        fitted = label(name, rect, min(sizes))
        written += paints.type.write(surface, f"colour {i}", fitted, rect, palette.caption_ink, ground)
    return written
