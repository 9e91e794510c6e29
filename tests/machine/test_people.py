"""What the people of these tests see, and how their buttons bounce; without a machine."""

from __future__ import annotations

from random import Random

import pytest

from hardware import patterns
from hardware.rings.spi import Code
from tests.machine.people import BOUNCE_MS, Frame, Mounted, bounced, faults_of, means, points_at, swapped

PIXELS = 24
WRITTEN = Code().encoded(bytes(PIXELS * 3))
"""One dark ring."""


def written(number: int = 0, ns: int = 0, hz: int = 3_050_000, data: bytes = WRITTEN) -> Frame:
    return Frame(number, ns, hz, data)


def test_a_frame_as_the_data_sheets_want_it_has_no_fault() -> None:
    assert faults_of(written(), None, PIXELS) == []
    assert faults_of(written(1, 10**9), written(), PIXELS) == []


@pytest.mark.parametrize(
    "frame",
    [
        written(hz=4_500_000),
        written(data=WRITTEN[1:]),
        written(data=WRITTEN[:200] + b"\xff" + WRITTEN[201:]),
        written(data=WRITTEN[:200] + WRITTEN[204:]),
        written(1, ns=1000),
    ],
    ids=["too fast", "no rest", "no pulse", "cut short", "too early"],
)
def test_any_other_frame_has_one(frame: Frame) -> None:
    assert faults_of(frame, written(), PIXELS)


@pytest.mark.parametrize("seed", range(20))
def test_a_contact_bounces_and_ends_where_the_finger_is(seed: int) -> None:
    moves = list(bounced(True, Random(seed)))
    assert moves[0] == (0.0, True)
    assert moves[-1] == (BOUNCE_MS, True)
    assert [ms for ms, _ in moves] == sorted(ms for ms, _ in moves)


def test_a_ring_that_may_be_turned_says_so_within_a_beat() -> None:
    def told(pattern: str) -> set[str]:
        times_s = [step * patterns.STEP_S for step in range(8)]
        rings = {
            "cursor": [patterns.cursor(PIXELS, 5, time_s, locked=False) for time_s in times_s],
            "locked": [patterns.cursor(PIXELS, 5, time_s, locked=True) for time_s in times_s],
            "day": [patterns.day(PIXELS, time_s) for time_s in times_s],
            "asleep": [patterns.asleep(PIXELS, time_s) for time_s in times_s],
            "winner": [patterns.winner(PIXELS, time_s) for time_s in times_s],
        }
        return {means(ring, PIXELS) for ring in rings[pattern]}

    assert told("cursor") == {"asked", "still"}
    assert told("locked") == {"still"}
    assert told("day") == {"day"}
    assert told("asleep") == {"quiet"}
    assert told("winner") == {"winner"}


def test_green_comes_before_red_on_the_wire() -> None:
    assert swapped(bytes([1, 2, 3, 4, 5, 6])) == bytes([2, 1, 3, 5, 4, 6])


def test_a_ring_is_seen_from_where_its_player_sits() -> None:
    wired = b"aaabbbcccddd"
    assert Mounted().seen(wired) == wired
    assert Mounted(first=1).seen(wired) == b"bbbcccdddaaa"
    assert Mounted(first=1, clockwise=False).seen(wired) == b"bbbaaadddccc"


@pytest.mark.parametrize("pixel", range(1, PIXELS))
def test_where_a_light_points_is_seen_at_any_moment(pixel: int) -> None:
    for step in range(40):
        time_s = step * patterns.STEP_S
        assert points_at(patterns.cursor(PIXELS, pixel, time_s, locked=False), PIXELS) == pixel
        assert points_at(patterns.pointing(PIXELS, pixel, (), time_s), PIXELS) == pixel
        assert points_at(patterns.nobody(PIXELS, time_s, locked=False), PIXELS) is None
