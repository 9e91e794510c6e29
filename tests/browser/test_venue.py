"""The page of a venue in a real browser, with the real server, fed as a broker would."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

import pytest

from tests.kit.browser import Browser, look_at
from tests.kit.venues import RunningVenue

A = TypeVar("A")
TELEVISION = (1920, 1080)


class Screen:
    """A browser in front of a venue that runs in a thread."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._loop = asyncio.new_event_loop()
        self._work = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._work.start()
        self.running = self.call(self._open())

    async def _open(self) -> RunningVenue:
        made = RunningVenue()
        made.wall_s = time.time()
        return await made.__aenter__()

    def call(self, coroutine: Coroutine[Any, Any, A]) -> A:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(30)

    def do(self, what: Callable[[], object]) -> None:
        """Does something in the loop of the venue."""

        async def done() -> None:
            what()

        self.call(done())

    def look(self, query: str = "", size: tuple[int, int] = TELEVISION) -> None:
        self.browser.size(*size)
        self.browser.driver.get(f"http://127.0.0.1:{self.running.port}/{query}")
        self.until(lambda: self.text("#title"))

    def text(self, selector: str) -> str:
        found: str = self.browser.run(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")
        return found

    def card(self, table: str) -> tuple[str, str, str, str, str]:
        """The looks and the texts of a card."""
        root = f'[data-table="{table}"]'
        looks = self.browser.run(f"document.querySelector('{root}')?.className ?? ''")
        return (looks, *(self.text(f"{root} {part}") for part in (".name", ".head", ".more", ".foot")))

    def until(self, holds: Callable[[], object]) -> None:
        ends_s = time.monotonic() + 20
        while not holds():
            assert time.monotonic() < ends_s, "it did not come to hold"
            time.sleep(0.02)

    def close(self) -> None:
        self.call(self.running.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._work.join(10)
        self._loop.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("venue"))
    yield made
    made.close()


@pytest.fixture
def screen(browser: Browser) -> Iterator[Screen]:
    made = Screen(browser)
    yield made
    made.close()


MOMENTS: tuple[dict[str, Any], ...] = (
    {"phase": "lobby", "scene": "attract", "open": True, "players": 3, "free": 9},
    {"phase": "night", "scene": "night", "players": 8, "living": 6, "over_in_s": 1500.0, "round": 1},
    {"phase": "day", "scene": "vote", "players": 10, "living": 4, "over_in_s": 430.0, "round": 2},
    {"phase": "free", "scene": "attract", "open": True, "free": 12},
    {"phase": "over", "scene": "over", "players": 8, "living": 3, "round": 1},
    {"phase": "deal", "scene": "deal", "players": 12, "living": 12, "over_in_s": 2400.0, "round": 1},
)
"""Moments of an evening."""


def evening(running: RunningVenue, count: int) -> None:
    """So many tables, each somewhere in its evening."""
    running.venue.is_connected(True)
    for number in range(1, count + 1):
        more = MOMENTS[number % len(MOMENTS)]
        running.tells(f"table-{number}", f"Table {number}", **more)
        if number % 11 == 5:
            running.venue.take(f"garou/table-{number}/status", b"offline")


@pytest.mark.parametrize("count", [1, 6, 60, 200])
def test_all_tables_fit_on_a_television(screen: Screen, count: int) -> None:
    screen.do(lambda: evening(screen.running, count))
    for query in ("?lang=fr", "?lang=en&staff"):
        screen.look(query)
        shown = count if "staff" in query else count - sum(one % 11 == 5 for one in range(1, count + 1))
        screen.until(lambda: screen.browser.run("document.querySelectorAll('.table').length") == shown)  # noqa: B023
        look_at(screen.browser.picture(), f"venue.{count}{'.staff' if 'staff' in query else ''}")
        cut = screen.browser.run(
            "[...document.querySelectorAll('.table')].filter(one => {"
            "const box = one.getBoundingClientRect();"
            "return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.width < 80 }).length"
        )
        assert cut == 0
        spilt = screen.browser.run(
            "[...document.querySelectorAll('.foot, .head, .more')].filter("
            "one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
        )
        assert spilt == []


def test_what_each_table_says_and_when_it_changes(screen: Screen) -> None:
    screen.do(lambda: evening(screen.running, 6))
    screen.look("?lang=en")
    screen.until(lambda: screen.card("table-6")[0])
    assert screen.card("table-6") == (
        "table open",
        "Table 6",
        "Come and play here!",
        "Free seats: 9",
        "Players: 3",
    )
    assert screen.card("table-1") == ("table night", "Table 1", "Night", "Alive: 6 of 8", "25 min left")
    assert screen.card("table-2") == ("table day soon", "Table 2", "Day", "Alive: 4 of 10", "free in 8 min")
    assert screen.card("table-4")[0] == "table calm soon"
    assert screen.card("table-5")[0] == "", "offline, which only the staff see"
    assert screen.text("#summary") == "2 of 5 tables take players"
    running = screen.running
    screen.do(lambda: running.tells("table-1", "Table 1", phase="day", scene="dawn", players=8, living=5))
    screen.until(lambda: screen.card("table-1")[2:4] == ("Day", "Alive: 5 of 8"))
    screen.do(lambda: running.venue.take("garou/table-1/status", b"offline"))
    screen.until(lambda: not screen.card("table-1")[0])
    screen.do(lambda: running.venue.is_connected(False))
    screen.until(lambda: screen.browser.is_shown("#lost"))


def test_the_staff_see_who_needs_them(screen: Screen) -> None:
    screen.do(lambda: evening(screen.running, 6))
    take = screen.running.venue.take
    health = {"v": 1, "table": "table-2", "sent_at": 1.0, "fault": True, "dark": [7], "doctor": ["x"]}
    screen.do(lambda: screen.running.tells("table-1", "Table 1", staff=True))
    screen.do(lambda: take("garou/table-2/health", json.dumps(health).encode()))
    screen.do(lambda: take("garou/table-3/state", b'{"v": 2}'))
    screen.look("?lang=fr&staff")
    needs = {
        "table-1": "Appelle le personnel",
        "table-2": "Anneau éteint : 7Voir garou doctor",
        "table-3": "Parle une autre version",
        "table-5": "pas connectée",
        "table-6": "",
    }
    for table, told in needs.items():
        screen.until(lambda: screen.text(f'[data-table="{table}"] .needs') == told)  # noqa: B023


def test_the_page_comes_back_by_itself(screen: Screen) -> None:
    screen.do(lambda: evening(screen.running, 2))
    screen.look("?lang=en")
    screen.until(lambda: screen.card("table-2")[0])
    port = screen.running.port
    screen.call(screen.running.__aexit__())
    screen.until(lambda: screen.browser.is_shown("#lost"))

    async def again() -> RunningVenue:
        made = RunningVenue()
        made.wall_s = time.time()
        return await made.open(port)

    screen.running = screen.call(again())
    screen.do(lambda: evening(screen.running, 1))
    screen.until(lambda: not screen.browser.is_shown("#lost"))
    screen.until(lambda: not screen.card("table-2")[0])
    assert screen.card("table-1")[1] == "Table 1"


def test_what_is_foreign_stays_text_and_breaks_nothing(screen: Screen) -> None:
    evil = '<img src=x onerror="window.hit=1">'
    screen.do(lambda: evening(screen.running, 3))
    screen.look("?lang=en&staff")
    screen.browser.run("window.failed = 0; addEventListener('error', () => { window.failed += 1; })")
    screen.do(lambda: screen.running.tells("evil", evil, players=3, living=3))
    screen.until(lambda: screen.card("evil")[1] == evil)
    screen.do(lambda: screen.running.venue.take("garou/evil/health", b'"<img src=x>"'))
    screen.do(lambda: screen.running.tells("last", "The last one"))
    screen.until(lambda: screen.card("last")[1] == "The last one")
    assert screen.browser.run("[window.hit ?? 0, window.failed, document.images.length]") == [0, 0, 0]
