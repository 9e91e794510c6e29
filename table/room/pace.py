"""How fast a round is played."""

from __future__ import annotations

import msgspec

from table.settings.times import HurriedTimes, Times


class Pace:
    """The times of a round, which a hurry shortens."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self.is_hurried = False
        """Whether the rest of the round is played in a hurry."""
        self.is_hurry_wanted = False
        """Whether somebody has asked for a hurry."""

    @property
    def factor(self) -> float:
        """1.0 at the normal pace, less in a hurry."""
        return self.times.factor

    def hurry(self) -> None:
        """Plays the rest of the round in a hurry."""
        self.is_hurried = True
        self.times = HurriedTimes(**msgspec.structs.asdict(self.times))
