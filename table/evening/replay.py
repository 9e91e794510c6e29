"""Evenings and rounds of the journal, as this program plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from table.engine import requests
from table.errors import TableError
from table.evening.resume import ChangedError, NoRecord, RoundKeeper
from table.games.all import game_of
from table.games.evening import RULES, Evening, Over, Rules
from table.games.records import JournalLine, Setup, StoredEvening
from table.version import version


def setup_of(evening: Evening, language: str) -> Setup:
    """The setup an evening begins with."""
    return Setup(
        evening.rulebook.key,
        tuple(card.key for card in evening.deck),
        msgspec.to_builtins(evening.options),
        tuple(evening.names),
        language,
        evening.seed,
        simulated=evening.simulated,
        version=version(),
        pods=evening.pods,
        rules=RULES,
        keyed=evening.keys is not None,
        company=evening.company,
        **{"deal": "ring"} | evening.kept,
    )


def evening_of(
    setup: Setup,
    rulebooks: Mapping[str, Rules],
    rounds: Sequence[Sequence[JournalLine]] = (),
    keys: Mapping[int, str] | None = None,
) -> Evening:
    """The evening of this setup, after these rounds. `keys`: of its rounds, if it goes on. Raises
    `ChangedError` if this program does not know it any more."""
    try:
        evening = game_of(setup.rulebook).evening(rulebooks[setup.rulebook], setup, rounds)
    except (LookupError, ValueError):
        raise ChangedError(
            "an evening that was kept has cards or rules that this garou does not know"
        ) from None
    evening.simulated, evening.past, evening.pods = setup.simulated, len(rounds), setup.pods
    evening.keys = dict(keys or {}) if setup.keyed else None
    evening.company = setup.company
    return evening


class _EndError(Exception):
    """Raised where the kept lines end."""


class _Reader:
    """A table at which nobody sits: it hears the kept lines, and stops where they end."""

    def __init__(self, hear: Callable[[requests.Request, Any], None]) -> None:
        self.recall = hear

    def _end(self, _: Any) -> Any:
        raise _EndError

    ask = vote = draw = clock = covered = leavers = wanted = say = wake = sleep = show = _end
    take_up = wait_for = _end

    def records(self, _: Any) -> None:
        """Records nothing."""

    def settle(self) -> None:
        """Has nothing to settle."""

    def play_s(self) -> float:
        """No time passes."""
        return 0.0

    def seated(self) -> int:
        """Nobody sits here."""
        return 0


def replay(
    kept: StoredEvening,
    number: int,
    rulebooks: Mapping[str, Rules],
    hear: Callable[[requests.Request, Any], None],
) -> Over | None:
    """Replays a round of the journal. `hear`: is given every word and its answer. Returns how it ended, or
    None if it did not. Raises `ChangedError`."""
    evening = evening_of(kept.setup, rulebooks, kept.rounds[:number])
    reader = _Reader(hear)
    try:
        return evening.play_next(RoundKeeper(reader, kept.rounds[number], NoRecord()))
    except _EndError:
        return None
    except TableError:
        raise
    except Exception as fault:
        raise ChangedError(f"playing it again fails ({type(fault).__name__})") from fault
