"""The sound card: pygame's mixer on the card that is chosen, followed to another one, kept awake."""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from hardware.outputs.choosing import AUTO, Card, Chosen, Outputs, chosen, to_choose_from
from hardware.outputs.reading import outputs_here
from hardware.outputs.stream import SoundStream
from hardware.troubles import Trouble

LOOK_S = 1.0
"""Seconds between two looks at the cards. A change that two looks have seen is followed."""
RETRY_S = 2.0
"""Seconds until a card that did not open is tried again: another program may have had it."""
STOPPED_S = 30.0
"""Seconds until a card that stopped in the middle of lines is opened again."""
BUSY_S = 0.1
"""Seconds for which a room waits while the mixer is opened: a sound card that hangs may take ten."""
TOLD_S = 20.0
"""Seconds for which a move to another card is told."""
SAMPLES_A_SECOND, CHANNELS = 44_100, 2
"""The mixer's format on every card, so that loaded recordings fit the next card too."""
HUSH_S = 0.3
"""Seconds of a hush."""
HUSH_CHANNEL = 8
"""The mixer's channel that hushes: the first one that no sound takes."""
BED_CHANNEL = 9
"""The mixer's channel of what is heard all through the night."""


def hush() -> bytes:
    """Noise that nobody hears: the softest there is in 16 bits, -90 dB. Zeros would be softer still, but some
    receivers switch off at zeros."""
    bits = Random(0).randbytes(int(HUSH_S * SAMPLES_A_SECOND) * CHANNELS)
    return array("h", [1 if byte & 1 else -1 for byte in bits]).tobytes()


