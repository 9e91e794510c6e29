"""What everybody has seen and heard, and whom it makes suspect. What follows from it is in `belief.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from table.games.werewolf.rules.claims import CALLS, SIGHTS, Claim, Reason, Wording
from table.games.werewolf.rules.events import Ballots
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card

WRONGED = 0.4
"""Suspicion from a vote for somebody who proved innocent, if nobody else cast it."""
RIGHTED = 0.05
"""Trust from a vote for somebody who proved guilty, if nobody else cast it: a pack gives up one of its own as
readily."""
HONEST = 0.7
"""Suspicion from the vote of somebody who has proved innocent, if nobody else cast it, and trust from their
word."""
SPITE, KIN = 0.1, 0.7
"""Trust in somebody for whom a werewolf has voted: it may well have been one of its own; and suspicion of
them, once open cards show that its pack names its own:"""
OWN, FEW = 1 / 3, 1.0
"""by so many votes for each against others, and so many of those more, as few votes show little."""
KNOWING = 2.0
"""The same of somebody who has proved to know, whoever votes with them."""
INHERITED = 1.2
"""Suspicion of the heir of a Captain who was a werewolf."""
BROKEN = 0.4
"""Suspicion of somebody who asked for a vote, heard nothing new, and voted for another."""
HEEDED, BARE, RECORD = 0.3, 0.05, 0.3
"""How much a call for a vote counts of somebody who has made none before, if something speaks for it that all
have seen, and if nothing does; and how much more by each werewolf, less by each innocent they have named."""
ADMITTED = 1.0
"""Suspicion of somebody who takes back what they had seen, or the card they claimed;"""
CAUGHT = 2.5
"""and if cards that were seen had shown by then that it was a lie."""
EVIDENCE: tuple[Wording, ...] = ("am", *SIGHTS, *CALLS, "trust", "back")
"""What is remembered of claims; all others are talk."""
TURNS = ("accursed_wolf_father", "wild_child", "wolf_hound")
"""Cards by which one more player may become a werewolf."""


class VillageSeen:
    """What everybody has seen and heard, and the suspicion that follows from it."""

    def __init__(self) -> None:
        self.day = 0
        self.is_asleep = False
        self.deck: Sequence[Card] = ()
        self.powers: Set[str] = frozenset()
        """The cards of which there is one in it, and that it is good for the village to have, but for the
        Seer."""
        self.seats: set[int] = set()
        """Everybody who was dealt a card."""
        self.dead: set[int] = set()
        self.proved: dict[int, bool] = {}
        """Whose card was seen, and whether they were a werewolf."""
        self.cards: dict[int, str] = {}
        """The keys of the cards that were seen."""
        self.suspicion: dict[int, float] = {}
        self.votes: list[dict[int, int]] = []
        """The votes of every day: who named whom."""
        self._alone: list[dict[int, float]] = []
        """How much each of these votes says, by whom it names, from 0 to 1: who joins in what all the others
        vote for says little by it."""
        self.may_plead = False
        """BO-34: whether the village votes before the first night, as an Angel may be there."""
        self.pleading: set[int] = set()
        """Who has asked it to condemn themselves then."""
        self.elections: list[dict[int, int]] = []
        self.mornings: list[tuple[list[int], set[type[News]]]] = []
        """Who was alive, and what everybody had just heard."""
        self.swapped: set[int] = set()
        """Who died with another's card."""
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
        self.grounds: dict[int, Reason | None] = {}
        """Why, as they say."""
        self.trusts: dict[int, set[int]] = {}
        """Whom each has said they trust: it counts once their card is open."""
        self.called: dict[int, set[int]] = {}
        """Whom each has ever wanted the village to vote for."""
        self.record: Counter[int] = Counter()
        """How many of those proved guilty, less those who proved innocent."""
        self._named: dict[int, float] = {}
        """How suspect the votes of open werewolves make each."""
        self._bound: dict[int, int] = {}
        """Whom each has promised to vote for, since something new was heard."""
        self._heeded: tuple[tuple[int, int], Mapping[int, float]] = ((-1, -1), {})
        self._alive: list[int] | None = None
        self.said: list[tuple[int, Claim]] = []
        """What was claimed today, and by whom."""
        self._centre = self._dealt = self.may_turn = 0
        """How many cards lie in the centre, are werewolves', and may turn their owner or another into one."""
        self.version = 0
        """Grows whenever the belief may change."""

    def join(self, seat: int) -> None:
        """Somebody was dealt a card."""
        self.seats.add(seat)
        self._alive = None
        self.version += 1

    def learn_deck(self, deck: Sequence[Card]) -> None:
        """Everybody knows which cards were dealt, but not to whom."""
        self.deck = deck
        self._centre = max((card.centre for card in deck), default=0)
        self._dealt = sum(card.nature == "werewolf" for card in deck)
        self.powers = {
            card.key
            for card in deck
            if card.copies == 1 and card.group == "villagers" and not card.is_seen and card.key != "seer"
        }
        self.may_turn = sum(card.key in TURNS for card in deck)
        self.version += 1

    def suspect(self, seat: int, more: float) -> None:
        self.suspicion[seat] = self.suspicion.get(seat, 0.0) + more

    def vouch(self, seat: int) -> None:
        """A card is open while its owner lives: it is believed, unless a Wolf-Father may have turned
        them."""
        if any(card.key == "accursed_wolf_father" for card in self.deck):
            self.suspect(seat, -KNOWING)
        else:
            self.proved[seat] = False
        self.version += 1

    def swap(self, seat: int) -> None:
        """Somebody dies with another's card: it says nothing of what they were."""
        self.swapped.add(seat)

    def begin(self, day: int) -> None:
        """A new day: what was wanted yesterday is over."""
        self.day = day
        self.wanted = {}
        self._bound = {}
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
        self.votes.append(votes)
        cast, others = Counter(votes.values()), max(1, len(votes) - 1)
        self._alone.append({target: 1.0 - (count - 1) / others for target, count in cast.items()})
        for voter, target in votes.items():
            if voter == target and self.day == 0:
                # BO-34: only an Angel wants that.
                self.pleading.add(target)
                self.suspect(target, -KNOWING)
            if not ballots.again and self._bound.get(voter, target) != target:
                self.suspect(voter, BROKEN)

    def prove(self, seat: int, guilty: bool, weight: float = HONEST) -> None:
        """A card is revealed: all votes of and against its owner are weighed again. `weight`: the new factor
        on their votes."""
        self.proved[seat] = guilty
        self.version += 1
        for votes, alone in zip(self.votes, self._alone, strict=True):
            for voter, target in votes.items():
                if target == seat:
                    self.suspect(voter, alone[target] * (-RIGHTED if guilty else WRONGED))
                elif voter == seat and not guilty:
                    self.suspect(target, weight if weight > HONEST else weight * alone[target])
        self._weigh_votes_of_the_pack()
        for votes in self.elections:
            if seat in votes and (guilty or weight > HONEST):
                self.suspect(votes[seat], HONEST if guilty else -weight)
        for other in () if guilty else self.trusts.get(seat, ()):
            self.suspect(other, -weight)
        for caller, named in self.called.items():
            if seat in named:
                self.record[caller] += 1 if guilty else -1

    def _weigh_votes_of_the_pack(self) -> None:
        """Whom else open werewolves have named is suspect if much of their votes is seen to be for their own:
        by lot it is one in five."""
        pack = [seat for seat, is_wolf in self.proved.items() if is_wolf]
        named: Counter[int] = Counter()
        seen = {True: 0.0, False: FEW}
        for votes, alone in zip(self.votes, self._alone, strict=True):
            for target in [votes[wolf] for wolf in pack if wolf in votes]:
                named[target] += 1
                if target in self.proved:
                    seen[self.proved[target]] += alone[target]
        each = KIN if seen[True] > OWN * seen[False] else -SPITE
        for seat, more in self._named.items():
            self.suspect(seat, -more)
        self._named = {seat: each * count for seat, count in named.items()}
        for seat, more in self._named.items():
            self.suspect(seat, more)

    def heeded(self) -> Mapping[int, float]:
        """How much the call of each who wants a vote counts, by its reason and what their earlier ones were
        worth: from 0 to 1."""
        now = (self.version, len(self.said))
        if self._heeded[0] != now:
            self._heeded = (now, {caller: self._heed(caller) for caller in self.wanted})
        return self._heeded[1]

    def _heed(self, caller: int) -> float:
        first = HEEDED if self.is_borne_out(caller) else BARE
        return min(1.0, max(0.0, first + RECORD * self.record[caller]))

    def is_borne_out(self, caller: int) -> bool:
        """Whether all can see that the reason for a call is true. What others say or feel is none."""
        target, votes = self.wanted[caller], self.votes
        match self.grounds.get(caller):
            case "told":
                return any(sights.get(target) for seat, sights in self.sights.items() if seat != caller)
            case "lies":
                return target in self.claimed
            case "votes":
                return any(self.proved.get(cast.get(target, target)) is False for cast in votes)
            case "spared":
                return any(
                    self.proved.get(cast.get(caller, caller)) and cast.get(target) != cast.get(caller)
                    for cast in votes
                )
            case "election":
                cast = self.elections[-1] if self.elections else {}
                return target in cast and self.captain not in (target, cast[target])
            case "bear":
                growled = {seat for seat, claim in self.said if claim.wording == "bear"}
                alive = sorted(self.seats - self.dead)
                return any(target in beside(seat, alive) for seat in growled)
        return False

    def crown(self, seat: int, is_heir: bool) -> None:
        """Somebody is Captain: what their predecessor was tells something of an heir."""
        was_wolf = None if self.captain is None else self.proved.get(self.captain)
        if is_heir and was_wolf is not None:
            self.suspect(seat, INHERITED if was_wolf else -HONEST)
        self.captain = seat
        self.version += 1

    def bury(self, seat: int, card: Card | None) -> None:
        """Somebody is dead, with this card if it is seen."""
        self.dead.add(seat)
        self._alive = None
        self.version += 1
        if card:
            self.cards[seat] = card.key

    def hear(self, seat: int, claim: Claim) -> None:
        """Somebody claims something. What they ask for, and whom they trust, says nothing yet."""
        self.said.append((seat, claim))
        if claim.wording not in EVIDENCE:
            return
        about = claim.seat.index if claim.seat else seat
        if claim.wording == "trust":
            self.trusts.setdefault(seat, set()).add(about)
            return
        if claim.wording in ("vote", "suspect"):
            self.wanted[seat], self.grounds[seat] = about, claim.because
            self.called.setdefault(seat, set()).add(about)
            if claim.wording == "vote":
                self._bound[seat] = about
            return
        self.version += 1
        self._bound = {}
        if claim.card:
            self._claims_to_be(seat, claim.card.key)
        elif claim.wording in SIGHTS:
            self._claims_to_be(seat, "seer")
            self.sights.setdefault(seat, {})[about] = claim.wording == "wolf"
        elif claim.wording == "back":
            if seat in self.claimed:
                self.suspect(seat, CAUGHT if self.is_belied(seat) else ADMITTED)
            for said in (self.claimed, self.sights, self.spoke, self.wanted, self.trusts):
                said.pop(seat, None)

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
    def alive(self) -> list[int]:
        """Who was dealt a card and is not dead, in the order of the seats."""
        if self._alive is None:
            self._alive = sorted(self.seats - self.dead)
        return self._alive

    @property
    def wolves_left(self) -> int:
        """How many werewolf cards are still closed, as far as the deck says: of a pool that is larger than
        the table, as many as it deals on average, and one at least."""
        dealt, cards, seats = self._dealt, len(self.deck) - self._centre, len(self.seats)
        is_pool = cards > seats
        if is_pool:
            dealt = round(dealt * seats / cards)
        return max(is_pool, (dealt or max(1, seats // 4)) - sum(self.proved.values()))

    @property
    def is_last_chance(self) -> bool:
        """Whether the werewolves would rule the vote if today's found none of them."""
        return 2 * self.wolves_left >= len(self.alive) - 2


def beside(seat: int, alive: Sequence[int]) -> Sequence[int]:
    """The nearest living players on either side."""
    others = [other for other in alive if other > seat] + [other for other in alive if other < seat]
    return others if len(others) < 2 else (others[0], others[-1])
