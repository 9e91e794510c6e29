"""Counts the chances of cards for the host's menu, and looks for a fair deck.

Each does so in a process of its own that gives way to the table.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from table.appliance.lobby.deck_chances import DeckQuestion
from table.games.lots import Tally

ROUNDS = 1000
"""Number of rounds played for each question."""
LAST = 19
"""Priority of the process: it runs only when nothing else wants the processor."""
MOST_BYTES = 1 << 16
"""Most bytes of its output read at once."""


class DeckProcess(Protocol):
    """A process that counts or looks for something."""

    def read(self) -> bytes:
        """Returns its output since the last call. Never waits."""

    def has_ended(self) -> bool:
        """Whether nothing more will come."""

    def stop(self) -> None:
        """Ends the process."""


class DeckWanted(NamedTuple):
    """The deck that is wanted. `given`: changed options, each as "key=value". `must`: keys of cards that it
    must have. `without`: keys of cards that it must not have. `like`: the deck that it shall be as difficult
    as, with other characters; empty: any. `seed`: of all that is drawn by lot."""

    rulebook: str
    players: int
    given: tuple[str, ...]
    must: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    like: str = ""
    seed: int = 0


class CountedSoFar(NamedTuple):
    """The result of a question so far. `is_whole`: whether counting is over."""

    tally: Tally
    is_whole: bool


class DeckCounter:
    """Counts one question at a time, and remembers all results. `options`: of the command line; they name the
    owner's files. `start`: starts a process with these arguments."""

    def __init__(
        self, options: Sequence[str] = (), start: Callable[[Sequence[str]], DeckProcess] | None = None
    ) -> None:
        self._options = options
        self._start = start or GarouProcess
        self._known: dict[DeckQuestion, Tally] = {}
        self._given_up: set[DeckQuestion] = set()
        self._asked: DeckQuestion | None = None
        self._process: DeckProcess | None = None
        self._unread = b""

    @property
    def is_counting(self) -> bool:
        """Whether a process is at work."""
        return self._process is not None

    def look(self, asked: DeckQuestion) -> CountedSoFar | None:
        """The result so far; None: nothing yet. A question that differs from the last one starts at once."""
        if asked != self._asked:
            self.stop()
            self._asked = asked
            if not self._is_known(asked):
                self._process = self._start([*counting(asked), *self._options])
        if self._process:
            self._read(asked, self._process)
        tally = self._known.get(asked)
        return CountedSoFar(tally, self._is_known(asked)) if tally else None

    def is_hopeless(self, asked: DeckQuestion) -> bool:
        """Whether this cannot be counted, for example with a role that only this process knows."""
        return asked in self._given_up and asked not in self._known

    def stop(self) -> None:
        """Stops counting. Called before a round, which needs the processor."""
        if self._process:
            self._process.stop()
        self._process, self._asked, self._unread = None, None, b""

    def _is_known(self, asked: DeckQuestion) -> bool:
        return asked in self._given_up or (asked in self._known and self._known[asked].rounds >= ROUNDS)

    def _read(self, asked: DeckQuestion, process: DeckProcess) -> None:
        has_ended = process.has_ended()
        *lines, self._unread = (self._unread + process.read()).split(b"\n")
        if lines:
            found = json.loads(lines[-1])
            self._known[asked] = Tally(found["rounds"], found["wins"], found["seconds"])
        if has_ended:
            process.stop()
            self._process = None
            self._given_up.add(asked)


class DeckFinder:
    """Looks for one deck at a time. `options`: of the command line; they name the owner's files. `start`:
    starts a process with these arguments."""

    def __init__(
        self, options: Sequence[str] = (), start: Callable[[Sequence[str]], DeckProcess] | None = None
    ) -> None:
        self._options = options
        self._start = start or GarouProcess
        self._process: DeckProcess | None = None
        self._read = b""
        self.wanted: DeckWanted | None = None
        """The deck that was wanted last."""
        self.has_failed = False
        """Whether no deck was found that fits."""

    @property
    def is_looking(self) -> bool:
        """Whether a process is at work."""
        return self._process is not None

    def look_for(self, wanted: DeckWanted) -> None:
        """Starts a search, and stops the one before."""
        self.stop()
        self.wanted, self._read, self.has_failed = wanted, b"", False
        self._process = self._start([*finding(wanted), *self._options])

    def take(self) -> str | None:
        """Returns the cards of the deck once it is found; None before, and after it was returned. Never
        waits."""
        if self._process is None:
            return None
        has_ended = self._process.has_ended()
        self._read += self._process.read()
        if not has_ended:
            return None
        self.stop()
        found = None
        with suppress(ValueError):
            found = next((one["cards"] for one in json.loads(self._read)["decks"] if one["fits"]), None)
        self.has_failed = found is None
        return found

    def stop(self) -> None:
        """Stops looking. Called before a round, which needs the processor."""
        if self._process:
            self._process.stop()
        self._process = None


class GarouProcess:
    """A command of `garou` beside the table. It ends by itself when the table has."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "table", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdout
        self.pid = self._process.pid
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._output, False)
        with suppress(ProcessLookupError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, self.pid, LAST)

    def read(self) -> bytes:
        with suppress(BlockingIOError):
            return os.read(self._output, MOST_BYTES)
        return b""

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def stop(self) -> None:
        self._process.kill()
        self._process.communicate()


def counting(asked: DeckQuestion) -> list[str]:
    """The arguments of `garou simulate` for this question."""
    words = ["simulate", "--rulebook", asked.rulebook, "--deck", asked.deck, "--seats", str(asked.players)]
    words += [word for option in asked.given or () for word in ("--option", option)]
    return [*words, "--players", "talking", "--rounds", str(ROUNDS), "--jobs", "1", "--json", "--follow"]


def finding(wanted: DeckWanted) -> list[str]:
    """The arguments of `garou decks` for this search."""
    words = ["decks", "--recommend", "--rulebook", wanted.rulebook, "--seats", str(wanted.players)]
    for option, keys in (("--option", wanted.given), ("--must", wanted.must), ("--without", wanted.without)):
        words += [word for key in keys for word in (option, key)]
    words += ["--like", wanted.like] if wanted.like else []
    return [*words, "--seed", str(wanted.seed), "--jobs", "1", "--json"]
