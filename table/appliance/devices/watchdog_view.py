"""A view that reports to the service manager at each frame that the table is alive.

A frame is the last step of every beat, in every kind of room, after buttons and rings. If one of them hangs
there is no frame, and so no sign of life.
"""

from __future__ import annotations

from hardware.notify import ServiceManager
from table.board.board import Board
from table.board.view import View


class WatchdogView:
    """A `View` that reports each frame to `manager`, and the fault that the board shows.

    That fault is public, and shown only when it cannot show who is awake.
    """

    def __init__(self, view: View, manager: ServiceManager) -> None:
        self._view = view
        self._manager = manager
        self._notice = ""

    def show(self, board: Board, now_s: float) -> None:
        """Draws the board, then reports that the table is alive."""
        self._view.show(board, now_s)
        self._manager.beat()
        if board.notice and board.notice != self._notice:
            self._manager.log(board.notice)
            self._notice = board.notice

    @property
    def closed(self) -> int:
        """How often somebody has asked to close the view."""
        return self._view.closed

    def close(self) -> None:
        self._view.close()
