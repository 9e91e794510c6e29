"""What is public depends only on what was public: evenings that differ in nothing but secrets, compared as a
whole.

A pair is two rounds with the same deck, the same public words and the same seed; cards lie elsewhere, others
love, the Seer looks elsewhere or not at all, the pack and the Witch come to the same dead by other ways. What
anybody can perceive must be equal: each line and its moment, the board and its moment, how much light each
ring sheds in each frame.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from table.bots import Bots
from table.chance import Chance
from table.errors import TableError
from table.play import Answerer, play
from table.referee import FromFile, Scenario, Turn, judge, plain
from table.requests import Say, Show, Vote, Wake
from table.werewolf.deck import read_deck
from table.werewolf.events import Death
from table.werewolf.options import Options
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX
from table.werewolf.script import deal
from tests.players import CARDS
from tests.tables import NAMES, TestTable, Trace, WatchedRoom, rehearsed, scenario

EVENINGS = 16
VARIANTS = 4
"""Rounds with the public half of each evening: the first is compared with each of the others."""


class Plan(NamedTuple):
    """The public half of some days. `deaths`: for each night who is found dead; `votes`: of each day."""

    names: Sequence[str]
    deck: tuple[str, ...]
    open_cards: dict[str, str]
    """What those who die hold, where deaths show cards."""
    deaths: list[list[str]]
    election: dict[str, str]
    votes: list[dict[str, str]]
    options: dict[str, Any]


def plan(lot: random.Random, reveal: str) -> Plan:
    """A village of eight to ten, and two nights and days."""
    names = NAMES[: lot.randint(8, 10)]
    special = lot.sample(["seer", "witch", "cupid", "hunter", "little_girl", "thief"], lot.randint(3, 6))
    size = len(names) + (2 if "thief" in special else 0)
    deck = ("werewolf", "werewolf", *special, *["villager"] * (size - 2 - len(special)))
    doomed = lot.sample(names, 4)
    deaths = [doomed[: lot.randint(0, 2)], doomed[2 : lot.randint(2, 3)]]
    alive = [name for name in names if name not in deaths[0]]
    election = {name: lot.choice(alive) for name in alive if lot.random() < 0.8}
    votes = []
    for night in deaths:
        alive = [name for name in alive if name not in night]
        votes.append({name: lot.choice(alive) for name in alive if lot.random() < 0.8})
        if lot.random() < 0.5:
            votes[-1] = dict.fromkeys(votes[-1], doomed[3])
        alive = [name for name in alive if name != doomed[3]]
    open_cards = dict.fromkeys(doomed, "villager") if reveal == "card" else {}
    captain = lot.choice(["never", "day 1"])
    return Plan(names, deck, open_cards, deaths, election, votes, {"reveal": reveal, "captain": captain})


def variants(public: Plan, lot: random.Random) -> Iterator[Scenario]:
    """Rounds with this public half, each with other secrets. Many, if there are any."""
    wanted: list[Any] = []
    for _ in range(400):
        try:
            written = with_secrets(public, lot)
            told = told_in_public(written)
        except TableError:
            continue
        if told and (not wanted or told == wanted):
            wanted = told
            yield written


def with_secrets(public: Plan, lot: random.Random) -> Scenario:
    """Cards dealt and nights filled by lot so that those die who have to. Raises `TableError` if in vain."""
    rest = list(public.deck)
    for card in public.open_cards.values():
        if card not in rest:
            raise TableError("too few such cards")
        rest.remove(card)
    lot.shuffle(rest)
    cards = [public.open_cards[name] if name in public.open_cards else rest.pop() for name in public.names]
    holds = dict(zip(public.names, cards, strict=True))
    turns: dict[str, dict[str, Any]] = {}
    alive = list(public.names)
    doomed = {name for names in public.deaths for name in names}
    potions = {"heal", "poison"}
    for number, dead in enumerate(public.deaths, 1):
        night = turns[f"night {number}"] = {}
        if number == 1 and "thief" in holds.values() and lot.random() < 0.7:
            night["thief"] = lot.choice(["keep", "left", "right"])
            taken = {"left": rest[0], "right": rest[1]}.get(night["thief"], "villager")
            holds[next(name for name, card in holds.items() if card == "thief")] = taken
        if number == 1 and "cupid" in holds.values():
            night["cupid"] = lot.sample([name for name in public.names if name not in doomed], 2)
        awake = {card: name for name, card in holds.items() if name in alive and card != "villager"}
        if "seer" in awake and lot.random() < 0.7:
            night["seer"] = lot.choice([name for name in alive if name != awake["seer"]])
        fill_the_night(night, dead, alive, holds, potions if "witch" in awake else set(), lot)
        potions -= set(night.get("witch", ()))
        alive = [name for name in alive if name not in dead]
        turns[f"day {number}"] = {"vote": public.votes[number - 1]}
        if number == 1 and public.options["captain"] == "day 1":
            turns["day 1"]["election"] = public.election
        shot = judge(written_so_far(public, cards, rest, turns))["deaths"]
        alive = [name for name in alive if name not in {death["seat"] for death in shot}]
    return written_so_far(public, cards, rest, turns)


def written_so_far(
    public: Plan, cards: Sequence[str], centre: Sequence[str], turns: dict[str, dict[str, Any]]
) -> Scenario:
    return msgspec.structs.replace(
        empty(len(cards), *public.options.items()),
        cards=[CARDS[card] for card in cards],
        centre=[CARDS[card] for card in centre],
        turns=[Turn(at, dict(answers)) for at, answers in turns.items()],
    )


@cache
def empty(players: int, *options: tuple[str, Any]) -> Scenario:
    """A file with no answers yet."""
    cards = " ".join(["werewolf", *["villager"] * (players - 1)])
    return scenario(cards, {}, **dict(options))


def fill_the_night(
    night: dict[str, Any],
    dead: Sequence[str],
    alive: Sequence[str],
    holds: dict[str, str],
    potions: set[str],
    lot: random.Random,
) -> None:
    """By the pack, by poison, or by both; a victim too many is healed."""
    dead = list(dead)
    lot.shuffle(dead)
    poisoned = dead.pop() if dead and "poison" in potions and lot.random() < 0.6 else None
    others = [name for name in alive if name not in dead and name != poisoned and holds[name] != "werewolf"]
    witch: dict[str, str] = {"poison": poisoned} if poisoned else {}
    if dead:
        night["werewolves"] = dead[0]
    elif "heal" in potions and others and lot.random() < 0.6:
        night["werewolves"] = witch["heal"] = lot.choice(others)
    elif lot.random() < 0.5:
        night["werewolves"] = "undecided"
    if witch:
        night["witch"] = witch


class Listener(FromFile):
    """Hears what the whole village hears."""

    def __init__(self, written: Scenario) -> None:
        super().__init__(written)
        self.told: list[Any] = []

    def say(self, request: Say) -> None:
        super().say(request)
        event = request.event
        facts = {field: plain(getattr(event, field)) for field in event.__struct_fields__}
        if isinstance(event, Death) and not event.told:
            del facts["cause"]
        self.told.append((type(event).__name__, facts))


def told_in_public(written: Scenario) -> list[Any]:
    """The public words of a round that is not yet over when its file ends; none if it is over."""
    listeners: list[Listener] = []

    def through(_: FromFile) -> Answerer:
        listeners.append(Listener(written))
        return listeners[0]

    played = judge(written, through)
    asked = played["waiting_for"] and played["waiting_for"]["ask"]
    ends = played["state"] == "waiting" and not asked
    return listeners[0].told if ends else []


@cache
def rounds(number: int) -> tuple[Scenario, ...]:
    """The rounds of one public evening: as many as there are variants, each with other secrets."""
    lot = random.Random(f"secrecy {number}")
    reveal = ("none", "card")[number % 2]
    while True:
        found = tuple(islice(variants(plan(lot, reveal), lot), VARIANTS))
        if len(found) == VARIANTS and len({secrets_of(written) for written in found}) == VARIANTS:
            return found


def secrets_of(written: Scenario) -> str:
    """Where the cards lie, and what was answered by night."""
    nights = [(turn.at, turn.answers) for turn in written.turns if turn.at.startswith("night")]
    return repr((written.cards, written.centre, nights))


def perceived(written: Scenario, room: type[WatchedRoom] = WatchedRoom) -> Trace:
    return rehearsed(written, seed="evening", room=room)[0].trace()


def difference(one: Trace, other: Trace) -> str | None:
    """The first thing by which the two can be told apart."""
    for what in Trace._fields:
        ours, theirs = getattr(one, what), getattr(other, what)
        if msgspec.msgpack.encode(ours) != msgspec.msgpack.encode(theirs):
            for mine, yours in zip(ours, theirs, strict=False):
                if mine != yours:
                    return f"{what}: {mine} or {yours}"
            return f"{what}: {len(ours)} or {len(theirs)} of them"
    return None


@pytest.mark.parametrize("number", range(EVENINGS))
def test_evenings_that_differ_in_secrets_cannot_be_told_apart(number: int) -> None:
    first, *others = rounds(number)
    trace = perceived(first)
    assert len(trace.told) > 20
    assert len(trace.boards) > 20
    for other in others:
        assert difference(trace, perceived(other)) is None


def test_there_are_pairs_enough_and_their_secrets_differ_in_every_way() -> None:
    played = [[judge(written) for written in rounds(number)] for number in range(EVENINGS)]
    assert EVENINGS * (VARIANTS - 1) >= 40
    for key in ("cards", "natures", "shown"):
        differing = [one for one in played if any(other[key] != one[0][key] for other in one[1:])]
        assert len(differing) == EVENINGS, key
    causes = [{death["cause"] for one in variant for death in one["deaths"]} for variant in played]
    assert set().union(*causes) >= {"devoured", "poisoned", "voted"}
    asked = [
        {key for turn in written.turns for key in turn.answers}
        for n in range(EVENINGS)
        for written in rounds(n)
    ]
    for key in ("thief", "cupid", "seer", "werewolves", "witch"):
        assert any(key in keys for keys in asked), key
        assert any(key not in keys for keys in asked), key


def test_the_deal_is_secret() -> None:
    """The same deck dealt otherwise: same lines, same board, same light; rings turn, that is all."""
    traces = []
    for seed in range(4):
        table = TestTable(Bots(Chance(seed)), seed="evening")
        table.room.begin_round()
        deck = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,villager=2")
        game = play(deal(THIERCELIEUX, table.seats, deck, Options()), table.room)
        traces.append((table.trace(), [seat.card.key for seat in game.seats], table.rings.shown))
    first, *others = traces
    for trace, cards, shown in others:
        assert cards != first[1]
        assert shown != first[2]
        assert difference(first[0], trace) is None


# Planted leaks: each must be caught


class EndsEarly(WatchedRoom):
    """A call is over as soon as nobody can answer it."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        if not request.seats:
            self._call_ends_s = self.time.now()


