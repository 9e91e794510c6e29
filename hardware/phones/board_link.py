"""The table's end of the board's page: takes the board's picture from the room, and sends what has changed.

The room only lends its picture for a copy, at most `PICTURES_A_SECOND` times a second, and only if somebody
looks and the last one is on its way. A thread of its own compares, compresses and sends.
"""

from __future__ import annotations

import math
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import msgspec
import pygame
from pygame import Surface

from hardware.phones.board_wire import (
    BoardCaption,
    BoardKeys,
    BoardPicture,
    BoardPlays,
    BoardScreens,
    BoardSound,
    Size,
)
from hardware.phones.wire import packed, unpacked
from hardware.sockets import as_timeval, hang_up, listening

PICTURES_A_SECOND = 15
STRIP_PX = 48
"""Lines of a strip, which is sent whole if anything in it has changed. JPEG works on blocks of 16 lines."""
LARGEST_PX = (1920, 1080)
"""The longer and the shorter side of the largest picture. Drawing a larger one would cost a Pi its motion."""
BACK_S = 5.0
"""Seconds in which a screen that heard the table may come back before the table counts as silent."""
SEND_S = 2.0
"""Seconds in which the gateway has to take what it is sent."""


Newest: TypeAlias = BoardKeys | BoardCaption | BoardPlays


class BoardLink:
    """The board's page behind the Unix socket `path`. `now`: a clock, in real seconds. `OSError` if nobody
    can listen there, or another table does."""

    def __init__(self, path: Path, now: Callable[[], float] = time.monotonic) -> None:
        self.screens: Sequence[Size] = ()
        """The sizes of the screens that show the board now."""
        self._hears = False
        self._heard_s = -math.inf
        """When the last screen stopped to play what it hears."""
        self._path, self._now = path, now
        self._next_s = 0.0
        """When the picture is looked at next."""
        self._taken: int | None = None
        """The number of the picture that was taken last; None: the next one is wanted in any case."""
        self._picture: Surface | None = None
        """The picture that is being sent."""
        self._newest: dict[type[Newest], Newest] = {}
        self._unsent: set[type[Newest]] = set()
        self._news = threading.Condition()
        self._peer: socket.socket | None = None
        self._sent: dict[Size, SentPicture] = {}
        self._sending = threading.Lock()
        """A picture and a sound come from two threads, and each is sent whole."""
        self._closing = False
        self._server = listening(path, "another table has the board's page of this machine")
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("board in", self._receive), ("board out", self._deliver))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_due(self) -> bool:
        """Whether the picture is to be looked at now."""
        return bool(self.screens) and self._picture is None and self._now() >= self._next_s

    @property
    def size(self) -> Size:
        """The size of a picture for the largest of the screens; None of them: the largest picture."""
        width, height = max(self.screens, key=lambda size: size[0] * size[1], default=LARGEST_PX)
        larger, smaller = max(width, height), min(width, height)
        return shrunk((width, height), min(1.0, LARGEST_PX[0] / larger, LARGEST_PX[1] / smaller))

    def take(self, picture: Surface, number: int) -> None:
        """Copies this picture for the pages, if it is due and another than the last. `number`: of the
        picture, which never comes again. Returns at once."""
        if not self.is_due:
            return
        self._next_s = self._now() + 1 / PICTURES_A_SECOND
        if number == self._taken:
            return
        copy = picture.copy()
        with self._news:
            self._picture, self._taken = copy, number
            self._news.notify()

    def tell(self, message: Newest) -> None:
        """Sends the newest of its kind. Returns at once."""
        with self._news:
            if self._newest.get(type(message)) != message:
                self._newest[type(message)] = message
                self._unsent.add(type(message))
                self._news.notify()

    @property
    def is_heard(self) -> bool:
        """Whether a screen plays what it hears, or did a moment ago."""
        return self._hears or self._now() < self._heard_s + BACK_S

    def plays(self, plays: bool) -> None:
        """Tells the pages whether they are what the table plays on."""
        self.tell(BoardPlays(plays))

    def play(self, samples: bytes) -> None:
        """Sends a moment of sound, if somebody hears. Waits until the gateway has it."""
        with self._news:
            peer = self._peer if self._hears else None
        if peer:
            self._send(peer, packed(BoardSound(samples)))

    def close(self) -> None:
        """Ends the connection, and listens no longer."""
        with self._news:
            self._closing = True
            self._news.notify()
            ends = [self._server, *([self._peer] if self._peer else [])]
        hang_up(self._path, ends, self._threads)

    def _receive(self) -> None:
        while not self._closing:
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, as_timeval(SEND_S))
            with self._news:
                if self._closing:
                    peer.close()
                    return
                self._peer, self._unsent = peer, set(self._newest)
                self._news.notify()
            with suppress(OSError, ValueError), peer, peer.makefile("rb") as stream:
                while (body := unpacked(stream)) is not None:
                    self._show_on(msgspec.msgpack.decode(body, type=BoardScreens))
            with self._news:
                self._peer = None
            self._show_on(BoardScreens((), False))

    def _show_on(self, told: BoardScreens) -> None:
        with self._news:
            if self._hears:
                self._heard_s = self._now()
            self.screens, self._hears, self._taken = told.screens, told.hears, None
            self._sent = {size: self._sent.get(size) or SentPicture(size) for size in told.screens}

    def _deliver(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or (self._peer and (self._unsent or self._picture)))
                if self._closing:
                    return
                peer, picture, sent = self._peer, self._picture, list(self._sent.values())
                newest: list[msgspec.Struct] = [self._newest[kind] for kind in self._unsent]
                self._unsent.clear()
            assert peer
            if picture:
                newest += filter(None, (each.changes(picture) for each in sent))
            self._send(peer, b"".join(map(packed, newest)))
            if picture:
                self._picture = None

    def _send(self, peer: socket.socket, messages: bytes) -> None:
        try:
            with self._sending:
                peer.sendall(messages)
        except OSError:
            with suppress(OSError):
                peer.shutdown(socket.SHUT_RDWR)  # the thread that reads finds it gone


class SentPicture:
    """What the screens of one size have been sent."""

    def __init__(self, screen: Size) -> None:
        self._screen = screen
        self._size: Size = (0, 0)
        self._pixels = b""

    def changes(self, picture: Surface) -> BoardPicture | None:
        """What they are to be sent now; None: nothing has changed."""
        (width, height), (wide, high) = picture.get_size(), self._screen
        size = shrunk((width, height), min(1.0, wide / width, high / height))
        if size != picture.get_size():
            picture = pygame.transform.smoothscale(picture, size)
        before = self._pixels if size == self._size else b""
        self._size, self._pixels = size, picture.get_buffer().raw
        strips = tuple(changed_strips(picture, self._pixels, before))
        return BoardPicture(self._screen, size, strips) if strips else None


def changed_strips(picture: Surface, pixels: bytes, before: bytes) -> Iterator[tuple[int, bytes]]:
    """The strips that have changed, each with its top line. `pixels`: of the picture."""
    width, height = picture.get_size()
    line = picture.get_pitch()
    for top in range(0, height, STRIP_PX):
        strip = slice(line * top, line * (top + STRIP_PX))
        if pixels[strip] != before[strip]:
            part = picture.subsurface((0, top, width, min(STRIP_PX, height - top)))
            file = BytesIO()
            pygame.image.save(part, file, "strip.jpg")
            yield top, file.getvalue()


def shrunk(size: Size, factor: float) -> Size:
    """A size times this factor."""
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))
