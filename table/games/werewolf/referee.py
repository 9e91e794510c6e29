"""Plays scenario files of Loups-Garous by the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from table.engine import requests
from table.engine.answers import BALLOT, SEAT, YES, YES_OR_NO, Form, ballots, seats, word, written
from table.engine.public import Public
from table.engine.requests import Say
from table.errors import RefusedError
from table.games import scenario
from table.games.scenario import listed
from table.games.telling import NarratorMemory, Telling
from table.games.werewolf import telling
from table.games.werewolf.memory import VillageMemory
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.prejudiced_manipulator import PREJUDICED_MANIPULATOR
from table.games.werewolf.rules.deck import check_deck, check_pool, named
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.options import Options, read_options
from table.games.werewolf.rules.pieces import Card, Game, Laid, Rulebook, Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import play_round
from table.games.werewolf.rules.twists.deck import TWISTS
from table.settings.times import Times

KEYS = ("rulebook", "seats", "cards", "centre", "stage", "sun", "pool", "seed", "options", "turns")
LEFT: dict[str, Form] = {"left": seats()}
MORNING: dict[str, Form] = {
    "event": word(*(twist.key for twist in TWISTS)),
    "lantern": SEAT,
    "voices": YES_OR_NO,
}
"""What is new in the morning: its lots are in the file."""
BY_DAY: dict[str, Form] = {
    "election": BALLOT,
    "election_revote": BALLOT,
    "vote": BALLOT,
    "guess": BALLOT,
    "revotes": ballots,
    "captain_choice": SEAT,
}
ELECTION = ("election", "election_revote")
PHASES = ("night", "dawn", "day", "second vote")


class Scenario(msgspec.Struct):
    """A scenario file, read and valid in form."""

    rulebook: Rulebook
    names: list[str]
    cards: list[Card]
    centre: list[Card]
    seed: int
    options: Options
    laid: Laid
    turns: list[scenario.Turn]
    warnings: list[str]
    forms: scenario.Forms

    def game(self) -> Game:
        """The table before the first night."""
        return Game(
            self.rulebook.with_deck(self.laid.pool or [*self.cards, *self.centre]),
            self.names,
            self.cards,
            self.centre,
            self.options,
            self.laid,
        )

    def play(self, through: scenario.Through) -> dict[str, Any]:
        """Plays it by the rules."""
        game = self.game()
        answers = FromScenario(self, game.seats)
        over, waiting = scenario.to_the_end(play_round(game), answers, through)
        return {
            "state": "over" if over else "waiting",
            "waiting_for": waiting,
            "warnings": self.warnings,
            "winner": over.winner if over else None,
            "winners": scenario.plain(over.winners) if over else [],
            "alive": scenario.plain(game.alive),
            "captain": game.captain.name if game.captain and game.captain.alive else None,
            "deaths": answers.deaths,
            "natures": {seat.name: seat.nature for seat in game.seats},
            "cards": {seat.name: seat.card.key for seat in game.seats},
            "guesses": {seat.name: game.guesses[seat].name for seat in game.seats if seat in game.guesses},
            "shown": answers.shown,
            "public": answers.public,
        }

    def at_table(self, _: Times) -> Telling:
        """How it is told at a table."""
        return telling

    def memory(self) -> NarratorMemory:
        """What its narrator remembers."""
        return VillageMemory()


def forms_of(rulebook: Rulebook) -> dict[str, dict[str, Form]]:
    """The keys of a night's, a dawn's and a day's turn, in the order of the questions."""
    calls: dict[str, Form] = {call.key: call.answer for call in rulebook.calls if call.answer}
    stand = {"candidates": seats()} if rulebook.candidates else {}
    asked = questions_of(rulebook)
    wills = {card.key: asked.pop(card.key) for card in rulebook.cards if card.will and card.by_day}
    after_a_death = asked | {"successor": SEAT} | wills
    before = {time.key: YES for time in rulebook.before_turning}
    after = {time.key: YES for time in rulebook.after_vote}
    a_vote = {key: form for key, form in BY_DAY.items() if key not in ELECTION}
    return {
        "night": LEFT | calls,
        "dawn": after_a_death | LEFT,
        "day": MORNING | LEFT | {"call_election": YES} | stand | BY_DAY | before | after_a_death | after,
        "second": LEFT | a_vote | before | after_a_death,
    }


