"""Measures how well bots play: who wins how often, by level and deck, with claims passed on.

    python -m benchmarks.minds [duels|camps|gym]

A row for each of 18 standard decks and each level, as Markdown: the village's and the werewolves' share with
its 95 % interval. With "duels": each level of villagers against each level of werewolves, in three decks of
twelve. With "camps": how often each camp of two
large decks of best-of wins among random players, when its cards are played by lot, and by regulars. With
"gym": what strangers of many manners do to bots of each level in three decks. Rounds a second are of
processor time.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.engine.chance import Chance, OneChance
from table.engine.play import Answerer
from table.engine.requests import Ask, Clock, Draw, Press, Say, Talk, Vote
from table.games.lots import ByLot, Tally
from table.games.werewolf.bots import Bots
from table.games.werewolf.levels import LEVELS, REGULAR, Level
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.events import Day
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game, Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import duel, simulate, tally_of, tell_cards
from table.settings.decks import deck_for

BOOKS = ("thiercelieux", "family", "best-of")
DECKS = ("simplified", "beginner")
PLAYERS = (8, 12, 18)
DUELS_IN = (("thiercelieux", "simplified", 12), ("family", "beginner", 12), ("best-of", "expert", 12))
"""The decks in which each level plays against each: rulebook, name, and number of players."""
ROUNDS = 2000
EVERY_CAMP = (
    "werewolf, accursed_wolf_father, seer, witch, hunter, fox, elder, little_girl, rusty_knight, wild_child, "
    "villager=2, two_sisters=2, angel, big_bad_wolf, bear_tamer, piper",
    "werewolf=2, accursed_wolf_father, seer, witch, hunter, fox, elder, little_girl, rusty_knight, "
    "wild_child, villager=5, two_sisters=2, angel, big_bad_wolf, bear_tamer, piper, wolf_hound, "
    "white_werewolf",
)
"""Decks of best-of in which camps of all kinds play."""
SEED, IN_THE_GYM = 931844, 250
"""Of the gym, and its rounds of each manner, deck and level."""
LED = {"guest": 10, "regular": 10, "fox": 12}
"""By how many points of a hundred no manner may make the village weaker, by its level."""
MOST_LINES = 40
"""The most that a stranger says in a debate."""
BAR = 0.45
"""The village's share among regulars, by a deck that random players lose four times in five."""


def measured(
    book: str,
    deck: Sequence[Card],
    villagers: Level,
    werewolves: Level,
    options: Options = Options(claims=True),  # noqa: B008 - it cannot be changed
) -> tuple[Tally, float]:
    """The wins of each camp, and how many rounds a second of processor time."""
    began_s = time.process_time()
    tally = duel(RULEBOOKS[book], deck, options, ROUNDS, villagers, werewolves, seed=0)
    return tally, ROUNDS / (time.process_time() - began_s)


def row(label: str, tally: Tally, per_s: float) -> str:
    shares = []
    for camp in ("villagers", "werewolves"):
        low, high = tally.interval(camp)
        shares.append(f"{tally.wins.get(camp, 0) / tally.rounds:.1%} ({low:.1%} to {high:.1%})")
    others = {camp: wins for camp, wins in tally.wins.items() if camp not in ("villagers", "werewolves")}
    rest = ", ".join(f"{camp} {wins / tally.rounds:.1%}" for camp, wins in sorted(others.items()))
    return f"| {label} | {shares[0]} | {shares[1]} | {rest} | {per_s:.0f} |"


def decks() -> None:
    """Prints the table of all decks and levels."""
    for book in BOOKS:
        for name in DECKS:
            for players in PLAYERS:
                deck = deck_for(RULEBOOKS[book], name, players)
                for level in LEVELS.values():
                    label = f"{book}, {name}, {players}, {level.key}"
                    print(row(label, *measured(book, deck, level, level)), flush=True)


