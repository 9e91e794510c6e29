"""Sounds besides the voice: an ambience that runs in a loop beneath it, streamed from a file by the mixer.

Whatever fails (no sound card, no file), the evening goes on without it, and `trouble` says why.
"""

from __future__ import annotations

import os
from pathlib import Path

from hardware.voice import standard_error_silenced

FADE_IN_S = 2.0
FADE_OUT_S = 1.5


class NoAmbience:
    """An `Ambience` that is never heard, and is not meant to be."""

    trouble: str | None = None

    def begin(self) -> None:
        """Nothing is heard."""

    def end(self) -> None:
        """Nothing was heard."""

    def close(self) -> None:
        """Nothing to give back."""


class LoopedAmbience:
    """An `Ambience` from a WAV file whose end goes over into its beginning.

    It has the mixer's music to itself; the voice has a channel, so neither changes how loud the other is.
    """

    def __init__(self, path: Path, volume: float) -> None:
        """`volume`: 0.0 (silent) to 1.0 (as it was recorded)."""
        self.trouble: str | None = None
        self._path = path
        self._volume = volume
        self._is_heard = False
        self._is_loaded = False

    def begin(self) -> None:
        """What failed once is tried again each time: a sound card may have been plugged in since."""
        if self._is_heard:
            return
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        try:
            if not pygame.mixer.get_init():
                with standard_error_silenced():
                    pygame.mixer.init()
            pygame.mixer.music.load(self._path)
            self._is_loaded = True
            pygame.mixer.music.set_volume(self._volume)
            pygame.mixer.music.play(loops=-1, fade_ms=round(1000 * FADE_IN_S))
        except (pygame.error, OSError) as error:
            self.trouble = f"The night has no sound of its own: {error}."
            return
        self.trouble = None
        self._is_heard = True

    def end(self) -> None:
        if self._is_heard:
            import pygame

            self._is_heard = False
            if pygame.mixer.get_init():
                pygame.mixer.music.fadeout(round(1000 * FADE_OUT_S))

    def close(self) -> None:
        if self._is_loaded:
            import pygame

            self._is_heard = self._is_loaded = False
            if pygame.mixer.get_init():
                pygame.mixer.music.stop()
                pygame.mixer.music.unload()
