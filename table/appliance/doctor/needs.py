"""What a table of these settings needs of a machine, and the commands that bring it."""

from __future__ import annotations

from hardware.buttons.gpio_lines import Header
from hardware.libraries import brings as command_that_brings
from table.appliance.doctor.machine import Machine
from table.errors import Reason
from table.sentences import Wrong
from table.settings.settings import Settings


def is_real(settings: Settings) -> bool:
    """Whether this is a table of wood and wire."""
    return settings.pins.backend != "simulated" and settings.pins.factory != "mock"


def on_pins(settings: Settings) -> bool:
    """Whether the Pi's own pins have buttons."""
    return bool(pins_of(settings))


def on_chips(settings: Settings) -> bool:
    """Whether port expanders have buttons."""
    return any(pin for seat in settings.pins.chips for pin in seat)


def pins_of(settings: Settings) -> set[int]:
    """The pins of the Pi that have buttons."""
    return {pin for seat in settings.pins.gpio for pin in seat if pin is not None}


def alone_on_screen(machine: Machine) -> bool:
    """Whether no desktop draws: the board then takes the whole display."""
    return not (machine.environ.get("DISPLAY") or machine.environ.get("WAYLAND_DISPLAY"))


def header_of(machine: Machine, settings: Settings) -> Header | None:
    """The GPIO chip of the pins; None if the table has none on it, or none that the user may open."""
    return machine.header(machine.path("/dev")) if is_real(settings) and on_pins(settings) else None


def gpio(pins: set[int]) -> str | Wrong:
    """ "GPIO4, GPIO17 and GPIO22"."""
    *first, last = (f"GPIO{pin}" for pin in sorted(pins))
    return Reason("allowed.and", one=", ".join(first), more=last) if first else last


def brings(machine: Machine, module: str) -> str:
    """The command that brings a library."""
    return command_that_brings(module, machine.folder, machine.prefix, machine.root)
