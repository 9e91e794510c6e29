"""Reading the files of an owner: ordinary ones, of a size that a file of their kind can have.

Whatever else has a file's name (a folder, a pipe that nobody writes to, a device without end, a gigabyte of
zeros) is an `OSError` at once, and whoever asked makes a sentence of it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 1024 * 1024
"""Of a file that somebody writes by hand: twenty times our longest."""


def content(path: Path, most: int = MOST_BYTES, follows: bool = True) -> bytes:
    """What stands in a file. `follows`: links lead to it. Raises `OSError`; nobody is waited for."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | (0 if follows else os.O_NOFOLLOW))
    try:
        _check(os.fstat(handle))
    except OSError:
        os.close(handle)
        raise
    with open(handle, "rb") as file:
        read = file.read(most + 1)
    if len(read) > most:
        raise OSError(errno.EFBIG, f"more than {most} bytes")
    return read


def text(path: Path, most: int = MOST_BYTES) -> str:
    """The same as text. Raises `OSError`, and `UnicodeDecodeError` where it is not UTF-8."""
    return content(path, most).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def check_ordinary(path: Path) -> None:
    """Raises `OSError` if there is something in the place of a file that is none. Links lead to it."""
    if os.path.lexists(path):
        _check(path.stat())


def _check(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.ESPIPE, "it is no ordinary file")
