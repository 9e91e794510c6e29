"""The interface of everything that shows the board: a screen, a window with simulated pods, a terminal, a
list in a test."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

from table.board.board import Board

TextSize = Literal["normal", "large"]
Contrast = Literal["normal", "high"]


class DisplayOptions(msgspec.Struct, frozen=True):
    """How to draw a board for the people who are there: it may change from frame to frame."""

    text: TextSize = "normal"
    """"large": larger headlines, captions and names, with less of a table between them."""
    contrast: Contrast = "normal"
    """"high": light words on black, and no scenery."""
    calm: bool = False
    """Nothing moves but the clock, every ten seconds."""


USUAL = DisplayOptions()


class View(Protocol):
    """Draws the board. Called by the room some thirty times a second at most; cheap when nothing changed."""

    def show(self, board: Board, now_s: float) -> None:
        """Draws `board` as it is at `now_s`. Never blocks longer than one frame."""

    @property
    def closed(self) -> int:
        """How often somebody in front of it asked to end everything (Escape, the window's close button,
        ctrl-c)."""

    def close(self) -> None:
        """Closes the display."""


class NoView:
    """A `View` without a display: voice and rings go on."""

    closed = 0

    def show(self, board: Board, now_s: float) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing to give back."""
