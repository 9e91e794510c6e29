"""Rings chained on one wire: the order of the bytes, the white of RGBW pixels, and the limit of the current.

Pure functions of frames. A frame is seats x pixels x 3 bytes, R G B; pixel 0 of a ring is at its player's
own place, the others follow clockwise seen from above. The first seat's ring is the first on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter, sub
from typing import NamedTuple

CHANNELS = "RGBW"
USUAL = "GRB"
"""The order in which WS2812 pixels take their colours."""
ORDERS = r"\A(?!.*(.).*\1)([RGB]{3}|[RGBW]{4})\Z"
"""Matches the orders a pixel may have: three colours, or four with a white light (SK6812 RGBW)."""

CHANNEL_MA = 20
"""mA that one colour of one pixel draws at 255. A white light of its own draws as much as another."""
IDLE_MA = 1
"""mA that a dark pixel draws: its chip always listens to the wire."""


class Mounting(NamedTuple):
    """How a ring is mounted under its pod."""

    first_pixel: int = 0
    """The pixel at the player's own place, counted along the wire from the ring's data input, from 0."""
    clockwise: bool = True
    """Whether the pixels run clockwise along the wire, seen from above."""

    def shown_by(self, wired: int, pixels: int) -> int:
        """The pixel of a frame that the `wired`th pixel along the wire shows."""
        return (wired - self.first_pixel if self.clockwise else self.first_pixel - wired) % pixels


def along_the_wire(
    pixels: int, mountings: Sequence[Mounting], colours: str
) -> Callable[[bytes], tuple[int, ...]]:
    """Returns a function that puts the bytes of a frame in the order of the wire.

    `pixels`: of each ring.
    `mountings`: one for each ring.
    `colours`: as `ORDERS` allows; with a W a pixel has four bytes on the wire.
    """
    each = len(colours)
    order = [
        each * (ring * pixels + mounting.shown_by(wired, pixels)) + CHANNELS.index(colour)
        for ring, mounting in enumerate(mountings)
        for wired in range(pixels)
        for colour in colours
    ]
    wire = itemgetter(*order)
    return wire if each == 3 else lambda frame: wire(with_white(frame))


def with_white(frame: bytes) -> bytes:
    """The frame with four bytes a pixel, R G B W: what red, green and blue have in common is W's alone.

    So a white light is one light and not three: it draws a third, and has no tint of an unequal mixture.
    """
    red, green, blue = (frame[at::3] for at in range(3))
    white = bytes(map(min, red, green, blue))
    wide = bytearray(len(white) * 4)
    for at, colour in enumerate((red, green, blue)):
        wide[at::4] = bytes(map(sub, colour, white))
    wide[3::4] = white
    return bytes(wide)


def most_ma(colours: str) -> int:
    """The mA that one pixel draws at most, whatever a frame says. Taking out the white leaves two colours."""
    return (2 if "W" in colours else 3) * CHANNEL_MA + IDLE_MA


def limited(frame: bytes, budget_ma: int, each: int = 3) -> bytes:
    """The frame, `each` bytes a pixel, dimmed evenly until it draws no more than `budget_ma`.

    Rounded down, so that the sum of what was rounded can never be above the budget. A budget too small
    for dark rings gives dark rings.
    """
    wanted = sum(frame) * CHANNEL_MA
    allowed = max(0, budget_ma - len(frame) // each * IDLE_MA) * 255
    if wanted <= allowed:
        return frame
    return frame.translate(bytes(level * allowed // wanted for level in range(256)))
