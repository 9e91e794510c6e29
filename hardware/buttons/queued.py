"""A queue of button changes, from the threads that read the pins to the one that handles them."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from hardware.interface import Clock, Edge
from hardware.troubles import Trouble

STUCK_S = 30.0
"""Seconds after which a button that is down is probably not held by a finger."""


class QueuedButtons:
    """The part of `Buttons` that all backends share. They only call `_changed`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._wake: Callable[[], None] | None = None
        self._down_since: dict[tuple[int, int], float] = {}

    def edges(self) -> list[Edge]:
        """Takes the changes since the last call, in order of time. Never blocks.

        Changes of the same moment are in the order of their seats.
        """
        taken = sorted((self._edges.get() for _ in range(self._edges.qsize())), key=in_order)
        for edge in taken:
            if edge.down:
                self._down_since[edge.seat, edge.button] = edge.time_s
            else:
                self._down_since.pop((edge.seat, edge.button), None)
        return taken

    @property
    def troubles(self) -> list[Trouble]:
        """Buttons that have been down very long. For the thread that takes the edges."""
        long_ago_s = self._clock.now() - STUCK_S * self._clock.speed
        stuck = sorted(place for place, since_s in self._down_since.items() if since_s <= long_ago_s)
        return [held_down(*place) for place in stuck]

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


def in_order(edge: Edge) -> tuple[float, int, int]:
    """Sorts edges by time, then seat, then button; edges of one button keep their order."""
    return edge.time_s, edge.seat, edge.button


def held_down(seat: int, button: int) -> Trouble:
    """The trouble of a button that stays down; equal for as long as it does."""
    return Trouble("buttons.held", seat=seat, button=button, seconds=STUCK_S)
