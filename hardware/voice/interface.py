"""What the voice is made of: engines that make recordings, a player that makes them heard, their error."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from hardware.troubles import DeviceError


class VoiceError(DeviceError, RuntimeError):
    """Why nothing is heard."""


class Engine(Protocol):
    """Makes recordings."""

    def speaks(self, language: str) -> bool:
        """Whether it has a voice for a language."""

    def start(self) -> None:
        """Gets ready, so that trouble shows before the first line. Raises `VoiceError`."""

    def signature(self, language: str) -> str:
        """Everything besides its text that a recording depends on. Raises `VoiceError`."""

    def render(self, text: str, language: str, path: Path) -> None:
        """Writes one sentence to `path` as WAV: 16 bits, mono, 22,050 Hz. Raises `VoiceError`."""

    def restart(self) -> None:
        """Forgets the past: the next sentence is rendered by a fresh engine."""

    def close(self) -> None:
        """Ends for good, whatever it is doing. May be called from any thread."""


class Player(Protocol):
    """Makes recordings heard, one at a time."""

    def open(self) -> None:
        """Takes the sound card. Raises `VoiceError`."""

    def play(self, path: Path) -> None:
        """Begins to play; the file may change as soon as this returns. Raises `VoiceError`."""

    @property
    def playing(self) -> bool:
        """Whether it is still heard."""

    def close(self) -> None:
        """Falls silent and gives the sound card back."""
