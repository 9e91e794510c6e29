"""What the village as a whole concludes from what everybody has seen and heard (`seen.py`).

The belief is one sum over worlds (`worlds.py`) for each account: each way in which those who claim to be the
Seer may be lying. What a seat knows besides is a `Mask` on it: nothing secret is in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from math import exp, log
from typing import NamedTuple

from table.games.werewolf.seen import KNOWING, VillageSeen
from table.games.werewolf.worlds import weigh

SURE = 4.5
"""The most that suspicion is worth, either way, while no card is seen."""
LIED = 2.4
"""Suspicion of somebody who claims a card that cannot be theirs."""
FALSE_ODDS = exp(LIED)
"""The same as a factor."""
RIVALLED = 0.5
"""Suspicion of each who claims a card that others claim too."""
NAMED = 0.3
"""Trust in somebody who alone claims a card."""
SILENT = 0.1
"""How likely a Seer says nothing while somebody else claims to be her and accuses anybody;"""
WAITING = 0.5
"""and while they accuse nobody: she can wait."""
SPARED = 0.5
"""How likely a Seer whom nobody contradicts lives through a night after she has spoken."""
FALSE = 0.3
"""How likely a werewolf claims to be her, to how likely she does; others hardly ever do."""
SAW, SAID = 2.0, 0.6
"""How much a mind that does not reason believes what somebody saw whose card shows that they could; and what
others only say they saw: it asks first."""
FOUND = 0.5
"""How likely a liar would have seen just that."""
UTMOST = log(0.999 / 0.001)
"""The most that a chance is in log-odds."""
CLEARED = exp(-KNOWING)
"""How much less likely somebody is a werewolf who was none when the Seer looked, where one may be turned."""
TURNED = 0.4
"""How likely one more player has become a werewolf, by each card that may turn somebody."""


class Account(NamedTuple):
    """One way it may be. `teller`: who tells the truth of those who claim to be the Seer, None: nobody does;
    `weight`: how likely that is, before anybody's card; `guilty`, `innocent`: who is what, if so; `liars`:
    the others who claim it; `cleared`: who was innocent when they were seen, and may have been turned."""

    teller: int | None
    weight: float
    guilty: frozenset[int]
    innocent: frozenset[int]
    liars: frozenset[int]
    cleared: frozenset[int] = frozenset()


class Mask(NamedTuple):
    """What one seat knows besides: who is a werewolf, who is none, how much it suspects others; and whether
    it is the Seer, or knows that it is not, None: anybody may be."""

    guilty: Set[int] = frozenset()
    innocent: Set[int] = frozenset()
    doubts: Mapping[int, float] = {}
    seat: int | None = None
    is_seer: bool = False


NOTHING = Mask()
"""The mask of somebody who has only seen what all have seen."""


class Weighed(NamedTuple):
    """What has been seen, by version. `closed`: the seats whose card nobody has seen; `odds`: how much
    likelier all that was seen is if they are werewolves; `guilty`, `innocent`: who has proved what;
    `numbers`: how likely each number of werewolves is, by how many are known and how many are not."""

    version: int = -1
    closed: Sequence[int] = ()
    odds: Mapping[int, float] = {}
    guilty: Set[int] = frozenset()
    innocent: Set[int] = frozenset()
    numbers: dict[tuple[int, int], list[float]] = {}  # noqa: RUF012 - of this one, which holds nothing


class Belief:
    """What everybody can conclude from what they have seen. Each conclusion is kept until more is seen."""

    def __init__(self, village: VillageSeen) -> None:
        self.village = village
        self._accounts: tuple[int, list[Account]] = (-1, [])
        self._shared: tuple[int, dict[int, float], dict[int | None, float]] = (-1, {}, {})
        self._weighed = Weighed()
        self._hearsay: tuple[int, dict[int, float]] = (-1, {})

    def accounts(self) -> list[Account]:
        """Who may be telling the truth of those who claim to be the Seer."""
        version, found = self._accounts
        if version != self.village.version:
            found = list(self._give_accounts())
            self._accounts = (self.village.version, found)
        return found

    def _give_accounts(self) -> Iterator[Account]:
        village = self.village
        tellers = [seat for seat, key in village.claimed.items() if key == "seer"]
        seen = next((seat for seat, key in village.cards.items() if key == "seer"), None)
        may_be = [seat for seat in tellers if seat not in village.cards] if seen is None else [seen]
        if village.deck and not any(card.key == "seer" for card in village.deck):
            may_be = []
        for teller in may_be:
            sights = village.sights.get(teller, {})
            guilty = frozenset(seat for seat, is_wolf in sights.items() if is_wolf)
            innocent = frozenset(seat for seat, is_wolf in sights.items() if not is_wolf)
            liars = frozenset(seat for seat in tellers if seat != teller and seat not in village.cards)
            nights = 0 if teller in village.dead else village.day - village.spoke.get(teller, village.day)
            weight = SPARED**nights if not liars else 1.0
            weight *= self._lying(seat for seat in tellers if seat != teller)
            cleared = innocent if village.may_turn else frozenset()
            yield Account(teller, weight, guilty, innocent - cleared | {teller}, liars, cleared)
        if seen is None:
            weight = 1.0
            if tellers:
                others = max(1, len(village.alive) - len(may_be))
                accuses = any(any(village.sights.get(teller, {}).values()) for teller in tellers)
                weight = (SILENT if accuses else WAITING) * others * self._lying(tellers)
            liars = frozenset(seat for seat in tellers if seat not in village.cards)
            yield Account(None, weight, frozenset(), frozenset(), liars)

    def _lying(self, liars: Iterable[int]) -> float:
        """How likely it is that all of these lie as they do, if they are no werewolves."""
        weight = 1.0
        for liar in liars:
            weight *= FALSE / FALSE_ODDS * FOUND ** len(self.village.sights.get(liar, ()))
        return weight

    def _word_of(self, seat: int) -> float:
        """Suspicion from the card that somebody claims to hold, other than the Seer's."""
        village = self.village
        key = village.claimed.get(seat)
        if key is None or key == "seer":
            return 0.0
        copies = sum(card.key == key for card in village.deck)
        seen = sum(other == key for other in village.cards.values())
        claim_it = sum(other == key for one, other in village.claimed.items() if one not in village.cards)
        if seen >= copies:
            return LIED
        if key == "villager" or next(c.nature for c in village.deck if c.key == key) == "werewolf":
            return 0.0
        return RIVALLED if claim_it > copies - seen else -NAMED

    def shared(self) -> Mapping[int, float]:
        """How likely each closed seat is a werewolf, to somebody who has seen what all have seen."""
        return self._believed_by_all()[1]

    def accounts_by_teller(self) -> Mapping[int | None, float]:
        """How likely each account is, to somebody who has seen what all have seen."""
        return self._believed_by_all()[2]

    def _believed_by_all(self) -> tuple[int, dict[int, float], dict[int | None, float]]:
        if self._shared[0] != self.village.version:
            self._shared = (self.village.version, *self.believed(NOTHING))
        return self._shared

    def hearsay(self) -> Mapping[int, float]:
        """How suspect each is, in log-odds, to somebody who does not ask who may be lying. A card that shows
        the Seer, or belies a liar, tells them; else the more say they are her, the less each is believed."""
        village = self.village
        if self._hearsay[0] != village.version:
            found = dict(village.suspicion)
            liars = [teller for teller in village.sights if village.is_belied(teller)]
            shown = [teller for teller in village.sights if village.cards.get(teller) == "seer"]
            saw = SAW if shown else SAID
            tellers = shown or [
                one for one in village.sights if one not in village.cards and one not in liars
            ]
            for liar in liars:
                found[liar] = found.get(liar, 0.0) + SAW
            for teller in tellers:
                for seat, is_wolf in village.sights[teller].items():
                    found[seat] = found.get(seat, 0.0) + (saw if is_wolf else -saw) / len(tellers)
            self._hearsay = (village.version, found)
        return self._hearsay[1]

    def believed(self, mask: Mask) -> tuple[dict[int, float], dict[int | None, float]]:
        """How likely each closed seat is a werewolf, and each account is true, to somebody who knows what is
        in this mask."""
        weighed = self._weigh()
        closed, odds = weighed.closed, weighed.odds
        if mask.doubts:
            doubts = mask.doubts
            odds = {seat: odd * exp(doubts[seat]) if seat in doubts else odd for seat, odd in odds.items()}
        chances = dict.fromkeys(closed, 0.0)
        weights: dict[int | None, float] = {}
        for account in self._allowed(mask):
            guilty, innocent = account.guilty | mask.guilty, account.innocent | mask.innocent
            if not (
                guilty.isdisjoint(innocent)
                and guilty.isdisjoint(weighed.innocent)
                and innocent.isdisjoint(weighed.guilty)
            ):
                continue
            known = guilty | innocent
            held = [seat for seat in closed if seat in guilty] if guilty else ()
            free = [seat for seat in closed if seat not in known]
            factors = [odds[seat] for seat in free]
            for some, more in ((account.liars, FALSE_ODDS), (account.cleared, CLEARED)):
                if some:
                    factors = [
                        odd * more if seat in some else odd for seat, odd in zip(free, factors, strict=True)
                    ]
            total, each = weigh(factors, self._numbers(len(held), len(free)))
            weight = account.weight
            for seat in held:
                weight *= odds[seat]
            if weight == 1.0 and not weights:
                # Nobody claims to be the Seer, as in most rounds: there is nothing to add up.
                chances.update(zip(free, each, strict=True))
            else:
                for seat, with_it in zip(free, each, strict=True):
                    chances[seat] += weight * with_it
            weights[account.teller] = weight * total
            for seat in held:
                chances[seat] += weight * total
        whole = sum(weights.values())
        if not whole:
            return dict.fromkeys(closed, 0.5) | dict.fromkeys(mask.guilty, 1.0), {}
        return (
            {seat: chance / whole for seat, chance in chances.items()},
            {teller: weight / whole for teller, weight in weights.items()},
        )

    def _weigh(self) -> Weighed:
        village = self.village
        if self._weighed.version != village.version:
            closed = [seat for seat in village.seats if seat not in village.proved]
            leanings = [village.suspicion.get(seat, 0.0) + self._word_of(seat) for seat in closed]
            self._weighed = Weighed(
                village.version,
                closed,
                {seat: exp(max(-SURE, min(SURE, one))) for seat, one in zip(closed, leanings, strict=True)},
                {seat for seat, is_wolf in village.proved.items() if is_wolf},
                {seat for seat, is_wolf in village.proved.items() if not is_wolf},
                {},
            )
        return self._weighed

    def _allowed(self, mask: Mask) -> list[Account]:
        """The accounts that somebody can believe who knows whether they are the Seer."""
        accounts = self.accounts()
        if mask.seat is None:
            return accounts
        if mask.is_seer:
            liars = frozenset(
                seat
                for seat, key in self.village.claimed.items()
                if key == "seer" and seat != mask.seat and seat not in self.village.cards
            )
            return [Account(mask.seat, 1.0, frozenset(), frozenset((mask.seat,)), liars)]
        return [account for account in accounts if account.teller != mask.seat]

    def _numbers(self, held: int, free: int) -> list[float]:
        """How likely it is that 0, 1, 2... of the free seats are werewolves."""
        known = self._weighed.numbers
        numbers = known.get((held, free))
        if numbers is None:
            left, more = self.village.wolves_left - held, self.village.may_turn
            numbers = [0.0] * (max(0, min(left + more, free)) + 1)
            for extra in range(more + 1):
                number = left + extra
                if 0 <= number < len(numbers):
                    numbers[number] = TURNED**extra
            if not any(numbers):
                numbers[-1] = 1.0
            known[held, free] = numbers
        return numbers


def logit(chance: float) -> float:
    """A chance as log-odds, between -7 and 7."""
    if chance <= 0.001:
        return -UTMOST
    if chance >= 0.999:
        return UTMOST
    return log(chance / (1.0 - chance))
