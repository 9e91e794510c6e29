"""A sound card that is a page: what SDL mixes is read here, in real time, and sent in short pieces.

SDL's driver `disk` writes what it would play to a file, as fast as that takes it. Here the file is a pipe of
one page of memory that is read at the pace of the clock, so that the mixer keeps the time of a card.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

FRAME_BYTES = 4
"""Two channels of 16 bits."""
PIECE_S = 0.02
"""Seconds of a piece."""
PIPE_BYTES = 4096
"""The smallest pipe there is: 23 ms that wait."""
LATE_S = 0.1
"""Seconds after which lost time is no longer made up for: another program, or nothing that plays."""


class SoundPage(Protocol):
    """A page that can play."""

    @property
    def is_heard(self) -> bool:
        """Whether somebody hears it."""

    def plays(self, plays: bool) -> None:
        """The mixer plays on it from now on, or no longer."""

    def play(self, samples: bytes) -> None:
        """Plays the next moment that is not silent. Called in a thread."""


class SoundStream:
    """Reads what the mixer plays, as soon as it is opened with `variables`. `frames_a_second`: of the mixer;
    `page`: plays it; `now` and `sleep`: a clock."""

    def __init__(
        self,
        frames_a_second: int,
        page: SoundPage,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._piece = round(frames_a_second * PIECE_S) * FRAME_BYTES
        self.page = page
        self._now, self._sleep = now, sleep
        self._read, self._written = os.pipe()
        fcntl.fcntl(self._written, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._thread = threading.Thread(target=self._live, name="sound stream", daemon=True)
        self._thread.start()

    @property
    def variables(self) -> Mapping[str, str]:
        """What SDL reads in the environment to play here."""
        return {
            "SDL_AUDIODRIVER": "disk",
            "SDL_DISKAUDIOFILE": f"/dev/fd/{self._written}",
            "SDL_DISKAUDIODELAY": "0",
        }

    def close(self) -> None:
        """Stops reading. The mixer is closed by then."""
        os.close(self._written)
        self._thread.join()
        os.close(self._read)

    def _live(self) -> None:
        """The thread."""
        silence, due_s = bytes(self._piece), 0.0
        while piece := self._next(due_s):
            due_s = max(due_s, self._now() - LATE_S) + PIECE_S
            if piece != silence:
                self.page.play(piece)

    def _next(self, due_s: float) -> bytes:
        """The next piece, read when it is due and not before, since it would only wait; empty at the end."""
        self._sleep(max(0.0, due_s - self._now()))
        piece = b""
        while len(piece) < self._piece and (part := os.read(self._read, self._piece - len(piece))):
            piece += part
        return piece if len(piece) == self._piece else b""
