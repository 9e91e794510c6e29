"""What each bot concludes by itself, and how cards add to that.

What everybody concludes is in `belief.py`. Each mind lays its own knowledge on it as a mask, and is moved,
besides, by what others ask of the village and by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from random import Random
from typing import Any, NamedTuple, TypeAlias

from table.engine.chance import Chance
from table.engine.requests import Show, Vote
from table.games.werewolf.belief import LIED, Belief, Mask, logit
from table.games.werewolf.levels import REGULAR, Level
from table.games.werewolf.rules.claims import Reason, Wording
from table.games.werewolf.rules.news import News
from table.games.werewolf.seen import HONEST, KNOWING, VillageSeen

NEAR = 1.2
"""Suspicion of each of two or three players of whom one must be a werewolf."""
UNMOVED, UNMOVED_MOST = 2.0, 5.0
"""Suspicion of a player who does not dance when half of all do, as they may be the Piper; and the most of
it;"""
DANCING = 4
"""once so many dance."""
CALLED = 1.0
"""How much it moves a mind that somebody it trusts asks for a vote, who was right before;"""
PROMISED = 1.0
"""and that it has asked for one itself."""
UNKNOWN = 0.5
"""How likely a mind that does not reason holds anybody to be a werewolf who asks for a vote."""
CREDULOUS = 0.7
"""How likely it holds whoever claims to be the Seer to be her."""
WHIM = 0.2
"""How much chance decides who is trusted with an office: there is time to think."""
SURELY = 50.0
"""How much a foe that is known is worth above any suspicion."""
AGREES = 0.4
"""How much the village's liking of a face decides the vote in which nobody knows anything."""
LIKED = 0.5
"""How much more a werewolf likes one of the pack as Captain."""


class Utterance(NamedTuple):
    """Something a mind would like to say: as a `Claim`, with the number of the seat and the key of the
    card."""

    wording: Wording
    about: int | None = None
    card: str = ""
    because: Reason | None = None


