"""Runs an owner's code within a limit of time.

One wall clock interrupts Python code. What it cannot interrupt (one call in C that does not return) ends the
whole process a moment later. A mark on the disk then names the file that was running, and the next start
leaves it out until it has changed.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import ClassVar, TypeVar

import msgspec

from table import files
from table.errors import ClosedError

T = TypeVar("T")

RULE_S = 0.25
"""Seconds for one step of a rule."""
READ_S = 1.0
"""Seconds to read one file: nobody waits at the table meanwhile."""
REPLAY_S = 1.0
"""Seconds for a step that is replayed: it was fast enough before, perhaps on a faster machine."""
REPEAT_S = 0.05
"""Seconds until a step is interrupted again."""
ENDS_S = 0.5
"""Seconds after its limit at which a step that still runs ends the process."""
FILE = "house-roles"
"""Name of the mark in the state directory."""
CANCELLED = (ClosedError, KeyboardInterrupt)
"""Exceptions that end the program, whatever was running."""


class TooLongError(BaseException):
    """Raised when a step takes longer than `limit_s`. Not an `Exception`, so that no rule catches it."""

    def __init__(self, limit_s: float) -> None:
        super().__init__(limit_s)
        self.limit_s = limit_s


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
        self._file: int | None = None
        self._hung: list[HangMark] = []
        with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._hung = (
                msgspec.json.decode(files.content(self._path), type=list[HangMark]) if self._path else []
            )

    def hung(self, path: Path, digest: str) -> HangMark | None:
        """How this file ended the process before; None if it has changed since."""
        found = (one for one in self._hung if (one.path, one.digest) == (str(path), digest))
        return next(found, None)

    def write(self, *running: HangMark) -> None:
        """Marks this as running, or nothing."""
        with suppress(OSError):
            if self._path and self._file is None:
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                how = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
                self._file = os.open(self._path, how, 0o600)
                weakref.finalize(self, os.close, self._file)
            if self._file is not None:
                text = msgspec.json.encode([*self._hung, *running])
                os.pwrite(self._file, text, 0)
                os.ftruncate(self._file, len(text))


class Limits:
    """Runs one step at a time. `folder`: of the mark, if any.

    Works only in the main thread, which runs all rounds: other threads get no signals.
    """

    limit_s: ClassVar[float | None] = None
    """Of the step that is running: the process has one clock."""

    def __init__(self, folder: Path | None = None) -> None:
        self.mark = Mark(folder)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, _interrupt)

    def run(self, work: Callable[[], T], running: HangMark | None = None, limit_s: float = RULE_S) -> T:
        """Runs `work` and returns its result. Raises `TooLongError`, and what it raises. `running`: its
        mark; None: it does not hang."""
        if Limits.limit_s or threading.current_thread() is not threading.main_thread():
            return work()
        collects = gc.isenabled()
        gc.disable()  # Garbage of the whole program would count as the rule's time.
        if running:
            self.mark.write(running)
            faulthandler.dump_traceback_later(limit_s + ENDS_S, exit=True, file=_nowhere())
        Limits.limit_s = limit_s
        signal.setitimer(signal.ITIMER_REAL, limit_s, REPEAT_S)
        try:
            return work()
        finally:
            Limits.limit_s = None
            signal.setitimer(signal.ITIMER_REAL, 0)
            if running:
                faulthandler.cancel_dump_traceback_later()
                self.mark.write()
            if collects:
                gc.enable()


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as a handler is called
    """Interrupts the step, but never this module, which is about to end it."""
    if Limits.limit_s and frame and frame.f_globals is not globals():
        raise TooLongError(Limits.limit_s)


@cache
def _nowhere() -> int:
    """Where Python writes as it ends the process: in which line that was may be a secret."""
    return os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
