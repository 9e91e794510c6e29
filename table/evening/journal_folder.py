"""Opens a journal: compares the file with its copies, and mends it if it is damaged."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from time import time
from typing import Any

import msgspec

from table.errors import Reason
from table.evening import journal_files
from table.evening.journal_format import bring, connect, copies, format_of, is_older, without_log
from table.evening.journal_rows import Comparison, Mark, compare, write_rows
from table.evening.mending import Mending
from table.evening.writer import JournalError, NothingKeptError, StrangeError, is_damage, transaction
from table.files import text


class JournalFolder:
    """The folder of a journal, in which one table at a time may write. `keep`: number of evenings."""

    def __init__(self, folder: Path, keep: int) -> None:
        self.path = folder / journal_files.FILE
        self.keep = keep
        self.mending: Mending | None = None
        """What was wrong with it."""
        self.is_ahead = False
        """Whether the copy lacks something."""
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
        """Opens the file. `writing`: creates, upgrades and mends it. Raises `JournalError`, `OSError` and
        `sqlite3.Error`."""
        for path in (self.path, *self._logs, *journal_files.copies_in(self.path.parent)):
            journal_files.check_in_place(path)
        if writing:
            self._lock = journal_files.lock(self.path.parent)
        return self._open_to_write() if writing else self._open_to_read()

    def _open_to_write(self) -> sqlite3.Connection:
        """Opens the file, completed with all that only its copy has."""
        missing = not self.path.exists() or not self.path.stat().st_size
        journal_files.create(self.path)
        log = self._logs[0]
        with ExitStack() as opened:
            alone = without_log(self.path, opened) if log.exists() and log.stat().st_size else []
            others = copies(self.path.parent, opened)
            base, refused = connect(self.path, "rw"), None
            is_sound = False
            try:
                bring(base, format_of(base, self.path))
                is_sound = base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            except (StrangeError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if not is_damage(error):
                    base.close()
                    raise
                refused = error if isinstance(error, StrangeError) else None
            except BaseException:
                base.close()
                raise
            if not is_sound:
                others = [*alone, *others]
            compared = self.compared(None if refused else base, others, alone)
            if refused and not compared.evenings:
                base.close()
                raise refused
            if is_sound and not compared.back:
                base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self.is_ahead = compared.ahead
                if compared.part or (missing and self._gone(compared)):
                    self.mending = self._mending(compared, missing=missing)
            else:
                base.close()
                base = self._mend(compared, missing)
        return base

    def _open_to_read(self) -> sqlite3.Connection:
        """Opens the file read-only; if its copy has more, both combined in memory."""
        if self.path.parent.exists() and not self.path.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        missing = not self.path.exists() or not self.path.stat().st_size
        with ExitStack() as opened:
            others = copies(self.path.parent, opened, "ro")
            base, found = None, 0
            damage: Exception | None = None
            if not missing:
                base = connect(self.path, "ro")
                try:
                    found = format_of(base, self.path)
                    is_sound = base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
                    damage = None if is_sound else sqlite3.DatabaseError("damaged")
                except (StrangeError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
                    if not is_damage(error):
                        base.close()
                        raise
                    damage = error
                except BaseException:
                    base.close()
                    raise
            try:
                if not damage and is_older(found):
                    raise JournalError(Reason("journal.older", file=self.path))
                if isinstance(damage, StrangeError):
                    compared = self.compared(None, others)
                else:
                    compared = self.compared(base, others)
                if not compared.evenings and not compared.first:
                    if damage:
                        raise damage
                    if not found:
                        raise self._nothing()
            except BaseException:
                if base:
                    base.close()
                raise
        if compared.back or base is None:
            if base:
                base.close()
            base = sqlite3.connect(":memory:", isolation_level=None)
            bring(base, 0)
            write_rows(base, compared)
        if damage or compared.back or compared.part:
            self.mending = self._mending(compared, is_read=True)
        return base

    def _nothing(self) -> NothingKeptError:
        """The error that there is nothing to read."""
        if mark := self._mark()[0]:
            return NothingKeptError(Reason("journal.gone", file=self.path, number=mark[0]))
        if os.path.lexists(self.path):
            return NothingKeptError(Reason("journal.empty", file=self.path))
        return NothingKeptError(f"{self.path}: no evening has been kept there")

    def _gone(self, compared: Comparison) -> int:
        """The number of the evening begun last, if nothing is left of any; else 0."""
        mark, _ = self._mark()
        return mark[0] if mark and not compared.evenings else 0

    def _mending(self, compared: Comparison, **how: Any) -> Mending:
        """How many evenings there are, were damaged, or still are. `how`: what else is known of it."""
        played = {number for number, rows in compared.evenings.items() if rows.answers}
        back = [number for number in compared.back if number in played]
        strange = journal_files.COPY if compared.anothers_copy else ""
        gone = self._gone(compared) if how.get("missing") else 0
        return Mending(
            *(str(self.path), len(played), len(back), len(compared.part)), strange=strange, gone=gone, **how
        )

    def _mend(self, compared: Comparison, missing: bool) -> sqlite3.Connection:
        """Puts the file aside and writes all evenings to a new one, which is complete before it takes its
        place."""
        fresh = self.path.with_name(journal_files.NEW)
        for path in self.path.parent.glob(f"{journal_files.NEW}*"):
            path.unlink()
        journal_files.create(fresh)
        try:
            with closing(connect(fresh, "rw", is_copy=True)) as base:
                bring(base, 0)
                with transaction(base, self.path):
                    write_rows(base, compared)
        except (sqlite3.Error, JournalError):
            fresh.unlink()
            raise
        aside = self.free_name()
        if not missing:
            try:
                os.link(self.path, aside)
            except OSError:
                self.path.rename(aside)
        for path in self._logs:
            path.unlink(missing_ok=True)
        fresh.replace(self.path)
        journal_files.settle(self.path.parent)
        self.mending = self._mending(compared, aside="" if missing else aside.name, missing=missing)
        self.is_ahead = True
        last = max(compared.evenings, default=None)
        self.set_mark(None if last is None else (last, (compared.evenings[last].head or ())[3]))
        return connect(self.path, "rw")

    def free_name(self) -> Path:
        """A free name for a file that is put aside."""
        number = 1
        while (aside := self.path.with_name(journal_files.ASIDE.format(number))).exists():
            number += 1
        return aside

    def compared(
        self,
        base: sqlite3.Connection | None,
        others: Sequence[sqlite3.Connection],
        without_log: Sequence[sqlite3.Connection] = (),
    ) -> Comparison:
        """Compares the file with its copies."""
        mark, keep = self._mark()
        return compare(base, others, keep, time(), mark, without_log)

    def _mark(self) -> tuple[Mark | None, int]:
        """The evening begun last, and how many were kept then, from the lock file: the one file here that is
        neither journal nor copy."""
        with suppress(OSError, ValueError):
            number, sealed, keep = text(self.path.with_name(journal_files.LOCK)).split()
            return (int(number), bytes.fromhex(sealed)), int(keep)
        return None, self.keep

    def set_mark(self, mark: Mark | None) -> None:
        assert self._lock is not None
        with suppress(OSError):
            os.ftruncate(self._lock, 0)
            told = f"{mark[0]} {mark[1].hex()} {self.keep}\n" if mark else ""
            os.pwrite(self._lock, told.encode(), 0)

    def note_mending(self) -> None:
        """Writes down what was wrong, for later questions."""
        if self.mending:
            path = self.path.with_name(journal_files.MENDED)
            with suppress(OSError):
                path.unlink(missing_ok=True)
                journal_files.create(path)
                path.write_bytes(msgspec.json.encode(self.mending))
