"""A table, its gateway and one phone of it in a real browser."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from pathlib import Path
from subprocess import Popen

from hardware.phones.wire import BoardState, SeatScreen, Sheets
from tests.kit.browser import PHONE, Browser, Host, gateway
from tests.kit.gateways import public_table

CHAIRS = 8
MINE = 2
"""The place of the phone, from 0."""


class Stand:
    """A table, its gateway and a phone."""

    def __init__(self, folder: Path, pixels: int = 16, language: str = "en") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.host = Host(folder, CHAIRS, language, pixels)
        self.browser = Browser(folder / "profile")
        self.url = f"http://127.0.0.1:{self.port}/"
        self._gateway = ExitStack()
        self._sentences = 0
        self.start()

    def start(self) -> None:
        """Starts the gateway, and waits until it listens."""
        self.process: Popen[bytes] = self._gateway.enter_context(gateway(self.host.path, self.port))
        self.host.until(self._listens)

    def stop(self) -> None:
        """Ends the gateway."""
        self._gateway.close()

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def open(self) -> None:
        """Opens the page, as the phone that it was."""
        self.browser.driver.get(self.url)
        self.host.until(lambda: not self.browser.is_shown("#connecting"))

    def seated(self, *, as_ring: bool = False) -> None:
        """Opens the page of a phone that has a place, by day. `as_ring`: it draws a pod."""
        self.browser.size(*PHONE)
        usual = public_table(CHAIRS)
        self.host.tell(
            covered=False,
            opens=False,
            wait="",
            said="",
            is_prompt=False,
            buttons=1,
            language="en",
            chairs=usual.chairs,
            board=BoardState(),
        )
        self.screen(SeatScreen())
        self.open()
        if self.browser.is_shown("#join"):
            self.browser.tap(f"#circle button:nth-of-type({MINE + 1})")
            self.browser.tap("#sit")
            self.host.until(lambda: not self.browser.is_shown("#join"))
        view, switch = ("#pod", ".as-ring") if as_ring else ("#day", ".as-page")
        self.host.until(lambda: self.browser.is_shown(view) or self.browser.is_shown(switch))
        if self.browser.is_shown(switch):
            self.browser.tap(switch)
            self.host.until(lambda: self.browser.is_shown(view))
        self.light(bytes(48))
        self.slip("")

    def slip(self, words: str) -> None:
        """What stands on the slip of this phone from now on; the others have one too."""
        others = dict.fromkeys(range(CHAIRS), "The Witch")
        self.host.link.slips.show(others | {MINE: words})

    def screen(self, screen: SeatScreen, card: str = "", told: str = "", role: str = "") -> None:
        """What the person at this phone may point at from now on, and read again. Others have a card too."""
        others = dict.fromkeys(range(CHAIRS), Sheets("The Witch", "", "witch"))
        self.host.link.show({MINE: screen}, others | {MINE: Sheets(card, told, role)})

    def light(self, ring: bytes) -> None:
        """What the ring of this phone shows."""
        self.host.link.rings.show(b"".join(ring if place == MINE else bytes(48) for place in range(CHAIRS)))

    def held(self, selector: str) -> str:
        """What can be read while a finger holds something."""
        self.browser.down(selector)
        self.host.until(lambda: self.browser.run("document.querySelector('#words').textContent"))
        words = str(self.browser.run("document.querySelector('#words').textContent"))
        self.browser.up()
        self.host.until(lambda: not self.browser.run("document.querySelector('#words').textContent"))
        return words

    def settled(self, said: str = "") -> None:
        """Returns once what was said last is drawn: the page is told by a sentence. `said`: another than the
        last one; else there is one for it."""
        self._sentences += 1
        mark = said or f"Sentence {self._sentences % 10}."
        self.host.tell(said=mark)
        lines = ("#said", "#line", "#night-said")
        self.host.until(lambda: mark in map(self.browser.text, lines))
        time.sleep(0.1)  # three looks
        self.browser.drawn()

    def close(self) -> None:
        self.browser.close()
        self.stop()
        self.host.close()


def presses(stand: Stand, since: int) -> list[tuple[int, int, bool]]:
    """What the table heard of the buttons after its first `since` edges: place, button, down."""
    return [(edge.seat, edge.button, edge.down) for edge in stand.host.edges[since:]]
