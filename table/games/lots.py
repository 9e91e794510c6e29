"""Rounds with random answers, and the wins of each camp."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count, repeat
from math import floor, sqrt
from typing import Any, Literal, NamedTuple

from table.engine.chance import Chance
from table.engine.play import Answerer
from table.engine.requests import (
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Press,
    Say,
    Show,
    Sitter,
    Sleep,
    Vote,
    Wake,
    Wanted,
)

Players = Literal["bots", "talking", "random", "guest", "regular", "fox"]
"""Who plays: bots as at a table; bots that talk, the best of them werewolves, by whom decks are judged; bots
of a level; or lots."""


class Tally(NamedTuple):
    """The wins of each camp in so many rounds. `seconds`: how long they took to play; `found`: of
    Mots-garous, in how many the word was found."""

    rounds: int
    wins: dict[str, int]
    seconds: float
    found: int = 0

    def interval(self, camp: str) -> tuple[float, float]:
        """The 95 % confidence interval of the camp's chance, by Wilson's score."""
        share, rounds, z = self.wins.get(camp, 0) / self.rounds, self.rounds, 1.96
        shrink = 1 + z * z / rounds
        middle = (share + z * z / (2 * rounds)) / shrink
        half = z / shrink * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
        return max(0.0, middle - half), min(1.0, middle + half)


class ByLot:
    """Always answers and votes, at random; the pack always agrees on one victim."""

    def __init__(self, seed: int | str) -> None:
        self.lot = random.Random(seed).random

    def ask(self, request: Ask) -> Sequence[Any]:
        choices = request.choices
        if request.count == 1:
            return (choices[floor(self.lot() * len(choices))],)
        return self._several(choices, min(request.count, len(choices)))

    def vote(self, request: Vote) -> dict[Any, Any]:
        choices, lot = dict(request.choices), self.lot
        if request.key == "werewolves":
            shared = in_common(choices.values())
            return dict.fromkeys(choices, shared[floor(lot() * len(shared))]) if shared else {}
        # Each ballot takes the place of its menu: a dict that does not grow is filled in half the time.
        cast: dict[Any, Any] = choices
        for voter, menu in choices.items():
            cast[voter] = menu[floor(lot() * len(menu))]
        return cast

    def show(self, request: Show) -> None:
        """Ignored: the answers are random."""

    def say(self, request: Say) -> None:
        """Ignored: the answers are random."""

    def wake(self, request: Wake) -> None:
        """Nobody sleeps here."""

    def sleep(self, request: Sleep) -> None:
        """Nobody sleeps here."""

    def draw(self, request: Draw) -> Sequence[Any]:
        if request.count == 1:
            return (request.choices[floor(self.lot() * len(request.choices))],)
        return self._several(request.choices, request.count)

    def _several(self, choices: Sequence[Any], count: int) -> Sequence[Any]:
        left, lot = list(choices), self.lot
        return tuple([left.pop(floor(lot() * len(left))) for _ in range(count)])

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - nobody is in a hurry
        return None

    def covered(self, request: Covered) -> Sequence[Sitter]:
        return [seat for seat in request.heard if self.lot() < 0.5]

    def leavers(self, request: Leavers) -> Sequence[Sitter]:  # noqa: ARG002 - and nobody leaves
        return ()

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - there is no host
        return False


def answerers_of(
    players: Players, seed: int | str, dice: Callable[[str], Answerer], bots: Callable[[Chance], Answerer]
) -> Iterator[Answerer]:
    """Who answers each round, without end: the same random answers for all, or new bots for each."""
    if players == "random":
        return repeat(dice(f"{seed}/answers"))
    return (bots(Chance(f"{seed}/{number}")) for number in count())


def in_common(menus: Collection[Sequence[Any]]) -> Sequence[Any]:
    """The choices that all menus share, in the order of the first."""
    shared: Sequence[Any] | None = None
    for menu in menus:
        if shared is None:
            shared = menu
        elif menu is not shared:
            shared = [choice for choice in shared if choice in menu]
    return shared or ()
