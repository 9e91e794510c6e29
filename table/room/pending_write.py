"""Waiting for the disk, which a round does and a table never."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

PATIENCE_S = 5.0
"""A disk that has answered nothing for so long is given up."""


class PendingWrite(threading.Event):
    """Set once a line lies on the disk, or never will. A disk that takes too long is given up."""

    def __init__(self, give_up: Callable[[str], None]) -> None:
        super().__init__()
        self._give_up = give_up
        self._patient_until_s = monotonic() + PATIENCE_S

    def wait_out(self) -> None:
        """Waits until then, and does nothing else."""
        while not self.is_set():
            self.wait(max(0.0, self._patient_until_s - monotonic()))

    def is_set(self) -> bool:
        """Whether nobody need wait for it any longer."""
        if not super().is_set() and monotonic() > self._patient_until_s:
            self._give_up("the disk does not answer")
            self.set()
        return super().is_set()
