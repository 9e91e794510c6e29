"""Changes of contacts on their way from the threads that see them to the one that takes them."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from hardware.interface import Clock, Edge


class QueuedButtons:
    """The half of `Buttons` that all kinds of contacts share. They only say `_changed`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._wake: Callable[[], None] | None = None

    def edges(self) -> list[Edge]:
        """Takes the changes since the last call, in order of time. Never blocks."""
        taken = [self._edges.get() for _ in range(self._edges.qsize())]
        return sorted(taken, key=lambda edge: edge.time_s)

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a change waits to be taken."""
        self._wake = wake
        if not self._edges.empty():
            wake()

    def _changed(self, edge: Edge) -> None:
        """Queues one change. May be called from any thread."""
        self._edges.put(edge)
        if self._wake is not None:
            self._wake()
