"""The board alone on a screen, as at the table; and on pages that show the same."""

from __future__ import annotations

import pygame

from hardware.patterns import next_step
from hardware.phones.board_link import BoardLink
from hardware.phones.board_wire import BoardCaption
from hardware.screen import MemoryScreen, Screen, asks_to_close
from table.board.board import NIGHT_SCENES, Board
from table.board.paint.art import Art
from table.board.paint.menu_sheet import meant_by
from table.board.paint.scenes import Painter
from table.board.view import USUAL, DisplayOptions
from table.gestures import Meaning
from table.typefaces import OURS, Fonts


class FullScreen:
    """A `View` on a whole `screen`. Escape or the window's close button closes it. `enlarged`: factor on all
    sizes. `look`: may be changed at any time."""

    def __init__(
        self,
        screen: Screen | MemoryScreen,
        enlarged: float = 1.0,
        look: DisplayOptions = USUAL,
        art: Art | None = None,
        fonts: Fonts = OURS,
    ) -> None:
        self.look = look
        self.drawn = 0
        """How often the picture has changed."""
        self._screen = screen
        self._surface = screen.surface
        self._painter = Painter(enlarged, art=art, fonts=fonts)
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
        surface = self._screen.surface
        if surface is not self._surface:  # A new one is black, also in a size that was there before.
            self._surface = surface
            self._painter.forget()
        if self._painter.draw(surface, board, now_s):
            self._screen.flip()
            self.drawn += 1
        else:
            self._painter.prepaint()

    @property
    def surface(self) -> pygame.Surface:
        """The picture."""
        return self._screen.surface

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


class PagedView:
    """A `View` that pages show too. `seen`: whether it is on a screen as well; if not, it is drawn only when
    a page takes it.

    By night a page takes it once in each step of the rings: when it is sent something does not depend on
    beats that came early, because somebody has pressed in secret.
    """

    def __init__(self, view: FullScreen, page: BoardLink, *, seen: bool) -> None:
        self._view, self._page, self._seen = view, page, seen
        self._next_s = 0.0
        """When a page takes the next picture by night."""

    def show(self, board: Board, now_s: float) -> None:
        """Draws the board, and lends it to the pages."""
        self._page.tell(BoardCaption(board.caption))
        takes = board.scene not in NIGHT_SCENES or now_s >= self._next_s
        self._next_s = next_step(now_s)
        if self._seen or (takes and self._page.is_due):
            self._view.show(board, now_s)
        if takes:
            self._page.take(self._view.surface, self._view.drawn)

    def typed(self) -> list[Meaning]:
        """Returns what was typed in a menu, as the view does."""
        return self._view.typed()

    @property
    def closed(self) -> int:
        """Number of requests to close it."""
        return self._view.closed

    def close(self) -> None:
        self._view.close()
