"""The backend of a table with simulated rings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hardware.interface import Rings
from hardware.looks import MachineView, Observation
from hardware.rings.backend import Chain
from hardware.simulated import SimulatedRings


class UnlitBackend:
    """Simulated rings, which need nothing."""

    lights = False
    pins: Mapping[int, str] = {}
    data_pin = None
    group = ""
    board = "pi.spi"
    udev = ""

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:  # noqa: ARG002
        """No lines."""
        return ()

    def notes(self, chain: Chain) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def cmdline_txt(self, chain: Chain) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def open(self, chain: Chain) -> Rings:
        """Rings in memory."""
        return SimulatedRings(chain.seats, chain.pixels)

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:  # noqa: ARG002
        """Nothing to check."""
        yield from ()
