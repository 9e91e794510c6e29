"""A table with phones as real processes: the table, the gateway beside it, and whatever plays there."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from tests.kit.paths import ROOT

NAMES = ("Anouk", "Bertil", "Cidalia", "Dagmar", "Eulalia", "Fjodor", "Gudrun", "Hjalmar")
"""No part of another word."""
PATIENCE_S = 240.0


class Phone(Protocol):
    """One of its phones. `chair`: its place; `is_connected`: it reaches the table; `is_settled`: everybody
    has their name, and nobody is away; `said`: what the table says."""

    @property
    def chair(self) -> int | None: ...
    @property
    def is_connected(self) -> bool: ...
    @property
    def is_settled(self) -> bool: ...
    @property
    def said(self) -> str: ...

    def hear(self) -> None:
        """Takes what has come."""

    def touch(self, now_s: float) -> None:
        """Touches something, if it is time to."""

    def sit(self, chair: int, name: str) -> None:
        """Asks for a place."""

    def forget(self) -> None:
        """Knows nothing until it hears more."""

    def close(self) -> None:
        """Is put away."""


P = TypeVar("P", bound=Phone)


class PhoneEvening(Generic[P]):
    """A table with its gateway, and its phones, once there are some. `pace`: how fast it plays; `settings`:
    more of them."""

    patience_s = PATIENCE_S

    def __init__(
        self, folder: Path, rulebook: str, pace: int, language: str = "en", settings: str = ""
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        (folder / "table.toml").write_text(
            f'language = "{language}"\nseats = {len(NAMES)}\n[phones]\nport = {self.port}\n'
            f'[voice]\nenabled = false\n[game]\nrulebook = "{rulebook}"\n' + settings
        )
        self.folder = folder
        self._told = folder / "told.txt"
        self.command = [
            *(sys.executable, "-m", "table", "play", "--simulated", "--phones", "--rounds", "1"),
            *("--config", str(folder / "table.toml"), "--state", str(folder / "state")),
            *("--speed", str(pace)),
        ]
        self.environ = {
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": str(ROOT),
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
        }
        self.phones: list[P] = []
        self.process = self.start()

    def start(self, *more: str) -> subprocess.Popen[str]:
        with self._told.open("a") as told:
            self.process = subprocess.Popen(
                [*self.command, *more], env=self.environ, stdout=subprocess.PIPE, stderr=told, text=True
            )
        return self.process

    def told(self) -> str:
        """What was printed for the person who started it."""
        return self._told.read_text()

    def until(self, true: Callable[[], bool], *, touching: bool = False) -> None:
        """Lets phones hear, and touch, until this is so."""
        ends_s = time.monotonic() + self.patience_s
        while not true():
            assert time.monotonic() < ends_s, [phone.said for phone in self.phones]
            for phone in self.phones:
                phone.hear()
            for phone in self.phones if touching else ():
                phone.touch(time.monotonic())
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

    def gateway(self) -> int:
        """The process of the gateway."""
        listed = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return int(listed.stdout.split()[0])

    def close(self) -> None:
        for phone in self.phones:
            phone.close()
        with self.process:
            self.process.terminate()
