"""Bots choose only by what their seat was shown and what everybody heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Ask, Say, Show, Sitter, Sleep, Vote, Wake
from table.games.werewolf.bots import Bots
from table.games.werewolf.levels import REGULAR
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards import seer
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.choices import VOTE, menus
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import MEAL, Game, Rulebook, Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import play_round
from table.games.werewolf.simulate import tell_cards
from table.settings.decks import deck_for
from tests.kit.players import CARDS, lay
from tests.kit.sampling import few

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
def test_a_seer_does_not_vote_for_whom_she_cleared_nor_looks_twice(seed: int) -> None:
    bots = Bots(Chance(seed))
    bots.show(Show([SEER], "card", G, G.card))
    bots.show(Show([SEER], "card", A, A.card))
    assert votes(bots, standing=[G, H])[SEER] is H
    assert asked(bots, SEER, "seer", others(SEER))[0] not in (A, G)
    assert asked(bots, SEER, "seer", [A, G])[0] in (A, G), "unless nobody else is left"


@given(seed=SEEDS)
def test_werewolves_agree_and_spare_each_other(seed: int) -> None:
    bots = loyal_bots(seed)
    bots.show(Show([A, B], "pack", value=[A, B]))
    meal = bots.vote(Vote("werewolves", menus(GAME, [A, B], MEAL)))
    assert list(meal) == [A, B]
    assert meal[A] is meal[B]
    assert meal[A].nature == "villager"
    cast = votes(bots)
    assert not {cast[A], cast[B]} & {A, B}
    assert asked(bots, A, "captain_choice", [A, B, G]) == [G]
    assert votes(bots, standing=[A, B])[A] in (A, B), "unless nobody else can be named"


def loyal_bots(seed: int) -> Bots:
    """Werewolves among the bots who betray nobody."""
    return Bots(Chance(seed), level=REGULAR._replace(betrays=0.0))


def test_now_and_then_a_werewolf_names_one_of_the_pack_by_day() -> None:
    """Otherwise whoever a bot names would be no werewolf if the bot is one: a free chair, and a seat the
    table plays for, would clear people for certain.

    The other werewolves are the main suspects here.
    """
    betrayed = 0
    for seed in range(400):
        bots = Bots(Chance(seed))
        bots.show(Show([A, B], "pack", value=[A, B]))
        bots.say(Say(events.Day(1)))
        bots.say(Say(events.Claimed(G, Claim("wolf", B))))
        betrayed += votes(bots)[A] is B
        meal = bots.vote(Vote("werewolves", menus(GAME, [A, B], MEAL)))
        assert meal[A] not in (A, B), "never by night"
    assert 60 < betrayed < 180


@given(seed=SEEDS)
def test_a_werewolf_never_betrays_the_beloved(seed: int) -> None:
    bots = Bots(Chance(seed), level=REGULAR._replace(betrays=1.0))
    bots.show(Show([A, B], "pack", value=[A, B]))
    bots.show(Show([A], "lover", seat=B))
    cast = bots.vote(Vote("vote", dict.fromkeys(GAME.seats, GAME.seats)))
    assert cast[A] not in (A, B)


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
    assert asked(bots, HUNTER, "successor", [A, G, H]) == [G], "and trusts her with the office"


@given(seed=SEEDS)
def test_a_witch_heals_herself_and_hers_and_poisons_whom_she_knows(seed: int) -> None:
    bots = Bots(Chance(seed))
    bots.show(Show([WITCH], "lover", seat=H))
    assert asked(bots, WITCH, "witch.heal", [WITCH]) == [WITCH]
    assert asked(bots, WITCH, "witch.heal", [H]) == [H]
    bots.show(Show([WITCH], "card", A, A.card))
    assert asked(bots, WITCH, "witch.poison", [A, B, G]) == [A]


@given(seed=SEEDS)
def test_cupid_names_two_and_the_thief_what_he_may(seed: int) -> None:
    bots = Bots(Chance(seed))
    one, other = asked(bots, CUPID, "cupid", GAME.seats, 2)
    assert one is not other
    assert {one, other} <= set(GAME.seats)
    assert asked(bots, G, "thief", ["left", "right"])[0] in ("left", "right")


def test_a_lone_werewolf_with_his_beloved_alone_chooses_nobody() -> None:
    """LG-43: there is nobody to choose from."""
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


def test_the_vote_of_one_who_proved_innocent_counts() -> None:
    accused = events.Ballots("vote", False, {A: B, WITCH: H}, {B: 1, H: 1})
    proved = named_by_g(accused, events.Death(WITCH, WITCH.card, "devoured", told=False))
    fair = named_by_g(accused)
    assert proved[H.name] > 2 * fair[H.name]
    assert fair[H.name] < 90, "nobody knows yet what it is worth"


def test_the_vote_of_an_innocent_says_less_the_more_cast_it() -> None:
    few = suspicion_of_a({WITCH: A, G: H, B: H}, WITCH, WITCH.card)
    many = suspicion_of_a({WITCH: A, G: A, B: H}, WITCH, WITCH.card)
    assert few > many > 0


def suspicion_of_a(cast: dict[Sitter, Sitter], dead: Seat, card: Any) -> float:
    """How suspect A is to all after these votes, once this card of the dead is seen."""
    bots = Bots(Chance(1))
    tell_cards(GAME, bots)
    bots.say(Say(events.Ballots("vote", False, cast, Counter(cast.values()))))
    bots.say(Say(events.Death(dead, card, "voted", told=True)))
    return bots.village.suspicion.get(A.index, 0.0)


def test_who_voted_for_an_innocent_is_suspected_and_who_voted_for_a_werewolf_is_not() -> None:
    assert suspicion_of_a({A: H}, H, H.card) > 0
    assert suspicion_of_a({A: B}, B, B.card) < 0
    assert suspicion_of_a({A: B}, B, None) == 0, "a card nobody saw proves nothing"


def test_a_vote_for_a_werewolf_is_worth_less_the_more_have_cast_it() -> None:
    """A pack gives up one of its own whom all can see falling."""
    everybody: dict[Sitter, Sitter] = dict.fromkeys((A, G, H, SEER), B)
    scattered: dict[Sitter, Sitter] = {A: B, G: B, H: A, SEER: G}
    lonely: dict[Sitter, Sitter] = {A: B, G: H}
    assert suspicion_of_a(lonely, B, B.card) < suspicion_of_a(scattered, B, B.card) < 0
    assert suspicion_of_a(everybody, B, B.card) == 0


def day(bots: Bots, number: int, cast: dict[Sitter, Sitter], game: Game = GAME) -> None:
    """A day on which these votes are shown. The bots have met before the vote."""
    bots.say(Say(events.Day(number)))
    votes(bots, game)
    bots.say(Say(events.Ballots("vote", False, cast, Counter(cast.values()))))


def dies(bots: Bots, seat: Seat, cause: str = "devoured") -> None:
    bots.say(Say(events.Death(seat, seat.card, cause, told=cause == "voted")))


def blamed(bots_after: Callable[[int], Bots], voter: Seat = G, game: Game = GAME) -> Counter[str]:
    """Whom `voter` votes for after the same has happened, over many seeds."""
    return Counter(votes(bots_after(seed), game)[voter].name for seed in range(200))


BOX = lay(
    "werewolf accursed_wolf_father fox bear_tamer wild_child two_sisters two_sisters piper angel wolf_hound"
)
WOLF, FATHER, FOX, TAMER, CHILD, SISTER, TWIN, PIPER, ANGEL, HOUND = BOX.seats


def dealt(seed: int, game: Game = BOX, *, loyal: bool = False) -> Bots:
    bots = loyal_bots(seed) if loyal else Bots(Chance(seed))
    tell_cards(game, bots)
    return bots


@given(seed=SEEDS)
def test_the_infected_and_the_wild_child_without_his_model_hunt_with_the_pack(seed: int) -> None:
    bots = dealt(seed, loyal=True)
    bots.show(Show([TAMER], "card", WOLF, WOLF.card))
    assert votes(bots, BOX)[TAMER] is WOLF
    bots.show(Show([TAMER], "infected"))
    assert votes(bots, BOX)[TAMER] is not WOLF, "the one who was seen is a friend now"
    bots.show(Show([CHILD], "card", WOLF, WOLF.card))
    (model,) = asked(bots, CHILD, "wild_child", [seat for seat in BOX.seats if seat is not CHILD])
    assert (votes(bots, BOX)[CHILD] is WOLF) is (model is not WOLF)
    dies(bots, model)
    assert votes(bots, BOX)[CHILD] not in (WOLF, model)


@given(seed=SEEDS)
def test_sisters_trust_each_other(seed: int) -> None:
    bots = dealt(seed)
    bots.show(Show([SISTER], "sister", seat=TWIN))
    assert votes(bots, BOX)[SISTER] is not TWIN
    assert asked(bots, SISTER, "successor", [WOLF, TWIN]) == [TWIN]


@given(seed=SEEDS)
def test_a_fox_that_smelt_nothing_clears_three_and_one_that_smelt_something_knows_the_third(
    seed: int,
) -> None:
    bots = dealt(seed)
    (middle,) = asked(bots, FOX, "fox", BOX.seats)
    three = {BOX.seats[(middle.index + step) % 10] for step in (-1, 0, 1)} - {FOX}
    bots.show(Show([FOX], "fox", value=False))
    assert votes(bots, BOX)[FOX] not in three
    bots = dealt(seed)
    bots.show(Show([FOX], "card", TAMER, TAMER.card))
    assert asked(bots, FOX, "fox", [WOLF, FOX, TAMER])[0] in (WOLF, FOX, TAMER)
    bots.show(Show([FOX], "fox", value=True))
    assert votes(bots, BOX)[FOX] is WOLF, "of the Fox, the one who was cleared, and one more"


def test_a_bear_that_growls_makes_the_neighbours_suspect_to_his_tamer_and_later_to_all() -> None:
    """BO-21. Beside the Tamer sit Fox and Wild Child."""

    def woken(growls: bool, seen: bool) -> Callable[[int], Bots]:
        def bots_after(seed: int) -> Bots:
            bots = dealt(seed)
            if growls:
                bots.say(Say(BearGrowls()))
            day(bots, 1, {}, BOX)
            if seen:
                dies(bots, TAMER)
            return bots

        return bots_after

    def beside(found: Counter[str]) -> int:
        return found[FOX.name] + found[CHILD.name]

    fair = 2 / 9 * 200
    assert beside(blamed(woken(growls=True, seen=False), TAMER, BOX)) > 1.8 * fair
    assert beside(blamed(woken(growls=False, seen=False), TAMER, BOX)) < fair / 3
    assert beside(blamed(woken(growls=True, seen=False), SISTER, BOX)) < 1.5 * fair, "nobody knows whose bear"
    assert beside(blamed(woken(growls=True, seen=True), SISTER, BOX)) > 1.8 * fair
    assert beside(blamed(woken(growls=False, seen=True), SISTER, BOX)) < fair / 3


def test_of_the_bakers_two_the_one_who_is_not_cleared_is_the_werewolf() -> None:
    bots = dealt(1)
    bots.show(Show([HOUND], "card", FOX, FOX.card))
    bots.show(Show([HOUND], "baker", value=[WOLF, FOX]))
    assert votes(bots, BOX)[HOUND] is WOLF


def test_who_does_not_dance_when_most_do_is_suspected_by_those_who_do() -> None:
    def charmed(seed: int) -> Bots:
        bots = dealt(seed)
        bots.show(Show([WOLF, FATHER, FOX, TAMER, CHILD, SISTER], "charmed", value=BOX.seats[:6]))
        return bots

    still = {seat.name for seat in BOX.seats[6:]}
    assert set(blamed(charmed, FOX, BOX)) <= still
    assert not set(blamed(charmed, HOUND, BOX)) <= still, "who does not dance knows of none"

    def over(seed: int) -> Bots:
        bots = charmed(seed)
        bots.say(Say(events.Death(PIPER, PIPER.card, "voted", told=True)))
        return bots

    assert not set(blamed(over, FOX, BOX)) <= still, "nor does it matter once the Piper is dead"


@given(seed=SEEDS)
def test_an_angel_votes_for_himself_before_the_first_night_only(seed: int) -> None:
    """BO-34; later an early death gains nothing, and in love the Angel does not want it (BO-36)."""
    bots = dealt(seed)
    bots.say(Say(events.Day(0)))
    cast = votes(bots, BOX)
    assert cast[ANGEL] is ANGEL
    assert all(voter is not named for voter, named in cast.items() if voter is not ANGEL)
    bots.say(Say(events.Ballots("vote", False, {ANGEL: ANGEL}, {ANGEL: 1})))
    again = votes(bots, BOX, [ANGEL, HOUND])
    assert [voter for voter, named in again.items() if named is ANGEL] == [ANGEL, HOUND]
    bots.say(Say(events.Day(1)))
    assert votes(bots, BOX)[ANGEL] is not ANGEL
    loved = dealt(seed)
    loved.show(Show([ANGEL], "lover", seat=FOX))
    loved.say(Say(events.Day(0)))
    assert votes(loved, BOX)[ANGEL] not in (ANGEL, FOX)


@given(seed=SEEDS)
def test_a_thief_takes_a_card_that_does_something_and_is_that_character(seed: int) -> None:
    bots = dealt(seed, GAME, loyal=True)
    bots.show(Show([G], "centre", value=(CARDS["villager"], CARDS["werewolf"])))
    assert asked(bots, G, "thief", ["keep", "right", "left"]) == ["right"]
    bots.show(Show([G], "card", A, A.card))
    assert votes(bots)[G] is not A, "a werewolf too"
    bots.show(Show([H], "centre", value=(CARDS["villager"], CARDS["villager"])))
    assert asked(bots, H, "thief", ["keep", "right", "left"])[0] in ("keep", "right", "left")


@given(seed=SEEDS)
def test_a_wolf_hound_who_chose_the_pack_does_not_hunt_it(seed: int) -> None:
    bots = dealt(seed, loyal=True)
    bots.show(Show([HOUND], "card", WOLF, WOLF.card))
    (side,) = asked(bots, HOUND, "wolf_hound", ["villager", "werewolf"])
    bots.show(Show([HOUND], "card", FATHER, FATHER.card))
    assert (votes(bots, BOX)[HOUND] in (WOLF, FATHER)) is (side == "villager")


def test_a_pack_that_may_eat_its_own_does_not() -> None:
    """LG-14: in a family every wolf may be chosen."""
    for seed in range(50):
        meal = dealt(seed).vote(Vote("werewolves", {WOLF: BOX.seats, FATHER: BOX.seats}))
        assert meal[WOLF] is meal[FATHER]
        assert meal[WOLF] not in (WOLF, FATHER)


@pytest.mark.parametrize("choices", [BOX.seats, (False, True), ("left", "right", "keep"), (1, 2, 3)])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_role_of_the_house_is_answered_by_lot(choices: Sequence[Any], count: int) -> None:
    found = asked(dealt(1), FOX, "chimney_sweep", choices, count)
    assert len(set(found)) == len(found) == min(count, len(choices))
    assert set(found) <= set(choices)
    assert {asked(dealt(seed), FOX, "chimney_sweep", choices)[0] for seed in range(99)} == set(choices)


# Whole rounds


class Blindfold(Bots):
    """Bots that meet only names and places: no seat they hear of has a card, a nature, a token or a fate."""

    def ask(self, request: Ask) -> Sequence[Any]:
        choices = [bare(choice) for choice in request.choices]
        picks = super().ask(Ask(bare(request.seat), request.key, choices, request.count, request.demanded))
        return [request.choices[choices.index(pick)] for pick in picks]

    def vote(self, request: Vote) -> dict[Any, Any]:
        seats = {bare(choice): choice for menu in request.choices.values() for choice in menu}
        menus = {bare(voter): [bare(choice) for choice in menu] for voter, menu in request.choices.items()}
        named = super().vote(Vote(request.key, menus))
        return {voter: seats[named[bare(voter)]] for voter in request.choices if bare(voter) in named}

    def show(self, request: Show) -> None:
        value = [bare(one) for one in request.value] if isinstance(request.value, list) else request.value
        to = [bare(seat) for seat in request.to]
        super().show(Show(to, request.what, request.seat and bare(request.seat), value))

    def say(self, request: Say) -> None:
        event: Any = request.event
        match event:
            case events.Ballots(votes=cast):
                votes = {bare(voter): bare(target) for voter, target in cast.items()}
                event = events.Ballots(event.of, event.again, votes, {})
            case events.Death():
                cause = event.cause if event.told else ""
                event = events.Death(bare(event.seat), event.card, cause, event.told)
            case events.NatureShown():
                event = events.NatureShown(bare(event.seat), event.value)
        super().say(Say(event))


@dataclass(frozen=True)
class Bare:
    """A seat as anybody sees it."""

    index: int
    name: str


def bare(one: Any) -> Any:
    return Bare(one.index, one.name) if isinstance(one, Seat) else one


@pytest.mark.parametrize("reveal", ["card", "none"])
@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=list(RULEBOOKS))
def test_blindfolded_they_play_the_same(rulebook: Rulebook, reveal: Any) -> None:
    """No bot reads a hidden part of a seat: without them whole rounds are the same."""
    deck = list(deck_for(rulebook, "expert", 18))
    nature = "reveal_nature" in rulebook.options
    options = Options(reveal=reveal, reveal_nature=nature)
    for seed in range(few(12, 6)):
        told: list[list[Any]] = []
        for players in (Bots, Blindfold):
            cards = Chance(seed).draw("deal", deck, len(deck))
            names = [str(number) for number in range(18)]
            game = Game(rulebook.with_deck(deck), names, cards[:18], cards[18:], options)
            bots = players(Chance(seed))
            tell_cards(game, bots)
            over = play(play_round(game), bots)
            told.append(
                [over.winner, game.number, *[(seat.name, seat.cause, seat.nature) for seat in game.seats]]
            )
        assert told[0] == told[1]


def test_in_the_day_nobody_rolls_the_dice_of_his_night() -> None:
    """Two evenings that differ in what one seat was asked at night: by day it has the same luck."""
    call = seer.look
    asked_by_night, idle = dealt(4), dealt(4)
    for bots in (asked_by_night, idle):
        bots.wake(Wake(call, []))
    asked(asked_by_night, FOX, "raven", BOX.seats)
    for bots in (asked_by_night, idle):
        bots.sleep(Sleep(call))
    assert votes(asked_by_night, BOX) == votes(idle, BOX)
