"""Measures a board's page: what it takes of a core, and how soon it shows and plays what happens.

    python -m benchmarks.board_page

First the processor time at 1920 x 1080: the painter, the table's end of the page, and the real gateway, which
is a process of its own, with one screen that takes every picture at once. The board's time goes on only when
a picture is on its way, and processor time is counted: so other programs do not count. "table": painting,
comparing and compressing; "gateway": passing it on. "pictures" and "kB" are a second's. Each scene is
measured while it moves by itself. "idle" is a debate without a clock, with the screen, and "unseen" the same
board while nobody looks.

Then the time in real Chromium at 1280 x 720: from a caption and its picture to the first audible sample of
its line, as it leaves the browser; and from a tap on the page of a phone, in a Chromium of its own, to the
frame with the board's next picture. Painter, voice and mixer are the table's; the rest of the room is not
there.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

from msgspec.structs import replace

from hardware.phones.board_link import PICTURES_A_SECOND, BoardLink
from hardware.phones.board_wire import BoardKeys, board_socket
from hardware.phones.wire import BoardState, PlaceState, SeatScreen
from hardware.screen import MemoryScreen
from table.board.board import Board
from table.board.paint.fullscreen import FullScreen, PagedView
from table.board.paint.motion import FADE_S, LANDINGS_S, NIGHTFALL_S, VICTORY_S
from tests.kit.boards import board
from tests.kit.browser import PHONE, Browser, gateway
from tests.kit.paths import HAS_BROWSER, NO_BROWSER
from tests.kit.phone_stand import CHAIRS, Stand
from tests.kit.processes import cpu_s, free_port, until, wait_for
from tests.kit.shown_board import IN_STEP_MS, ShownBoard
from tests.kit.watching import KEY, watching

SIZE = (1920, 1080)
SEATS = 18
IDLE_S = 10.0
SETTLES_S = 9.0
"""Longer than any scene moves."""
BAR = 0.35
BAR_IDLE = 0.02
LINES, TAPS = 12, 60
TAP_MS = 120.0
"""Bar: median of the taps."""
TOUCHED = """
const touch = (event) => { window.touched = performance.timeOrigin + event.timeStamp; };
addEventListener("pointerup", touch, true);
"""
"""Notes in the page of a phone when it was touched last."""


class Measured:
    """A board that one screen shows, and what that takes."""

    def __init__(self, path: Path) -> None:
        self._now_s = 0.0
        self.link = link = BoardLink(path, lambda: self._now_s)
        self.process = 0
        """The gateway's."""
        self.screen: Connection | None = None
        """One that counts what it shows."""
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
        assert self.screen
        self.screen.send(None)
        found: list[int] = self.screen.recv()
        return found


def taken() -> bool:
    """Prints the processor time of the page. Returns whether the bars are held."""
    by_day = replace(board("debate", SEATS), timer=None)
    with tempfile.TemporaryDirectory() as folder:
        path, port = Path(folder, "phones.sock"), free_port()
        measured = Measured(board_socket(path))
        measured.link.tell(BoardKeys("123456", KEY))
        with gateway(path, port) as process:
            measured.process = process.pid
            wait_for(port)
            unseen_s = time.process_time()
            measured.show(by_day, IDLE_S)
            unseen = (time.process_time() - unseen_s) / IDLE_S
            with watching(port, SIZE) as measured.screen:
                until(lambda: measured.link.screens)
                shares = [
                    measured.measure("nightfall", by_day, board("night", SEATS), NIGHTFALL_S),
                    measured.measure("dawn", board("night", SEATS), board("dawn", SEATS), FADE_S),
                    measured.measure("ballots", board("vote", SEATS), board("ballots", SEATS), LANDINGS_S),
                    measured.measure("victory", by_day, board("over", SEATS), VICTORY_S),
                ]
                idle = measured.measure("idle", by_day, by_day, IDLE_S)
        measured.link.close()
    print(f"unseen    {unseen:6.1%} table")
    return max(shares) <= BAR and max(idle, unseen) <= BAR_IDLE


def tapped(shown: ShownBoard) -> list[float]:
    """Milliseconds from each tap on the page of a phone to the frame with the board's next picture."""
    host, page, phone = shown.stand.host, shown.watched(), Browser(shown.stand.folder / "phone")
    places = tuple(PlaceState(place.name, chair) for chair, place in enumerate(shown.board.places))
    host.tell(board=BoardState(scene="vote", question="vote", places=places))
    screen = SeatScreen(1, "choose", 1, tuple(range(1, CHAIRS + 1)))
    chance, found = random.Random(0), []

    def tap() -> None:
        for _ in range(TAPS):
            page.run("window.at = {}")
            phone.down(f"#scene button:nth-of-type({chance.randrange(2, 7)})")
            time.sleep(chance.uniform(0.05, 0.15))
            phone.up()
            time.sleep(chance.uniform(0.5, 0.6))
            seen_ms = page.run("performance.timeOrigin + window.at.seen")
            found.append(seen_ms - phone.run("window.touched"))

    phone.size(*PHONE)
    phone.tell("Page.addScriptToEvaluateOnNewDocument", source=TOUCHED)
    phone.driver.get(shown.stand.url)
    shown.until(lambda: phone.is_shown("#circle button"))
    phone.tap("#circle button:nth-of-type(1)")
    phone.tap("#sit")
    host.link.show({0: screen}, {})
    shown.until(lambda: phone.is_shown("#scene button:nth-of-type(7)"))
    with ThreadPoolExecutor(1) as hand:
        over, before = hand.submit(tap), len(host.touches)
        while not over.done():
            host.serve()
            if len(host.touches) > before:
                before = len(host.touches)
                target = host.touches[-1].option
                host.link.show({0: replace(screen, at=target)}, {})
                votes = [replace(each, points_at=None) for each in shown.board.places]
                votes[0] = replace(votes[0], points_at=(before + 1) % CHAIRS)
                shown.board = replace(shown.board, places=votes)
            shown.beat()
        over.result()
    phone.close()
    return found


def in_time() -> bool:
    """Prints how the page keeps step, and how soon it shows a tap. Returns whether the bars are held."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        stand = Stand(folder)
        shown = ShownBoard(stand, time.monotonic)
        shown.board = replace(shown.board, timer=None)
        shown.opened()
        shown.until(lambda: shown.link.screens)
        lines = shown.speak(folder / "recordings", LINES)
        taps = tapped(shown)
        shown.link.close()
        stand.close()
    apart = max(line.apart_ms for line in lines)
    print(
        f"{LINES} lines: heard {median(line.heard_ms for line in lines):.0f} ms after the caption, "
        f"{median(line.heard_ms - line.seen_ms for line in lines):.0f} ms after its picture (medians), "
        f"apart at most {apart:.0f} ms"
    )
    print(f"{TAPS} taps of a phone: seen after {median(taps):.0f} ms (median), at most {max(taps):.0f} ms")
    return apart <= IN_STEP_MS and median(taps) <= TAP_MS


def main() -> int:
    """Exit status 1 if a bar is missed."""
    held = taken()
    if not HAS_BROWSER:
        print(NO_BROWSER)
        return 0 if held else 1
    return 0 if in_time() and held else 1


if __name__ == "__main__":
    sys.exit(main())
