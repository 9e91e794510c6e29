"""The clock of the public time or question under way: shown on the board, with audible ticks."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hardware.interface import Clock, Effects
from table.board.board import Timer
from table.room.choosing import Choosing
from table.room.village import Village

TICKS = 10
"""Number of ticks in the last seconds of a clock."""


class ClockState(msgspec.Struct):
    """The clock of a public time or question, kept while a round is stopped.

    `key`: of the public time or question.
    `length_s`: seconds it has in all.
    `spent_s`: seconds that have passed; below 0 if the host has added time.
    `asked`: what people had chosen so far, by seat.
    `abstains`: seats that give no answer this time.
    """

    key: str = ""
    length_s: float = 0.0
    spent_s: float = 0.0
    asked: Mapping[int, Choosing] = {}
    abstains: frozenset[int] = frozenset()


class PublicClock:
    """Runs one public time or question at a time."""

    def __init__(self, village: Village, effects: Effects, clock: Clock) -> None:
        self.running: ClockState | None = None
        """The public time or question under way, in its state at the beginning."""
        self.carried = ClockState()
        """The clock of the round that is being resumed, until the round reaches it."""
        self.ticks: list[float] = []
        """Moments of its ticks: each of the last seconds, and the end."""
        self._from_s = 0.0
        self._village = village
        self._effects = effects
        self._clock = clock

    def run(self, running: ClockState, ends_s: float) -> None:
        """Starts a public time, and shows it on the board."""
        self.running, self._from_s = running, ends_s - running.length_s
        now_s = self._clock.now()
        self._village.board.timer = Timer(ends_s, max(running.length_s, ends_s - now_s))
        self.ticks = [moment for left in range(TICKS, -1, -1) if (moment := ends_s - left) > now_s]

    def stop(self) -> None:
        """Stops the clock."""
        self.running = self._village.board.timer = None
        self.ticks = []

    @property
    def awaited(self) -> frozenset[int]:
        """Seats that are asked in public and have not locked an answer."""
        asked = self.running.asked if self.running else {}
        return frozenset(seat for seat, choosing in asked.items() if choosing.locked_s is None)

    def take_over(self, key: str) -> ClockState | None:
        """Returns the resumed clock, if it is of the time or question with this key."""
        carried, self.carried = self.carried, ClockState()
        return carried if carried.key == key else None

    def now(self) -> ClockState:
        """The public time or question under way, with the time spent so far."""
        if self.carried.key:
            return self.carried
        if self.running is None:
            return ClockState()
        return msgspec.structs.replace(self.running, spent_s=self._clock.now() - self._from_s)

    def tick(self, now_s: float) -> None:
        """Plays the ticks of the last seconds, and the gong at the end."""
        if self.ticks and self.ticks[0] <= now_s:
            self.ticks = [moment for moment in self.ticks if moment > now_s]
            self._effects.play("tick" if self.ticks else "gong")