def questions_of(rulebook: Rulebook) -> dict[str, Form]:
    """The public questions of cards to their owners."""
    return {card.key: card.by_day for card in rulebook.cards if card.by_day}


def moment_order(moment: str) -> int | None:
    """Day 0 comes before night 1, which is the first night."""
    if not re.fullmatch(r"(night|dawn|day|second vote) (0|[1-9][0-9]{0,3})", moment):
        return None
    phase, number = moment.rsplit(maxsplit=1)
    order = len(PHASES) * int(number) + PHASES.index(phase)
    return order if order >= PHASES.index("day") else None


MOMENTS = scenario.Moments(
    moment_order, '"night N", "dawn N", "day N", "second vote N"; the first are "day 0" and "night 1"'
)


def read(raw: Mapping[str, Any], rulebook: Rulebook) -> Scenario:
    """Reads a scenario and checks form, options, deck and turns as far as possible without playing it."""
    scenario.only(raw, KEYS)
    options = read_options(rulebook.key, rulebook.options, scenario.read_table(raw, "options"))
    seed = scenario.read_seed(raw)
    names = scenario.read_seats(raw)
    cards, centre = _cards(rulebook, raw, names)
    warnings = check_deck(rulebook, [*cards, *centre], rulebook.least)
    pool = _pool(rulebook, raw, options, len(names), [*cards, *centre])
    laid = _laid(rulebook, raw, names, pool or [*cards, *centre])._replace(pool=tuple(pool))
    forms = forms_of(rulebook)
    others = [forms_of(other) for other in RULEBOOKS.values()]
    turns = scenario.read_turns(raw, names, MOMENTS, forms, others)
    return Scenario(rulebook, names, cards, centre, seed, options, laid, turns, warnings, forms)


def _pool(
    rulebook: Rulebook, raw: Mapping[str, Any], options: Options, players: int, dealt: Sequence[Card]
) -> Sequence[Card]:
    """CH-54: the cards of which those dealt were drawn; the latter where everybody knows them."""
    if "pool" not in raw:
        if options.hide_deck:
            raise RefusedError("pool: nothing; allowed: a list of role keys, all those dealt among them")
        return ()
    if not options.hide_deck:
        raise RefusedError("pool: a list of cards; allowed: none without hide_deck = true")
    pool = [named(rulebook, key, "pool") for key in scenario.read_keys(raw, "pool")]
    check_pool(rulebook, pool, players)
    for card in dealt:
        if dealt.count(card) > pool.count(card):
            lacking = f"{pool.count(card)} of {dealt.count(card)} {card.key}"
            raise RefusedError(f"pool: {lacking}; allowed: at least all of cards and centre")
    return pool


def _laid(rulebook: Rulebook, raw: Mapping[str, Any], names: Sequence[str], deck: Sequence[Card]) -> Laid:
    """What is laid out before the first night: the open cards and the halves of the village."""
    stage = [named(rulebook, key, "stage") for key in scenario.read_keys(raw, "stage")]
    if stage or "stage" in raw:
        _check_stage(rulebook, stage, deck)
    sun = raw.get("sun", [])
    if "sun" in raw:
        wanted = seats(1, len(names) - 1)(sun, names)
        if wanted or not any(card is PREJUDICED_MANIPULATOR for card in deck):
            allowed = wanted or "none without a prejudiced_manipulator in play"
            raise RefusedError(f"sun: {written(sun)}; allowed: {allowed}")
    return Laid(tuple(stage), tuple(names.index(name) for name in sun))


