"""What bots conclude: each player by itself, and the village as a whole; and how cards add to that.

The village does not talk, but it sees every vote and remembers: players who turn out to be honest are
believed afterwards, and those who hunted the innocent are suspected. The rest is chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from random import Random
from typing import Any, TypeAlias

from table.engine.chance import Chance
from table.engine.requests import Show, Vote
from table.games.werewolf.rules.events import Ballots
from table.games.werewolf.rules.news import News

ACCUSED = 0.35
"""Suspicion from one vote against somebody."""
INSISTED = 0.5
"""Additional suspicion if the same voter named them the day before."""
WRONGED = 0.8
"""Suspicion from a vote for somebody who proved innocent."""
RIGHTED = 1.2
"""Trust from a vote for somebody who proved guilty: werewolves spare each other."""
HONEST = 0.5
"""Factor on a vote whose voter has proved innocent; and on how much a werewolf's vote clears."""
SEEN = 2.0
"""Factor on a vote whose voter has proved to know."""
NEAR = 1.2
"""Suspicion of each of two or three players of whom one must be a werewolf."""
UNMOVED = 2.0
"""Suspicion of a player who does not dance when most others do: they may be the Piper."""


class VillageSeen:
    """What everybody has seen and heard, and the suspicion that follows from it."""

    def __init__(self) -> None:
        self.day = 0
        self.is_asleep = False
        self.suspicion: dict[int, float] = {}
        self.votes: list[dict[int, int]] = []
        """The votes of every day: who named whom."""
        self.elections: list[dict[int, int]] = []
        self.mornings: list[tuple[list[int], set[type[News]]]] = []
        """Who was alive, and what everybody had just heard."""
        self.heard: set[type[News]] = set()
        """What was heard since everybody was last seen."""
        self.met = 0
        """The last day on which everybody was seen."""
        self.charms: dict[int, float] = {}
        """How much the village likes each face."""

    def suspect(self, seat: int, more: float) -> None:
        self.suspicion[seat] = self.suspicion.get(seat, 0.0) + more

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
        if ballots.of == "election":
            self.elections.append(votes)
            return
        before = self.votes[-1] if self.votes else {}
        self.votes.append(votes)
        for voter, target in votes.items():
            if voter == target and self.day == 0:
                # BO-34: only an Angel wants that.
                self.suspect(target, -SEEN)
            self.suspect(target, ACCUSED + (INSISTED if before.get(voter) == target else 0.0))

    def prove(self, seat: int, guilty: bool, weight: float = HONEST) -> None:
        """A card is revealed: all votes of and against its owner are weighed again. `weight`: the new factor
        on their votes."""
        for votes in self.votes:
            for voter, target in votes.items():
                if target == seat and guilty:
                    self.suspect(voter, -RIGHTED)
                elif voter == seat:
                    self.suspect(target, -HONEST if guilty else weight)
        if self.votes and not guilty:
            for voter, target in self.votes[-1].items():
                if target == seat:
                    self.suspect(voter, WRONGED)
        for votes in self.elections:
            if seat in votes and (guilty or weight > HONEST):
                self.suspect(votes[seat], HONEST if guilty else -weight)


