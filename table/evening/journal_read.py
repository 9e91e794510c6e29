"""Reads and writes evenings row by row in a journal's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import starmap

import msgspec

from table.evening.journal_format import bring
from table.evening.journal_rows import SHEETS, AnswerRow, EveningRow, Row, fetched, seal
from table.evening.writer import (
    CALL,
    INSERT,
    KEY,
    STAND,
    TELL,
    Sealing,
    call_row,
    is_damage,
    key_row,
    standing_row,
    story_row,
)
from table.games.records import ROUND_OVER, JournalLine, Setup, Standing, StoredEvening, call_from


def gathered(evenings: Iterable[StoredEvening]) -> sqlite3.Connection:
    """A journal in memory with these evenings."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    bring(base, 0)
    for kept in evenings:
        _put_in(base, kept)
    return base


def _put_in(base: sqlite3.Connection, kept: StoredEvening) -> None:
    """Writes a whole evening into a file that has none with its number."""
    data = msgspec.msgpack.encode(kept.setup)
    left_s = kept.began_s if kept.left and kept.left_s is None else kept.left_s
    base.execute(
        "INSERT INTO evenings VALUES (?, ?, ?, ?, ?)",
        (kept.number, kept.began_s, data, seal(b"", data), left_s),
    )
    for round_number, lines in enumerate(kept.rounds):
        sealing, listed = Sealing(kept.number, round_number, []), call_from(lines)
        base.executemany(INSERT, [sealing.row(line) for line in lines[:listed]])
        base.execute(CALL, call_row(kept.number, round_number, listed, lines[listed:]))
    base.executemany(KEY, [key_row(kept.number, *keyed) for keyed in kept.keys.items()])
    if kept.standing:
        base.execute(STAND, standing_row(kept.number, kept.standing))
    base.executemany(TELL, [story_row(kept.number, number, story) for number, story in kept.stories.items()])


def read(base: sqlite3.Connection) -> Iterator[StoredEvening]:
    """Reads the evenings, as far as they are undamaged."""
    rows = fetched(base, "SELECT evening, began_s, left_s, setup, seal FROM evenings ORDER BY evening")
    for row in starmap(EveningRow, rows):
        if seal(b"", row.setup) != row.seal or not isinstance(row.began_s, float):
            continue
        try:
            setup = msgspec.msgpack.decode(row.setup, type=Setup)
        except msgspec.MsgspecError:  # An older garou's, with a field that this one does not know.
            continue
        number, is_left = row.evening, row.left_s is not None
        kept = StoredEvening(number, row.began_s, setup, [], is_left, left_s=row.left_s)
        _read_rounds(base, kept)
        _read_call(base, kept)
        for (data,) in _sealed(base, "standing", number):
            kept.standing = msgspec.msgpack.decode(data, type=Standing)
        kept.stories = dict(_sealed(base, "stories", number))
        kept.keys = dict(_sealed(base, "keys", number))
        yield kept


def _sealed(base: sqlite3.Connection, table: str, evening: int) -> Iterator[Row]:
    """The undamaged rows of an evening, without its number and their seals."""
    for *row, sealed in fetched(base, f"SELECT * FROM {table} WHERE evening = ?", evening):
        if seal(b"", *row) == sealed:
            yield tuple(row[1:])


def _read_rounds(base: sqlite3.Connection, kept: StoredEvening) -> None:
    """The answers of an evening up to the first damaged one. If later rounds are lost by that, the evening
    cannot be resumed."""
    is_damaged, last, following, before = False, 0, (0, 0), b""
    query = "SELECT * FROM answers WHERE evening = ? ORDER BY round, number"
    for row in starmap(AnswerRow, fetched(base, query, kept.number)):
        last = row.round
        before = before if row.number else b""
        is_damaged = is_damaged or (last, row.number) != following or seal(before, *row[:-1]) != row.seal
        if is_damaged:
            continue
        if not row.number:
            kept.rounds.append([])
        answer = msgspec.msgpack.decode(row.answer)
        kept.rounds[-1].append(JournalLine(row.word, answer, row.at_s, row.people, row.trace))
        following = (last + 1, 0) if row.word == ROUND_OVER else (last, row.number + 1)
        before = row.seal
    kept.left = kept.left or (is_damaged and last != len(kept.rounds) - 1)


def _read_call(base: sqlite3.Connection, kept: StoredEvening) -> None:
    """The answers of a call that is not over, which are stored beside the list and follow it."""
    lines = kept.rounds[-1] if kept.rounds else []
    if not lines or not lines[-1].word.startswith("wake "):
        return
    for (data,) in _sealed(base, "calls", kept.number):
        length = int.from_bytes(data[:4], "big")
        found = msgspec.msgpack.decode(data[4 : 4 + length], type=tuple[int, int, list[JournalLine]])
        if found[:2] == (len(kept.rounds) - 1, len(lines)):
            lines += found[2]


def is_whole(base: sqlite3.Connection) -> bool:
    """Whether SQLite finds no damage in a file, and each row is as it was written and in its place."""
    try:
        return (
            base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            and not base.execute("PRAGMA foreign_key_check").fetchone()
            and all(
                isinstance(began_s, float) and seal(b"", setup) == sealed
                for began_s, setup, sealed in base.execute("SELECT began_s, setup, seal FROM evenings")
            )
            and all(
                seal(b"", *parts) == sealed
                for table in SHEETS
                for *parts, sealed in base.execute(f"SELECT * FROM {table}")
            )
            and _are_sealed(base.execute("SELECT * FROM answers ORDER BY evening, round, number"))
        )
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError, ValueError, OverflowError) as error:
        if not is_damage(error):
            raise
        return False


def _are_sealed(answers: Iterator[Row]) -> bool:
    """Whether each answer follows the one before it, and each round one that is over."""
    following, last = (0, 0, 0), b""
    for row in starmap(AnswerRow, answers):
        if row[:3] not in (following, (row.evening, 0, 0)):
            return False
        if seal(last if row.number else b"", *row[:-1]) != row.seal:
            return False
        place = (row.round + 1, 0) if row.word == ROUND_OVER else (row.round, row.number + 1)
        following, last = (row.evening, *place), row.seal
    return True
