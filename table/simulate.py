"""Many rounds of a deck, to know its chances."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from math import floor, sqrt
from typing import Any, Literal, NamedTuple

from table.chance import Chance
from table.play import Answerer, play
from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sitter, Sleep, Vote, Wake
from table.werewolf.cards.cupid import CUPID
from table.werewolf.deck import players_of
from table.werewolf.options import Options
from table.werewolf.pieces import Camp, Card, Game, Rulebook
from table.werewolf.script import play_round
from table.werewolf_bots import Bots, in_common

Players = Literal["bots", "random"]


class Tally(NamedTuple):
    """How many rounds each camp has won, and how long it took."""

    rounds: int
    wins: dict[Camp, int]
    seconds: float

    def interval(self, camp: Camp) -> tuple[float, float]:
        """Between what the camp's chance lies with 95 % certainty, by Wilson's score."""
        share, rounds, z = self.wins.get(camp, 0) / self.rounds, self.rounds, 1.96
        shrink = 1 + z * z / rounds
        middle = (share + z * z / (2 * rounds)) / shrink
        half = z / shrink * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
        return max(0.0, middle - half), min(1.0, middle + half)


def simulate(
    rulebook: Rulebook,
    deck: Sequence[Card],
    options: Options,
    rounds: int,
    players: Players,
    seed: int,
) -> Tally:
    """Plays `rounds` rounds in this process, each dealt afresh."""
    deal = random.Random(f"{seed}/deal").random
    cards = list(deck)
    names = [str(number) for number in range(1, players_of(deck) + 1)]
    count = len(names)
    answerer = _answerers(players, seed)
    rulebook = rulebook.with_deck(deck)
    wins: dict[Camp, int] = {"villagers": 0, "werewolves": 0, "lovers": 0, "nobody": 0}
    wins |= {card.key: 0 for card in deck if card.group == "solitary"}
    began_s = time.perf_counter()
    for _ in range(rounds):
        cards.sort(key=lambda _: deal())
        game = Game(rulebook, names, cards[:count], cards[count:], options)
        answers = answerer()
        if players == "bots":
            tell_cards(game, answers)
        camp = play(play_round(game), answers).winner
        wins[camp] += 1
    return Tally(rounds, wins, time.perf_counter() - began_s)


def can_win(camp: Camp, deck: Sequence[Card]) -> bool:
    """Whether a deck has what a camp needs: Lovers need a Cupid, the pack a wolf who does not win alone, or
    somebody who may become one."""
    if camp == "lovers":
        return CUPID in deck
    if camp == "werewolves":
        return any(card.group in ("werewolves", "ambiguous") for card in deck)
    return True


def _answerers(players: Players, seed: int) -> Callable[[], Answerer]:
    """Who answers each round: dice are the same all along, bots begin each round with an empty memory."""
    if players == "random":
        dice = ByLot(f"{seed}/answers")
        return lambda: dice
    numbers = iter(range(2**63))
    return lambda: Bots(Chance(f"{seed}/{next(numbers)}"))


def tell_cards(game: Game, answers: Answerer) -> None:
    """Each seat has looked at its own card."""
    for seat in game.seats:
        answers.show(Show([seat], "dealt", seat, seat.card))


class ByLot:
    """Everybody always answers and votes, at random; the pack always agrees on one victim."""

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
        """Dice know nothing."""

    def say(self, request: Say) -> None:
        """Dice hear nothing."""

    def wake(self, request: Wake) -> None:
        """Dice never sleep."""

    def sleep(self, request: Sleep) -> None:
        """Dice never sleep."""

    def draw(self, request: Draw) -> Sequence[Any]:
        if request.count == 1:
            return (request.choices[floor(self.lot() * len(request.choices))],)
        return self._several(request.choices, request.count)

    def _several(self, choices: Sequence[Any], count: int) -> Sequence[Any]:
        left, lot = list(choices), self.lot
        return tuple([left.pop(floor(lot() * len(left))) for _ in range(count)])

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - nobody is in a hurry
        return None

    def leavers(self, request: Leavers) -> Sequence[Sitter]:  # noqa: ARG002 - and nobody leaves
        return ()
