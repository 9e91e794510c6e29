"""Pods that keep the pace of the firmware, on a clock that a room waits for, and all that passes there."""

from __future__ import annotations

import math
import socket
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hardware.buttons.pods import PodButtons
from hardware.clocks import VirtualClock
from hardware.pods.calls import PodCallers
from hardware.pods.firmware.line import BY_RADIO, unframed
from hardware.pods.lines import LOOK_S, Line
from hardware.pods.pod import BEAT_S, NIGHT_S
from hardware.pods.ports import PodPort
from tests.kit.pods import Ports, ScriptedPod

HEARS_S = 0.013
"""Seconds between a frame and the next report of a pod that keeps its pace, apart from whole beats."""


class Sent(NamedTuple):
    """What one end wrote to the other's at once."""

    time_s: float
    by_table: bool
    data: bytes

    @property
    def messages(self) -> list[bytes]:
        """The messages in it."""
        return [unframed(line) for line in self.data.split(b"\0")[:-1]]


class PacedPod(ScriptedPod):
    """A pod that keeps the pace of the firmware. It is told the time.

    `passed`: gets all that goes over its cable.
    """

    def __init__(self, unique: str, port: PodPort, passed: Callable[[Sent], object], **kind: int) -> None:
        super().__init__(unique, port, **kind)
        self.due_s = math.inf
        self.turned: list[tuple[float, int, bool]] = []
        """What its buttons did, and when."""
        self._passed, self._now_s = passed, 0.0
        self._told, self._is_covered = self._next, False

    def say(self, data: bytes) -> None:
        super().say(data)
        self._passed(Sent(self._now_s, by_table=False, data=data))

    def turn(self, button: int, down: bool, now_s: float) -> None:
        """A button goes down or up now."""
        self.press(button, down=down)
        self.turned.append((now_s, button, down))
        self.beat(now_s)

    def beat(self, now_s: float) -> None:
        """Hears what has come, and says what is due."""
        if self.line is None and not self.has & BY_RADIO:
            return
        aged_ms = round((now_s - self._now_s) * 1000)
        self._edges = [(what, ago_ms + aged_ms) for what, ago_ms in self._edges]
        self._now_s = now_s
        for message in self.heard():
            if message[:1] == b"Q" and not self.is_greeted:
                self.greet()
                self.due_s = now_s
            if message[:1] == b"F":
                is_covered = bool(message[4])
                if is_covered and not self._is_covered:
                    self.due_s = now_s + NIGHT_S + HEARS_S
                self._is_covered = is_covered
        is_due = now_s >= self.due_s
        if is_due or (not self._is_covered and self._told != self._next):
            self.report()
            self._told = self._next
            wait_s = NIGHT_S if self._is_covered or self._edges else BEAT_S
            self.due_s = (self.due_s if self._is_covered else now_s) + wait_s


class _NotedCallers(PodCallers):
    """Pods that call. `noted`: notes what the table writes to the pod of this number."""

    def __init__(self, path: Path, noted: Callable[[int, Line], Line]) -> None:
        super().__init__(path)
        self._at, self._note, self._numbers_of = path, noted, list[int]()

    def call(self, number: int, pod: ScriptedPod) -> None:
        """A pod calls."""
        self._numbers_of.append(number)
        pod.end = socket.socket(socket.AF_UNIX)
        pod.end.connect(str(self._at))
        pod.end.setblocking(False)
        pod.ends.append(pod.end)

    def line(self, port: PodPort) -> Any:
        return self._note(self._numbers_of[int(port.plugged) - 1], super().line(port))


