"""Runs an owner's code within limits of time and memory.

A timer interrupts Python code after so much processor time. What it cannot interrupt (one call in C that does
not return) ends the whole process some seconds later. A mark on the disk then names the file that was
running, and the next start leaves it out until it has changed.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic, thread_time
from types import FrameType
from typing import ClassVar, TypeVar

import msgspec

from table.errors import ClosedError

T = TypeVar("T")

RULE_S = 0.25
"""Seconds of processor time for one step of a rule."""
READ_S = 2.0
"""Seconds to read one file: nobody waits at the table meanwhile, and a slow Pi compiles for a while."""
REPLAY_S = 2.5
"""Seconds for a step that is replayed: it was fast enough before, perhaps on a faster machine."""
BLOCKED_S = 4.0
"""Seconds of wall time for a step that waits, and so needs no processor time."""
REPEAT_S = 0.05
"""Seconds until the timer fires again."""
ENDS_S = 5.0
"""Seconds of processor time after which the process ends."""
MOST_BYTES = 512 * 1024 * 1024
"""Bytes of memory a step may add: a huge list fails at once, before it takes all there is."""
FILE = "house-roles"
"""Name of the mark in the state directory."""
KEPT = 50
"""Number of files that are remembered for having ended the process."""


class TooLongError(BaseException):
    """Raised when a step takes longer than `limit_s` of `kind`, processor time or wall time. Not an
    `Exception`, so that few rules catch it."""

    def __init__(self, limit_s: float, kind: str) -> None:
        super().__init__(limit_s, kind)
        self.limit_s = limit_s
        self.kind = kind


class InterruptedByHandError(KeyboardInterrupt):
    """Raised for Ctrl-C. A `KeyboardInterrupt` that an owner's rule raises is a mistake in the rule."""


CANCELLED = (ClosedError, InterruptedByHandError)
"""Exceptions that end the program, whatever was running."""


class HangMark(msgspec.Struct, frozen=True, array_like=True):
    """A file that has ended the process. `digest`: of its bytes then; `rule`: the one that ran, empty while
    the file was read; `recalled`: the step had finished before, and was replayed."""

    path: str
    digest: str
    rule: str
    recalled: bool


class Mark:
    """Marks what is running in a file in `folder`, which outlives the process. Without a writable folder
    nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None
        self._hung = _read(self._path) if self._path else {}
        self._known = b"".join(msgspec.json.encode(one) + b"\n" for one in self._hung.values())
        self._file: int | None = None

    def __del__(self) -> None:
        if self._file is not None:
            os.close(self._file)

    def hung(self, path: Path, digest: str) -> HangMark | None:
        """How this file ended the process before; None if it has changed since."""
        found = self._hung.get(str(path))
        return found if found and found.digest == digest else None

    def set(self, running: HangMark) -> None:
        """Marks this as running."""
        if self._path and self._file is None:
            self._open(self._path)
        if self._file is not None:
            with suppress(OSError):
                os.pwrite(self._file, msgspec.json.encode(running), len(self._known))

    def clear(self) -> None:
        """Removes the mark."""
        if self._file is not None:
            with suppress(OSError):
                os.ftruncate(self._file, len(self._known))

    def _open(self, path: Path) -> None:
        self._path = None
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
            self._file = os.open(path, flags, 0o600)
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, self._known, 0)


def _read(path: Path) -> dict[str, HangMark]:
    """The last mark of each file that has ended the process."""
    found: dict[str, HangMark] = {}
    with suppress(OSError):
        if path.is_file():
            for line in path.read_bytes()[:1_000_000].splitlines()[-KEPT:]:
                with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                    hung = msgspec.json.decode(line, type=HangMark)
                    found[hung.path] = hung
    return found


class Limits:
    """Runs one step at a time within limits. `folder`: of the mark, if any.

    Works only in the main thread, which runs all rounds: other threads get no timer signals.
    """

    running: ClassVar[Limits | None] = None
    """The `Limits` whose step is running: the process has one timer."""

    def __init__(self, folder: Path | None = None) -> None:
        self.mark = Mark(folder)
        self._until_s = (0.0, 0.0)
        self._limit_s = RULE_S
        self._collects = True
        self._hook = sys.unraisablehook
        self._memory = resource.RLIM_INFINITY, resource.RLIM_INFINITY
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, _look)
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, _interrupt)

    def run(self, work: Callable[[], T], running: HangMark | None = None, limit_s: float = RULE_S) -> T:
        """Runs `work` and returns its result. Raises `TooLongError`, and what it raises. `running`: its
        mark."""
        if Limits.running or threading.current_thread() is not threading.main_thread():
            return work()
        try:
            self._begin(running, limit_s)
            result = work()
            self._end()
        except BaseException:
            self._end()
            raise
        return result

    def _begin(self, running: HangMark | None, limit_s: float) -> None:
        if running:
            self.mark.set(running)
        self._memory = resource.getrlimit(resource.RLIMIT_AS)
        _limit_memory(*self._memory)
        self._hook = sys.unraisablehook
        sys.unraisablehook = lambda _: None  # Errors while an owner's object is destroyed.
        self._collects = gc.isenabled()
        gc.disable()  # Garbage of the whole program would count as the rule's time.
        self._limit_s = limit_s
        self._until_s = (thread_time() + limit_s, monotonic() + BLOCKED_S)
        Limits.running = self
        # Real time, since a rule that waits takes no processor time. The timer of processor time has no
        # handler, so the system ends the process.
        signal.setitimer(signal.ITIMER_PROF, ENDS_S)
        signal.setitimer(signal.ITIMER_REAL, limit_s, REPEAT_S)

    def _end(self) -> None:
        Limits.running = None
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, self._memory)
        sys.unraisablehook = self._hook
        if self._collects:
            gc.enable()
        self.mark.clear()

    def look(self) -> None:
        """Raises `TooLongError` once the running step is out of time."""
        processor_s, wall_s = self._until_s
        if thread_time() >= processor_s:
            raise TooLongError(self._limit_s, "processor time")
        if monotonic() >= wall_s:
            raise TooLongError(BLOCKED_S, "wall time, in which the machine may do other things")


def _look(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as a handler is called
    """Interrupts the step, but never this module, which is about to end it."""
    is_here = frame is not None and frame.f_globals is globals()
    if Limits.running and not is_here:
        Limits.running.look()


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as a handler is called
    raise InterruptedByHandError


def _limit_memory(soft: int, hard: int) -> None:
    """Limits memory to MOST_BYTES more than the process has now, within its existing limit."""
    if (now := _address_space()) is None:
        return
    most = now + MOST_BYTES
    if soft == resource.RLIM_INFINITY or most < soft:
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _address_space() -> int | None:
    """The process's address space in bytes; None if the system does not tell."""
    statm = _statm()
    if statm is None:
        return None
    return int(os.pread(statm, 64, 0).split()[0]) * resource.getpagesize()


@cache
def _statm() -> int | None:
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
