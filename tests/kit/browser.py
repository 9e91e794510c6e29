"""A real browser as a phone: Chromium without a window, with fingers."""

from __future__ import annotations

import base64
import math
import os
import socket
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from hardware.clocks import LiveClock
from hardware.interface import Edge, Touch
from hardware.phones.link import PhoneLink
from hardware.phones.wire import Asked, PublicTable, SeatAnswer, SeatRequest, SeatReturn
from table.appliance.phones.page_state import page_texts
from table.paths import FONTS
from tests.kit.gateways import public_table
from tests.kit.paths import CHROMEDRIVER, CHROMIUM, ROOT
from tests.kit.tables import NARRATION

WAITS_S = 10.0
LETTERS = f"""<fontconfig>
<dir>{FONTS}</dir>
<match target="pattern">
<edit name="family" mode="prepend" binding="strong"><string>Noto Sans</string></edit>
</match>
</fontconfig>"""
"""The fonts of the browser: one of ours, about as wide as those of phones, so that a page has the same lines
on every machine."""
PHONE = (360, 740)
TABLET = (820, 1180)
GAMMA = 2.2
"""A screen's light is its number, as a share of the highest, to this power."""
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
    "--hide-scrollbars",
)


def light_of(png: bytes) -> float:
    """The light that a picture sheds, as a share of a white one's. A value of half sheds a fifth."""
    import pygame

    pixels = pygame.image.tobytes(pygame.image.load(BytesIO(png)), "RGB")
    counted = Counter(pixels)
    return sum(math.pow(value / 255, GAMMA) * count for value, count in counted.items()) / len(pixels)


