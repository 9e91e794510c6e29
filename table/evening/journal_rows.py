"""The seals of a journal's rows.

Every row ends with a seal over all that stands before it; that of an answer covers the answers before it too.
So a changed or misplaced row is detected.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

Row = tuple[Any, ...]

SHEETS = ("standing", "stories", "keys", "calls")
"""Tables of an evening besides its answers. The seal of a row covers all its other columns."""


class EveningRow(NamedTuple):
    """A row of `evenings`. `left_s`: when the evening was left for good; None: it was not."""

    evening: int
    began_s: float
    left_s: float | None
    setup: bytes
    seal: bytes


class AnswerRow(NamedTuple):
    """A row of `answers`, one line of a round. The fields are those of a `JournalLine`."""

    evening: int
    round: int
    number: int
    word: str
    answer: bytes
    at_s: float
    people: int
    trace: int
    seal: bytes


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
