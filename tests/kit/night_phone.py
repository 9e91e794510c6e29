"""The page of a phone by night, in a real browser, and all about it that somebody else could notice."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from hardware.debounce import Kind
from hardware.interface import Touch
from hardware.phones.gateway import PAGE
from hardware.phones.wire import BoardState, PlaceState, SeatScreen, Sheets
from tests.kit.browser import PHONE, WAITS_S, light_of
from tests.kit.paths import ROOT
from tests.kit.phone_stand import MINE, Stand

NAMES = ("Papi", "Zoé", "Anne-Sophie", "Léo", "Grand-Père Théodor", "Tom", "Jean-Baptiste", "Ève")
SAID = "The Werewolves open their eyes."
FIELDS = ("now", "card", "told")
SERVES = """
import pathlib, sys
import hardware.pages, hardware.phones.gateway
page, asked = map(pathlib.Path, (sys.argv.pop(1), sys.argv.pop(1)))
hardware.phones.gateway.PAGE = page
answer = hardware.pages.ServedPage.answer
def noted(self, connection, request):
    with asked.open("a") as notes:
        notes.write(request.path + chr(10))
    return answer(self, connection, request)
hardware.pages.ServedPage.answer = noted
from table.__main__ import main
main()
"""
"""Runs the gateway with another page, and notes what was asked for."""
SPIES = """
    window.noted = {painted: 0, shaken: 0};
    const pen = CanvasRenderingContext2D.prototype;
    for (const kind of ["fillRect", "fillText", "drawImage"]) {
        const draw = pen[kind].plain || pen[kind];
        pen[kind] = function (...given) { window.noted.painted++; return draw.apply(this, given); };
        pen[kind].plain = draw;
    }
    navigator.vibrate = () => window.noted.shaken++;
"""
"""Counts what the page paints, and how often it shakes the phone."""


class Told(NamedTuple):
    """What one phone knows in secret."""

    screen: SeatScreen = SeatScreen(MINE + 1, "idle", 7)
    slip: str = ""
    card: str = ""
    told: str = ""
    role: str = ""


ASLEEP = Told(card="Villager", role="villager")
CALLED = Told(
    SeatScreen(MINE + 1, "choose", 8, (1, 2, 4), at=4, chosen=(2,), locked=True),
    "Werewolf\nYour light: Léo. Locked: Zoé.",
    "Werewolf\nAt night the pack devours somebody.",
    "Night 1: your pack: Tom.",
    "werewolf",
)


class NightPhone(Stand):
    """A table by night, its gateway and a phone. `page`: a copy of the page, which may be changed."""

    def __init__(self, folder: Path) -> None:
        self.page, self._asked = folder / "page", folder / "asked"
        shutil.copytree(PAGE, self.page)
        self._asked.touch()
        super().__init__(folder)
        self.seats = len(NAMES)

    def start(self) -> None:
        serves = [sys.executable, "-c", SERVES, str(self.page), str(self._asked)]
        self.process = subprocess.Popen(
            [
                *serves,
                "phones",
                "--socket",
                str(self.host.path),
                "--port",
                str(self.port),
                "--host",
                "127.0.0.1",
            ],
            cwd=ROOT,
            env={**os.environ, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)},
        )
        self._gateway.callback(self.process.wait, WAITS_S)
        self._gateway.callback(self.process.terminate)
        self.host.until(self._listens)

    def falls(self, seats: int = len(NAMES), **changes: Any) -> None:
        """Night falls for this many seats."""
        self.seated()
        self.seats = seats
        self.tell(ASLEEP)
        names = [f"{NAMES[seat % len(NAMES)]} {seat // len(NAMES) or ''}".strip() for seat in range(seats)]
        places = tuple(PlaceState(name, seat, alive=seat != 3) for seat, name in enumerate(names))
        board = BoardState(scene="night", places=places)
        self.host.tell(covered=True, board=board, said=SAID, **changes)
        self.host.until(lambda: self.browser.text("#night-said") == SAID)
        self.browser.driver.execute_script(SPIES)
        self.touches(0)

    def tell(self, told: Told) -> None:
        """What this phone knows from now on."""
        self.host.link.show({MINE: told.screen}, {MINE: Sheets(told.card, told.told, told.role)})
        self.slip(told.slip)

    def knows(self, told: Told) -> None:
        """Tells the phone this, and waits until it knows."""
        self.tell(told)
        nothing = self.host.table.texts["nothing"]
        for field, words in zip(FIELDS, told[1:4], strict=True):
            with self.reading(field):
                self.host.until(lambda: self.words() == (words or nothing))  # noqa: B023
        self.settled()

    def words(self) -> str:
        """What the page says in secret, to a screen reader too."""
        return str(self.browser.run("document.querySelector('#night-words').textContent"))

    def settled(self, said: str = SAID) -> None:
        """Returns once the page has drawn what it was told last."""
        for mark in ("Hush.", said):
            self.host.tell(said=mark)
            self.host.until(lambda: self.browser.text("#night-said") == mark)  # noqa: B023
            time.sleep(0.05)  # a look
        self.browser.drawn()

    @contextmanager
    def reading(self, field: str) -> Iterator[None]:
        """While a finger lies on a field."""
        self.browser.down(f"#night-{field}")
        self.browser.drawn()
        yield
        self.browser.up()
        self.browser.drawn()

    def hold(self, selector: str, for_s: float) -> None:
        """A finger stays this long on an element."""
        self.browser.down(selector)
        time.sleep(for_s)
        self.browser.up()

    def touches(self, count: int) -> list[Touch]:
        """The next touches, once there are this many."""
        heard: list[Touch] = []

        def are_there() -> bool:
            heard.extend(self.host.link.touches.touches())
            return len(heard) >= count

        self.host.until(are_there)
        return heard

    def said(self, count: int) -> list[tuple[int | None, Kind]]:
        """The same without moments."""
        return [(touch.option, touch.kind) for touch in self.touches(count)]

    # What somebody else could notice

    def pixels(self) -> bytes:
        """What is seen."""
        import pygame

        return bytes(pygame.image.tobytes(pygame.image.load(BytesIO(self.browser.picture())), "RGB"))

    def shed(self) -> float:
        """The light that the page sheds, as a share of a white one's."""
        return light_of(self.browser.picture())

    def elements(self) -> str:
        """The page's elements, its title and its address."""
        return str(self.browser.run("document.documentElement.outerHTML + document.title + location.href"))

    def fetched(self) -> list[str]:
        """What pages have asked for."""
        return self._asked.read_text().split()

    def noted(self, what: str) -> int:
        """How often the page has painted, or shaken the phone, and what else was noted."""
        return int(self.browser.run("window.noted[arguments[0]]", what))

    # Leaks

    @contextmanager
    def planted(self, before: str, after: str) -> Iterator[None]:
        """Serves a page with one change, which has to fit in one place."""
        files: Sequence[Path] = [file for file in self.page.iterdir() if file.suffix in (".js", ".css")]
        (file,) = [file for file in files if before in file.read_text(encoding="utf-8")]
        whole = file.read_text(encoding="utf-8")
        assert len(re.findall(re.escape(before), whole)) == 1
        file.write_text(whole.replace(before, after), encoding="utf-8")
        try:
            yield
        finally:
            file.write_text(whole, encoding="utf-8")


SIZES = ((PHONE, 1.0), ((412, 915), 2.625), ((320, 568), 2.0), ((740, 360), 3.0), ((820, 1180), 2.0))
"""Sizes of pages, and how many pixels of the screen each of theirs has along a side."""
