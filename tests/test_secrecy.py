"""What is public depends only on what was public: evenings that differ in nothing but secrets, compared as a
whole.

A village plays two nights and days: that is the first round. Its others have the same deck, the same public
words and the same seed; cards lie elsewhere, others love, the Seer and the Fox look elsewhere or not at all,
somebody else is infected or charmed, and pack, Witch and all who kill come to the same dead by other ways.
What anybody can perceive must be equal: each line and its moment, the board and its moment, how much light
each ring sheds in each frame.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from table.bots import Bots
from table.chance import Chance
from table.play import Answerer, play
from table.referee import Scenario, plain
from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sleep, Vote, Wake
from table.werewolf.cards.accursed_wolf_father import INFECTED
from table.werewolf.cards.fox import SCENT
from table.werewolf.cards.rusty_knight import RUST
from table.werewolf.deck import check_deck, read_deck
from table.werewolf.events import Death, HouseBurnt, Nightfall, VotesAgainst
from table.werewolf.options import Options
from table.werewolf.pieces import Call, Card
from table.werewolf.rulebook import Rulebook
from table.werewolf.rulebooks import RULEBOOKS
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX
from table.werewolf.script import deal, play_round
from table.werewolf.state import Game
from tests.players import CARDS
from tests.tables import NAMES, TestTable, Trace, WatchedRoom, rehearsed, scenario

VARIANTS = 4
"""Rounds with the public half of each evening: the first is compared with each of the others."""
NIGHTS = 2
BOX = ("seer", "witch", "cupid", "hunter", "little_girl", "thief")
EXPANSIONS = ("defender", "pyromaniac", "baker", "raven", "piper", "white_werewolf")
BEST = (
    *("accursed_wolf_father", "big_bad_wolf", "white_werewolf", "piper", "angel", "wild_child", "wolf_hound"),
    *("fox", "elder", "rusty_knight", "bear_tamer", "two_sisters", "seer", "witch", "hunter", "cupid"),
    *("thief", "defender", "raven", "pyromaniac", "baker"),
)
DECKS: Mapping[str, tuple[str, Sequence[str], int]] = {
    "the box": ("thiercelieux", BOX, 6),
    "expansions": ("thiercelieux", (*EXPANSIONS, *BOX), 4),
    "family": ("family", (*BOX, *EXPANSIONS), 4),
    "tit-albert": ("tit-albert", BOX, 2),
    "best-of": ("best-of", BEST, 12),
}
"""Kinds of evenings: their rulebook, the characters they draw from, and how many are played."""
EVENINGS = [(kind, number) for kind, (_, _, count) in DECKS.items() for number in range(count)]


class Village(NamedTuple):
    """The public half of some evenings: what lies on the table, and the seed of all that is done by day."""

    rulebook: Rulebook
    names: Sequence[str]
    deck: tuple[Card, ...]
    options: Options
    seed: str


class Guide(NamedTuple):
    """What the village has seen of a round: whoever wants it to see the same has to bring that about."""

    cards: Mapping[int, Card]
    """Those that were turned over."""
    victims: Mapping[int, Collection[int]]
    """Dawn -> who was found dead."""
    grieved: bool
    burnt: Mapping[int, int]
    against: Mapping[int, int]


class EnoughError(Exception):
    """The last night of an evening has come."""


class Plotter:
    """Answers in public as this village does, and in secret by lots from `seed`; with a `guide` such that the
    same becomes public. Each question has its lots, so that one not asked shifts no other."""

    def __init__(self, village: Village, seed: str, guide: Guide | None) -> None:
        self.village = village
        self.seed = seed
        self.guide = guide
        self.told: list[Any] = []
        self.events: list[tuple[int, Any]] = []
        self.shown: list[Any] = []
        self.answered: set[str] = set()
        self.unanswered: set[str] = set()
        self._night = 0
        self._called = False
        self._owed: set[int] = set()
        """Who has to be found dead next morning, and nobody has seen to it yet."""
        self._prey: Any = None

    # In public

    def _by_day(self, *of: object) -> random.Random:
        return random.Random(f"{self.village.seed}/{self._night}/{of}")

    def _named(self, lot: random.Random, choices: Sequence[Any]) -> Any:
        """Whom somebody would name first; whom he may not name, nobody sees him name."""
        order = lot.sample(range(len(self.village.names)), len(self.village.names))
        return min(choices, key=lambda seat: order.index(seat.index))

    def _ballots(self, request: Vote) -> dict[Any, Any]:
        """On half of all days everybody votes, and alike."""
        together = self._by_day(request.key).random() < 0.5
        ballots = {}
        for voter, menu in request.choices.items():
            lot = self._by_day(request.key, voter.index)
            if menu and (lot.random() < 0.7 or (together and request.key != "candidates")):
                ballots[voter] = (
                    menu[0] if menu[0] is True else self._named(self._by_day() if together else lot, menu)
                )
        return ballots

    # In secret

    def _by_night(self, *of: object) -> random.Random:
        return random.Random(f"{self.seed}/{self._night}/{of}")

    def _killed(self, lot: random.Random, choices: Sequence[Any], often: float) -> Any:
        """Somebody who has to die; without a guide anybody, or nobody."""
        wanted = [seat for seat in choices if seat.index in self._owed] if self.guide else choices
        if not wanted or lot.random() > often:
            return None
        victim = lot.choice(wanted)
        self._owed.discard(victim.index)
        return victim

    def _pack(self, request: Vote) -> dict[Any, Any]:
        lot = self._by_night(request.key)
        wolves = list(request.choices)
        if request.key == "werewolves.awake":
            return dict.fromkeys([wolves[0], *(wolf for wolf in wolves[1:] if lot.random() < 0.8)], True)
        menus = list(request.choices.values())
        shared = [seat for seat in menus[0] if all(seat in menu for menu in menus)]
        self._prey = self._killed(lot, shared, 0.8)
        if self._prey is None and shared and lot.random() < 0.6:
            self._prey = lot.choice(shared)  # to be healed, bitten, protected, or to survive
        return dict.fromkeys(wolves, self._prey) if self._prey else {}

    def _alone(self, request: Ask) -> Sequence[Any]:
        lot, choices, guide = self._by_night(request.key, request.seat.index), request.choices, self.guide
        doomed = guide.victims.get(self._night, ()) if guide else ()
        match request.key:
            case "witch.poison" | "big_bad_wolf" | "white_werewolf":
                victim = self._killed(lot, choices, 0.5)
                return (victim,) if victim else ()
            case "witch.heal" if guide:
                return [seat for seat in choices if seat.index not in doomed][:1]
            case "accursed_wolf_father" if guide and self._prey and self._prey.index in doomed:
                return lot.choice([(), (False,)])
            case "pyromaniac" | "raven" if guide:
                marks = guide.burnt if request.key == "pyromaniac" else guide.against
                return [seat for seat in choices if seat.index == marks.get(self._night)]
            case "cupid" if guide and not guide.grieved:
                dead = {*guide.cards, *(seat for seats in guide.victims.values() for seat in seats)}
                return lot.sample([seat for seat in choices if seat.index not in dead], 2)
        if not choices or lot.random() < (0.05 if request.demanded else 0.3):
            return ()
        return lot.sample(list(choices), min(request.count, len(choices)))

    # The words

    def ask(self, request: Ask) -> Sequence[Any]:
        if not self._called:
            lot = self._by_day(request.key, request.seat.index)
            return (self._named(lot, request.choices),) if lot.random() < 0.8 else ()
        answer = self._alone(request)
        (self.answered if answer else self.unanswered).add(request.key)
        return answer

    def vote(self, request: Vote) -> dict[Any, Any]:
        if not self._called:
            return self._ballots(request)
        answer = self._pack(request)
        (self.answered if answer else self.unanswered).add(request.key)
        return answer

    def show(self, request: Show) -> None:
        self.shown.append((request.what, plain(request.to), plain(request.seat), plain(request.value)))

    def say(self, request: Say) -> None:
        event = request.event
        if isinstance(event, Nightfall):
            self._night = event.number
            if self._night > NIGHTS:
                raise EnoughError
            self._owed = set(self.guide.victims.get(self._night, ())) if self.guide else set()
        facts = {field: plain(getattr(event, field)) for field in event.__struct_fields__}
        if isinstance(event, Death) and not event.told:
            del facts["cause"]
        self.told.append((type(event).__name__, facts))
        self.events.append((self._night, event))

    def wake(self, request: Wake) -> None:  # noqa: ARG002 - any call is secret
        self._called = True

    def sleep(self, request: Sleep) -> None:  # noqa: ARG002 - by day all is public
        self._called = False

    def draw(self, request: Draw) -> Sequence[Any]:
        lot = self._by_night(request.stream) if self._called else self._by_day(request.stream)
        return lot.sample(list(request.choices), request.count)

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - hands say who is ready
        return None

    def leavers(self, request: Leavers) -> Sequence[Any]:  # noqa: ARG002 - everybody stays
        return ()


class Round(NamedTuple):
    """One round of a village: where the cards lie, and the seed of all that is done at night."""

    village: Village
    cards: tuple[Card, ...]
    seed: str
    guide: Guide | None

    def played(
        self,
        through: Callable[[Plotter], Answerer] = lambda plotter: plotter,
        under: Callable[[Rulebook], Rulebook] = lambda rulebook: rulebook,
    ) -> tuple[Plotter, Game]:
        """Plays it to the end of its last day, or of the round if that comes first."""
        rulebook, names, deck, options, _ = self.village
        dealt, centre = self.cards[: len(names)], self.cards[len(names) :]
        game = Game(under(rulebook.with_deck(deck)), names, dealt, centre, options)
        plotter = Plotter(self.village, self.seed, self.guide)
        with suppress(EnoughError):
            play(play_round(game), through(plotter))
        return plotter, game


def village(kind: str, lot: random.Random) -> Village:
    """Eight to thirteen players with some of the characters of this kind of evening."""
    key, characters, _ = DECKS[kind]
    rulebook = RULEBOOKS[key]
    special = lot.sample(characters, lot.randint(4, min(9, len(characters))))
    if "two_sisters" in special:
        special.append("two_sisters")
    players = lot.randint(max(8, len(special) + 2), 13)
    cards = ["werewolf", *special] if len(special) > 5 else ["werewolf", "werewolf", *special]
    cards += ["villager"] * (players + (2 if "thief" in special else 0) - len(cards))
    options: dict[str, Any] = {
        "captain": lot.choice(["never", "day 1", "start"]),
        "reveal": lot.choice(["card", "none"]),
    }
    for option in ("one_potion", "reveal_nature", "sisters_confer"):
        if option in rulebook.options:
            options[option] = lot.random() < 0.5
    deck = tuple(CARDS[card] for card in cards)
    check_deck(rulebook, deck)
    return Village(rulebook, NAMES[:players], deck, Options(**options), str(lot.random()))


def rounds_of(here: Village, lot: random.Random) -> Iterator[Round]:
    """A round by lot, and others in which the village sees and hears the same. Many, if there are any."""
    first = Round(here, shuffled(here, {}, lot), str(lot.random()), None)
    seen, _ = first.played()
    if "RoundOver" in dict(seen.told):
        return
    yield first
    guide = guide_to(seen)
    for _ in range(1500):
        other = Round(here, shuffled(here, guide.cards, lot), str(lot.random()), guide)
        if other.played()[0].told == seen.told:
            yield other


def shuffled(here: Village, lying: Mapping[int, Card], lot: random.Random) -> tuple[Card, ...]:
    """The deck laid by lot, but for the cards of some seats."""
    rest = list(here.deck)
    for card in lying.values():
        rest.remove(card)
    lot.shuffle(rest)
    return tuple(lying[seat] if seat in lying else rest.pop() for seat in range(len(here.deck)))


def guide_to(seen: Plotter) -> Guide:
    """What others have to bring about so that the same is seen."""
    deaths = [(night, event) for night, event in seen.events if isinstance(event, Death)]
    victims: dict[int, set[int]] = {}
    for night, death in deaths:
        if not death.told:
            victims.setdefault(night, set()).add(death.seat.index)
    return Guide(
        {death.seat.index: death.card for _, death in deaths if death.card},
        victims,
        any(death.told and death.cause == "grief" for _, death in deaths),
        {night: event.seat.index for night, event in seen.events if isinstance(event, HouseBurnt)},
        {night: event.seat.index for night, event in seen.events if isinstance(event, VotesAgainst)},
    )


@cache
def rounds(kind: str, number: int) -> tuple[Round, ...]:
    """The rounds of one evening: as many as there are variants, each with other secrets."""
    lot = random.Random(f"secrecy, {kind} {number}")
    while True:
        found = tuple(islice(rounds_of(village(kind, lot), lot), VARIANTS))
        if len(found) == VARIANTS and len({secrets_of(one) for one in found}) == VARIANTS:
            return found


def secrets_of(one: Round) -> str:
    """Where the cards lie, and what was shown at night."""
    return repr((one.cards, one.played()[0].shown))


def perceived(
    one: Round,
    room: type[WatchedRoom] = WatchedRoom,
    under: Callable[[Rulebook], Rulebook] = lambda rulebook: rulebook,
) -> Trace:
    """All that can be perceived of a round that is played at the table."""
    tables: list[TestTable] = []

    def through(plotter: Plotter) -> Answerer:
        tables.append(TestTable(plotter, one.village.names, seed="evening", room=room))
        return tables[0].room

    one.played(through, under)
    return tables[0].trace()


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


def of_file(written: Scenario) -> Trace:
    return rehearsed(written, seed="evening")[0].trace()


@pytest.mark.parametrize(("kind", "number"), EVENINGS)
def test_evenings_that_differ_in_secrets_cannot_be_told_apart(kind: str, number: int) -> None:
    first, *others = rounds(kind, number)
    trace = perceived(first)
    assert len(trace.told) > 20
    assert len(trace.boards) > 20
    for other in others:
        assert difference(trace, perceived(other)) is None


def test_there_are_pairs_enough_and_their_secrets_differ_in_every_way() -> None:
    assert len(EVENINGS) * (VARIANTS - 1) >= 75
    answered, unanswered, causes = set(), set(), set()
    for evening in EVENINGS:
        cards, natures, shown = [], [], []
        for one in rounds(*evening):
            plotter, game = one.played()
            cards.append([seat.card for seat in game.seats])
            natures.append([seat.nature for seat in game.seats])
            shown.append(plotter.shown)
            answered |= plotter.answered
            unanswered |= plotter.unanswered
            causes |= {seat.cause for seat in game.seats}
        for secrets in (cards, natures, shown):
            assert any(other != secrets[0] for other in secrets[1:]), evening
    asked = {call.key for book in RULEBOOKS.values() for call in book.calls if call.answer}
    asked = asked - {"witch"} | {"witch.heal", "witch.poison"}
    assert answered - {"werewolves.awake"} == asked
    assert unanswered >= asked - {"cupid", "wild_child", "wolf_hound", "piper"}, "but what is demanded"
    assert causes >= {"devoured", "poisoned", "voted", "shot", "grief", "white_werewolf"}


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


class CountsTheCharmed(WatchedRoom):
    """The look of the charmed lasts as long as there are charmed to be seen."""

    def show(self, request: Show) -> None:
        super().show(request)
        if request.what == "charmed":
            self._call_ends_s = max(self._call_ends_s, self.time.now() + 2.5 * len(request.value))


class SparesTheBeloved(WatchedRoom):
    """Whoever may not be named is missing from the ring, so that a Lover has fewer lights to turn."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        named = self.mind.vote(request)
        asked = {
            voter.index: self._choosing(voter.index, menu, 1, False)
            for voter, menu in request.choices.items()
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in request.choices}
        self._choose(request, asked, picks)
        return named


