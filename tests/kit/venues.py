"""A venue in tests: its server on a port of its own, fed by hand, in the loop of whoever asks for it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from table.publish.news import StateNews
from table.publish.payloads import state_payload, topic_of
from table.publish.venue import Venue, open_venue
from table.words.catalogue import shipped

NOW_S = 1_760_000_000.0
TEXTS = {language: shipped("venue", language) for language in ("de", "en", "es", "fr")}


def state(table: str, title: str = "", wall_s: float = NOW_S, **more: Any) -> dict[str, Any]:
    """What a table publishes as its state."""
    usual: dict[str, Any] = {"phase": "day", "scene": "debate", "open": False, "rulebook": "family"}
    news = StateNews(**usual | {"language": "en"} | more)
    written: dict[str, Any] = msgspec.to_builtins(state_payload(news, table, title or table, wall_s))
    return written


class RunningVenue:
    """A venue that runs. `wall_s`: the time of day."""

    def __init__(self, title: str = "") -> None:
        self.wall_s = NOW_S
        self.venue = Venue(TEXTS, lambda _: "10.0.0.9:8090", title, lambda: self.wall_s)
        self._lines: list[ClientConnection] = []

    async def __aenter__(self) -> RunningVenue:
        return await self.open()

    async def open(self, port: int = 0) -> RunningVenue:
        """Listens; 0: on a port of its own."""
        self.server = await open_venue(self.venue, port, "127.0.0.1")
        self.port: int = self.server.sockets[0].getsockname()[1]
        self._pacing = asyncio.create_task(self.venue.pace())
        return self

    async def __aexit__(self, *_: object) -> None:
        for line in self._lines:
            line.transport.abort()
            await line.wait_closed()
        self._pacing.cancel()
        with suppress(asyncio.CancelledError):
            await self._pacing
        self.server.close()
        await self.server.wait_closed()

    async def page(self, **given: Any) -> ClientConnection:
        """A page that connects."""
        here: Any = f"http://127.0.0.1:{self.port}"
        usual = {"origin": here, "compression": None, "ping_interval": None, "close_timeout": 1}
        line = await connect(f"ws://127.0.0.1:{self.port}/tables", **usual | given)
        self._lines.append(line)
        return line

    def tells(self, table: str, title: str = "", **more: Any) -> None:
        """A table is online and in this state."""
        payload = json.dumps(state(table, title, self.wall_s, **more)).encode()
        self.venue.take(topic_of(table, "state"), payload)
        self.venue.take(topic_of(table, "status"), b"online")
