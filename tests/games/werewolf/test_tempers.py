"""Who plays at a house: tempers differ, move a level little, and are nobody's secret."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from math import sqrt

import pytest

from table.engine.chance import Chance
from table.engine.requests import Say, Sitter, Talk
from table.evening.replay import evening_of, setup_of
from table.games.tempers import PITCHES, Houses
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.levels import FOX, GUEST, LEVELS, REGULAR, Level
from table.games.werewolf.rules import events
from table.games.werewolf.rules.claims import Claim, Vocabulary
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.simulate import duel, tell_cards
from table.games.werewolf.tempers import TEMPERS, Neighbour, Temper, neighbours_of
from tests.kit.players import lay

DECK = read_deck(THIERCELIEUX, "werewolf=3,seer,villager=8")
HOUSES = 18
ROUNDS = 150
MOVES_MOST = 10
"""Points by which a temper may move the chances of a village;"""
ERROR = 200 * sqrt(2 * 0.25 / ROUNDS)
"""and by which two samples of so few rounds may differ."""


def test_no_temper_makes_a_level_as_good_as_another() -> None:
    """Whatever two tempers they have, the better level errs less, and hunts more."""
    for one, other in product(TEMPERS.values(), TEMPERS.values()):
        for worse, better in pairwise((GUEST, REGULAR, FOX)):
            assert one.of(better).noise < other.of(worse).noise
            assert one.of(better).hunts > other.of(worse).hunts


@pytest.mark.parametrize("temper", TEMPERS.values(), ids=list(TEMPERS))
def test_a_temper_goes_at_most_halfway_to_the_next_level(temper: Temper) -> None:
    for one, other in pairwise((GUEST, REGULAR, FOX)):
        for level in (one, other):
            assert abs(temper.of(level).noise - level.noise) <= abs(one.noise - other.noise) / 2


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_each_temper_is_a_level_of_its_own_with_lines_to_say(level: Level) -> None:
    found = [temper.of(level)[1:] for temper in TEMPERS.values()]
    assert len(set(found)) == len(TEMPERS)
    assert all(min(numbers) >= 0 and numbers[-1] > 0 for numbers in found)


@cache
def village(villagers: Level, werewolves: Level) -> float:
    """How many of a hundred rounds the village wins."""
    won = duel(THIERCELIEUX, DECK, Options(claims=True), ROUNDS, villagers, werewolves, seed=3)
    return 100 * won.wins["villagers"] / ROUNDS


@pytest.mark.parametrize("temper", TEMPERS.values(), ids=list(TEMPERS))
def test_a_temper_moves_the_chances_of_a_village_little(temper: Temper) -> None:
    """A sample: all villagers have it, then all werewolves."""
    usual, own = village(REGULAR, REGULAR), temper.of(REGULAR)
    assert abs(village(own, REGULAR) - usual) < MOVES_MOST + ERROR
    assert abs(village(REGULAR, own) - usual) < MOVES_MOST + ERROR


def test_neighbours_differ_and_all_levels_sit_at_a_mixed_table() -> None:
    for seed in range(20):
        houses = Houses(seed, range(HOUSES))
        neighbours = neighbours_of(houses, "mixed")
        assert [one.temper.key for one in neighbours] == houses.tempers
        assert {one.temper.key for one in neighbours[: len(TEMPERS)]} == {*TEMPERS}
        assert {one.level for one in neighbours[: len(LEVELS)]} == {*LEVELS.values()}
        assert {one.level for one in neighbours_of(houses, "fox")} == {FOX}


def evening(seed: int, key: str) -> WerewolfEvening:
    names = [str(number) for number in range(len(DECK))]
    found = WerewolfEvening(THIERCELIEUX, names, DECK, Options(), seed, keys={0: key})
    found.level = "mixed"
    return found


def test_tempers_last_an_evening_and_come_from_its_public_seed_alone() -> None:
    one, other, next_evening = evening(1, "a"), evening(1, "b"), evening(2, "a")
    other.past = 5
    assert one.tempers == other.tempers
    assert one.tempers != next_evening.tempers
    assert {len(told.keys) for told in one.tempers} == {2}, "at a mixed table the level is told too"
    assert [told.pitch for told in one.tempers] == [PITCHES[told.keys[0]] for told in one.tempers]  # type: ignore[index]
    one.level = "fox"
    assert {len(told.keys) for told in one.tempers} == {1}


def test_an_evening_that_is_resumed_has_the_same_neighbours_and_voices() -> None:
    one = evening(1, "a")
    assert evening_of(setup_of(one, "fr"), RULEBOOKS).tempers == one.tempers


def test_every_two_voices_differ_by_more_than_a_voice_does_from_line_to_line() -> None:
    """Espeak's own pitch differs by 3% from claim to claim. The narrator has the pitch 1."""
    pitches = sorted([1.0, *PITCHES.values()])
    assert all(higher / lower > 1.04 for lower, higher in pairwise(pitches))
    assert 1 / 1.2 < pitches[0] < pitches[-1] < 1.2


def test_guests_ask_the_accused_and_the_caller_who_gives_a_reason() -> None:
    """For children: they do not follow the first liar. Nobody is asked twice."""
    game = lay("werewolf seer villager villager villager villager")
    talk = Talk("debate", game.seats, speakers=game.seats, choices=Vocabulary(game.seats, game.deck))
    bots = Bots(Chance(1), level=GUEST)
    tell_cards(game, bots)
    bots.say(Say(events.Day(1)))
    bots.say(Say(events.DebateOpens()))
    liar, _, accused, caller, *_ = game.seats
    heard: list[tuple[Sitter, Claim]] = [(liar, Claim("wolf", accused)), (caller, Claim("vote", accused))]
    for seat, claim in heard:
        bots.say(Say(events.Claimed(seat, claim)))
    while press := bots.clock(talk):
        heard.append((press.seat, press.choice))
        bots.say(Say(events.Claimed(*heard[-1])))
    questions = [claim.seat for _, claim in heard if claim.wording == "ask"]
    assert {accused, caller} <= {*questions}
    assert len(questions) == len({*questions})
    assert (caller, Claim("vote", accused, because="feeling")) in heard


def test_a_bot_plays_and_talks_by_its_temper() -> None:
    game = lay("werewolf seer villager villager villager villager")
    joker = TEMPERS["joker"]
    talk = Talk("debate", game.seats, speakers=game.seats, choices=Vocabulary(game.seats, game.deck))
    heard: list[int] = []
    for neighbours in ((), [Neighbour(joker, GUEST)] * len(game.seats)):
        wordings = []
        for seed in range(40):
            bots = Bots(Chance(seed), level=GUEST, neighbours=neighbours)
            tell_cards(game, bots)
            bots.say(Say(events.Day(1)))
            bots.say(Say(events.DebateOpens()))
            while press := bots.clock(talk):
                wordings.append(press.choice.wording)
                bots.say(Say(events.Claimed(press.seat, press.choice)))
        heard.append(100 * wordings.count("tease") // len(wordings))
        assert bots._mind(0).level == (joker.of(GUEST) if neighbours else GUEST)
    assert heard[1] > heard[0] + 10
