"""Sounds besides the voice: an ambience in a loop, music, and effects. All sink while the voice is heard.

If something fails (no sound card, no file) the evening goes on without them, and `trouble` says why.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.folders import found_in
from hardware.outputs.sound_card import BED_CHANNEL, HUSH_CHANNEL, SoundCard
from hardware.troubles import Trouble

if TYPE_CHECKING:
    import pygame

FADE_IN_S = 2.0
FADE_OUT_S = 1.5
LEAST_S = 1.0
"""Seconds after which music may be over: files without a sound do not follow each other in every beat."""
DUCKED = 0.25
"""Factor on the volume of a sound while the voice is heard: 12 dB less."""
SINKS_S = 0.3
"""Seconds to fade down for the voice."""
RISES_S = 1.2
"""Seconds to fade back up: long enough to stay low between two sentences."""
STEP_S = 0.03


class Ducking:
    """Lowers a sound under the voice and raises it after, in inaudible steps.

    It has a thread of its own while there is a sound to follow.
    """

    def __init__(self, name: str, voice_is_heard: Callable[[], bool], sound: Callable[[float], bool]) -> None:
        """`voice_is_heard` and `sound` are called from a thread: `sound` with the volume factor to set; it
        returns False once the sound has ended. `name`: of the thread."""
        self._name = name
        self._voice_is_heard = voice_is_heard
        self._sound = sound
        self._part = 1.0
        self._over = threading.Event()
        self._following = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Follows a sound that has just begun: during a line it starts low."""
        import pygame

        with self._following, suppress(pygame.error):  # The thread will see why.
            if self._thread is None:
                self._part = DUCKED if self._voice_is_heard() else 1.0
                self._over.clear()
                self._thread = threading.Thread(target=self._live, name=self._name, daemon=True)
                self._thread.start()
            self._sound(self._part)

    def end(self) -> None:
        """Stops following."""
        self._over.set()
        if thread := self._thread:
            thread.join()
            self._thread = None

    def follow(self) -> bool:
        """Fades one step down while the voice is heard, one step up while it is not. Returns whether the
        sound still plays."""
        if self._voice_is_heard():
            self._part = max(DUCKED, self._part - (1 - DUCKED) * STEP_S / SINKS_S)
        else:
            self._part = min(1.0, self._part + (1 - DUCKED) * STEP_S / RISES_S)
        return self._sound(self._part)

    def _live(self) -> None:
        """The thread. It also ends when the mixer is closed; a card that is only busy is asked again."""
        import pygame

        from hardware.outputs.busy import BusyError

        while not self._over.wait(STEP_S):
            with self._following:
                try:
                    is_heard = self.follow()
                except BusyError:
                    is_heard = True
                except pygame.error:
                    is_heard = False
                if not is_heard:
                    self._thread = None
                    return


class NoAmbience:
    """An `Ambience` that is switched off."""

    trouble: Trouble | None = None

    def begin(self) -> None:
        """Nothing is heard."""

    def end(self) -> None:
        """Nothing was heard."""

    def close(self) -> None:
        """Nothing to give back."""


