"""The clock that runs and the clock that jumps."""

from __future__ import annotations

import math
import threading

import pytest

from hardware import clocks
from hardware.clocks import LiveClock, NothingToWaitForError, VirtualClock
from hardware.interface import Clock


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock on the wall, as a list with the one present time."""
    now = [1000.0]
    monkeypatch.setattr(clocks, "monotonic", lambda: now[0])
    return now


def test_a_live_clock_starts_at_zero_and_follows_the_wall(wall: list[float]) -> None:
    clock: Clock = LiveClock()
    assert clock.now() == 0.0
    wall[0] += 2.5
    assert clock.now() == 2.5


def test_a_live_clock_knows_when_the_kernel_stamped_something(wall: list[float]) -> None:
    clock = LiveClock(speed=4.0)
    wall[0] += 10.0
    assert clock.time_of(1002.5) == 10.0
    assert clock.time_of(wall[0]) == clock.now() == 40.0


def test_a_live_clock_waits_for_its_own_seconds(wall: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    class Held:
        def acquire(self, timeout: float = -1.0) -> bool:
            asked.append(timeout)
            return True

    monkeypatch.setattr(clocks, "Lock", Held)
    clock = LiveClock(speed=10.0)
    asked.clear()
    wall[0] += 1.0
    clock.wait(30.0)
    clock.wait(10.0)
    clock.wait(3.0)
    clock.wait(math.inf)
    assert asked == [2.0, 0.0, 0.0, -1]


def test_one_wake_before_the_wait_ends_it_and_is_used_up() -> None:
    clock = LiveClock()
    for _ in range(3):
        clock.wake()
    clock.wait(math.inf)
    after = threading.Thread(target=clock.wait, args=(math.inf,), daemon=True)
    after.start()
    after.join(timeout=0.02)
    assert after.is_alive()
    clock.wake()
    after.join(timeout=10.0)
    assert not after.is_alive()


def test_a_wait_of_some_microseconds_after_a_wake_ends_by_itself() -> None:
    """With a queue of the standard library for wakes, one in some thousands of these waited for ever."""
    clock = LiveClock()

    def waits() -> None:
        for number in range(20_000):
            clock.wake()
            clock.wait(clock.now() + 1.0)
            clock.wait(clock.now() + number % 40 * 1e-7)

    waiter = threading.Thread(target=waits, daemon=True)
    waiter.start()
    waiter.join(timeout=20.0)
    assert not waiter.is_alive()


@pytest.mark.parametrize("speed", [0.0, -1.0])
def test_no_clock_stands_still_or_runs_backward(speed: float) -> None:
    with pytest.raises(ValueError, match="must be more than 0"):
        LiveClock(speed)


def test_a_virtual_clock_moves_only_by_waiting() -> None:
    clock: Clock = VirtualClock(start_s=10.0)
    assert clock.now() == 10.0
    clock.wait(12.5)
    assert clock.now() == 12.5
    clock.wait(3.0)
    assert clock.now() == 12.5


def test_a_wait_stops_at_the_next_happening() -> None:
    clock = VirtualClock()
    seen: list[tuple[str, float]] = []
    clock.at(2.0, lambda: seen.append(("second", clock.now())))
    clock.at(1.0, lambda: seen.append(("first", clock.now())))
    clock.wait(10.0)
    assert (seen, clock.now()) == ([("first", 1.0)], 1.0)
    clock.wait(2.0)
    assert (seen[1:], clock.now()) == ([("second", 2.0)], 2.0)
    clock.wait(10.0)
    assert clock.now() == 10.0


def test_happenings_at_one_moment_keep_the_order_in_which_they_were_scheduled() -> None:
    clock = VirtualClock()
    seen: list[str] = []

    def first() -> None:
        seen.append("first")
        clock.at(1.0, lambda: seen.append("by the first"))
        clock.at(0.0, lambda: seen.append("too late, so now"))

    clock.at(1.0, first)
    clock.at(1.0, lambda: seen.append("second"))
    for _ in range(4):
        clock.wait(1.0)
    assert seen == ["first", "second", "by the first", "too late, so now"]
    assert clock.now() == 1.0


def test_a_happening_of_another_thread_ends_no_wait_unless_it_wakes_the_clock() -> None:
    clock = VirtualClock()
    seen: list[float] = []

    def happens() -> None:
        seen.append(clock.now())
        if seen == [1.0, 2.0]:
            clock.wake()

    for time_s in (1.0, 2.0, 3.0):
        clock.at(time_s, happens, wakes=False)
    clock.wait(10.0)
    assert (seen, clock.now()) == ([1.0, 2.0], 2.0)
    clock.wait(10.0)
    assert (seen, clock.now()) == ([1.0, 2.0, 3.0], 10.0)
    clock.at(11.0, happens, wakes=False)
    with pytest.raises(NothingToWaitForError):
        clock.wait(math.inf)


def test_a_virtual_wake_ends_the_next_wait_once() -> None:
    clock = VirtualClock()
    clock.wake()
    clock.wait(7.0)
    assert clock.now() == 0.0
    clock.wait(7.0)
    assert clock.now() == 7.0


def test_a_wake_by_a_happening_ends_only_the_wait_it_happened_in() -> None:
    clock = VirtualClock()
    clock.at(1.0, clock.wake)
    clock.wait(5.0)
    assert clock.now() == 1.0
    clock.wait(5.0)
    assert clock.now() == 5.0


def test_waiting_for_ever_for_nothing_is_an_error_that_says_when() -> None:
    clock = VirtualClock()
    clock.at(3.0, lambda: None)
    clock.wait(math.inf)
    with pytest.raises(NothingToWaitForError, match=r"at 3 s .* nothing is scheduled"):
        clock.wait(math.inf)
