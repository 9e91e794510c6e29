"""The board alone on a screen, as at the table."""

from __future__ import annotations

import pygame

from hardware.screen import Screen, asks_to_close
from table.board.board import Board
from table.board.paint.art import Art
from table.board.paint.menu_sheet import meant_by
from table.board.paint.scenes import Painter
from table.board.view import USUAL, DisplayOptions
from table.gestures import Meaning


class FullScreen:
    """A `View` on a whole `screen`. Escape or the window's close button closes it. `enlarged`: factor on all
    sizes. `look`: may be changed at any time."""

    def __init__(
        self, screen: Screen, enlarged: float = 1.0, look: DisplayOptions = USUAL, art: Art | None = None
    ) -> None:
        self.look = look
        self._screen = screen
        self._painter = Painter(enlarged, art=art)
        self._closed = 0
        self._said: list[Meaning] = []

    def show(self, board: Board, now_s: float) -> None:
        """Draws the board if it changed; otherwise prepaints a bit of a later scene."""
        for event in self._screen.events():
            if asks_to_close(event):
                self._closed += 1
            elif meant := meant_by(event):
                self._said.append(meant)
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self._painter.forget()
        self._painter.look = self.look
        if self._painter.draw(self._screen.surface, board, now_s):
            self._screen.flip()
        else:
            self._painter.prepaint()

    def typed(self) -> list[Meaning]:
        """Returns the gestures in a menu typed with arrows and Enter since the last call."""
        said, self._said = self._said, []
        return said

    @property
    def closed(self) -> int:
        """Number of requests to close it."""
        return self._closed

    def close(self) -> None:
        self._screen.close()
