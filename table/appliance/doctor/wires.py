"""The doctor's checks of the wires of buttons and rings."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.buttons.backends import HEADER, in_use
from table.appliance.doctor.findings import Found, told_by
from table.appliance.doctor.machine import Machine
from table.settings.settings import Settings


def on_header(machine: Machine, settings: Settings) -> Iterator[Found]:
    """The checks of buttons on the Pi's own pins."""
    wires = settings.pins.wires
    if HEADER in in_use(wires):
        yield from map(told_by, HEADER.look(machine, wires))


def elsewhere(machine: Machine, settings: Settings) -> Iterator[Found]:
    """The checks of all other buttons."""
    wires = settings.pins.wires
    for backend in in_use(wires):
        if backend is not HEADER:
            yield from map(told_by, backend.look(machine, wires))


def rings(machine: Machine, settings: Settings) -> Iterator[Found]:
    """The checks of the rings' backend."""
    chain = settings.rings.chain(settings.pins.pods(settings.seats), settings.pixels)
    if chain.seats:
        yield from map(told_by, settings.rings.kind.look(machine, chain))
