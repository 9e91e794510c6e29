"""What bots make of the eight characters of the boxes around the vote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.chance import Chance
from table.engine.requests import Ask, Covered, Say, Show, Vote
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.devoted_servant import TakesCard, take_card
from table.games.werewolf.rules.cards.prejudiced_manipulator import Halves
from table.games.werewolf.rules.cards.stuttering_judge import stutter
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.cards.villager_villager import KnownToAll
from table.games.werewolf.rules.choices import VOTE, menus
from table.games.werewolf.rules.pieces import CoveredTime, Game, Seat
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.simulate import tell_cards
from tests.kit.players import CARDS, lay

ROUNDS = 200
KEYS = (
    "werewolf werewolf stuttering_judge devoted_servant scapegoat village_idiot actor prejudiced_manipulator "
    "seer villager"
)


def table(keys: str = KEYS) -> Game:
    return lay(keys, rulebook=BEST_OF)


GAME = table()
A, B, JUDGE, SERVANT, GOAT, IDIOT, ACTOR, MANIPULATOR, SEER, V = GAME.seats


def bots_of(seed: int, game: Game = GAME) -> Bots:
    bots = Bots(Chance(seed))
    tell_cards(game, bots)
    return bots


def say(bots: Bots, *told: Any) -> None:
    for event in told:
        bots.say(Say(event))


def presses(bots: Bots, time: CoveredTime, owner: Seat) -> bool:
    return list(bots.covered(Covered(time, GAME.alive, [owner]))) == [owner]


def asked(bots: Bots, seat: Seat, key: str, choices: Sequence[Any], count: int = 1) -> list[Any]:
    return list(bots.ask(Ask(seat, key, choices, count)))


def test_ch_15_a_pardoned_player_and_one_whose_card_is_open_are_believed() -> None:
    for news in (Pardoned(IDIOT), KnownToAll(IDIOT)):
        bots = bots_of(1)
        before = bots.belief.shared()[IDIOT.index]
        say(bots, news)
        assert before > 0.1
        assert IDIOT.index not in bots.belief.shared(), "nobody suspects them any more"


def test_where_somebody_may_be_turned_an_open_card_is_believed_less_surely() -> None:
    game = table(KEYS.replace("villager", "accursed_wolf_father"))
    bots = bots_of(1, game)
    before = bots.belief.shared()[IDIOT.index]
    say(bots, Pardoned(IDIOT))
    assert 0.0 < bots.belief.shared()[IDIOT.index] < before


def test_ch_28_a_judge_asks_for_a_second_vote_now_and_then_when_the_first_was_for_nothing() -> None:
    opens, nobody = events.VoteOpens(GAME.alive, again=False), events.NoDeath("vote")
    wolf = events.Death(A, CARDS["werewolf"], "voted", told=True)
    villager = events.Death(V, CARDS["villager"], "voted", told=True)
    pressed = {
        "nobody": [opens, nobody],
        "villager": [opens, villager],
        "wolf": [opens, wolf],
    }
    counted = dict.fromkeys(pressed, 0)
    for seed in range(ROUNDS):
        for name, told in pressed.items():
            bots = bots_of(seed)
            say(bots, *told)
            counted[name] += presses(bots, stutter, JUDGE)
    assert counted["wolf"] == 0
    assert ROUNDS / 3 < counted["nobody"] < 2 * ROUNDS / 3
    assert ROUNDS / 3 < counted["villager"] < 2 * ROUNDS / 3


def test_ch_37_a_servant_takes_no_card_of_a_stranger_before_the_end_is_near() -> None:
    bots = bots_of(1)
    say(bots, events.Condemned(V))
    assert not presses(bots, take_card, SERVANT)


def test_ch_37_a_servant_takes_any_card_when_the_village_is_about_to_lose() -> None:
    bots = bots_of(1)
    say(bots, *(events.Death(seat, seat.card, "voted", told=True) for seat in (GOAT, IDIOT, ACTOR, SEER)))
    say(bots, events.Condemned(V))
    assert bots.village.is_last_chance
    assert presses(bots, take_card, SERVANT)
    say(bots, events.Condemned(SERVANT))
    assert not presses(bots, take_card, SERVANT), "not her own"


def test_a_servant_who_takes_a_werewolf_s_card_is_one() -> None:
    bots = bots_of(1)
    bots.show(Show([SERVANT], "taken", seat=A, value=CARDS["werewolf"]))
    bots.show(Show([B, SERVANT], "pack", value=[B, SERVANT]))
    cast = bots.vote(Vote("vote", menus(GAME, [SERVANT], VOTE, [B, V])))
    assert cast[SERVANT] is V


def test_the_card_of_one_who_died_with_another_s_says_nothing() -> None:
    bots = bots_of(1)
    death = events.Death(A, CARDS["devoted_servant"], "voted", told=True)
    say(bots, TakesCard(SERVANT, A), death)
    assert A.index not in bots.village.proved
    plain = bots_of(1)
    say(plain, death)
    assert plain.village.proved[A.index] is False


def test_ch_22_a_scapegoat_keeps_at_most_a_third_from_voting_and_nobody_they_trust() -> None:
    for seed in range(30):
        bots = bots_of(seed)
        bots.show(Show([GOAT], "lover", seat=V))
        named = asked(bots, GOAT, "scapegoat", [seat for seat in GAME.alive if seat is not GOAT], 8)
        assert len(named) == 3
        assert V not in named


def test_ch_46_an_actor_plays_the_seer_first() -> None:
    open_cards = [CARDS["hunter"], CARDS["seer"], CARDS["witch"]]
    assert asked(bots_of(1), ACTOR, "actor", open_cards) == [CARDS["seer"]]
    assert asked(bots_of(1), ACTOR, "actor", open_cards[::2]) == [CARDS["witch"]]


def test_ch_51_a_manipulator_mostly_votes_against_the_other_half() -> None:
    against = 0
    for seed in range(ROUNDS):
        bots = bots_of(seed)
        say(bots, Halves(GAME.seats[:5], GAME.seats[5:]))
        cast = bots.vote(Vote("vote", menus(GAME, [MANIPULATOR], VOTE, GAME.alive)))
        against += cast[MANIPULATOR] in GAME.seats[:5]
    assert 0.75 * ROUNDS < against < 0.99 * ROUNDS


def test_brothers_trust_each_other() -> None:
    bots = bots_of(1)
    bots.show(Show([V], "brother", seat=A))
    assert bots.vote(Vote("vote", menus(GAME, [V], VOTE, [A, B])))[V] is B
