"""Touches of screens: a queue from the thread that hears them to the room, and a table without any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from queue import SimpleQueue

from hardware.interface import Touch


class NoTouches:
    """`Touches` of a table of pods alone."""

    def touches(self) -> Sequence[Touch]:
        """Always empty."""
        return ()

    def listen(self, wake: Callable[[], None]) -> None:
        """Never wakes anybody."""


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
        taken = (self._touches.get() for _ in range(self._touches.qsize()))
        return sorted(taken, key=lambda touch: touch.time_s)

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a touch waits to be taken."""
        self._wake = wake
        if not self._touches.empty():
            wake()
