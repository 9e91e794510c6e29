"""The table's end of its news: a Unix socket that a publisher may read.

Nothing comes in this way: what a publisher sends is not read. The table waits for nobody. A publisher that
connects gets the newest of each kind; an event that nobody reads is lost.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path

import msgspec

from hardware.sockets import as_timeval, hang_up, listening
from table.publish.news import EventNews, News

SOCKET = "news.sock"
"""The name of the socket, in the table's runtime folder."""
SEND_S = 2.0
"""Seconds in which a publisher has to take what it is sent."""
EVENTS_MOST = 64
"""Events that may wait for a publisher."""
_ENCODER = msgspec.json.Encoder()


class NewsLink:
    """A `NewsWire` over a Unix socket: one message a line, as JSON, for one reader at a time, the latest.

    Raises `OSError` if `path` cannot be listened on, or another table does.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._newest: dict[type[News], News] = {}
        self._unsent: dict[type[News], None] = {}
        """Kinds of which the newest was not sent yet, in order."""
        self._events: deque[EventNews] = deque(maxlen=EVENTS_MOST)
        self._news = threading.Condition()
        self._peer: socket.socket | None = None
        self._closing = False
        self._server = listening(path, "another table tells its news on this machine")
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("news in", self._accept), ("news out", self._deliver))
        ]
        for thread in self._threads:
            thread.start()

    def tell(self, news: News) -> None:
        """Sends one message. Returns at once."""
        with self._news:
            if isinstance(news, EventNews):
                if self._peer:
                    self._events.append(news)
            else:
                self._newest[type(news)] = news
                self._unsent[type(news)] = None
            self._news.notify()

    def close(self) -> None:
        """Ends the connection, and listens no longer."""
        with self._news:
            self._closing = True
            self._news.notify()
            ends = [self._server, *([self._peer] if self._peer else [])]
        hang_up(self._path, ends, self._threads)

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, as_timeval(SEND_S))
            with suppress(OSError):
                peer.shutdown(socket.SHUT_RD)
            with self._news:
                if self._closing:
                    peer.close()
                    return
                before, self._peer = self._peer, peer
                self._unsent = dict.fromkeys(self._newest)
                self._events.clear()
                self._news.notify()
            if before:
                before.close()

    def _deliver(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or (self._peer and (self._unsent or self._events)))
                if self._closing:
                    return
                peer = self._peer
                messages = [*(self._newest[kind] for kind in self._unsent), *self._events]
                self._unsent.clear()
                self._events.clear()
            assert peer
            try:
                peer.sendall(b"".join(_ENCODER.encode(message) + b"\n" for message in messages))
            except OSError:
                with self._news:
                    if self._peer is peer:
                        self._peer = None
                peer.close()
