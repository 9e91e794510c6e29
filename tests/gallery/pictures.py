"""Turns boards into pictures."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Board
from table.board.paint.scenes import Painter
from table.board.paint.window import Window
from tests.board.test_terminal import Table as Terminal
from tests.gallery.hall import PIXELS, Shot, Simulated
from tests.kit.settling import settle

SETTLED = 10
"""Frames after which a window at rest is fully drawn."""


def picture(shot: Shot) -> pygame.Surface:
    """Draws what the table shows."""
    if shot.window:
        return in_window(shot, shot.window)
    surface, painter = pygame.Surface(shot.size), Painter(look=shot.look)

    def draw(board: Board, now_s: float) -> None:
        settle(painter, surface, board, now_s)

    now_s = shot.moment.now_s
    if shot.before:
        draw(shot.before.board, now_s)
        draw(shot.moment.board, now_s)
        while painter.prepaint():
            pass
    draw(shot.moment.board, now_s + shot.after_s)
    return surface


def in_window(shot: Shot, simulated: Simulated) -> pygame.Surface:
    """Draws the board with all pods below it, in a simulated table's window."""
    board, now_s, _, frame, _ = shot.moment
    labels = [place.name for place in board.places]
    buttons = SimulatedButtons(len(labels), 1, VirtualClock())
    rings = SimulatedRings(len(labels), PIXELS)
    rings.show(frame)
    window = Window(shot.size, buttons, rings, labels, simulated.hint, lambda: simulated.bots, shot.look)
    for _ in range(SETTLED):
        window.show(board, now_s)
    drawn = pygame.display.get_surface()
    assert drawn
    surface = drawn.copy()
    window.close()
    return surface


def as_text(shot: Shot) -> list[str]:
    """Returns the lines of the board in a terminal of `shot.size`, columns by rows."""
    assert shot.window
    terminal = Terminal(names=[place.name for place in shot.moment.board.places], size=shot.size)
    terminal.rings.show(shot.moment.frame)
    terminal.view.hint, terminal.bots = shot.window.hint, set(shot.window.bots)
    lines = terminal.lines(shot.moment.board)
    terminal.close()
    return lines