class SoundCard:
    """The mixer of this process.

    Everything that calls the mixer holds `lock`, in a room by `held`: the mixer may be closed and opened on
    another card at any moment.

    `setting`: the owner's `sound.output`.
    `outputs`: returns where the machine can play now.
    `now`: a clock.
    `page`: the board's page, if it can play.
    """

    def __init__(
        self,
        setting: str = AUTO,
        outputs: Callable[[], Outputs] = outputs_here,
        now: Callable[[], float] = time.monotonic,
        page: SoundStream | None = None,
    ) -> None:
        self.lock = threading.RLock()
        self.moves = 0
        """How often the mixer was opened on another card, or again."""
        self._trouble: Trouble | None = None
        """Why the mixer is not open."""
        self._setting, self._outputs, self._now, self._page = setting, outputs, now, page
        self._on: Chosen | None = None
        """The choice on which the mixer was opened last."""
        self._seen: Chosen | None = None
        """The choice when the cards were read last."""
        self._names = ""
        """The names of the cards that were there then."""
        self._moved_s = self._again_s = -math.inf
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def attend(self) -> None:
        """Keeps the card awake from now on, and follows to another one, in a thread."""
        with self.lock:
            self._thread = threading.Thread(target=self._live, name="sound card", daemon=True)
            self._hush()
        self._thread.start()

    def open(self) -> None:
        """Opens the mixer, unless it is open. Raises `pygame.error`. May be called from any thread."""
        import pygame

        with self.lock:
            if pygame.mixer.get_init():  # perhaps by another part of the program
                pygame.mixer.set_num_channels(BED_CHANNEL + 1)
                return
            if self._thread and self._trouble:  # which the thread mends
                raise pygame.error(str(self._trouble.facts["detail"]))
            self._open(self._choose())

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keeps the mixer on its card during a `with` block. Raises `BusyError`, a `pygame.error`, if
        somebody else has held it for `BUSY_S`: it is opened on another card, or a recording is read."""
        from hardware.outputs.busy import BusyError

        if not self.lock.acquire(timeout=BUSY_S):
            raise BusyError("the sound card is busy")
        try:
            yield
        finally:
            self.lock.release()

    def use(self, setting: str) -> None:
        """Follows this `sound.output` from now on: somebody has chosen it."""
        with self.lock:
            self._setting = setting
            before, to = self._on, self._choose()
            if before and before.card == to.card and not self._trouble:
                self._on = to
            else:
                self._move(to)
            self._moved_s = -math.inf  # so nobody needs to be told

    def cards(self) -> list[Card]:
        """The cards among which people choose by ear, the one of the setting first; none without a choice."""
        outputs = self._there()
        return to_choose_from(outputs, chosen(self._setting, outputs).card)

    def look(self) -> None:
        """Moves to another card if two looks in a row would choose it; tries one again that did not open."""
        import pygame

        with self.lock:
            before, found = self._seen, self._choose()
            plays = pygame.mixer.get_init() and not self._trouble
            can_stay = plays or self._now() < self._again_s
            if found == before and not (found == self._on and can_stay):
                self._move(found)

    @property
    def falls_asleep(self) -> bool:
        """Whether what plays may swallow the first moment after a silence."""
        return not (self._on and self._on.is_page)

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing can be heard now."""
        if self._on and self._on.is_page and self._page and not self._page.page.is_heard:
            return Trouble("sound.page_unheard")
        return self._trouble

    @property
    def elsewhere(self) -> Trouble | None:
        """The trouble that another card plays than the owner's, or than a moment ago; None: the right one."""
        on = self._on
        if on is None or self.trouble:
            return None
        device = on.card.choice if on.card else ""
        if on.is_missing:
            if device:
                return Trouble("sound.absent", output=self._setting, device=device, cards=self._names)
            return Trouble("sound.absent_default", output=self._setting, cards=self._names)
        if self._now() >= self._moved_s + TOLD_S:
            return None
        if on.is_page:
            return Trouble("sound.moved_page")
        return Trouble("sound.moved", device=device) if device else Trouble("sound.moved_default")

    def give_up(self) -> None:
        """The card plays nothing to its end: it is in trouble until the thread opens it again."""
        self._trouble, self._again_s = Trouble("sound.stopped"), self._now() + STOPPED_S

    def close(self) -> None:
        """Gives the sound card back."""
        import pygame

        self._over.set()
        if self._thread:
            self._thread.join()
        with self.lock:
            pygame.mixer.quit()
        page, self._page = self._page, None
        if page:
            page.close()

    def _there(self) -> Outputs:
        return self._outputs()._replace(has_page=self._page is not None)

    def _choose(self) -> Chosen:
        outputs = self._there()
        self._names = ", ".join(card.choice for card in outputs.cards) or "-"
        self._seen = chosen(self._setting, outputs)
        return self._seen

    def _move(self, to: Chosen) -> None:
        import pygame

        before = self._on
        pygame.mixer.quit()
        with contextlib.suppress(pygame.error):  # `trouble` says so
            self._open(to)
            self.moves += 1
            if before and to != before:
                self._moved_s = self._now()

    def _open(self, on: Chosen) -> None:
        import pygame

        self._on, self._again_s = on, self._now() + RETRY_S
        if self._page:
            self._page.page.plays(on.is_page)
        silence_alsa()
        pygame.mixer.pre_init(SAMPLES_A_SECOND, -16, CHANNELS, allowedchanges=0)
        try:
            with variables(playing_on(on, self._page)), standard_error_silenced():
                pygame.mixer.init()
        except pygame.error as error:
            self._trouble = Trouble("sound.missing", detail=str(error))
            raise
        self._trouble = None
        pygame.mixer.set_reserved(1)
        self._hush()

    def _hush(self) -> None:
        """Begins the noise that keeps the card awake, if it is open."""
        import pygame

        if not pygame.mixer.get_init():
            return
        pygame.mixer.set_num_channels(BED_CHANNEL + 1)
        if self._thread and self.falls_asleep:
            pygame.mixer.Channel(HUSH_CHANNEL).play(pygame.mixer.Sound(buffer=hush()), loops=-1)

    def _live(self) -> None:
        """The thread."""
        while not self._over.wait(LOOK_S):
            self.look()


def playing_on(on: Chosen, page: SoundStream | None = None) -> Mapping[str, str]:
    """The environment that makes SDL play there. By itself it would ask for a sound server first."""
    if on.is_page and page:
        return page.variables
    if not on.device:
        return {}
    return {"AUDIODEV": on.device, "SDL_AUDIODRIVER": os.environ.get("SDL_AUDIODRIVER", "alsa")}


@contextlib.contextmanager
def variables(named: Mapping[str, str]) -> Iterator[None]:
    """Sets these variables of the environment during a `with` block."""
    kept = {name: os.environ.get(name) for name in named}
    os.environ.update(named)
    try:
        yield
    finally:
        for name, value in kept.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


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
