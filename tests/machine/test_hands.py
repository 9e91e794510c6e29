"""The fingers in the machine, on a header that is a file; without a machine."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from random import Random

import pytest

from tests.machine import hands
from tests.machine.people import bounced

LATE_S = 0.3


@pytest.fixture
def fingers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> hands.Fingers:
    """Fingers that move what is written to a file."""
    (tmp_path / "pins").touch()
    monkeypatch.setattr(hands, "WIRES", str(tmp_path))
    return hands.Fingers()


def test_a_late_move_makes_no_press_shorter(fingers: hands.Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move of the contact takes long, as on a busy machine."""
    made = list[tuple[float, str, bool]]()

    def move(place: str, down: bool) -> None:
        if not made:
            time.sleep(LATE_S)
        made.append((time.monotonic(), place, down))

    monkeypatch.setattr(fingers, "move", move)
    began_s = time.monotonic()
    fingers.hear([(50.0, "5", True), (150.0, "5", False), (200.0, "5", True)])
    threading.Thread(target=fingers.run, daemon=True).start()
    while len(made) < 3:
        time.sleep(0.01)
    assert [(place, down) for _, place, down in made] == [("5", True), ("5", False), ("5", True)]
    times_s = [time_s for time_s, _, _ in made]
    assert times_s[0] - began_s >= 0.05 + LATE_S
    assert times_s[1] - times_s[0] >= 0.1
    assert times_s[2] - times_s[1] >= 0.05


def test_a_bounce_is_cut_short_where_the_machine_stands_still(
    fingers: hands.Fingers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a press would become two."""
    made = list[bool]()

    def move(_: str, down: bool) -> None:
        made.append(down)
        time.sleep(LATE_S if len(made) == 1 else 0.0)

    monkeypatch.setattr(fingers, "move", move)
    fingers.hear([(0.0, "5", False), (1.0, "5", True), (2.0, "5", False), (300.0, "5", True)])
    threading.Thread(target=fingers.run, daemon=True).start()
    while len(made) < 3:
        time.sleep(0.01)
    assert made == [False, False, True]


def test_two_touches_go_on_beside_each_other(fingers: hands.Fingers, tmp_path: Path) -> None:
    for place in ("5", "6"):
        fingers.hear([(ms, place, down) for ms, down in bounced(True, Random(place))])
    threading.Thread(target=fingers.run, daemon=True).start()
    ends_s = time.monotonic() + 5.0
    while time.monotonic() < ends_s:
        lines = (tmp_path / "pins").read_text().splitlines()
        if {"5 1", "6 1"} <= {*lines} and lines[-1] in ("5 1", "6 1"):
            return
        time.sleep(0.01)
    raise AssertionError(lines)
