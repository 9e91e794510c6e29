"""Pods that call by Wi-Fi, at the gateway: it connects each to the table, and passes messages on at once.

It knows nothing of what they say: both ends keep the pace, and the table hangs up on those it does not know.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.http11 import Request, Response

from hardware.pages import ServedPage, address_of
from hardware.phones.page_messages import Allowance, AllowanceOfEach
from hardware.pods.calls import CALLERS_MOST
from hardware.pods.firmware.line import framed, unframed

POD = "/pod"
"""Where a pod connects."""
OF_ONE_ADDRESS = CALLERS_MOST // 2
"""Pods that may be connected from one address: a router may stand between them and this machine."""
CALLS_OF_ONE_ADDRESS = (12, CALLERS_MOST)
"""Calls from one address, in a second and at once: pods call again each 2 s while the table is off, and who
guesses ids has to call for each."""
MESSAGES = (80, 160)
"""Messages of one pod, in a second and at once: it reports each 50 ms, and as contacts bounce."""


class PodCalls:
    """The calls of pods. `now`: a clock, in seconds; `address`, `wrong`: as `ServedPage` takes them."""

    table: Path | None = None
    """Where the table listens for them."""

    def __init__(
        self, now: Callable[[], float], address: Callable[[str], str], wrong: Mapping[str, str]
    ) -> None:
        self.page = ServedPage(Path(), {}, POD, self._has_room, address, wrong, by_browsers=False)
        self._now = now
        self._open: Counter[str] = Counter()
        """How many pods are connected from each address."""
        self._calls = AllowanceOfEach(*CALLS_OF_ONE_ADDRESS)

    def _has_room(self, connection: ServerConnection) -> bool:
        here = self._open[address_of(connection)]
        return self._open.total() < CALLERS_MOST and here < OF_ONE_ADDRESS

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """None: a pod connects."""
        return self.page.answer(connection, request)

    async def serve(self, connection: ServerConnection) -> None:
        """Connects a pod with the table until either hangs up, or the pod sends what it may not."""
        has_room, address = self._has_room(connection), address_of(connection)
        self._open[address] += 1
        try:
            async with self.page.hearing(connection):
                if not (has_room and self._calls.spend(address, self._now())):
                    raise ValueError("too many calls")
                with suppress(OSError):
                    await self._connect(connection)
        finally:
            self._open -= Counter((address,))

    async def _connect(self, connection: ServerConnection) -> None:
        """Passes messages on, in both directions. Raises `OSError` without a table."""
        if self.table is None:
            return
        reader, writer = await asyncio.open_unix_connection(str(self.table))
        answering = asyncio.create_task(_answer(reader, connection))
        try:
            allowance = Allowance(*MESSAGES, self._now())
            async for message in connection:
                if isinstance(message, str) or not allowance.spend(1, self._now()):
                    raise ValueError("no message of a pod, or too many")
                writer.write(framed(message))
                await writer.drain()
        finally:
            answering.cancel()
            writer.transport.abort()


async def _answer(reader: asyncio.StreamReader, connection: ServerConnection) -> None:
    """Passes on what the table says, until it hangs up. A pod that is behind misses some."""
    with suppress(OSError, asyncio.IncompleteReadError):
        while True:
            message = unframed((await reader.readuntil(b"\0"))[:-1])
            if not connection.transport.get_write_buffer_size():
                broadcast([connection], message)
    await connection.close()
