"""Draws who is awake on the square by night: the watchman on his round, an owl on a roof.

Both go by the clock and by what the board says alone: nothing in them depends on a secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from zlib import crc32

from pygame import Surface

from table.board.paint.frame import Frame
from table.board.paint.layout import Layout
from table.board.paint.paintbox import Paintbox

ROUND_S = 90.0
"""Seconds in which the watchman goes round the square."""
WATCHMAN, OWL = 0.11, 0.55
"""The watchman's size as a share of the board's height; the owl's as a share of the house it sits on."""
WAY = 0.82, 0.62
"""His way, in shares of the square's width and height."""


def paint_watch(frame: Frame, paints: Paintbox) -> None:
    """Draws watchman and owl, by night."""
    board, layout = frame.board, frame.layout
    if board.scene != "night" or frame.look.contrast == "high" or frame.pose.fade:
        return
    square, turn = layout.square, 2 * pi * frame.drift_s / ROUND_S
    watchman = _watchman(frame.surface.get_height(), paints)
    x = square.centerx + WAY[0] / 2 * square.width * sin(turn)
    y = square.centery - WAY[1] / 2 * square.height * cos(turn)
    frame.surface.blit(
        watchman, watchman.get_rect(midbottom=(round(x), round(y + watchman.get_height() / 2)))
    )
    # With each call it sits on another roof.
    house = layout.lots[crc32(f"{board.title}{board.headline}".encode()) % len(layout.lots)].house
    owl = _owl(house.width, paints)
    frame.surface.blit(owl, owl.get_rect(midtop=house.midtop))


def rehearse_watch(height: int, layout: Layout, paints: Paintbox) -> Iterator[None]:
    """Paints them ahead, for a board so many pixels high."""
    _watchman(height, paints)
    yield
    for width in {lot.house.width for lot in layout.lots}:
        _owl(width, paints)
        yield


def _watchman(height: int, paints: Paintbox) -> Surface:
    px = round(WATCHMAN * height)
    return paints.keep(("lantern", px), lambda: paints.art.at_hour("things/lantern", px, "night"))


def _owl(width: int, paints: Paintbox) -> Surface:
    """An owl for a roof of that width."""
    px = round(OWL * width)
    return paints.keep(("owl", px), lambda: paints.art.at_hour("things/owl", px, "night"))
