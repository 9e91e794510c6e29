"""What everybody has seen and heard, and what the village as a whole concludes from it.

The belief is one sum over worlds (`worlds.py`) for each account: each way in which those who claim to be the
Seer may be lying. What a seat knows besides is a `Mask` on it: nothing secret is in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from math import exp, log
from typing import NamedTuple

from table.games.werewolf.rules.claims import SIGHTS, Claim
from table.games.werewolf.rules.events import Ballots
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card
from table.games.werewolf.worlds import weigh

ACCUSED = 0.15
"""Suspicion from one vote against somebody."""
INSISTED = 0.2
"""Additional suspicion if the same voter named them the day before."""
WRONGED = 0.6
"""Suspicion from a vote for somebody who proved innocent."""
RIGHTED = 0.8
"""Trust from a vote for somebody who proved guilty: werewolves spare each other."""
HONEST = 0.3
"""Suspicion from the vote of somebody who has proved innocent; and how much a werewolf's vote clears."""
KNOWING = 2.0
"""The same of somebody who has proved to know."""
INHERITED = 1.2
"""Suspicion of the heir of a Captain who was a werewolf."""
VOUCHED = 0.7
"""Trust from a word for somebody."""
ADMITTED = 1.0
"""Suspicion of somebody who takes back what they had seen, or the card they claimed;"""
CAUGHT = 2.5
"""and if cards that were seen had shown by then that it was a lie."""
SURE = 4.5
"""The most that suspicion is worth, either way, while no card is seen."""

LIED = 3.5
"""Suspicion of somebody who claims a card that cannot be theirs."""
FALSE_ODDS = exp(LIED)
"""The same as a factor."""
RIVALLED = 0.5
"""Suspicion of each who claims a card that others claim too."""
NAMED = 0.9
"""Trust in somebody who alone claims a card."""
SILENT = 0.1
"""How likely a Seer says nothing while somebody else claims to be her."""
SPARED = 0.5
"""How likely a Seer whom nobody contradicts lives through a night after she has spoken."""
FALSE = 0.3
"""How likely a werewolf claims to be her, to how likely she does; others hardly ever do."""
FOUND = 0.5
"""How likely a liar would have seen just that."""


TURNS = ("accursed_wolf_father", "wild_child", "wolf_hound")
"""Cards by which one more player may become a werewolf,"""
TURNED = 0.4
"""and how likely that is."""


class Account(NamedTuple):
    """One way it may be. `teller`: who tells the truth of those who claim to be the Seer, None: nobody does;
    `weight`: how likely that is, before anybody's card; `guilty`, `innocent`: who is what, if so; `liars`:
    the others who claim it."""

    teller: int | None
    weight: float
    guilty: frozenset[int]
    innocent: frozenset[int]
    liars: frozenset[int]


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


