"""A whole evening by phones: real processes, real sockets, eight phones that only touch their buttons.

Meanwhile a page is loaded again, a second phone asks for a taken place, gateway and table are killed.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.kit.paths import ROOT
from tests.kit.tables import NARRATION

NAMES = ("Anouk", "Bertil", "Cidalia", "Dagmar", "Eulalia", "Fjodor", "Gudrun", "Hjalmar")
"""No part of another word."""
SPEED = 12
"""How much faster than at a table this evening is; fingers move as fast as ever."""
PATIENCE_S = 240.0

OFFER = {"", *NARRATION["en"].lines["resume.offer"], NARRATION["en"].word("prompt.decline")}
"""What the board says while it offers to go on with a round."""

PLAY = """
import sys
import table.appliance.opening as opening
opening.face_here = lambda: "window"
from table.__main__ import main
main()
"""
"""`garou`, on a display that nobody sees."""


class Phone:
    """One phone: what its page hears and sends. It reconnects as the page does."""

    def __init__(self, port: int, number: int) -> None:
        self.token = f"{number:032x}"
        self.chair: int | None = None
        self.why = ""
        self.table: dict[str, Any] = {}
        self.looks = 0
        self.slips: set[str] = set()
        self._port = port
        self._line: ClientConnection | None = None
        self._rng = Random(number)
        self._up_s: float | None = None
        self._next_s = 0.0

    def open(self) -> None:
        """Opens the page, or loads it again."""
        self.close()
        with suppress(OSError, ConnectionClosed):
            origin: Any = f"http://127.0.0.1:{self._port}"
            address = f"ws://127.0.0.1:{self._port}/table"
            self._line = connect(address, origin=origin, compression=None, legacy=True)
            self.send(t="hello", token=self.token)

    def close(self) -> None:
        """The page is gone."""
        if self._line:
            self._line.close()
        self._line, self._up_s = None, None

    def send(self, **message: object) -> None:
        if self._line:
            self._line.send(json.dumps(message))

    def hear(self) -> None:
        """Takes what has come."""
        if self._line is None:
            self.open()
        try:
            while self._line:
                self._take(self._line.recv(timeout=0))
        except TimeoutError:
            return  # nothing more has come
        except (ConnectionClosed, OSError):
            self.close()

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            self.looks += 1
            length = int.from_bytes(message[73:75], "big")
            self.slips.add(message[75 : 75 + length].decode())
            return
        told = json.loads(message)
        if told["t"] == "table":
            self.table = told["table"]
        elif told["t"] == "seat":
            self.chair, self.why = told["chair"], told["why"]

    def touch(self, now_s: float) -> None:
        """Moves the finger: presses and holds by lot, as somebody who tries everything."""
        with suppress(ConnectionClosed, OSError):
            if self._up_s is not None and now_s >= self._up_s:
                self._up_s = None
                self._next_s = now_s + self._rng.uniform(0.15, 0.4)
                self.send(t="edges", e=[[0, False, 0]])
            elif self._up_s is None and now_s >= self._next_s and self.chair is not None:
                self._up_s = now_s + self._rng.choice((0.08, 0.08, 0.75))
                self.send(t="edges", e=[[0, True, 0]])


class Evening:
    """A table with its gateway, and its phones."""

    def __init__(self, folder: Path, rulebook: str) -> None:
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
        self.phones = [Phone(self.port, number) for number in range(len(NAMES))]
        self.process = self.start()

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
            assert time.monotonic() < ends_s, [phone.table.get("said") for phone in self.phones]
            for phone in self.phones:
                phone.hear()
                if touching:
                    phone.touch(time.monotonic())
            time.sleep(0.01)

    def sit_down(self) -> None:
        """Each phone takes a place and gives its name."""
        self.until(lambda: all(phone.table for phone in self.phones))
        for chair, (phone, name) in enumerate(zip(self.phones, NAMES, strict=True)):
            phone.send(t="sit", chair=chair, name=name)
        self.until(lambda: [phone.chair for phone in self.phones] == list(range(len(NAMES))))
        self.until(lambda: all(chair["label"] in NAMES for chair in self.phones[0].table["chairs"]))

    def begin(self) -> None:
        """The host starts, once everybody was greeted."""
        greeted = time.monotonic() + 3.0
        self.until(lambda: time.monotonic() > greeted)
        host = self.phones[0]
        host.send(t="edges", e=[[0, True, 0]])
        held = time.monotonic() + 0.75
        self.until(lambda: time.monotonic() > held)
        host.send(t="edges", e=[[0, False, 0]])
        self.until(lambda: self.said() != "" and self.phones[0].table["covered"])

    def said(self) -> str:
        return str(self.phones[0].table.get("said", ""))

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
def evening(folder: Path, rulebook: str) -> Iterator[Evening]:
    played = Evening(folder, rulebook)
    try:
        yield played
    finally:
        played.close()


@pytest.mark.parametrize("rulebook", ["thiercelieux", "mots-garous"])
def test_eight_phones_play_an_evening_to_its_end_whatever_is_cut(tmp_path: Path, rulebook: str) -> None:
    with evening(tmp_path, rulebook) as table:
        table.sit_down()
        stranger = Phone(table.port, 99)
        table.phones.append(stranger)
        table.until(lambda: bool(stranger.table))
        stranger.send(t="sit", chair=3, name="Zoe")
        table.until(lambda: stranger.why == "Somebody has this place.")
        table.phones.remove(stranger)
        stranger.close()
        table.begin()

        # A page is loaded again; the gateway is killed, and comes back with everybody.
        table.until(lambda: not table.phones[0].table["covered"], touching=True)
        table.phones[1].open()
        table.until(lambda: table.phones[1].chair == 1)
        os.kill(table.gateway(), signal.SIGKILL)
        for phone in table.phones:
            phone.table.clear()
        table.until(lambda: all(phone.table for phone in table.phones))
        table.until(lambda: not any(chair["away"] for chair in table.phones[0].table["chairs"]))

        # The table is killed in a night or a day, and goes on with the same people.
        table.process.kill()
        table.process.communicate()
        for phone in table.phones:
            phone.table.clear()
            phone.chair = None
        table.start()
        table.until(lambda: [phone.chair for phone in table.phones] == list(range(len(NAMES))))
        table.until(lambda: table.said() not in OFFER)  # a hold would begin anew
        table.until(lambda: table.process.poll() is not None, touching=True)
        out, wrong = table.process.communicate()
        assert table.process.returncode == 0, wrong
        assert len(out.splitlines()) == 1 + len(NAMES)
        assert all(any(name in line for line in out.splitlines()) for name in NAMES)
        assert all(any(phone.slips - {""}) for phone in table.phones), "everybody could read their own words"

    # Typed names are of that evening: the journal has none of them.
    kept = b"".join(path.read_bytes() for path in (tmp_path / "state").rglob("*") if path.suffix != ".json")
    assert not [name for name in NAMES if name.encode() in kept]
