"""The seals of a journal's rows.

Every row ends with a seal over all that stands before it; that of an answer covers the answers before it too.
So a changed or misplaced row is detected.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from typing import Any

import msgspec

from table.games.records import ROUND_OVER

Row = tuple[Any, ...]

SHEETS = ("standing", "stories", "keys", "calls")
"""Tables of an evening besides its answers. The seal of a row covers all its other columns."""


def seal(before: bytes, *parts: object) -> bytes:
    """A checksum which proves that these parts follow those before, unchanged."""
    return blake2b(msgspec.msgpack.encode(parts), key=before, digest_size=8).digest()


def fetched(base: sqlite3.Connection, query: str, *facts: object) -> Iterator[Row]:
    """Fetches rows up to the first that cannot be read."""
    try:
        with closing(base.execute(query, facts)) as cursor:
            yield from cursor
    except sqlite3.ProgrammingError:
        raise  # Not damage, but a wrong query.
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return


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
    except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError, ValueError, OverflowError):
        return False


def _are_sealed(answers: Iterator[Row]) -> bool:
    """Whether each answer follows the one before it, and each round one that is over."""
    following, last = (0, 0, 0), b""
    for evening, number, line, word, *parts, sealed in answers:
        place = (evening, number, line)
        if place not in (following, (evening, 0, 0)):
            return False
        if seal(last if line else b"", *place, word, *parts) != sealed:
            return False
        following = (evening, number + 1, 0) if word == ROUND_OVER else (evening, number, line + 1)
        last = sealed
    return True
