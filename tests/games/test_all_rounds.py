"""The rules by numbers: thousands of random rounds, and all rounds of very small tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.engine.play import play
from table.engine.requests import say
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards import (
    actor,
    bear_tamer,
    defender,
    devoted_servant,
    elder,
    hunter,
    lover,
    piper,
    prejudiced_manipulator,
    pyromaniac,
    raven,
    scapegoat,
    stuttering_judge,
    village_idiot,
    villager_villager,
    white_werewolf,
)
from table.games.werewolf.rules.deck import check_deck, players_of, read_deck
from table.games.werewolf.rules.options import CHOICES, Options
from table.games.werewolf.rules.pieces import Card, Deed, Elimination, Game, Rulebook, Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import deal, play_round
from tests.kit.players import CARDS, Dice, Untried, every_round, lay
from tests.kit.retold import CALLS, LOOKS, TELLS, TELLS_OPTIONS, Watched
from tests.kit.sampling import few, some

# Rounds nobody planned


class Table(NamedTuple):
    """What a round begins with."""

    rulebook: Rulebook
    deck: tuple[Card, ...]
    options: Options


@st.composite
def tables(draw: st.DrawFn, most: int = 24, stalemates: Sequence[int] = (1, 2, 3)) -> Table:
    """Any legal deck of any rulebook, with any options."""
    book = RULEBOOKS[draw(st.sampled_from([*RULEBOOKS, "best-of", "best-of"]))]
    players = draw(st.integers(book.fewest or book.least, most))
    kinds = [card for card in book.cards if card.copies and card.key in TELLS]
    chosen, first = draw(st.integers(0, 2 ** len(kinds) - 1)), draw(st.integers(0, len(kinds) - 1))
    wanted = [card for bit, card in enumerate(kinds) if chosen >> bit & 1]
    size = players + 2 * (CARDS["thief"] in wanted)
    wanted = [card for card in wanted if card.centre] + wanted[first:] + wanted[:first]
    if wanted[:1] == [CARDS["thief"]]:
        wanted = [card for card in wanted if not card.is_seen]
    deck: list[Card] = []
    wolves = 0
    for card in dict.fromkeys(wanted):
        is_wolf = card.nature == "werewolf"
        # One place is kept for a werewolf, and fewer than half are such.
        if len(deck) + (card.copies or 0) < size and wolves + is_wolf <= (size - 1) // 2:
            deck += [card] * (card.copies or 0)
            wolves += is_wolf
    most_wolves = min((size - 1) // 2 - wolves, size - len(deck))
    deck += [CARDS["werewolf"]] * draw(st.integers(0 if wolves else 1, max(most_wolves, 0)))
    deck += [CARDS["villager"]] * (size - len(deck))
    told = [key for key in book.options if CHOICES[key] and key in TELLS_OPTIONS]
    options = {key: draw(st.sampled_from(CHOICES[key])) for key in told}
    return Table(book, tuple(deck), Options(stalemate=draw(st.sampled_from(stalemates)), **options))


TEMPERS: tuple[Mapping[str, float], ...] = (
    {},
    {"silence": 0.1, "hurry": 0.5},
    {"silence": 0.3, "leaving": 0.02, "hurry": 0.2},
    {"silence": 0.6, "leaving": 0.1},
    {"silence": 0.95, "hurry": 0.9},
    {"leaving": 0.3},
    {"silence": 1.0},
)


def watch(table: Table, dice: Dice) -> Watched:
    """Plays a whole round, from the deal on, and checks every word of it."""
    check_deck(table.rulebook, table.deck)
    names = [str(number) for number in range(1, players_of(table.deck) + 1)]
    game = play(deal(table.rulebook.with_deck(table.deck), names, table.deck, table.options), dice)
    watched = Watched(game, dice)
    assert play(play_round(game), watched) is watched.over
    return watched


@pytest.mark.slow
def test_any_round_keeps_the_rules_to_its_end() -> None:
    """All roles and options of all rulebooks, and at the end none was never met (hardly any, in a sample)."""
    met: Counter[str] = Counter()

    @given(table=tables(), temper=st.sampled_from(TEMPERS), sense=st.booleans(), seed=st.integers(0, 2**32))
    @settings(max_examples=few(5000, 500))
    def any_round(table: Table, temper: Mapping[str, float], sense: bool, seed: int) -> None:
        watched = watch(table, Dice(seed, sense=sense, **temper))
        # LG-47: so many nights without a death end the round, so each death buys no more than these.
        assert watched.nights <= table.options.stalemate * (len(watched.game.seats) + 1)
        met.update(watched.words)
        met.update(f"dead of {cause}" for cause in watched.retold.cause.values())
        met.update([f"{table.rulebook.key}: {watched.winner}"])

    any_round()
    missed = [word for word in MUST_BE_MET if not met[word]]
    assert len(missed) <= few(0, len(MUST_BE_MET) // 5), missed


CAUSES = (
    "devoured",
    "poisoned",
    "voted",
    "shot",
    "grief",
    "white_werewolf",
    "rust",
    "starved",
    "fire",
    "left",
    "tie",
)
PUBLIC = (
    *(events.NoDeath, events.HunterAims, events.CaptainFalls, events.Captain, events.Candidates, events.Tie),
    *(events.BallotDecides, events.CaptainDecides, events.Lot, events.AngelMayBeThere, events.NatureShown),
    *(events.StalemateNear, events.Stalemate, elder.PowersLost, bear_tamer.BearGrowls),
    *(pyromaniac.HouseBurnt, raven.VotesAgainst, village_idiot.Pardoned, scapegoat.Blamed, scapegoat.NoVote),
    *(events.SecondVote, devoted_servant.TakesCard, actor.Stage, prejudiced_manipulator.Halves),
    villager_villager.KnownToAll,
)
SECRETS = (
    *("centre", "lover", "card", "sister", "pack", "infected", "baker", "victims", "fox", "charmed"),
    *("brother", "taken"),
)
LOTS = (
    *("thief", "cupid", "wild_child", "wolf_hound", "piper", "baker", "hunter", "successor"),
    *("captain_choice", "election", "vote", "stage", "sun"),
)
MUST_BE_MET = [
    *(f"wake {key}" for key in CALLS),
    *(f"dead of {cause}" for cause in CAUSES),
    *(f"say {event.__name__}" for event in PUBLIC),
    *(f"show {what}" for what in SECRETS),
    *(f"draw {stream}" for stream in LOTS),
    *("ask actor", "ask scapegoat", "covered devoted_servant", "covered stuttering_judge"),
    *(
        f"{book}: {camp}"
        for book in RULEBOOKS
        for camp in ("villagers", "werewolves", "lovers", "white_werewolf", "piper", "nobody")
    ),
    "best-of: angel",
    "best-of: prejudiced_manipulator",
]


@given(table=tables(stalemates=[0]), hurry=st.sampled_from([0.0, 0.5]), seed=st.integers(0, 2**32))
@settings(max_examples=few(400, 50))
def test_a_round_of_players_who_answer_ends_without_a_stalemate(
    table: Table, hurry: float, seed: int
) -> None:
    watched = watch(table, Dice(seed, sense=True, hurry=hurry))
    assert not watched.words["say Stalemate"]


def test_ex_5_the_calls_of_a_full_night_stand_in_one_order() -> None:
    """EX-5: the second telling has its own order; the cards it knows have no other calls."""
    for book in RULEBOOKS.values():
        told = [call for call in book.calls if call.card.key in TELLS]
        keys = [call.key for call in told]
        assert keys == [key for key in CALLS if key in keys]
        of_others = {"werewolves": "werewolf", **LOOKS}
        assert all(call.card.key == of_others.get(call.key, call.key) for call in told)
    assert {call.key for call in RULEBOOKS["best-of"].calls} >= set(CALLS)


def test_a_deck_takes_along_the_victories_of_its_cards_only() -> None:
    """The victory of a card outside the deck is not checked; the others keep the printed order."""
    printed = RULEBOOKS["best-of"].victories
    lone = {
        "piper": piper.all_charmed,
        "white_werewolf": white_werewolf.sole_survivor,
        "prejudiced_manipulator": prejudiced_manipulator.other_half_gone,
    }
    for cards in ("", ",piper", ",white_werewolf", ",piper,prejudiced_manipulator"):
        book = RULEBOOKS["best-of"]
        narrowed = book.with_deck(read_deck(book, f"werewolf,villager=7{cards}")).victories
        absent = [victory for key, victory in lone.items() if key not in cards]
        assert narrowed == tuple(victory for victory in printed if victory not in absent)
        assert len(narrowed) == len(printed) - len(absent)


# Planted faults


async def nothing(*_: Any) -> list[Elimination]:
    """A rule that does nothing."""
    return []


async def powers_lost_by_teeth(game: Game, _: Elimination) -> list[Elimination]:
    game.powers_lost = True
    await say(elder.PowersLost())
    return []


def buried_unseen(game: Game, seat: Seat, cause: Any) -> None:
    seat.cause = cause
    game.alive = tuple(other for other in game.alive if other is not seat)
    game.deaths += 1


def played_again(_: Game, seat: Seat, card: Card) -> None:
    seat.part = card
    seat.tokens.extend(card.brings)


def as_dealt(game: Game, card: Card) -> bool:
    return game.unseen.get(card, 0) > 0


class Plant(NamedTuple):
    """A mistake, and a table at which it shows. `fields`: changed fields of the rulebook; `parts`: other
    changed objects, and where."""

    rulebook: str
    deck: str
    fields: Mapping[str, Any] = MappingProxyType({})
    parts: tuple[tuple[Any, str, Any], ...] = ()
    options: Options = Options(stalemate=2)


BASE = "werewolf=2,seer,witch,hunter,cupid,villager=4"
BITTEN = "accursed_wolf_father,werewolf,elder,defender,witch,piper,villager=4"
OLD = "werewolf=2,elder,witch,hunter,seer,fox,villager=3"
RUSTY = "werewolf,big_bad_wolf,rusty_knight,witch,seer,villager=4"
WHITE = "werewolf=2,white_werewolf,seer,villager=5"
CHARMED = "werewolf=2,piper,seer,cupid,villager=5"
DARK = "werewolf=2,defender,pyromaniac,raven,witch,cupid,villager=3"
CHILDREN = (
    "werewolf,accursed_wolf_father,wild_child,wolf_hound,angel,cupid,two_sisters=2,bear_tamer,villager=2"
)
VOTING = "werewolf=2,village_idiot,scapegoat,stuttering_judge,devoted_servant,hunter,raven,villager=2"
STAGED = "werewolf=2,actor,devoted_servant,prejudiced_manipulator,three_brothers=3,villager=2"
PRINTED = RULEBOOKS["best-of"]

PLANTED: dict[str, Plant] = {
    "wolves eat wolves": Plant("thiercelieux", BASE, {"meal": Deed(harms=True, oneself=True)}),
    "a hunter who shoots in grief": Plant("thiercelieux", BASE, {"hunter_shoots": None}),
    "a hunter who shoots before grief": Plant(
        "thiercelieux", BASE, {"reactions": (hunter.HUNTER, lover.LOVER)}
    ),
    "causes of death the wrong way round": Plant("best-of", BASE, {"dooms": PRINTED.dooms[::-1]}),
    "calls the wrong way round": Plant("best-of", BASE, {"calls": PRINTED.calls[::-1]}),
    "a victory overlooked": Plant(
        "thiercelieux", BASE, parts=(("table.games.werewolf.rules.settling", "verdict", lambda _: None),)
    ),
    "a card too many at night": Plant("thiercelieux", BASE, parts=((Game, "take_away", buried_unseen),)),
    "lovers who do not grieve": Plant("thiercelieux", BASE, parts=((lover.LOVER, "aftermath", nothing),)),
    "an elder who lives for ever": Plant(
        "best-of", OLD, parts=((elder.SECOND_LIFE, "spares", lambda *_: True),)
    ),
    "powers lost by teeth": Plant("best-of", OLD, parts=((elder.ELDER, "aftermath", powers_lost_by_teeth),)),
    "a big bad wolf never sated": Plant(
        "best-of", RUSTY, parts=((Game, "wolf_has_died", property(lambda _: False, lambda *_: None)),)
    ),
    "the same protected twice": Plant("best-of", BITTEN, parts=((defender, "PROTECT", Deed(oneself=True)),)),
    "a raven not easily forgotten": Plant("best-of", DARK, parts=((raven.OMEN, "fades", False),)),
    "a white wolf who strikes anybody": Plant(
        "best-of", WHITE, parts=((white_werewolf, "CULL", Deed(harms=True)),)
    ),
    "a piper who waits for the morning": Plant(
        "tit-albert", CHARMED, parts=((piper.dance, "victory", None),)
    ),
    "an angel and no day 0": Plant("best-of", CHILDREN, {"opens_by_day": None}),
    "an idiot pardoned of anything": Plant(
        "best-of",
        VOTING,
        parts=((village_idiot.PARDON, "spares", lambda _, seat, __: village_idiot.Pardoned(seat)),),
    ),
    "a pardon that costs no vote": Plant(
        "thiercelieux", VOTING, parts=((village_idiot.VOTELESS, "mutes", False),)
    ),
    "a tie that is nobody's fault": Plant("family", VOTING, {"at_tie": ()}),
    "a ban that holds on the same day": Plant(
        "thiercelieux", VOTING, parts=((scapegoat.BANNED_TOMORROW, "mutes", True),)
    ),
    "a ban that never ends": Plant("thiercelieux", VOTING, parts=((scapegoat.BANNED, "fades", False),)),
    "a judge's time for judges only": Plant("thiercelieux", VOTING, {"after_vote": ()}),
    "a judge who presses for ever": Plant(
        "thiercelieux", VOTING, parts=((stuttering_judge.stutter, "may", None),)
    ),
    "a servant who takes her own card": Plant(
        "thiercelieux", VOTING, parts=((devoted_servant.take_card, "may", None),)
    ),
    "a taken card that still acts": Plant(
        "best-of", VOTING, parts=((Seat, "give_up_card", lambda seat, _: seat.card),)
    ),
    "a part for ever": Plant("thiercelieux", STAGED, parts=((Game, "new_night", lambda _: None),)),
    "a card played twice": Plant("best-of", STAGED, parts=((Game, "play", played_again),)),
    "calls of an actor's cards only as needed": Plant(
        "best-of", STAGED, parts=((Game, "may_be_in_play", as_dealt),)
    ),
    "halves that nobody leaves": Plant(
        "thiercelieux", STAGED, {"victories": tuple(PRINTED.victories[:-4] + PRINTED.victories[-3:])}
    ),
}


def played(plant: Plant, rounds: int, fields: Mapping[str, Any]) -> None:
    known = RULEBOOKS[plant.rulebook]
    table = Table(replace(known, **fields), read_deck(known, plant.deck), plant.options)
    for seed in range(rounds):
        watch(table, Dice(seed, silence=0.1, sense=True))


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_fault_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = PLANTED[plant]
    played(fault, 20, {})
    for owner, name, part in fault.parts:
        if isinstance(owner, str):
            monkeypatch.setattr(f"{owner}.{name}", part)
        else:
            monkeypatch.setattr(owner, name, part, raising=not isinstance(part, property))
    with pytest.raises(AssertionError):
        played(fault, 400, fault.fields)


# Rounds counted

HAND_COUNTED: dict[tuple[str, str, str, str], dict[str, int]] = {
    # The night: the wolf eats the villager (and wins: 1) or nobody. Then each of the two votes for nobody,
    # A or B. Nobody votes: a quiet day, 1. One votes: 2 voters x 2 seats, half of them fall on the wolf. Both
    # alike: 2. Both apart: 2, each drawn either way.
    ("werewolf villager", "", "lot", "never"): {"werewolves": 1 + 2 + 1 + 2, "villagers": 5, "nobody": 1},
    # The same, but both apart is voted again: there 2 + 1 fall on either, and nobody falls in 1 + 2.
    ("werewolf villager", "", "rules", "never"): {
        "werewolves": 1 + 2 + 1 + 2 * 3,
        "villagers": 2 + 1 + 2 * 3,
        "nobody": 1 + 2 * 3,
    },
    # A shot is demanded: given or drawn, 2 ways, and always the wolf. Eaten: 2 rounds. By day the wolf falls
    # alone in 5 ways as above, the hunter in as many, and each of those has 2 shots.
    ("werewolf hunter", "", "lot", "never"): {"villagers": 5, "nobody": 2 + 1 + 5 * 2},
    # The day of two is 9 : 9 : 7 (the second table without its night). It comes if nobody was eaten, or was
    # healed, and no poison was given; each of the two may be poisoned away instead. Eaten and not
    # healed, the witch still poisons or not.
    ("werewolf witch", "", "rules", "never"): {
        "werewolves": 9 + 9 + 1,
        "villagers": 9 + 9 + 2,
        "nobody": 7 + 7 + 1,
    },
    # The pair comes in 5 ways: both named, one (2 x 1 lot), none (2 ordered lots). The
    # wolf may not eat her, and in the morning they are alone.
    ("werewolf cupid", "", "lot", "never"): {"lovers": 1 + 2 + 2},
    # Nothing, keep, right: the first table. Left: in the morning there are werewolves only.
    ("werewolf thief", "werewolf villager", "lot", "never"): {
        "werewolves": 3 * 6 + 1,
        "villagers": 3 * 5,
        "nobody": 3 * 1,
    },
    # The Thief must take the werewolf, or it is drawn: 2 ways, and then the first table.
    ("villager thief", "werewolf villager", "lot", "never"): {
        "werewolves": 2 * 6,
        "villagers": 2 * 5,
        "nobody": 2 * 1,
    },
    # Nobody was dealt a werewolf, and no thief can take one: the first morning finds the villagers alone.
    ("villager villager", "werewolf thief", "lot", "never"): {"villagers": 1},
}


@pytest.mark.parametrize(("cards", "centre", "tie", "captain"), HAND_COUNTED)
def test_all_rounds_of_a_table_of_two_as_counted_by_hand(
    cards: str, centre: str, tie: str, captain: str
) -> None:
    rounds = every_round(lambda: lay(cards, centre, tie=tie, captain=captain, stalemate=1))
    assert Counter(over.winner for over in rounds) == HAND_COUNTED[cards, centre, tie, captain]


WITH_ONE_VOICE: dict[tuple[str, str], str] = {
    # A second life, and a bite that spends itself on it.
    ("best-of", "accursed_wolf_father elder villager"): "nobody villagers werewolves",
    # A Piper infected is one of the pack; the White Werewolf waits for the second night.
    (
        "best-of",
        "white_werewolf accursed_wolf_father piper villager",
    ): "nobody piper villagers werewolves white_werewolf",
    (
        "thiercelieux",
        "white_werewolf werewolf piper villager",
    ): "nobody piper villagers werewolves white_werewolf",
    # Two meals, rust, and a child whose model may be anybody.
    ("best-of", "big_bad_wolf rusty_knight wild_child villager"): "nobody villagers werewolves",
    # The Angel's hopes are day 0 and the first night.
    ("best-of", "wolf_hound angel werewolf villager"): "angel nobody villagers werewolves",
    # A pack that may starve, or sleep; a hunter who may shoot or not.
    ("family", "werewolf hunter defender villager"): "nobody villagers werewolves",
    ("tit-albert", "werewolf cupid hunter villager"): "lovers nobody villagers werewolves",
    # A pardon, and a card that may be taken with it or without; ties that somebody is blamed for.
    ("thiercelieux", "werewolf village_idiot devoted_servant villager"): "nobody villagers werewolves",
    ("best-of", "werewolf scapegoat devoted_servant hunter"): "nobody villagers werewolves",
}
"""Who may win among a few players: several who choose together agree, and a quiet day is the last."""


@pytest.mark.parametrize(("rulebook", "cards"), some(WITH_ONE_VOICE, of=4))
def test_all_rounds_of_cards_that_meddle_with_each_other(rulebook: str, cards: str) -> None:
    """Each word of each round is compared with the second telling."""

    def table() -> Game:
        return lay(cards, rulebook=RULEBOOKS[rulebook], captain="never", stalemate=1)

    rounds = every_round(table, Untried(one_voice=True), through=Watched)
    assert {over.winner for over in rounds} == {*WITH_ONE_VOICE[rulebook, cards].split()}
