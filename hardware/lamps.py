"""The lamps of a table, from its settings, and those of a table that has none."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path

from hardware.buttons.backend import Wires
from hardware.buttons.buzz_lamps import BuzzLamps, lamps_of, raw_devices
from hardware.buttons.usb import on_usb
from hardware.interface import Lamps


class NoLamps:
    """`Lamps` of a table without any."""

    def light(self, seats: Collection[int]) -> None:
        """Lights nothing."""

    def close(self) -> None:
        """Nothing to close."""


def open_lamps(wires: Wires) -> Lamps:
    """The lamps of a table with these buttons."""
    keys = on_usb(wires)
    return BuzzLamps(keys, partial(raw_devices, Path("/"))) if lamps_of(keys) else NoLamps()
