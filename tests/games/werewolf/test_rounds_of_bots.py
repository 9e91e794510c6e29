"""Rounds of bots with all cards, events and options, in any rulebook: none ends with an error."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Ask, Leavers, Show, Vote, Wanted
from table.errors import RefusedError
from table.games.werewolf.bots import BY_DAY, CHOOSES, DECIDES, LEARNS, Bots
from table.games.werewolf.levels import LEVELS
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.deck import SEATS_MOST, check_pool, is_playable
from table.games.werewolf.rules.events import RoundOver
from table.games.werewolf.rules.options import CHOICES, Options
from table.games.werewolf.rules.pieces import Card, Game, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.script import deal, play_round
from table.games.werewolf.simulate import tally_of
from tests.kit.sampling import few

OFTEN = 0.5
"""How often an option is not as usual, and a character in the deck."""


class Restless(Bots):
    """Bots of which one leaves now and then, with a host who may ask for an election. Each question has a
    hint: nothing is answered at random, and nothing shown in vain."""

    def ask(self, request: Ask) -> Sequence[Any]:
        assert request.key in CHOOSES
        return super().ask(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        assert request.key in {*DECIDES, *BY_DAY}
        return super().vote(request)

    def show(self, request: Show) -> None:
        assert request.what in {*LEARNS, "dealt"}
        super().show(request)

    def leavers(self, request: Leavers) -> Sequence[Any]:
        lot = self.chance.stream("leavers")
        return [seat for seat in request.seats if lot.random() < 0.01]

    def wanted(self, request: Wanted) -> bool:
        return self.chance.stream(request.what).random() < 0.3


def options_by_lot(rulebook: Rulebook, lot: random.Random) -> Options:
    known = [key for key in (*rulebook.options, "claims") if CHOICES[key]]
    return Options(**{key: lot.choice(CHOICES[key]) for key in known if lot.random() < OFTEN})


def cards_by_lot(rulebook: Rulebook, players: int, lot: random.Random, *, hidden: bool) -> list[Card]:
    """A deck for this many players, or a pool of more cards."""
    while True:
        characters = [card for card in rulebook.cards if card not in (VILLAGER, WEREWOLF)]
        cards = [card for card in characters if lot.random() < OFTEN for _ in range(card.copies or 1)]
        cards += [WEREWOLF] * lot.randint(1, players // 4)
        count = players + max(card.centre for card in cards) + (lot.randrange(6) if hidden else 0)
        cards += [VILLAGER] * (count - len(cards))
        if not hidden and is_playable(rulebook, cards, players):
            return cards
        if hidden:
            try:
                check_pool(rulebook, cards, players)
            except RefusedError:
                continue
            return cards


def round_by_lot(seed: int) -> RoundOver:
    lot = random.Random(seed)
    rulebook = lot.choice(list(RULEBOOKS.values()))
    players, options = lot.randint(rulebook.least, SEATS_MOST), options_by_lot(rulebook, lot)
    cards = cards_by_lot(rulebook, players, lot, hidden=options.hide_deck)
    villagers, werewolves = (lot.choice(list(LEVELS.values())) for _ in range(2))
    bots = Restless(Chance(seed), level=villagers, werewolves=werewolves)

    async def whole() -> RoundOver:
        names = [f"player {number}" for number in range(players)]
        return await play_round(await deal(rulebook.with_deck(cards), names, cards, options))

    return play(whole(), bots)


BLOCK = 10
"""Rounds of one test."""


@pytest.mark.parametrize("block", range(few(300, 4)))
def test_rounds_of_bots_with_everything_end(block: int) -> None:
    for seed in range(BLOCK * block, BLOCK * (block + 1)):
        assert round_by_lot(seed).winner, f"round {seed}"


def test_ch_54_a_hidden_deck_is_simulated_as_one_drawn_from_its_pool() -> None:
    """CH-54: each round has other cards of it, and what all know is the pool."""
    lot, games = random.Random(1), list[Game]()
    pool = cards_by_lot(BEST_OF, 10, lot, hidden=True)

    def bots(game: Game) -> Bots:
        games.append(game)
        return Bots(Chance(len(games)))

    tally_of(BEST_OF, pool, Options(hide_deck=True), 20, 1, bots, 10)
    dealt = {tuple(sorted(seat.card.key for seat in game.seats)) for game in games}
    assert len(dealt) > 1
    assert {len(cards) for cards in dealt} == {10}
    assert all(game.deck == tuple(pool) for game in games)
