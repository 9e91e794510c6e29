"""The interface of a button backend: its pins, how it opens them, what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.interface import Buttons, Clock
from hardware.looks import MachineView, Observation
from hardware.pods.lines import PodLines


class Wires(NamedTuple):
    """The wiring of all buttons of a table, from its settings."""

    pins: Sequence[Sequence[int | str]]
    """The pins of each seat's buttons, as written in the settings."""
    factory: str
    """How the Pi's own pins are reached."""
    i2c_bus: int
    pods: PodLines | None = None
    """The lines of the pods that plug in; None as long as none are open."""

    @property
    def used(self) -> set[int | str]:
        """All pins with a button."""
        return {pin for seat in self.pins for pin in seat}


class ButtonBackend(Protocol):
    """One way to read buttons. A table may use several: each button belongs to the backend that takes its
    pin."""

    @property
    def needs_pi(self) -> bool:
        """Whether only a Raspberry Pi has the pins or the bus."""

    @property
    def reserved(self) -> Mapping[int, str]:
        """The BCM numbers of the pins it needs itself, and the bus on each."""

    @property
    def group(self) -> str:
        """The group of users who may open the device."""

    @property
    def why(self) -> str:
        """Key in `config/troubles` that explains the group: `doctor.group.WHY`."""

    def contact(self, pin: int | str) -> object | None:
        """What is meant by a pin written like this, equal for every way to write it; None if it does not
        belong to this backend."""

    def config_txt(self, wires: Wires) -> Sequence[str]:
        """The lines it needs in config.txt."""

    def notes(self, wires: Wires) -> Sequence[str]:
        """Notes for the wiring sheet below those lines: keys in `config/wiring`."""

    def open(self, wires: Wires, clock: Clock) -> Buttons:
        """Opens its buttons of all seats. Raises `DeviceError` on failure."""

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:
        """Checks whether a Pi is set up for it. Claims and changes nothing."""
