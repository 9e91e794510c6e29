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
