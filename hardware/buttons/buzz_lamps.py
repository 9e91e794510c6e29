"""The red lamps of Sony Buzz! handsets.

The kernel's driver reads the keys of a receiver. Its lamps are written to the raw device beside it: one
report for all four handsets, as `buzz_set_leds` in the kernel's drivers/hid/hid-sony.c sends it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from hardware.buttons.usb_ports import BUZZ, KeyPin, port_of, text_of
from hardware.rings.writer import RingWriter

RECEIVERS = ("0000054C:00000002", "0000054C:00001000")
"""Maker and product of the receivers, by cable and wireless, as the kernel's `HID_ID` ends."""
UDEV = (
    'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="054c", ATTRS{idProduct}=="0002|1000", GROUP="input", MODE="0660"'
)
"""Gives the raw devices of the receivers to who may read their keys."""
HANDSETS = 4
LIT, DARK = b"\xff\0\0", bytes(3)


class BuzzLamps:
    """The lamps of Buzz! handsets.

    One thread writes them, when they change and once a second, so that a receiver which is plugged in again
    shows what it should. One that is missing or cannot be written to stays dark.

    `keys`: for each seat the USB keys of its buttons; a seat has the lamp of every handset with one of them.
    `find`: returns the raw device in each port.
    """

    def __init__(
        self,
        keys: Sequence[Sequence[KeyPin | None]],
        find: Callable[[], Mapping[str, Path]],
    ) -> None:
        self._lamps = lamps_of(keys)
        self._find = find
        self._writer = RingWriter(len(keys), 1, self._write_frame)

    def light(self, seats: Collection[int]) -> None:
        """Lights the lamps of these seats, and no others."""
        self._writer.show(b"".join(LIT if seat in seats else DARK for seat in range(self._writer.seats)))

    def close(self) -> None:
        """Darkens all lamps and stops."""
        self._writer.close()

    def _write_frame(self, frame: bytes) -> None:
        self.write([seat for seat, red in enumerate(frame[::3]) if red])

    def write(self, seats: Collection[int]) -> None:
        """Lights the lamps of these seats, and no others; returns when all are written. For one thread."""
        there = self._find()
        for port, lamps in self._lamps.items():
            if port in there:
                with suppress(OSError):
                    tell(there[port], report({handset for seat, handset in lamps if seat in seats}))


def lamps_of(keys: Sequence[Sequence[KeyPin | None]]) -> dict[str, list[tuple[int, int]]]:
    """For each port with keys of Buzz! handsets the seats there, each with one of its handsets, 0 to 3."""
    numbers = {code: number for number, code in enumerate(BUZZ.values())}
    lamps: dict[str, list[tuple[int, int]]] = {}
    for seat, of_seat in enumerate(keys):
        for key in of_seat:
            if key and key.code in numbers:
                lamps.setdefault(key.port, []).append((seat, numbers[key.code] * HANDSETS // len(BUZZ)))
    return lamps


def report(lit: Collection[int]) -> bytes:
    """The report that lights these handsets and darkens the others. The first byte is the number of
    the report, which the kernel takes off; two more follow the lamps, and mean nothing."""
    return bytes((0, 0, *(0xFF * (handset in lit) for handset in range(HANDSETS)), 0, 0))


def tell(device: Path, told: bytes) -> None:
    """Writes a report to a device. Raises `OSError`."""
    opened = os.open(device, os.O_WRONLY)
    try:
        os.write(opened, told)
    finally:
        os.close(opened)


def raw_devices(root: Path) -> dict[str, Path]:
    """The raw device of each Buzz! receiver that is plugged in, by its port. `root`: of the file system."""
    return dict(_receivers(root))


def _receivers(root: Path) -> Iterator[tuple[str, Path]]:
    for folder in (root / "sys/class/hidraw").glob("hidraw*"):
        lines = text_of(folder / "device/uevent").splitlines()
        said = {key: value for key, _, value in (line.partition("=") for line in lines)}
        if said.get("HID_ID", "").endswith(RECEIVERS):
            yield port_of(said.get("HID_PHYS", ""), said.get("HID_UNIQ", "")), root / "dev" / folder.name