class PacedPorts(Ports):
    """Pods that keep their pace, and a table that does all at its moment.

    `kinds`: of each pod, its pixels and the bits of what it has; one by radio calls at a Unix socket, as the
    gateway of phones would do for it.
    `passed`: gets all that goes over a line, with the number of its pod.
    """

    def __init__(
        self,
        clock: VirtualClock,
        kinds: Sequence[tuple[int, int]],
        buttons: int,
        passed: Callable[[int, Sent], object],
    ) -> None:
        super().__init__(clock)
        self._passed = passed
        self.paced: list[PacedPod] = []
        self._planned_s, self._written = math.inf, set[int]()
        self._folder = TemporaryDirectory()
        self.lines.callers = _NotedCallers(Path(self._folder.name, "pods"), self._noted)
        changes = self.lines._change

        def change(**changed: Any) -> None:
            changes(**changed)
            self.plan(self.clock.now())

        self.lines.seat([f"{number:016x}" for number in range(len(kinds))])
        self.lines._change = change  # type: ignore[method-assign]
        for number, (pixels, has) in enumerate(kinds):
            unique, to_table = f"{number:016x}", partial(passed, number)
            port = PodPort(f"/dev/ttyACM{number}", unique, f"1-{number}")
            pod = PacedPod(unique, port, to_table, pixels=pixels, buttons=buttons, has=has)
            self.paced.append(pod)
            if has & BY_RADIO:
                self.lines.callers.call(number, pod)
            else:
                self.pods.append(pod)
        self._all += self.paced
        self.lines.poll()
        for pod in self.paced:
            pod.greet()
        self.lines.poll()
        for pod in self.paced:
            pod.due_s = self.clock.now()
        self.beat()

    def open(self, node: str) -> Line:
        return self._noted(int(node.removeprefix("/dev/ttyACM")), super().open(node))

    def close(self) -> None:
        super().close()
        self._folder.cleanup()

    def _noted(self, number: int, line: Line) -> Line:
        """The table's end of a line, with what it writes noted."""
        writes = line.write

        def write(data: bytes) -> int:
            self._passed(number, Sent(self.clock.now(), by_table=True, data=data))
            self._written.add(number)
            return writes(data)

        line.write = write  # type: ignore[method-assign]
        return line

    def tear(self, pods: Sequence[PacedPod]) -> None:
        """Those with a cable are pulled out, and plugged in again at once. The table finds them
        when it looks next."""
        for pod in pods:
            if pod.has & BY_RADIO:
                continue
            if pod.line:
                pod.end.close()
            pod.is_greeted, pod.due_s = False, math.inf
        self.lines.poll()
        self.plan(self.clock.now())

    def beat(self) -> None:
        """All that is due at this moment is done. It comes again when something is."""
        now_s = self.clock.now()
        for pod in self.paced:
            if now_s >= pod.due_s:
                pod.beat(now_s)
        self.lines.poll()
        greeted = [pod.is_greeted for pod in self.paced]
        for number in self._written:
            self.paced[number].beat(now_s)
        self._written.clear()
        if greeted != [pod.is_greeted for pod in self.paced]:
            self.lines.poll()
        self.plan(min(self.lines._due_s, self.lines._looked_s + LOOK_S, *(pod.due_s for pod in self.paced)))

    def plan(self, at_s: float) -> None:
        """A beat comes at this moment, unless one does before."""
        if at_s < self._planned_s:
            self._planned_s = at_s
            self.clock.at(at_s, lambda: self._beat_at(at_s), wakes=False)

    def _beat_at(self, at_s: float) -> None:
        if at_s == self._planned_s:
            self._planned_s = math.inf
            self.beat()


class PushedPods(PodButtons):
    """The buttons of paced pods, which fingers push."""

    def __init__(self, ports: PacedPorts, buttons: int) -> None:
        pins = [[f"pod:{pod.id}:{button + 1}" for button in range(buttons)] for pod in ports.paced]
        super().__init__(pins, ports.lines, ports.clock)
        self._ports = ports

    def push(self, seat: int, button: int) -> None:
        """Pushes a button now, unless it is down."""
        self._turn(seat, button, True)

    def release(self, seat: int, button: int) -> None:
        """Releases a button now, unless it is up."""
        self._turn(seat, button, False)

    def _turn(self, seat: int, button: int, down: bool) -> None:
        pod, now_s = self._ports.paced[seat], self._ports.clock.now()
        if bool(pod.down >> button & 1) != down:
            pod.turn(button, down, now_s)
            self._ports.plan(now_s)
