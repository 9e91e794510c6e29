"""The thread that writes frames: always the latest one.

A frame keeps the wire busy for up to 18 ms. Nobody waits for it: a frame that is overtaken while the
wire is busy is never sent.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from hardware.troubles import DeviceError, Trouble, reason_of
from hardware.watch import HANGS_S, Watch


class RingWriter:
    """`Rings` on top of any `write(frame)` that takes as long as the wire does.

    `write` is called from one thread of this object, with seats x pixels x 3 bytes R G B, dark ones
    first. It is called when the frame changed, and every `refresh_s` seconds, so that a ring that
    missed a frame or was plugged in late comes right again. It may raise `OSError`: the rings then
    keep what they have, `trouble` says why, and the next refresh tries again.

    A `write` that does not return is a trouble too. Nobody waits for it: frames are taken as before, the
    newest is written if it returns after all, and `close` leaves it alone. `now`: the clock by which it is
    overdue.
    """

    def __init__(
        self,
        seats: int,
        pixels: int,
        write: Callable[[bytes], None],
        refresh_s: float = 1.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seats = seats
        self.pixels = pixels
        self._write = write
        self._watch = Watch(now)
        self._failed: Trouble | None = None
        self._refresh_s = refresh_s
        self._dark = bytes(seats * pixels * 3)
        self._newest = self._dark
        self._written: bytes | None = None
        self._closing = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="rings", daemon=True)
        self._thread.start()

    def show(self, frame: bytes) -> None:
        """Hands over one whole frame and returns at once; a frame still waiting is replaced.

        Raises `ValueError` unless it is seats x pixels x 3 bytes long.
        """
        check_length(frame, self.seats, self.pixels)
        with self._news:
            self._newest = frame
            self._news.notify()

    @property
    def trouble(self) -> Trouble | None:
        """Why the last frame failed or is overdue, or None."""
        if self._watch.hangs:
            return Trouble("rings.hang", seats=tuple(range(self.seats)), seconds=HANGS_S)
        return self._failed

    def close(self) -> None:
        """Darkens the rings and stops. A `write` that hangs is left alone and ends with the process."""
        with self._news:
            self._newest = self._dark
            self._closing = True
            self._news.notify()
        self._watch.join(self._thread)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be written."""
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._has_news, self._refresh_s)
                frame, last = self._newest, self._closing
            try:
                with self._watch.over():
                    self._write(frame)
                self._failed = None
            except DeviceError as error:
                self._failed = error.trouble
            except OSError as error:
                self._failed = Trouble("rings.failed", reason=reason_of(error))
            self._written = frame
            if last:
                return

    def _has_news(self) -> bool:
        return self._closing or self._newest != self._written


def check_length(frame: bytes, seats: int, pixels: int) -> None:
    """Raises `ValueError` unless `frame` has three bytes for each pixel of each ring."""
    expected = seats * pixels * 3
    if len(frame) != expected:
        raise ValueError(
            f"a frame of {seats} rings of {pixels} pixels has {expected} bytes, this one has {len(frame)}"
        )