class Mind:
    """What one seat knows of the others, by their numbers, and how it chooses among them."""

    def __init__(
        self,
        seat: int,
        chance: Chance,
        belief: Belief,
        level: Level = REGULAR,
        as_werewolf: Level | None = None,
    ) -> None:
        self.seat = seat
        self.chance = chance
        self.belief = belief
        self.village = belief.village
        self.level = level
        self._as_werewolf = as_werewolf or level
        """How well it plays while it is a werewolf."""
        self.card = ""
        self.is_werewolf = False
        self.friends: set[int] = set()
        self.pack: set[int] = set()
        """Other werewolves while this seat is one: friends too, except for a betrayal now and then."""
        self.beloved: set[int] = set()
        """Friends who are never betrayed."""
        self.foes: set[int] = set()
        """Known werewolves, while this seat is not one."""
        self.cleared: set[int] = set()
        self.doubts: dict[int, float] = {}
        self.dancers: set[int] = set()
        self.notes: dict[str, Any] = {}
        """What a card makes its owner remember, by the key of the card."""
        self._doubted = 0
        """How often a doubt was added."""
        self._whims: tuple[tuple[int, bool], dict[int, float]] = ((-1, False), {})
        """How chance tips its choices now, by seat: from 0 to 1."""
        self._night: Random | None = None
        self._day: Random | None = None
        self._believed: tuple[Any, dict[int, float], dict[int | None, float]] = (None, {}, {})

    @property
    def lot(self) -> Random:
        """This seat's own random stream: nobody's secrets affect another's luck, nor its own by day."""
        if self.village.is_asleep:
            if self._night is None:
                self._night = self.chance.stream(f"seat {self.seat} by night")
            return self._night
        if self._day is None:
            self._day = self.chance.stream(f"seat {self.seat} by day")
        return self._day

    @property
    def trusted(self) -> Set[int]:
        """Players this seat certainly does not hunt."""
        return self.friends | self.cleared

    def holds(self, card: Any) -> None:
        """This seat holds this card from now on."""
        self.card, self.is_werewolf = card.key, card.nature == "werewolf"
        if self.is_werewolf:
            self.level = self._as_werewolf

    def turn_werewolf(self) -> None:
        """Becomes a werewolf: those it hunted are friends now."""
        self.is_werewolf = True
        self.level = self._as_werewolf
        self.friends |= self.foes
        self.pack |= self.foes

    def doubt(self, seats: Sequence[int], more: float) -> None:
        self._doubted += 1
        for seat in seats:
            self.doubts[seat] = self.doubts.get(seat, 0.0) + more

    def learn(self, other: int, *, is_werewolf: bool) -> None:
        """Is certain about somebody from now on."""
        (self.foes if is_werewolf else self.cleared).add(other)
        if is_werewolf and self.is_werewolf:
            self.friends.add(other)
            self.pack.add(other)

    def one_of(self, seats: Sequence[int]) -> None:
        """At least one of these is a werewolf."""
        maybe = [seat for seat in seats if seat not in self.cleared and seat not in self.friends]
        if len(maybe) == 1:
            self.learn(maybe[0], is_werewolf=True)
        elif not self.foes.intersection(maybe):
            self.doubt(maybe, NEAR)

    # What it believes

    @property
    def mask(self) -> Mask:
        """What this seat knows besides; nothing, if it is a werewolf: it thinks as the village does."""
        if self.is_werewolf:
            return Mask(seat=self.seat)
        innocent = {self.seat} if self.village.may_turn else self.cleared | {self.seat}
        return Mask(self.foes, innocent, self._leanings(), self.seat, self.card == "seer")

    def _leanings(self) -> Mapping[int, float]:
        """How much more this seat suspects each than all do: by its own doubts, less whom it has cleared and
        who may have been turned since."""
        turned, impostors = self.cleared if self.village.may_turn else (), self.impostors
        if not turned and not impostors:
            return self.doubts
        found = {**self.doubts}
        for seat in turned:
            found[seat] = found.get(seat, 0.0) - KNOWING
        for seat in impostors:
            found[seat] = found.get(seat, 0.0) + LIED
        return found

    @property
    def impostors(self) -> Sequence[int]:
        """Who else claims to hold this seat's card, where there is only one."""
        village = self.village
        liars = [seat for seat, key in village.claimed.items() if key == self.card and seat != self.seat]
        return liars if liars and sum(card.key == self.card for card in village.deck) == 1 else ()

    def believed(self) -> tuple[Mapping[int, float], Mapping[int | None, float]]:
        """How likely each closed seat is a werewolf, and each account is true. A werewolf knows both: it
        believes what the others may believe."""
        if self.is_werewolf:
            return self.belief.shared(), {}
        state = (
            self.village.version,
            len(self.foes),
            len(self.cleared),
            self._doubted,
            self.card,
        )
        if self._believed[0] != state:
            self._believed = (state, *self.belief.believed(self.mask))
        return self._believed[1], self._believed[2]

    def opinion(self, other: int) -> float:
        """How much this seat suspects another by what it has seen and heard, in log-odds."""
        return self.opinions((other,))[0]

    def opinions(self, others: Sequence[int]) -> list[float]:
        """The same of several, in one go."""
        if self.level.reasons:
            chances = self.believed()[0]
            return [logit(chances.get(other, 0.0)) for other in others]
        heard, doubts = self.belief.hearsay(), self.doubts
        if not doubts:
            return [heard.get(other, 0.0) for other in others]
        return [heard.get(other, 0.0) + doubts.get(other, 0.0) for other in others]

    def moved(self) -> dict[int, float]:
        """How much this seat is moved to vote against each: by what others ask for, as far as it trusts them
        and they were right before, and by its own word."""
        village = self.village
        found: dict[int, float] = {}
        if not village.wanted or village.is_asleep:
            return found
        follows = CALLED * self.level.follows
        shared = self.belief.shared() if follows and self.level.reasons else {}
        heeded = village.heeded()
        for caller, wanted in village.wanted.items():
            more = PROMISED
            if caller != self.seat:
                more = follows * heeded[caller] * (1.0 - shared.get(caller, UNKNOWN))
            found[wanted] = found.get(wanted, 0.0) + more
        return found

    def whims(self) -> dict[int, float]:
        """How chance tips its choices: the same for all of a day or a night, so that this seat does what it
        has said, and its light does not wander. From a stream of its own: nobody's secrets affect
        another's luck, nor its own by day."""
        village = self.village
        now = (village.day, village.is_asleep)
        if self._whims[0] != now:
            when = "by night" if village.is_asleep else "by day"
            lot = self.chance.stream(f"seat {self.seat} {when} {village.day}").random
            self._whims = (now, {seat: lot() for seat in village.alive})
        return self._whims[1]

    def perhaps(self, chance: float, choices: Sequence[Any]) -> Sequence[Any]:
        """One of these, or nobody."""
        lot = self.lot
        return (lot.choice(choices),) if choices and lot.random() < chance else ()

    def worst(self, choices: Sequence[Any], betrayed: Set[int] = frozenset()) -> Any:
        """The player whom this seat would most like to be gone: a foe it knows, else the most suspected; a
        friend only if `betrayed`."""
        blames = self.blames(choices, betrayed)
        return choices[blames.index(max(blames))]

    def points_at(self, among: Iterable[int]) -> int | None:
        """Whom this seat openly suspects most of these: never one it knows to be a friend."""
        others = [seat for seat in among if seat != self.seat and seat not in self.trusted]
        blames = self._blamed(others, frozenset())
        return others[blames.index(max(blames))] if others else None

    def accuses(self, among: Iterable[int]) -> int | None:
        """Whom this seat holds likeliest of these to be a werewolf: what it asks of others is no whim. Never
        one it knows to be a friend."""
        chances, whims = self.believed()[0], self.whims()
        others = [seat for seat in among if seat != self.seat and seat not in self.trusted]
        return max(others, key=lambda seat: (chances.get(seat, 0.0), whims.get(seat, 0.0)), default=None)

    def best(self, choices: Sequence[Any]) -> Any:
        """The player whom this seat would trust with an office: another one, whom others like too. The pack
        does not vote as one: that would give it the office, and give it away."""
        others = [other for other in choices if other.index != self.seat] or choices
        random, likings = self.lot.random, []
        seats = [other.index for other in others]
        for seat, opinion in zip(seats, self.opinions(seats), strict=True):
            found = LIKED if seat in self.friends or seat in self.cleared else 0.0
            if seat in self.foes and not self.is_werewolf:
                found -= SURELY
            likings.append(found + self._charm(seat) - opinion + 1.5 * random())
        return others[likings.index(max(likings))]

    def heir(self, choices: Sequence[Any]) -> Any:
        """Anybody, but preferably somebody trusted. A werewolf does not always hand on to the pack: what it
        was is seen by then."""
        trusted = [other for other in choices if other.index in self.trusted]
        if self.is_werewolf and self.level.reasons and self.lot.random() < self.level.betrays:
            trusted = []
        if trusted or not self.level.reasons:
            return self.lot.choice(trusted or choices)
        opinions = [self.opinion(other.index) + WHIM * self.lot.random() for other in choices]
        return choices[opinions.index(min(opinions))]

    def _unmoved(self, seat: int) -> float:
        """How much this seat suspects another to be the Piper: more, the fewer there are who do not dance."""
        village = self.village
        if not self.dancers or seat in self.dancers or "piper" in village.cards.values():
            return 0.0
        dancing = len(self.dancers - village.dead)
        still = len(village.alive) - dancing
        return min(UNMOVED_MOST, UNMOVED * dancing / max(1, still)) if dancing >= DANCING else 0.0

    def _charm(self, seat: int) -> float:
        """How much the whole village likes a face, so that bots vote alike while they know nothing."""
        charms = self.village.charms
        if seat not in charms:
            charms[seat] = 3.0 * self.chance.stream(f"charm of {seat}").random()
        return charms[seat]

    def prey(self, lot: Random, pack: Set[int], choices: Sequence[Any]) -> Any:
        """Whom to eat: somebody the village believes, who may be the Seer, or has voted against the pack; of
        two random players if it does not reason, else of all."""
        some = choices if self.level.reasons else lot.sample(choices, min(2, len(choices)))
        village, hunts = self.village, self.level.hunts
        told: Mapping[int | None, float] = {}
        if self.level.reasons and village.claimed:
            told = self.belief.accounts_by_teller()

        def danger(other: Any) -> float:
            seat = other.index
            found = float(sum(votes.get(seat) in pack for votes in village.votes))
            if village.day == 0 and seat in village.pleading:
                found -= SURELY
            found += 0.5 * (village.wanted.get(seat) in pack)
            if self.level.reasons:
                # A player whom the village suspects is more use alive.
                found -= hunts * logit(self.belief.shared().get(seat, 0.5)) - 2.0 * lot.random()
            else:
                found -= village.suspicion.get(seat, 0.0)
            key = village.claimed.get(seat)
            if key == "seer":
                return found + 6.0 * hunts * told.get(seat, CREDULOUS)
            return found + (hunts if key and key != "villager" else 0.0)

        return max(some, key=danger)

    def blames(self, choices: Sequence[Any], betrayed: Set[int] = frozenset()) -> list[float]:
        """How much this seat would like each of them gone."""
        return self._blamed([choice.index for choice in choices], betrayed)

    def _blamed(self, others: Sequence[int], betrayed: Set[int]) -> list[float]:
        noise, village, foes = self.level.noise, self.village, self.foes
        moved, whims = self.moved(), self.whims()
        blames = [
            opinion + noise * whims.get(other, 0.0)
            for other, opinion in zip(others, self.opinions(others), strict=True)
        ]
        known = {self.seat, *self.friends, *self.cleared, *foes, *moved}
        for other in known.intersection(others):
            at = others.index(other)
            if other in moved:
                blames[at] += moved[other]
            if other in foes and not self.is_werewolf:
                blames[at] += SURELY
            if other == self.seat or (other in self.friends and other not in betrayed):
                blames[at] -= 100.0
            elif other in self.cleared and other not in foes and not village.may_turn:
                blames[at] -= SURELY
        # BO-34: an Angel asks for it, so the others agree on a face.
        agree = village.may_plead and not village.pleading
        if self.dancers or agree:
            for at, other in enumerate(others):
                blames[at] += self._unmoved(other) - (AGREES * self._charm(other) if agree else 0.0)
        return blames


