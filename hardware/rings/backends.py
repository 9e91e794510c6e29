"""The ring backends, by their names in table.toml: `rings.backend`."""

from __future__ import annotations

from hardware.rings.backend import RingBackend
from hardware.rings.pio import PioBackend
from hardware.rings.pods import rings_of_pods
from hardware.rings.spi import SpiBackend
from hardware.rings.unwired import UnwiredBackend
from hardware.simulated import SimulatedRings

BACKENDS: dict[str, RingBackend] = {
    "simulated": UnwiredBackend(
        lambda chain: SimulatedRings(chain.seats, chain.pixels), "pi.spi", lights=False
    ),
    "spi": SpiBackend(),
    "pio": PioBackend(),
    "pods": UnwiredBackend(rings_of_pods, "pi.pods", lights=True),
}
PROPOSED = "spi"
"""The backend on the wiring sheet of a table that has only simulated rings so far."""
PLUGGED = "pods"
"""The backend of rings that each come with a controller and a USB cable of their own."""
