"""Who holds the lines of a GPIO chip, as the kernel's character device tells it without claiming any.

Structures and numbers are those of `linux/gpio.h`, version 2, in kernels from 5.10. Not tried on a Pi yet.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from pathlib import Path

CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL: name, label, number of lines."""
CHIP = struct.Struct("=32s32sI")
LINE_INFO = 0xC100B405
"""GPIO_V2_GET_LINEINFO_IOCTL: of the line of `offset` its name, who holds it, and flags."""
LINE = struct.Struct("=32s32sIIQ176s")
USED = 1
"""The flag of a line that is not free."""
HEADERS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The labels of the chips behind a Pi's header."""
PINS = 28
"""Lines of such a chip that are on the header, from 0: their numbers are the BCM numbers."""


def holders(device: Path, ask: Callable[[int, int, bytes], bytes] | None = None) -> Mapping[int, str] | None:
    """The names, perhaps empty, of whoever holds pins of a Pi's header, by BCM number. None for a chip that
    is not the header's, or cannot be asked.

    `device`: /dev/gpiochip0 and so on. `ask`: what does the ioctl, if not `fcntl`.
    """
    from fcntl import ioctl

    ask = ask or ioctl
    try:
        with open(device, "rb", buffering=0) as chip:
            label, lines = CHIP.unpack(ask(chip.fileno(), CHIP_INFO, bytes(CHIP.size)))[1:]
            if _text(label) not in HEADERS:
                return None
            asked = [
                LINE.unpack(ask(chip.fileno(), LINE_INFO, LINE.pack(b"", b"", pin, 0, 0, b"")))
                for pin in range(min(PINS, lines))
            ]
    except OSError:
        return None
    return {offset: _text(consumer) for _, consumer, offset, _, flags, _ in asked if flags & USED}


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")
