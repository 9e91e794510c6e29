"""The sound card, through pygame's mixer, with ALSA's messages silenced."""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError

if TYPE_CHECKING:
    import pygame


class MixerPlayer:
    """A player on the first channel of pygame's mixer, which it reserves."""

    def __init__(self, volume: float = 1.0) -> None:
        """`volume`: 0.0 (silent) to 1.0 (as recorded); a later change applies from the next line on."""
        self.volume = volume
        self._channel: pygame.mixer.Channel | None = None

    def open(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        try:
            open_mixer()
        except pygame.error as error:
            raise VoiceError(Trouble("sound.missing", detail=str(error))) from None
        self._channel = pygame.mixer.Channel(0)

    def play(self, path: Path) -> None:
        import pygame

        assert self._channel is not None
        try:
            sound = pygame.mixer.Sound(str(path))
            sound.set_volume(self.volume)
            self._channel.play(sound)
        except pygame.error as error:
            raise VoiceError(Trouble("sound.refuses", detail=str(error))) from None

    @property
    def playing(self) -> bool:
        channel = self._channel  # which another thread may be closing
        return channel is not None and channel.get_busy()

    def close(self) -> None:
        if self._channel:
            self._channel.stop()
            self._channel = None


_opening = threading.Lock()


def open_mixer() -> None:
    """Opens the sound card, unless it is open; reserves the first channel for the voice. Raises
    `pygame.error`. May be called from any thread."""
    import pygame

    with _opening:
        if not pygame.mixer.get_init():
            silence_alsa()
            with standard_error_silenced():
                pygame.mixer.init()
            pygame.mixer.set_reserved(1)


def silence_alsa(load: Callable[[str], Any] = ctypes.CDLL) -> None:
    """Keeps alsa-lib from writing to standard error. On a busy machine it writes hundreds of lines, one for
    each gap in the sound, which would fill a service's log.

    alsa-lib calls a C function instead that does nothing: SDL's thread must go on playing without waiting for
    Python's lock. `load`: opens a library, for tests.
    """
    with contextlib.suppress(OSError):  # no ALSA here
        load("libasound.so.2").snd_lib_error_set_handler(ctypes.CDLL(None).getpid)


@contextlib.contextmanager
def standard_error_silenced() -> Iterator[None]:
    """Discards standard error, of C code too: ALSA writes a page there when it finds no sound card.

    It does so for the whole process: what other threads write meanwhile is lost.
    """
    kept = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
