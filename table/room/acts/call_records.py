"""Records the answers of a night call in equal sizes, at moments that do not depend on who is asked."""

from __future__ import annotations

from collections.abc import Callable

from table.room.act import NEVER
from table.room.pending_write import PendingWrite
from table.room.stage import AT_ONCE, Stage

SAVE_S = 1.0
"""Seconds before the end of a call at which its questions end and its last record is written."""
RECORD_S = 0.5
"""Seconds between earlier records in a call, whether anybody has answered or not."""


class CallRecords:
    """Records the answers of a call at moments that depend only on its length.

    `ends_s`: returns when the current call ends.
    """

    def __init__(self, stage: Stage, ends_s: Callable[[], float]) -> None:
        self.due_s = NEVER
        """When the next record is made."""
        self.save_s = SAVE_S
        """Seconds kept free for the disk at the end of every call; 0 if nothing is ever written."""
        self.write: Callable[[], PendingWrite | None] | None = None
        """Writes the answers of the call so far; None: this table writes nothing."""
        self._stage = stage
        self._ends_s = ends_s
        self._made = 0
        """Number of records in this call."""
        self._is_last_made = False
        self._last: PendingWrite | None = None

    def begin(self, now_s: float) -> None:
        """Starts a call."""
        self._made, self._last, self._is_last_made = 0, None, False
        self.due_s = now_s + RECORD_S if self.write else NEVER

    def end(self) -> None:
        """Makes the last record of a call, and waits until its time is over and the record is on the disk."""
        self._stage.wait_until(self._ends_s() - self.save_s)
        self._make_last()
        self._stage.wait_until(self._ends_s())
        if self._last:
            self._stage.wait_for(self._last)

    def settle(self) -> None:
        """Waits until an answer is on the disk, with the next record, so that it has no effect before.

        The last record of a call is made when its last question is over.
        """
        made, last_s = self._made, self._ends_s() - self.save_s
        self._stage.wait_for_moment(lambda: AT_ONCE if self._made > made else last_s)
        if self._made == made:
            self._is_last_made = False
            self._make_last()
        if self._last:
            self._stage.wait_for(self._last)

    def make_in_time(self, now_s: float) -> None:
        """Makes the records that are due, except the last one of the call."""
        if now_s >= self.due_s:
            self.due_s += RECORD_S
            if self.due_s > self._ends_s() - self.save_s - RECORD_S / 2:
                self.due_s = NEVER
            self._make()

    def _make_last(self) -> None:
        self.due_s = NEVER
        if not self._is_last_made:
            self._is_last_made = True
            self._make()

    def _make(self) -> None:
        if self.write:
            self._made += 1
            self._last = self.write()
