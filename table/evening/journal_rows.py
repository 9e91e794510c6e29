"""The rows of kept evenings: which are undamaged, and how several files combine.

Every row ends with a seal over all that stands before it; that of an answer covers the answers before it too.
So a changed or misplaced row is detected, and of two files with the same evening each row is taken from the
one in which it is right.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

from table.games.records import ROUND_OVER

Row = tuple[Any, ...]

SHEETS: Mapping[str, int] = {"standing": 1, "stories": 2, "keys": 2, "calls": 1}
"""Tables of an evening besides its answers, with the number of their key columns; the first is the evening
itself.

The data follow the keys, then a seal over everything. Each is compared with the copy and mended in the same
way.
"""


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


@dataclass
class Rows:
    """The rows of one evening in a file, right or damaged."""

    head: Row | None = None
    """The row of the table `evenings`."""
    answers: dict[tuple[Any, ...], Row] = field(default_factory=dict)
    """Answers by round and number."""
    sheets: dict[tuple[Any, ...], Row] = field(default_factory=dict)
    """Rows of `SHEETS`, by table and keys."""

    def lacks(self, other: Rows) -> bool:
        """Whether the other has a row that differs or is missing here."""
        return self != other and (
            self.head != other.head
            or any(self.answers.get(key) != row for key, row in other.answers.items())
            or any(self.sheets.get(key) != row for key, row in other.sheets.items())
        )


def read_rows(base: sqlite3.Connection) -> dict[int, Rows]:
    """Reads every evening of a file as far as possible."""
    found: dict[int, Rows] = {}
    for head in fetched(base, "SELECT evening, began_s, setup, seal, left_s FROM evenings ORDER BY evening"):
        found[head[0]] = Rows(head)
    for (number,) in fetched(base, "SELECT DISTINCT evening FROM answers"):
        found.setdefault(number, Rows())
    columns = "SELECT evening, round, number, word, answer, at_s, people, trace, seal FROM answers"
    for number, rows in found.items():
        # Rows behind a damaged page are read from the other end.
        for order in ("round, number", "round DESC, number DESC"):
            query = f"{columns} WHERE evening = ? ORDER BY {order}"
            rows.answers |= {row[1:3]: row for row in fetched(base, query, number)}
            if _count(base, "answers", number) == len(rows.answers):
                break
        for table, keys in SHEETS.items():
            for row in fetched(base, f"SELECT * FROM {table} WHERE evening = ?", number):
                rows.sheets[(table, *row[:keys])] = row
    return found


def _count(base: sqlite3.Connection, table: str, number: int) -> int | None:
    """Number of rows of an evening in a table; None if unknown."""
    counted = list(fetched(base, f"SELECT count(*) FROM {table} WHERE evening = ?", number))
    return int(counted[0][0]) if counted else None


def joined(number: int, sources: Sequence[Rows], now_s: float) -> Rows | None:
    """Combines the right rows of one evening from several files; the first file's if two are right.

    None if its beginning is lost. If its last answer is not from the first file, more may have been played,
    so it is marked as not to be resumed.
    """
    heads = [rows.head for rows in sources if rows.head and _is_head(number, rows.head)]
    if not heads:
        return None
    head, whole = heads[0], Rows()
    whole.answers = _right(sources)
    for rows in sources:
        for key, row in rows.sheets.items():
            if key not in whole.sheets and _follows(row, b""):
                whole.sheets[key] = row
    left_s = next((one[4] for one in heads if one[4] is not None), None)
    if left_s is None and whole.answers and list(whole.answers)[-1] not in sources[0].answers:
        left_s = now_s
    whole.head = (*head[:4], left_s)
    return whole


def _right(sources: Sequence[Rows]) -> dict[tuple[Any, ...], Row]:
    """Combines the answers of an evening from several files, each from the first in which it follows those
    before."""
    found: dict[tuple[Any, ...], Row] = {}
    at: tuple[int, int] = (0, 0)
    last = b""
    while True:
        answers = (rows.answers[at] for rows in sources if at in rows.answers)
        row = next((row for row in answers if _follows(row, last)), None)
        if row is None:
            return found
        found[at] = row
        at, last = ((at[0] + 1, 0), b"") if row[3] == ROUND_OVER else ((at[0], at[1] + 1), row[-1])


def _is_head(number: int, row: Row) -> bool:
    """Whether this row is an undamaged beginning of the evening."""
    kept, began_s, setup, sealed, _ = row
    return kept == number and isinstance(began_s, float) and _sealed(sealed, b"", setup)


def _follows(row: Row, last: bytes) -> bool:
    """Whether this row is undamaged and follows one with that seal."""
    return _sealed(row[-1], last, *row[:-1])


def _sealed(sealed: object, before: bytes, *parts: object) -> bool:
    with suppress(TypeError, ValueError, OverflowError):
        return seal(before, *parts) == sealed
    return False


Mark = tuple[int, bytes]
"""An evening's number, and the seal of its beginning."""


def _has(rows: Mapping[int, Rows], mark: Mark) -> bool:
    """Whether a file contains that evening."""
    head = rows[mark[0]].head if mark[0] in rows else None
    return head is not None and head[3] == mark[1] and _is_head(mark[0], head)


