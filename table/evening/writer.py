"""Lines of an evening are written to the disk by a thread of its own, one transaction after the other."""

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
    """The file is another program's."""


class NothingKeptError(JournalError):
    """There is no journal: nothing has ever been kept there."""


TELL = "INSERT OR REPLACE INTO stories VALUES (?, ?, ?, ?)"
INSERT = "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
CUT = "DELETE FROM answers WHERE evening = ? AND (round > ? OR (round = ? AND number >= ?))"
STAND = "INSERT OR REPLACE INTO standing VALUES (?, ?, ?)"
KEY = "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?)"
CALL = "INSERT OR REPLACE INTO calls VALUES (?, ?, ?)"


class Sealing:
    """Turns the lines of one round into rows, each sealed onto the one before."""

    def __init__(self, evening: int, round_number: int, lines: Sequence[JournalLine]) -> None:
        self.evening = evening
        self.round = round_number
        self.number = 0
        self._last = b""
        for line in lines:
            self.row(line)

    def row(self, line: JournalLine) -> tuple[Any, ...]:
        """The next row."""
        answer = msgspec.msgpack.encode(line.answer)
        parts = (self.evening, self.round, self.number, line.word, answer, line.at_s, line.people, line.trace)
        self._last = seal(self._last, *parts)
        self.number += 1
        return (*parts, self._last)


class Writer:
    """Writes lines in a thread of its own, everything that has come together in one transaction.

    A disk that fails makes no evening fail: `trouble` says so from then on, and nothing is waited for.
    """

    def __init__(
        self,
        connect: Callable[[], sqlite3.Connection],
        done: Callable[[], None],
        before_cut: Callable[[tuple[Any, ...]], None] = lambda _: None,
    ) -> None:
        """`before_cut`: gets what says which lines are taken away, before they are."""
        self.trouble: str | None = None
        self._connect = connect
        self._done = done
        self._before_cut = before_cut
        self._rows: SimpleQueue[tuple[str, Sequence[tuple[Any, ...]], PendingWrite] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def put(self, *rows: tuple[Any, ...]) -> PendingWrite:
        """To be written, all of them or none."""
        return self._do(INSERT, *rows)

    def call(
        self, evening: int, round_number: int, listed: int, lines: Sequence[JournalLine]
    ) -> PendingWrite:
        """What has been answered in the call under way, which follows on so many lines, to be written in the
        place of what stood there."""
        return self._do(CALL, call_row(evening, round_number, listed, lines))

    def key(self, evening: int, round_number: int, key: str) -> PendingWrite:
        """To be written before the first line of its round: nothing that is drawn from it has an effect
        before."""
        return self._do(KEY, key_row(evening, round_number, key))

    def cut(self, evening: int, round_number: int, lines: int) -> PendingWrite:
        """Of this round only so many lines are to stay."""
        return self._do(CUT, (evening, round_number, round_number, lines))

    def stand(self, evening: int, standing: Standing) -> PendingWrite:
        """To be written in the place of what stood there."""
        return self._do(STAND, standing_row(evening, standing))

    def tell(self, evening: int, round_number: int, story: bytes) -> PendingWrite:
        """What happened in a round that is over."""
        return self._do(TELL, story_row(evening, round_number, story))

    def _do(self, statement: str, *rows: tuple[Any, ...]) -> PendingWrite:
        written = PendingWrite(self.give_up)
        if self.trouble:
            written.set()
        else:
            self._rows.put((statement, rows, written))
        return written

    def give_up(self, trouble: str) -> None:
        """The disk is not waited for any longer."""
        self.trouble = self.trouble or trouble

    def close(self) -> None:
        """Writes what is left. A disk that hangs is left alone after a while."""
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
            # After one line is missing no later one may be there.
            if base and not self.trouble:
                try:
                    base.execute("BEGIN IMMEDIATE")
                    for statement, rows, _ in together:
                        if statement == CUT:
                            self._before_cut(rows[0])
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
            if ended:
                break
        if base:
            with suppress(sqlite3.Error):
                base.close()


@contextmanager
def transaction(base: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """All of it is written, or nothing is, and `JournalError` says why."""
    try:
        base.execute("BEGIN IMMEDIATE")
        yield base
        base.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            base.execute("ROLLBACK")
        raise JournalError(Reason("file.unwritten", file=path, reason=reason(error))) from None


def is_damage(error: Exception) -> bool:
    """Whether the file is at fault, and neither the disk nor whoever else has it open."""
    return not isinstance(error, sqlite3.OperationalError) or (
        getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    )


def reason(error: BaseException) -> str:
    """Why, without the name of an exception: by the name of what the system answered, or in SQLite's words.
    What that says of a damaged file may be no text itself."""
    if isinstance(error, UnicodeDecodeError):
        return "damaged"
    return reason_of(error) if isinstance(error, OSError) else str(error) or type(error).__name__


def in_words(error: BaseException) -> str:
    """The same for whoever started the table, without a look at the disk."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def standing_row(evening: int, standing: Standing) -> tuple[Any, ...]:
    """How an evening stands, sealed."""
    data = msgspec.msgpack.encode(standing)
    return evening, data, seal(b"", evening, data)


def story_row(evening: int, round_number: int, story: bytes) -> tuple[Any, ...]:
    """The story of a round, sealed."""
    return evening, round_number, story, seal(b"", evening, round_number, story)


def key_row(evening: int, round_number: int, key: str) -> tuple[Any, ...]:
    """The key of a round, sealed."""
    return evening, round_number, key, seal(b"", evening, round_number, key)


def call_row(
    evening: int, round_number: int, listed: int, lines: Sequence[JournalLine]
) -> tuple[int, bytes, bytes]:
    """What has been answered in a call, sealed: as long whether anything has been or not."""
    data = msgspec.msgpack.encode((round_number, listed, list(unpacked(lines))))
    data = len(data).to_bytes(4, "big") + data
    data += bytes(-len(data) % CALL_BYTES)
    return evening, data, seal(b"", evening, data)
