"""A few of the cuts of `tests.kit.cuts`; a lost answer would be noticed."""

from __future__ import annotations

import itertools
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from table.evening.diary import EveningShelf
from table.evening.journal import Journal
from tests.kit.cuts import MEMORY, at_any_byte, ends_well, given_in, last_round, whole
from tests.kit.diaries import Reseated, dice, evening, go_on
from tests.kit.paths import ROOT
from tests.kit.players import garou
from tests.kit.sampling import few


@pytest.mark.slow
def test_killed_after_every_answer_and_at_random_a_round_ends_as_it_would_have() -> None:
    """In a process of its own, which forks others."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.kit.cuts", str(few(30, 4))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told.stderr == ""
    assert "all went on to the same end" in told.stdout
    assert "killed after answers of a round of mots-garous: " in told.stdout


@pytest.mark.parametrize("seed", range(3))
def test_whatever_bytes_a_cut_leaves_no_answer_is_lost(seed: int) -> None:
    cuts = few(40, 8)
    assert at_any_byte(cuts, seed, Counter()) == cuts


def test_the_fault_of_a_lost_answer_is_seen(tmp_path: Path) -> None:
    """A round is stored up to an answer, and one more is said to have had an effect."""
    uncut = whole(lambda: evening(seed=3), 3)
    go_on(tmp_path, uncut.begin(), Reseated(dice(3)))
    kept = last_round(tmp_path)
    assert kept
    kept.rounds[0] = kept.rounds[0][:60]
    journal = Journal(tmp_path)
    journal.cut(kept)
    journal.close()
    with pytest.raises(AssertionError, match="had an effect"):
        ends_well(tmp_path, uncut, 60)
    ends_well(tmp_path, uncut, 10)


def test_the_fault_of_another_round_is_seen() -> None:
    uncut = whole(lambda: evening(seed=3), 3)
    with TemporaryDirectory() as folder:
        go_on(Path(folder), evening(seed=4), Reseated(dice(4)))
        with pytest.raises(AssertionError, match="not what was played"):
            ends_well(Path(folder), uncut, 0)


# The disk fails


ERRORS = (
    sqlite3.OperationalError("database or disk is full"),
    sqlite3.OperationalError("attempt to write a readonly database"),
    sqlite3.OperationalError("disk I/O error"),
)


class Failing(sqlite3.Connection):
    """A connection to a disk that obeys so many times and then fails. Reading does not fail."""

    left = 0
    error: Exception = ERRORS[0]

    def _works(self, statement: str) -> None:
        if not statement.lstrip().startswith(("SELECT", "PRAGMA", "ROLLBACK")):
            Failing.left -= 1
            if Failing.left < 0:
                raise Failing.error

    def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
        self._works(statement)
        return super().execute(statement, *given)

    def executemany(self, statement: str, *given: Any) -> sqlite3.Cursor:
        self._works(statement)
        return super().executemany(statement, *given)

    def executescript(self, statement: str) -> sqlite3.Cursor:
        self._works(statement)
        return super().executescript(statement)


def kept_evening(folder: Path) -> tuple[str, str | None, list[str]]:
    """An evening of one round as the table stores it. Returns the winner, why it was not stored whole, and
    what was said at the start."""
    shelf = EveningShelf(folder, 50)
    begun = evening("thiercelieux", "beginner", 8, seed=3)
    try:
        diary = shelf.diary(begun, "en")
        diary.open(lambda: None)
        try:
            winner = begun.play_next(diary.answerer(Reseated(dice(3)))).winner
        finally:
            diary.close()
        return winner, diary.trouble, [shelf.told] if shelf.told else []
    finally:
        shelf.close()


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder that no disk slows down."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def test_whichever_write_fails_the_evening_goes_on_and_says_so(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that is ever written: the file, its tables, the evening, and each answer's beginning, line
    and end."""
    sound, trouble, _ = kept_evening(memory / "sound")
    assert trouble is None
    kept = last_round(memory / "sound")
    assert kept
    given = given_in(kept.rounds[0])
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **more: connect(*a, **more, factory=Failing))
    for writes in itertools.count(0, few(1, 7)):
        folder = memory / str(writes)
        Failing.left, Failing.error = writes, ERRORS[writes % len(ERRORS)]
        winner, trouble, told = kept_evening(folder)
        assert winner == sound
        if trouble is None:
            break
        assert str(Failing.error) in trouble
        assert all("\n" not in sentence for sentence in [trouble, *told])
        Failing.left = 10**9
        kept = last_round(folder)
        found = given_in(kept.rounds[0]) if kept else []
        assert found == given[: len(found)], "no line is left out"
    assert writes > 3 * len(given)


def test_evenings_that_cannot_be_erased_whole_are_told_of(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full before the erased pages are overwritten."""

    class Full(sqlite3.Connection):
        def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
            if statement == "VACUUM":
                raise ERRORS[0]
            return super().execute(statement, *given)

    kept_evening(memory)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **more: connect(*a, **more, factory=Full))
    told = garou("chronicle", "--state", str(memory), "--erase", "--yes")
    assert (told.code, told.out) == (1, "")
    assert told.err.endswith("traces of some: database or disk is full\n")
