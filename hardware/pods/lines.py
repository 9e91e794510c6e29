"""All pods of a table, behind their ports: one thread finds them, hears them and lights them.

Each second it looks for what has been plugged in. A port that is no pod's is given back after a while, and
one that sends without end at once; both are left alone until something is plugged in there again. What the
table shows is handed over and never waited for: a pod gets the newest, and one that does not read delays no
other. A pod of a seat may also call by Wi-Fi; on all other callers the table hangs up.
"""

from __future__ import annotations

import math
import os
import selectors
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from hardware.interface import Clock
from hardware.pods.calls import PodCallers
from hardware.pods.pod import LOST_S, PodAtPort, PodEdge, PodHello, PodsShown
from hardware.pods.ports import PodPort, SerialLine, ports_here
from hardware.troubles import Trouble, reason_of

LOOK_S = 1.0
"""Seconds between two looks for what was plugged in or pulled out."""
PATIENCE_S = 5.0
"""Seconds that something new has to say that it is a pod."""
START_S = 2.0
"""Seconds after the start in which a pod that is found was there from the start."""
READ_MOST = 4096
"""Bytes that are read of one port at once."""
UNTAKEN_S = 0.005
"""Seconds after which is tried again what a port did not take."""


class Line(Protocol):
    """An open port. Every method but `close` raises `OSError` once the other end is gone."""

    @property
    def fd(self) -> int:
        """The number of the open file."""

    def read(self, most: int) -> bytes:
        """What has come. Called only when the file is ready."""

    def write(self, data: bytes) -> int:
        """Writes what there is room for, and returns how much that was. Never blocks."""

    def close(self) -> None:
        """Gives it back."""


class PortLine:
    """One port, and the pod behind it."""

    def __init__(self, port: PodPort, pod: PodAtPort) -> None:
        self.port, self.pod = port, pod
        self.line: Line | None = None
        """The open port; None: it is left alone."""
        self.refused = ""
        """Why it does not open."""
        self.due_s = -math.inf
        """When its pod is to be written to."""
        self.untaken = b""
        """What the port had no room for."""

    def write(self, shown: PodsShown, now_s: float) -> None:
        """Writes what is due. Raises `OSError`."""
        assert self.line
        data = self.untaken or self.pod.says(shown, now_s)
        self.untaken = data[self.line.write(data) :] if data else b""
        self.due_s = now_s + UNTAKEN_S if self.untaken else self.pod.due_s(shown)

    def close(self, now_s: float) -> list[PodEdge]:
        """Gives the port back. The pod's buttons are up."""
        if self.line:
            with suppress(OSError):
                self.line.close()
        self.line, self.untaken = None, b""
        return self.pod.lose(now_s)


