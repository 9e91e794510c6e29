"""Measures the processor time of a board's page at 1920 x 1080, while a scene moves and while nothing does.

    python -m benchmarks.board_page

The painter, the table's end of the page, and the real gateway, which is a process of its own, with one
screen that takes every picture at once. The board's time goes on only when a picture is on its way, and
processor time is counted: so other programs do not count. "table": painting, comparing and compressing;
"gateway": passing it on. "pictures" and "kB" are a second's. Each scene is measured while it moves by
itself. "idle" is a debate without a clock, with the screen, and "unseen" the same board while nobody looks.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.typing import Origin

from hardware.phones.board_link import PICTURES_A_SECOND, BoardLink
from hardware.phones.board_pages import BOARD
from hardware.phones.board_wire import BoardKeys, board_socket
from hardware.screen import MemoryScreen
from table.board.board import Board
from table.board.paint.fullscreen import FullScreen, PagedView
from table.board.paint.motion import FADE_S, LANDINGS_S, NIGHTFALL_S, VICTORY_S
from tests.kit.boards import board
from tests.kit.browser import gateway
from tests.kit.processes import cpu_s, free_port, until, wait_for

SIZE = (1920, 1080)
SEATS = 18
IDLE_S = 10.0
SETTLES_S = 9.0
"""Longer than any scene moves."""
BAR = 0.35
BAR_IDLE = 0.02
KEY = "f" * 32


def show_pages(url: str, counted: Connection) -> None:
    """One screen, as a process: takes every picture at once, and answers how many bytes of each came since it
    was asked before."""

    async def run() -> None:
        sizes: list[int] = []
        origin = Origin(url.replace("ws:", "http:").removesuffix(BOARD))
        async with connect(url, origin=origin, compression=None, max_size=None) as page:
            look = {"t": "watch", "code": KEY, "width": SIZE[0], "height": SIZE[1]}
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


class Measured:
    """A board that one screen shows, and what that takes."""

    def __init__(self, path: Path, screen: Connection) -> None:
        self._now_s = 0.0
        self.link = link = BoardLink(path, lambda: self._now_s)
        self.process = 0
        """The gateway's."""
        self._screen = screen
        self._view = PagedView(FullScreen(MemoryScreen(lambda: link.size)), link, seen=False)

    def show(self, shown: Board, seconds: float) -> None:
        """Shows a board for so long. A room has more beats than these, in which nothing is drawn."""
        for _ in range(round(seconds * PICTURES_A_SECOND)):
            self._now_s += 1.001 / PICTURES_A_SECOND
            until(lambda: self.link.is_due or not self.link.screens)
            self._view.show(shown, self._now_s)

    def measure(self, name: str, before: Board, shown: Board, seconds: float) -> float:
        """Prints what a board takes for so long, once the one before has come to rest. Returns the share of a
        core of all."""
        self.show(before, SETTLES_S)
        self._arrived()
        table_s, gateway_s = time.process_time(), cpu_s(self.process)
        self.show(shown, seconds)
        table = (time.process_time() - table_s) / seconds
        passed = (cpu_s(self.process) - gateway_s) / seconds
        arrived = self._arrived()
        print(
            f"{name:<9} {table:6.1%} table, {passed:5.1%} gateway, {len(arrived) / seconds:4.1f} pictures, "
            f"{sum(arrived) / seconds / 1000:6.0f} kB"
        )
        return table + passed

    def _arrived(self) -> list[int]:
        self._screen.send(None)
        found: list[int] = self._screen.recv()
        return found


def main() -> int:
    """Exit status 1 if a bar is missed."""
    by_day = replace(board("debate", SEATS), timer=None)
    with tempfile.TemporaryDirectory() as folder:
        path, port = Path(folder, "phones.sock"), free_port()
        ours, theirs = get_context("spawn").Pipe()
        measured = Measured(board_socket(path), ours)
        measured.link.tell(BoardKeys("123456", KEY))
        with gateway(path, port) as process:
            measured.process = process.pid
            wait_for(port)
            screen = get_context("spawn").Process(
                target=show_pages, args=(f"ws://127.0.0.1:{port}{BOARD}", theirs), daemon=True
            )
            unseen_s = time.process_time()
            measured.show(by_day, IDLE_S)
            unseen = (time.process_time() - unseen_s) / IDLE_S
            screen.start()
            while not measured.link.screens:
                time.sleep(0.05)
            shares = [
                measured.measure("nightfall", by_day, board("night", SEATS), NIGHTFALL_S),
                measured.measure("dawn", board("night", SEATS), board("dawn", SEATS), FADE_S),
                measured.measure("ballots", board("vote", SEATS), board("ballots", SEATS), LANDINGS_S),
                measured.measure("victory", by_day, board("over", SEATS), VICTORY_S),
            ]
            idle = measured.measure("idle", by_day, by_day, IDLE_S)
            screen.terminate()
        measured.link.close()
    print(f"unseen    {unseen:6.1%} table")
    return 0 if max(shares) <= BAR and max(idle, unseen) <= BAR_IDLE else 1


if __name__ == "__main__":
    sys.exit(main())