class EndsLate(WatchedRoom):
    """A call is a twentieth of a second longer when somebody was shown something."""

    def show(self, request: Show) -> None:
        super().show(request)
        self._call_ends_s += 0.05


class ShedsLess(WatchedRoom):
    """The rings of those called are lit by three pixels."""

    def _ring(self, seat: int, now_s: float) -> bytes:
        ring = super()._ring(seat, now_s)
        if self._call is None or seat not in self._faces:
            return ring
        lit = next(pixel for pixel in range(0, len(ring), 3) if any(ring[pixel : pixel + 3]))
        return ring[:lit] + bytes(3) + ring[lit + 3 :]


class ShedsOtherwise(WatchedRoom):
    """The light of those called is a shade warmer."""

    def _ring(self, seat: int, now_s: float) -> bytes:
        ring = super()._ring(seat, now_s)
        return ring.replace(bytes([24]), bytes([25])) if self._call and seat in self._faces else ring


class Greets(WatchedRoom):
    """A line is only said when somebody wakes."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        if request.seats:
            self.voice.speak("Good evening.", "en")


class WritesItDown(WatchedRoom):
    """The board counts those who have something to read."""

    def show(self, request: Show) -> None:
        super().show(request)
        self.board.headline = f"{len(request.to)}"


class SharesItsDice(WatchedRoom):
    """By day hands hesitate by the dice they have rolled at night."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.hands._by_night = self.hands._by_day


