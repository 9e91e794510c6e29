"""Rings chained on one wire: the order of the bytes, and the limit of their current.

Pure functions of frames. A frame is seats x pixels x 3 bytes, R G B; pixel 0 of a ring is at its player's
own place, the others follow clockwise seen from above. The first seat's ring is the first on the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

CHANNELS = "RGB"

CHANNEL_MA = 20
"""mA that one colour of one WS2812 pixel draws at 255."""
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
    pixels: int, mountings: Sequence[Mounting], channels: str
) -> Callable[[bytes], tuple[int, ...]]:
    """A function that puts the bytes of a frame in the order of the wire.

    `pixels`: of each ring. `mountings`: one for each ring. `channels`: the order in which the chips want
    their colours, "GRB" for WS2812.
    """
    order = [
        3 * (ring * pixels + mounting.shown_by(wired, pixels)) + CHANNELS.index(channel)
        for ring, mounting in enumerate(mountings)
        for wired in range(pixels)
        for channel in channels
    ]
    return itemgetter(*order)


def limited(frame: bytes, budget_ma: int) -> bytes:
    """The frame, dimmed evenly until it draws no more than `budget_ma`.

    Rounded down, so that the sum of what was rounded can never be above the budget. A budget too small
    for dark rings gives dark rings.
    """
    wanted = sum(frame) * CHANNEL_MA
    allowed = max(0, budget_ma - len(frame) // 3 * IDLE_MA) * 255
    if wanted <= allowed:
        return frame
    return frame.translate(bytes(level * allowed // wanted for level in range(256)))
