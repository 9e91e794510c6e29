"""Reads and writes evenings row by row in a journal's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from table.evening.journal_format import bring
from table.evening.journal_rows import fetched, seal
from table.evening.writer import (
    CALL,
    INSERT,
    KEY,
    STAND,
    TELL,
    Sealing,
    call_row,
    key_row,
    standing_row,
    story_row,
)
from table.games.records import JournalLine, Setup, Standing, StoredEvening, call_from, is_over


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
    rows = fetched(base, "SELECT evening, began_s, setup, seal, left_s FROM evenings ORDER BY evening")
    for row in rows:
        try:
            number, began_s, data, sealed, left_s = row
            if seal(b"", data) != sealed or type(number) is not int:
                continue
            setup = msgspec.msgpack.decode(data, type=Setup)
            began_s = float(began_s)
        except (TypeError, ValueError, msgspec.MsgspecError):
            continue
        kept = StoredEvening(number, began_s, setup, [], left_s is not None, left_s=left_s)
        _read_rounds(base, kept)
        _read_call(base, kept)
        kept.standing = _read_standing(base, kept)
        kept.stories = _read_stories(base, kept)
        kept.keys = _read_keys(base, kept.number)
        yield kept


def _read_rounds(base: sqlite3.Connection, kept: StoredEvening) -> None:
    """The answers of an evening up to the first damaged one. If later rounds are lost by that, the evening
    cannot be resumed."""
    sealing = Sealing(kept.number, 0, [])
    last = 0
    query = (
        "SELECT evening, round, number, word, answer, at_s, people, trace, seal FROM answers "
        "WHERE evening = ? ORDER BY round, number"
    )
    for row in fetched(base, query, kept.number):
        _, last, _, word, answer, at_s, people, trace, _ = row
        if kept.damaged:
            continue
        try:
            if last == len(kept.rounds) and (not kept.rounds or is_over(kept.rounds[-1])):
                kept.rounds.append([])
                sealing = Sealing(kept.number, last, [])
            line = JournalLine(word, msgspec.msgpack.decode(answer), at_s, people, trace)
            kept.damaged = not kept.rounds or sealing.row(line) != row
        except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):
            kept.damaged = True
        if not kept.damaged:
            kept.rounds[-1].append(line)
    if kept.rounds and not kept.rounds[-1]:
        kept.rounds.pop()
    kept.left = kept.left or (kept.damaged and last != len(kept.rounds) - 1)


def _read_call(base: sqlite3.Connection, kept: StoredEvening) -> None:
    """The answers of a call that is not over, which are stored beside the list and follow it."""
    lines = kept.rounds[-1] if kept.rounds else []
    if kept.damaged or not lines or not lines[-1].word.startswith("wake "):
        return
    for data, sealed in fetched(base, "SELECT data, seal FROM calls WHERE evening = ?", kept.number):
        try:
            if seal(b"", kept.number, data) != sealed:
                kept.damaged = True
                return
            length = int.from_bytes(data[:4], "big")
            found = msgspec.msgpack.decode(data[4 : 4 + length], type=tuple[int, int, list[JournalLine]])
        except (TypeError, ValueError, msgspec.MsgspecError):
            kept.damaged = True
            return
        if found[:2] == (len(kept.rounds) - 1, len(lines)):
            lines += found[2]


def _read_standing(base: sqlite3.Connection, kept: StoredEvening) -> Standing | None:
    """How the evening stands, if that was noted."""
    for data, sealed in fetched(base, "SELECT data, seal FROM standing WHERE evening = ?", kept.number):
        try:
            if seal(b"", kept.number, data) == sealed:
                return msgspec.msgpack.decode(data, type=Standing)
        except (TypeError, ValueError, msgspec.MsgspecError):
            continue
    return None


def _read_stories(base: sqlite3.Connection, kept: StoredEvening) -> dict[int, bytes]:
    """The undamaged stories of its rounds, by number."""
    query = "SELECT round, data, seal FROM stories WHERE evening = ?"
    return {
        number: bytes(data)
        for number, data, sealed in fetched(base, query, kept.number)
        if isinstance(data, bytes) and seal(b"", kept.number, number, data) == sealed
    }


def _read_keys(base: sqlite3.Connection, evening: int) -> dict[int, str]:
    """The undamaged keys of its rounds. A round without one goes on with a new key."""
    found: dict[int, str] = {}
    for row in fetched(base, "SELECT evening, round, key, seal FROM keys WHERE evening = ?", evening):
        _, number, key, _ = row
        with suppress(TypeError, ValueError, OverflowError):
            if isinstance(number, int) and isinstance(key, str) and row == key_row(evening, number, key):
                found[number] = key
    return found
