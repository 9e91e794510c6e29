"""A USB stick: where it is, and copying evenings and words to it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import count
from pathlib import Path

from hardware.folders import found_in
from hardware.troubles import reason_of
from hardware.whole_file import DRAFT, whole
from table import files
from table.errors import Reason, TableError
from table.evening.journal import Journal
from table.evening.journal_files import FILE, aside_in, settle
from table.evening.writer import JournalError, NothingKeptError
from table.games.records import StoredEvening
from table.settings.owner import WORDS

FOLDER = "garou"
"""The folder on a stick to which the evenings are copied."""
ROOTS = ("/media", "/run/media", "/mnt")
"""Where sticks are mounted, directly or in a folder of their user's."""
MOST_BYTES = 256 * 1024 * 1024
"""Size limit of a copied file that was put aside: it goes through memory."""

Copy = tuple[str, Callable[[], bytes]]
"""The name of a file, and its content."""


def stick(roots: Sequence[str] = ROOTS, is_mount: Callable[[str], bool] = os.path.ismount) -> Path | None:
    """A mounted USB stick, a writable one first; None without one."""
    mounted = [
        folder
        for root in roots
        for folder in (*found_in(Path(root)), *found_in(Path(root), "*/*"))
        if is_mount(str(folder)) and os.access(folder, os.R_OK)
    ]
    return next((folder for folder in mounted if os.access(folder, os.W_OK)), next(iter(mounted), None))


def export(
    state: Path, page_of: Callable[[StoredEvening], str], target: Path, tell: Callable[[int, int], object]
) -> Path | None:
    """Copies the evenings kept in `state` to a folder of their own on a stick: the journal, the files that
    were put aside, and of each evening that can be told a page to read. A round under way is not copied: its
    secrets are still needed. Returns the folder; None if there is nothing to copy.

    Each file replaces the older one only when it is complete. Links are not followed. `tell(done, number)` is
    called first, and then right before each file is renamed; if it raises, the file is not renamed. Raises
    `OSError` for failures of the stick, `TableError` for failures of the journal.
    """
    copies = list(_copies(state, page_of))
    if not copies:
        return None
    folder = target / FOLDER
    if folder.is_symlink():  # It could lead to the evenings themselves.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    folder.mkdir(exist_ok=True)
    for left in found_in(folder, f"*{DRAFT}"):
        left.unlink()
    tell(0, len(copies))
    for done, (name, content) in enumerate(copies, start=1):
        _write(folder / name, content(), partial(tell, done, len(copies)))
    settle(folder)
    return folder


def export_words(path: Path, target: Path, sure: Callable[[], object]) -> Path:
    """Copies a list of words to where those of a stick are read from. Returns the copy. No other list there
    is overwritten. `sure`: is called right before the file has its name. Raises `OSError`."""
    folder, content = target / WORDS, files.content(path, follows=False)
    if folder.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    folder.mkdir(exist_ok=True)
    names = (f"{path.stem}{f'-{number}' if number > 1 else ''}{path.suffix}" for number in count(1))
    for copy in (folder / name for name in names):
        if not os.path.lexists(copy):
            _write(copy, content, sure)
            settle(folder)
            return copy
        with suppress(OSError):
            if files.content(copy, follows=False) == content:
                return copy
    raise AssertionError("names never end")


def _copies(state: Path, page_of: Callable[[StoredEvening], str]) -> Iterator[Copy]:
    """The files to copy. One that was put aside may hold any secret, so it waits for the end of a round under
    way."""
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
        # What can no longer be told is still in the journal.
        with suppress(TableError):
            yield f"evening-{kept.number}.html", page_of(kept).encode


def _read(path: Path) -> bytes:
    """Reads a file of the evenings."""
    try:
        return files.content(path, MOST_BYTES)
    except OSError as error:
        raise JournalError(Reason("file.unread", file=path, reason=reason_of(error))) from None


def _write(path: Path, content: bytes, sure: Callable[[], object]) -> None:
    """Writes a whole file or nothing. `sure`: is called right before the rename."""
    with whole(path, ready=lambda _: sure()) as file:
        file.write(content)


WHY = {
    "full": (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
    "read_only": (errno.EROFS, errno.EACCES, errno.EPERM),
    "gone": (errno.EIO, errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR, errno.ESHUTDOWN),
}


def why(error: OSError) -> str:
    """What is wrong with the stick: "full", "read_only", "gone"; "" for anything else."""
    return next((key for key, numbers in WHY.items() if error.errno in numbers), "")
