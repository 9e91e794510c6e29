"""Every benchmark starts: it is run whole, on so little that nothing is measured."""

from __future__ import annotations

import gc
import importlib
import shutil
import sys
from collections.abc import Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware import patterns
from hardware.debounce import USUAL
from table.games.werewolf import recommend
from tests.kit.paths import ROOT
from tests.kit.sampling import THOROUGH, some

BENCHMARKS = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
LITTLE: Mapping[str, Mapping[str, Any]] = {
    "bots": {"TURNS": 1, "ROUNDS": 1},
    "board": {
        "SIZE": (480, 270),
        "FRAMES": 1,
        "EVENINGS": 1,
        "MOVES_S": 0.5,
        "RESTS": 0,
        "IDLE_S": 1,
        "FRAMES_A_SECOND": 1,
    },
    "board_page": {"SIZE": (480, 270), "IDLE_S": 1.0, "SETTLES_S": 1.0},
    "chances": {"ROUNDS": 10},
    "disagrees": {"ROUNDS": 4, "PLAYERS": (5,)},
    "encode": {"FRAMES": 2},
    "fair_decks": {"SEEDS": 1, "ROUNDS": 4},
    "minds": {"ROUNDS": 1, "PLAYERS": (8,), "IN_THE_GYM": 1},
    "memory": {"SIZE": (480, 270), "ROUNDS": 0},
    "nights": {"DRAWS": 1},
    "phones": {"PHONES": 2, "MOST": 2, "TOUCHES": 2, "SECONDS": 1},
    "pods": {"PODS": 2, "REAL_PODS": 2, "SECONDS": 5},
    "press_to_frame": {"SECONDS": 1, "BARS_MS": {12: (5, 20)}},
    "resume": {"RUNS": 1},
    "room": {"RUNS": 1, "LINES": 1},
    "rounds": {"RUNS": 1, "ROUNDS": 10},
    "set_up": {"COMMANDS": ()},
    "start_up": {"RUNS": 1},
    "tempers": {"ROUNDS": 1, "PLAYERS": 5},
    "venue": {"TABLES": 2, "REAL": 1, "SECONDS": 4},
}
"""What each is run on instead of what it measures."""
LONG = {"board_page", "phones", "pods", "venue"}
"""Those that start a browser, a gateway, a broker or pods: they belong to `make test-all`."""
PAGES = ("PAGE", "DATA", "WORD_PAGE")
ROWS = ("rows", "word_rows")


@pytest.mark.parametrize("name", BENCHMARKS if THOROUGH else some(sorted({*BENCHMARKS} - LONG), of=7))
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
    if name == "fair_decks":  # one deck, in a copy of its folder
        monkeypatch.setattr(module, "FILES", Path(shutil.copytree(module.FILES, tmp_path / "decks")))
        monkeypatch.setattr(sys, "argv", [name, "write", "thiercelieux", "beginner", "10"])
        monkeypatch.setattr(recommend, "ROUNDS", (2, 4, 6))
    if name == "rounds":  # starts itself for the compiled rules
        monkeypatch.setattr(module.subprocess, "run", lambda *_: SimpleNamespace(returncode=2))
    assert module.main() in (0, 1), "a bar is held or missed, and nothing else"


def test_a_press_is_seen_on_the_wire() -> None:
    """The light of a seat by day, as a room lights it: what the benchmark looks for is what is there."""
    module = importlib.import_module("benchmarks.press_to_frame")
    pixels, code = module.PIXELS, module.Code(mhz=module.MHZ)
    wired = module.along_the_wire(pixels, [module.Mounting()] * 2, "GRB")

    def frame(target: int | None) -> bytes:
        rings = [patterns.pointing(pixels, at, (), 0.0) for at in (None, target)]
        return bytes(code.encoded(bytes(wired(b"".join(rings)))))

    written = [(0.0, frame(None)), (1.0, frame(None)), (2.030, frame(5)), (3.0, frame(5)), (4.020, frame(9))]
    found = module.latencies(2, [(1, 2.0), (1, 4.0)], written)
    settle_ms = 1000 * USUAL.settle_s
    assert found == [pytest.approx(30.0 - settle_ms), pytest.approx(20.0 - settle_ms)]
