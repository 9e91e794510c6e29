"""A few of the damages of `tests.kit.damages`; a lost evening would be noticed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from table.evening.journal_folder import JournalFolder
from tests.kit.cuts import MEMORY
from tests.kit.damages import attack
from tests.kit.paths import ROOT
from tests.kit.sampling import few


def lost_in(times: int, seed: int) -> int:
    """How many evenings before the last were lost."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        return sum(fate.lost * count for (_, _, fate), count in attack(times, seed, Path(folder)).items())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(few(2, 1)))
def test_whatever_file_is_damaged_no_evening_before_the_last_is_lost(seed: int) -> None:
    assert lost_in(few(30, 15), seed) == 0


def test_the_fault_of_a_copy_that_nobody_reads_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JournalFolder, "_copy", lambda _: None)
    assert lost_in(30, 0) > 0


def test_whenever_a_table_is_killed_no_finished_evening_is_lost() -> None:
    """In a process of its own, which forks others."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.kit.damages", "8", "3", str(few(60, 8))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert "8 damages: evenings lost before the last: 0" in told.stdout
    assert "kills: finished evenings lost: 0" in told.stdout
