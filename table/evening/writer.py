"""Writes lines of an evening to disk in a thread of its own, one transaction after another."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec

from hardware.troubles import reason_of
from table.errors import Reason, TableError
from table.evening.journal_rows import seal
from table.games.records import (
    CALL_BYTES,
    JournalLine,
    Standing,
    unpacked,
)
from table.room.pending_write import PATIENCE_S, PendingWrite


class JournalError(TableError, OSError):
    """The journal cannot be read, or not be written."""


class StrangeError(JournalError):
    """Raised for a file of another program."""


class NothingKeptError(JournalError):
    """Raised if there is no journal because nothing was ever kept."""


TELL = "INSERT OR REPLACE INTO stories VALUES (?, ?, ?, ?)"
INSERT = "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
CUT = "DELETE FROM answers WHERE evening = ? AND (round > ? OR (round = ? AND number >= ?))"
STAND = "INSERT OR REPLACE INTO standing VALUES (?, ?, ?)"
KEY = "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?)"
CALL = "INSERT OR REPLACE INTO calls VALUES (?, ?, ?)"


class Sealing:
    """Turns a round's lines into rows, each sealed to the one before."""

    def __init__(self, evening: int, round_number: int, lines: Sequence[JournalLine]) -> None:
        self.evening = evening
        self.round = round_number
        self.number = 0
        self._last = b""
        for line in lines:
            self.row(line)

    def row(self, line: JournalLine) -> tuple[Any, ...]:
        """A line as the next row."""
        answer = msgspec.msgpack.encode(line.answer)
        parts = (self.evening, self.round, self.number, line.word, answer, line.at_s, line.people, line.trace)
        self._last = seal(self._last, *parts)
        self.number += 1
        return (*parts, self._last)


class Writer:
    """Writes lines in a thread of its own, all that are waiting in one transaction.

    If the disk fails, `trouble` says so from then on, and nothing waits for it.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        done: Callable[[], None],
        copy: Callable[[sqlite3.Connection], None] = lambda _: None,
    ) -> None:
        """`copy`: copies the file, after each story of a finished round."""
        self.trouble: str | None = None
        self._connect = connect
        self._done = done
        self._copy = copy
        self._rows: SimpleQueue[tuple[str, Sequence[tuple[Any, ...]], PendingWrite] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def put(self, *rows: tuple[Any, ...]) -> PendingWrite:
        """Writes these lines, all or none."""
        return self._do(INSERT, *rows)

    def call(
        self, evening: int, round_number: int, listed: int, lines: Sequence[JournalLine]
    ) -> PendingWrite:
        """Replaces the answers of the call under way, which follow this many lines."""
        return self._do(CALL, call_row(evening, round_number, listed, lines))

    def key(self, evening: int, round_number: int, key: str) -> PendingWrite:
        """Writes a round's key before its first line, so before any draw from it has an effect."""
        return self._do(KEY, key_row(evening, round_number, key))

    def cut(self, evening: int, round_number: int, lines: int) -> PendingWrite:
        """Keeps only this many lines of the round."""
        return self._do(CUT, (evening, round_number, round_number, lines))

    def stand(self, evening: int, standing: Standing) -> PendingWrite:
        """Replaces how the evening stands."""
        return self._do(STAND, standing_row(evening, standing))

    def tell(self, evening: int, round_number: int, story: bytes) -> PendingWrite:
        """Writes the story of a finished round."""
        return self._do(TELL, story_row(evening, round_number, story))

    def _do(self, statement: str, *rows: tuple[Any, ...]) -> PendingWrite:
        written = PendingWrite(self.give_up)
        if self.trouble:
            written.set()
        else:
            self._rows.put((statement, rows, written))
        return written

    def give_up(self, trouble: str) -> None:
        """Stops waiting for the disk."""
        self.trouble = self.trouble or trouble

    def close(self) -> None:
        """Writes what is left. A disk that hangs is abandoned after a while."""
        self._rows.put(None)
        self._thread.join(PATIENCE_S)

    def _write(self) -> None:
        try:
            base: sqlite3.Connection | None = self._connect()
        except (sqlite3.Error, OSError) as error:
            base = None
            self.give_up(in_words(error))
        while first := self._rows.get():
            together = [first]
            ended = False
            while not self._rows.empty():
                more = self._rows.get()
                if more is None:
                    ended = True
                    break
                together.append(more)
            # Once a line is missing, no later one may follow.
            if base and not self.trouble:
                try:
                    base.execute("BEGIN IMMEDIATE")
                    for statement, rows, _ in together:
                        for row in rows:
                            base.execute(statement, row)
                    base.execute("COMMIT")
                except (sqlite3.Error, OSError) as error:
                    self.give_up(in_words(error))
                    with suppress(sqlite3.Error):
                        base.execute("ROLLBACK")
            for _, _, written in together:
                written.set()
            self._done()
            if base and any(statement == TELL for statement, _, _ in together):
                self._copy(base)
            if ended:
                break
        if base:
            with suppress(sqlite3.Error):
                base.close()


@contextmanager
def transaction(base: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """Commits everything or nothing; `JournalError` says why it failed."""
    try:
        base.execute("BEGIN IMMEDIATE")
        yield base
        base.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            base.execute("ROLLBACK")
        raise JournalError(Reason("file.unwritten", file=path, reason=reason(error))) from None


def is_damage(error: Exception) -> bool:
    """Whether the file is at fault, not the disk or another program that has it open."""
    return not isinstance(error, sqlite3.OperationalError) or (
        getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    )


def reason(error: BaseException) -> str:
    """The reason without an exception's name: by the system's error name, or in SQLite's words, which for a
    damaged file may not be valid text."""
    if isinstance(error, UnicodeDecodeError):
        return "damaged"
    return reason_of(error) if isinstance(error, OSError) else str(error) or type(error).__name__


def in_words(error: BaseException) -> str:
    """The reason as text for the person who started the table."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def standing_row(evening: int, standing: Standing) -> tuple[Any, ...]:
    """A sealed row of how an evening stands."""
    data = msgspec.msgpack.encode(standing)
    return evening, data, seal(b"", evening, data)


def story_row(evening: int, round_number: int, story: bytes) -> tuple[Any, ...]:
    """A sealed row of a round's story."""
    return evening, round_number, story, seal(b"", evening, round_number, story)


def key_row(evening: int, round_number: int, key: str) -> tuple[Any, ...]:
    """A sealed row of a round's key."""
    return evening, round_number, key, seal(b"", evening, round_number, key)


def call_row(
    evening: int, round_number: int, listed: int, lines: Sequence[JournalLine]
) -> tuple[int, bytes, bytes]:
    """A sealed row of a call's answers, of the same size whether there are any or not."""
    data = msgspec.msgpack.encode((round_number, listed, list(unpacked(lines))))
    data = len(data).to_bytes(4, "big") + data
    data += bytes(-len(data) % CALL_BYTES)
    return evening, data, seal(b"", evening, data)
