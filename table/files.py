"""Reads owners' files: regular files of a plausible size.

Anything else under the name (a folder, a pipe nobody writes to, an endless device, a gigabyte of zeros) is an
`OSError` at once, and the caller makes a sentence of it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 1024 * 1024
"""Most bytes of a file written by hand: twenty times our longest."""


def content(path: Path, most: int = MOST_BYTES, follows: bool = True) -> bytes:
    """The content of a file. `follows`: whether to follow links. Raises `OSError`; never blocks."""
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
    """The content as text. Raises `OSError`, and `UnicodeDecodeError` if it is not UTF-8."""
    return content(path, most).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def check_ordinary(path: Path) -> None:
    """Raises `OSError` if something exists that is not a regular file. Follows links."""
    if os.path.lexists(path):
        _check(path.stat())


def _check(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.ESPIPE, "it is no ordinary file")
