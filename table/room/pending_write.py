"""Lines on their way to the disk: a round waits for them, the table keeps running."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

PATIENCE_S = 5.0
"""Seconds until a disk that does not answer is given up."""


class PendingWrite(threading.Event):
    """Set once a line is on the disk, or never will be. A disk that takes too long is given up."""

    def __init__(self, give_up: Callable[[str], None]) -> None:
        super().__init__()
        self._give_up = give_up
        self._patient_until_s = monotonic() + PATIENCE_S

    def wait_out(self) -> None:
        """Blocks until the write is done or given up."""
        while not self.is_set():
            self.wait(max(0.0, self._patient_until_s - monotonic()))

    def is_set(self) -> bool:
        """Whether the write is done or given up."""
        if not super().is_set() and monotonic() > self._patient_until_s:
            self._give_up("the disk does not answer")
            self.set()
        return super().is_set()
