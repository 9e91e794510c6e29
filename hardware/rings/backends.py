"""The ring backends, by their names in table.toml: `rings.backend`."""

from __future__ import annotations

from hardware.rings.backend import RingBackend
from hardware.rings.pio import PioBackend
from hardware.rings.pods import PodsRingBackend
from hardware.rings.spi import SpiBackend
from hardware.rings.unlit import UnlitBackend

BACKENDS: dict[str, RingBackend] = {
    "simulated": UnlitBackend(),
    "spi": SpiBackend(),
    "pio": PioBackend(),
    "pods": PodsRingBackend(),
}
PROPOSED = "spi"
"""The backend on the wiring sheet of a table that has only simulated rings so far."""
PLUGGED = "pods"
"""The backend of rings that each come with a controller and a USB cable of their own."""
