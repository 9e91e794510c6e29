"""The journal: the answers of every evening, on disk before they have any effect.

A round is the list of its answers, so this list is all that is kept of it: what was asked, what was answered,
and when. SQLite keeps it, in one file that only its owner reads. Every line bears a seal over itself and all
lines before it: of a damaged file the lines up to the damage are known to be right, and no others are used.
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
"""What that copy leaves free on the disk at least, for the answers of the evening."""
KEEP = 50
"""So many evenings are kept unless table.toml says otherwise."""


class Journal:
    """The evenings in one folder, oldest first. Raises `JournalError`, one sentence, where the file can't be
    used. `writing`: makes the file where there is none, brings it to this format, and mends it."""

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
        """What was wrong with it."""
        return self._folder.mending

    @property
    def mended(self) -> str | None:
        """What was wrong with it, in one sentence."""
        return in_english(self.mending.wrong) if self.mending else None

    def close(self) -> None:
        """Gives the file back. What was written since is copied."""
        if self._folder.is_ahead:
            self._copy()
        with suppress(sqlite3.Error):
            self._base.close()
        self._folder.unlock()

    # Reading

    def evenings(self) -> list[StoredEvening]:
        """All of them, oldest first; of a damaged one what is still known to be right."""
        found = list(read(self._base))
        played = [kept for kept in found if kept.rounds]
        for kept in played[:-1]:
            kept.left = True
        keep_closed(played, time())
        return found

    def unfinished(self) -> StoredEvening | None:
        """The last evening, if a round of it is under way and nobody has said that it shall not go on."""
        last = next((kept for kept in reversed(self.evenings()) if kept.rounds), None)
        return last if last and last.under_way else None

    def untold(self) -> Iterator[tuple[StoredEvening, int]]:
        """The rounds that have ended and have no story, the last first."""
        ended = "SELECT evening, round FROM answers WHERE word = ? EXCEPT SELECT evening, round FROM stories"
        wanted = sorted(fetched(self._base, ended, ROUND_OVER), reverse=True)
        found = {kept.number: kept for kept in self.evenings()} if wanted else {}
        for number, round_number in wanted:
            kept = found.get(number)
            if kept and round_number < len(kept.rounds) and kept.is_over(round_number):
                yield kept, round_number

    # Writing

    def begin(self, setup: Setup) -> int:
        """A new evening; the oldest give way to it, and files put aside before the oldest that stays began.
        Returns its number. Raises `JournalError`."""
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
        """Keeps a second time what there is: one damaged page can make a whole file unreadable. The copy
        before stays where the disk has no room for it, and where it has something this one would lack."""
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
        """A journal like this one, as another file would have it, of what is no secret: see
        `StoredEvening.told_openly`."""
        evenings = [kept.told_openly() for kept in self.evenings()]
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
            bring(base, 0)
            for kept in (kept for kept in evenings if kept.rounds):
                put_in(base, kept)
            return base.serialize()

    def leave(self, evening: int) -> None:
        """Nobody shall be asked to go on with it any more."""
        with transaction(self._base, self.path) as base:
            base.execute("UPDATE evenings SET left_s = ? WHERE evening = ?", (time(), evening))
        self._folder.is_ahead = True

    def tell(self, evening: int, round_number: int, story: bytes) -> None:
        """What happened in a round that is over."""
        with transaction(self._base, self.path) as base:
            base.execute(TELL, story_row(evening, round_number, story))
        self._folder.is_ahead = True

    def cut(self, kept: StoredEvening) -> None:
        """Takes away the lines of its last round that are not known to be right: it goes on before them."""
        round_number, lines = len(kept.rounds) - 1, kept.rounds[-1]
        listed = call_from(lines)
        row = (kept.number, round_number, round_number, listed)
        self._cut_copies(row)
        with transaction(self._base, self.path) as base:
            base.execute(CUT, row)
            base.execute(CALL, call_row(kept.number, round_number, listed, lines[listed:]))

    def _cut_copies(self, row: tuple[Any, ...]) -> None:
        """The same in the copy, and there first: what it has and the journal has not counts as lost, and
        comes back."""
        for path in copies_in(self.path.parent):
            with suppress(sqlite3.Error), closing(connect(path, "rw", is_copy=True)) as base:
                base.execute(CUT, row)

    def erase(self, sure: Callable[[], object] = lambda: None) -> int:
        """Takes every evening away, and what the disk still holds of it as far as a file can; the copy and
        the files put aside too. Returns how many evenings these were, each file put aside counting as one.
        `sure`: is called right before; nothing is taken away where it raises. Raises `JournalError`."""
        aside = aside_in(self.path.parent)
        gone = sum(bool(kept.rounds) for kept in self.evenings()) + len(aside)
        sure()
        try:
            # The copies first: what they have and the journal has not would come back.
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
        """A thread that writes. `done` is called in it whenever something has been written."""
        self._folder.is_ahead = True
        return Writer(lambda: connect(self.path, "rw"), done, self._cut_copies)
