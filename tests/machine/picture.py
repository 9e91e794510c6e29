"""What the machine's screen shows, against what the program itself draws of the same board."""

from __future__ import annotations

import pygame

from table.board.board import Board
from table.board.paint.layout import enlarged
from table.board.paint.scenes import Painter
from table.settings.settings import Settings

FAR = 24
"""Two pixels differ if one of their channels is so much brighter in one of them."""
ALIKE = 0.005
"""Of two pictures of one board at most this share differs: the display rounds, and a star may twinkle."""


def drawn(board: Board, settings: Settings, size: tuple[int, int]) -> pygame.Surface:
    """The board as the program draws it, once everything has moved to its place."""
    screen = settings.screen
    surface = pygame.Surface(size)
    painter = Painter(enlarged(screen.farthest_m, screen.picture_m), screen)
    for second in range(60):
        painter.draw(surface, board, float(second))
    return surface


def differs(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of the pixels that differ, of two pictures of one size."""
    assert one.get_size() == other.get_size()
    here, there = (pygame.image.tobytes(surface, "RGB") for surface in (one, other))
    far = bytes(abs(a - b) > FAR for a, b in zip(here, there, strict=True))
    return sum(map(any, zip(far[::3], far[1::3], far[2::3], strict=True))) / (len(far) // 3)
