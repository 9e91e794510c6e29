"""What a backend of the buttons has to say of itself: which pins are its own, how they are opened, what they
need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.interface import Buttons, Clock
from hardware.looks import MachineView, Observation


class Wires(NamedTuple):
    """Where all buttons of a table are wired to, as its settings have it."""

    pins: Sequence[Sequence[int | str]]
    """For each seat those of its buttons, as they are written."""
    factory: str
    """How the Pi's own pins are reached."""
    i2c_bus: int

    @property
    def used(self) -> set[int | str]:
        """All pins with a button."""
        return {pin for seat in self.pins for pin in seat}


class ButtonBackend(Protocol):
    """One kind of contacts. A table may have several: each button belongs to the one that takes its pin."""

    @property
    def reserved(self) -> Mapping[int, str]:
        """The BCM numbers of the pins it needs for itself, and what bus is on each."""

    @property
    def group(self) -> str:
        """The group of users who may open the device."""

    @property
    def why(self) -> str:
        """What the doctor says of that group: `doctor.group.WHY` in `config/troubles`."""

    def takes(self, pin: int | str) -> bool:
        """Whether a pin that is written so is one of its own."""

    def config_txt(self, wires: Wires) -> Sequence[str]:
        """The lines it needs in config.txt."""

    def notes(self, wires: Wires) -> Sequence[str]:
        """What the wiring sheet says below those lines: keys in `config/wiring`."""

    def open(self, wires: Wires, clock: Clock) -> Buttons:
        """Its buttons of all seats. Raises `DeviceError` if they cannot be had."""

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:
        """What of a Pi is as it needs it, and what is not. Claims and changes nothing."""
