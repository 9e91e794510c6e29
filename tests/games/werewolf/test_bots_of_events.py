"""What bots make of the events of a morning."""

from __future__ import annotations

from typing import Any

import pytest

from table.engine.chance import Chance
from table.engine.requests import Ask, Say, Show, Vote
from table.games.werewolf.bots import TWISTS, Bots
from table.games.werewolf.rules import events
from table.games.werewolf.rules.choices import VOTE, menus
from table.games.werewolf.rules.pieces import MEAL, Game, Seat
from table.games.werewolf.rules.twists.deck import TWISTS as EVENTS
from table.games.werewolf.rules.twists.lantern import Lantern
from table.games.werewolf.simulate import tell_cards
from tests.kit.players import lay

GAME = lay("werewolf werewolf defender villager villager villager villager villager seer")
WOLVES, DEFENDER, VILLAGERS, SEER = GAME.seats[:2], GAME.seats[2], GAME.seats[3:8], GAME.seats[8]
SUSPECT, LIKED = VILLAGERS[0], VILLAGERS[1]


def bots_on(morning: str, seed: int = 1, game: Game = GAME) -> Bots:
    """Bots on a day with this event; the village suspects one, and one votes as an innocent does."""
    bots = Bots(Chance(seed))
    tell_cards(game, bots)
    bots.show(Show(WOLVES, "pack", value=WOLVES))
    bots.say(Say(events.Day(1)))
    bots.village.suspect(SUSPECT.index, 0.3)
    bots.village.suspect(LIKED.index, -0.3)
    bots.say(Say(events.Day(2)))
    bots.say(Say(events.Morning(morning)))
    return bots


def ballots(bots: Bots, key: str = "vote") -> dict[Seat, Seat]:
    return bots.vote(Vote(key, menus(GAME, GAME.alive, VOTE)))


def count(bots: Bots, against: Seat) -> None:
    bots.say(Say(events.Ballots("vote", False, dict.fromkeys(VILLAGERS, against), {against: 5})))


def test_each_hint_is_of_an_event() -> None:
    assert {*TWISTS} <= {event.key for event in EVENTS}


def test_ev_14_villagers_agree_where_more_than_half_is_needed() -> None:
    """EV-14: on a plain day their noise scatters the votes."""
    agreed, plain = (
        [
            {one for voter, one in ballots(bots_on(key, seed)).items() if voter in VILLAGERS}
            for seed in range(20)
        ]
        for key in ("heavy_rope", "hush")
    )
    assert all(SUSPECT in named for named in agreed)
    assert max(map(len, agreed)) <= 2, "the suspect cannot agree"
    assert max(map(len, plain)) > 2


def test_ev_17_many_votes_save_whom_nobody_suspects_and_who_knows_a_werewolf_names_them() -> None:
    """EV-17: the lone vote is fatal, in the first ballot alone."""
    bots = bots_on("upside_down")
    bots.show(Show([SEER], "card", WOLVES[0], WOLVES[0].card))
    cast = ballots(bots)
    assert {cast[voter] for voter in VILLAGERS} == {LIKED}
    assert cast[SEER] is WOLVES[0]
    bots.say(Say(events.SecondVote(2)))
    assert LIKED not in {ballots(bots)[voter] for voter in VILLAGERS}


@pytest.mark.parametrize("key", ["upside_down", "next_door"])
def test_ev_10_and_17_a_vote_of_such_a_day_tells_nothing(key: str) -> None:
    bots = bots_on(key)
    before = dict(bots.belief.shared())
    count(bots, VILLAGERS[2])
    assert dict(bots.belief.shared()) == before
    assert bots.village.votes == []
    bots.say(Say(events.Tie("vote", (VILLAGERS[2], SEER))))
    count(bots, VILLAGERS[2])
    assert len(bots.village.votes) == 1, "but a new vote does"


def test_ev_18_no_wolf_hunts_at_the_lantern_and_nobody_guards_it() -> None:
    def choices(burns: bool) -> set[Any]:
        named: set[Any] = set()
        for seed in range(40):
            bots = bots_on("lantern", seed)
            if burns:
                bots.say(Say(Lantern(LIKED)))
            meal = bots.vote(Vote("werewolves", menus(GAME, WOLVES, MEAL)))
            named |= {meal[WOLVES[0]], *bots.ask(Ask(DEFENDER, "defender", GAME.seats))}
        return named

    assert LIKED in choices(burns=False)
    assert LIKED not in choices(burns=True)
    bots = bots_on("lantern")
    bots.say(Say(Lantern(LIKED)))
    assert list(bots.ask(Ask(DEFENDER, "defender", [LIKED]))) == [LIKED], "unless there is nobody else"


def test_ev_15_a_dead_bot_does_not_answer_what_it_has_not_heard() -> None:
    """EV-26: the question is asked aloud, and the table has no ears."""
    assert bots_on("voices_below").vote(Vote("voices", {SEER: (True, False)})) == {}
