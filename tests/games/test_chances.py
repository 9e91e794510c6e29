"""The chances of a deck: many rounds compared with exact probabilities."""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache

import pytest

from table.engine.play import play
from table.games.lots import ByLot, Tally
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.family import FAMILY
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import day, night, village_vote
from table.games.werewolf.simulate import simulate
from tests.kit.players import garou, lay
from tests.kit.sampling import few, some

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


@cache
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


def test_the_recursion_by_hand() -> None:
    """One wolf, three villagers: one is eaten, then 1 of 3 falls. If it is not the wolf, another is eaten and
    the wolf has won."""
    assert wolves_win(1, 1) == 1.0
    assert wolves_win(1, 2) == 1 / 2
    assert wolves_win(1, 3) == 2 / 3
    # Two wolves, three villagers: 2 and 2 by day. A wolf falls: wolves_win(1, 2). Else (2, 1): won.
    assert wolves_win(2, 3) == 1 / 2 * 1 / 2 + 1 / 2 * 1


@pytest.mark.parametrize(("players", "wolves"), some(SIZES, of=5))
def test_many_rounds_come_to_the_exact_chances(players: int, wolves: int) -> None:
    tally = of_wolves_and_villagers(players, wolves)
    chance = wolves_win(wolves, players - wolves)
    assert 0.02 < chance < 0.999
    assert errors_off(tally, chance) < 4
    assert tally.wins["lovers"] == tally.wins["nobody"] == 0
    assert sum(tally.wins.values()) == tally.rounds == ROUNDS


@cache
def family_wolves_win(wolves: int, villagers: int) -> float:
    """LG-14, LG-29: a wolf may be eaten too, so anybody may fall by night as by day; the wolves have won with
    one villager left."""
    if wolves == 0 or villagers < 2:
        return float(wolves > 0)
    wolf_falls, villager_falls = (
        family_wolves_win(wolves - 1, villagers),
        family_wolves_win(wolves, villagers - 1),
    )
    return (wolves * wolf_falls + villagers * villager_falls) / (wolves + villagers)


@pytest.mark.parametrize(("players", "wolves"), some([(6, 1), (8, 3), (10, 2), (14, 4), (24, 6)], of=5))
def test_many_rounds_of_the_family_come_to_the_exact_chances(players: int, wolves: int) -> None:
    deck = read_deck(FAMILY, f"werewolf={wolves},villager={players - wolves}")
    tally = simulate(FAMILY, deck, BY_LOT, ROUNDS, "random", seed=players)
    chance = family_wolves_win(wolves, players - wolves)
    assert 0.02 < chance < 0.98
    assert errors_off(tally, chance) < 4
    assert errors_off(tally, wolves_win(wolves, players - wolves)) > 4
    assert tally.wins["lovers"] == tally.wins["nobody"] == 0


def test_chances_slightly_wrong_are_noticed() -> None:
    """The same rounds against a table with one villager fewer or more, or that begins by day."""
    tally = of_wolves_and_villagers(12, 3)
    for wrong in (wolves_win(3, 8), wolves_win(3, 10), by_day(3, 9)):
        assert errors_off(tally, wrong) > 4


def test_by_day_anybody_falls_as_likely_as_another() -> None:
    """All vote at random and ties are drawn: no seat is special, and somebody always falls."""
    lots = ByLot("the vote")
    fallen: Counter[str] = Counter()
    for _ in range(few(5000, 1000)):
        game = lay("werewolf villager villager villager villager", captain="never", tie="lot")
        condemned = play(village_vote(game), lots)
        assert condemned
        fallen[condemned.name] += 1
    assert chi_square(fallen, "ABCDE") < CHI_SQUARE_4


def test_by_day_the_fallen_are_dead() -> None:
    lots = ByLot("the day")
    fallen: Counter[str] = Counter()
    days = few(2000, 600)
    for _ in range(days):
        game = lay("werewolf villager villager villager villager", captain="never", tie="lot")
        play(day(game), lots)
        fallen.update(seat.name for seat in game.seats if not seat.alive)
    assert fallen.total() == days
    assert chi_square(fallen, "ABCDE") < CHI_SQUARE_4


def test_by_night_any_villager_is_chosen_as_likely_as_another_and_no_wolf() -> None:
    lots = ByLot("the night")
    eaten: Counter[str] = Counter()
    for _ in range(few(5000, 1000)):
        game = lay("villager werewolf villager werewolf villager villager villager", captain="never")
        play(night(game), lots)
        eaten.update(seat.name for seat in game.seats if seat.tokens)
    assert chi_square(eaten, "ACEFG") < CHI_SQUARE_4


CHI_SQUARE_4 = 18.47
"""Chi-squared that fair lots over five exceed once in a thousand."""


def chi_square(found: Counter[str], among: str) -> float:
    assert set(found) == set(among)
    even = found.total() / len(among)
    return sum((found[name] - even) ** 2 / even for name in among)


def test_the_command_comes_to_the_same() -> None:
    """The figures as another program reads them."""
    told = garou(
        *("simulate", "--deck", "werewolf=3,villager=9", "--rounds", str(ROUNDS), "--players", "random"),
        *("--option", "captain=never", "--option", "tie=lot", "--seed", "12", "--json"),
    )
    assert (told.code, told.err) == (0, "")
    figures = json.loads(told.out)
    assert list(figures) == ["rounds", "wins", "seconds"]
    assert list(figures["wins"]) == ["villagers", "werewolves", "lovers", "nobody"]
    assert figures["rounds"] == sum(figures["wins"].values()) == ROUNDS
    assert figures["seconds"] > 0
    assert errors_off(Tally(ROUNDS, figures["wins"], 1.0), wolves_win(3, 9)) < 4


def test_the_seed_decides_everything() -> None:
    deck = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,thief,little_girl,villager=4")
    one, same, other = (
        simulate(THIERCELIEUX, deck, Options(), 200, "random", seed).wins for seed in (5, 5, 6)
    )
    assert one == same != other


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


def test_the_interval_holds_the_chance_about_as_often_as_it_says() -> None:
    """95 %: of 200 samples of 50 rounds, about 190; of fewer as many of a hundred."""
    deck = read_deck(THIERCELIEUX, "werewolf=2,villager=6")
    chance = wolves_win(2, 6)
    held, samples = 0, few(200, 50)
    for seed in range(samples):
        least, most = simulate(THIERCELIEUX, deck, BY_LOT, 50, "random", seed).interval("werewolves")
        held += least <= chance <= most
    assert 0.9 <= held / samples <= 0.99
