"""The part of gpiod 2 that is used, over GPIO chips in memory that behave as `linux/gpio.h` says."""

from __future__ import annotations

import errno
import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

import pytest

Direction = Enum("Direction", "AS_IS INPUT OUTPUT")
Edge = Enum("Edge", "NONE RISING FALLING BOTH")
Bias = Enum("Bias", "AS_IS UNKNOWN DISABLED PULL_UP PULL_DOWN")
AT_ONCE = 64
"""How many events one reading brings."""


class Value(Enum):
    INACTIVE = 0
    ACTIVE = 1

    def __bool__(self) -> bool:
        return self is Value.ACTIVE


@dataclass
class LineSettings:
    direction: Direction = Direction.AS_IS
    edge_detection: Edge = Edge.NONE
    bias: Bias = Bias.AS_IS


@dataclass(frozen=True)
class EdgeEvent:
    event_type: Type
    timestamp_ns: int
    line_offset: int
    global_seqno: int

    class Type(Enum):
        RISING_EDGE = 1
        FALLING_EDGE = 2


@dataclass(frozen=True)
class ChipInfo:
    label: str
    num_lines: int


@dataclass(frozen=True)
class LineInfo:
    offset: int
    used: bool
    consumer: str


@dataclass
class Wires:
    """One chip. `held`: who holds which line; all others are high until they are turned."""

    label: str
    lines: int = 54
    held: dict[int, str] = field(default_factory=dict)
    levels: dict[int, bool] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)
    """The lines that somebody wanted to know about."""
    requests: list[LineRequest] = field(default_factory=list)

    def turn(self, line: int, is_high: bool, at_s: float) -> None:
        """Changes a level, at this moment of the monotonic clock."""
        self.levels[line] = is_high
        for request in self.requests:
            request.changed(line, is_high, at_s)


class LineRequest:
    """Lines in use. As in the kernel the oldest edges are dropped while nobody reads."""

    def __init__(self, wires: Wires, config: Mapping[int, LineSettings], consumer: str, size: int) -> None:
        self.config, self.offsets, self._wires, self._size = config, [*config], wires, size
        self._events: deque[EdgeEvent] = deque()
        self._told = 0
        self.fd, self._bell = os.pipe()
        self.lock = RLock()
        """Who holds it keeps all others from reading."""
        wires.held |= dict.fromkeys(config, consumer)
        wires.requests.append(self)

    def changed(self, line: int, is_high: bool, at_s: float) -> None:
        with self.lock:
            if line not in self.config:
                return
            self._told += 1
            kind = EdgeEvent.Type.RISING_EDGE if is_high else EdgeEvent.Type.FALLING_EDGE
            if len(self._events) == self._size:
                self._events.popleft()
            else:
                os.write(self._bell, b".")
            self._events.append(EdgeEvent(kind, round(at_s * 1e9), line, self._told))

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        with self.lock:
            count = len(os.read(self.fd, max_events or AT_ONCE))
            return [self._events.popleft() for _ in range(count)]

    def wait_edge_events(self, timeout: float | None = None) -> bool:
        assert timeout == 0
        with self.lock:
            return bool(self._events)

    def get_values(self, lines: Sequence[int]) -> list[Value]:
        return [Value(self._wires.levels.get(line, True)) for line in lines]

    def release(self) -> None:
        self._wires.requests.remove(self)
        for line in self.offsets:
            del self._wires.held[line]
        os.close(self.fd)
        os.close(self._bell)


class Kernel:
    """The chips of a computer, each a file in a folder of devices."""

    def __init__(self, devices: Path) -> None:
        self.devices = devices
        self.chips: dict[str, Wires] = {}

    def chip(self, number: int, label: str, **more: Any) -> Wires:
        """Adds one."""
        path = self.devices / f"gpiochip{number}"
        path.touch()
        self.chips[str(path)] = Wires(label, **more)
        return self.chips[str(path)]

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Replaces gpiod."""
        chips = self.chips

        class Chip:
            def __init__(self, path: str) -> None:
                if path not in chips:
                    raise OSError(errno.ENODEV, "no GPIO chip", path)
                self._wires = chips[path]

            def __enter__(self) -> Chip:
                return self

            def __exit__(self, *_: object) -> None:
                self.close()

            def close(self) -> None:
                """Nothing is open."""

            def get_info(self) -> ChipInfo:
                return ChipInfo(self._wires.label, self._wires.lines)

            def get_line_info(self, line: int) -> LineInfo:
                self._wires.asked.append(line)
                return LineInfo(line, line in self._wires.held, self._wires.held.get(line, ""))

            def request_lines(
                self,
                config: Mapping[int, LineSettings],
                consumer: str | None = None,
                event_buffer_size: int | None = None,
            ) -> LineRequest:
                if config.keys() & self._wires.held.keys():
                    raise OSError(errno.EBUSY, "Device or resource busy")
                return LineRequest(
                    self._wires, config, consumer or "?", event_buffer_size or 16 * len(config)
                )

        modules = {
            "gpiod": (Chip, EdgeEvent, LineRequest, LineSettings),
            "gpiod.chip": (Chip,),
            "gpiod.line": (Bias, Direction, Edge, Value),
        }
        for name, things in modules.items():
            module = ModuleType(name)
            for thing in things:
                setattr(module, thing.__name__, thing)
            monkeypatch.setitem(sys.modules, name, module)


def installed(devices: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    """For a fixture: a computer whose GPIO chips are in this folder."""
    kernel = Kernel(devices)
    kernel.install(monkeypatch)
    monkeypatch.setattr("hardware.buttons.gpio.DEVICES", devices)
    sys.modules.pop("hardware.buttons.gpiod_pins", None)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)
    import_module("hardware.buttons.gpiod_pins")
    yield kernel
    del sys.modules["hardware.buttons.gpiod_pins"]