class Page(ABC):
    """A page of a browser, on a screen of a size of its own."""

    @abstractmethod
    def tell(self, command: str, **given: Any) -> Any:
        """A command of the browser's own protocol."""

    @abstractmethod
    def run(self, script: str, *given: Any) -> Any:
        """The value of a script in the page."""

    def size(self, width: int, height: int, ratio: float = 1.0) -> None:
        """The screen of a phone or a tablet from now on."""
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=ratio,
            mobile=True,
        )
        self.tell("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def text(self, selector: str) -> str:
        """What an element says."""
        return str(self.run("document.querySelector(arguments[0]).innerText", selector))

    def is_shown(self, selector: str) -> bool:
        """Whether an element has a place on the page."""
        return bool(self.run("!!document.querySelector(arguments[0])?.getClientRects().length", selector))

    def box(self, selector: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of an element."""
        script = "(r => [r.left, r.top, r.right, r.bottom])(document.querySelector(arguments[0])"
        left, top, right, bottom = self.run(f"{script}.getBoundingClientRect())", selector)
        return left, top, right, bottom

    def at(self, selector: str) -> tuple[float, float]:
        """The middle of an element."""
        left, top, right, bottom = self.box(selector)
        return (left + right) / 2, (top + bottom) / 2

    def down(self, selector: str) -> None:
        """A finger goes down on an element."""
        x, y = self.at(selector)
        self.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y, "id": 1}])

    def up(self) -> None:
        """All fingers are lifted."""
        self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def tap(self, selector: str) -> None:
        """A finger taps an element."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'nearest'})", selector)
        self.down(selector)
        self.up()

    def picture(self) -> bytes:
        """A PNG of the screen."""
        return base64.b64decode(self.tell("Page.captureScreenshot", format="png")["data"])


class Browser(Page):
    """One page, in a browser of its own. `folder`: for its profile."""

    def __init__(self, folder: Path) -> None:
        from selenium.webdriver import Chrome, ChromeOptions
        from selenium.webdriver.chrome.service import Service

        options = ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for flag in (*FLAGS, f"--user-data-dir={folder}"):
            options.add_argument(flag)
        folder.mkdir(parents=True, exist_ok=True)
        letters = folder / "fonts.conf"
        letters.write_text(LETTERS)
        self.driver = Chrome(
            options, Service(CHROMEDRIVER, env={**os.environ, "FONTCONFIG_FILE": str(letters)})
        )

    def tell(self, command: str, **given: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, given)

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(f"return {script}", *given)

    def drawn(self) -> None:
        """Returns once the page has drawn what it knows."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
        )

    def problems(self) -> list[dict[str, Any]]:
        """What the browser has complained of."""
        found: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return found

    def findings(self) -> list[str]:
        """What axe finds on the page, which bars somebody."""
        import axe_core_python

        axe = Path(axe_core_python.__file__).with_name("axe.min.js").read_text("utf-8")
        self.driver.execute_script(axe)
        script = """const done = arguments[0];
            axe.run().then((found) => done(found.violations.map((one) => one.id + one.nodes[0].html)));"""
        found: list[str] = self.driver.execute_async_script(script)
        return found

    def close(self) -> None:
        """Ends the browser."""
        self.driver.quit()


class Host:
    """A table with phones alone: what they ask is granted. `folder`: for the socket."""

    def __init__(self, folder: Path, chairs: int = 8, language: str = "en", pixels: int = 16) -> None:
        self.path = folder / "phones.sock"
        self.clock = LiveClock()
        self.link = PhoneLink(self.path, chairs, pixels, self.clock)
        self.owners: dict[str, int] = {}
        self.names: dict[int, str] = {}
        self.edges: list[Edge] = []
        self.touches: list[Touch] = []
        self.asked: list[Asked] = []
        self.table = public_table(chairs, pixels=pixels)
        self.tell(language=language)

    def tell(self, **changes: Any) -> PublicTable:
        """Tells all pages that something public has changed."""
        if "language" in changes:
            changes["texts"] = page_texts(NARRATION[changes["language"]])
        fields = {name: getattr(self.table, name) for name in self.table.__struct_fields__}
        self.table = PublicTable(**fields | changes)
        self.link.tell(self.table)
        return self.table

    def serve(self) -> None:
        """Answers what has been asked."""
        self.edges += self.link.buttons.edges()
        self.touches += self.link.touches.touches()
        for asked in self.link.asked():
            self.asked.append(asked)
            match asked:
                case SeatRequest(token=token, chair=chair, name=name, takes=takes):
                    if chair is not None and name:
                        self.names[chair] = name
                    if chair is not None and takes:
                        self.owners[token] = chair
                    self.link.seat(SeatAnswer(token, self.owners.get(token)))
                case SeatReturn(token=token):
                    del self.owners[token]
                    self.link.seat(SeatAnswer(token, None))

    def until(self, holds: Callable[[], object]) -> None:
        """Serves until something holds."""
        ends_s = time.monotonic() + WAITS_S
        while not holds():
            self.serve()
            assert time.monotonic() < ends_s, "it did not come to hold"
            time.sleep(0.005)

    def close(self) -> None:
        """Is switched off."""
        self.link.close()


class Tap:
    """A line between a browser and the gateway on this port that notes what the browser sends, and when."""

    def __init__(self, port: int) -> None:
        self.sent: list[tuple[float, int]] = []
        """Seconds and bytes."""
        self._to = port
        self._open: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Tap:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def cut(self) -> None:
        """Hangs up on everybody. They may come again."""
        while self._open:
            with suppress(OSError):
                self._open.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Ends it."""
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                page, _ = self._server.accept()
                try:
                    gate = socket.create_connection(("127.0.0.1", self._to))
                except OSError:  # no gateway is there
                    page.close()
                    continue
                self._open += (page, gate)
                for one, other, sent in ((page, gate, self.sent), (gate, page, None)):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    threading.Thread(target=self._pass, args=(one, other, sent), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, sent: list[tuple[float, int]] | None) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                if sent is not None:
                    sent.append((time.monotonic(), len(data)))
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def gateway(path: Path, port: int, stderr: int | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """The gateway as a process, for as long as this lasts."""
    command = [sys.executable, "-m", "table", "phones", "--socket", str(path), "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1"], cwd=ROOT, env={**os.environ, "LANG": "C.UTF-8"}, stderr=stderr
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(WAITS_S)


def look_at(png: bytes, name: str) -> None:
    """Keeps a picture for people, where GAROU_PICTURES names a folder."""
    if folder := os.environ.get("GAROU_PICTURES"):
        Path(folder, f"{name}.png").write_bytes(png)
