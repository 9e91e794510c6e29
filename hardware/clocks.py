"""The live clock and the virtual clock."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from threading import Lock
from time import monotonic


class LiveClock:
    """Runs `speed` times as fast as real time, from 0.

    A lock is what a wait waits for, and `wake` releases it. Unlike an Event's, that is safe even in a signal
    handler that interrupts the wait itself. It is no SimpleQueue: the `get` of one that was emptied may wait
    for ever where only some microseconds were asked for (CPython 3.11: what is left of them turns negative).
    """

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"speed is {speed:g}: a clock runs forward, so it must be more than 0")
        self.speed = speed
        self._started_s = monotonic()
        self._woken = Lock()
        self._woken.acquire()

    def now(self) -> float:
        """Seconds since this clock was made; `speed` of them in a real second."""
        return self.time_of(monotonic())

    def time_of(self, monotonic_s: float) -> float:
        """The time of a moment of the system's monotonic clock, the one of the kernel's stamps."""
        return (monotonic_s - self._started_s) * self.speed

    def wait(self, until_s: float) -> None:
        """Returns at `until_s`, or sooner if `wake` was called since the last wait. For one thread."""
        rest_s = max(0.0, until_s - self.now()) / self.speed
        # Each waker's work is done before it wakes us, so one return answers all wakes so far.
        self._woken.acquire(timeout=-1 if rest_s == math.inf else rest_s)

    def wake(self) -> None:
        """Ends a wait early. May be called from any thread and from a signal handler."""
        with suppress(RuntimeError):  # A wake that nobody has answered yet is enough.
            self._woken.release()


class NothingToWaitForError(RuntimeError):
    """A virtual clock was asked to wait for ever with nothing scheduled."""


class VirtualClock:
    """A clock whose time moves only when somebody waits, and then at once. For one thread.

    `at` schedules what will happen: a press, a cut cable. A wait runs to the next of these, or to its end if
    that comes first.
    """

    def __init__(self, start_s: float = 0.0, speed: float = 1.0) -> None:
        self.speed = speed
        self._now_s = start_s
        self._woken = False
        self._order = count()
        self._happenings: list[tuple[float, int, Callable[[], object], bool]] = []

    def now(self) -> float:
        """Seconds."""
        return self._now_s

    def time_of(self, monotonic_s: float) -> float:
        """The time of a moment of a system's clock that began with this one."""
        return monotonic_s * self.speed

    def at(self, time_s: float, action: Callable[[], object], *, wakes: bool = True) -> None:
        """Schedules `action`. Actions for the same time run in the order they were scheduled.

        A past time means the next wait. An action may schedule others, also at the present moment.
        `wakes`: whether it ends a wait. What a thread of its own would do does not, unless it calls `wake`.
        """
        heapq.heappush(self._happenings, (max(time_s, self._now_s), next(self._order), action, wakes))

    def wait(self, until_s: float) -> None:
        """Jumps to the next scheduled action up to `until_s` that ends a wait and runs all up to it, or to
        `until_s`.

        Returns without moving if `wake` was called since the last wait.
        Raises `NothingToWaitForError` if it would have to wait for ever.
        """
        if not self._woken:
            self._move(until_s)
        self._woken = False

    def _move(self, until_s: float) -> None:
        while self._happenings and self._happenings[0][0] <= max(until_s, self._now_s):
            self._now_s, _, action, wakes = heapq.heappop(self._happenings)
            action()
            if wakes or self._woken:
                return
        if until_s == math.inf:
            raise NothingToWaitForError(
                f"at {self._now_s:g} s the table waits for something to happen, and nothing is scheduled"
            )
        self._now_s = max(self._now_s, until_s)

    def wake(self) -> None:
        """Ends the current wait, or the next one."""
        self._woken = True
