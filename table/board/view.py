"""Somewhere the board can be seen: a screen, a window with simulated pods, a terminal, a list in a test."""

from __future__ import annotations

from typing import Protocol

from table.board.board import Board


class View(Protocol):
    """Draws the board. Called by the room some thirty times a second at most; cheap when nothing changed."""

    def show(self, board: Board, now_s: float) -> None:
        """Draws `board` as it is at `now_s`. Never blocks longer than one frame."""

    @property
    def closed(self) -> bool:
        """Whether the person in front of it wants the whole thing to end (window closed, ctrl-c)."""

    def close(self) -> None:
        """Gives the display back."""


class Unseen:
    """A `View` where nobody can see one: voice and rings go on."""

    closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing to give back."""
