"""Rounds in batches: the same figures by any number of processes, and what an interruption leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from table.games import batches as module
from table.games.batches import BATCH, batches, played
from table.games.lots import Tally
from tests.kit.paths import ROOT
from tests.kit.players import garou

DECK = ("simulate", "--deck", "werewolf=2,seer,villager=5", "--players", "random", "--json")


def by_seed(rounds: int, seed: str) -> Tally:
    """As many wins as the seed is long, and who has counted."""
    return Tally(rounds, {"villagers": len(seed), f"process {os.getpid()}": 1}, 1.0, found=rounds)


def test_batches_are_all_the_rounds_and_no_seed_comes_twice() -> None:
    assert batches(BATCH * 2 + 3, 7) == [(BATCH, "7/0"), (BATCH, "7/1"), (3, "7/2")]
    assert batches(BATCH, 7) == [(BATCH, "7/0")]
    assert batches(2, "a") == [(2, "a/0")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_there_is_so_far_is_told_after_each_batch(jobs: int) -> None:
    told = list(played(by_seed, 2 * BATCH + 1, 7, jobs))
    assert [(one.rounds, one.wins["villagers"], one.found) for one in told] == [
        (BATCH, 3, BATCH),
        (2 * BATCH, 6, 2 * BATCH),
        (2 * BATCH + 1, 9, 2 * BATCH + 1),
    ]
    assert 0 < told[0].seconds <= told[-1].seconds
    here = f"process {os.getpid()}" in told[-1].wins
    assert here is (jobs == 1), "several processes are others than this one"


def test_workers_end_though_their_parent_ignores_the_signal() -> None:
    """A table that is being closed does, and so do commands under nohup."""
    code = """
import signal
from table.games.batches import workers
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with workers(abs, 2) as done:
    print(next(done([(-1,)] * 100)))
"""
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert told.stdout == "1\n"


def test_the_figures_of_a_command_do_not_depend_on_its_processes() -> None:
    told = [json.loads(garou(*DECK, "--rounds", "120", "--jobs", jobs).out) for jobs in ("1", "2")]
    assert told[0]["wins"] == told[1]["wins"]
    assert told[0]["rounds"] == 120


def test_an_interrupted_command_says_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*given: object) -> Iterator[Tally]:
        for number, tally in enumerate(played(*given)):  # type: ignore[arg-type]
            if number == 2:
                raise KeyboardInterrupt
            yield tally

    monkeypatch.setattr(module, "played", cut)
    told = garou(*DECK, "--rounds", "500", "--jobs", "1")
    assert told.code == 130
    assert told.err == f"garou: interrupted after {2 * BATCH} of 500 rounds\n"
    figures = json.loads(told.out)
    assert figures["rounds"] == sum(figures["wins"].values()) == 2 * BATCH
    told = garou(*DECK[:-1], "--rounds", "500", "--jobs", "1")
    assert f"\n{2 * BATCH} rounds in " in told.out


def test_whoever_follows_reads_a_line_after_each_batch() -> None:
    """As another program does: the last line is what the command says without it."""
    words = (*DECK, "--rounds", str(BATCH + 10))
    ran = subprocess.run(
        [sys.executable, "-m", "table", *words, "--follow"], cwd=ROOT, capture_output=True, text=True
    )
    first, last = map(json.loads, ran.stdout.splitlines())
    assert (first["rounds"], last["rounds"]) == (BATCH, BATCH + 10)
    assert last["wins"] == json.loads(garou(*words).out)["wins"]
    refused = garou(*DECK[:-1], "--follow")
    assert (refused.code, refused.err) == (2, "garou: --follow without --json; allowed: both\n")
