"""Bots choose from what their seat was shown and what everybody heard, and from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.bots import Bots
from table.chance import Chance
from table.evening import Evening, usual_deck
from table.play import play
from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sitter, Sleep, Vote, Wake
from table.simulate import simulate, tell_cards
from table.werewolf import events
from table.werewolf.choices import MEAL, VOTE, menus
from table.werewolf.deck import read_deck
from table.werewolf.options import Options
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX
from table.werewolf.script import play_round
from table.werewolf.state import Game, Seat
from tests.players import lay

SEEDS = st.integers(0, 2**32)
GAME = lay("werewolf werewolf seer witch hunter cupid villager villager")
A, B, SEER, WITCH, HUNTER, CUPID, G, H = GAME.seats


def votes(bots: Bots, game: Game = GAME, standing: Sequence[Seat] | None = None) -> dict[Seat, Seat]:
    """A vote of everybody alive."""
    return bots.vote(Vote("vote", menus(game, game.alive, VOTE, standing)))


def asked(bots: Bots, seat: Seat, key: str, choices: Sequence[Any], count: int = 1) -> Sequence[Any]:
    return list(bots.ask(Ask(seat, key, choices, count)))


def others(seat: Seat) -> list[Seat]:
    return [other for other in GAME.seats if other is not seat]


# What a bot makes of what it knows


@given(seed=SEEDS)
def test_a_seer_votes_for_the_werewolf_she_saw(seed: int) -> None:
    bots = Bots(Chance(seed))
    bots.show(Show([SEER], "card", B, B.card))
    assert votes(bots)[SEER] is B


@given(seed=SEEDS)
def test_a_seer_does_not_vote_for_whom_she_cleared_nor_looks_twice(seed: int) -> None:
    bots = Bots(Chance(seed))
    bots.show(Show([SEER], "card", G, G.card))
    bots.show(Show([SEER], "card", A, A.card))
    assert votes(bots, standing=[G, H])[SEER] is H
    assert asked(bots, SEER, "seer", others(SEER))[0] not in (A, G)
    assert asked(bots, SEER, "seer", [A, G])[0] in (A, G), "unless nobody else is left"


@given(seed=SEEDS)
def test_werewolves_agree_and_spare_each_other(seed: int) -> None:
    bots = Bots(Chance(seed))
    bots.show(Show([A, B], "pack", value=[A, B]))
    meal = bots.vote(Vote("werewolves", menus(GAME, [A, B], MEAL)))
    assert list(meal) == [A, B]
    assert meal[A] is meal[B]
    assert meal[A].nature == "villager"
    cast = votes(bots)
    assert not {cast[A], cast[B]} & {A, B}
    assert asked(bots, A, "captain_choice", [A, B, G]) == [G]
    assert votes(bots, standing=[A, B])[A] in (A, B), "unless nobody else can be named"


@given(seed=SEEDS)
def test_lovers_spare_each_other(seed: int) -> None:
    """LG-21. The menus leave the beloved out; where they do not, the bot does."""
    bots = Bots(Chance(seed))
    bots.show(Show([HUNTER], "lover", seat=G))
    bots.show(Show([G], "lover", seat=HUNTER))
    cast = bots.vote(Vote("vote", dict.fromkeys(GAME.seats, GAME.seats)))
    assert cast[HUNTER] is not G
    assert cast[G] is not HUNTER
    assert asked(bots, HUNTER, "hunter", [G, H]) == [H]
    assert asked(bots, HUNTER, "successor", [A, G, H]) == [G], "and trusts her with his office"


@given(seed=SEEDS)
def test_a_witch_heals_herself_and_hers_and_poisons_whom_she_knows(seed: int) -> None:
    bots = Bots(Chance(seed))
    bots.show(Show([WITCH], "lover", seat=H))
    assert asked(bots, WITCH, "witch.heal", [WITCH]) == [WITCH]
    assert asked(bots, WITCH, "witch.heal", [H]) == [H]
    bots.show(Show([WITCH], "card", A, A.card))
    assert asked(bots, WITCH, "witch.poison", [A, B, G]) == [A]


@given(seed=SEEDS)
def test_nobody_votes_for_himself(seed: int) -> None:
    assert all(voter is not named for voter, named in votes(Bots(Chance(seed))).items())


@given(seed=SEEDS)
def test_cupid_names_two_and_the_thief_what_he_may(seed: int) -> None:
    bots = Bots(Chance(seed))
    one, other = asked(bots, CUPID, "cupid", GAME.seats, 2)
    assert one is not other
    assert {one, other} <= set(GAME.seats)
    assert asked(bots, G, "thief", ["left", "right"])[0] in ("left", "right")


def test_a_lone_werewolf_with_his_beloved_alone_chooses_nobody() -> None:
    """LG-43: his menu is empty."""
    assert Bots(Chance(0)).vote(Vote("werewolves", {A: []})) == {}
    assert Bots(Chance(0)).vote(Vote("werewolves", {A: [G], B: []})) == {}


def named_by_g(*heard: Any) -> Counter[str]:
    """Whom G votes for after these public words, over many seeds."""
    found: Counter[str] = Counter()
    for seed in range(400):
        bots = Bots(Chance(seed))
        for event in heard:
            bots.say(Say(event))
        found[votes(bots)[G].name] += 1
    return found


def test_without_a_hint_anybody_is_suspected_alike() -> None:
    found = named_by_g()
    assert set(found) == {seat.name for seat in others(G)}
    assert all(30 < times < 90 for times in found.values()), "400 votes among seven"


def test_an_accusation_counts() -> None:
    accused = events.Ballots("vote", False, {A: H, B: H, SEER: H}, {H: 3})
    assert named_by_g(accused)[H.name] > 2 * named_by_g()[H.name]


def test_who_voted_for_an_innocent_is_suspected_and_who_voted_for_a_werewolf_is_not() -> None:
    innocent = (
        events.Ballots("vote", False, {A: H}, {H: 1}),
        events.Death(H, H.card, "voted", told=True),
    )
    guilty = (events.Ballots("vote", False, {A: B}, {B: 1}), events.Death(B, B.card, "voted", told=True))
    unseen = (events.Ballots("vote", False, {A: B}, {B: 1}), events.Death(B, None, "voted", told=True))
    fair = named_by_g()[A.name]
    assert named_by_g(*innocent)[A.name] > 2 * fair
    assert named_by_g(*guilty)[A.name] < fair / 2
    assert fair / 2 < named_by_g(*unseen)[A.name] < 2 * fair, "a card nobody saw proves nothing"


# What it does not know

SECRETS: tuple[Show, ...] = (
    Show([A], "dealt", A, A.card),
    Show([A, B], "pack", value=[A, B]),
    Show([SEER], "card", G, G.card),
    Show([SEER], "card", B, B.card),
    Show([CUPID], "lover", seat=H),
    Show([H], "lover", seat=CUPID),
    Show([WITCH], "victims", value=[H]),
    Show([WITCH], "victims", value=[]),
    Show([SEER], "centre", value=(A.card, G.card)),
)
QUESTIONS: tuple[Ask, ...] = (
    Ask(SEER, "seer", others(SEER)),
    Ask(WITCH, "witch.heal", [H]),
    Ask(WITCH, "witch.poison", others(WITCH)),
    Ask(CUPID, "cupid", GAME.seats, 2),
    Ask(HUNTER, "hunter", others(HUNTER)),
)
secrets = st.lists(st.sampled_from(SECRETS + QUESTIONS), max_size=8)


def heard_by_g(bots: Bots, nights: Sequence[Sequence[Show | Ask]]) -> list[Seat]:
    """What G answers on some days, while the nights before them are others'."""
    bots.show(Show([G], "dealt", G, G.card))
    answers: list[Seat] = []
    for night in nights:
        for secret in night:
            if isinstance(secret, Show):
                bots.show(secret)
            else:
                bots.ask(secret)
        answers.append(votes(bots)[G])
        bots.say(Say(events.Ballots("vote", False, {A: H, G: B}, {H: 1, B: 1})))
        answers += asked(bots, G, "successor", others(G))
    return answers


