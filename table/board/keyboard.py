"""The keys of a terminal, one by one as they are pressed."""

from __future__ import annotations

import contextlib
import os
import re
import select
import termios
import tty
from typing import TextIO

from table.errors import TableError

KEYSTROKE = re.compile(r"\x1b[\[O]?.|.", re.DOTALL)
"""One key: a letter, or the letters that a terminal sends for an arrow."""


class Keyboard:
    """The keys of a terminal, one by one as they are pressed, without echo.

    `close` restores the terminal. Raises `TableError` if `stream` is no terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        if not stream.isatty():
            raise TableError("Standard input is not a terminal: keys can only be pressed in one.")
        self._file = stream.fileno()
        self._before = termios.tcgetattr(self._file)
        tty.setcbreak(self._file)
        # No signals: ctrl-c arrives as a key, so that the evening ends in good order.
        mode = termios.tcgetattr(self._file)
        mode[3] &= ~termios.ISIG
        termios.tcsetattr(self._file, termios.TCSANOW, mode)

    def pressed(self) -> list[str]:
        """The keys since the last call. Never blocks. A closed terminal counts as ctrl-d."""
        if not select.select([self._file], [], [], 0)[0]:
            return []
        with contextlib.suppress(OSError):  # the terminal is gone
            if pressed := os.read(self._file, 4096):
                return KEYSTROKE.findall(pressed.decode(errors="ignore"))
        return ["\x04"]

    def close(self) -> None:
        """Gives the terminal back as it was."""
        with contextlib.suppress(termios.error):  # TCSANOW does not wait for a stopped terminal
            termios.tcsetattr(self._file, termios.TCSANOW, self._before)
