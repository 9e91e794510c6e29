"""The journal: the answers of every evening, on disk before they have any effect.

A round is kept as the list of its answers: what was asked, what was answered, and when. The journal is one
SQLite file that only its owner can read. Every line bears a seal over itself and all lines before it: in a
damaged file only the lines up to the damage are used.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import time
from typing import Any

import msgspec

from table.errors import Reason, in_english
from table.evening.journal_files import COPY, OLD_COPY, aside_in, copies_in, create, mended_in, wipe
from table.evening.journal_folder import JournalFolder
from table.evening.journal_format import bring, connect, copies
from table.evening.journal_read import put_in, read
from table.evening.journal_rows import fetched, seal
from table.evening.mending import Mending
from table.evening.writer import (
    CALL,
    CUT,
    TELL,
    JournalError,
    Writer,
    call_row,
    reason,
    story_row,
    transaction,
)
from table.games.records import ROUND_OVER, Setup, StoredEvening, call_from, keep_closed

COPY_LEAVES_BYTES = 16 * 1024 * 1024
"""Free bytes that the copy leaves on the disk for the answers of the evening."""
KEEP = 50
"""Number of evenings kept by default."""


class Journal:
    """The evenings in one folder, oldest first. Raises `JournalError` with one sentence if the file can't be
    used. `writing`: creates, upgrades and mends the file where needed."""

    def __init__(self, folder: Path, keep: int = KEEP, writing: bool = True) -> None:
        self._folder = here = JournalFolder(folder, keep)
        self.path, self.keep = here.path, keep
        try:
            self._base = here.open(writing)
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            here.unlock()
            if isinstance(error, JournalError):
                raise
            raise JournalError(Reason("file.unused", file=self.path, reason=reason(error))) from None
        if writing:
            if here.is_ahead:
                self._copy()
            here.note_mending()

    @property
    def mending(self) -> Mending | None:
        """What was wrong with the file."""
        return self._folder.mending

    @property
    def mended(self) -> str | None:
        """What was wrong with the file, as a sentence."""
        return in_english(self.mending.wrong) if self.mending else None

    def close(self) -> None:
        """Closes the file, and copies what was written."""
        if self._folder.is_ahead:
            self._copy()
        with suppress(sqlite3.Error):
            self._base.close()
        self._folder.unlock()

    # Reading

    def evenings(self) -> list[StoredEvening]:
        """All evenings, oldest first; damaged ones as far as they are known to be right."""
        found = list(read(self._base))
        played = [kept for kept in found if kept.rounds]
        for kept in played[:-1]:
            kept.left = True
        keep_closed(played, time())
        return found

    def unfinished(self) -> StoredEvening | None:
        """The last evening, if it has a round under way that may be resumed."""
        last = next((kept for kept in reversed(self.evenings()) if kept.rounds), None)
        return last if last and last.under_way else None

    def untold(self) -> Iterator[tuple[StoredEvening, int]]:
        """Finished rounds without a story, the last first."""
        ended = "SELECT evening, round FROM answers WHERE word = ? EXCEPT SELECT evening, round FROM stories"
        wanted = sorted(fetched(self._base, ended, ROUND_OVER), reverse=True)
        found = {kept.number: kept for kept in self.evenings()} if wanted else {}
        for number, round_number in wanted:
            kept = found.get(number)
            if kept and round_number < len(kept.rounds) and kept.is_over(round_number):
                yield kept, round_number

    # Writing

    def begin(self, setup: Setup) -> int:
        """Begins an evening and returns its number. The oldest evenings are dropped, and files put aside
        before the oldest that stays. Raises `JournalError`."""
        data = msgspec.msgpack.encode(setup)
        with transaction(self._base, self.path) as base:
            base.execute(
                "DELETE FROM evenings WHERE evening NOT IN "
                "(SELECT DISTINCT evening FROM answers ORDER BY evening DESC LIMIT ?)",
                (self.keep - 1,),
            )
            played = (
                "SELECT count(*), min(began_s) FROM evenings WHERE evening IN (SELECT evening FROM answers)"
            )
            others, oldest_s = base.execute(played).fetchone()
            cursor = base.execute(
                "INSERT INTO evenings (began_s, setup, seal) VALUES (?, ?, ?)",
                (time(), data, seal(b"", data)),
            )
        if others >= self.keep - 1:
            with suppress(OSError):
                for path in [*aside_in(self.path.parent), *mended_in(self.path.parent)]:
                    if oldest_s is None or path.stat().st_mtime < oldest_s:
                        wipe(path)
        assert cursor.lastrowid is not None
        self._folder.set_mark((cursor.lastrowid, seal(b"", data)))
        self._copy()
        return cursor.lastrowid

    def _copy(self) -> None:
        """Copies the journal: one damaged page can make a whole file unreadable. The earlier copy stays if
        there is no space for a new one, or if it has something that a new one would lack."""
        copy = self.path.with_name(COPY)
        part, old = copy.with_name(f"{COPY}-part"), copy.with_name(OLD_COPY)
        with suppress(sqlite3.Error, OSError, UnicodeError):
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            needed = COPY_LEAVES_BYTES + self.path.stat().st_size
            if shutil.disk_usage(self.path.parent).free < needed:
                return
            part.unlink(missing_ok=True)
            create(part)
            self._base.execute("VACUUM INTO ?", (part.resolve().as_uri(),))
            with ExitStack() as opened, closing(connect(part, "ro")) as base:
                compared = self._folder.compared(base, copies(self.path.parent, opened))
            if compared.back:
                return
            with part.open("rb") as file:
                os.fsync(file.fileno())
            if copy.exists():
                copy.replace(self._folder.free_name() if compared.strange else old)
            part.replace(copy)
            self._folder.is_ahead = False
            if old.exists():
                wipe(old)

    def open_part(self) -> bytes:
        """Opens another journal for what is not secret; see `StoredEvening.told_openly`."""
        evenings = [kept.told_openly() for kept in self.evenings()]
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
            bring(base, 0)
            for kept in (kept for kept in evenings if kept.rounds):
                put_in(base, kept)
            return base.serialize()

    def leave(self, evening: int) -> None:
        """Marks an evening as not to be resumed."""
        with transaction(self._base, self.path) as base:
            base.execute("UPDATE evenings SET left_s = ? WHERE evening = ?", (time(), evening))
        self._folder.is_ahead = True

    def tell(self, evening: int, round_number: int, story: bytes) -> None:
        """Keeps the story of a finished round."""
        with transaction(self._base, self.path) as base:
            base.execute(TELL, story_row(evening, round_number, story))
        self._folder.is_ahead = True

    def cut(self, kept: StoredEvening) -> None:
        """Drops the lines of the last round that are not known to be right: it resumes before them."""
        round_number, lines = len(kept.rounds) - 1, kept.rounds[-1]
        listed = call_from(lines)
        row = (kept.number, round_number, round_number, listed)
        self._cut_copies(row)
        with transaction(self._base, self.path) as base:
            base.execute(CUT, row)
            base.execute(CALL, call_row(kept.number, round_number, listed, lines[listed:]))

    def _cut_copies(self, row: tuple[Any, ...]) -> None:
        """Drops the same lines in the copies first: lines that only a copy has count as lost, and come
        back."""
        for path in copies_in(self.path.parent):
            with suppress(sqlite3.Error), closing(connect(path, "rw", is_copy=True)) as base:
                base.execute(CUT, row)

    def erase(self, sure: Callable[[], object] = lambda: None) -> int:
        """Erases every evening, with the copy and the files put aside, overwriting them as far as possible.
        Returns the number of evenings, each file put aside counting as one. `sure`: is called right before;
        if it raises, nothing is erased. Raises `JournalError`."""
        aside = aside_in(self.path.parent)
        gone = sum(bool(kept.rounds) for kept in self.evenings()) + len(aside)
        sure()
        try:
            # The copies first: otherwise what they have would come back.
            for path in [*aside, *copies_in(self.path.parent), *mended_in(self.path.parent)]:
                wipe(path)
        except OSError as error:
            raise JournalError(Reason("file.stays", file=path, reason=reason(error))) from None
        with transaction(self._base, self.path) as base:
            base.execute("DELETE FROM evenings")
        self._folder.is_ahead = False
        self._folder.set_mark(None)
        try:
            self._base.execute("VACUUM")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (sqlite3.Error, OSError) as error:
            traces = Reason("journal.traces", file=self.path, reason=reason(error))
            raise JournalError(traces) from None
        return gone

    def writer(self, done: Callable[[], None] = lambda: None) -> Writer:
        """Starts a thread that writes lines. `done` is called in it after each write."""
        self._folder.is_ahead = True
        return Writer(lambda: connect(self.path, "rw"), done, self._cut_copies)