@given(nights=st.lists(secrets, min_size=3, max_size=3), seed=st.integers(0, 2**32))
def test_a_bots_answers_do_not_change_with_the_secrets_of_others(
    nights: list[list[Show | Ask]], seed: int
) -> None:
    """Pairs: an evening with these secrets, and one with none, are the same to a villager who saw nothing."""
    assert heard_by_g(Bots(Chance(seed)), nights) == heard_by_g(Bots(Chance(seed)), [[], [], []])


def test_a_secret_of_ones_own_does_change_them() -> None:
    """The pair above can tell: shown to G, the same secrets change what he answers."""
    mine = [[Show([G], "card", B, B.card)], [], []]
    assert heard_by_g(Bots(Chance(1)), mine) != heard_by_g(Bots(Chance(1)), [[], [], []])


def test_two_rounds_of_bots_do_not_know_of_each_other() -> None:
    bots = Bots(Chance(3))
    bots.show(Show([G], "card", B, B.card))
    assert votes(bots)[G] is B
    fresh = Bots(Chance(3))
    assert votes(fresh) == votes(Bots(Chance(3)))


# Whole rounds


class Loyal:
    """Bots, and a look over their shoulders: a werewolf who met the pack, a Lover who met his beloved, never
    names them while somebody else may be named."""

    def __init__(self, bots: Bots) -> None:
        self.bots = bots
        self.friends: dict[Seat, set[Any]] = {}
        self.seen: dict[Seat, list[Seat]] = {}
        self.loyal = 0

    def ask(self, request: Ask) -> Sequence[Any]:
        return self.bots.ask(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        ballots = self.bots.vote(request)
        if request.key == "werewolves":
            assert len(set(ballots.values())) <= 1
        elif request.key in ("vote", "revotes"):
            for voter, menu in request.choices.items():
                friends = self.friends.get(voter, set()) | {voter}
                if set(menu) - friends:
                    assert ballots[voter] not in friends
                    self.loyal += 1
                foes = [seat for seat in self.seen.get(voter, []) if seat in menu]
                if voter.nature == "villager" and foes and not set(foes) & friends:
                    assert ballots[voter] in foes
        return ballots

    def show(self, request: Show) -> None:
        for seat in request.to:
            assert isinstance(seat, Seat)
            if request.what == "pack":
                self.friends.setdefault(seat, set()).update(request.value)
            elif request.what == "lover":
                self.friends.setdefault(seat, set()).add(request.seat)
            elif request.what == "card" and request.value.nature == "werewolf":
                assert isinstance(request.seat, Seat)
                self.seen.setdefault(seat, []).append(request.seat)
        self.bots.show(request)

    def say(self, request: Say) -> None:
        self.bots.say(request)

    def wake(self, request: Wake) -> None:
        self.bots.wake(request)

    def sleep(self, request: Sleep) -> None:
        self.bots.sleep(request)

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.bots.draw(request)

    def clock(self, request: Clock) -> Press | None:
        return self.bots.clock(request)

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        return self.bots.leavers(request)


@pytest.mark.parametrize("seed", range(40))
def test_whole_rounds_are_played_loyally(seed: int) -> None:
    deck = read_deck(THIERCELIEUX, "werewolf=3,seer,witch,hunter,cupid,thief,little_girl,villager=5")
    cards = Chance(seed).draw("deal", deck, len(deck))
    names = [str(number) for number in range(len(deck) - 2)]
    game = Game(THIERCELIEUX, names, cards[:-2], cards[-2:], Options(captain="day 1"))
    loyal = Loyal(Bots(Chance(seed)))
    tell_cards(game, loyal)
    play(play_round(game), loyal)
    assert loyal.loyal > 5


@pytest.mark.parametrize("players", range(8, 25))
def test_evenings_of_bots_end(players: int) -> None:
    names = [str(number) for number in range(players)]
    evening = Evening(THIERCELIEUX, names, usual_deck(THIERCELIEUX, players), Options(), seed=players)
    for _ in range(5):
        evening.play_next(Bots(Chance(evening.round_seed)))
    assert len(evening.rounds) == 5


@pytest.mark.parametrize("players", [8, 10, 11, 12, 15, 18, 24])
def test_with_bots_both_camps_of_a_usual_deck_may_win(players: int) -> None:
    tally = simulate(THIERCELIEUX, usual_deck(THIERCELIEUX, players), Options(), 300, "bots", seed=1)
    assert 0.1 < tally.wins["werewolves"] / tally.rounds < 0.9
    assert tally.wins["villagers"] / tally.rounds > 0.05


def test_a_simulation_of_bots_is_decided_by_its_seed() -> None:
    deck = usual_deck(THIERCELIEUX, 10)
    one, same, other = (simulate(THIERCELIEUX, deck, Options(), 100, "bots", seed).wins for seed in (5, 5, 6))
    assert one == same != other
