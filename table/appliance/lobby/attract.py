"""The pages that the board shows while nobody sits at the table."""

from __future__ import annotations

from table.room.presses import Presses

PAGE_S = 6.0
"""Seconds for each page: five of them say how to play."""


class AttractPages:
    """Turns the pages. `shows`: whether a show begins once all of them were shown."""

    def __init__(self, presses: Presses, *, shows: bool) -> None:
        self._presses = presses
        self._shows = shows
        self.at = 0
        """The page that is shown, from 0."""
        self.ends_s = 0.0
        """When the next one is."""

    def begin(self, now_s: float) -> None:
        """Shows the first page."""
        self.at, self.ends_s = 0, now_s + PAGE_S

    def turn(self, now_s: float, count: int) -> bool:
        """Shows the next of `count` pages if it is time, the first after the last. Returns whether it is time
        for a show."""
        if now_s < self.ends_s:
            return False
        if self.at + 1 < count or not self._shows:
            self.at, self.ends_s = (self.at + 1) % count, now_s + PAGE_S
        elif self._presses.is_touched():
            self.ends_s = now_s + self._presses.timing.hold_s  # Somebody is about to sit down.
        else:
            return True
        return False
