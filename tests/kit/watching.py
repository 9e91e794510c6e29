"""A screen that shows a board's page as fast as it can, without a browser, for benchmarks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection

from websockets.asyncio.client import connect
from websockets.typing import Origin

from hardware.phones.board_pages import BOARD
from hardware.phones.board_wire import Size

KEY = "f" * 32
"""What the screen says."""


def show_pages(url: str, size: Size, counted: Connection) -> None:
    """One screen, as a process: takes every picture at once, and answers how many bytes of each came since it
    was asked before."""

    async def run() -> None:
        sizes: list[int] = []
        origin = Origin(url.replace("ws:", "http:").removesuffix(BOARD))
        async with connect(url, origin=origin, compression=None, max_size=None) as page:
            look = {"t": "watch", "code": KEY, "width": size[0], "height": size[1]}
            await page.send(json.dumps(look))
            while True:
                asked = asyncio.to_thread(counted.poll, 0)
                if await asked:
                    counted.recv()
                    counted.send(sizes)
                    sizes = []
                try:
                    async with asyncio.timeout(0.05):
                        said = await page.recv()
                except TimeoutError:
                    continue
                if isinstance(said, bytes):
                    sizes.append(len(said))
                    await page.send('{"t":"shown"}')

    asyncio.run(run())


@contextmanager
def watching(port: int, size: Size) -> Iterator[Connection]:
    """A screen of this size shows the board of the gateway on this port, as `show_pages` does."""
    ours, theirs = get_context("spawn").Pipe()
    url = f"ws://127.0.0.1:{port}{BOARD}"
    screen = get_context("spawn").Process(target=show_pages, args=(url, size, theirs), daemon=True)
    screen.start()
    yield ours
    screen.terminate()
