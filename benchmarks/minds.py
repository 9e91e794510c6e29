"""Measures how well bots play: who wins how often, by level and deck, with claims passed on.

    python -m benchmarks.minds [duels|camps|strangers]

A row for each of 18 standard decks and each level, as Markdown: the village's and the werewolves' share with
its 95 % interval. With "duels": each level of villagers against each level of werewolves, in three decks of
twelve. With "camps": how often each camp of two
large decks of best-of wins among random players, when its cards are played by lot, and by regulars. With
"strangers": what one player does to a round of regulars who never speaks, votes at random, or claims every
day to be the Seer and names somebody by lot. Rounds a second are of processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence, Set
from pathlib import Path
from typing import Any

from msgspec import structs

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.engine.chance import OneChance
from table.engine.play import Answerer
from table.engine.requests import Ask, Clock, Draw, Press, Say, Talk, Vote
from table.games.lots import ByLot, Tally
from table.games.werewolf.bots import Bots
from table.games.werewolf.levels import LEVELS, REGULAR, Level
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.events import Claimed, Day, Death
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game
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
BAR = 0.45
"""The village's share among regulars, by a deck that random players lose four times in five."""
BAR_A_SECOND = 200


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


def duels() -> tuple[float, float]:
    """Prints the table of all pairs of levels in three decks. Returns the village's share in the first of
    them with regulars on both sides, and how many rounds of theirs were played a second."""
    found = (0.0, 0.0)
    for book, name, players in DUELS_IN:
        deck = deck_for(RULEBOOKS[book], name, players)
        for villagers in LEVELS.values():
            for werewolves in LEVELS.values():
                tally, per_s = measured(book, deck, villagers, werewolves)
                label = f"{book}, {name}, {players}: {villagers.key} villagers, {werewolves.key} werewolves"
                print(row(label, tally, per_s), flush=True)
                if villagers is werewolves is REGULAR and not found[0]:
                    found = (tally.wins["villagers"] / tally.rounds, per_s)
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


PLAYS, SILENT, BY_LOT, SEER = MANNERS = (
    "plays like the others",
    "never speaks",
    "votes at random",
    "claims to be the Seer",
)


class AmongStrangers(Bots):
    """Regulars with one player among them of the given manner."""

    def __init__(self, chance: OneChance, seat: int, manner: str, innocent: Set[int]) -> None:
        super().__init__(chance)
        self.stranger = seat
        self.manner = manner
        self.innocent = innocent
        self.named: int | None = None
        """Whom they named today."""
        self.followed = self.misled = 0
        """How often they named an innocent player, and the village condemned that player."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        answers = super().vote(request)
        if self.manner == BY_LOT and request.key in ("vote", "revotes"):
            for voter, menu in request.choices.items():
                if voter.index == self.stranger and menu:
                    answers[voter] = self.chance.stream("stranger").choice(menu)
        return answers

    def clock(self, request: Clock) -> Press | None:
        if not isinstance(request, Talk) or self.manner in (PLAYS, BY_LOT):
            return super().clock(request)
        me = next((seat for seat in request.speakers if seat.index == self.stranger), None)
        others = [seat for seat in request.speakers if seat.index != self.stranger]
        if self.manner == SEER and me and self.named is None and others:
            target = self.chance.stream("stranger").choice(others)
            self.named = target.index
            return Press(me, request.spent_s, Claim("wolf", target))
        return super().clock(structs.replace(request, speakers=others))

    def say(self, request: Say) -> None:
        event = request.event
        match event:
            case Day():
                self.named = None
            case Claimed(seat=seat) if seat.index == self.stranger:
                self.followed += self.named in self.innocent
            case Death(seat=seat, cause="voted") if seat.index == self.named:
                self.misled += self.named in self.innocent
        super().say(request)


def strangers(rounds: int = ROUNDS) -> None:
    """Prints the village's share with one stranger among its villagers, and among the werewolves; and how
    often the village condemned an innocent player whom they had named that day."""
    rulebook = RULEBOOKS["thiercelieux"]
    deck = deck_for(rulebook, "simplified", 12)
    print("| stranger | a villager | a werewolf | named innocents condemned that day |")
    print("| --- | --- | --- | --- |", flush=True)
    for manner in MANNERS:
        shares, followed = [], []
        for card in ("villager", "werewolf"):
            chance, seen = OneChance("strangers/bots"), list[AmongStrangers]()

            def among(game: Game) -> Answerer:
                seat = next(seat.index for seat in game.seats if seat.card.key == card)  # noqa: B023
                innocent = {one.index for one in game.seats if one.nature != "werewolf"}
                found = AmongStrangers(chance, seat, manner, innocent)  # noqa: B023
                tell_cards(game, found)
                seen.append(found)  # noqa: B023
                return found

            tally = tally_of(rulebook, deck, Options(claims=True), rounds, 0, among)
            low, high = tally.interval("villagers")
            shares.append(f"{tally.wins['villagers'] / rounds:.1%} ({low:.1%} to {high:.1%})")
            named = sum(one.followed for one in seen)
            if manner == SEER:
                followed.append(f"{sum(one.misled for one in seen) / named:.0%} of {named}, as a {card}")
        print(f"| {manner} | {shares[0]} | {shares[1]} | {'; '.join(followed)} |", flush=True)


def main() -> int:
    """Exit status 1 if a bar is missed."""
    if sys.argv[1:] == ["camps"]:
        return 0 if camps() else 1
    if sys.argv[1:] == ["strangers"]:
        strangers()
        return 0
    print("| who | villagers | werewolves | others | rounds a second |")
    print("| --- | --- | --- | --- | --- |", flush=True)
    if sys.argv[1:] != ["duels"]:
        decks()
        return 0
    village, per_s = duels()
    print(f"village_of_regulars {village:.3f} (bar {BAR}; {ROUNDS} rounds)")
    print(f"rounds_of_regulars_a_second {per_s:.0f} (bar {BAR_A_SECOND}; processor time)")
    return 0 if village >= BAR and per_s >= BAR_A_SECOND else 1


if __name__ == "__main__":
    sys.exit(main())
