"""The GPIO chip behind a Pi's header and the users of its lines, read from the kernel without claiming any.

The chip is found by its label, since its number changes: on a Pi 5 the header was gpiochip4, then gpiochip0,
and from kernel 6.12.96 on it may be any from 11 up.

Structures and numbers are those of `linux/gpio.h`, version 2, in kernels from 5.10. Not tried on a Pi yet.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL: name, label, number of lines."""
CHIP = struct.Struct("=32s32sI")
LINE_INFO = 0xC100B405
"""GPIO_V2_GET_LINEINFO_IOCTL: for the line at `offset` its name, its user and its flags."""
LINE = struct.Struct("=32s32sIIQ176s")
USED = 1
"""The flag of a line that is in use."""
LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The labels of the chips behind a Pi's header: up to Pi 3 and Zero 2 W, Pi 4, Pi 5."""
PINS = 28
"""Number of lines on the header; they start at 0 and are numbered as in BCM."""

Ask = Callable[[int, int, bytes], bytes]
"""An ioctl: file, request, argument; returns the answer."""


class Header(NamedTuple):
    """The GPIO chip behind a Pi's header."""

    number: int
    """The chip is /dev/gpiochip<number>."""
    label: str
    holders: Mapping[int, str]
    """The name, perhaps empty, of each used pin's user, by BCM number; free pins are not in it."""

    @property
    def device(self) -> str:
        """Its path."""
        return f"/dev/gpiochip{self.number}"


class LineInfo(NamedTuple):
    """What the kernel says of a line."""

    name: bytes
    consumer: bytes
    offset: int
    attributes: int
    flags: int
    rest: bytes


def chips(devices: Path = Path("/dev")) -> list[int]:
    """The numbers of all GPIO chips in this folder, smallest first."""
    found = (re.fullmatch(r"gpiochip(\d+)", path.name) for path in devices.glob("gpiochip*"))
    return sorted(int(match[1]) for match in found if match)


def header(devices: Path = Path("/dev"), ask: Ask | None = None) -> Header | None:
    """The chip of the header, or None if there is none or this user may not open it. `ask`: `fcntl.ioctl` if
    None."""
    found = (_header(devices, number, ask) for number in chips(devices))
    return next((chip for chip in found if chip), None)


def _header(devices: Path, number: int, ask: Ask | None) -> Header | None:
    from fcntl import ioctl

    ask = ask or ioctl
    try:
        with open(devices / f"gpiochip{number}", "rb", buffering=0) as chip:
            label, lines = CHIP.unpack(ask(chip.fileno(), CHIP_INFO, bytes(CHIP.size)))[1:]
            if _text(label) not in LABELS:
                return None
            asked = [
                LineInfo(*LINE.unpack(ask(chip.fileno(), LINE_INFO, LINE.pack(b"", b"", pin, 0, 0, b""))))
                for pin in range(min(PINS, lines))
            ]
    except OSError:
        return None
    held = {line.offset: _text(line.consumer) for line in asked if line.flags & USED}
    return Header(number, _text(label), held)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")