def _is_anothers(rows: Mapping[int, Rows], mark: Mark) -> bool:
    """Whether this is no file of the table whose evening begun last is `mark`: it has another of that number,
    or a later one."""
    heads = {number: kept.head for number, kept in rows.items() if kept.head and _is_head(number, kept.head)}
    return not _has(rows, mark) and max(heads, default=0) >= mark[0]


def _are_kin(one: Mapping[int, Rows], other: Mapping[int, Rows]) -> bool:
    """Whether two files can belong to one journal: they share an evening or one is empty, and no evening has
    gone on differently."""
    heads = [{(at, rows.head[3]) for at, rows in file.items() if rows.head} for file in (one, other)]
    if all(heads) and not heads[0] & heads[1]:
        return False
    return not any(_part_ways(one[number], other[number]) for number in one.keys() & other.keys())


def _part_ways(one: Rows, other: Rows) -> bool:
    """Whether two files have different right answers at one place of an evening."""
    if one.answers == other.answers:
        return False
    both = one.answers.keys() & other.answers.keys()
    if all(one.answers[at] == other.answers[at] for at in both):
        return False
    right = [_right([rows]) for rows in (one, other)]
    return any(right[0][at] != right[1][at] for at in right[0].keys() & right[1].keys())


@dataclass
class Comparison:
    """The combination of two files."""

    evenings: dict[int, Rows]
    """All right rows, by evening."""
    first: dict[int, Rows]
    """The evenings of the first file."""
    other: dict[int, Rows]
    """The evenings of the other file."""
    strange: bool = False
    """Whether one of the files is another table's, and was ignored."""
    anothers_copy: bool = False
    """Whether it is a copy, in the place of a file that is lost."""

    @property
    def back(self) -> list[int]:
        """Numbers of the evenings with rows that the first file lacks."""
        return [
            number for number, rows in self.evenings.items() if self.first.get(number, Rows()).lacks(rows)
        ]

    @property
    def ahead(self) -> bool:
        """Whether the first has something that the other lacks."""
        played = {number: rows for number, rows in self.evenings.items() if rows.answers}
        return any(self.other.get(number, Rows()).lacks(rows) for number, rows in played.items())

    @property
    def part(self) -> list[int]:
        """Evenings with rows that are lost for good."""
        return [number for number, rows in self.first.items() if _lost(rows, self.evenings.get(number))]


def _lost(there: Rows, right: Rows | None) -> bool:
    """Whether some existing rows have no right ones in their places."""
    if right is None:
        return bool(there.answers or there.sheets)
    return not (there.answers.keys() <= right.answers.keys() and there.sheets.keys() <= right.sheets.keys())


def compare(
    first: sqlite3.Connection | None,
    others: Iterable[sqlite3.Connection],
    keep: int,
    now_s: float,
    mark: Mark | None = None,
    without_log: Sequence[sqlite3.Connection] = (),
) -> Comparison:
    """Combines the first file with its copies.

    An evening that only copies have is left out if it was dropped when the newest was begun, which left the
    last `keep`. A file that does not belong with the others is another table's and is ignored; `mark`, the
    evening begun last here, tells which. `without_log`: the first as it is without its log, which may be
    another table's.
    """
    mine = read_rows(first) if first else {}
    copies = [read_rows(base) for base in others]
    anothers: list[dict[int, Rows]] = []
    if mark and not any(rows.head for rows in mine.values()):  # Nothing here to compare them with.
        anothers = [rows for rows in copies if _is_anothers(rows, mark)]
        copies = [rows for rows in copies if rows not in anothers]
    files = [mine, *map(read_rows, without_log), *copies]

    def weight(rows: Mapping[int, Rows]) -> tuple[bool, int]:
        return bool(mark and _has(rows, mark)), sum(_are_kin(rows, other) for other in files)

    ours = max(files, key=weight)
    strange = bool(anothers) or not all(_are_kin(ours, rows) for rows in (mine, *copies))
    copies = [rows for rows in copies if _are_kin(ours, rows)]
    if not _are_kin(ours, mine):
        mine, copies = {}, [rows for rows in files[1:] if _are_kin(ours, rows)]
    numbers = sorted({number for rows in (mine, *copies) for number in rows if type(number) is int})
    evenings: dict[int, Rows] = {}
    for number in numbers:
        sources = [mine.get(number, Rows()), *(rows[number] for rows in copies if number in rows)]
        whole = joined(number, sources, now_s)
        if whole and (number in mine or whole.answers):
            evenings[number] = whole
    newest = max((number for number in evenings if number in mine), default=0)
    before = [number for number, rows in evenings.items() if number < newest and rows.answers]
    stays = before[max(0, len(before) - keep + 1) :]
    for number in [number for number in before if number not in mine and number not in stays]:
        del evenings[number]
    return Comparison(evenings, mine, copies[0] if copies else {}, strange, bool(anothers))


def write_rows(base: sqlite3.Connection, compared: Comparison) -> None:
    """Writes evenings to an empty file: their right rows, and damaged ones in their old places, so that a
    loss stays visible."""
    for number, rows in compared.evenings.items():
        spoilt = compared.first.get(number, Rows())
        _insert(base.execute, "evenings", rows.head or ())
        for row in (spoilt.answers | rows.answers).values():
            _insert(base.execute, "answers", row)
        for key, row in (spoilt.sheets | rows.sheets).items():
            _insert(base.execute, key[0], row)


def _insert(execute: Callable[..., object], table: str, row: Row) -> None:
    execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
