"""The chances of a deck: many rounds compared with exact probabilities."""

from __future__ import annotations

import math
from functools import cache

import pytest

from table.games.lots import ByLot, Tally
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.simulate import simulate, tally_of
from table.settings.decks import listed
from tests.kit.sampling import some

BY_LOT = Options(captain="never", tie="lot")
ROUNDS = 2500

SIZES = ((8, 1), (8, 2), (8, 3), (10, 2), (12, 3), (15, 3), (18, 4), (21, 6), (24, 1), (24, 3), (24, 5))
"""Players, and the wolves among them."""


@cache
def wolves_win(wolves: int, villagers: int) -> float:
    """The wolves' chance at nightfall: a villager dies by night, anybody by day, all equally likely."""
    if villagers == 1:
        return 1.0
    return by_day(wolves, villagers - 1)


def by_day(wolves: int, villagers: int) -> float:
    """The wolves' chance at the vote. Without villagers they have won, without wolves they have lost."""
    players = wolves + villagers
    wolf_falls = 0.0 if wolves == 1 else wolves_win(wolves - 1, villagers)
    villager_falls = 1.0 if villagers == 1 else wolves_win(wolves, villagers - 1)
    return (wolves * wolf_falls + villagers * villager_falls) / players


def errors_off(tally: Tally, chance: float) -> float:
    """How many standard errors of a fair sample the wolves' wins are away from `chance`."""
    error = math.sqrt(chance * (1 - chance) / tally.rounds)
    return abs(tally.wins["werewolves"] / tally.rounds - chance) / error


def of_wolves_and_villagers(players: int, wolves: int) -> Tally:
    deck = read_deck(THIERCELIEUX, f"werewolf={wolves},villager={players - wolves}")
    return simulate(THIERCELIEUX, deck, BY_LOT, ROUNDS, "random", seed=players)


@pytest.mark.parametrize(("players", "wolves"), some(SIZES, of=5))
def test_many_rounds_come_to_the_exact_chances(players: int, wolves: int) -> None:
    tally = of_wolves_and_villagers(players, wolves)
    chance = wolves_win(wolves, players - wolves)
    assert 0.02 < chance < 0.999
    assert errors_off(tally, chance) < 4
    assert tally.wins["lovers"] == tally.wins["nobody"] == 0
    assert sum(tally.wins.values()) == tally.rounds == ROUNDS


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=lambda rulebook: rulebook.key)
@pytest.mark.parametrize("options", [Options(), Options(claims=True, events="each morning", reveal="none")])
def test_rounds_that_nobody_hears_end_as_if_somebody_did(rulebook: Rulebook, options: Options) -> None:
    deck = listed(rulebook)["expert"][18]
    dice = ByLot("7/answers")
    heard = tally_of(rulebook, deck, options, 30, 7, lambda _: dice)
    assert simulate(rulebook, deck, options, 30, "random", 7).wins == heard.wins


def test_chances_slightly_wrong_are_noticed() -> None:
    """The same rounds against a table with one villager fewer or more, or that begins by day."""
    tally = of_wolves_and_villagers(12, 3)
    for wrong in (wolves_win(3, 8), wolves_win(3, 10), by_day(3, 9)):
        assert errors_off(tally, wrong) > 4


@pytest.mark.parametrize(
    ("wins", "rounds", "low", "high"),
    # Wilson's 95 % intervals as printed in the textbooks' tables.
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_the_interval_is_wilsons(wins: int, rounds: int, low: float, high: float) -> None:
    interval = Tally(rounds, {"villagers": wins}, 1.0).interval("villagers")
    assert interval == pytest.approx((low, high), abs=0.0002)
