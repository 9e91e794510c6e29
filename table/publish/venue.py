"""`garou venue`: a page that shows all tables of a place, fed by the broker alone.

It reads and never writes: a page that sends anything is left, and the broker is sent nothing.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from hardware.pages import ServedPage, listen_for_pages
from table.publish.broker import Broker
from table.publish.hall import Hall, as_message
from table.publish.payloads import topic_of
from table.words.catalogue import whole_languages

PAGE = Path(__file__).parent / "page"
FILES: Mapping[str, tuple[str, str]] = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/venue.css": ("venue.css", "text/css; charset=utf-8"),
    "/venue.js": ("venue.js", "text/javascript; charset=utf-8"),
}
TABLES = "/tables"
"""Where a page connects."""
PAGES_MOST = 64
"""Pages that may be connected at once."""
TOGETHER_S = 0.04
"""Seconds for which changes are gathered before the pages are sent them."""
BEHIND_BYTES = 1 << 20
"""Bytes that may wait for a page that takes nothing; then it is left, and comes again by itself."""
NOTHING = 1
"""Bytes of the longest message of a page: it sends none."""


class Venue:
    """Serves the page of a venue.

    `texts`: of the page, by language.
    `address`: as `ServedPage` takes it.
    `title`: shown above the tables; empty: a line of ours.
    `wall_s`: returns the seconds since 1970.
    """

    def __init__(
        self,
        texts: Mapping[str, Mapping[str, Any]],
        address: Callable[[str], str],
        title: str = "",
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.hall = Hall()
        self._texts, self._title, self._wall_s = texts, title, wall_s
        wrong = {language: texts[language]["wrong"] for language in whole_languages()}
        self.page = ServedPage(PAGE, FILES, TABLES, self._has_room, address, wrong)
        self._pages: set[ServerConnection] = set()
        self._news = asyncio.Event()
        self._connected = False

    # The broker

    def take(self, topic: str, payload: bytes) -> None:
        """Takes one message of the broker."""
        self.hall.take(topic, payload)
        self._news.set()

    def is_connected(self, connected: bool) -> None:
        """Whether the broker is there."""
        self._connected = connected
        self._news.set()

    # The pages

    async def pace(self) -> None:
        """Sends all pages what has changed, many changes at once."""
        while True:
            await self._news.wait()
            await asyncio.sleep(TOGETHER_S)
            self._news.clear()
            message = as_message(*self.hall.changed(), self._wall_s(), self._connected)
            for page in [page for page in self._pages if not keeps_up(page)]:
                page.transport.abort()
            broadcast(self._pages, message)

    def _has_room(self, _: ServerConnection) -> bool:
        """Whether one more page may connect."""
        return len(self._pages) < PAGES_MOST

    async def serve_page(self, connection: ServerConnection) -> None:
        """Tells one page everything, then what changes, until it is gone or says anything."""
        # In one go, so that no change falls between the whole and what follows it.
        broadcast([connection], msgspec.json.encode({"texts": self._texts, "title": self._title}).decode())
        broadcast([connection], as_message(self.hall.tables.values(), (), self._wall_s(), self._connected))
        self._pages.add(connection)
        try:
            await connection.recv()
        except ConnectionClosed:
            pass
        finally:
            self._pages.discard(connection)


def keeps_up(page: ServerConnection) -> bool:
    """Whether a page takes what it is sent."""
    return page.transport.get_write_buffer_size() <= BEHIND_BYTES


async def open_venue(venue: Venue, port: int, host: str | None = None) -> Server:
    """Listens for pages. Raises `OSError` if the port is taken."""
    return await listen_for_pages(
        venue.serve_page, venue.page.answer, port, host, max_size=NOTHING, ping_interval=10, ping_timeout=20
    )


async def run(
    venue: Venue, make: Callable[..., Broker], port: int, host: str | None, listens: Callable[[], object]
) -> None:
    """Runs the page until it is ended. `make`: makes the connection to the broker, given `ready`, `lost` and
    `heard` of a `Broker`; `listens`: called once pages can connect. Raises `BrokerError` if the broker
    refuses it, `OSError` if the port is taken."""
    loop, this = asyncio.get_running_loop(), asyncio.current_task()
    assert this
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, this.cancel)

    def ready() -> None:
        for kind in ("status", "state", "health"):
            broker.subscribe(topic_of("+", kind))
        loop.call_soon_threadsafe(venue.is_connected, True)

    def heard(topic: str, payload: bytes) -> None:
        loop.call_soon_threadsafe(venue.take, topic, payload)

    def lost() -> None:
        loop.call_soon_threadsafe(venue.is_connected, False)

    broker = make(ready=ready, lost=lost, heard=heard)
    async with await open_venue(venue, port, host):
        listens()
        pacing = asyncio.create_task(venue.pace())
        connected = asyncio.create_task(asyncio.to_thread(broker.run))
        try:
            await connected
        except asyncio.CancelledError:
            pass
        finally:
            broker.close()
            pacing.cancel()
            await asyncio.wait([connected, pacing])
