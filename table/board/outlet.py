"""Non-blocking output to a terminal."""

from __future__ import annotations

import contextlib
import os
import select
from typing import TextIO

LAST_S = 1.0
"""Seconds that a closing terminal gets to take the rest."""


class Outlet:
    """Text for a terminal that may stop taking output (Ctrl-S, a stalled ssh): writes what it takes, and
    keeps the rest.

    `is_free` offers the rest again. The file is opened anew, since not to block is a property of an open
    file, and the shell shares the one behind standard output. `stream`: of the terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        self.encoding = stream.encoding
        self._file = _opened(stream.fileno())
        self._left = b""

    def isatty(self) -> bool:
        """Always."""
        return True

    def write(self, text: str) -> int:
        """Queues text; a character outside the encoding becomes a question mark."""
        self._left += text.encode(self.encoding, "replace")
        return len(text)

    def flush(self) -> None:
        """Writes as much of the queue as the terminal takes."""
        self.is_free()

    def is_free(self) -> bool:
        """Writes more of the queue. Returns whether it is empty or the terminal is gone."""
        try:
            while self._left:
                self._left = self._left[os.write(self._file, self._left) :]
        except BlockingIOError:
            return False
        except OSError:
            self._left = b""
        return True

    def close(self) -> bool:
        """Waits a moment for the rest. Returns whether the terminal has taken all of it."""
        while not (taken := self.is_free()) and select.select([], [self._file], [], LAST_S)[1]:
            pass
        os.close(self._file)
        return taken


def _opened(file: int) -> int:
    """The terminal once more, by its name, or where that belongs to somebody else as the process's own. Where
    neither opens it is one that has to be waited for."""
    for path in (os.ttyname(file), "/dev/tty"):
        with contextlib.suppress(OSError):
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    return os.dup(file)
