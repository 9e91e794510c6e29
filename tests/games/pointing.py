# ruff: noqa: ARG002 - a game this small needs little of what it is given
"""A third game, to see what one takes: all point at somebody, and the player with most fingers on them
loses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.public import Public
from table.engine.requests import Request, Say, say, vote
from table.errors import RefusedError
from table.games.entries import ChronicleTexts, Moment, Sat, StoryEntry
from table.games.evening import Evening, Over
from table.games.lots import ByLot
from table.games.protocol import Game, Offer
from table.games.records import Setup
from table.games.telling import Line, Telling
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.catalogue import OURS, Catalogue
from table.words.narration import Narration

# The rules


class Seat(msgspec.Struct, eq=False):
    index: int
    name: str


class RoundOver(Public, frozen=True):
    kept = ("RoundOver", "winner", "winners", "seats")
    as_answer = ("winner", "winners")
    winner: str
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]


async def play_round(seats: Sequence[Seat]) -> RoundOver:
    votes = await vote("vote", {seat: [one for one in seats if one is not seat] for seat in seats})
    pointed_at = Counter(one.index for one in votes.values())
    most = max(pointed_at.values(), default=0)
    winners = tuple(seat for seat in seats if pointed_at[seat.index] < most)
    over = RoundOver("villagers" if winners else "nobody", winners, tuple(seats))
    await say(over)
    return over


# What the table asks of it


class Rulebook:
    key, least, most, cards = "pointing", 3, 24, ()
    fewest = 0


class PointingTelling(Telling):
    def tell(self, event: Public) -> list[Line]:
        return [(f"over.{event.winner}", {})] if isinstance(event, RoundOver) else []


class PointingEvening(Evening):
    def check(self) -> list[str]:
        if len(self.names) < Rulebook.least:
            raise RefusedError("three at least", "seats")
        return []

    def one_round(self, answerer: Answerer) -> Over:
        return play(play_round([Seat(index, name) for index, name in enumerate(self.names)]), answerer)

    def telling(self, times: Times, *, is_first: bool = True) -> Telling:
        return PointingTelling()

    def mind(
        self, secret: Chance, openly: Chance, language: str, own: Catalogue = OURS, hurry: float = 1.0
    ) -> Answerer:
        return ByLot(secret.stream("pointing").getrandbits(32))

    def became(self, seat: Seat, over: Over, narration: Narration) -> str:
        return "-" if seat in over.winners else "pointed at"


class PointingOffer(Offer):
    def evening(
        self, book: Rulebook, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int
    ) -> Evening:
        return PointingEvening(book, names, (), self.options(book, choices), seed)


class PointingTeller:
    def __init__(self, words: ChronicleTexts) -> None:
        self.moments = [Moment("before", words.narration.word("title.deal"), [])]

    def hear(self, request: Request, answer: Any) -> None:
        if isinstance(request, Say) and isinstance(request.event, RoundOver):
            self.moments[-1].entries.append(StoryEntry("Everybody has pointed.", "over"))

    def end(self) -> None:
        pass

    def sat(self, seat: Seat, name: str) -> Sat:
        return Sat(name)


def evening(book: Rulebook, setup: Setup, _: object) -> Evening:
    return PointingEvening(book, setup.names, (), {}, setup.seed)


def no_scenario(_: Mapping[str, Any], book: Rulebook) -> Any:
    raise RefusedError(f"{book.key} has no scenarios")


GAME = Game(
    rulebooks={Rulebook.key: Rulebook()},
    options={},
    offer=lambda _home: PointingOffer(),
    evening=evening,
    scenario=no_scenario,
    teller=PointingTeller,
)
