"""The files of a journal in its folder: their names, and what is done to them as files."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from table.errors import Reason
from table.evening.mending import Mending
from table.evening.writer import JournalError, reason
from table.files import check_ordinary, content

FILE = "evenings.sqlite"
ASIDE = "damaged-{}.sqlite"
"""What a damaged file is called once it is put aside."""
COPY = "evenings-copy.sqlite"
"""All evenings before the one that was begun last, a second time."""
OLD_COPY = f"{COPY}-old"
"""The copy before, while another takes its place."""
NEW = f"{FILE}-new"
"""What a journal that is mended is called until it takes its place."""
LOCK = "lock"
"""Held by the table that writes; it says which evening was begun last."""
MENDED = "mended.json"
"""What was mended last, and what was lost."""


def mending_in(folder: Path) -> tuple[float, Mending] | None:
    """When and how the journal of a folder was mended last, as long as that is remembered."""
    with suppress(OSError, msgspec.MsgspecError):
        path = folder / MENDED
        return path.stat().st_mtime, msgspec.json.decode(content(path), type=Mending)
    return None


def mended_in(folder: Path) -> list[Path]:
    """The file that remembers it, if there is one."""
    return [path for path in (folder / MENDED,) if path.exists()]


def aside_in(folder: Path) -> list[Path]:
    """The damaged files that were put aside in a folder."""
    return sorted(folder.glob(ASIDE.format("*")))


def copies_in(folder: Path) -> list[Path]:
    """The copy, and what a cut has left of one that was being made."""
    return sorted(folder.glob(f"{COPY}*"))


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that have evenings in them: the journal, what is not yet in its place there, its
    copy, and those put aside."""
    journal = [folder / FILE, folder / f"{FILE}-wal", folder / NEW]
    return [*(path for path in journal if path.exists()), *copies_in(folder), *aside_in(folder)]


def create(path: Path) -> None:
    """An empty file that nobody but its owner can read; its folder knows of it even after a cut."""
    if path.exists():
        path.chmod(0o600)
        return
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(OSError):
        settle(path.parent)


def settle(folder: Path) -> None:
    """The names in a folder are on its disk too, where its file system can be asked for that. Raises
    `OSError`."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def wipe(path: Path) -> None:
    """Takes a file away, and what the disk still holds of it as far as a file can."""
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()


def check_in_place(path: Path) -> None:
    """Raises `JournalError` if there is something in the place of this file that is no file."""
    try:
        check_ordinary(path)
    except OSError as error:
        raise JournalError(Reason("file.unused", file=path, reason=reason(error))) from None


def lock(folder: Path) -> int:
    """Makes the folder, and keeps every other table out of it."""
    import fcntl

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / LOCK
    check_in_place(path)
    try:
        lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise JournalError(Reason("file.unused", file=path, reason=reason(error))) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(Reason("journal.taken", folder=folder)) from None
    return lock