def duels() -> float:
    """Prints the table of all pairs of levels in three decks. Returns the village's share in the first of
    them with regulars on both sides."""
    found = 0.0
    for book, name, players in DUELS_IN:
        deck = deck_for(RULEBOOKS[book], name, players)
        for villagers in LEVELS.values():
            for werewolves in LEVELS.values():
                tally, per_s = measured(book, deck, villagers, werewolves)
                label = f"{book}, {name}, {players}: {villagers.key} villagers, {werewolves.key} werewolves"
                print(row(label, tally, per_s), flush=True)
                if villagers is werewolves is REGULAR and not found:
                    found = tally.wins["villagers"] / tally.rounds
    return found


def among_random(deck: Sequence[Card], rounds: int, camp: str) -> Tally:
    """Plays rounds of best-of among random players; regulars play the cards of one camp. `camp`: "villagers",
    "werewolves", or the key of a solitary card."""
    chance, dice = OneChance("0/bots"), ByLot("0/answers")

    def mixed(game: Game) -> Answerer:
        found = AmongRandom(chance, level=REGULAR)
        found.dice = dice
        tell_cards(game, found)
        found.reasoning = {seat.index for seat in game.seats if camp_of(seat.card) == camp}
        return found

    return tally_of(RULEBOOKS["best-of"], deck, Options(claims=True), rounds, 0, mixed)


def camp_of(card: Card) -> str:
    if card.group == "solitary":
        return card.key
    return "werewolves" if card.nature == "werewolf" else "villagers"


