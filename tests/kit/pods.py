"""Pods in memory: ports that are plugged in and pulled out, and what a pod says there, message by message."""

from __future__ import annotations

import errno
import itertools
import socket
import struct
from collections.abc import Iterator, Sequence

from hardware.clocks import VirtualClock
from hardware.pods.firmware.line import (
    DOWN,
    EDGES,
    FRAME,
    HAS_SCREEN,
    HELLO,
    REPORT,
    SLIP,
    VERSION,
    framed,
    unframed,
)
from hardware.pods.lines import Line, PodLines
from hardware.pods.pod import NUMBERS, PodEdge
from hardware.pods.ports import PodPort
from hardware.troubles import Trouble

FOREST, MILL, FORGE = (f"e66164840{number:07x}" for number in range(3))


class SocketLine:
    """An open port."""

    def __init__(self, pod: PodEnd) -> None:
        self._pod = pod
        self._end, pod.end = socket.socketpair()
        for end in (self._end, pod.end):
            end.setblocking(False)
        pod.ends.append(pod.end)
        pod.line, self.fd = self, self._end.fileno()

    def read(self, most: int) -> bytes:
        if not (data := self._end.recv(most)):
            raise OSError(errno.ENODEV, "unplugged")
        return data

    def write(self, data: bytes) -> int:
        try:
            return self._end.send(data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        self._end.close()
        self._pod.line = None


class PodEnd:
    """A pod's end of the cable at a port."""

    end: socket.socket
    """The end, once the table has opened the port."""
    line: SocketLine | None = None
    """The open port, as the table has it."""

    def __init__(self, port: PodPort) -> None:
        self.port = port
        self.ends = list[socket.socket]()
        """All that it ever had."""


class ScriptedPod(PodEnd):
    """A pod at a port, which says only what a test has it say."""

    is_greeted = False

    def __init__(
        self, unique: str, port: PodPort, *, pixels: int = 24, buttons: int = 1, has: int = 0, edge: int = 0
    ) -> None:
        super().__init__(port)
        self.id, self.pixels, self.buttons, self.has = unique, pixels, buttons, has
        self.down = 0
        self._next, self._edges = edge, list[tuple[int, int]]()
        self._rest = b""

    def say(self, data: bytes) -> None:
        self.end.send(data)

    def greet(self, *, version: int = VERSION, firmware: Sequence[int] = (1, 0, 0)) -> None:
        """Says who it is."""
        self.is_greeted = True
        first = (self._next - len(self._edges)) % NUMBERS
        kind = self.pixels, self.buttons, self.has, first
        told = struct.pack(HELLO, b"H", version, *firmware, bytes.fromhex(self.id), *kind, b"a pod")
        self.say(framed(told))

    def press(self, button: int = 0, ago_ms: int = 0, *, down: bool = True) -> None:
        """A button goes down; `report` tells it."""
        self.down = self.down | 1 << button if down else self.down & ~(1 << button)
        self._edges.append((button | (DOWN if down else 0), ago_ms))
        self._next = (self._next + 1) % NUMBERS

    def lift(self, button: int = 0, ago_ms: int = 0) -> None:
        self.press(button, ago_ms, down=False)

    def report(self, noise: int | None = None) -> None:
        """Says its edges and what is down. `noise`: the byte of it that is spoilt."""
        edges = self._edges[:EDGES]
        told = [number for edge in edges + [(0, 0)] * (EDGES - len(edges)) for number in edge]
        first = (self._next - len(self._edges)) % NUMBERS
        said = bytearray(framed(struct.pack(REPORT, b"R", 0, 0, self.down, first, len(edges), *told)))
        if noise is not None:
            said[noise] ^= 0x55
        self.say(bytes(said))

    def heard(self) -> list[bytes]:
        """The messages that have come since the last call. What the table has heard is not repeated."""
        data = self._rest
        while True:
            try:
                data += self.end.recv(65536)
            except BlockingIOError:
                break
        *lines, self._rest = data.split(b"\0")
        messages = [unframed(line) for line in lines]
        for frame in messages:
            if frame[:1] == b"F":
                waits = struct.unpack(FRAME, frame)[2]
                while self._edges and (self._next - len(self._edges)) % NUMBERS != waits:
                    del self._edges[0]
        return messages

    def frames(self) -> list[bytes]:
        """The colours of the frames that have come."""
        return [struct.unpack(FRAME, each)[4] for each in self.heard() if each[:1] == b"F"]

    def letters(self) -> str:
        """The kinds of messages that have come."""
        return "".join(chr(each[0]) for each in self.heard())

    def words(self) -> str:
        """The slip that came, part by part."""
        assert self.has & HAS_SCREEN
        parts = dict(struct.unpack(SLIP, each)[1:] for each in self.heard() if each[:1] == b"S")
        return b"".join(parts[part] for part in sorted(parts)).rstrip(b"\0").decode()


class PolledLines(PodLines):
    """Lines without a thread."""

    def start(self) -> PodLines:
        return self


class Ports:
    """The USB ports of a machine, and its table of pods, polled by hand."""

    def __init__(self, clock: VirtualClock | None = None) -> None:
        self.clock = clock or VirtualClock()
        self.pods, self._all = list[ScriptedPod](), list[ScriptedPod]()
        self.forbidden = set[str]()
        """Nodes that this user may not open."""
        self.edges = list[tuple[str, PodEdge]]()
        self._numbers: Iterator[int] = itertools.count(1)
        self.lines = PolledLines(self.clock, find=self.find, open_port=self.open)
        self.lines.hear(lambda pod, edge: self.edges.append((pod, edge)))

    def close(self) -> None:
        """Pulls out everything."""
        self.lines.close()
        for end in (end for pod in self._all for end in pod.ends):
            end.close()

    def find(self) -> list[PodPort]:
        return [pod.port for pod in self.pods]

    def open(self, node: str) -> Line:
        if node in self.forbidden:
            raise PermissionError(errno.EACCES, "Permission denied")
        return SocketLine(next(pod for pod in self.pods if pod.port.node == node))

    def plug(self, unique: str, at: int | None = None, **kind: int) -> ScriptedPod:
        """Plugs a pod in, at `/dev/ttyACM<at>`."""
        port = PodPort(
            f"/dev/ttyACM{len(self.pods) if at is None else at}", unique, f"1-{next(self._numbers)}"
        )
        pod = ScriptedPod(unique, port, **kind)
        self.pods.append(pod)
        self._all.append(pod)
        return pod

    def pull(self, pod: ScriptedPod) -> None:
        """Pulls it out."""
        self.pods.remove(pod)
        if pod.line:
            pod.end.close()

    def welcome(self, unique: str, at: int | None = None, **kind: int) -> ScriptedPod:
        """Plugs a pod in, which says who it is and that nothing is down."""
        others = [pod for pod in self.pods if pod.is_greeted]
        pod = self.plug(unique, at, **kind)
        self.after(1.0, alive=others)
        pod.greet()
        self.after()
        pod.report()
        self.after()
        return pod

    def after(self, seconds: float = 0.0, *, alive: Sequence[ScriptedPod] = ()) -> None:
        """The table does what it has to after so many seconds, and all the while. `alive`: pods that report
        each 50 ms."""
        ends_s = self.clock.now() / self.clock.speed + seconds
        while (now_s := self.clock.now() / self.clock.speed) < ends_s - 1e-9:
            self.clock.wait(min(ends_s, now_s + 0.005) * self.clock.speed)
            if alive and round(now_s * 1000) % 50 < 5:
                for pod in alive:
                    pod.report()
            self.lines.poll()
        self.lines.poll()

    @property
    def troubles(self) -> list[Trouble]:
        return self.lines.troubles
