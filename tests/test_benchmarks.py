"""Every benchmark starts: it is run whole, on so little that nothing is measured."""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
LITTLE: Mapping[str, Mapping[str, Any]] = {
    "board": {"SIZE": (480, 270), "FRAMES": 1, "EVENINGS": 1, "RESTS": 0, "IDLE_S": 1, "FRAMES_A_SECOND": 1},
    "chances": {"ROUNDS": 10},
    "encode": {"FRAMES": 2},
    "memory": {"SIZE": (480, 270), "ROUNDS": 0},
    "nights": {"DRAWS": 1},
    "press_to_frame": {"SECONDS": 1},
    "resume": {"RUNS": 1},
    "room": {"RUNS": 1, "LINES": 1},
    "rounds": {"RUNS": 1, "ROUNDS": 10},
    "start_up": {"RUNS": 1},
}
"""What each is run on, in the place of what it measures."""
PAGES = ("PAGE", "DATA", "WORD_PAGE")
ROWS = ("rows", "word_rows")


@pytest.mark.parametrize("name", BENCHMARKS)
def test_a_benchmark_starts(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module(f"benchmarks.{name}")
    for constant, little in LITTLE[name].items():
        assert type(getattr(module, constant)) is type(little)
        monkeypatch.setattr(module, constant, little)
    for page in PAGES:
        if path := getattr(module, page, None):
            monkeypatch.setattr(module, page, Path(shutil.copy(path, tmp_path)))
    for rows in ROWS:
        if all_of_them := getattr(module, rows, None):
            monkeypatch.setattr(module, rows, lambda them=all_of_them: list(islice(them(), 1)))
    monkeypatch.setattr(sys, "argv", [name])
    monkeypatch.setattr(gc, "disable", lambda: None)
    if name == "press_to_frame":  # on a busy machine a moment has too few presses
        monkeypatch.setattr(module, "latencies", lambda *_: [1.0, 2.0])
    if name == "memory":  # starts itself twice, on as much as it measures
        assert module.measure(8, tmp_path) > 0
        return
    if name == "rounds":  # starts itself for the compiled rules
        monkeypatch.setattr(module.subprocess, "run", lambda *_: SimpleNamespace(returncode=2))
    assert module.main() in (0, 1), "a bar is held or missed, and nothing else"
