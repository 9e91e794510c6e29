"""The interfaces of the voice: engines that render recordings, players that play them, and their error."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from hardware.troubles import DeviceError, Trouble


class VoiceError(DeviceError, RuntimeError):
    """The reason why the voice fails."""


class Engine(Protocol):
    """Renders recordings."""

    def speaks(self, language: str) -> bool:
        """Whether it has a voice for a language."""

    def start(self) -> None:
        """Gets ready, so that problems show before the first line. Raises `VoiceError`."""

    def signature(self, language: str) -> str:
        """Everything besides the text that a recording depends on. Raises `VoiceError`."""

    def render(self, text: str, language: str, path: Path) -> None:
        """Writes one sentence to `path` as WAV: 16 bits, mono, 22,050 Hz. Raises `VoiceError`."""

    def restart(self) -> None:
        """Restarts: the next sentence is rendered by a fresh engine."""

    def close(self) -> None:
        """Ends for good, even during a call. May be called from any thread."""


class Player(Protocol):
    """Plays recordings, one at a time."""

    def open(self) -> None:
        """Opens the sound card. Raises `VoiceError`."""

    def play(self, path: Path, pitch: float = 1.0) -> None:
        """Begins to play, if there is a sound card; the file may change as soon as this returns. Raises
        `VoiceError`. `pitch`: factor on pitch and pace."""

    @property
    def playing(self) -> bool:
        """Whether it is still playing."""

    @property
    def moved(self) -> bool:
        """Whether another sound card has come under the last recording, so that not all of it was heard."""

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing can be heard now, or None. A sound card may come back."""

    def give_up(self) -> None:
        """Falls silent: the sound card plays nothing to its end. It is `trouble` until it is tried again."""

    def close(self) -> None:
        """Falls silent and closes the sound card."""
