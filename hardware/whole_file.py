"""Writes files whole or not at all, so that a pulled plug leaves the one before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

DRAFT = ".part"
"""What the name of a draft ends with, after that of its file."""
MOST_BYTES = 255
"""The most bytes of a name, on every disk of Linux."""


@contextmanager
def whole(
    path: Path, mode: int = 0o666, ready: Callable[[Path], object] = lambda _: None
) -> Iterator[BinaryIO]:
    """Opens a draft beside a file, which takes its place when the block ends and the draft is on the disk. If
    anything raises, the draft is deleted.

    `mode`: who may use the file, less the umask.
    `ready`: called with the draft right before it takes the place.
    Raises `OSError`.
    """
    name = os.fsencode(path.name)[: MOST_BYTES - len(DRAFT)].decode(errors="ignore")
    draft = path.with_name(f"{name}{DRAFT}")
    draft.unlink(missing_ok=True)
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        ready(draft)
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
