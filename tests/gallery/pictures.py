"""Turns boards into pictures, and pictures into small PNG files."""

from __future__ import annotations

import os
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Sequence

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

SETTLED = 10
"""Frames after which a window at rest is fully drawn."""
RESTS = 300
"""Pauses in which the light that comes is painted ahead, before a picture of a change of light."""
SIX_BITS = bytes(value & 0xFC | value >> 6 for value in range(256))
"""Maps a channel to its six highest bits, repeated below them."""
COLOURS, COMMON = 256, 176
"""Size of a picture's palette, and how many of it are its commonest colours. The others are those farthest
from all before."""


def picture(shot: Shot) -> pygame.Surface:
    """Draws what the table shows."""
    if shot.window:
        return in_window(shot, shot.window)
    surface, painter = pygame.Surface(shot.size), Painter(look=shot.look)

    def draw(board: Board, now_s: float) -> None:
        while painter.draw(surface, board, now_s):
            pass

    now_s = shot.moment.now_s
    if shot.before:
        draw(shot.before.board, now_s)
        draw(shot.moment.board, now_s)
        for _ in range(RESTS):
            painter.rest()
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


def png(surface: pygame.Surface) -> bytes:
    """Encodes a PNG of at most 256 colours: a third as large, and the difference is invisible."""
    width, height = surface.get_size()
    rounded = pygame.image.tobytes(surface, "RGBA").translate(SIX_BITS)
    pixels = memoryview(rounded).cast("I")
    counts = Counter(pixels)
    colours = {pixel: pixel.to_bytes(4, sys.byteorder)[:3] for pixel, _ in counts.most_common()}
    palette, nearest = palette_of([*colours.values()])
    number = {pixel: palette.index(nearest[colour]) for pixel, colour in colours.items()}
    drawn = bytes(map(number.__getitem__, pixels))
    rows = b"".join(b"\0" + drawn[width * y : width * (y + 1)] for y in range(height))
    parts = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(palette)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def palette_of(colours: Sequence[bytes]) -> tuple[list[bytes], dict[bytes, bytes]]:
    """Returns a palette, and the nearest colour in it for each of `colours` (which come commonest first)."""
    palette, nearest = [*colours[:COMMON]], {colour: colour for colour in colours[:COMMON]}
    far = {colour: min((distance(colour, known), known) for known in palette) for colour in colours[COMMON:]}
    while far and len(palette) < COLOURS:
        colour = max(far, key=far.__getitem__)
        palette.append(colour)
        nearest[colour] = colour
        del far[colour]
        for other, (apart, _) in far.items():
            if (nearer := distance(other, colour)) < apart:
                far[other] = nearer, colour
    return palette, nearest | {colour: known for colour, (_, known) in far.items()}


def distance(one: bytes, other: bytes) -> int:
    """The squared distance of two colours."""
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return red * red + green * green + blue * blue
