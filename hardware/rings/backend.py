"""What a backend of the rings has to say of itself: how it is opened, what it needs, what is drawn of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.interface import Rings
from hardware.looks import MachineView, Observation
from hardware.rings.chain import Mounting
from hardware.rings.timing import One


class Chain(NamedTuple):
    """All rings of a table, one behind the other in the order of the seats, as its settings have them."""

    mountings: Sequence[Mounting]
    """One for each ring."""
    pixels: int
    """Of each ring."""
    device: str
    """Empty: the usual one of the backend."""
    mhz: float
    one: One
    budget_ma: int

    @property
    def seats(self) -> int:
        """Number of rings."""
        return len(self.mountings)

    @property
    def length(self) -> int:
        """Pixels of all rings."""
        return self.seats * self.pixels


class RingBackend(Protocol):
    """One way to light the rings. It has no state: `open` makes what has."""

    @property
    def lights(self) -> bool:
        """Whether anything shines: a simulated one is only seen by who draws it."""

    @property
    def pins(self) -> Mapping[int, str]:
        """The BCM numbers of the pins that no button may have, and what bus is on each. The first is the
        rings' data."""

    @property
    def group(self) -> str:
        """The group of users who may open the device; empty if its own look sees to that."""

    @property
    def board(self) -> str:
        """Which Pi it takes: "pi.spi" for any, "pi.pio" for a Pi 5, or another part in `config/wiring`."""

    @property
    def notes(self) -> Sequence[str]:
        """What the wiring sheet says below the lines for config.txt: keys in `config/wiring`."""

    @property
    def udev(self) -> str:
        """The line for the machine's udev rules, if the sheet shall print one; `systemd/90-garou.rules` has
        it too."""

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:
        """The lines it needs in config.txt. `buttons`: the pins that have buttons."""

    def cmdline_txt(self, chain: Chain) -> str:
        """What it needs at the end of the line of cmdline.txt; empty: nothing."""

    def open(self, chain: Chain) -> Rings:
        """The rings. Raises `DeviceError` if they cannot be lit."""

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:
        """What of a Pi is as it needs it, and what is not. Claims and changes nothing."""