class VillageSeen:
    """What everybody has seen and heard, and the suspicion that follows from it."""

    def __init__(self) -> None:
        self.day = 0
        self.is_asleep = False
        self.deck: Sequence[Card] = ()
        self.seats: set[int] = set()
        """Everybody who was dealt a card."""
        self.dead: set[int] = set()
        self.proved: dict[int, bool] = {}
        """Whose card was seen, and whether they were a werewolf."""
        self.cards: dict[int, str] = {}
        """The keys of the cards that were seen."""
        self.suspicion: dict[int, float] = {}
        self.ledger: dict[int, float] = {}
        """The part of it that old votes told once a card was seen, by and against its owner: a good memory
        makes more of it."""
        self.votes: list[dict[int, int]] = []
        """The votes of every day: who named whom."""
        self.may_plead = False
        """BO-34: whether the village votes before the first night, as an Angel may be there."""
        self.pleading: set[int] = set()
        """Who has asked it to condemn themselves then."""
        self.elections: list[dict[int, int]] = []
        self.mornings: list[tuple[list[int], set[type[News]]]] = []
        """Who was alive, and what everybody had just heard."""
        self.heard: set[type[News]] = set()
        """What was heard since everybody was last seen."""
        self.met = 0
        """The last day on which everybody was seen."""
        self.captain: int | None = None
        self.charms: dict[int, float] = {}
        """How much the village likes each face."""
        self.claimed: dict[int, str] = {}
        """The card that each seat claims to hold, by its key."""
        self.spoke: dict[int, int] = {}
        """The day on which they first said so."""
        self.sights: dict[int, dict[int, bool]] = {}
        """What each claims to have seen: whom, and whether they are a werewolf."""
        self.wanted: dict[int, int] = {}
        """Whom each wants the village to vote for today, or suspects."""
        self.trusts: dict[int, set[int]] = {}
        """Whom each has said they trust."""
        self.said: list[tuple[int, Claim]] = []
        """What was claimed today, and by whom."""
        self._dealt = self._may_turn = 0
        """How many cards are werewolves', and how many may turn their owner or another into one."""
        self.version = 0
        """Grows whenever the belief may change."""
        self._accounts: tuple[int, list[Account]] = (-1, [])
        self._shared: tuple[int, dict[int, float], dict[int | None, float]] = (-1, {}, {})
        self._weighed: tuple[int, list[int], dict[int, float]] = (-1, [], {})

    def learn_deck(self, deck: Sequence[Card]) -> None:
        """Everybody knows which cards were dealt, but not to whom."""
        self.deck = deck
        self._dealt = sum(card.nature == "werewolf" for card in deck)
        self._may_turn = sum(card.key in TURNS for card in deck)
        self.version += 1

    def suspect(self, seat: int, more: float) -> None:
        self.suspicion[seat] = self.suspicion.get(seat, 0.0) + more

    def _enter(self, seat: int, more: float) -> None:
        """What a card says of somebody by the votes there were."""
        self.suspect(seat, more)
        self.ledger[seat] = self.ledger.get(seat, 0.0) + more

    def begin(self, day: int) -> None:
        """A new day: what was wanted yesterday is over."""
        self.day = day
        self.wanted = {}
        self.said = []
        self.version += 1

    def meet(self, alive: list[int]) -> bool:
        """Everybody alive sees everybody. Returns whether it is the first time on this day."""
        if self.met == self.day:
            return False
        self.met = self.day
        self.mornings.append((alive, self.heard))
        self.heard = set()
        return True

    def count(self, ballots: Ballots) -> None:
        """The votes are revealed."""
        votes = {voter.index: target.index for voter, target in ballots.votes.items()}
        self.version += 1
        if ballots.of == "election":
            self.elections.append(votes)
            return
        before = self.votes[-1] if self.votes else {}
        self.votes.append(votes)
        for voter, target in votes.items():
            if voter == target and self.day == 0:
                # BO-34: only an Angel wants that.
                self.pleading.add(target)
                self.suspect(target, -KNOWING)
            self.suspect(target, ACCUSED + (INSISTED if before.get(voter) == target else 0.0))

    def prove(self, seat: int, guilty: bool, weight: float = HONEST) -> None:
        """A card is revealed: all votes of and against its owner are weighed again. `weight`: the new factor
        on their votes."""
        self.proved[seat] = guilty
        self.version += 1
        for votes in self.votes:
            for voter, target in votes.items():
                if target == seat and guilty:
                    self._enter(voter, -RIGHTED)
                elif voter == seat:
                    self._enter(target, -HONEST if guilty else weight)
        if self.votes and not guilty:
            for voter, target in self.votes[-1].items():
                if target == seat:
                    self.suspect(voter, WRONGED)
        for votes in self.elections:
            if seat in votes and (guilty or weight > HONEST):
                self.suspect(votes[seat], HONEST if guilty else -weight)
        for other in self.trusts.get(seat, ()):
            self.suspect(other, HONEST if guilty else -VOUCHED)

    def crown(self, seat: int, is_heir: bool) -> None:
        """Somebody is Captain: what their predecessor was tells something of an heir."""
        was_wolf = None if self.captain is None else self.proved.get(self.captain)
        if is_heir and was_wolf is not None:
            self.suspect(seat, INHERITED if was_wolf else -HONEST)
            self.version += 1
        self.captain = seat

    def bury(self, seat: int, card: Card | None) -> None:
        """Somebody is dead, with this card if it is seen."""
        self.dead.add(seat)
        self.version += 1
        if card:
            self.cards[seat] = card.key

    def hear(self, seat: int, claim: Claim) -> None:
        """Somebody claims something."""
        self.said.append((seat, claim))
        self.version += 1
        about = claim.seat.index if claim.seat else seat
        if claim.card:
            self._claims_to_be(seat, claim.card.key)
        elif claim.wording in SIGHTS:
            self._claims_to_be(seat, "seer")
            self.sights.setdefault(seat, {})[about] = claim.wording == "wolf"
        elif claim.wording == "trust":
            self.trusts.setdefault(seat, set()).add(about)
            self.suspect(about, -VOUCHED * (1.0 - self.shared().get(seat, 0.0)))
        elif claim.wording == "back":
            if seat in self.claimed:
                self.suspect(seat, CAUGHT if self.is_belied(seat) else ADMITTED)
            for said in (self.claimed, self.sights, self.spoke, self.wanted, self.trusts):
                said.pop(seat, None)
        else:
            self.wanted[seat] = about

    def is_belied(self, seat: int) -> bool:
        """Whether cards that were seen show that somebody has lied: about their own card, or another's."""
        key = self.claimed.get(seat)
        if key is None or seat in self.cards:
            return False
        copies = sum(card.key == key for card in self.deck)
        sights = self.sights.get(seat, {})
        return sum(other == key for other in self.cards.values()) >= copies or any(
            self.proved.get(about, is_wolf) != is_wolf for about, is_wolf in sights.items()
        )

    def _claims_to_be(self, seat: int, key: str) -> None:
        if self.claimed.get(seat) != key:
            if seat in self.claimed:
                self.suspect(seat, ADMITTED)
            self.claimed[seat] = key
            self.spoke[seat] = self.day

    # What follows

    @property
    def wolves_left(self) -> int:
        """How many werewolf cards are still closed, as far as the deck says."""
        return max(0, (self._dealt or max(1, len(self.seats) // 4)) - sum(self.proved.values()))

    @property
    def is_last_chance(self) -> bool:
        """Whether the werewolves would rule the vote if today's found none of them."""
        alive = len(self.seats) - len(self.dead)
        return 2 * self.wolves_left >= alive - 2

    def accounts(self) -> list[Account]:
        """Who may be telling the truth of those who claim to be the Seer."""
        version, found = self._accounts
        if version != self.version:
            found = list(self._give_accounts())
            self._accounts = (self.version, found)
        return found

    def _give_accounts(self) -> Iterator[Account]:
        tellers = [seat for seat, key in self.claimed.items() if key == "seer"]
        seen = next((seat for seat, key in self.cards.items() if key == "seer"), None)
        may_be = [seat for seat in tellers if seat not in self.cards] if seen is None else [seen]
        if self.deck and not any(card.key == "seer" for card in self.deck):
            may_be = []
        for teller in may_be:
            sights = self.sights.get(teller, {})
            guilty = frozenset(seat for seat, is_wolf in sights.items() if is_wolf)
            innocent = frozenset(seat for seat, is_wolf in sights.items() if not is_wolf)
            liars = frozenset(seat for seat in tellers if seat != teller and seat not in self.cards)
            nights = self.day - self.spoke[teller] if teller in self.spoke and teller not in self.dead else 0
            weight = SPARED**nights if not liars else 1.0
            weight *= self._lying(seat for seat in tellers if seat != teller)
            yield Account(teller, weight, guilty, innocent | {teller}, liars)
        if seen is None:
            weight = 1.0
            if tellers:
                others = max(1, len(self.seats) - len(self.dead) - len(may_be))
                weight = SILENT * others * self._lying(tellers)
            liars = frozenset(seat for seat in tellers if seat not in self.cards)
            yield Account(None, weight, frozenset(), frozenset(), liars)

    def _lying(self, liars: Iterable[int]) -> float:
        """How likely it is that all of these lie as they do, if they are no werewolves."""
        weight = 1.0
        for liar in liars:
            weight *= FALSE / FALSE_ODDS * FOUND ** len(self.sights.get(liar, ()))
        return weight

    def _word_of(self, seat: int) -> float:
        """Suspicion from the card that somebody claims to hold, other than the Seer's."""
        key = self.claimed.get(seat)
        if key is None or key == "seer":
            return 0.0
        copies = sum(card.key == key for card in self.deck)
        seen = sum(other == key for other in self.cards.values())
        claim_it = sum(other == key for one, other in self.claimed.items() if one not in self.cards)
        if seen >= copies:
            return LIED
        if key == "villager" or next(c.nature for c in self.deck if c.key == key) == "werewolf":
            return 0.0
        return RIVALLED if claim_it > copies - seen else -NAMED

    def shared(self) -> Mapping[int, float]:
        """How likely each closed seat is a werewolf, to somebody who has seen what all have seen."""
        return self._believed_by_all()[1]

    def accounts_by_teller(self) -> Mapping[int | None, float]:
        """How likely each account is, to somebody who has seen what all have seen."""
        return self._believed_by_all()[2]

    def _believed_by_all(self) -> tuple[int, dict[int, float], dict[int | None, float]]:
        if self._shared[0] != self.version:
            self._shared = (self.version, *self.believed(NOTHING))
        return self._shared

    def believed(self, mask: Mask) -> tuple[dict[int, float], dict[int | None, float]]:
        """How likely each closed seat is a werewolf, and each account is true, to somebody who knows what is
        in this mask."""
        closed, odds = self._closed()
        if mask.doubts:
            doubts = mask.doubts
            odds = {seat: odd * exp(doubts[seat]) if seat in doubts else odd for seat, odd in odds.items()}
        chances = dict.fromkeys(closed, 0.0)
        weights: dict[int | None, float] = {}
        for account in self._allowed(mask):
            guilty, innocent = account.guilty | mask.guilty, account.innocent | mask.innocent
            if not guilty.isdisjoint(innocent) or self._is_refuted(guilty, innocent):
                continue
            free = [seat for seat in closed if seat not in guilty and seat not in innocent]
            held = [seat for seat in closed if seat in guilty] if guilty else ()
            liars = account.liars
            factors = [odds[seat] * FALSE_ODDS if seat in liars else odds[seat] for seat in free]
            total, each = weigh(factors, self._numbers(len(held), len(free)))
            weight = account.weight
            for seat in held:
                weight *= odds[seat]
            weights[account.teller] = weight * total
            for seat, with_it in zip(free, each, strict=True):
                chances[seat] += weight * with_it
            for seat in held:
                chances[seat] += weight * total
        whole = sum(weights.values())
        if not whole:
            return dict.fromkeys(closed, 0.5) | dict.fromkeys(mask.guilty, 1.0), {}
        return (
            {seat: chance / whole for seat, chance in chances.items()},
            {teller: weight / whole for teller, weight in weights.items()},
        )

    def _closed(self) -> tuple[list[int], dict[int, float]]:
        """The seats whose card nobody has seen, and how much likelier all that was seen is if they are
        werewolves."""
        version, closed, odds = self._weighed
        if version != self.version:
            closed = [seat for seat in self.seats if seat not in self.proved]
            leanings = [self.suspicion.get(seat, 0.0) + self._word_of(seat) for seat in closed]
            odds = {
                seat: exp(max(-SURE, min(SURE, leaning)))
                for seat, leaning in zip(closed, leanings, strict=True)
            }
            self._weighed = (self.version, closed, odds)
        return closed, odds

    def _allowed(self, mask: Mask) -> list[Account]:
        """The accounts that somebody can believe who knows whether they are the Seer."""
        accounts = self.accounts()
        if mask.seat is None:
            return accounts
        if mask.is_seer:
            liars = frozenset(
                seat
                for seat, key in self.claimed.items()
                if key == "seer" and seat != mask.seat and seat not in self.cards
            )
            return [Account(mask.seat, 1.0, frozenset(), frozenset((mask.seat,)), liars)]
        return [account for account in accounts if account.teller != mask.seat]

    def _is_refuted(self, guilty: Set[int], innocent: Set[int]) -> bool:
        """Whether cards that were seen contradict it."""
        return any(seat in (innocent if is_wolf else guilty) for seat, is_wolf in self.proved.items())

    def _numbers(self, held: int, free: int) -> list[float]:
        """How likely it is that 0, 1, 2... of the free seats are werewolves."""
        left, more = self.wolves_left - held, self._may_turn
        numbers = [0.0] * (max(0, min(left + more, free)) + 1)
        for extra in range(more + 1):
            number = left + extra
            if 0 <= number < len(numbers):
                numbers[number] = TURNED**extra
        if not any(numbers):
            numbers[-1] = 1.0
        return numbers


def logit(chance: float) -> float:
    """A chance as log-odds, between -7 and 7."""
    chance = min(0.999, max(0.001, chance))
    return log(chance / (1.0 - chance))
