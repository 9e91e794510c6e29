"""Input devices in memory: a kernel with ports, keys and a clock of its own, and evdev on top of it."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from hardware.buttons.usb_ports import BUZZ, FULL, WORD, Plugged
from hardware.clocks import VirtualClock

LETTERS = frozenset(FULL) | {29, 56}
"""The keys of a whole keyboard that anybody presses, with Ctrl and Alt."""
A, S, Q, ESCAPE, CTRL, ALT, KP0 = 30, 31, 16, 1, 29, 56, 82
TRIGGER = 288
"""The first button of an arcade encoder; the others follow it."""
NAMES = {
    "KEY_A": A, "KEY_S": S, "KEY_Q": Q, "KEY_ESC": ESCAPE, "KEY_KP0": KP0, "KEY_MAX": 767, "KEY_CNT": 768,
    "BTN_TRIGGER": TRIGGER, "BTN_JOYSTICK": TRIGGER, "BTN_THUMB": TRIGGER + 1, "BTN_TRIGGER_HAPPY1": 704,
    "EV_KEY": 1,
}  # fmt: skip
"""Some of the names evdev knows."""


class FakeEvent(NamedTuple):
    time_s: float
    type: int
    code: int
    value: int

    def timestamp(self) -> float:
        return self.time_s


class FakeDevice:
    """A device as one program has opened it."""

    fd = -1

    def __init__(self, thing: Thing) -> None:
        self.thing = thing
        self.waiting: list[FakeEvent] = []
        self.grabbed = False
        self.closed = False

    def grab(self) -> None:
        self._alive()
        if any(other.grabbed for other in self.thing.opened):
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.grabbed = True

    def active_keys(self) -> list[int]:
        self._alive()
        return sorted(self.thing.down)

    def read(self) -> Iterator[FakeEvent]:
        self._alive()
        if not self.waiting:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        waiting, self.waiting = self.waiting, []
        yield from waiting

    def close(self) -> None:
        self.grabbed, self.closed = False, True

    def _alive(self) -> None:
        assert not self.closed
        if not self.thing.is_in:
            raise OSError(errno.ENODEV, "No such device")


class Thing:
    """Something that can be plugged in at a port."""

    def __init__(self, port: str, keys: Iterable[int], name: str) -> None:
        self.port, self.keys, self.name = port, frozenset(keys), name
        self.node = ""
        self.is_in = False
        self.down: set[int] = set()
        self.opened: list[FakeDevice] = []

    @property
    def grabbed(self) -> bool:
        return any(device.grabbed for device in self.opened)


class FakeKernel:
    """The devices that are plugged in, in order. The kernel's clock began with `clock`."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock
        self.things: list[Thing] = []
        self.forbidden: set[str] = set()
        """Ports that this user may not open."""
        self.opened: list[str] = []
        """The port of everything that was ever opened."""
        self._nodes = 0

    def now(self) -> float:
        return self.clock.now() / self.clock.speed

    def plug(self, thing: Thing) -> Thing:
        """Plugs a device in, with these keys held."""
        thing.node, thing.is_in = f"event{self._nodes}", True
        self._nodes += 1
        self.things.append(thing)
        return thing

    def new(self, port: str, keys: Iterable[int], name: str = "a thing") -> Thing:
        return self.plug(Thing(port, keys, name))

    def keyboard(self, port: str) -> Thing:
        return self.new(port, LETTERS, "a keyboard")

    def encoder(self, port: str) -> Thing:
        return self.new(port, range(TRIGGER, TRIGGER + 10), "an arcade encoder")

    def buzz(self, port: str) -> Thing:
        return self.new(port, BUZZ.values(), "Buzz")

    def pull(self, thing: Thing) -> None:
        thing.is_in = False
        self.things.remove(thing)

    def find(self) -> list[Plugged]:
        return [
            Plugged(thing.node, thing.port, thing.name, sum(1 << key for key in thing.keys))
            for thing in self.things
        ]

    def open(self, node: str) -> FakeDevice:
        thing = next((thing for thing in self.things if thing.node == node), None)
        if thing is None:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        if thing.port in self.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied")
        device = FakeDevice(thing)
        thing.opened.append(device)
        self.opened.append(thing.port)
        return device

    # Fingers

    def down(self, thing: Thing, key: int, ago_s: float = 0.0) -> None:
        """Presses a key. `ago_s`: how long ago it was pressed; the event has waited since."""
        self._stamp(thing, key, 1, ago_s)

    def up(self, thing: Thing, key: int, ago_s: float = 0.0) -> None:
        self._stamp(thing, key, 0, ago_s)

    def repeat(self, thing: Thing, key: int) -> None:
        self._stamp(thing, key, 2, 0.0)

    def drop(self, thing: Thing, *, then: Sequence[tuple[int, int]] = ()) -> None:
        """Drops events that nobody has read: only these keys and values of the current report are left."""
        stamps = [(0, 3, 0), *((1, key, value) for key, value in then), (0, 0, 0)]
        for device in self._hearers(thing):
            device.waiting = [FakeEvent(self.now(), *stamp) for stamp in stamps]

    def _stamp(self, thing: Thing, key: int, value: int, ago_s: float) -> None:
        assert key in thing.keys
        if value == 1:
            thing.down.add(key)
        elif value == 0:
            thing.down.discard(key)
        at_s = self.now() - ago_s
        for device in self._hearers(thing):
            device.waiting += [
                FakeEvent(at_s, 4, 4, key),
                FakeEvent(at_s, 1, key, value),
                FakeEvent(at_s, 0, 0, 0),
            ]

    @staticmethod
    def _hearers(thing: Thing) -> list[FakeDevice]:
        """The programs that get events: the one that has grabbed the device, if any, else all."""
        opened = [device for device in thing.opened if not device.closed]
        return [device for device in opened if device.grabbed] or opened


EVDEV = SimpleNamespace(ecodes=SimpleNamespace(ecodes=NAMES))
"""The part of evdev that knows names."""


def lay_out(root: Path, things: Iterable[Plugged], unique: str = "") -> None:
    """Writes into `root` the files of /sys for these devices; the kernel calls the port `phys`."""
    for thing in things:
        folder = root / "sys/class/input" / thing.node / "device"
        (folder / "capabilities").mkdir(parents=True)
        (folder / "phys").write_text(f"{thing.port}\n")
        (folder / "uniq").write_text(f"{unique}\n")
        (folder / "name").write_text(f"{thing.name}\n")
        (folder / "capabilities/key").write_text(f"{printed(thing.keys)}\n")


def lay_out_raw(root: Path, node: str, port: str, kind: str = "0003:0000054C:00000002") -> Path:
    """Writes into `root` a raw device, and what /sys says of it. `kind`: bus, maker and product."""
    folder, device = root / "sys/class/hidraw" / node / "device", root / "dev" / node
    folder.mkdir(parents=True)
    folder.joinpath("uevent").write_text(
        f"DRIVER=sony\nHID_ID={kind}\nHID_NAME=Buzz\nHID_PHYS={port}\nHID_UNIQ=\n"
    )
    device.parent.mkdir(exist_ok=True)
    device.touch()
    return device


def printed(keys: int) -> str:
    """Prints a map of keys as the kernel does."""
    words = []
    while True:
        words.append(f"{keys & (1 << WORD) - 1:x}")
        keys >>= WORD
        if not keys:
            return " ".join(reversed(words))
