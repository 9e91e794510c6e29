"""A short soak, and that it would notice what is left over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from unittest.mock import patch

import pytest

from hardware.rings.writer import RingWriter
from table.games.evening import Rules
from table.games.werewords.rules.box import MOTS_GAROUS
from tests.kit.diaries import BOXES
from tests.kit.sampling import THOROUGH, few, some
from tests.kit.soak import FAULTS, MORE, Soak, State, soak


@pytest.fixture(autouse=True)
def boxes(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Rules]:
    """Of both games."""
    chosen = {key: BOXES[key] for key in some(BOXES, of=3)}
    monkeypatch.setattr("tests.kit.soak.BOXES", chosen)
    return chosen


@pytest.mark.slow
def test_of_rounds_with_faults_nothing_is_left_over(
    boxes: Mapping[str, Rules], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a board that is drawn; a small one where the tests take samples."""
    if not THOROUGH:
        monkeypatch.setattr("tests.kit.soak.SIZE", (480, 270))
    rounds = few(12, 3)
    came = soak(rounds, seed=8, warm_after=few(10, 2))
    assert came.rounds >= rounds
    assert came.faults_found() == []
    assert len(came.faults) >= few(4, 1)
    assert set(came.faults) <= set(FAULTS)
    assert came.kinds[MOTS_GAROUS.key] >= few(2, 1)
    assert came.kinds["drawn"] >= len(boxes) + few(1, 0)


@pytest.mark.slow
def test_a_thread_that_is_left_over_is_seen() -> None:
    kept = []

    def left(writer: RingWriter) -> None:
        kept.append(writer)

    close = RingWriter.close
    with patch.object(RingWriter, "close", left):
        came = soak(few(10, 1), drawn=0.0, warm_after=few(10, 1))
    for writer in kept:
        close(writer)
    assert any("threads left over" in found for found in came.faults_found())


@pytest.mark.parametrize(
    ("after", "found"),
    [
        (State(100.0 * MORE, 1, 6, 0), []),
        (State(100.0 * MORE + 1, 1, 6, 0), ["memory grew from 100.0 to 111.0 MiB"]),
        (State(100.0, 2, 6, 0), ["1 threads left over"]),
        (State(100.0, 1, 9, 0), ["3 files left over"]),
        (State(100.0, 1, 6, 1), ["1 processes left over"]),
    ],
)
def test_what_is_left_over_is_said(after: State, found: list[str]) -> None:
    warm = State(100.0, 1, 6, 0)
    assert Soak(1, Counter(), Counter(), warm, warm, after).faults_found() == found
