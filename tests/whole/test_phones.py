"""A whole evening by phones: real processes, eight phones, as sockets that only press their buttons and as
pages in a real browser that only touch what they mean.

Meanwhile a page is loaded again, a line is cut, a second phone asks for a taken place, gateway and table are
killed. Or somebody opens all the pages that one address may have, and sends whatever they may.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect as connect_here
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from hardware.phones.gateway import OF_ONE_ADDRESS
from hardware.phones.page_messages import A_SECOND, ASKS, LOOK_BYTES
from hardware.phones.wire import SLIP_BYTES
from tests.kit.phone_evening import NAMES, PATIENCE_S, PhoneEvening
from tests.kit.tables import NARRATION

SPEED = 12
"""How much faster than at a table this evening is; fingers move as fast as ever."""
FLOOD_S = 6.0
"""Seconds of the true time for which a flood is borne."""

TOLD = NARRATION["en"].on_phones()
OFFER = {"", *TOLD.lines["resume.offer"], TOLD.word("prompt.decline"), TOLD.word("headline.offer")}
"""What the board says while it offers to go on with a round."""


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
        self._lot = Random(number)
        self._up_s: float | None = None
        self._next_s = 0.0

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
        with suppress(OSError, WebSocketException):  # a port may be open before the gateway listens behind it
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

    def touch(self, now_s: float) -> None:
        """Presses and holds by lot, as somebody who tries everything."""
        if self._up_s is not None and now_s >= self._up_s:
            self._up_s = None
            self._next_s = now_s + self._lot.uniform(0.15, 0.4)
            self.press(down=False)
        elif self._up_s is None and now_s >= self._next_s and self.chair is not None:
            self._up_s = now_s + self._lot.choice((0.08, 0.08, 0.75))
            self.press(down=True)

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
            if len(message) == LOOK_BYTES:
                head, slip = message[:-SLIP_BYTES], message[-SLIP_BYTES:]
                self.slips.add(slip[: int.from_bytes(head[-2:], "big")].decode())
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


class Evening(PhoneEvening[SocketPhone]):
    """An evening by sockets."""

    def __init__(self, folder: Path, rulebook: str) -> None:
        super().__init__(folder, rulebook, SPEED)
        self.phones = [SocketPhone(self.port, number) for number in range(len(NAMES))]

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

    with closing(Evening(tmp_path, "thiercelieux")) as table:
        phones = table.phones
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
def test_eight_phones_play_an_evening_to_its_end_whatever_is_cut(tmp_path: Path, rulebook: str) -> None:
    with closing(Evening(tmp_path, rulebook)) as table:
        table.sit_down()
        stranger = SocketPhone(table.port, len(NAMES))
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
