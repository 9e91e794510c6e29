"""The board alone on a screen, as the table has it."""

from __future__ import annotations

import pygame

from hardware.screen import Screen, asks_to_close
from table.board.board import Board
from table.board.scenes import Painter


class FullScreen:
    """A `View` of the whole `screen`. Escape, or the window's own button, closes it."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._painter = Painter()
        self._closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Draws the board if it changed. A moment in which nothing did prepares one bit of scenes to come."""
        for event in self._screen.events():
            if asks_to_close(event):
                self._closed = True
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self._painter.forget()
        if self._painter.draw(self._screen.surface, board, now_s):
            self._screen.flip()
        else:
            self._painter.rest()

    @property
    def closed(self) -> bool:
        """Whether somebody asked for the end."""
        return self._closed

    def close(self) -> None:
        """Gives the display back."""
        self._screen.close()
