"""The interface of a ring backend: how it is opened, what it needs, what the wiring sheet shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.interface import Rings
from hardware.looks import MachineView, Observation
from hardware.pods.lines import PodLines
from hardware.rings.chain import Mounting
from hardware.rings.timing import One


class Chain(NamedTuple):
    """All wired rings of a table, chained in the order of the seats, from its settings."""

    mountings: Sequence[Mounting]
    """How each ring is mounted."""
    pixels: int
    """Pixels of each ring."""
    device: str
    """Device path; empty: the backend's default."""
    mhz: float
    one: One
    budget_ma: int
    colours: str
    """The order in which the pixels take their colours, as `hardware.rings.chain.ORDERS` has it."""
    pods: Sequence[str | None] = ()
    """The pod of each seat of the table, whose ring is its own; None: it is on the chain."""
    lines: PodLines | None = None
    """The lines of these pods; None as long as they are not open."""

    @property
    def seats(self) -> int:
        """Number of rings."""
        return len(self.mountings)

    @property
    def length(self) -> int:
        """Pixels of all rings together."""
        return self.seats * self.pixels


class RingBackend(Protocol):
    """One way to light the rings. It is stateless: `open` returns the stateful rings."""

    @property
    def lights(self) -> bool:
        """Whether real rings light up; simulated ones are only drawn."""

    @property
    def pins(self) -> Mapping[int, str]:
        """The BCM numbers of the pins that buttons must not use, and the bus on each."""

    @property
    def data_pin(self) -> int | None:
        """The BCM number of the pin with the rings' data; None if the data leaves the Pi by USB."""

    @property
    def group(self) -> str:
        """The group of users who may open the device; empty if its own `look` checks that."""

    @property
    def board(self) -> str:
        """Which Pi it takes: "pi.spi" for any, "pi.pio" for a Pi 5, or another part in `config/wiring`."""

    @property
    def udev(self) -> str:
        """A udev rule for the sheet to print; `systemd/90-garou.rules` has it too."""

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:
        """The lines it needs in config.txt. `buttons`: the pins that have buttons."""

    def notes(self, chain: Chain) -> Sequence[str]:
        """Notes for the wiring sheet below the lines for config.txt: keys in `config/wiring`."""

    def cmdline_txt(self, chain: Chain) -> str:
        """What it needs at the end of cmdline.txt; empty: nothing."""

    def open(self, chain: Chain) -> Rings:
        """Opens the rings. Raises `DeviceError` if they cannot be lit."""

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:
        """Checks whether a Pi is set up for it. Claims and changes nothing."""
