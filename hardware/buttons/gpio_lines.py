"""The GPIO chip behind a Pi's header and the users of its lines, as gpiod tells, without claiming any.

The chip is found by its label, since its number changes: on a Pi 5 the header was gpiochip4, then gpiochip0,
and from kernel 6.12.96 on it may be any from 11 up. Not tried on a Pi yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The labels of the chips behind a Pi's header: up to Pi 3 and Zero 2 W, Pi 4, Pi 5."""
PINS = 28
"""Number of lines on the header; they start at 0 and are numbered as in BCM."""
CONSUMER = "garou"
"""The name under which a running table holds lines."""


class LineHeldError(OSError):
    """A line is in use. Its text is the name of the program or driver that has it, "?" without one."""


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


def chips(devices: Path = Path("/dev")) -> list[int]:
    """The numbers of all GPIO chips in this folder, smallest first."""
    found = (re.fullmatch(r"gpiochip(\d+)", path.name) for path in devices.glob("gpiochip*"))
    return sorted(int(match[1]) for match in found if match)


def header(devices: Path = Path("/dev")) -> Header | None:
    """The chip of the header: the first with such a label and all pins. None if there is none, if this user
    may not open it, or without gpiod."""
    try:
        from gpiod.chip import Chip  # gpiod 1 has no such module
    except ImportError:
        return None
    for number in chips(devices):
        try:
            with Chip(str(devices / f"gpiochip{number}")) as chip:
                told = chip.get_info()
                if told.label in LABELS and told.num_lines >= PINS:
                    lines = [chip.get_line_info(pin) for pin in range(PINS)]
                    held = {line.offset: line.consumer for line in lines if line.used}
                    return Header(number, told.label, held)
        except OSError:
            continue
    return None
