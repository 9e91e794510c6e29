"""Plays recordings through pygame's mixer."""

from __future__ import annotations

import io
import math
import os
import time
import wave
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.outputs.sound_card import BED_CHANNEL, CHANNELS, SAMPLES_A_SECOND, SoundCard, hush
from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError

if TYPE_CHECKING:
    import pygame

QUIET_S = 5.0
"""Seconds of silence after which a line begins with a hush: screens and USB cards that fell asleep swallow
the first moment of what they hear. Not tried on a Pi: how soon they do."""


class MixerPlayer:
    """A player on the first channel of the mixer, which is reserved for it."""

    def __init__(
        self,
        volume: float = 1.0,
        card: SoundCard | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`volume`: 0.0 (silent) to 1.0 (as recorded); a later change applies from the next line on. `card`:
        None for one of its own."""
        self.volume = volume
        self._card = card or SoundCard()
        self._now = now
        self._channel: pygame.mixer.Channel | None = None
        self._heard_s = -math.inf
        """When something was heard last."""
        self._moves = 0
        """How often the card had moved when the last recording began."""

    def open(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        try:
            self._card.open()
        except pygame.error as error:
            raise VoiceError(Trouble("sound.missing", detail=str(error))) from None
        self._channel = pygame.mixer.Channel(0)

    def play(self, path: Path, pitch: float = 1.0) -> None:
        import pygame

        with self._card.lock:
            self._moves = self._card.moves
            if not pygame.mixer.get_init():
                return
            try:
                sound = pygame.mixer.Sound(str(path))
                if pitch != 1.0:
                    sound = pitched(sound, pitch)
                bed_plays = pygame.mixer.music.get_busy() or pygame.mixer.Channel(BED_CHANNEL).get_busy()
                is_quiet = self._now() >= self._heard_s + QUIET_S and not bed_plays
                if is_quiet and self._card.falls_asleep:
                    sound = pygame.mixer.Sound(buffer=hush() + sound.get_raw())
                sound.set_volume(self.volume)
                self._channel = pygame.mixer.Channel(0)
                self._channel.play(sound)
            except pygame.error as error:
                raise VoiceError(Trouble("sound.refuses", detail=str(error))) from None

    @property
    def playing(self) -> bool:
        import pygame

        try:
            with self._card.held():
                channel = self._channel  # which another thread may be closing
                if not channel or self.moved or not pygame.mixer.get_init() or not channel.get_busy():
                    return False
        except pygame.error:
            pass  # It has been cut off, and begins again on the next card.
        self._heard_s = self._now()
        return True

    @property
    def moved(self) -> bool:
        return self._moves != self._card.moves

    @property
    def trouble(self) -> Trouble | None:
        return self._card.trouble

    def give_up(self) -> None:
        self.close()
        self._card.give_up()

    def close(self) -> None:
        import pygame

        with self._card.lock:
            if self._channel and pygame.mixer.get_init():
                self._channel.stop()
            self._channel = None


def pitched(sound: pygame.mixer.Sound, pitch: float) -> pygame.mixer.Sound:
    """The sound with its pitch and pace times `pitch`: the mixer reads it as a recording of another rate.
    Raises `pygame.error`."""
    import pygame

    read = io.BytesIO()
    with wave.open(read, "wb") as recording:
        recording.setnchannels(CHANNELS)
        recording.setsampwidth(2)
        recording.setframerate(round(SAMPLES_A_SECOND * pitch))
        recording.writeframes(sound.get_raw())
    read.seek(0)
    return pygame.mixer.Sound(file=read)
