"""The needs of a table with these settings."""

from __future__ import annotations

from hardware.buttons.backends import in_use
from hardware.buttons.gpio_lines import Header
from hardware.buttons.header import pins_of
from table.appliance.doctor.machine import Machine
from table.settings.settings import Settings


def is_real(settings: Settings) -> bool:
    """Whether this is a table of wood and wire."""
    return settings.pins.backend != "simulated" and settings.pins.factory != "mock"


def needs_pi(settings: Settings) -> bool:
    """Whether the table can only run on a Raspberry Pi."""
    buttons = any(backend.needs_pi for backend in in_use(settings.pins.wires))
    return is_real(settings) and (buttons or bool(settings.rings.kind.pins))


def alone_on_screen(machine: Machine) -> bool:
    """Whether there is no desktop, so that the board takes the whole display."""
    return not (machine.environ.get("DISPLAY") or machine.environ.get("WAYLAND_DISPLAY"))


def header_of(machine: Machine, settings: Settings) -> Header | None:
    """The GPIO chip of the pins; None if the table has none on it, or none that the user may open."""
    has_one = is_real(settings) and pins_of(settings.pins.wires)
    return machine.header(machine.path("/dev")) if has_one else None
