"""Notices that a device does not come back from what it was asked to do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

HANGS_S = 3.0
"""What is under way for longer may never be done: a frame, a question to a chip take a hundredth of it."""


class Watch:
    """Over the one thread that speaks with a device. `now`: the clock, in seconds. Whoever asks whether it
    `hangs` is another thread and never waits."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._began_s: float | None = None
        """When what is under way was begun."""

    @contextmanager
    def over(self) -> Iterator[None]:
        """Watches over one thing the device is asked to do."""
        self._began_s = self._now()
        try:
            yield
        finally:
            self._began_s = None

    @property
    def hangs(self) -> bool:
        """Whether one has been under way for so long that it may never be done."""
        began_s = self._began_s  # which the thread may change meanwhile
        return began_s is not None and self._now() - began_s >= HANGS_S

    def join(self, thread: threading.Thread) -> bool:
        """Waits until the thread has ended; one that hangs is left alone, and ends with the process. Whether
        it has."""
        thread.join(0.0 if self.hangs else HANGS_S)
        return not thread.is_alive()
