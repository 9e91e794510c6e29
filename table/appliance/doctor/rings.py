"""The doctor looks at what sends to the rings."""

from __future__ import annotations

from collections.abc import Iterator

from table.appliance.doctor.findings import Found, told_by
from table.appliance.doctor.machine import Machine
from table.settings.settings import Settings


def backend(machine: Machine, settings: Settings) -> Iterator[Found]:
    """What the backend itself looks at."""
    rings = settings.rings
    yield from map(told_by, rings.kind.look(machine, rings.chain(settings.seats, settings.pixels)))
