"""Ambience and effects that only record what was heard."""

from __future__ import annotations

from typing import NamedTuple

from hardware.interface import Clock
from hardware.troubles import Trouble


class AmbienceChange(NamedTuple):
    """When the ambience began or stopped."""

    time_s: float
    is_heard: bool


class SimulatedAmbience:
    """An ambience that only records in `faded` when it began and ended."""

    def __init__(self, clock: Clock) -> None:
        self.faded: list[AmbienceChange] = []
        self.trouble: Trouble | None = None
        self._clock = clock

    @property
    def is_heard(self) -> bool:
        """Whether it is heard now."""
        return bool(self.faded) and self.faded[-1].is_heard

    def begin(self) -> None:
        """Records that it begins, unless it is heard."""
        if not self.is_heard:
            self.faded.append(AmbienceChange(self._clock.now(), True))

    def end(self) -> None:
        """Records that it ends, if it is heard."""
        if self.is_heard:
            self.faded.append(AmbienceChange(self._clock.now(), False))

    def close(self) -> None:
        """Falls silent."""
        self.end()


class Effect(NamedTuple):
    """A short sound, and when it began."""

    time_s: float
    key: str


class SimulatedEffects:
    """Effects that are only recorded, in `played`."""

    def __init__(self, clock: Clock) -> None:
        self.played: list[Effect] = []
        self.trouble: Trouble | None = None
        self._clock = clock

    def play(self, key: str) -> None:
        """Records that it begins."""
        self.played.append(Effect(self._clock.now(), key))

    def close(self) -> None:
        """Nothing to close."""
