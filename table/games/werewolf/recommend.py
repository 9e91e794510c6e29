"""Looks for a deck that is fair, and as short as possible, by playing it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from table.errors import RefusedError
from table.games.batches import together, workers
from table.games.chances import EVEN, OTHERS_MOST, RATHER, others, village_share
from table.games.lots import Players, Tally
from table.games.protocol import DeckWish
from table.games.werewolf.rules.cards.little_girl import LITTLE_GIRL
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.deck import (
    SEATS_MOST,
    beyond_the_box,
    check_deck,
    named,
    players_of,
    read_deck,
)
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Call, Card, CoveredTime, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import SHIPPED_CARDS, simulate
from table.settings.decks import NAMES, deck_for, in_words, minutes_of, night_s
from table.settings.times import Times

AIMS: Mapping[str, float] = {"nobody": 0.5, "village": 0.38, "werewolves": 0.62}
"""For whom it shall be hard: the village's share of the rounds that it or the werewolves win."""
ROUNDS = (30, 90, 300)
"""How many rounds a deck is played in all at each step of the search, from the first to the last."""
STEPS = 3
"""How often the search looks around the best decks so far."""
AROUND = 8
"""How many decks it looks at in each step."""
KEPT = 3
"""How many of them are played more."""
WOLVES_MOST = 0.25
"""The largest share of werewolves: more are a warning of the rules."""
POWERS_FROM = 8
"""From this many players on a village has a Seer and one more power."""
INVOLVED = {"cupid", "thief"}
"""Characters that beginners need explained, as those whose side is not that of their card."""


class DeckFound(NamedTuple):
    """A deck that was looked at. `night_s`: seconds of its second night; `active`: how many have something to
    do; `beyond`: cards that the box lacks, and how many."""

    deck: tuple[Card, ...]
    tally: Tally
    night_s: float
    active: int
    minutes: int
    beyond: Mapping[Card, int]

    def off(self, aim: float) -> float:
        """How far its chances are from what is wanted, 0 or less: within it."""
        more = max(0.0, *others(self.tally.wins).values(), 0.0) - OTHERS_MOST
        return max(abs(village_share(self.tally.wins) - aim) - EVEN, more)

    @property
    def dullness(self) -> tuple[float, int]:
        """The less, the better: its night in steps of ten seconds, then how few have something to do."""
        return round(self.night_s, -1), -self.active


def for_beginners(deck: Sequence[Card]) -> bool:
    """Whether a deck has many villagers, and no camps but two, whose cards say which is whose."""
    hard = any(card.group in ("solitary", "ambiguous") or card.key in INVOLVED for card in deck)
    return not hard and 3 * deck.count(VILLAGER) >= len(deck)


def acting(rulebook: Rulebook) -> set[Card]:
    """The cards that give their player something to do: in the night, when they die, or at a vote."""
    times: Sequence[Call | CoveredTime] = (*rulebook.calls, *rulebook.before_turning, *rulebook.after_vote)
    return {one.card for one in times} | {card for card in rulebook.cards if card.by_day} | {LITTLE_GIRL}


def aim_like(tally: Tally) -> float:
    """The village's share for a deck as hard as the one that was played, if that was not too hard."""
    return min(max(village_share(tally.wins), 0.5 - RATHER), 0.5 + RATHER)


def powers(rulebook: Rulebook) -> set[Card]:
    """The cards with which a villager does something for the village."""
    return {card for card in acting(rulebook) if card.group == "villagers" and card.key not in INVOLVED}


def printed(rulebook: Rulebook) -> Sequence[Card]:
    """The kinds of cards in the printed box, without those of the owner."""
    return [*dict.fromkeys(card for card in rulebook.box if card.key in SHIPPED_CARDS)]


