"""What is plugged in, where, and how a key of it is written in `pins.bcm`.

Everything is read from /sys: nothing is opened, and only the names of keys need a library.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

BUZZ = {
    f"{handset}.{colour}": code
    for code, (handset, colour) in enumerate(
        product(range(1, 5), ("buzz", "yellow", "green", "orange", "blue")), start=704
    )
}
"""The keys of a Sony Buzz! receiver: four handsets of five, as the kernel's driver numbers them."""
CODES = range(768)
FULL = range(1, 32)
"""Escape, the digits and Q to D: what has all of these is a whole keyboard (udev's rule)."""
POINTERS = (range(0x110, 0x120), range(0x140, 0x150))
"""Keys of mice, pens and touchpads: they are no buttons of a table."""
WORD = 8 * struct.calcsize("P")
"""Bits of a word of the key map, which is printed as this program's own words."""


class KeyPin(NamedTuple):
    """One key of one device."""

    port: str
    """Where the device is plugged in, as the kernel says it ("usb-0000:01:00.0-1.2/input0"); by Bluetooth,
    the device's own address. From the second device in the same place on with its number: "...input0#2"."""
    code: int | str
    """The kernel's number of the key; its name as long as there is no library to know the number."""


class Plugged(NamedTuple):
    """One input device of this machine."""

    node: str
    """Its file in /dev/input: "event3"."""
    port: str
    name: str
    keys: int
    """One bit for each key it has."""

    def has(self, code: int | str) -> bool:
        """Whether it has this key."""
        return isinstance(code, int) and bool(self.keys >> code & 1)

    @property
    def is_keyboard(self) -> bool:
        """Whether it is a whole keyboard, not a pad of some keys."""
        return all(self.has(code) for code in FULL)


def key_pin(text: str) -> KeyPin:
    """The key written as "usb:PORT:KEY". KEY is a number, a name of the kernel's (KEY_A, BTN_TRIGGER), or a
    button of a Buzz! handset ("1.buzz", "4.blue"). Raises `ValueError` if there is no such key."""
    kind, _, place = text.partition(":")
    port, _, key = place.rpartition(":")
    if kind != "usb" or not re.fullmatch(r"[!-~]+", port) or '"' in port:
        raise ValueError(f'"{text}" names no port')
    return KeyPin(port, key_code(key))


def key_code(key: str) -> int | str:
    """The kernel's number of a key; its name if no library is there to ask. Raises `ValueError` if there is
    no such key."""
    if key in BUZZ:
        return BUZZ[key]
    if re.fullmatch(r"[0-9]{1,3}", key) and int(key) in CODES:
        return int(key)
    if re.fullmatch(r"(KEY|BTN)_[A-Z0-9_]+", key):
        names = _names()
        if names is None:
            return key
        if names.get(key) in CODES:
            return names[key]
    raise ValueError(f'"{key}" is no key')


def pin_text(port: str, code: int) -> str:
    """How a key is written: by its name if it has one."""
    names = {name: number for name, number in (_names() or {}).items() if name.startswith(("KEY_", "BTN_"))}
    named = {names[name]: name for name in sorted(names, reverse=True)}
    named |= {number: name for name, number in BUZZ.items()}
    return f"usb:{port}:{named.get(code, code)}"


def _names() -> dict[str, int] | None:
    """The numbers of all keys by name; None without evdev."""
    try:
        library: Any = import_module("evdev")
    except ImportError:
        return None
    names: dict[str, int] = library.ecodes.ecodes
    return names


def plugged(root: Path = Path("/")) -> list[Plugged]:
    """All devices with keys, in the order in which they were plugged in. `root`: of the file system."""
    found = []
    seen = Counter[str]()
    nodes = [folder for folder in (root / "sys/class/input").glob("event*") if folder.name[5:].isdecimal()]
    for folder in sorted(nodes, key=lambda folder: int(folder.name[5:])):
        phys, unique, name = (text_of(folder / "device" / file) for file in ("phys", "uniq", "name"))
        keys = key_map(text_of(folder / "device/capabilities/key"))
        port = port_of(phys, unique)
        if port and keys:
            seen[port] += 1
            found.append(
                Plugged(folder.name, port if seen[port] == 1 else f"{port}#{seen[port]}", name, keys)
            )
    return found


def port_of(phys: str, unique: str) -> str:
    """Where the kernel says a device is plugged in (`phys`); by Bluetooth its own address (`unique`)."""
    return re.sub(r'[^!-~]|"', "_", phys if phys.startswith("usb-") else unique or phys)


def socket_of(port: str) -> str:
    """Where a device is plugged in: the same for all on one cable."""
    return port.partition("/")[0]


def key_map(printed: str) -> int:
    """The kernel's map of keys: words in hexadecimal, the highest first."""
    keys = 0
    for word in printed.split():
        keys = keys << WORD | int(word, 16)
    return keys


def text_of(path: Path) -> str:
    """The text of a file; empty if it is gone."""
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
