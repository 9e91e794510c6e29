"""What is new for one day, or for the night after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.games.werewolf.rules.pieces import Game, Seat

Falls = Callable[["Mapping[Seat, int]", bool], "list[Seat]"]
"""Whom a vote eliminates, several if they are tied: by the weight of the votes against each, and whether this
is the first ballot of the day."""


def most(weights: Mapping[Seat, int], _: bool = True) -> list[Seat]:
    """LG-24: those with the most votes against them."""
    heaviest = max(weights.values(), default=0)
    return [seat for seat, weight in weights.items() if weight == heaviest]


def always(_: Game) -> bool:
    """Whatever happened before."""
    return True


class Twist:
    """EV-4: something that is new for one day, or with `by_night` for the night that follows. It says only
    what is not as on other days; everything goes back by itself.

    `may`: EV-5, whether it could do anything today; `begins`: what happens as soon as it is drawn. By day:
    `is_silent`: nobody speaks in the debate; `votes`: how often the village votes; `next_door`: in the first
    ballot each names themselves or a neighbour; `falls`: whom the votes eliminate; `lays_open`: whether
    everybody sees the ballots; `turns_cards`: whether a death shows the card; `has_captain`: whether the
    captain counts for more than anybody else. By night: `calls`: whether anybody is called.
    """

    def __init__(
        self,
        key: str,
        *,
        by_night: bool = False,
        may: Callable[[Game], bool] = always,
        begins: Callable[[Game], Awaitable[None]] | None = None,
        is_silent: bool = False,
        votes: int = 1,
        next_door: bool = False,
        falls: Falls = most,
        lays_open: bool = True,
        turns_cards: bool = True,
        has_captain: bool = True,
        calls: bool = True,
    ) -> None:
        self.key = key
        self.by_night = by_night
        self.may = may
        self.begins = begins
        self.is_silent = is_silent
        self.votes = votes
        self.next_door = next_door
        self.falls = falls
        self.lays_open = lays_open
        self.turns_cards = turns_cards
        self.has_captain = has_captain
        self.calls = calls

    def __repr__(self) -> str:
        return self.key


PLAIN = Twist("plain")
"""A day like any other."""