Choose: TypeAlias = Callable[[Mind, Sequence[Any], int], Sequence[Any]]
"""Answers a question: from these choices at most this many."""
Decide: TypeAlias = Callable[[Mapping[Any, Mind], Vote], dict[Any, Any]]
"""Answers for several minds asked at the same time."""
Learn: TypeAlias = Callable[[Mind, Show], None]
"""What somebody makes of what is shown to them."""
Speak: TypeAlias = Callable[[Mind], Iterable[Utterance]]
"""What somebody would like to say in a debate, most wanted first."""
Hear: TypeAlias = Callable[[Iterable[Mind], Any], None]
"""What the minds make of a public event."""


class Hint:
    """What bots make of a card, or of an event: `HINT` in a file with its name. Without an entry they answer
    at random, and learn nothing.

    By what is asked, shown or said: `chooses`, `decides`, `learns`, `hears`. Of its owner alone: `meets`,
    what they make of a morning, of who is alive and what was heard; `says`, what they would like to say in a
    debate; `condemns`, whom they vote for, None: as everybody does; `presses`, whether they press in the
    covered time of their card. Once it is turned over: `vouches`, how much more a vote of its owner counts;
    `proved`, what the village makes of it.

    Of an event, `condemns` is everybody's. `first_ballot`: whether it holds for the first ballot alone, whose
    votes say nothing of anybody.
    """

    def __init__(
        self,
        *,
        chooses: Mapping[str, Choose] | None = None,
        decides: Mapping[str, Decide] | None = None,
        learns: Mapping[str, Learn] | None = None,
        hears: Mapping[type, Hear] | None = None,
        meets: Callable[[Mind, list[int], Set[type[News]]], None] | None = None,
        says: Speak | None = None,
        condemns: Callable[[Mind, Sequence[Any]], Any] | None = None,
        presses: Callable[[Mind], bool] | None = None,
        vouches: float = HONEST,
        proved: Callable[[VillageSeen, int], None] | None = None,
        first_ballot: bool = False,
    ) -> None:
        self.chooses = chooses or {}
        self.decides = decides or {}
        self.learns = learns or {}
        self.hears = hears or {}
        self.meets = meets
        self.says = says
        self.condemns = condemns
        self.presses = presses
        self.vouches = vouches
        self.proved = proved
        self.first_ballot = first_ballot