class LoopedAmbience:
    """An `Ambience` from a sound file that loops seamlessly, and music, which may be heard beside it.

    Music is the mixer's own, and the ambience has a channel. So neither shares its volume with the voice.
    """

    def __init__(
        self,
        path: Path,
        volume: float,
        voice_is_heard: Callable[[], bool] = lambda: False,
        now: Callable[[], float] = time.monotonic,
        card: SoundCard | None = None,
    ) -> None:
        """`path` and `volume` (0.0, silent, to 1.0, as recorded) are those of the ambience: a later change of
        `path` applies from the next night on. `voice_is_heard` is called from a thread; `now`: a clock for
        the music; `card`: None for one of its own."""
        self._card = card or SoundCard()
        self._moves = 0
        """How often the card had moved when this began to play."""
        self.path = path
        self.volume = volume
        self._is_heard = False
        self._is_late = False
        """Whether the ambience still has to begin or to end: the card was busy."""
        self._loaded: tuple[Path, pygame.mixer.Sound] | None = None
        """The ambience that was read last."""
        self._track: Path | None = None
        """The music that was asked for last."""
        self._loud = 0.0
        """The volume of the music."""
        self._ends_s = math.inf
        """When the music may be over at the earliest: never, if it goes round and round."""
        self._free_s = -math.inf
        """When music that fades out is silent."""
        self._unheard: Trouble | None = None
        """Why the ambience is not heard."""
        self._unplayed: Trouble | None = None
        """Why some music was not played."""
        self._refused: Path | None = None
        """That music: another of the same name may well be heard."""
        self._now = now
        self._ducking = Ducking("ambience", voice_is_heard, self._sound)

    @property
    def trouble(self) -> Trouble | None:
        """Why something is not heard, or None."""
        return self._unheard or self._unplayed or self._card.trouble

    def load(self) -> None:
        """Reads the ambience ahead, which takes a moment. `begin` says why one cannot be read."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        with suppress(pygame.error, OSError):
            with self._card.held():
                self._card.open()
            self._sound_of_night()  # without the card, which others need meanwhile

    def begin(self) -> None:
        if not self._is_heard:
            self._is_heard = True  # as soon as there is a sound card
            self._change()

    def end(self) -> None:
        if self._is_heard:
            self._is_heard = False
            self._change()

    def _change(self) -> None:
        """Begins or ends the ambience, or leaves it to the next `play` if the card is busy."""
        import pygame

        from hardware.outputs.busy import BusyError

        self._is_late = False
        try:
            if self._is_heard:
                detail = self._play(self._loop)
                self._unheard = Trouble("sound.night", detail=detail) if detail else None
            else:
                self._fade_out(lambda ms: pygame.mixer.Channel(BED_CHANNEL).fadeout(ms))
                self._rest()
        except BusyError:
            self._is_late = True

    def play(self, track: Path | None, volume: float, *, once: bool = False) -> Trouble | None:
        """Plays music, round and round or `once`; None: silence. May be called as often as one likes: it does
        what a busy card has put off. Returns the `trouble` of a file that cannot be played. What another
        sound card has cut off begins again."""
        from hardware.outputs.busy import BusyError

        if self._moves != self._card.moves:
            self._moves, self._track, self._is_late = self._card.moves, None, self._is_heard
        if self._is_late:
            self._change()
        if self._now() < self._free_s:
            return None
        if self.has_ended:
            self._track = None
        with suppress(BusyError):
            if track == self._track:
                self._loud = volume
            elif self._track:
                self._stop()
            elif track:
                return self._begin(track, volume, once=once)
        return None

    @property
    def has_ended(self) -> bool:
        """Whether music that was to be heard once is over."""
        if not self._track or self._now() < self._ends_s or self._moves != self._card.moves:
            return False
        import pygame

        with suppress(pygame.error), self._card.held():
            return bool(pygame.mixer.get_init()) and not pygame.mixer.music.get_busy()
        return False

    def close(self) -> None:
        import pygame

        self._ducking.end()
        loaded, self._is_heard, self._loaded, self._track = self._loaded, False, None, None
        with suppress(pygame.error), self._card.held():
            if pygame.mixer.get_init():
                if loaded:
                    loaded[1].stop()
                pygame.mixer.music.stop()
                pygame.mixer.music.unload()

    def _begin(self, track: Path, volume: float, *, once: bool) -> Trouble | None:
        """Begins music. Returns the trouble of a file that cannot be played. Raises `BusyError`."""
        import pygame

        self._loud = volume
        detail = self._play(lambda: self._start(track, loops=0 if once else -1))
        if detail and pygame.mixer.get_init():  # The sound card is not to blame.
            self._refused, self._unplayed = track, Trouble("sound.music", file=track.name, detail=detail)
            return self._unplayed
        if track == self._refused:
            self._refused = self._unplayed = None
        self._track = track
        self._ends_s = self._now() + LEAST_S if once else math.inf
        return None

    def _stop(self) -> None:
        """Fades the music out. Raises `BusyError`."""
        import pygame

        self._fade_out(pygame.mixer.music.fadeout)
        self._track, self._free_s = None, self._now() + FADE_OUT_S
        self._rest()

    def _play(self, begin: Callable[[], object]) -> str:
        """Begins something on the open mixer; returns why it cannot. Raises `BusyError`."""
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        from hardware.outputs.busy import BusyError

        try:
            with self._card.held():
                self._card.open()
                self._moves = self._card.moves
                begin()
        except BusyError:
            raise
        except (pygame.error, OSError) as error:
            return str(error)
        self._ducking.begin()
        return ""

    def _sound_of_night(self) -> pygame.mixer.Sound:
        import pygame

        if not self._loaded or self._loaded[0] != self.path:
            self._loaded = self.path, pygame.mixer.Sound(str(self.path))
        return self._loaded[1]

    def _loop(self) -> None:
        import pygame

        sound = self._sound_of_night()
        sound.set_volume(self.volume)
        pygame.mixer.Channel(BED_CHANNEL).play(sound, loops=-1, fade_ms=round(1000 * FADE_IN_S))

    def _start(self, track: Path, loops: int) -> None:
        import pygame

        pygame.mixer.music.load(track, "?")  # recognised by its content: an .ogg may well be Opus
        pygame.mixer.music.set_volume(self._loud)
        pygame.mixer.music.play(loops=loops, fade_ms=round(1000 * FADE_IN_S))

    def _fade_out(self, fade: Callable[[int], None]) -> None:
        """Fades something out. Raises `BusyError`."""
        import pygame

        with self._card.held():
            if pygame.mixer.get_init():
                fade(round(1000 * FADE_OUT_S))

    def _rest(self) -> None:
        """Stops following if nothing is heard any more."""
        if not (self._is_heard or self._track):
            self._ducking.end()

    def _sound(self, part: float) -> bool:
        import pygame

        with self._card.held():
            if self._loaded:
                self._loaded[1].set_volume(self.volume * part)
            pygame.mixer.music.set_volume(self._loud * part)
        return True


class NoEffects:
    """`Effects` that are switched off."""

    trouble: Trouble | None = None

    def play(self, key: str) -> None:
        """Nothing is heard."""

    def close(self) -> None:
        """Nothing to give back."""


class MixerEffects:
    """`Effects` from sound files on the mixer channels that the voice does not use.

    `key`.wav of the folder is always loaded. `key`.opus is opened when it is heard: the one in `own`, the
    sounds of a rulebook, else the one in the folder; for a key KIND/NAME that has none, KIND/any.opus.
    """

    def __init__(
        self,
        folder: Path,
        volume: float,
        voice_is_heard: Callable[[], bool] = lambda: False,
        card: SoundCard | None = None,
    ) -> None:
        """Reads all WAV files of `folder` now, so that none causes a delay later. `volume`: 0.0 (silent) to
        1.0 (as made); a later change applies from the next effect on. `voice_is_heard` is called from a
        thread while an effect plays. `card`: None for one of its own."""
        self._card = card or SoundCard()
        self.trouble: Trouble | None = None
        self.volume = volume
        self.own = folder
        self._folder = folder
        self._ducking = Ducking("effects", voice_is_heard, self._sound)
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._load()

    def play(self, key: str) -> None:
        """If no effects could be loaded, tries again once a sound card has been found. While the card is busy
        an effect is left out: it would come too late."""
        import pygame

        from hardware.outputs.busy import BusyError

        if not self._sounds and pygame.mixer.get_init():
            self._load()
        if sound := self._found(key):
            try:
                with self._card.held():
                    sound.set_volume(self.volume)
                    sound.play()
                self._ducking.begin()
            except BusyError:
                return
            except pygame.error as error:
                self.trouble = Trouble("sound.effects_lost", detail=str(error))

    def close(self) -> None:
        import pygame

        self._ducking.end()
        sounds, self._sounds = self._sounds, {}
        with suppress(pygame.error), self._card.held():
            if pygame.mixer.get_init():
                for sound in sounds.values():
                    sound.stop()

    def _found(self, key: str) -> pygame.mixer.Sound | None:
        """The sound of this key; None: there is none, or no sound card."""
        if not self._sounds:
            return None
        for path in (self.own / f"{key}.opus", self._folder / f"{key}.opus"):
            if path.is_file():
                return self._opened(path)
        kind, slash, _ = key.partition("/")
        return self._opened(self._folder / kind / "any.opus") if slash else self._sounds.get(key)

    def _sound(self, part: float) -> bool:
        """Sets the volume of all channels that effects use; returns whether one is heard."""
        import pygame

        with self._card.held():
            channels = [pygame.mixer.Channel(number) for number in range(1, HUSH_CHANNEL)]
            for channel in channels:
                channel.set_volume(part)
            return any(channel.get_busy() for channel in channels)

    def _load(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        self.trouble = None
        try:
            self._card.open()
        except pygame.error as error:
            self.trouble = Trouble("sound.effects", file=self._folder.name, detail=str(error))
            return
        for path in found_in(self._folder, "*.wav") or [self._folder]:
            if sound := self._opened(path):
                self._sounds[path.stem] = sound

    def _opened(self, path: Path) -> pygame.mixer.Sound | None:
        """The sound of a file; None: `trouble` says why it cannot be read."""
        import pygame

        try:
            with self._card.held():
                return pygame.mixer.Sound(str(path))
        except (pygame.error, OSError) as error:
            self.trouble = Trouble("sound.effects", file=path.name, detail=str(error))
            return None
