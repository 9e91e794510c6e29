"""The format of a journal's file: its tables, upgrades from older ones, and how to open it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Literal

from table.errors import Reason
from table.evening.journal_files import create
from table.evening.writer import JournalError, StrangeError, is_damage
from table.room.pending_write import PATIENCE_S

APPLICATION = 0x6A57  # Written into the file: marks an SQLite file as a journal of this program.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE evenings (
        evening INTEGER PRIMARY KEY AUTOINCREMENT,
        began_s REAL NOT NULL,
        setup BLOB NOT NULL,
        seal BLOB NOT NULL,
        left_s REAL
    );
    CREATE TABLE answers (
        evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        round INTEGER NOT NULL,
        number INTEGER NOT NULL,
        word TEXT NOT NULL,
        answer BLOB NOT NULL,
        at_s REAL NOT NULL,
        people INTEGER NOT NULL,
        trace INTEGER NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (evening, round, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE standing (
        evening INTEGER PRIMARY KEY REFERENCES evenings ON DELETE CASCADE,
        data BLOB NOT NULL,
        seal BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE stories (
        evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        round INTEGER NOT NULL,
        data BLOB NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (evening, round)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE keys (
        evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        round INTEGER NOT NULL,
        key TEXT NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (evening, round)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE calls (
        evening INTEGER PRIMARY KEY REFERENCES evenings ON DELETE CASCADE,
        data BLOB NOT NULL,
        seal BLOB NOT NULL
    );
    """,
)
"""The SQL that upgrades each format from the one before; an empty file is format 0."""
TABLES = "SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"


def bring(base: sqlite3.Connection, found: int) -> None:
    """Upgrades a file from the format that was found."""
    for number, script in enumerate(MIGRATIONS[found:], start=found + 1):
        base.executescript(
            f"BEGIN IMMEDIATE; {script}; PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {number}; COMMIT"
        )


def connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    """Opens a journal with SQLite."""
    uri = path.resolve().as_uri()
    base = sqlite3.connect(f"{uri}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE_S)
    try:
        if mode == "rw":
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("PRAGMA foreign_keys = ON")
            base.execute("PRAGMA secure_delete = ON")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            base.close()
            raise
        # No journal, or a damaged one, which the next read reports.
    return base


def format_of(base: sqlite3.Connection, path: Path) -> int:
    """The format of a file, by its tables and its stated version. Raises `JournalError` if it is not ours, or
    newer than this program, and `sqlite3.DatabaseError` if it is ours but damaged."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (found,) = base.execute("PRAGMA user_version").fetchone()
    tables = frozenset(base.execute(TABLES))
    if not tables and not found:
        return 0
    formats = range(1, len(MIGRATIONS) + 1)
    known = next((number for number in formats if tables == _tables(MIGRATIONS[:number])), None)
    if known is None and (application != APPLICATION or found < 1):
        raise StrangeError(Reason("journal.none", file=path))
    if known is None and found > len(MIGRATIONS):
        raise JournalError(Reason("journal.newer", file=path, number=found, most=len(MIGRATIONS)))
    if known is None or (application, found) != (APPLICATION, known):
        raise sqlite3.DatabaseError("damaged")
    return known


def is_older(found: int) -> bool:
    """Whether a file of this format needs an upgrade before it can be read."""
    return 0 < found < len(MIGRATIONS)


@cache
def _tables(migrations: Sequence[str]) -> frozenset[tuple[Any, ...]]:
    """The tables of a file after these migrations, which differ between any two formats."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        for script in migrations:
            base.executescript(script)
        return frozenset(base.execute(TABLES))


def alone(path: Path) -> sqlite3.Connection:
    """Opens a file that has no log, and that nobody writes."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def in_memory(path: Path) -> sqlite3.Connection:
    """Loads a file without a log into memory, and brings it to this format."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with closing(alone(path)) as there:
            there.backup(base)
        bring(base, format_of(base, path))
    except BaseException:
        base.close()
        raise
    return base


def write_out(base: sqlite3.Connection, path: Path) -> None:
    """Writes a whole database to a new file, which is on the disk then."""
    path.unlink(missing_ok=True)
    create(path)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as there:
            there.execute("PRAGMA journal_mode = OFF")
            there.execute("PRAGMA synchronous = OFF")
            base.backup(there)
        with path.open("rb") as file:
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
