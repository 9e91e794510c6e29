"""Opens a journal: the first file that is whole, the journal or its copy."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import time

import msgspec

from table.errors import Reason
from table.evening import journal_files
from table.evening.journal_format import bring, connect, format_of, in_memory, is_older, write_out
from table.evening.journal_read import gathered, is_whole, read
from table.evening.journal_rows import fetched
from table.evening.mending import Mending
from table.evening.writer import JournalError, NothingKeptError, StrangeError, is_damage
from table.files import text
from table.games.records import ROUND_OVER

ANOTHERS, PERHAPS, OURS = range(3)
"""Whose a file is: another table's; not known, as it has too few evenings; or this table's."""
Mark = tuple[int, bytes]
"""An evening's number, and the seal of its beginning."""


class JournalFolder:
    """The folder of a journal, in which one table at a time may write."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / journal_files.FILE
        self.mending: Mending | None = None
        """What was wrong with it."""
        self._lock: int | None = None

    @property
    def _logs(self) -> list[Path]:
        """The files SQLite keeps beside the journal: the write-ahead log and its index."""
        return [self.path.with_name(f"{journal_files.FILE}{suffix}") for suffix in ("-wal", "-shm")]

    def unlock(self) -> None:
        """Lets another table write here."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def open(self, writing: bool) -> sqlite3.Connection:
        """Opens the file, or its copy if only that is whole; of two damaged ones, what can be read of the
        better. `writing`: creates, upgrades and replaces it. Raises `JournalError`, `OSError` and
        `sqlite3.Error`."""
        folder = self.path.parent
        for path in (self.path, *self._logs, *journal_files.copies_in(folder)):
            journal_files.check_in_place(path)
        if writing:
            self._lock = journal_files.lock(folder)
        elif folder.exists() and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        missing = not self.path.exists() or not self.path.stat().st_size
        if writing:
            journal_files.create(self.path)
        with ExitStack() as opened:
            base, damage = None, None
            if writing or not missing:
                base = opened.enter_context(closing(connect(self.path, "rw" if writing else "ro")))
                damage = self._damage(base, writing)
            best = self._best(base, damage, missing, writing)
            if writing:
                best.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            if best is base:
                opened.pop_all()
            return best

    def _damage(self, base: sqlite3.Connection, writing: bool) -> Exception | None:
        """Why a file is no journal. `writing`: upgrades an older one, which otherwise is refused."""
        try:
            found = format_of(base, self.path)
            if writing:
                bring(base, found)
        except (StrangeError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
            return error
        if is_older(found) and not writing:
            raise JournalError(Reason("journal.older", file=self.path))
        return None

    def _best(
        self, base: sqlite3.Connection | None, damage: Exception | None, missing: bool, writing: bool
    ) -> sqlite3.Connection:
        """The journal if nothing is wrong with it, else what is best here. `missing`: there was none."""
        copy = self._copy()
        strange = copy is not None and self._belongs(copy) == ANOTHERS
        if strange:
            copy = None
            if writing:
                journal_files.put_aside(self.path.with_name(journal_files.COPY))
        is_right = False
        if base and not damage and not missing and is_whole(base):
            is_right = not (copy and self._has_lost_rounds(base, copy))
            if is_right and self._belongs(base) == OURS:
                return base
        readable = [one for one in (None if isinstance(damage, StrangeError) else base, copy) if one]
        best = max(
            readable,
            key=lambda one: self._worth(one, is_right if one is base else is_whole(one)),
            default=None,
        )
        saved = _played(best) if best else 0
        if damage and not saved and (isinstance(damage, StrangeError) or not writing):
            raise damage
        if best is None or (missing and not saved and not writing):
            raise self._nothing()
        mark = self._mark()
        gone = mark[0] if mark and missing and not saved else 0
        if best is base and (is_right or missing) and not gone:
            return best
        self.mending = Mending(
            *(str(self.path), saved, best is copy),
            is_read=not writing,
            strange=journal_files.COPY if strange else "",
            gone=gone,
        )
        if best is base and (missing or not writing):
            return best
        if best is copy:
            _leave_last(best)
            if base:
                base.close()
        return self._replaced(best, self.mending, missing) if writing else best

    def _copy(self) -> sqlite3.Connection | None:
        """The copy, in memory and in this format, if it can be read."""
        path = self.path.with_name(journal_files.COPY)
        with suppress(sqlite3.Error, UnicodeDecodeError, JournalError):
            return in_memory(path) if path.exists() else None
        return None

    def _has_lost_rounds(self, base: sqlite3.Connection, copy: sqlite3.Connection) -> bool:
        """Whether a file lacks a finished round of its evenings that its copy has, as after another table's
        log was written into it."""
        ended = "SELECT evening, round, number, seal FROM answers WHERE word = ?"
        lost = {*fetched(copy, ended, ROUND_OVER)} - {*fetched(base, ended, ROUND_OVER)}
        kept = {number for (number,) in fetched(base, "SELECT evening FROM evenings")}
        return self._belongs(copy) == OURS and any(row[0] in kept for row in lost)

    def _worth(self, base: sqlite3.Connection, whole: bool) -> tuple[bool, bool, int, int]:
        """By what the better of two files is chosen: it has evenings, is whole, is ours, has more."""
        played = _played(base)
        return played > 0, whole, self._belongs(base), played

    def _belongs(self, base: sqlite3.Connection) -> int:
        """Whose a file is, by the evening begun last here: it has that evening, or another in its place."""
        mark = self._mark()
        if mark is None:
            return OURS
        heads: dict[int, bytes] = dict(fetched(base, "SELECT evening, seal FROM evenings"))
        if heads.get(mark[0]) == mark[1]:
            return OURS
        return ANOTHERS if max(heads, default=0) >= mark[0] else PERHAPS

    def _nothing(self) -> NothingKeptError:
        """The error that there is nothing to read."""
        if mark := self._mark():
            return NothingKeptError(Reason("journal.gone", file=self.path, number=mark[0]))
        if os.path.lexists(self.path):
            return NothingKeptError(Reason("journal.empty", file=self.path))
        return NothingKeptError(f"{self.path}: no evening has been kept there")

    def _replaced(self, source: sqlite3.Connection, mending: Mending, missing: bool) -> sqlite3.Connection:
        """Writes the evenings of a file to a new journal, which is complete before it takes its place; the
        damaged one is put aside."""
        fresh = self.path.with_name(journal_files.NEW)
        with closing(source), closing(gathered(read(source))) as base:
            _leave_last(base)
            write_out(base, fresh)
        aside = "" if missing else journal_files.put_aside(self.path)
        for path in self._logs:
            path.unlink(missing_ok=True)
        fresh.replace(self.path)
        journal_files.settle(self.path.parent)
        self.mending = msgspec.structs.replace(mending, aside=aside)
        return connect(self.path, "rw")

    def _mark(self) -> Mark | None:
        """The evening begun last, from the lock file: the one file here that is neither journal nor copy."""
        with suppress(OSError, ValueError):
            number, sealed, *_ = text(self.path.with_name(journal_files.LOCK)).split()
            return int(number), bytes.fromhex(sealed)
        return None

    def set_mark(self, mark: Mark | None) -> None:
        """Notes the evening begun last."""
        assert self._lock is not None
        noted = f"{mark[0]} {mark[1].hex()}\n".encode() if mark else b""
        with suppress(OSError):
            os.pwrite(self._lock, noted, 0)
            os.ftruncate(self._lock, len(noted))
            os.fsync(self._lock)

    def note_mending(self) -> None:
        """Writes down what was wrong, for later questions."""
        if self.mending:
            path = self.path.with_name(journal_files.MENDED)
            with suppress(OSError):
                path.unlink(missing_ok=True)
                journal_files.create(path)
                path.write_bytes(msgspec.json.encode(self.mending))


def _played(base: sqlite3.Connection) -> int:
    """The number of evenings that can be read."""
    return sum(bool(kept.rounds) for kept in read(base))


def _leave_last(base: sqlite3.Connection) -> None:
    """Marks the last evening as not to be resumed: more of it may have been played than is known."""
    last = "evening = (SELECT max(evening) FROM answers)"
    with suppress(sqlite3.DatabaseError):
        base.execute(f"UPDATE evenings SET left_s = ? WHERE left_s IS NULL AND {last}", (time(),))
