"""What others notice of the machine while it plays: files, programs, sockets, the window's title, systemd's
status, what the process is called and how hard it works.

All but the work is noted in the public trace. Work is measured between two waits of the clock.
"""

from __future__ import annotations

import os
import resource
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from tempfile import TemporaryFile
from typing import Any, NamedTuple

import pygame

from hardware.clocks import VirtualClock
from hardware.notify import ServiceManager
from table.room.trace import Trace, changes

WATCHED = (
    *("ctypes.", "fcntl.", "open", "os.", "pty.", "resource.", "shutil.", "signal.", "socket.", "sqlite3."),
    *("subprocess.", "syslog.", "tempfile.", "urllib."),
)
"""Beginnings of the names of audit events that others can notice."""
READ = ("os.listdir", "os.scandir")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
WORK_MS = 10.0
"""Milliseconds of processor time between two waits by which two rounds may differ. A beat takes one, a
picture of the window ten or more."""
STDOUT, STDERR = 1, 2
NAME_MOST, STATUS_MOST = 64, 4096
"""Bytes of the longest name of a process, and of the longest status."""

_notes: list[Callable[..., object]] = []
"""Where audit events are noted. A hook cannot be removed, so each process has one."""


def _hear(event: str, facts: tuple[Any, ...]) -> None:
    if _notes and event.startswith(WATCHED) and not is_read(event, facts):
        _notes[-1](event=event, facts=[fact for fact in map(plain, facts) if fact is not None])


def is_read(event: str, facts: tuple[Any, ...]) -> bool:
    """Whether a file or a folder is only read. The first round of a process reads what later ones know."""
    return event in READ or (event == "open" and not facts[2] & WRITES)


def plain(fact: object) -> object:
    """A fact of an audit event as JSON has it; None if it is an object."""
    if isinstance(fact, list | tuple):
        return list(map(plain, fact))
    return os.fsdecode(fact) if isinstance(fact, bytes) else fact if isinstance(fact, str | int) else None


sys.addaudithook(_hear)


class Work(NamedTuple):
    """The most that was done between two waits of the clock."""

    processor_ms: float = 0.0
    blocked: float = 0.0
    """How often the process waited for something else than the clock: it slept, or waited for a disk."""


WorkDone = Mapping[int, Work]
"""The work of a round, by how many lines its public trace had by then."""


class WatchedClock(VirtualClock):
    """A virtual clock that calls `before` and `after` at each wait."""

    before: Callable[[], object] = staticmethod(int)
    after: Callable[[], object] = staticmethod(int)

    def wait(self, until_s: float) -> None:
        self.before()
        super().wait(until_s)
        self.after()


class Machine:
    """A machine that plays a round. What others notice of it is noted in `trace`."""

    def __init__(self, trace: Trace) -> None:
        self.address = f"\0garou-secrecy-{os.getpid()}"
        """Where systemd listens."""
        self.manager = ServiceManager(self.address)
        self.work: dict[int, Work] = {}
        self._trace = trace
        self._seen: dict[str, object] = {}

    @contextmanager
    def watched(self, clock: WatchedClock) -> Iterator[None]:
        """Watches this process meanwhile, at each wait of the clock."""
        with ExitStack() as ends:
            self._wire = ends.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
            self._wire.setblocking(False)
            self._wire.bind(self.address)
            self._name = os.open("/proc/self/comm", os.O_RDONLY)
            ends.callback(os.close, self._name)
            self._threads = os.open("/proc/self/task", os.O_RDONLY)
            ends.callback(os.close, self._threads)
            self._written = ends.enter_context(TemporaryFile())
            for stream in (STDOUT, STDERR):
                before = os.dup(stream)
                ends.callback(os.close, before)
                ends.callback(os.dup2, before, stream)
                os.dup2(self._written.fileno(), stream)
            self._seen = self._look()
            clock.before, clock.after = self._ends_work, self._begins_work
            _notes.append(self._trace.note)
            ends.callback(_notes.pop)
            self._begins_work()
            yield
            self._ends_work()

    def _begins_work(self) -> None:
        self._began = self._so_far()

    def _ends_work(self) -> None:
        done = self._so_far()
        with suppress(BlockingIOError):
            while True:
                self._trace.note(status=self._wire.recv(STATUS_MOST).decode())
        seen = self._look()
        if seen != self._seen:
            self._trace.note(machine=changes(self._seen, seen))
            self._seen = seen
        moment = len(self._trace.lines)
        step = (now - before for now, before in zip(done, self._began, strict=True))
        self.work[moment] = Work(*map(max, step, self.work.get(moment, Work())))

    @staticmethod
    def _so_far() -> Work:
        return Work(time.process_time() * 1000, resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw)

    def _look(self) -> dict[str, object]:
        """What is seen of the process from outside."""
        return {
            "name": os.pread(self._name, NAME_MOST, 0).decode(errors="replace"),
            "threads": os.fstat(self._threads).st_nlink,
            "nice": os.getpriority(os.PRIO_PROCESS, 0),
            "title": pygame.display.get_caption(),
            "written": os.fstat(self._written.fileno()).st_size,
        }


def least(one: WorkDone, other: WorkDone) -> WorkDone:
    """The work of a round that was played twice, without what a busy machine has added to either."""
    return {moment: Work(*map(min, work, other.get(moment, Work()))) for moment, work in one.items()}


def unlike(one: WorkDone, other: WorkDone) -> tuple[int, str] | None:
    """The first moment at which one of two rounds has done clearly more: which, 0 or 1, and what."""
    for moment in sorted(one.keys() | other.keys()):
        ours, theirs = one.get(moment, Work()), other.get(moment, Work())
        more_ms, more_blocked = ours.processor_ms - theirs.processor_ms, ours.blocked - theirs.blocked
        if abs(more_ms) > WORK_MS or more_blocked:
            busier = int((more_ms if abs(more_ms) > WORK_MS else more_blocked) < 0)
            return busier, f"after {moment} lines: {ours} or {theirs}"
    return None
