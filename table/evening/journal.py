"""The journal: the answers of every evening, on disk before they have any effect.

A round is kept as the list of its answers: what was asked, what was answered, and when. The journal is one
SQLite file that only its owner can read. Every line bears a seal over itself and all lines before it, so
damage is found: then the copy is used, which is as old as the last round.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from threading import Lock
from time import time

import msgspec

from table.errors import Reason, in_english
from table.evening.journal_files import COPY, aside_in, copies_in, mended_in, overwrite, settle, wipe
from table.evening.journal_folder import JournalFolder
from table.evening.journal_format import alone, connect, write_out
from table.evening.journal_read import gathered, is_whole, read
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
        self._folder = here = JournalFolder(folder)
        self.path, self.keep = here.path, keep
        self._is_ahead = False
        """Whether the copy may lack something."""
        self._copying = Lock()
        try:
            self._base = here.open(writing)
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            here.unlock()
            if isinstance(error, JournalError):
                raise
            raise JournalError(Reason("file.unused", file=self.path, reason=reason(error))) from None
        if writing:
            if here.mending:
                self._copy(self._base)
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
        if self._is_ahead:
            self._copy(self._base)
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
        sealed = seal(b"", data)
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
                "INSERT INTO evenings (began_s, setup, seal) VALUES (?, ?, ?)", (time(), data, sealed)
            )
            assert cursor.lastrowid is not None
            # Before the commit: no journal has an evening that is later than the one noted.
            self._folder.set_mark((cursor.lastrowid, sealed))
        if others >= self.keep - 1:
            with suppress(OSError):
                for path in [*aside_in(self.path.parent), *mended_in(self.path.parent)]:
                    if oldest_s is None or path.stat().st_mtime < oldest_s:
                        wipe(path)
        self._copy(self._base)
        return cursor.lastrowid

    def _copy(self, base: sqlite3.Connection) -> None:
        """Copies the journal: one damaged page can make a whole file unreadable. The earlier copy stays if
        there is no space for a new one, or if the journal is damaged."""
        copy = self.path.with_name(COPY)
        part = copy.with_name(f"{COPY}-part")
        if not self._copying.acquire(blocking=False):
            return
        try:
            # Then a log that is lost or damaged takes nothing that the copy has.
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            needed = COPY_LEAVES_BYTES + self.path.stat().st_size
            if shutil.disk_usage(self.path.parent).free < needed:
                return
            write_out(base, part)
            with closing(alone(part)) as there:
                is_right = is_whole(there)
            if not is_right:
                part.unlink()
                return
            with copy.open("r+b") if copy.exists() else nullcontext() as old:
                part.replace(copy)
                settle(self.path.parent)
                if old:
                    overwrite(old)
        except (sqlite3.Error, OSError):
            return  # The earlier copy stays.
        finally:
            self._copying.release()

    def open_part(self) -> bytes:
        """Opens another journal for what is not secret; see `StoredEvening.told_openly`."""
        evenings = [kept.told_openly() for kept in self.evenings()]
        with closing(gathered(kept for kept in evenings if kept.rounds)) as base:
            return base.serialize()

    def leave(self, evening: int) -> None:
        """Marks an evening as not to be resumed."""
        with transaction(self._base, self.path) as base:
            base.execute("UPDATE evenings SET left_s = ? WHERE evening = ?", (time(), evening))
        self._is_ahead = True

    def tell(self, evening: int, round_number: int, story: bytes) -> None:
        """Keeps the story of a finished round."""
        with transaction(self._base, self.path) as base:
            base.execute(TELL, story_row(evening, round_number, story))
        self._is_ahead = True

    def cut(self, kept: StoredEvening) -> None:
        """Drops the lines of the last round that are not known to be right: it resumes before them."""
        round_number, lines = len(kept.rounds) - 1, kept.rounds[-1]
        listed = call_from(lines)
        with transaction(self._base, self.path) as base:
            base.execute(CUT, (kept.number, round_number, round_number, listed))
            base.execute(CALL, call_row(kept.number, round_number, listed, lines[listed:]))

    def erase(self, sure: Callable[[], object] = lambda: None) -> int:
        """Erases every evening, with the copy and the files put aside, overwriting them as far as possible.
        Returns the number of evenings, each file put aside counting as one. `sure`: is called right before;
        if it raises, nothing is erased. Raises `JournalError`."""
        aside = aside_in(self.path.parent)
        gone = sum(bool(kept.rounds) for kept in self.evenings())
        gone += sum(path.suffix == ".sqlite" for path in aside)
        sure()
        try:
            # The copies first: otherwise what they have would come back.
            for path in [*aside, *copies_in(self.path.parent), *mended_in(self.path.parent)]:
                wipe(path)
        except OSError as error:
            raise JournalError(Reason("file.stays", file=path, reason=reason(error))) from None
        with transaction(self._base, self.path) as base:
            base.execute("DELETE FROM evenings")
        self._is_ahead = False
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
        self._is_ahead = True
        return Writer(lambda: connect(self.path, "rw"), done, self._copy)
