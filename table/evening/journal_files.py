"""The files of a journal in its folder: their names, and operations on them."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from table.errors import Reason
from table.evening.mending import Mending
from table.evening.writer import JournalError, reason
from table.files import check_ordinary, content

FILE = "evenings.sqlite"
ASIDE = "damaged-{}.sqlite"
"""Name of a damaged file that was put aside; its log is beside it."""
ASIDE_MOST = 10
"""How many files are put aside at most."""
COPY = "evenings-copy.sqlite"
"""Name of the copy, as of the last round that ended."""
NEW = f"{FILE}-new"
"""Name of a mended journal until it replaces the damaged one."""
LOCK = "lock"
"""Name of the lock file of the table that writes; it also says which evening was begun last."""
MENDED = "mended.json"
"""Name of the file that describes the last repair, and what was lost."""


def mending_in(folder: Path) -> tuple[float, Mending] | None:
    """When and how the journal of a folder was last mended, as far as it is remembered."""
    with suppress(OSError, msgspec.MsgspecError):
        path = folder / MENDED
        return path.stat().st_mtime, msgspec.json.decode(content(path), type=Mending)
    return None


def mended_in(folder: Path) -> list[Path]:
    """The description of the last repair, if there is one."""
    return [path for path in (folder / MENDED,) if path.exists()]


def aside_in(folder: Path) -> list[Path]:
    """The damaged files that were put aside in a folder, with their logs."""
    return sorted(folder.glob(f"{ASIDE.format('*')}*"))


def put_aside(path: Path) -> str:
    """Puts a damaged file aside, with its log, and returns its new name. The oldest of too many go."""
    number = 1
    while (aside := path.with_name(ASIDE.format(number))).exists():
        number += 1
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        log.replace(aside.with_name(f"{aside.name}-wal"))
    path.replace(aside)
    for old in sorted(aside_in(path.parent), key=lambda one: one.stat().st_mtime)[:-ASIDE_MOST]:
        wipe(old)
    return aside.name


def copies_in(folder: Path) -> list[Path]:
    """The copy, and the remains of files whose making was cut."""
    return sorted([*folder.glob(f"{COPY}*"), *folder.glob(f"{NEW}*")])


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that hold evenings: the journal, its log, its copy, and those put aside."""
    journal = [folder / FILE, folder / f"{FILE}-wal"]
    return [*(path for path in journal if path.exists()), *copies_in(folder), *aside_in(folder)]


def create(path: Path) -> None:
    """Creates an empty file that only its owner can read, and syncs its folder so that it survives a power
    cut."""
    if path.exists():
        path.chmod(0o600)
        return
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(OSError):
        settle(path.parent)


def settle(folder: Path) -> None:
    """Syncs a folder to disk, if its file system can. Raises `OSError`."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def wipe(path: Path) -> None:
    """Deletes a file, after overwriting it as far as a file can be."""
    with path.open("r+b") as file:
        overwrite(file)
    path.unlink()


def overwrite(file: BinaryIO) -> None:
    """Overwrites an open file, as far as a file can be."""
    file.write(bytes(os.fstat(file.fileno()).st_size))
    file.flush()
    os.fsync(file.fileno())


def check_in_place(path: Path) -> None:
    """Raises `JournalError` if something other than a file is in this file's place."""
    try:
        check_ordinary(path)
    except OSError as error:
        raise JournalError(Reason("file.unused", file=path, reason=reason(error))) from None


def lock(folder: Path) -> int:
    """Creates the folder, and locks it against other tables."""
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
