"""A whole evening by phones: real processes, eight phones that only touch their buttons, as sockets and as
pages in a real browser.

Meanwhile a page is loaded again, a second phone asks for a taken place, gateway and table are killed. Or
somebody opens all the pages that one address may have, and sends whatever they may.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from websockets.asyncio.client import connect as connect_here
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from hardware.phones.gateway import OF_ONE_ADDRESS
from hardware.phones.page_messages import A_SECOND, ASKS
from tests.kit.browser import PHONE, Browser
from tests.kit.paths import HAS_BROWSER, ROOT
from tests.kit.tables import NARRATION

NAMES = ("Anouk", "Bertil", "Cidalia", "Dagmar", "Eulalia", "Fjodor", "Gudrun", "Hjalmar")
"""No part of another word."""
SPEED = 12
"""How much faster than at a table this evening is; fingers move as fast as ever."""
PATIENCE_S = 240.0
FLOOD_S = 6.0
"""Seconds of the true time for which a flood is borne."""

OFFER = {
    "",
    *NARRATION["en"].lines["resume.offer"],
    NARRATION["en"].word("prompt.decline"),
    NARRATION["en"].word("headline.offer"),
}
"""What the board says while it offers to go on with a round."""

PLAY = """
import sys
import table.appliance.opening.opening as opening
opening.face_here = lambda: "window"
from table.__main__ import main
main()
"""
"""`garou`, on a display that nobody sees."""


class Finger:
    """A finger on a phone that presses and holds by lot, as somebody who tries everything."""

    def __init__(self, phone: Phone, number: int) -> None:
        self.phone = phone
        self._rng = Random(number)
        self._up_s: float | None = None
        self._next_s = 0.0

    def touch(self, now_s: float) -> None:
        """Moves, if it is time to."""
        if self._up_s is not None and now_s >= self._up_s:
            self._up_s = None
            self._next_s = now_s + self._rng.uniform(0.15, 0.4)
            self.phone.press(down=False)
        elif self._up_s is None and now_s >= self._next_s and self.phone.chair is not None:
            if self._rng.random() < 0.2:
                self.phone.read()
            self._up_s = now_s + self._rng.choice((0.08, 0.08, 0.75))
            self.phone.press(down=True)


class SocketPhone:
    """A phone without a screen: the messages of a page, on a socket. It reconnects as the page does.

    `said`, `covered`: what its page is told of the table; `chair`: the place it has; `slips`: all it has read
    alone; `is_settled`: everybody has their name, and nobody is away.
    """

    def __init__(self, port: int, number: int) -> None:
        self.token = f"{number:032x}"
        self.chair: int | None = None
        self.why = ""
        self.table: dict[str, Any] = {}
        self.slips: set[str] = set()
        self.lost = 0
        """How often it was told that the table is gone, or was hung up on."""
        self._port = port
        self._line: ClientConnection | None = None

    @property
    def said(self) -> str:
        return str(self.table.get("said", ""))

    @property
    def covered(self) -> bool:
        return bool(self.table.get("covered"))

    @property
    def is_connected(self) -> bool:
        return bool(self.table)

    @property
    def is_settled(self) -> bool:
        return all(chair["label"] in NAMES and not chair["away"] for chair in self.table["chairs"])

    def forget(self) -> None:
        self.table.clear()
        self.chair = None

    def open(self) -> None:
        self.close()
        with suppress(OSError, ConnectionClosed):
            origin: Any = f"http://127.0.0.1:{self._port}"
            address = f"ws://127.0.0.1:{self._port}/table"
            self._line = connect(address, origin=origin, compression=None, legacy=True)
            self.send(t="hello", token=self.token)

    def close(self) -> None:
        if self._line:
            self._line.close()
        self._line = None

    def send(self, **message: object) -> None:
        with suppress(ConnectionClosed, OSError):
            if self._line:
                self._line.send(json.dumps(message))

    def sit(self, chair: int, name: str) -> None:
        self.send(t="sit", chair=chair, name=name)

    def is_refused(self, chair: int) -> bool:
        if not self.why:
            self.sit(chair, "Zoe")
        return self.why == "Somebody has this place."

    def press(self, *, down: bool) -> None:
        self.send(t="fingers", e=[[0, down, 0]])

    def read(self) -> None:
        """Each look says it."""

    def hear(self) -> None:
        if self._line is None:
            self.open()
        try:
            while self._line:
                self._take(self._line.recv(timeout=0))
        except TimeoutError:
            return  # nothing more has come
        except (ConnectionClosed, OSError):
            self.lost += 1
            self.close()

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            length = int.from_bytes(message[73:75], "big")
            self.slips.add(message[75 : 75 + length].decode())
            return
        told = json.loads(message)
        if told["t"] == "table":
            self.table = told["table"]
        elif told["t"] == "seat":
            self.chair, self.why = told["chair"], told["why"]
        elif told["t"] == "gone":
            self.lost += 1


class Flood:
    """All the pages that one address may have, of a person who wants nobody else to play. Every second page
    stays within what a page may ask; the others come again whenever they are hung up on."""

    PAUSES_S = (1 / (ASKS[0] - 0.2), 1 / (A_SECOND - 3))

    def __init__(self, port: int) -> None:
        self.sent = 0
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._work = threading.Thread(
            target=self._loop.run_until_complete, args=(self._send_all(),), daemon=True
        )
        self._ended = asyncio.Event()
        self._work.start()

    def close(self) -> None:
        """Ends it."""
        self._loop.call_soon_threadsafe(self._ended.set)
        self._work.join(PATIENCE_S)
        self._loop.close()

    async def _send_all(self) -> None:
        pages = [asyncio.create_task(self._send(number)) for number in range(OF_ONE_ADDRESS)]
        await self._ended.wait()
        for page in pages:
            page.cancel()
        await asyncio.wait(pages)

    async def _send(self, number: int) -> None:
        """What one page sends, until it is cancelled."""
        address, origin = f"ws://127.0.0.1:{self._port}/table", f"http://127.0.0.1:{self._port}"
        greeting = json.dumps({"t": "hello", "token": f"{1000 + number:032x}"})
        asks = [
            {"t": "sit", "chair": chair, "name": f"F{number}", "takes": False} for chair in range(len(NAMES))
        ]
        messages = cycle(map(json.dumps, [*asks, {"t": "sit", "chair": 1}, {"t": "leave"}]))
        while True:
            with suppress(OSError, WebSocketException):
                how: Any = {"origin": origin, "local_addr": ("127.0.0.2", 0), "compression": None}
                async with connect_here(address, **how) as page:
                    await page.send(greeting)
                    while True:
                        await page.send(next(messages))
                        self.sent += 1
                        await asyncio.sleep(self.PAUSES_S[number % 2])
            await asyncio.sleep(0.05)


class PagePhone:
    """A phone as it is: the page in a window of a real browser, touched by a finger. Each window has an
    origin of its own, as each phone has a memory of its own."""

    SHOWN = """(() => document.getElementById("join") && ({
        shown: ["connecting", "join", "day", "night", "pod"].find(id => !document.getElementById(id).hidden),
        said: document.getElementById("said").textContent,
        covered: document.body.classList.contains("covered"),
        words: document.getElementById("words").textContent,
    }))()"""

    def __init__(self, browser: Browser, port: int, number: int) -> None:
        self.said, self.covered = "", False
        self.chair: int | None = None
        self.slips: set[str] = set()
        self._browser, self._number = browser, number
        self._url = f"http://127.0.0.{number + 2}:{port}/"
        self._shown = ""
        browser.driver.switch_to.new_window("window")
        self._window = browser.driver.current_window_handle
        browser.size(*PHONE)

    @property
    def is_connected(self) -> bool:
        return self._shown in ("join", "pod")

    @property
    def is_settled(self) -> bool:
        return self._shown == "pod"

    def forget(self) -> None:
        self._shown, self.chair = "", None

    def _look_here(self) -> Browser:
        self._browser.driver.switch_to.window(self._window)
        return self._browser

    def open(self) -> None:
        with suppress(WebDriverException):  # the gateway is still starting
            self._look_here().driver.get(self._url)

    def close(self) -> None:
        self._look_here().driver.get("about:blank")

    def hear(self) -> None:
        page = self._look_here()
        told = page.run(self.SHOWN)
        if told is None:  # an empty window, or one that says that nobody answers
            self.open()
            return
        self._shown, self.said, self.covered = told["shown"], told["said"], told["covered"]
        self.slips.add(told["words"])  # in the deal they are there while the button is held
        self.chair = self._number if self._shown == "pod" else None

    def sit(self, chair: int, name: str) -> None:
        page = self._look_here()
        page.tap(f"#circle button:nth-of-type({chair + 1})")
        if page.is_shown("#sit"):
            field = page.driver.find_element("id", "name")
            field.clear()
            field.send_keys(name)
            page.tap("#sit")

    def is_refused(self, chair: int) -> bool:
        page = self._look_here()
        page.tap(f"#circle button:nth-of-type({chair + 1})")
        return not page.is_shown("#sit")

    def press(self, *, down: bool) -> None:
        page = self._look_here()
        with suppress(WebDriverException):  # the page was loaded again, or the table is gone
            if not down:
                page.up()
            elif page.is_shown("#buttons button"):
                page.down("#buttons button")

    def read(self) -> None:
        page = self._look_here()
        if page.is_shown("#look"):
            page.down("#look")
            for _ in range(6):
                page.drawn()
            self.slips.add(page.text("#words"))
            page.up()


Phone = SocketPhone | PagePhone


class Evening:
    """A table with its gateway, and its phones. `browser`: they are pages in it; None: sockets."""

    def __init__(self, folder: Path, rulebook: str, browser: Browser | None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        (folder / "table.toml").write_text(
            f'language = "en"\nseats = {len(NAMES)}\n[phones]\nport = {self.port}\n[voice]\nenabled = false\n'
            f'[game]\nrulebook = "{rulebook}"\n'
        )
        self.folder = folder
        self.command = [
            *(sys.executable, "-c", PLAY, "play", "--simulated", "--phones", "--config"),
            *(
                str(folder / "table.toml"),
                "--state",
                str(folder / "state"),
                "--speed",
                str(SPEED),
                "--rounds",
                "1",
            ),
        ]
        self.environ = {
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": str(ROOT),
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
        }
        self._browser = browser
        self.phones = [self.phone(number) for number in range(len(NAMES))]
        self._fingers = [Finger(phone, number) for number, phone in enumerate(self.phones)]
        self.process = self.start()

    def phone(self, number: int) -> Phone:
        """One more phone."""
        return (
            PagePhone(self._browser, self.port, number) if self._browser else SocketPhone(self.port, number)
        )

    def start(self, *more: str) -> subprocess.Popen[str]:
        self.process = subprocess.Popen(
            [*self.command, *more],
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self.process

    def until(self, true: Callable[[], bool], *, touching: bool = False) -> None:
        """Lets phones hear, and touch, until this is so."""
        ends_s = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < ends_s, [phone.said for phone in self.phones]
            for phone in self.phones:
                phone.hear()
            for finger in self._fingers if touching else ():
                finger.touch(time.monotonic())
            time.sleep(0.01)

    def sit_down(self) -> None:
        """Each phone takes a place and gives its name."""
        self.until(lambda: all(phone.is_connected for phone in self.phones))
        for chair, (phone, name) in enumerate(zip(self.phones, NAMES, strict=True)):
            while phone.chair is None:  # a circle that is drawn anew under a finger takes no tap
                phone.sit(chair, name)
                again = time.monotonic() + 3.0
                self.until(lambda: phone.chair is not None or time.monotonic() > again)  # noqa: B023
        assert [phone.chair for phone in self.phones] == list(range(len(NAMES)))
        self.until(lambda: self.phones[0].is_settled)

    def begin(self) -> None:
        """The host starts, once everybody was greeted."""
        greeted = time.monotonic() + 3.0
        self.until(lambda: time.monotonic() > greeted)
        host = self.phones[0]
        host.press(down=True)
        held = time.monotonic() + 0.75
        self.until(lambda: time.monotonic() > held)
        host.press(down=False)
        self.until(lambda: host.said != "" and host.covered)

    def gateway(self) -> int:
        """The process of the gateway."""
        listed = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return int(listed.stdout.split()[0])

    def close(self) -> None:
        for phone in self.phones:
            phone.close()
        self.process.terminate()
        self.process.communicate()


@contextmanager
def evening(folder: Path, rulebook: str, *, in_browser: bool) -> Iterator[Evening]:
    with ExitStack() as closing:
        browser = None
        if in_browser:
            browser = Browser(folder / "profile")
            closing.callback(browser.close)
        played = Evening(folder, rulebook, browser)
        closing.callback(played.close)
        yield played


def test_one_address_that_asks_all_it_may_keeps_nobody_from_the_table(tmp_path: Path) -> None:
    """In the lobby, by night and by day: nobody loses the table, and presses are answered. Near the pace of a
    table: a faster one takes more requests in a second."""

    def bear(flood: Flood, at_first: list[int]) -> None:
        before, ends_s = flood.sent, time.monotonic() + FLOOD_S
        table.until(lambda: time.monotonic() > ends_s)
        assert flood.sent - before > 10 * OF_ONE_ADDRESS
        assert [phone.lost for phone in phones] == at_first

    def start(speed: int) -> list[int]:
        table.process.kill()
        table.process.communicate()
        for phone in phones:
            phone.forget()
        table.start("--speed", str(speed))
        table.until(lambda: [phone.chair for phone in phones] == list(range(len(NAMES))))
        table.until(lambda: phones[0].said not in OFFER)
        return [phone.lost for phone in phones]

    with evening(tmp_path, "thiercelieux", in_browser=False) as table:
        phones = [phone for phone in table.phones if isinstance(phone, SocketPhone)]
        table.sit_down()
        at_first = start(1)
        with closing(Flood(table.port)) as flood:
            bear(flood, at_first)
            table.begin()
            bear(flood, at_first)
            assert phones[0].covered
        start(SPEED)
        table.until(lambda: phones[0].covered)  # the round goes on in its night
        table.until(lambda: not phones[0].covered, touching=True)
        at_first = start(2)
        dark_s = time.monotonic()

        def is_day() -> bool:
            """Nobody has covered their eyes for a while: what is left of the night was played again."""
            nonlocal dark_s
            if phones[0].covered:
                dark_s = time.monotonic()
            return time.monotonic() - dark_s > 3.0

        table.until(is_day, touching=True)
        with closing(Flood(table.port)) as flood:
            bear(flood, at_first)
            assert not phones[0].covered
            table.until(lambda: phones[0].covered, touching=True)  # everybody has voted
            assert [phone.lost for phone in phones] == at_first


@pytest.mark.parametrize("rulebook", ["thiercelieux", "mots-garous"])
@pytest.mark.parametrize("in_browser", [False, True] if HAS_BROWSER else [False])
def test_eight_phones_play_an_evening_to_its_end_whatever_is_cut(
    tmp_path: Path, rulebook: str, in_browser: bool
) -> None:
    with evening(tmp_path, rulebook, in_browser=in_browser) as table:
        table.sit_down()
        stranger = table.phone(len(NAMES))
        table.phones.append(stranger)
        table.until(lambda: stranger.is_connected)
        table.until(lambda: stranger.is_refused(3))
        table.phones.remove(stranger)
        stranger.close()
        table.begin()

        # A page is loaded again; the gateway is killed, and comes back with everybody.
        table.until(lambda: not table.phones[0].covered, touching=True)
        table.phones[1].open()
        table.until(lambda: table.phones[1].chair == 1)
        os.kill(table.gateway(), signal.SIGKILL)
        for phone in table.phones:
            phone.forget()
        table.until(lambda: all(phone.is_connected for phone in table.phones))
        table.until(lambda: table.phones[0].is_settled)

        # The table is killed in a night or a day, and goes on with the same people.
        table.process.kill()
        table.process.communicate()
        for phone in table.phones:
            phone.forget()
        table.start()
        table.until(lambda: [phone.chair for phone in table.phones] == list(range(len(NAMES))))
        table.until(lambda: table.phones[0].said not in OFFER)  # a hold would begin anew
        table.until(lambda: table.process.poll() is not None, touching=True)
        out, wrong = table.process.communicate()
        assert table.process.returncode == 0, wrong
        assert len(out.splitlines()) == 1 + len(NAMES)
        assert all(any(name in line for line in out.splitlines()) for name in NAMES)
        assert all(any(phone.slips - {""}) for phone in table.phones), "everybody could read their own words"

    # Typed names are of that evening: the journal has none of them.
    kept = b"".join(path.read_bytes() for path in (tmp_path / "state").rglob("*") if path.suffix != ".json")
    assert not [name for name in NAMES if name.encode() in kept]