class AmongRandom(Bots):
    """Bots that play the seats in `reasoning`; all others answer at random."""

    dice: ByLot
    reasoning: set[int]

    def ask(self, request: Ask) -> Sequence[Any]:
        reasons = request.seat.index in self.reasoning
        return super().ask(request) if reasons else self.dice.ask(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        """LG-14: a pack in which anybody reasons agrees with them, or it would eat nobody."""
        reasoning = {one: menu for one, menu in request.choices.items() if one.index in self.reasoning}
        if reasoning and request.key == "werewolves":
            return super().vote(request)
        answers = self.dice.vote(request)
        return answers | super().vote(Vote(request.key, reasoning)) if reasoning else answers

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.dice.draw(request)

    def clock(self, request: Clock) -> Press | None:
        """Random players say nothing."""
        if not isinstance(request, Talk):
            return None
        speakers = [seat for seat in request.speakers if seat.index in self.reasoning]
        # Not by `structs.replace`: where the rules are compiled a request is no struct.
        talk = Talk(request.key, request.hearing, request.spent_s, speakers=speakers, choices=request.choices)
        return super().clock(talk)


def camps(rounds: int = 3 * ROUNDS) -> bool:
    """Prints how often each camp wins among random players, by lot and when it reasons. Returns whether each
    wins more often when it does."""
    is_better = True
    print("| players | camp | by lot | by regulars |")
    print("| ---: | --- | --- | --- |", flush=True)
    for cards in EVERY_CAMP:
        deck = read_deck(RULEBOOKS["best-of"], cards)
        by_lot = simulate(RULEBOOKS["best-of"], deck, Options(), rounds, "random", seed=0)
        solitary = [card.key for card in deck if card.group == "solitary"]
        for camp in ("villagers", "werewolves", *solitary):
            reasons = among_random(deck, rounds, camp)
            told = [
                f"{one.wins[camp] / rounds:.1%} ({low:.1%} to {high:.1%})"
                for one in (by_lot, reasons)
                for low, high in (one.interval(camp),)
            ]
            print(f"| {len(deck)} | {camp} | {told[0]} | {told[1]} |", flush=True)
            is_better &= reasons.wins[camp] > by_lot.wins[camp]
    return is_better


class Strangers(Bots):
    """Bots with some seats among them that play in a manner of their own: what it wants to say comes first,
    then, unless it is `mute`, what their minds would say."""

    def __init__(self, chance: Chance, level: Level, manner: Manner, game: Game) -> None:
        super().__init__(chance, level=level)
        self.manner, self.seats = manner, game.seats
        pack = [seat for seat in game.seats if seat.card.nature == "werewolf"]
        others = [seat for seat in game.seats if seat.card.nature != "werewolf"]
        plain = [seat for seat in others if seat.card.key == "villager"] or others
        self.strangers = {"pack": pack, "werewolf": pack[:1], "villager": plain[:1]}[manner.who]
        self.said: dict[Any, list[Claim]] = {}
        """What each stranger has said today."""
        self._lots: dict[Any, Any] = {}

    def say(self, request: Say) -> None:
        if isinstance(request.event, Day):
            self.said = {}
        super().say(request)

    def clock(self, request: Clock) -> Press | None:
        if not isinstance(request, Talk):
            return super().clock(request)
        for me in self.strangers:
            said = self.said.setdefault(me, [])
            if me in request.speakers and len(said) < MOST_LINES:
                for claim in self.manner.says(self, me):
                    if said.count(claim) < self.manner.times:
                        said.append(claim)
                        return Press(me, request.spent_s, claim)
        if self.manner.is_mute:
            others = [seat for seat in request.speakers if seat not in self.strangers]
            request = Talk(request.key, request.hearing, request.spent_s, 0, 1.0, others, request.choices)
        return super().clock(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        cast = super().vote(request)
        if self.manner.votes and request.key in ("vote", "revotes"):
            of_all = dict(cast)
            for me in self.strangers:
                if menu := request.choices.get(me):
                    named = self.manner.votes(self, me, of_all)
                    cast[me] = named if named in menu else cast[me]
        return cast

    @property
    def alive(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.index not in self.village.dead]

    def mates(self, me: Seat) -> list[Seat]:
        return [seat for seat in self.alive if seat.nature == "werewolf" and seat is not me]

    def prey(self) -> list[Seat]:
        return [seat for seat in self.alive if seat.nature != "werewolf"]

    def by_lot(self, key: Any, among: Sequence[Seat], count: int = 1) -> list[Seat]:
        """Some of these, the same for all of this day."""
        key = (self.village.day, key)
        if key not in self._lots:
            self._lots[key] = self.chance.stream("strangers").sample(among, min(count, len(among)))
        return [seat for seat in self._lots[key] if seat in among]

    def rivals(self, me: Seat) -> list[Seat]:
        """Those who claim to be the Seer."""
        return [one for one in self.alive if self.village.claimed.get(one.index) == "seer" and one is not me]


Says: TypeAlias = Callable[[Strangers, Seat], Iterable[Claim]]
Votes: TypeAlias = Callable[[Strangers, Seat, Mapping[Any, Any]], Any]


class Manner(NamedTuple):
    """How strangers play. `who`: a villager, a werewolf, or the pack; `says`: what they want to say, `times`
    times a day; `votes`: whom they name, knowing whom all would; `is_mute`: whether they say nothing else."""

    who: str
    name: str
    says: Says = lambda of, me: ()  # noqa: ARG005 - most say something
    votes: Votes | None = None
    times: int = 1
    is_mute: bool = False


def on_day_1(says: Says) -> Says:
    return lambda of, me: says(of, me) if of.village.day <= 1 else ()


def trusts_mates(of: Strangers, me: Seat) -> Iterable[Claim]:
    return (Claim("trust", mate) for mate in of.mates(me))


def calls(among: Callable[[Strangers, Seat], Sequence[Seat]], key: Any = None) -> Says:
    """Asks for a vote against one of these by lot: each for another, or all with one `key` for the same."""
    return lambda of, me: (Claim("vote", one) for one in of.by_lot(key or me, among(of, me)))


def others(of: Strangers, me: Seat) -> list[Seat]:
    return [seat for seat in of.alive if seat is not me]


def sees_by_lot(of: Strangers, me: Seat) -> Iterable[Claim]:
    return (Claim("wolf", one) for one in of.by_lot(me, others(of, me)))


def clears_by_lot(of: Strangers, me: Seat) -> Iterable[Claim]:
    return (Claim("clear", one) for one in of.by_lot(me, others(of, me)))


def clears_mates(of: Strangers, me: Seat) -> Iterable[Claim]:
    unsaid = [mate for mate in of.mates(me) if mate.index not in of.village.sights.get(me.index, {})]
    return (Claim("clear", mate) for mate in (unsaid if not of.said[me] else ())[:1])


def slyly(of: Strangers, me: Seat) -> Iterable[Claim]:
    """Clears a mate, then names who contradicts, then a villager a day."""
    if of.village.day <= 1:
        yield from (Claim("clear", mate) for mate in of.mates(me)[:1])
    told = of.village.sights.get(me.index, {})
    yield from (Claim("wolf", rival) for rival in of.rivals(me) if rival.index not in told)
    if of.village.day > 1 and not of.said[me]:
        yield from (Claim("wolf", one) for one in of.by_lot(me, of.prey()))


def claims_her_too(of: Strangers, me: Seat) -> Iterable[Claim]:
    card = next((card for card in of.village.deck if card.key == "seer"), None)
    return [Claim("am", card=card)] if card and of.rivals(me) else []


def free_powers(of: Strangers, me: Seat) -> Iterable[Claim]:
    """On day 1, each another one that nobody claims."""
    taken = {key for seat, key in of.village.claimed.items() if seat != me.index}
    free = [card for card in of.village.deck if card.group == "villagers" and card.copies == 1]
    free = [card for card in free if not card.is_seen and card.key not in taken | {"seer"}]
    return [Claim("am", card=card) for card in free[:1]] if of.village.day <= 1 and not of.said[me] else []


def floods(of: Strangers, me: Seat) -> Iterable[Claim]:
    """Suspects, wants and trusts everybody."""
    return (Claim(wording, one) for one in others(of, me) for wording in ("suspect", "vote", "trust"))


def breaks_word(of: Strangers, me: Seat) -> Iterable[Claim]:
    """Asks for a mate, and votes for others."""
    return (Claim("vote", mate) for mate in of.mates(me)[:1])


def bus(of: Strangers, me: Seat, _: Mapping[Any, Any]) -> Seat | None:
    """The first of the pack, while all of it live."""
    pack = of.strangers
    return pack[0] if all(one in of.alive for one in pack) and me is not pack[0] else None


def in_a_circle(of: Strangers, me: Seat, cast: Mapping[Any, Any]) -> Any:
    """The next of the pack, while another of it lives."""
    pack = [one for one in of.strangers if one in of.alive]
    return pack[(pack.index(me) + 1) % len(pack)] if len(pack) > 1 else cast.get(me)


def in_a_circle_later(of: Strangers, me: Seat, cast: Mapping[Any, Any]) -> Any:
    """The same from day 2 on."""
    return in_a_circle(of, me, cast) if of.village.day > 1 else cast.get(me)


def calls_bus(of: Strangers, me: Seat) -> Iterable[Claim]:
    return [Claim("vote", one)] if (one := bus(of, me, {})) else []


def majority(_: Strangers, me: Seat, cast: Mapping[Any, Any]) -> Any:
    tally = Counter(target for target in cast.values() if target is not me)
    return max(tally, key=lambda seat: (tally[seat], -seat.index))


def at_random(of: Strangers, me: Seat, _: Mapping[Any, Any]) -> Seat:
    return of.by_lot(("vote", me), others(of, me))[0]


LIKE_OTHERS = Manner("villager", "plays like the others")
MANNERS = (
    Manner("pack", "each trusts each mate", trusts_mates),
    Manner("pack", "the same on day 1 only", on_day_1(trusts_mates)),
    Manner("werewolf", "trusts one mate", lambda of, me: [*trusts_mates(of, me)][:1]),
    Manner("werewolf", "trusts each mate ten times", trusts_mates, times=10),
    Manner("werewolf", "trusts three of the village", lambda of, me: trusts(of, me, of.prey(), 3)),
    Manner("villager", "trusts two by lot", lambda of, me: trusts(of, me, others(of, me), 2)),
    Manner("pack", "gives up its first by votes", votes=bus),
    Manner("pack", "gives up its first by votes and words", calls_bus, bus),
    Manner("pack", "never speaks, votes for each other", votes=in_a_circle, is_mute=True),
    Manner("pack", "the same from day 2 on", votes=in_a_circle_later, is_mute=True),
    Manner("pack", "asks for a mate, votes with the majority", breaks_word, majority),
    Manner("werewolf", "asks for a vote against a villager", calls(lambda of, _: of.prey())),
    Manner("pack", "asks for a vote against one villager", calls(lambda of, _: of.prey(), "pack")),
    Manner("villager", "asks for a vote by lot", calls(others)),
    Manner("villager", "a Seer by lot", sees_by_lot, is_mute=True),
    Manner("werewolf", "a Seer by lot", sees_by_lot, is_mute=True),
    Manner("villager", "a Seer who only clears", clears_by_lot, is_mute=True),
    Manner("werewolf", "a Seer who clears the pack", clears_mates, is_mute=True),
    Manner("werewolf", "a sly Seer", slyly, is_mute=True),
    Manner("pack", "claims the Seer once anybody has", claims_her_too),
    Manner("pack", "claims free powers on day 1", free_powers),
    Manner("werewolf", "floods the debate", floods),
    Manner("villager", "never speaks", is_mute=True),
    Manner("werewolf", "never speaks", is_mute=True),
    Manner("pack", "never speaks", is_mute=True),
    Manner("villager", "votes with the majority", votes=majority),
    Manner("werewolf", "votes with the majority", votes=majority),
    Manner("pack", "votes with the majority", votes=majority),
    Manner("villager", "votes at random", votes=at_random),
    Manner("werewolf", "votes at random", votes=at_random),
)


def trusts(of: Strangers, me: Seat, among: Sequence[Seat], count: int) -> Iterable[Claim]:
    return (Claim("trust", one) for one in of.by_lot(("trust", me), among, count))


def among(manner: Manner, level: Level, book: str, name: str, players: int, rounds: int) -> Tally:
    """Plays rounds in which some play in this manner among bots of this level."""
    chance, rulebook = OneChance(f"{SEED}/bots"), RULEBOOKS[book]

    def answers(game: Game) -> Answerer:
        found = Strangers(chance, level, manner, game)
        tell_cards(game, found)
        return found

    deck = deck_for(rulebook, name, players)
    return tally_of(rulebook, deck, Options(claims=True), rounds, SEED, answers)


def gym() -> bool:
    """Prints the village's share among strangers of each manner, and how much it differs from a round in
    which all play alike. Returns whether no manner leads a village too far."""
    is_held = True
    for book, name, players in DUELS_IN:
        print(f"| {book}, {name}, {players} | manner | {' | '.join(LEVELS)} |")
        print("| --- | --- | --- | --- | --- |", flush=True)
        alike: dict[str, float] = {}
        for manner in (LIKE_OTHERS, *MANNERS):
            cells = []
            for level in LEVELS.values():
                # All others are compared with this one.
                rounds = IN_THE_GYM * (3 if manner is LIKE_OTHERS else 1)
                tally = among(manner, level, book, name, players, rounds)
                low, high = tally.interval("villagers")
                share = 100 * tally.wins["villagers"] / tally.rounds
                more = share - alike.setdefault(level.key, share)
                is_led = more < -LED[level.key]
                is_held &= not is_led
                told = f"{share:.1f} ±{50 * (high - low):.1f} ({more:+.1f})"
                cells.append(f"**{told}**" if is_led else told)
            print(f"| {manner.who} | {manner.name} | {' | '.join(cells)} |", flush=True)
    return is_held


def main() -> int:
    """Exit status 1 if a bar is missed."""
    if sys.argv[1:] == ["camps"]:
        return 0 if camps() else 1
    if sys.argv[1:] == ["gym"]:
        return 0 if gym() else 1
    print("| who | villagers | werewolves | others | rounds a second |")
    print("| --- | --- | --- | --- | --- |", flush=True)
    if sys.argv[1:] != ["duels"]:
        decks()
        return 0
    village = duels()
    print(f"village_of_regulars {village:.3f} (bar {BAR}; {ROUNDS} rounds)")
    return 0 if village >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