class Mind:
    """What one seat knows of the others, by their numbers, and how it chooses among them."""

    def __init__(self, seat: int, chance: Chance, village: VillageSeen) -> None:
        self.seat = seat
        self.chance = chance
        self.village = village
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

    @property
    def lot(self) -> Random:
        """This seat's own random stream: nobody's secrets affect another's luck, nor its own by day."""
        return self.chance.stream(f"seat {self.seat} by {'night' if self.village.is_asleep else 'day'}")

    @property
    def trusted(self) -> Set[int]:
        """Players this seat certainly does not hunt."""
        return self.friends | self.cleared

    def holds(self, card: Any) -> None:
        """This seat holds this card from now on."""
        self.card, self.is_werewolf = card.key, card.nature == "werewolf"

    def turn_werewolf(self) -> None:
        """Becomes a werewolf: those it hunted are friends now."""
        self.is_werewolf = True
        self.friends |= self.foes
        self.pack |= self.foes

    def doubt(self, seats: Sequence[int], more: float) -> None:
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

    def perhaps(self, chance: float, choices: Sequence[Any]) -> Sequence[Any]:
        """One of these, or nobody."""
        lot = self.lot
        return (lot.choice(choices),) if choices and lot.random() < chance else ()

    def worst(self, choices: Sequence[Any], betrayed: Set[int] = frozenset()) -> Any:
        """The player whom this seat would most like to be gone: a foe it knows, else the most suspected; a
        friend only if `betrayed`."""
        blames = self.blames(choices, betrayed)
        return choices[blames.index(max(blames))]

    def best(self, choices: Sequence[Any]) -> Any:
        """The player whom this seat would trust with an office: another one, whom others like too."""
        others = [other for other in choices if other.index != self.seat] or choices
        liked = [self._charm(other.index) for other in others]
        blames = [blame - like for blame, like in zip(self.blames(others), liked, strict=True)]
        return others[blames.index(min(blames))]

    def heir(self, choices: Sequence[Any]) -> Any:
        """Anybody, but preferably somebody trusted."""
        trusted = [other for other in choices if other.index in self.trusted]
        return self.lot.choice(trusted or choices)

    def _charm(self, seat: int) -> float:
        """How much the whole village likes a face, so that bots vote alike and elect somebody."""
        charms = self.village.charms
        if seat not in charms:
            charms[seat] = 3.0 * self.chance.stream("charm").random()
        return charms[seat]

    def prey(self, lot: Random, pack: Set[int], choices: Sequence[Any]) -> Any:
        """The better of two random players to eat: the one the village believes more and who has voted
        against the pack."""
        pair = lot.sample(choices, min(2, len(choices)))

        def danger(other: Any) -> float:
            against = sum(votes.get(other.index) in pack for votes in self.village.votes)
            return against - self.village.suspicion.get(other.index, 0.0)

        return max(pair, key=danger)

    def blames(self, choices: Sequence[Any], betrayed: Set[int] = frozenset()) -> list[float]:
        """How much this seat suspects each of them."""
        lot, suspicion = self.lot, self.village.suspicion
        blames = []
        for choice in choices:
            other = choice.index
            blame = suspicion.get(other, 0.0) + self.doubts.get(other, 0.0) + 1.5 * lot.random()
            if other == self.seat or (other in self.friends and other not in betrayed):
                blame -= 100.0
            elif other in self.foes and not self.is_werewolf:
                blame += 50.0
            elif other in self.cleared:
                blame -= 50.0
            elif len(self.dancers) > 3 and other not in self.dancers:
                blame += UNMOVED
            blames.append(blame)
        return blames


def beside(seat: int, alive: Sequence[int]) -> Sequence[int]:
    """The nearest living players on either side."""
    others = [other for other in alive if other > seat] + [other for other in alive if other < seat]
    return others if len(others) < 2 else (others[0], others[-1])


Choose: TypeAlias = Callable[[Mind, Sequence[Any], int], Sequence[Any]]
"""Answers a question: from these choices at most this many."""
Decide: TypeAlias = Callable[[Mapping[Any, Mind], Vote], dict[Any, Any]]
"""Answers for several minds asked at the same time."""
Learn: TypeAlias = Callable[[Mind, Show], None]
"""What somebody makes of what is shown to them."""
Hear: TypeAlias = Callable[[Iterable[Mind], Any], None]
"""What the minds make of a public event."""


class Hint:
    """What bots make of a card: `HINT` in a file with the card's name. Without an entry they answer at
    random, and learn nothing.

    By what is asked, shown or said: `chooses`, `decides`, `learns`, `hears`. Of its owner alone: `meets`,
    what they make of a morning, of who is alive and what was heard; `condemns`, whom they vote for, None: as
    everybody does. Once it is turned over: `vouches`, how much more a vote of its owner counts; `proved`,
    what the village makes of it.
    """

    def __init__(
        self,
        *,
        chooses: Mapping[str, Choose] | None = None,
        decides: Mapping[str, Decide] | None = None,
        learns: Mapping[str, Learn] | None = None,
        hears: Mapping[type, Hear] | None = None,
        meets: Callable[[Mind, list[int], Set[type[News]]], None] | None = None,
        condemns: Callable[[Mind, Sequence[Any]], Any] | None = None,
        vouches: float = HONEST,
        proved: Callable[[VillageSeen, int], None] | None = None,
    ) -> None:
        self.chooses = chooses or {}
        self.decides = decides or {}
        self.learns = learns or {}
        self.hears = hears or {}
        self.meets = meets
        self.condemns = condemns
        self.vouches = vouches
        self.proved = proved
