"""LG-52: the players hold cards of their own, and the roll-call finds out who holds which."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from hardware import patterns
from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.requests import Clock, Draw, Press, Say, Vote, Wake
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.deck import players_of, read_deck
from table.games.werewolf.rules.events import Dealt, DealVoid, Miscount, RollCall, RollCallOver
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game
from table.games.werewolf.rules.roll_call import TIMES_CALLED, Roll, deal_by_hand
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from tests.kit.players import CARDS, Dice, garou
from tests.kit.sampling import some
from tests.kit.tables import NAMES, PIXELS, TestTable, light_of
from tests.secrecy.table import difference

SIMPLE = "werewolf werewolf seer witch villager villager villager villager"
WITH_THIEF = "werewolf werewolf seer witch cupid thief hunter villager villager villager"

DEALT = "villager seer villager werewolf villager witch werewolf villager"

Slip = Callable[[str, set[int]], set[int]]
"""(the role called, the seats whose card it is) -> the seats that touch."""


class Hands(Dice):
    """People with cards in their hands.

    `deals`: one after the other, a role for each seat. `slips`: what goes wrong at a call, by its number.
    """

    def __init__(self, *deals: str, slips: Mapping[int, Slip] | None = None) -> None:
        super().__init__(1)
        self.deals = [deal.split() for deal in deals]
        self.slips = slips or {}
        self.said: list[Any] = []
        self.called: list[str] = []
        self.asked: list[list[int]] = []

    def say(self, request: Say) -> None:
        self.said.append(request.event)
        if isinstance(request.event, DealVoid):
            del self.deals[0]

    def wake(self, request: Wake) -> None:
        assert isinstance(request.call, Roll)
        assert request.call.key == "roll_call"
        self.called.append(request.call.card.key)

    def vote(self, request: Vote) -> dict[Any, Any]:
        role = self.called[-1]
        assert request.key == f"roll_call.{role}"
        assert set(request.choices.values()) == {(True,)}
        self.asked.append([voter.index for voter in request.choices])
        touch = {index for index, held in enumerate(self.deals[0]) if held == role}
        if len(self.called) in self.slips:
            touch = self.slips[len(self.called)](role, touch)
        return {voter: True for voter in request.choices if voter.index in touch}

    def of(self, kind: type) -> list[Any]:
        return [event for event in self.said if isinstance(event, kind)]


def deck_of(cards: str) -> list[Card]:
    return [CARDS[key] for key in cards.split()]


def held(hands: Hands, deck: str = SIMPLE, rulebook: Any = THIERCELIEUX, **more: Any) -> Game:
    """The game found by the roll-call from these hands."""
    names = NAMES[: players_of(deck_of(deck))]
    return play(deal_by_hand(rulebook, names, deck_of(deck), Options(), **more), hands)


def cards_of(game: Game) -> str:
    return " ".join(seat.card.key for seat in game.seats)


def too_many(index: int) -> Slip:
    return lambda _, touch: touch | {index}


def nobody(_: str, __: set[int]) -> set[int]:
    return set()


# From words


def test_lg_52_the_roll_call_finds_who_holds_what() -> None:
    hands = Hands(DEALT)
    game = held(hands)
    assert cards_of(game) == DEALT
    assert [seat.nature for seat in game.seats] == [CARDS[key].nature for key in DEALT.split()]
    assert (game.centre, list(game.deck)) == ([], deck_of(DEALT))
    assert hands.called == ["werewolf", "seer", "witch"], "the villager is not called"
    assert hands.asked == [list(range(8))] * 3, "all of them: no ring tells who is known"
    assert [type(event) for event in hands.said] == [Dealt, RollCall, RollCallOver]
    assert hands.said[0] == Dealt(tuple(deck_of(SIMPLE)), "printed")


@pytest.mark.parametrize("seed", some(range(150), of=5))
def test_any_deck_dealt_anyhow_is_found(seed: int) -> None:
    """All cards of all rulebooks; the ones nobody holds lie in the centre."""
    lot = random.Random(seed)
    book = lot.choice(list(RULEBOOKS.values()))
    ones = [card.key for card in book.cards if card.copies == 1]
    roles = lot.sample(ones, lot.randint(0, min(8, len(ones))))
    if BEST_OF is book and lot.random() < 0.5:
        roles += ["two_sisters"] * 2
    roles += ["werewolf"] * lot.randint(1, 4) + ["villager"] * lot.randint(0, 5)
    roles += ["villager"] * (10 - len(roles))
    lot.shuffle(roles)
    deck = " ".join(roles)
    lot.shuffle(roles)
    players = players_of(deck_of(deck))
    hands = Hands(" ".join(roles[:players]))
    game = held(hands, deck, book)
    assert [seat.card.key for seat in game.seats] == roles[:players]
    assert Counter(card.key for card in game.centre) == Counter(roles[players:])
    assert hands.called == [role for role in dict.fromkeys(deck.split()) if role != "villager"]


@pytest.mark.parametrize("slip", [too_many(0), nobody], ids=["too many", "too few"])
def test_a_wrong_number_is_called_again_in_words_that_name_nobody(slip: Slip) -> None:
    hands = Hands(DEALT, slips={2: slip, 3: slip})
    assert cards_of(held(hands)) == DEALT
    assert hands.called == ["werewolf", "seer", "seer", "seer", "witch"]
    assert hands.of(Miscount) == [Miscount(CARDS["seer"])] * 2
    assert hands.of(DealVoid) == []


@pytest.mark.parametrize(("call", "elbow", "again"), [(2, 5, ["seer"]), (3, 3, [])])
def test_a_wrong_touch_is_forgotten(call: int, elbow: int, again: list[str]) -> None:
    """The witch touched too early, and is found at the call of her own card all the same; or a werewolf's
    elbow lies on the button while she is called: who has answered once counts for nothing later."""
    hands = Hands(DEALT, slips={call: too_many(elbow)})
    assert cards_of(held(hands)) == DEALT
    assert hands.called == ["werewolf", "seer", *again, "witch"]


@pytest.mark.parametrize("slip", [too_many(0), nobody], ids=["too many", "too few"])
def test_lg_52_a_number_that_stays_wrong_makes_the_deal_void(slip: Slip) -> None:
    second = "seer villager villager villager werewolf werewolf witch villager"
    hands = Hands(DEALT, second, slips=dict.fromkeys(range(2, 2 + TIMES_CALLED), slip))
    assert cards_of(held(hands)) == second
    assert hands.called == ["werewolf", *["seer"] * TIMES_CALLED, "werewolf", "seer", "witch"]
    kinds = [type(event) for event in hands.said]
    miscounts = [Miscount] * (TIMES_CALLED - 1)
    assert kinds == [Dealt, RollCall, *miscounts, DealVoid, Dealt, RollCall, RollCallOver]


THIEF_DEALT = "villager seer werewolf villager thief werewolf hunter villager"
"""Witch and Cupid lie in the centre."""


def test_lg_2_with_the_thief_two_cards_nobody_answers_for_lie_in_the_centre() -> None:
    """In the order in which they are called, villagers last: their places are not known."""
    hands = Hands(THIEF_DEALT)
    game = held(hands, WITH_THIEF)
    assert cards_of(game) == THIEF_DEALT
    assert [card.key for card in game.centre] == ["witch", "cupid"]
    assert hands.of(Miscount) == []
    without = "cupid seer werewolf villager hunter werewolf villager witch"
    shuffled = "villager thief villager werewolf seer witch werewolf cupid hunter villager"
    game = held(Hands(without), shuffled)
    assert [card.key for card in game.centre] == ["thief", "villager"]


@pytest.mark.parametrize("slip", [too_many(0), nobody], ids=["too many", "too few"])
def test_with_the_thief_only_the_whole_roll_is_judged(slip: Slip) -> None:
    """To call one card again would tell everybody that others lie in the centre, or that this one does
    not."""
    hands = Hands(THIEF_DEALT, slips={2: slip})
    assert cards_of(held(hands, WITH_THIEF)) == THIEF_DEALT
    roll = ["werewolf", "seer", "witch", "cupid", "thief", "hunter"]
    assert hands.called == roll * 2
    assert hands.of(Miscount) == [Miscount(None)]


def test_with_the_thief_too_a_number_that_stays_wrong_makes_the_deal_void() -> None:
    slips = {2 + 6 * number: nobody for number in range(TIMES_CALLED)}
    hands = Hands(THIEF_DEALT, THIEF_DEALT, slips=slips)
    held(hands, WITH_THIEF)
    assert len(hands.called) == 6 * (TIMES_CALLED + 1)
    assert len(hands.of(DealVoid)) == 1


def test_the_roll_call_begins_when_all_have_looked() -> None:
    class Eager(Hands):
        """People who press a second after each other."""

        def clock(self, request: Clock) -> Press | None:
            assert request.key == "cards"
            waited.append(len(request.hearing))
            return Press(request.hearing[-1], request.spent_s + 1.0)

    waited: list[int] = []
    held(Eager(DEALT))
    assert waited == [8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_evening_with_cards_goes_on_to_the_winner(rulebook: str) -> None:
    """Bots at a simulated table hold simulated cards and touch at theirs."""
    book = RULEBOOKS[rulebook]
    deck = read_deck(book, "werewolf=2,seer,witch,cupid,thief,villager=4")
    evening = WerewolfEvening(book, NAMES[:8], deck, Options(), 3, deal="cards", simulated=True)
    for number in range(5):
        over = evening.play_next(Bots(Chance(number)))
        assert len(over.seats) == 8


class InOrder(Hands):
    """Simulated cards that are dealt as these hands hold them."""

    def draw(self, request: Draw) -> Sequence[Any]:
        assert request.stream == "deal"
        return deck_of(" ".join(self.deals[0]))


@pytest.mark.parametrize("simulated", [True, False])
def test_the_cards_are_called_by_what_they_are(simulated: bool) -> None:
    book = RULEBOOKS["family"]
    deck = read_deck(book, "werewolf=1,seer,villager=4")
    evening = WerewolfEvening(book, NAMES[:6], deck, Options(), 3, deal="cards", simulated=simulated)
    hands = InOrder("villager seer villager werewolf villager villager")
    game = play(evening._dealt(), hands)
    assert cards_of(game) == "villager seer villager werewolf villager villager"
    assert hands.of(Dealt) == [Dealt(tuple(deck), "ring" if simulated else "playing")]


def test_the_command_plays_with_cards() -> None:
    told = garou("play", "--simulated", "--deal", "cards", "--seed", "4", "--language", "en")
    assert told.code == 0
    assert "The roll-call - Seer?" in told.out
    assert "The count is right" in told.out


# From presses


class Silent(Bots):
    """Nobody touches, and nobody answers."""

    def vote(self, request: Vote) -> dict[Any, Any]:  # noqa: ARG002
        return {}


def at_the_table(
    touches: Mapping[str, Sequence[int]],
    deck: str = SIMPLE,
    mind: Answerer | None = None,
    looked: bool = True,
    **more: Any,
) -> tuple[TestTable, Game]:
    """A table at which these seats touch when these cards are called, in turn, from 1.5 s after the question.

    With `mind` its simulated cards are played.
    """
    seats = NAMES[: players_of(deck_of(deck))]
    table = TestTable(mind or Silent(Chance(1)), seats, seed="evening", **more)

    def touch(request: Vote) -> None:
        role = request.key.partition(".")[2]
        for number, seat in enumerate(touches.get(role, ())):
            table.press(seat, table.clock.now() + 1.5 + 0.05 * number)

    def look(_: Clock) -> None:
        for seat in range(len(seats)):
            table.press(seat, table.clock.now() + 1.0 + 0.05 * seat)

    for role in dict.fromkeys(deck.split()):
        table.watch.first[f"vote roll_call.{role}"] = touch
    if looked:
        table.watch.first["clock cards"] = look
    table.room.begin_round()
    dealt = deal_by_hand(THIERCELIEUX, seats, deck_of(deck), Options(), simulated=mind is not None)
    return table, play(dealt, table.room)


def test_lg_52_presses_say_who_holds_what() -> None:
    table, game = at_the_table({"werewolf": (3, 6), "seer": (1,), "witch": (5,)})
    assert cards_of(game) == DEALT
    lines = table.lines
    assert sum("ouch" in line for line in lines) >= 4
    assert table.board_at(table.moment("say", "RollCall").ended_s).scene == "night"
    assert table.board_at(table.moment("vote", "roll_call.seer").began_s).headline == "Seer?"
    assert [sign.title for sign in table.board_at(table.moment("clock", "cards").began_s).legend] == [
        "Werewolf",
        "Seer",
        "Witch",
        "Plain Villager",
    ]


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_any_touch_of_any_button_counts_once_and_cannot_be_taken_back(buttons: int) -> None:
    seats = NAMES[:8]
    table = TestTable(Silent(Chance(1)), seats, buttons=buttons)

    def touch(request: Vote) -> None:
        now_s = table.clock.now()
        for seat, role in ((1, "seer"), (5, "witch"), (3, "werewolf"), (6, "werewolf")):
            if request.key.endswith(role):
                table.press(seat, now_s + 1.0, button=buttons - 1)
                table.hold(seat, now_s + 2.0, button=0)

    for role in ("werewolf", "seer", "witch"):
        table.watch.first[f"vote roll_call.{role}"] = touch
    game = play(deal_by_hand(THIERCELIEUX, seats, deck_of(SIMPLE), Options()), table.room)
    assert cards_of(game) == DEALT
    assert not table.moments("say", "Miscount")


def test_a_call_lasts_its_time_whoever_touches_and_whenever() -> None:
    """LG-35: with nobody, too many or exactly enough touches; and every ring sheds the same light."""
    table, _ = at_the_table({"werewolf": (3, 6), "seer": (1,), "witch": (5,)})
    votes = [table.moment("vote", f"roll_call.{role}") for role in ("werewolf", "seer", "witch")]
    lengths = {round(vote.ended_s - vote.began_s, 6) for vote in votes}
    assert lengths == {Roll.seconds - 1.0}, "the last second is for the disk"
    began_s = table.moment("say", "RollCall").ended_s
    ended_s = table.moment("say", "RollCallOver").began_s
    frames = {shown.frame for shown in table.rings.shown if began_s < shown.time_s < ended_s}
    assert len(frames) > 5
    assert len({ring for frame in frames for ring in light_of(frame, 8)}) == 1


def test_a_player_among_bots_touches_for_himself_alone() -> None:
    """A person holds in the deal to see which card to imagine; free seats answer to their own cards, and do
    not follow the person as a pack would."""

    class Imagines(Bots):
        def draw(self, request: Any) -> Any:
            if request.stream == "deal":
                return deck_of("seer villager villager werewolf villager witch werewolf villager")
            return super().draw(request)

    table = TestTable(Imagines(Chance(1)), NAMES[:8], people_sit=True)
    table.room.people.sit(0)
    table.room.begin_round()
    seen: list[float] = []

    def look(_: Clock) -> None:
        if not seen:
            seen.append(table.clock.now())
            table.press(0, seen[0] + 1.0, for_s=3.0)
            table.press(0, seen[0] + 5.0)

    table.watch.first["clock deal"] = look
    table.watch.first["vote roll_call.seer"] = lambda _: table.press(0, table.clock.now() + 1.0)
    game = play(deal_by_hand(THIERCELIEUX, NAMES[:8], deck_of(SIMPLE), Options(), simulated=True), table.room)
    assert cards_of(game) == "seer villager villager werewolf villager witch werewolf villager"
    time_s = seen[0] + 3.0
    assert table.ring_at(0, time_s) == patterns.sign(PIXELS, *CARDS["seer"].sign, time_s)


# Secrets


def traces(tables: Sequence[TestTable]) -> list[str | None]:
    first, *others = (table.trace() for table in tables)
    return [difference(first, other) for other in others]


DEALS = (
    {"werewolf": (3, 6), "seer": (1,), "witch": (5,)},
    {"werewolf": (0, 1), "seer": (7,), "witch": (2,)},
    {"werewolf": (5, 2), "seer": (3,), "witch": (4,)},
)
DEALS_WITH_THIEF = (
    {"werewolf": (3, 6), "seer": (1,), "witch": (5,), "cupid": (0,), "hunter": (2,), "thief": (4,)},
    {"werewolf": (2, 3), "thief": (0,), "hunter": (1,), "seer": (5,)},
    {"seer": (7,), "cupid": (6,), "hunter": (5,), "witch": (2,), "thief": (1,)},
)


@pytest.mark.parametrize(("deck", "deals"), [(SIMPLE, DEALS), (WITH_THIEF, DEALS_WITH_THIEF)])
def test_roll_calls_of_other_deals_cannot_be_told_apart(deck: str, deals: Sequence[Any]) -> None:
    """Who holds what, and what lies in the centre, changes nothing that can be perceived."""
    played = [at_the_table(touches, deck) for touches in deals]
    assert len({cards_of(game) for _, game in played}) == len(deals)
    assert traces([table for table, _ in played]) == [None] * (len(deals) - 1)


def test_imagined_cards_cannot_be_told_apart_either() -> None:
    played = [at_the_table({}, WITH_THIEF, Bots(Chance(seed))) for seed in range(4)]
    assert len({cards_of(game) for _, game in played}) == 4
    assert traces([table for table, _ in played]) == [None] * 3


class Slips(Silent):
    """The first time a card is called, other seats touch than those that hold it."""

    def __init__(self, role: str, first: Sequence[int], later: Mapping[str, Sequence[int]]) -> None:
        super().__init__(Chance(1))
        self.role, self.first, self.later = role, first, later
        self.times = 0

    def vote(self, request: Vote) -> dict[Any, Any]:
        role = request.key.partition(".")[2]
        touch = self.later.get(role, ())
        if role == self.role:
            self.times += 1
            touch = self.first if self.times == 1 else touch
        return {voter: True for voter in request.choices if voter.index in touch}


@pytest.mark.parametrize(
    ("deck", "deal", "firsts"),
    [(SIMPLE, DEALS[0], ((), (1, 4), (2, 7, 0))), (WITH_THIEF, DEALS_WITH_THIEF[1], ((), (5, 4), (4, 6, 7)))],
)
def test_a_wrong_number_does_not_tell_how_or_with_whom_it_was_wrong(
    deck: str, deal: Mapping[str, Sequence[int]], firsts: Sequence[Sequence[int]]
) -> None:
    tables = []
    for first in firsts:
        table = TestTable(Slips("seer", first, deal), NAMES[:8], seed="evening")
        table.room.begin_round()
        play(deal_by_hand(THIERCELIEUX, NAMES[:8], deck_of(deck), Options()), table.room)
        assert len(table.moments("say", "Miscount")) == 1
        tables.append(table)
    assert traces(tables) == [None] * 2