class PodLines:
    """The pods that are plugged in.

    `clock`: stamps what the buttons do.
    `find`: lists the ports that may have a pod.
    `open_port`: opens the one with this node.

    Nothing is done before `start`, except by `poll`.
    """

    callers: PodCallers | None = None
    """Those by Wi-Fi; None: none are heard. Closed with the lines."""

    def __init__(
        self,
        clock: Clock,
        *,
        find: Callable[[], Sequence[PodPort]] = ports_here,
        open_port: Callable[[str], Line] = SerialLine,
    ) -> None:
        self._clock, self._find, self._open = clock, find, open_port
        self._hearers: list[Callable[[str, PodEdge], object]] = []
        self._lines: dict[PodPort, PortLine] = {}
        self._shown = PodsShown({}, {}, {})
        self._lock = threading.Lock()
        self._has_news = True
        self._began_s = self._now()
        self._looked_s = self._due_s = -math.inf
        self._selector = selectors.DefaultSelector()
        self._wakes, self._wake = os.pipe()
        for end in (self._wakes, self._wake):
            os.set_blocking(end, False)
        self._selector.register(self._wakes, selectors.EVENT_READ)
        self._thread: threading.Thread | None = None
        self._closing = False
        self._settled = threading.Event()
        """Whether all pods of the table have been heard."""

    # For everybody

    def hear(self, hearer: Callable[[str, PodEdge], object]) -> None:
        """Calls this, from the thread of the lines, for each change of a button, with its pod's id."""
        self._hearers.append(hearer)

    def seat(self, pods: Sequence[str | None]) -> None:
        """Which pod is at which seat."""
        self._change(seats={pod: seat for seat, pod in enumerate(pods, start=1) if pod})

    def light(self, colours: Mapping[str, bytes]) -> None:
        """Lights these pods, and no others: R G B of each pixel of their rings. Returns at once."""
        self._change(colours=dict(colours))

    def tell(self, words: Mapping[str, str]) -> None:
        """Shows these words on the screens of these pods. Returns at once."""
        self._change(words=dict(words))

    def cover(self, is_covered: bool, call: str = "") -> None:
        """Whether eyes are closed: nothing tells then who is awake. `call`: as in `PodsShown`."""
        if (is_covered, call) != (self._shown.is_covered, self._shown.call):
            self._change(is_covered=is_covered, call=call)

    @property
    def here(self) -> Mapping[str, PodHello]:
        """The pods that are heard, in the order of their ports."""
        hellos = (each.pod.hello for each in [*self._lines.values()])
        return {hello.id: hello for hello in hellos if hello}

    @property
    def found(self) -> Sequence[PortLine]:
        """The ports, in their order, and what is known of the pods behind them."""
        return [*self._lines.values()]

    @property
    def troubles(self) -> list[Trouble]:
        """What is wrong with ports, and with the pods of seats."""
        return [*self._wrong()]

    # Time

    def start(self) -> PodLines:
        """Does everything in a thread from now on. Returns once all pods of the table have said what is down,
        or are missing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pods", daemon=True)
            self._thread.start()
            self._settled.wait(LOST_S)
        return self

    def poll(self, wait_s: float = 0.0) -> None:
        """Hears what has come, looks for ports when it is time, and writes what is due. For one thread."""
        ready = self._selector.select(wait_s)
        now_s, has_news = self._now(), self._has_news
        for key, _ in ready:
            if isinstance(key.data, PortLine):
                self._read(key.data, now_s)
            else:
                with suppress(BlockingIOError):
                    os.read(self._wakes, READ_MOST)
                has_news = True
        if now_s >= self._looked_s + LOOK_S:
            self._looked_s = now_s
            self._look(now_s)
        if has_news or now_s >= self._due_s:
            self._has_news = False
            self._write(now_s, is_news=has_news)
        if not self._settled.is_set() and all(self._is_heard(pod) for pod in self._shown.seats):
            self._settled.set()

    def close(self) -> None:
        """Darkens all pods, and gives the ports back."""
        self._closing = True
        self._change(colours={}, words={})
        if self._thread:
            self._thread.join()
        if self._lines:
            self.poll()
        for each in self._lines.values():
            each.close(self._now())
        if self.callers:
            self.callers.close()
        self._selector.close()
        os.close(self._wakes)
        os.close(self._wake)

    def _run(self) -> None:
        while not self._closing:
            until_s = min(self._due_s, self._looked_s + LOOK_S)
            self.poll(max(0.0, until_s - self._now()))

    def _now(self) -> float:
        """Real seconds: pods keep their pace whatever the clock's speed."""
        return self._clock.now() / self._clock.speed

    def _change(self, **changed: Any) -> None:
        with self._lock:
            self._shown = self._shown._replace(**changed)
            self._has_news = True
        with suppress(BlockingIOError):
            os.write(self._wake, b".")

    # Ports

    def _look(self, now_s: float) -> None:
        there = [*self._find(), *(self.callers.find() if self.callers else ())]
        for each in [each for port, each in self._lines.items() if port not in there]:
            self._forget(each, now_s)
        for port in there:
            if port not in self._lines:
                is_start = now_s < self._began_s + START_S
                pod = PodAtPort(now_s, partial(self._is_taken, port), is_start=is_start)
                self._lines[port] = PortLine(port, pod)
                self._try_to_open(self._lines[port])
            elif self._lines[port].refused:
                self._try_to_open(self._lines[port])
        for each in [*self._lines.values()]:
            self._tell(each, each.pod.look(now_s))
            if not each.pod.id and now_s >= each.pod.opened_s + PATIENCE_S:
                self._give_back(each, now_s)

    def _try_to_open(self, each: PortLine) -> None:
        try:
            line: Line = (
                self.callers.line(each.port)
                if self.callers and each.port.by_radio
                else self._open(each.port.node)
            )
            self._selector.register(line.fd, selectors.EVENT_READ, each)
        except OSError as error:
            each.refused = reason_of(error)
        else:
            each.line, each.refused, each.due_s, self._due_s = line, "", -math.inf, -math.inf

    def _give_back(self, each: PortLine, now_s: float) -> None:
        if each.line:
            self._selector.unregister(each.line.fd)
        self._tell(each, each.close(now_s))
        if each.port.by_radio:
            self._lines.pop(each.port, None)

    def _forget(self, each: PortLine, now_s: float) -> None:
        """It was pulled out. What is there the next time is new."""
        self._give_back(each, now_s)
        self._lines.pop(each.port, None)

    def _read(self, each: PortLine, now_s: float) -> None:
        if each.line is None:
            return
        try:
            edges = each.pod.hear(each.line.read(READ_MOST), now_s)
        except OSError:
            self._forget(each, now_s)
            return
        if each.pod.hello and not each.port.by_radio:
            for other in [*self._lines.values()]:
                if other.port.by_radio and other.pod.id == each.pod.id:
                    self._give_back(other, now_s)
        self._tell(each, edges)
        if each.pod.floods or (each.pod.is_twin and each.port.by_radio):
            self._give_back(each, now_s)
        elif not each.untaken:
            each.due_s = each.pod.due_s(self._shown)
            self._due_s = min(self._due_s, each.due_s)

    def _write(self, now_s: float, *, is_news: bool) -> None:
        shown = self._shown
        for each in [*self._lines.values()]:
            if each.line and (is_news or now_s >= each.due_s):
                self._tell(each, each.pod.look(now_s))
                try:
                    each.write(shown, now_s)
                except OSError:
                    self._forget(each, now_s)
        self._due_s = min((each.due_s for each in self._lines.values() if each.line), default=math.inf)

    def _tell(self, each: PortLine, edges: Sequence[PodEdge]) -> None:
        speed = self._clock.speed
        for edge in edges:
            stamped = edge._replace(time_s=edge.time_s * speed, late_s=edge.late_s * speed)
            for hearer in self._hearers:
                hearer(each.pod.id, stamped)

    def _is_taken(self, port: PodPort, pod: str) -> bool:
        """Whether a pod is not heard at this port. By Wi-Fi only those of seats are; a cable comes first."""
        if port.by_radio and pod not in self._shown.seats:
            return True
        others = (each for each in self._lines.values() if port.by_radio or not each.port.by_radio)
        return any(each.pod.hello and each.pod.id == pod for each in others)

    def _is_heard(self, pod: str) -> bool:
        return any(each.pod.is_heard and each.pod.id == pod for each in self._lines.values())

    # Troubles

    def _wrong(self) -> Iterator[Trouble]:
        here, seats, now_s = self.here, dict(self._shown.seats), self._now()
        if now_s < self._began_s + LOST_S:
            return  # Pods are still saying who they are.
        missing = {pod: (seat - 1,) for pod, seat in seats.items() if pod not in here}
        strangers = list[Trouble]()
        for each in [*self._lines.values()]:
            pod, device = each.pod, each.port.node
            if each.port.by_radio and not (pod.speaks_otherwise and pod.id in seats):
                continue  # A stranger's call puts nothing on the board.
            if each.refused:
                yield Trouble("pods.refused", device=device, reason=each.refused)
            elif pod.floods:
                yield Trouble("pods.floods", device=device)
            elif pod.is_twin:
                yield Trouble("pods.twice", device=device)
            elif pod.speaks_otherwise:
                yield Trouble("pods.version", device=device, known=str(pod.version))
                missing.pop(pod.id, None)
            elif pod.id in missing and each.line:
                at = missing.pop(pod.id)
                if pod.says_nothing:
                    yield Trouble("pods.silent", device=device, seats=at)
                else:
                    yield Trouble("pods.nonsense", device=device, seats=at)
            elif not each.line:
                strangers.append(Trouble("pods.stranger", device=device))
        if missing:
            yield Trouble("pods.lost", seats=tuple(sorted(seat for at in missing.values() for seat in at)))
            yield from strangers