# Those planted in the rules: calls that are not held where somebody could know that nobody would wake

Held = Callable[[Game, Call], bool]


def leaving_out(held: Held) -> Callable[[Rulebook], Rulebook]:
    """A rulebook that holds its calls only where `held` says so too."""

    def under(rulebook: Rulebook) -> Rulebook:
        return msgspec.structs.replace(rulebook, calls=tuple(map(changed, rulebook.calls)))

    def changed(call: Call) -> Call:
        other = copy.copy(call)
        other.when = lambda game: (call.when is None or call.when(game)) and held(game, call)
        return other

    return under


def of(key: str, held: Callable[[Game], bool]) -> Callable[[Rulebook], Rulebook]:
    return leaving_out(lambda game, call: call.key != key or held(game))


def lives(key: str) -> Callable[[Game], bool]:
    return lambda game: any(seat.card.key == key for seat in game.alive)


IN_THE_RULES: dict[str, tuple[set[str], Callable[[Rulebook], Rulebook]]] = {
    "who is dead, or lies in the centre, is not called": (
        {"thief"},
        leaving_out(lambda game, call: call.is_look or call.is_always or lives(call.card.key)(game)),
    ),
    "the Lovers' look is held for Lovers only": (
        {"thief", "cupid"},
        of("lovers", lambda game: bool(game.lovers)),
    ),
    "the look of the bite is held after a bite only": (
        {"accursed_wolf_father"},
        of("infected", lambda game: any(seat.has(INFECTED) for seat in game.alive)),
    ),
    "the Big Bad Wolf sleeps through once he is sated": (
        {"big_bad_wolf"},
        of("big_bad_wolf", lambda game: not game.wolf_has_died and not game.holders(RUST)),
    ),
    "the White Werewolf is called where he plays": (
        {"white_werewolf"},
        of("white_werewolf", lives("white_werewolf")),
    ),
    "a Fox without his scent is not called": (
        {"fox"},
        of("fox", lambda game: any(seat.has(SCENT) for seat in game.alive)),
    ),
}
"""Each, and the cards without which it shows in no evening."""


