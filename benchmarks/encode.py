"""Measures the encoding of a frame of 24 rings of 24 pixels for the wire: order, power limit, pulses.

python -m benchmarks.encode
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from statistics import median, quantiles
from time import thread_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from hardware.rings.chain import Mounting, limited
from hardware.rings.spi import Code, SpiRings

SEATS, PIXELS = 24, 24
BUDGET_MA = 4000
FRAMES = 5000
BAR_MS = 0.1


class NoWire:
    """A port that takes everything at once."""

    def write(self, data: bytes) -> None:
        """Drops the bytes."""

    def close(self) -> None:
        """Nothing to give back."""


def measure(brightest: int) -> list[float]:
    """Times of many random frames, in milliseconds of this thread alone."""
    chance = random.Random(brightest)
    mountings = [Mounting(seat, clockwise=seat % 2 == 0) for seat in range(SEATS)]
    rings = SpiRings(PIXELS, mountings, NoWire(), Code(), BUDGET_MA, refresh_s=3600.0)
    frames = [bytes(chance.choices(range(brightest + 1), k=SEATS * PIXELS * 3)) for _ in range(50)]
    assert all((limited(frame, BUDGET_MA) is frame) == (brightest < 30) for frame in frames)
    found = []
    for number in range(FRAMES):
        frame = frames[number % len(frames)]
        began_s = thread_time()
        rings.on_the_wire(frame)
        found.append((thread_time() - began_s) * 1000)
    rings.close()
    return found


def main() -> int:
    """Exit status 1 if the bar is missed."""
    held = True
    for name, brightest in (("within the budget", 24), ("dimmed to the budget", 255)):
        found = measure(brightest)
        middle = median(found)
        held &= middle <= BAR_MS
        print(
            f"{SEATS} x {PIXELS} pixels, {name}: median {middle:.3f} ms, "
            f"99 % within {quantiles(found, n=100)[98]:.3f} ms"
        )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
