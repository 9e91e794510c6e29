"""Covered times by day, and the answers of the dead: pairs of evenings that differ only in who holds a card,
whether it is spent or dead, who presses, which part the Actor plays, and who of the dead says yes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple

import pytest

from table.engine.requests import Ask, Covered, Draw, Sitter, Vote
from table.games.werewolf.rules.options import EventsFrom, Options
from table.games.werewolf.rules.pieces import Card, Game, Laid
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.gestures import Meaning
from table.room.act import SeatGesture
from table.room.choosing import Choosing
from tests.kit.players import CARDS
from tests.kit.sampling import THOROUGH, some
from tests.kit.tables import NARRATION, Planted, plant, untouched
from tests.secrecy.rounds import Plotter, Round, Under, Village, Word, as_printed
from tests.secrecy.table import Restless, SecretsTable, Sits, difference, perceived, told_apart
from tests.secrecy.test_pods import PodsTable, counted

pytestmark = pytest.mark.in_step

USUAL = "stuttering_judge devoted_servant cupid werewolf werewolf" + 6 * " villager"
OPEN = tuple(CARDS[key] for key in ("stuttering_judge", "seer", "village_idiot"))
PLAYERS, PREY = 11, 10
CONDEMNED = {1: (9, 5), 2: (8,)}
"""Day -> whom all vote for in each of its votes."""


class Plan(NamedTuple):
    """The secrets of one evening. `asked`: night and question -> the answer, as seats or the key of a card;
    `presses`: day, number of its vote from 0, time and seat of those whose press counts."""

    cards: str = USUAL
    asked: Mapping[tuple[int, str], Any] = {}
    presses: Collection[tuple[int, int, str, int]] = ()
    says: Mapping[int, bool] = {}
    """What each of the dead answers on day 2 (EV-15); if there is nobody, no event comes."""


class Led(Plotter):
    """Answers as planned; by day all vote for the same."""

    plan = Plan()
    voted: dict[int, int]

    def _openly(self, request: Vote) -> dict[Any, Any]:
        if request.key == "voices":
            return {voter: self.plan.says[voter.index] for voter in request.choices}
        number = self.voted[self.night] = self.voted.get(self.night, -1) + 1
        wanted = CONDEMNED[self.night][number]
        return {
            voter: seat for voter, menu in request.choices.items() for seat in menu if seat.index == wanted
        }

    def _pack(self, request: Vote) -> dict[Any, Any]:
        menus = request.choices.items()
        return {wolf: seat for wolf, menu in menus for seat in menu if seat.index == PREY and self.night == 1}

    def _alone(self, request: Ask) -> Sequence[Any]:
        wanted = self.plan.asked.get((self.night, request.key), ())
        if isinstance(wanted, str):
            return [card for card in request.choices if card.key == wanted]
        return [one for one in request.choices if getattr(one, "index", None) in wanted]

    def drawn(self, request: Draw) -> Sequence[Any]:
        if request.stream == "event":
            wanted = {1: "hush", 2: "voices_below"}[self.night]
            return [twist for twist in request.choices if twist.key == wanted]
        return super().drawn(request)

    def pressed(self, request: Covered) -> Sequence[Any]:
        when = self.night, self.voted[self.night], request.time.key
        return [seat for seat in request.heard if (*when, seat.index) in self.plan.presses]


class Course(Round):
    """An evening as planned."""

    plan: Plan

    def plotter(self, under: Under = as_printed, against: Sequence[Word] | None = None) -> Plotter:
        village = self.village
        laid = Laid(OPEN) if "actor" in self.plan.cards else Laid()
        game = Game(under(village.rulebook), village.names, self.cards, (), village.options, laid)
        led = Led(village, game, self.seed, None, against)
        led.plan, led.voted = self.plan, {}
        return led


def holding(card: str, seat: int, before: str = USUAL) -> str:
    """These cards, but that of `seat` is `card`, and who held that has what lay there."""
    cards = before.split()
    at = cards.index(card)
    cards[at], cards[seat] = cards[seat], card
    return " ".join(cards)


JUDGE, SERVANT = "stuttering_judge", "devoted_servant"
TAKES = {(1, 0, SERVANT, 1)}
ACTOR = USUAL.replace(JUDGE, "actor")
PAIRS = {
    "another holds the Judge": (Plan(), Plan(holding(JUDGE, 6))),
    "the Judge was devoured": (Plan(), Plan(holding(JUDGE, PREY))),
    "the Judge was condemned": (Plan(), Plan(holding(JUDGE, 9))),
    "the Judge has not pressed yet": (
        # In both the village votes twice; in the second vote the Servant takes a card: a Judge's.
        Plan(presses={(1, 0, JUDGE, 0), (1, 1, SERVANT, 1)}),
        Plan(holding(JUDGE, 5), presses={(1, 0, JUDGE, 5), (1, 1, SERVANT, 1)}),
    ),
    "another holds the Servant": (Plan(), Plan(holding(SERVANT, 6))),
    "the Servant was devoured": (Plan(), Plan(holding(SERVANT, PREY))),
    "the Servant is condemned": (Plan(), Plan(holding(SERVANT, 9))),
    "the Servant is in love": (
        Plan(asked={(1, "cupid"): (0, 7)}),
        Plan(asked={(1, "cupid"): (1, 7)}, presses=TAKES),
    ),
    "the Servant takes a Judge": (
        Plan(presses=TAKES),
        Plan(holding(JUDGE, 9), presses=TAKES),
    ),
    "the Servant takes a werewolf": (
        Plan(presses=TAKES),
        Plan(holding("werewolf", 9), presses=TAKES),
    ),
    "the Actor plays the Judge": (
        Plan(ACTOR, {(1, "actor"): "seer", (1, "seer"): (4,)}),
        Plan(ACTOR, {(1, "actor"): JUDGE}),
    ),
    "the Actor plays nothing": (Plan(ACTOR, {(1, "actor"): JUDGE}), Plan(ACTOR)),
    "another of the dead says yes": (Plan(says={9: True, 10: False}), Plan(says={9: False, 10: True})),
    "the Actor was devoured": (Plan(ACTOR, {(1, "actor"): JUDGE}), Plan(holding("actor", PREY, ACTOR))),
}
"""Two evenings that nobody can tell apart as long as deaths show no card."""
TABLES = (
    Sits(),
    Sits(2, hosted=True, free=1),
    Sits(3, hosted=True, running=True),
    Sits(unlit=True, hosted=True),
)


def courses(
    name: str, reveal: Literal["card", "none"] = "none", until: str = "night 3"
) -> tuple[Course, Course]:
    """The two evenings of a pair."""
    made = []
    for number, plan in enumerate(PAIRS[name]):
        cards: tuple[Card, ...] = tuple(CARDS[key] for key in plan.cards.split())
        events: EventsFrom = "each morning" if plan.says else "never"
        options = Options(captain="never", reveal=reveal, events=events)
        deck = tuple(sorted(cards, key=lambda card: card.key))
        village = Village(THIERCELIEUX, PLAYERS, deck, options, 7, until)
        course = Course(village, cards, number)
        course.plan = plan
        made.append(course)
    return made[0], made[1]


def apart(name: str, sits: Sits, planted: Planted = untouched) -> str | None:
    """What tells the evenings of a pair apart."""
    one, other = (perceived(course, planted, sits=sits) for course in courses(name))
    assert sum('"cover"' in line for line in one.trace) > 2
    return told_apart(one, other)


CASES = [(name, TABLES[number % len(TABLES)]) for number, name in enumerate(PAIRS)]


@pytest.mark.parametrize(("name", "sits"), [*product(PAIRS, TABLES)] if THOROUGH else some(CASES, of=3))
def test_covered_times_tell_nothing_of_who_holds_their_cards_or_presses(name: str, sits: Sits) -> None:
    assert apart(name, sits) is None


AT_PODS = "the Servant takes a werewolf", "the Judge was devoured", "the Actor plays the Judge"
FIRST_DAY = "night 3" if THOROUGH else "night 2"
"""Until when pods are watched: both covered times are over by then."""


@pytest.mark.parametrize("name", AT_PODS if THOROUGH else AT_PODS[:1])
def test_nor_does_anything_at_the_port_of_a_pod(name: str) -> None:
    one, other = (
        PodsTable(course, untouched, Sits(2, hosted=True, running=True), 1e9).evening()
        for course in courses(name, until=FIRST_DAY)
    )
    for card in (SERVANT, JUDGE):
        assert any(NARRATION["en"].word(f"cover.{card}") in line for line in one.trace)
    assert difference(one.trace, other.trace) is None
    assert len(one.cables) == len(other.cables) == PLAYERS
    for ours, theirs in zip(one.cables, other.cables, strict=True):
        assert difference(counted(ours), counted(theirs)) is None


# Planted


def answers_a_press_that_counts(at: Restless) -> None:
    """The ring of somebody whose press counts is brighter for a second."""
    heard: set[int] = set()
    until_s: dict[int, float] = {}
    covers, hears, shows = at.cover, at.room.covered_times.hear, at.room.lights.ring

    def cover(request: Covered, planned: Sequence[Sitter]) -> list[Sitter]:
        heard.update(seat.index for seat in request.heard)
        return covers(request, planned)

    def hear(gesture: SeatGesture, meant: Meaning) -> bool:
        if gesture.seat in heard:
            until_s[gesture.seat] = gesture.time_s + 1.0
        return hears(gesture, meant)

    def ring(seat: int, now_s: float) -> bytes:
        shown = shows(seat, now_s)
        return bytes(min(255, 2 * one) for one in shown) if now_s < until_s.get(seat, 0.0) else shown

    plant(at.room.covered_times, run_and_wait=cover, hear=hear)
    plant(at.room.lights, ring=ring)


def is_shorter_in_vain(at: Restless) -> None:
    """A time in which no press can count is a tenth of a second shorter."""
    covers, waits = at.cover, at.room.stage.wait_until
    in_vain: list[bool] = []

    def cover(request: Covered, planned: Sequence[Sitter]) -> list[Sitter]:
        in_vain[:] = [not request.heard]
        pressed = covers(request, planned)
        in_vain.clear()
        return pressed

    plant(at.room.covered_times, run_and_wait=cover)
    plant(at.room.stage, wait_until=lambda until_s: waits(until_s - 0.1 if any(in_vain) else until_s))


def shows_what_the_dead_say(at: Restless) -> None:
    """The ring of somebody who says yes by day is brighter."""
    shows, chooses = at.room.lights.ring, at.choose
    asked: dict[int, Choosing] = {}

    def choose(request: Any, now: Mapping[int, Choosing], picks: Mapping[int, Any]) -> None:
        asked.clear()
        asked.update(now)
        chooses(request, now, picks)

    def ring(seat: int, now_s: float) -> bytes:
        shown, says_yes = shows(seat, now_s), seat in asked and asked[seat].answer == (True,)
        return bytes(min(255, 2 * one) for one in shown) if says_yes else shown

    plant(at.room.questions, choose_and_wait=choose)
    plant(at.room.lights, ring=ring)


@pytest.mark.parametrize(
    ("planted", "name"),
    [
        (answers_a_press_that_counts, "the Judge has not pressed yet"),
        (is_shorter_in_vain, "the Judge was devoured"),
        (shows_what_the_dead_say, "another of the dead says yes"),
    ],
)
def test_a_leak_planted_in_a_covered_time_is_caught(planted: Planted, name: str) -> None:
    assert apart(name, Sits(), planted)


@pytest.mark.parametrize(("name", "is_held"), [("the Judge was devoured", 0), ("another holds the Judge", 1)])
def test_where_deaths_show_cards_the_time_ends_with_the_last_judge(name: str, is_held: bool) -> None:
    """CH-25: what the village has seen decides, and nothing else."""
    table = SecretsTable(courses(name, reveal="card")[1])
    table.plays()
    headline = NARRATION["en"].word(f"cover.{JUDGE}")
    assert any(headline in line for line in table.trace.lines) == is_held
