"""Pulse lengths on the rings' wire for each Pi, and the limits in the pixels' data sheets.

Four SPI bits are one bit of a pixel, so the SPI clock makes all four times: the high and the low of a 0
(T0H, T0L) and of a 1 (T1H, T1L). No Pi makes every clock: it divides another one by an even number.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, inf
from typing import Literal, NamedTuple

One = Literal["1100", "1110"]
"""The four SPI bits of a 1. Those of a 0 are 1000."""

CLOCKS: Mapping[One, float] = {"1100": 3.05, "1110": 3.3}
"""The MHz to ask for: every Pi makes a clock of it that both sheets allow."""
MHZ = CLOCKS["1100"]

SHEETS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "WS2812B": {"T0H": (250, 550), "T0L": (700, 1000), "T1H": (650, 950), "T1L": (300, inf)},
    "WS2812B-V5": {"T0H": (220, 380), "T0L": (580, 1000), "T1H": (580, 1000), "T1L": (220, inf)},
}
"""The least and the most ns. Of T1L only the least counts: a pixel ends a bit with the next rise, and a frame
only after 50 us."""

RGBW_SHEETS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "SK6812RGBW": {"T0H": (150, 450), "T0L": (750, 1050), "T1H": (450, 750), "T1L": (450, inf)},
}
"""The same of pixels with a white light."""


class Illegal(NamedTuple):
    """A pulse outside a data sheet's limits. Times in ns."""

    sheet: str
    pulse: str
    ns: float
    least: float
    most: float


def divided(source_mhz: float, mhz: float) -> float:
    """The clock a Pi makes when asked for `mhz`: its source divided by an even number, so never a faster one.

    `source_mhz`: the core clock, up to Pi 4; 200 on a Pi 5.
    """
    return source_mhz / (2 * ceil(source_mhz / mhz / 2))


def times_ns(one: One, mhz: float) -> dict[str, float]:
    """T0H, T0L, T1H and T1L at the clock that the Pi makes."""
    bit_ns, high = 1000 / mhz, one.count("1")
    return {"T0H": bit_ns, "T0L": 3 * bit_ns, "T1H": high * bit_ns, "T1L": (4 - high) * bit_ns}


def illegal(
    one: One, mhz: float, sheets: Mapping[str, Mapping[str, tuple[float, float]]] = SHEETS
) -> list[Illegal]:
    """The pulses at the Pi's real clock that are outside the data sheets' limits."""
    times = times_ns(one, mhz)
    return [
        Illegal(sheet, pulse, times[pulse], least, most)
        for sheet, limits in sheets.items()
        for pulse, (least, most) in limits.items()
        if not least <= times[pulse] <= most
    ]