class Search:
    """A search among the cards of a rulebook, for decks with a Seer and one more power from `POWERS_FROM`
    players on, unless all of these are left out. `seed`: of all that is drawn by lot: the same seed finds the
    same decks, on any number of processes; `near`: decks to begin with, instead of the shipped ones;
    `may_be`: whether a deck may be played, besides what is wished."""

    def __init__(
        self,
        rulebook: Rulebook,
        options: Options,
        wish: DeckWish,
        times: Times,
        seed: int,
        players: Players,
        near: Sequence[tuple[Card, ...]] = (),
        may_be: Callable[[Sequence[Card]], bool] = lambda _: True,
    ) -> None:
        """Raises `RefusedError` if no deck can be as it is wanted."""
        self._rulebook, self._options, self._wish, self._times = rulebook, options, wish, times
        self._seed, self._bots = seed, players
        self._begin_with, self._may_be = near, may_be
        self._acting, self._powers = acting(rulebook), powers(rulebook)
        self._must = [named(rulebook, key, "must") for key in wish.must]
        self._without = [named(rulebook, key, "without") for key in wish.without]
        self._lot = random.Random(f"{seed}/search")
        self._seen: dict[tuple[Card, ...], DeckFound] = {}
        self._check()
        self.aim = AIMS[wish.hard_for]
        """The village's share that is looked for."""

    def _check(self) -> None:
        wish, least = self._wish, self._rulebook.fewest or self._rulebook.least
        if not least <= wish.players <= SEATS_MOST:
            others = [key for key, one in RULEBOOKS.items() if (one.fewest or one.least) <= wish.players]
            other = f", or --rulebook {' or '.join(others)}" if others and wish.players < least else ""
            raise RefusedError(f"{wish.players} players; allowed: {least} to {SEATS_MOST}{other}", "seats")
        for card in self._must:
            if card in self._without:
                raise RefusedError(
                    f"{card.key} has to be there and must not; allowed: one of the two", "deck"
                )

    def run(self, jobs: int) -> Iterator[list[DeckFound]]:
        """Searches on so many processes. Yields after each step the decks so far that are within what is
        wanted, the shortest night first, then the others, the nearest first. Raises `RefusedError` if no deck
        can be as it is wanted."""
        is_shipped = all(card.key in SHIPPED_CARDS for card in self._must)
        with workers(self._play, jobs if is_shipped else 1) as play:
            self._look(self._first(), 0, play)
            for step in range(STEPS):
                self._look(self._nearest(KEPT), 1, play)
                yield self._best()
                if step < STEPS - 1:
                    self._look(list(self._near(self._nearest(KEPT), AROUND)), 0, play)
            while best := [one.deck for one in self._best() if one.tally.rounds < ROUNDS[-1]][:KEPT]:
                self._look(best, 2, play)
                yield self._best()
                if self._is_done():
                    break

    def _is_done(self) -> bool:
        """Whether a deck that is played to the end is within what is wanted, or enough of them are not."""
        whole = [one.off(self.aim) for one in self._seen.values() if one.tally.rounds >= ROUNDS[-1]]
        return min(whole) <= 0 or len(whole) > KEPT or min(whole) > EVEN

    def _best(self) -> list[DeckFound]:
        """All decks that were played more than once, in the order of `run`; the well-known before others."""
        played = [one for one in self._seen.values() if one.tally.rounds > ROUNDS[0]]
        most = max((one.tally.rounds for one in played), default=0)
        return sorted(
            played,
            key=lambda one: (
                one.tally.rounds < most,
                max(0.0, one.off(self.aim)),
                bool(one.beyond),
                one.dullness,
                abs(village_share(one.tally.wins) - self.aim),
            ),
        )

    def _nearest(self, number: int) -> list[tuple[Card, ...]]:
        """The decks nearest to what is wanted; among those as near the least dull."""
        return sorted(
            self._seen,
            key=lambda deck: (max(0.0, self._seen[deck].off(self.aim)), self._seen[deck].dullness),
        )[:number]

    # What is played

    def _look(
        self,
        decks: Sequence[tuple[Card, ...]],
        step: int,
        play: Callable[[Iterator[tuple[str, int, str]]], Iterator[Tally]],
    ) -> None:
        """Plays each of these decks until it has had the rounds of this step, in batches of the first. The
        rounds of the last step are all new ones, since those that chose a deck flatter it."""
        is_last, size = step == len(ROUNDS) - 1, ROUNDS[0]
        if is_last:
            for deck in decks:
                self._seen.pop(deck)
        before = {deck: self._seen[deck].tally.rounds if deck in self._seen else 0 for deck in decks}
        asked = [
            (deck, min(size, ROUNDS[step] - at), at)
            for deck in decks
            for at in range(before[deck], ROUNDS[step], size)
        ]
        given = (
            (in_words(deck), rounds, f"{self._seed}/{step if is_last else 0}/{at}")
            for deck, rounds, at in asked
        )
        for (deck, _, _), tally in zip(asked, play(given), strict=True):
            if deck in self._seen:
                had = self._seen[deck]
                self._seen[deck] = had._replace(tally=together(had.tally, tally))
            else:
                self._seen[deck] = self._found(deck, tally)

    def _play(self, deck: str, rounds: int, seed: str) -> Tally:
        cards = read_deck(self._rulebook, deck)
        return simulate(self._rulebook, cards, self._options, rounds, self._bots, seed)

    def _found(self, deck: tuple[Card, ...], tally: Tally) -> DeckFound:
        return DeckFound(
            deck,
            tally,
            night_s(self._rulebook, deck, self._times, 2),
            min(players_of(deck), sum(card in self._acting for card in deck)),
            minutes_of(self._rulebook, deck, self._times),
            beyond_the_box(self._rulebook, deck),
        )

    # Which decks there are

    def _first(self) -> list[tuple[Card, ...]]:
        """Decks to begin with, and some near them. Raises `RefusedError` if there are none."""
        found = self.to_begin()
        if not found:
            allowed = ", ".join([*self._nearest_that_work(), "fewer wishes, or other players"])
            raise RefusedError(f"no deck can be as it is wanted; allowed: {allowed}", "deck")
        return [*found, *self._near(found, AROUND)]

    def _nearest_that_work(self) -> Iterator[str]:
        """The shortest round, and the nearest number of players, with which a deck can be as it is wanted."""
        wish = self._wish
        if wish.minutes and (found := self._other(wish._replace(minutes=0)).shortest()):
            yield f"{found} minutes or more"
        numbers = range(self._rulebook.fewest or self._rulebook.least, SEATS_MOST + 1)
        for players in sorted(numbers, key=lambda number: abs(number - wish.players)):
            if self._other(wish._replace(players=players)).to_begin():
                yield f"{players} players"
                break

    def _other(self, wish: DeckWish) -> Search:
        """The same search with another wish."""
        given = (self._times, self._seed, self._bots, self._begin_with, self._may_be)
        return Search(self._rulebook, self._options, wish, *given)

    def shortest(self) -> int:
        """About the minutes of the shortest deck; 0: there is none."""
        found, shortest = self.to_begin(), 0
        while found:
            minutes = {deck: minutes_of(self._rulebook, deck, self._times) for deck in found}
            best = min(found, key=minutes.__getitem__)
            if shortest and minutes[best] >= shortest:
                break
            shortest, found = minutes[best], [*self._near([best], SEATS_MOST * SEATS_MOST)]
        return shortest

    def to_begin(self) -> list[tuple[Card, ...]]:
        """Decks to begin with: the shipped ones with what is wanted, or the simplest ones."""
        found: list[tuple[Card, ...]] = []
        names = NAMES if self._wish.players >= self._rulebook.least else ()
        shipped_decks = [deck_for(self._rulebook, name, self._wish.players) for name in names]
        of_the_box = [deck for deck in shipped_decks if not beyond_the_box(self._rulebook, deck)]
        for shipped in self._begin_with or of_the_box:
            special = [card for card in shipped if card is not VILLAGER]
            special = [card for card in special if card not in self._without]
            missing = [card for card in dict.fromkeys(self._must) if card not in special]
            for card in missing:
                special += [card] * (card.copies or 1)
            thinned = self._thinned(special)
            for cards in (special, thinned, *(self._powerful(thinned))):
                deck = self._legal(cards)
                if deck and deck not in found:
                    found.append(deck)
                    break
        found = found or [*self._near(self._begin_with, AROUND)]
        if not found:
            least = [*dict.fromkeys(self._must)]
            wolf = next(card for card in self._rulebook.cards if card.nature == "werewolf")
            kinds = [wolf] if not any(card.nature == "werewolf" for card in least) else []
            for wolves in range(1, max(2, self._wish.players // 3)):
                cards = [one for card in least for one in [card] * (card.copies or 1)]
                for deck in map(self._legal, self._powerful([*kinds * wolves, *cards])):
                    found += [deck] if deck else []
        return found

    def _thinned(self, special: Sequence[Card]) -> list[Card]:
        """Only werewolves, a Seer and what has to be there."""
        kept = ("werewolf", "seer")
        return [card for card in special if card.key in kept or card in self._must]

    def _powerful(self, special: list[Card]) -> Iterator[list[Card]]:
        """These cards, and these with each power of the box that is not among them, and with a Seer."""
        yield special
        seer = [SEER] if SEER not in (*special, *self._without) else []
        for card in printed(self._rulebook):
            if card in self._powers and card not in (*special, *seer, *self._without):
                yield [*special, *seer, *[card] * (card.copies or 1)]

    def _is_powerful(self, deck: Sequence[Card]) -> bool:
        """Whether a village of this size has the powers that are wished: a Seer, and one more."""
        if self._wish.players < POWERS_FROM:
            return True
        others = self._powers - {SEER}
        has_one = any(card in others for card in deck) or others & {*printed(self._rulebook)} <= {
            *self._without
        }
        return has_one and (SEER in deck or SEER in self._without)

    def _near(self, decks: Sequence[tuple[Card, ...]], number: int) -> Iterator[tuple[Card, ...]]:
        """This many decks that differ by a card from one of these and were not looked at yet; fewer if there
        are not so many."""
        found: dict[tuple[Card, ...], None] = {}
        for deck in decks:
            for special in self._changed([card for card in deck if card is not VILLAGER]):
                near = self._legal(special)
                if near and near not in self._seen and near not in decks:
                    found[near] = None
        near_by = list(found)
        self._lot.shuffle(near_by)
        yield from near_by[:number]

    def _changed(self, special: list[Card]) -> Iterator[list[Card]]:
        """These cards with one kind more, one less, or one for another."""
        kinds = [card for card in printed(self._rulebook) if card not in (VILLAGER, *self._without)]
        may_come = [card for card in kinds if card not in special or special.count(card) < self._most(card)]
        may_go = dict.fromkeys(special)
        for gone in (None, *may_go):
            left = special
            if gone is not None:
                left = [card for card in special if card is not gone]
                left += [gone] * (0 if gone.copies else special.count(gone) - 1)
            if gone is not None:
                yield left
            for come in may_come:
                if come is not gone:
                    yield [*left, *[come] * (come.copies or 1)]

    def _most(self, card: Card) -> int:
        """How many cards of a kind there may be."""
        return card.copies or SEATS_MOST

    def _legal(self, special: Sequence[Card]) -> tuple[Card, ...] | None:
        """A deck of these cards and villagers, in the order of the rulebook; None if it cannot be as it is
        wanted."""
        wish, book = self._wish, self._rulebook
        cards = sorted(special, key=book.cards.index)
        villagers = wish.players + max((card.centre for card in cards), default=0) - len(cards)
        deck = (*cards, *[VILLAGER] * villagers)
        if villagers < 0 or players_of(deck) != wish.players:
            return None
        if any(card not in deck for card in self._must) or any(card in deck for card in self._without):
            return None
        if sum(card.nature == "werewolf" for card in deck) > WOLVES_MOST * wish.players:
            return None
        if not self._may_be(deck) or not self._is_powerful(deck):
            return None
        if wish.minutes and minutes_of(book, deck, self._times) > wish.minutes:
            return None
        try:
            check_deck(book, deck)
        except RefusedError:
            return None
        return deck
