"""A board whose frames tell the service manager that the table lives.

A frame is the last thing of every beat, in a round and between, at the service menu and while the table is
tried: buttons have been heard and rings lit before it. Whatever holds up one of them keeps the next frame,
and with it the sign of life, from coming.
"""

from __future__ import annotations

from hardware.notify import ServiceManager
from table.board.board import Board
from table.board.view import View


class WatchdogView:
    """A `View` that tells `manager` of each frame, and of what the board says is wrong with the table: that
    is public, and never said at a moment when it might tell who is awake."""

    def __init__(self, view: View, manager: ServiceManager) -> None:
        self._view = view
        self._manager = manager
        self._notice = ""

    def show(self, board: Board, now_s: float) -> None:
        """Draws the board; then the table lives."""
        self._view.show(board, now_s)
        self._manager.beat()
        if board.notice and board.notice != self._notice:
            self._manager.log(board.notice)
            self._notice = board.notice

    @property
    def closed(self) -> int:
        """How often somebody has wanted the whole thing to end."""
        return self._view.closed

    def close(self) -> None:
        """Gives the display back."""
        self._view.close()
