"""Trials of Piper voices, without Piper."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError

Measure = Callable[[str, Callable[[], object]], float]
"""Gets a voice's file, and what to call before each sentence; returns the seconds for a second of speech."""


class Measured:
    """A trial that measures in a way of its own."""

    def __init__(self, voice: str, measure: Measure) -> None:
        self._voice, self._measure = voice, measure

    def speed(self, begins: Callable[[], object]) -> float:
        return self._measure(self._voice, begins)

    def close(self) -> None:
        pass


class Endless:
    """A trial whose first sentence only ends when somebody stops it."""

    def __init__(self, _: str = "") -> None:
        self.begun, self._stopped = Event(), Event()

    def speed(self, begins: Callable[[], object]) -> float:
        begins()
        self.begun.set()
        assert self._stopped.wait(60.0)
        raise VoiceError(Trouble("voice.ended", engine="piper"))

    def close(self) -> None:
        self._stopped.set()


def trials(measure: Measure) -> Callable[[str], Measured]:
    """Trials that all measure in this way."""
    return lambda voice: Measured(voice, measure)