class SparesTheBeloved(WatchedRoom):
    """Whoever may not be named is missing from the ring, so that a Lover has fewer lights to turn."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        named = self.mind.vote(request)
        asked = {
            voter.index: self._choosing(voter.index, menu, 1, False)
            for voter, menu in request.choices.items()
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in request.choices}
        self._choose(request.key, asked, picks)
        return named


LEAKS = [
    EndsEarly,
    EndsLate,
    ShedsLess,
    ShedsOtherwise,
    Greets,
    WritesItDown,
    SharesItsDice,
    SparesTheBeloved,
]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(leak: type[WatchedRoom]) -> None:
    """Within the evenings above."""
    assert any(caught(number, leak) for number in range(EVENINGS))


def caught(number: int, leak: type[WatchedRoom]) -> bool:
    first, *others = (perceived(written, leak) for written in rounds(number))
    return any(difference(first, other) for other in others)


def test_two_rounds_that_differ_in_public_are_told_apart() -> None:
    """The comparison sees what it should: another dead, another vote."""
    cards = "werewolf werewolf seer villager villager villager villager villager"
    traces = [
        perceived(scenario(cards, {"night 1": {"werewolves": name}, "day 1": {"vote": {"Ana": vote}}}))
        for name, vote in (("Dee", "Gus"), ("Eve", "Gus"), ("Dee", "Hal"))
    ]
    assert difference(traces[0], traces[0]) is None
    assert difference(traces[0], traces[1])
    assert difference(traces[0], traces[2])