@pytest.mark.parametrize("leak", IN_THE_RULES)
def test_a_leak_planted_in_the_rules_is_caught(leak: str) -> None:
    needed, under = IN_THE_RULES[leak]
    where = [
        evening for evening in EVENINGS if needed <= {card.key for card in rounds(*evening)[0].village.deck}
    ]
    assert any(caught(*evening, under=under) for evening in where)


# Those planted in the room

LEAKS: list[tuple[type[WatchedRoom], str]] = [
    (EndsEarly, "the box"),
    (EndsLate, "expansions"),
    (ShedsLess, "family"),
    (ShedsOtherwise, "tit-albert"),
    (Greets, "the box"),
    (WritesItDown, "expansions"),
    (SharesItsDice, "family"),
    (SparesTheBeloved, "the box"),
    (CountsTheCharmed, "best-of"),
]
"""Each, and in which evenings it shows."""


@pytest.mark.parametrize(("leak", "kind"), LEAKS)
def test_a_leak_planted_in_the_room_is_caught(leak: type[WatchedRoom], kind: str) -> None:
    assert any(caught(*evening, leak) for evening in EVENINGS if evening[0] == kind)


def caught(
    kind: str,
    number: int,
    room: type[WatchedRoom] = WatchedRoom,
    under: Callable[[Rulebook], Rulebook] = lambda rulebook: rulebook,
) -> bool:
    """Whether it can be perceived in this evening."""
    first, *others = rounds(kind, number)
    trace = perceived(first, room, under)
    return any(difference(trace, perceived(other, room, under)) is not None for other in others)


def test_two_rounds_that_differ_in_public_are_told_apart() -> None:
    """The comparison sees what it should: another dead, another vote."""
    cards = "werewolf werewolf seer villager villager villager villager villager"
    traces = [
        of_file(scenario(cards, {"night 1": {"werewolves": name}, "day 1": {"vote": {"Ana": vote}}}))
        for name, vote in (("Dee", "Gus"), ("Eve", "Gus"), ("Dee", "Hal"))
    ]
    assert difference(traces[0], traces[0]) is None
    assert difference(traces[0], traces[1])
    assert difference(traces[0], traces[2])
