"""Looks for a fair deck for the host's menu, in a process of its own that gives way to the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from table.appliance.lobby.deck_counter import CountingProcess, DeckCount


class DeckWanted(NamedTuple):
    """The deck that is looked for. `given`: options that are not the usual ones, each as "key=value"; `must`,
    `without`: keys of cards that have to be there, and that must not."""

    rulebook: str
    players: int
    given: tuple[str, ...]
    must: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class DeckFinder:
    """Looks for one deck at a time. `options`: of the command line, which say where the owner's files are;
    `start`: starts a process with these arguments."""

    def __init__(
        self, options: Sequence[str] = (), start: Callable[[Sequence[str]], DeckCount] | None = None
    ) -> None:
        self._options = options
        self._start = start or CountingProcess
        self._process: DeckCount | None = None
        self._read = b""
        self.wanted: DeckWanted | None = None
        """What was looked for last."""
        self.has_failed = False
        """Whether nothing was found that is as it is wanted."""

    @property
    def is_looking(self) -> bool:
        """Whether there will be more to say."""
        return self._process is not None

    def look_for(self, wanted: DeckWanted) -> None:
        """Begins to look, instead of for anything else."""
        self.stop()
        self.wanted, self._read, self.has_failed = wanted, b"", False
        self._process = self._start([*arguments(wanted), *self._options])

    def take(self) -> str | None:
        """The cards of the deck, once, as soon as it is found; None: there is nothing yet, or nothing any
        more. Never waits."""
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
        """Stops looking, as before a round: the processor is the table's."""
        if self._process:
            self._process.stop()
        self._process = None


def arguments(wanted: DeckWanted) -> list[str]:
    """What is wanted as the words of `garou decks`."""
    words = ["decks", "--recommend", "--rulebook", wanted.rulebook, "--seats", str(wanted.players)]
    for option, keys in (("--option", wanted.given), ("--must", wanted.must), ("--without", wanted.without)):
        words += [word for key in keys for word in (option, key)]
    return [*words, "--jobs", "1", "--json"]
