"""A board drawn until nothing of it moves or is left to be painted."""

from __future__ import annotations

from pygame import Surface

from table.board.board import Board
from table.board.paint.scenes import Painter

SETTLED_S = 14.0
"""Seconds after a change by which every motion has ended."""


def settle(painter: Painter, surface: Surface, shown: Board, now_s: float) -> int:
    """Draws a board until nothing is left to be painted. Returns the number of frames."""
    frames = 0
    while painter.draw(surface, shown, now_s) or painter.lacks_land:
        frames += 1
        while painter.lacks_land:
            painter.prepaint()
    return frames
