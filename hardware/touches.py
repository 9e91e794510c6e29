"""Touches of screens: a queue from the thread that hears them to the room, and a table without any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from queue import SimpleQueue

from hardware.interface import Touch, Touches


class NoTouches:
    """`Touches` of a table of pods alone."""

    def touches(self) -> Sequence[Touch]:
        """Always empty."""
        return ()

    def listen(self, wake: Callable[[], None]) -> None:
        """Never wakes anybody."""


class MixedTouches:
    """`Touches` that combine others."""

    def __init__(self, parts: Sequence[Touches]) -> None:
        self._parts = parts

    def touches(self) -> list[Touch]:
        """Takes the touches since the last call, in order of time. Never blocks."""
        return in_order(touch for part in self._parts for touch in part.touches())

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a touch waits to be taken."""
        for part in self._parts:
            part.listen(wake)


class QueuedTouches:
    """`Touches` that another thread adds."""

    def __init__(self) -> None:
        self._touches: SimpleQueue[Touch] = SimpleQueue()
        self._wake: Callable[[], None] | None = None

    def add(self, touch: Touch) -> None:
        """Queues one touch. May be called from any thread."""
        self._touches.put(touch)
        if self._wake is not None:
            self._wake()

    def touches(self) -> list[Touch]:
        """Takes the touches since the last call, in order of time. Never blocks."""
        return in_order(self._touches.get() for _ in range(self._touches.qsize()))

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a touch waits to be taken."""
        self._wake = wake
        if not self._touches.empty():
            wake()


def in_order(touches: Iterable[Touch]) -> list[Touch]:
    """Sorts touches by time."""
    return sorted(touches, key=lambda touch: touch.time_s)
