"""A Pico with a pod's firmware, in a real MicroPython: the WebAssembly one, under Node.

Only what a Pico has and a computer has not is a fake: tests/kit/pico.py. Time is what a test says.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import termios
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.kit.paths import FIRMWARE, MICROPYTHON, NODE, ROOT

KIT = ROOT / "tests/kit"
BUTTONS = (10, 11, 12)
"""Pins of a pod's buttons."""
STUCK_S = 2.0
"""After which a program that does not answer is not waited for when its Pico is unplugged."""
ENDS_WITH_US = ("setpriv", "--pdeathsig", "KILL")
"""What runs a command that the kernel ends with this process, also one that computes for ever."""


def firmware() -> dict[str, bytes]:
    """The files of the firmware by name."""
    return {path.name: path.read_bytes() for path in FIRMWARE.glob("[a-z]*.py")}


class Pico:
    """One Pico, which gets power at once.

    `settings`: its pod.json. `files`: what is on it, else the firmware. `held`: buttons that are down.
    """

    def __init__(
        self,
        settings: dict[str, Any] | None = None,
        *,
        id_: str = "e66118604b1f2a21",
        files: dict[str, bytes] | None = None,
        held: tuple[int, ...] = (),
        may_fail: bool = False,
    ) -> None:
        kept = dict(firmware() if files is None else files)
        if settings:
            kept["pod.json"] = json.dumps(settings).encode()
        self.now_ms = 0.0
        self.wants_ms = 0.0
        """When it does something next, if nothing comes."""
        self.sent: list[tuple[float, bytes]] = []
        """What it has written to its port, and when."""
        self.radio: list[tuple[float, bytes]] = []
        """What it has sent by Wi-Fi, and when."""
        self.calls: list[tuple[float, str]] = []
        """The networks that it has joined and the addresses that it has called, and when."""
        self.lights: list[tuple[float, bytes]] = []
        """What its ring was given, as on the wire, and when."""
        self.resets: list[float] = []
        self.faults: list[str] = []
        """What its program raised. It is an error, unless `may_fail`."""
        self._may_fail = may_fail
        self._events: list[list[Any]] = []
        self._node = subprocess.Popen(
            [*ENDS_WITH_US, NODE, KIT / "micropython.mjs", MICROPYTHON, KIT / "pico.py", id_],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._answer()
        self._tell(
            files={name: data.hex() for name, data in kept.items()}, held=[BUTTONS[button] for button in held]
        )
        self._answer()

    def __enter__(self) -> Pico:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def run(self, wait_ms: float) -> None:
        """Lets time pass."""
        self.run_to(self.now_ms + wait_ms)

    def run_to(self, time_ms: float) -> None:
        """Lets time pass up to this moment."""
        self.go_to(time_ms)
        self.arrive()

    def go_to(self, time_ms: float) -> None:
        """Lets time pass, without waiting until it has. So several Picos can do it at once; then `arrive`."""
        self.now_ms = time_ms
        self._tell()

    def arrive(self) -> None:
        """Waits until the time has passed that `go_to` gave it."""
        self._answer()

    def hear(self, data: bytes, in_ms: float = 0) -> None:
        """Bytes come to its port."""
        self._events.append([self.now_ms + in_ms, "bytes", data.hex()])

    def turn(self, button: int, down: bool, in_ms: float = 0) -> None:
        """A button goes down or up."""
        self._events.append([self.now_ms + in_ms, "pin", BUTTONS[button], 0 if down else 1])

    def set(self, what: str, value: bool | str) -> None:
        """Changes what is around it: "reads" (somebody reads what it writes), "near" (its Wi-Fi), "served"
        (somebody takes its calls there); bytes come by "radio", in hexadecimal; or its program is "stuck"."""
        self._events.append([self.now_ms, what, value])

    def taken(self) -> bytes:
        """What it has written since this was last asked."""
        data = b"".join(data for _, data in self.sent)
        self.sent.clear()
        return data

    def close(self) -> None:
        """Takes its power away."""
        self.cut()
        for pipe in (self._node.stdin, self._node.stdout):
            assert pipe
            pipe.close()

    @property
    def is_on(self) -> bool:
        """Whether it has power."""
        return self._node.poll() is None

    def cut(self) -> None:
        """Stops it, whatever it does. A thread that runs it gets an `EOFError`."""
        self._node.kill()
        self._node.wait()

    def _tell(self, **more: Any) -> None:
        assert self._node.stdin
        told = {"until": self.now_ms, "events": self._events, **more}
        self._events = []
        with suppress(BrokenPipeError):  # `_answer` says so.
            self._node.stdin.write(json.dumps(told).encode() + b"\n")
            self._node.stdin.flush()

    def _answer(self) -> None:
        assert self._node.stdout
        if not (line := self._node.stdout.readline()):
            raise EOFError("MicroPython has ended")
        said = json.loads(line)
        self.wants_ms = said["wants"]
        self.sent += [(ms, bytes.fromhex(data)) for ms, data in said["sent"]]
        self.lights += [(ms, bytes.fromhex(data)) for ms, data in said["lights"]]
        self.radio += [(ms, bytes.fromhex(data)) for ms, data in said["radio"]]
        self.calls += [(ms, told) for ms, told in said["calls"]]
        self.resets += said["resets"]
        self.faults += said["faults"]
        assert self._may_fail or not self.faults, self.faults[0]


class PluggedPico:
    """A Pico in real time on a pseudo-terminal, with a thread of its own.

    A table opens `path`. `spoil` may change what passes, in both directions. `seen` is called in that thread
    with what the ring is given.
    """

    def __init__(
        self,
        pico: Pico,
        spoil: Callable[[bytes], bytes] = bytes,
        seen: Callable[[bytes], object] = lambda _: None,
    ) -> None:
        self.pico, self._spoil, self._seen = pico, spoil, seen
        self._end, port = os.openpty()
        tty.setraw(port, termios.TCSANOW)
        self.path = Path(os.ttyname(port))
        self._port = port  # Kept open: a terminal without one is gone for the other end.
        self._turned, self._turns = os.pipe()
        self._is_closed = False
        self._began_s = time.monotonic() - pico.now_ms / 1000
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def turn(self, button: int, down: bool) -> None:
        """A button goes down or up, now."""
        os.write(self._turns, bytes((button << 1 | down,)))

    def close(self) -> None:
        """Unplugs it."""
        os.close(self._turns)
        self._thread.join(STUCK_S)
        self._is_closed = True
        self.pico.cut()
        self._thread.join()
        for end in (self._end, self._port, self._turned):
            os.close(end)
        self.pico.close()

    def _run(self) -> None:
        try:
            self._serve()
        except EOFError:
            if not self._is_closed:
                raise

    def _serve(self) -> None:
        while True:
            wait_s = self.pico.wants_ms / 1000 + self._began_s - time.monotonic()
            ready = select.select([self._end, self._turned], [], [], max(0.0, wait_s))[0]
            self.pico.now_ms = max(self.pico.now_ms, (time.monotonic() - self._began_s) * 1000)
            if self._end in ready:
                self.pico.hear(self._spoil(os.read(self._end, 4096)))
            if self._turned in ready:
                turned = os.read(self._turned, 64)
                if not turned:
                    return
                for turn in turned:
                    self.pico.turn(turn >> 1, bool(turn & 1))
            shown = len(self.pico.lights)
            self.pico.run(0)
            for _, colours in self.pico.lights[shown:]:
                self._seen(colours)
            if sent := self.pico.taken():
                os.write(self._end, self._spoil(sent))