def _check_stage(rulebook: Rulebook, stage: Sequence[Card], deck: Sequence[Card]) -> None:
    wanted = max((card.stage for card in deck), default=0)
    allowed = rulebook.may_lie_open(deck) if wanted else ()
    for card in stage:
        if card not in allowed:
            known = ", ".join(one.key for one in allowed) or "none without an actor in play"
            raise RefusedError(f'stage: "{card.key}" cannot lie open; allowed: {known}')
    if len(set(stage)) != wanted or len(stage) != wanted:
        raise RefusedError(f"stage: {len(stage)} cards; allowed: {wanted} different ones")


def _cards(rulebook: Rulebook, raw: Mapping[str, Any], names: Sequence[str]) -> tuple[list[Card], list[Card]]:
    cards = [named(rulebook, key, "cards") for key in scenario.read_keys(raw, "cards")]
    centre = [named(rulebook, key, "centre") for key in scenario.read_keys(raw, "centre")]
    if len(cards) != len(names):
        raise RefusedError(f"cards: {len(cards)} cards; allowed: {len(names)}, one for each seat")
    wanted = max((card.centre for card in (*cards, *centre)), default=0)
    if len(centre) != wanted:
        why = "two cards with the thief in play" if wanted else "none without a thief in play"
        raise RefusedError(f"centre: {len(centre)} cards; allowed: {why}")
    return cards, centre


class FromScenario(scenario.FromFile):
    """Answers a round of werewolves."""

    def __init__(self, played: Scenario, seats: Sequence[Seat]) -> None:
        super().__init__(played.seed, played.forms, played.turns, MOMENTS)
        self.questions = questions_of(played.rulebook)
        self.seats = seats
        self.turn = scenario.Turn("day 0", {})
        self.deaths: list[dict[str, Any]] = []
        self.drawn = ""
        """The last lot of a morning, as the file has it."""

    def say(self, request: Say) -> None:
        if isinstance(request.event, events.SecondVote):
            # The day hears of it; the turn of the second vote begins after it.
            self.publish("second_vote", {})
        super().say(request)

    def past(self, awaited: str) -> list[str]:
        keys = super().past(awaited)
        # The cards that ask by day may follow in any order: one of them can kill the owner of another.
        return [key for key in keys if key not in self.questions] if awaited in self.questions else keys

    def draw(self, request: requests.Draw) -> Sequence[Any]:
        """EV-8: only the file draws what is new in the morning."""
        stream, choices = request.stream, request.choices
        if stream == "event.comes":
            self.asked.append("event")
            return ["event" in self.turn.answers]
        if stream == "event" and "event" not in self.turn.answers:
            raise RefusedError(
                f"{self.turn.at}: event = {self.drawn} could do nothing; allowed: {listed(choices)}"
            )
        if stream in ("event", "lantern") and (named := self.take(stream)):
            self.drawn = written(named)
            return [self.chosen(named, choices, f"{stream} =")]
        return super().draw(request)

    def hear(self, event: Public) -> None:
        if isinstance(event, events.Death):
            self.deaths.append(
                {
                    "at": self.turn.at,
                    "seat": event.seat.name,
                    "card": self.seats[event.seat.index].card.key,
                    "cause": event.cause,
                    "told": event.told,
                }
            )
        elif isinstance(event, News):
            self.publish(event.key, event.facts())
        elif type(event) in TOLD_IN_FULL:
            name, told = TOLD_IN_FULL[type(event)]
            self.publish(name, {field: getattr(event, field) for field in told})


TOLD_IN_FULL: dict[type, tuple[str, tuple[str, ...]]] = {
    events.Captain: ("captain", ("seat", "by")),
    events.Tie: ("tie", ("of", "seats")),
    events.Lot: ("lot", ("of", "seat")),
    events.Ballots: ("ballots", ("of", "votes")),
    events.NoDeath: ("no_death", ("of",)),
    events.NatureShown: ("nature", ("seat", "value")),
    events.Stalemate: ("stalemate", ()),
    events.Morning: ("morning", ("key",)),
}
"""The public events of every round that are in the output, their names there, and their fields. A card's news
describes itself."""
