"""Sounds besides the voice: an ambience that runs in a loop beneath it, and effects. Both make room for it.

Whatever fails (no sound card, no file), the evening goes on without them, and `trouble` says why.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.troubles import Trouble
from hardware.voice.mixer import open_mixer

if TYPE_CHECKING:
    import pygame

FADE_IN_S = 2.0
FADE_OUT_S = 1.5
DUCKED = 0.25
"""The part of its loudness a sound keeps while the voice is heard: 12 dB less."""
SINKS_S = 0.3
"""How long it takes to make room for the voice."""
RISES_S = 1.2
"""How long it takes to come back: it hardly does between two sentences."""
STEP_S = 0.03


class Ducking:
    """Lets a sound sink under the voice and come back after it, in steps too small to be heard.

    While there is something to follow, and no longer, it has a thread of its own.
    """

    def __init__(self, name: str, voice_is_heard: Callable[[], bool], sound: Callable[[float], bool]) -> None:
        """`voice_is_heard` is asked from a thread, and `sound` called from it with the part of its loudness
        that the sound shall have; False: it is heard no longer. `name`: of the thread."""
        self._name = name
        self._voice_is_heard = voice_is_heard
        self._sound = sound
        self._part = 1.0
        self._over = threading.Event()
        self._following = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """The sound has just begun: what begins within a line is as soft as the line lets it be at once."""
        with self._following:
            if self._thread is None:
                self._part = DUCKED if self._voice_is_heard() else 1.0
                self._over.clear()
                self._thread = threading.Thread(target=self._live, name=self._name, daemon=True)
                self._thread.start()
            self._sound(self._part)

    def end(self) -> None:
        """Nothing is followed any more."""
        self._over.set()
        if thread := self._thread:
            thread.join()
            self._thread = None

    def follow(self) -> bool:
        """One step down while the voice is heard, one step up while it is not. Whether there is still a sound
        to follow."""
        if self._voice_is_heard():
            self._part = max(DUCKED, self._part - (1 - DUCKED) * STEP_S / SINKS_S)
        else:
            self._part = min(1.0, self._part + (1 - DUCKED) * STEP_S / RISES_S)
        return self._sound(self._part)

    def _live(self) -> None:
        """The thread. A mixer that somebody has closed needs nobody to follow."""
        import pygame

        while not self._over.wait(STEP_S):
            with self._following:
                try:
                    is_heard = self.follow()
                except pygame.error:
                    is_heard = False
                if not is_heard:
                    self._thread = None
                    return


class NoAmbience:
    """An `Ambience` that is never heard, and is not meant to be."""

    trouble: Trouble | None = None

    def begin(self) -> None:
        """Nothing is heard."""

    def end(self) -> None:
        """Nothing was heard."""

    def close(self) -> None:
        """Nothing to give back."""


class LoopedAmbience:
    """An `Ambience` from a WAV file whose end goes over into its beginning.

    It has the mixer's music to itself; the voice has a channel, so neither shares its volume with the other.
    """

    def __init__(self, path: Path, volume: float, voice_is_heard: Callable[[], bool] = lambda: False) -> None:
        """`path` and `volume` (0.0, silent, to 1.0, as it was recorded): what is set later holds from the
        next night on. `voice_is_heard` is asked from a thread."""
        self.trouble: Trouble | None = None
        self.path = path
        self.volume = volume
        self._is_heard = False
        self._is_loaded = False
        self._ducking = Ducking("ambience", voice_is_heard, self._sound)

    def begin(self) -> None:
        """What failed once is tried again each time: a sound card may have been plugged in since."""
        if self._is_heard:
            return
        self._ducking.end()
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        try:
            open_mixer()
            pygame.mixer.music.load(self.path)
            self._is_loaded = True
            pygame.mixer.music.set_volume(self.volume)
            pygame.mixer.music.play(loops=-1, fade_ms=round(1000 * FADE_IN_S))
            self._ducking.begin()
        except (pygame.error, OSError) as error:
            self.trouble = Trouble("sound.night", detail=str(error))
            return
        self.trouble = None
        self._is_heard = True

    def end(self) -> None:
        if self._is_heard:
            import pygame

            self._is_heard = False
            self._ducking.end()
            if pygame.mixer.get_init():
                pygame.mixer.music.fadeout(round(1000 * FADE_OUT_S))

    def close(self) -> None:
        self._ducking.end()
        if self._is_loaded:
            import pygame

            self._is_heard = self._is_loaded = False
            if pygame.mixer.get_init():
                pygame.mixer.music.stop()
                pygame.mixer.music.unload()

    def _sound(self, part: float) -> bool:
        import pygame

        pygame.mixer.music.set_volume(self.volume * part)
        return True


class NoEffects:
    """`Effects` that are never heard, and are not meant to be."""

    trouble: Trouble | None = None

    def play(self, key: str) -> None:
        """Nothing is heard."""

    def close(self) -> None:
        """Nothing to give back."""


class MixerEffects:
    """`Effects` from WAV files, `key`.wav each, over the channels of the mixer that are not the voice's."""

    def __init__(
        self, folder: Path, volume: float, voice_is_heard: Callable[[], bool] = lambda: False
    ) -> None:
        """All files of `folder` are read here, so that none keeps anybody waiting later. `volume`: 0.0
        (silent) to 1.0 (as they were made); what is set later holds from the next effect on.
        `voice_is_heard` is asked from a thread while an effect is heard."""
        self.trouble: Trouble | None = None
        self.volume = volume
        self._folder = folder
        self._ducking = Ducking("effects", voice_is_heard, self._sound)
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._load()

    def play(self, key: str) -> None:
        """Where there are none they are looked for again once somebody else has found a sound card."""
        import pygame

        if not self._sounds and pygame.mixer.get_init():
            self._load()
        if sound := self._sounds.get(key):
            try:
                sound.set_volume(self.volume)
                sound.play()
                self._ducking.begin()
            except pygame.error as error:
                self.trouble = Trouble("sound.effects_lost", detail=str(error))

    def close(self) -> None:
        import pygame

        self._ducking.end()
        sounds, self._sounds = self._sounds, {}
        if pygame.mixer.get_init():
            for sound in sounds.values():
                sound.stop()

    def _sound(self, part: float) -> bool:
        """All channels but the voice's are the effects'."""
        import pygame

        channels = [pygame.mixer.Channel(number) for number in range(1, pygame.mixer.get_num_channels())]
        for channel in channels:
            channel.set_volume(part)
        return any(channel.get_busy() for channel in channels)

    def _load(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        self.trouble = None
        path = self._folder
        try:
            open_mixer()
            for path in sorted(self._folder.iterdir()):
                self._sounds[path.stem] = pygame.mixer.Sound(str(path))
        except (pygame.error, OSError) as error:
            self.trouble = Trouble("sound.effects", file=path.name, detail=str(error))
