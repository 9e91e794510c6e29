"""A USB stick: where it is, and the evenings that are copied to it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from hardware.troubles import reason_of
from table import files
from table.errors import Reason, TableError
from table.evening.journal import Journal
from table.evening.journal_files import FILE, aside_in, settle
from table.evening.writer import JournalError, NothingKeptError
from table.games.records import StoredEvening

FOLDER = "garou"
"""The folder on a stick to which the evenings are copied."""
ROOTS = ("/media", "/run/media", "/mnt")
"""Where sticks are mounted, directly or in a folder of their user's."""
MOST_BYTES = 256 * 1024 * 1024
"""Of a file that was put aside, to be copied: it goes through memory."""
PART = ".part"
"""How a file is called that is not on the stick as a whole yet."""

Copy = tuple[str, Callable[[], bytes]]
"""The name of a file, and what is to stand in it."""


def stick(roots: Sequence[str] = ROOTS, is_mount: Callable[[str], bool] = os.path.ismount) -> Path | None:
    """A mounted USB stick: one that can be written before one that can only be read. None: there is none."""
    mounted = [
        folder
        for root in roots
        for folder in (*Path(root).glob("*"), *Path(root).glob("*/*"))
        if is_mount(str(folder)) and os.access(folder, os.R_OK)
    ]
    return next((folder for folder in mounted if os.access(folder, os.W_OK)), next(iter(mounted), None))


def export(
    state: Path, page_of: Callable[[StoredEvening], str], target: Path, tell: Callable[[int, int], object]
) -> Path | None:
    """Copies the evenings kept in `state` to a folder of their own on a stick: the journal, the files that
    were put aside, and of each evening that can be told a page to read. Of a round under way nothing is
    copied: its players are not done with its secrets. Returns the folder; None if there is nothing to copy.

    A file has its name once all of it is on the stick, and until then the one that was there before has. No
    link is followed.
    `tell(done, number)` is told at the beginning, and right before a file has its name; where it raises the
    file has none. Raises `OSError` for what the stick does, `TableError`
    for the evenings.
    """
    copies = list(_copies(state, page_of))
    if not copies:
        return None
    folder = target / FOLDER
    if folder.is_symlink():  # it may lead to the evenings themselves
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    folder.mkdir(exist_ok=True)
    for left in folder.glob(f"*{PART}"):
        left.unlink()
    tell(0, len(copies))
    for done, (name, content) in enumerate(copies, start=1):
        _write(folder / name, content(), partial(tell, done, len(copies)))
    settle(folder)
    return folder


def _copies(state: Path, page_of: Callable[[StoredEvening], str]) -> Iterator[Copy]:
    """What there is to copy. Nobody can say what is secret in a file that was put aside, so that it has to
    wait for the end of a round under way."""
    evenings: list[StoredEvening] = []
    with suppress(NothingKeptError), closing(Journal(state, writing=False)) as journal:
        evenings, part = journal.evenings(), journal.open_part()
    ended = [kept for kept in map(StoredEvening.told_openly, evenings) if kept.rounds]
    if ended:
        yield FILE, lambda: part
    if not any(kept.is_secret for kept in evenings):
        for path in aside_in(state):
            yield path.name, partial(_read, path)
    for kept in ended:
        # What cannot be told any more is in the journal all the same.
        with suppress(TableError):
            yield f"evening-{kept.number}.html", page_of(kept).encode


def _read(path: Path) -> bytes:
    """A file of the evenings."""
    try:
        return files.content(path, MOST_BYTES)
    except OSError as error:
        raise JournalError(Reason("file.unread", file=path, reason=reason_of(error))) from None


def _write(path: Path, content: bytes, sure: Callable[[], object]) -> None:
    """All of it, or nothing of it. `sure`: is called right before it has its name."""
    part = path.with_name(path.name + PART)
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        sure()
        part.replace(path)
    except (OSError, TableError):
        with suppress(OSError):
            part.unlink()
        raise


WHY = {
    "full": (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
    "read_only": (errno.EROFS, errno.EACCES, errno.EPERM),
    "gone": (errno.EIO, errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR, errno.ESHUTDOWN),
}


def why(error: OSError) -> str:
    """What is wrong with the stick: "full", "read_only", "gone"; "" for anything else."""
    return next((key for key, numbers in WHY.items() if error.errno in numbers), "")
