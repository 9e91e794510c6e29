"""The ways to light the rings, by the names they have in table.toml: `rings.backend`."""

from __future__ import annotations

from hardware.rings.backend import RingBackend
from hardware.rings.pio import PioBackend
from hardware.rings.spi import SpiBackend
from hardware.rings.unlit import UnlitBackend

BACKENDS: dict[str, RingBackend] = {
    "simulated": UnlitBackend(),
    "spi": SpiBackend(),
    "pio": PioBackend(),
}
PROPOSED = "spi"
"""The one that is drawn for a table that has only simulated rings so far."""
