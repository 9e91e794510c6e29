"""Players that choose from what their seat may know, and no more.

A bot has seen what was shown to its seat and heard what everybody heard. What it makes of that: a Seer
votes for the werewolf she saw, werewolves agree and, but for now and then by day, spare each other, Lovers
protect each other. The village has no words, but it sees every vote, and remembers: whoever turns out to have
been honest is believed afterwards, and whoever hunted the innocent is suspected. The rest is chance.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random
from typing import Any

from table.engine.chance import Chance
from table.engine.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sleep, Vote, Wake
from table.games.lots import in_common
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.cards.elder import PowersLost
from table.games.werewolf.rules.choices import ALOUD
from table.games.werewolf.rules.events import Ballots, Day, Death, NatureShown
from table.games.werewolf.rules.pieces import Card

ACCUSED = 0.35
"""How much one vote against somebody makes others suspect him."""
INSISTED = 0.5
"""And how much more, if the same voter named him the day before."""
WRONGED = 0.8
"""How much it tells against somebody to have voted for one who proved innocent."""
RIGHTED = 1.2
"""How much it tells for somebody to have voted for one who proved guilty: werewolves spare each other."""
HONEST = 0.5
"""How much more a vote counts whose voter has proved innocent; and how much a werewolf's vote clears."""
SEEN = 2.0
"""The same of a vote whose voter has proved to be the Seer."""
SMELT = 1.2
"""How suspect somebody is beside a growling bear, or when a fox has smelt a werewolf near him."""
UNMOVED = 2.0
"""How suspect somebody is who does not dance when most others do: he may be the Piper."""

BETRAYS = 0.3
"""How often a werewolf names whom the others suspect most, be it one of the pack: else whoever a bot names
would be none of its own for sure."""

BY_DAY = ("candidates", "election", "election_revote", "vote", "revotes")
"""The votes at which everybody sees everybody."""


class Memory:
    """What one seat knows of the others, by their numbers."""

    def __init__(self) -> None:
        self.card = ""
        self.is_werewolf = False
        self.friends: set[int] = set()
        self.pack: set[int] = set()
        """Other werewolves, as long as one is one oneself: friends too, but for a betrayal now and then."""
        self.beloved: set[int] = set()
        """Friends who are never betrayed."""
        self.foes: set[int] = set()
        """Werewolves, as long as one is none oneself."""
        self.cleared: set[int] = set()
        self.doubts: dict[int, float] = {}
        self.dancers: set[int] = set()
        self.model: int | None = None
        self.sniffed: Sequence[int] = ()
        self.centre: Sequence[Card] = ()

    def turn_werewolf(self) -> None:
        """Whom he hunted is now of his own kind."""
        self.is_werewolf = True
        self.friends |= self.foes
        self.pack |= self.foes

    def doubt(self, seats: Sequence[int], more: float) -> None:
        for seat in seats:
            self.doubts[seat] = self.doubts.get(seat, 0.0) + more


class Village:
    """What everybody has seen and heard, and how much suspicion follows from it."""

    def __init__(self) -> None:
        self.day = 0
        self.suspicion: dict[int, float] = {}
        self.votes: list[dict[int, int]] = []
        """Of every vote of every day, who named whom."""
        self.elections: list[dict[int, int]] = []
        self.mornings: list[tuple[list[int], bool]] = []
        """Who was alive, and whether the bear growled."""
        self.growls = False
        self.met = 0
        """The last day on which everybody was seen."""

    def suspect(self, seat: int, more: float) -> None:
        self.suspicion[seat] = self.suspicion.get(seat, 0.0) + more

    def meet(self, alive: list[int]) -> bool:
        """Everybody alive sees everybody; whether it is the first time on this day."""
        if self.met == self.day:
            return False
        self.met = self.day
        self.mornings.append((alive, self.growls))
        self.growls = False
        return True

    def count(self, ballots: Ballots) -> None:
        """Votes are laid open."""
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

    def prove(self, seat: int, guilty: bool, card: str = "") -> None:
        """It is seen what somebody was: all that he did, and all that was done against him, is read anew."""
        weight = SEEN if card == "seer" else HONEST
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
            if seat in votes and (guilty or card == "seer"):
                self.suspect(votes[seat], HONEST if guilty else -SEEN)
        if card == "bear_tamer":
            for alive, growled in self.mornings:
                for other in beside(seat, alive):
                    self.suspect(other, SMELT if growled else -SMELT)


class Bots:
    """Answers for all seats, each from its own memory. Draws by lot come from the same `chance`; from
    `openly`, if there is such a one, those in front of everybody."""

    def __init__(self, chance: Chance, openly: Chance | None = None) -> None:
        self.chance = chance
        self._openly = openly or chance
        self.betrays = BETRAYS
        self._memories: dict[int, Memory] = {}
        self._village = Village()
        self._charms: dict[int, float] = {}
        self._asleep = False

    def ask(self, request: Ask) -> Sequence[Any]:
        seat, choices = request.seat.index, request.choices
        me, lot = self._memory(seat), self._lot(seat)
        match request.key:
            case "thief":
                return (self._exchange(me, lot, choices),)
            case "wolf_hound":
                side = lot.choice(choices)
                if side == "werewolf":
                    me.turn_werewolf()
                return (side,)
            case "accursed_wolf_father":
                return (lot.random() < 0.6,)
            case "cupid" | "piper":
                return lot.sample(choices, request.count)
            case "wild_child":
                model = lot.choice(choices)
                me.model = model.index
                me.friends.add(model.index)
                return (model,)
            case "seer":
                unknown = [other for other in choices if other.index not in me.foes | me.cleared | me.friends]
                return (self._worst(seat, unknown or choices),)
            case "fox":
                return (self._sniff(seat, choices),)
            case "defender":
                trusted = [other for other in choices if other.index in me.friends | me.cleared]
                return (lot.choice(trusted or choices),)
            case "pyromaniac":
                return _perhaps(lot, 0.3, [self._best(seat, choices)])
            case "big_bad_wolf":
                return (self._prey(lot, me.friends, choices),)
            case "white_werewolf":
                return _perhaps(lot, 0.5, choices)
            case "raven":
                return _perhaps(lot, 0.7, [self._worst(seat, choices)])
            case "witch.heal":
                mine = [victim for victim in choices if victim.index in me.friends or victim.index == seat]
                return mine[:1] or _perhaps(lot, 0.5, [one for one in choices if one.index not in me.foes])
            case "witch.poison":
                worst = self._worst(seat, choices)
                sure = worst.index in me.foes and not me.is_werewolf
                guess = 0.5 if self._village.suspicion.get(worst.index, 0.0) > 2.0 else 0.15
                return (worst,) if sure else _perhaps(lot, guess, [worst])
            case "successor":
                trusted = [heir for heir in choices if heir.index in me.friends | me.cleared]
                return (lot.choice(trusted or choices),)
            case "hunter" | "captain_choice":
                return (self._worst(seat, choices),)
        # A role of the house: nothing is known of what it does.
        return lot.sample(choices, min(request.count, len(choices)))

    def vote(self, request: Vote) -> dict[Any, Any]:
        voters = request.choices
        if request.key == "werewolves":
            return self._meal(request)
        if request.key == "werewolves.awake":
            return dict.fromkeys(voters, True)
        if request.key.startswith("roll_call."):
            called = request.key.removeprefix("roll_call.")
            return {voter: True for voter in voters if self._memory(voter.index).card == called}
        if request.key not in BY_DAY:
            # A role of the house: nothing is known of what it does.
            return {voter: self._lot(voter.index).choice(menu) for voter, menu in voters.items() if menu}
        self._meet([voter.index for voter in voters])
        if request.key == "candidates":
            return {voter: True for voter in voters if self._lot(voter.index).random() < 1 / 3}
        named = self._best if request.key.startswith("election") else self._condemned
        return {voter: named(voter.index, menu) for voter, menu in voters.items() if menu}

    def show(self, request: Show) -> None:
        for seat in request.to:
            me = self._memory(seat.index)
            match request.what:
                case "dealt":
                    me.card, me.is_werewolf = request.value.key, request.value.nature == "werewolf"
                case "centre":
                    me.centre = request.value
                case "pack":
                    me.is_werewolf = True
                    me.friends |= {wolf.index for wolf in request.value}
                    me.pack |= {wolf.index for wolf in request.value}
                case "infected":
                    me.turn_werewolf()
                case "lover" | "sister" if request.seat:
                    me.friends.add(request.seat.index)
                    me.beloved.add(request.seat.index)
                case "card" if request.seat:
                    self._learn(me, request.seat.index, request.value.nature == "werewolf")
                case "fox":
                    for other in () if request.value else me.sniffed:
                        self._learn(me, other, is_werewolf=False)
                    self._one_of(me, me.sniffed if request.value else ())
                case "baker":
                    self._one_of(me, [other.index for other in request.value])
                case "charmed":
                    me.dancers = {other.index for other in request.value}

    def say(self, request: Say) -> None:
        village = self._village
        match request.event:
            case Day(number=number):
                village.day = number
            case BearGrowls():
                village.growls = True
            case PowersLost():
                for me in self._memories.values():
                    me.card = "" if me.card == "bear_tamer" else me.card
            case Ballots() as ballots:
                village.count(ballots)
            case Death(seat=seat, card=card):
                if card and card.group != "ambiguous":
                    village.prove(seat.index, card.nature == "werewolf", card.key)
                for me in self._memories.values():
                    if me.model == seat.index:
                        me.turn_werewolf()
            case NatureShown(seat=seat, value="werewolf"):
                village.prove(seat.index, guilty=True)

    def draw(self, request: Draw) -> Sequence[Any]:
        chance = self._openly if request.stream in ALOUD else self.chance
        return chance.draw(request.stream, request.choices, request.count)

    def wake(self, request: Wake) -> None:  # noqa: ARG002 - nobody learns anything from a call that is not his
        self._asleep = True

    def sleep(self, request: Sleep) -> None:  # noqa: ARG002 - nor from its end
        self._asleep = False

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - hands say when a bot is ready
        return None

    def leavers(self, request: Leavers) -> Sequence[Any]:  # noqa: ARG002 - bots stay to the end
        return ()

    def _memory(self, seat: int) -> Memory:
        if seat not in self._memories:
            self._memories[seat] = Memory()
        return self._memories[seat]

    def _lot(self, seat: int) -> Random:
        """The dice a seat rolls for itself: nobody's secrets shift another's luck, nor his own by day."""
        return self.chance.stream(f"seat {seat} by {'night' if self._asleep else 'day'}")

    def _learn(self, me: Memory, other: int, is_werewolf: bool) -> None:
        """Somebody is sure about somebody."""
        (me.foes if is_werewolf else me.cleared).add(other)
        if is_werewolf and me.is_werewolf:
            me.friends.add(other)
            me.pack.add(other)

    def _one_of(self, me: Memory, seats: Sequence[int]) -> None:
        """One of these at least is a werewolf."""
        maybe = [seat for seat in seats if seat not in me.cleared and seat not in me.friends]
        if len(maybe) == 1:
            self._learn(me, maybe[0], is_werewolf=True)
        elif not me.foes.intersection(maybe):
            me.doubt(maybe, SMELT)

    def _meet(self, alive: list[int]) -> None:
        """What a Bear Tamer makes of the morning, once he sees who sits beside him."""
        growls = self._village.growls
        if self._village.meet(alive):
            for seat, me in self._memories.items():
                if me.card == "bear_tamer" and seat in alive:
                    if growls:
                        self._one_of(me, beside(seat, alive))
                    else:
                        me.doubt(beside(seat, alive), -SMELT)

    def _exchange(self, me: Memory, lot: Random, choices: Sequence[Any]) -> Any:
        """LG-5: a Thief takes a card that does something, if there is one."""
        cards = dict(zip(("left", "right"), me.centre, strict=False))
        better = [side for side in choices if side in cards and cards[side].key != "villager"]
        side = lot.choice(better or choices)
        if side in cards:
            me.card, me.is_werewolf = cards[side].key, cards[side].nature == "werewolf"
        return side

    def _sniff(self, seat: int, choices: Sequence[Any]) -> Any:
        """BO-14: a Fox points where he and his neighbours together are most suspect."""
        alive = [other.index for other in choices]
        blames = dict(zip(alive, self._blames(seat, choices), strict=True))
        groups = [(middle, *beside(middle, alive)) for middle in alive]
        best = max(range(len(groups)), key=lambda place: sum(blames[other] for other in groups[place]))
        self._memory(seat).sniffed = [other for other in groups[best] if other != seat]
        return choices[best]

    def _meal(self, request: Vote) -> dict[Any, Any]:
        """The pack agrees on one whom all of it may eat. LG-14: not one of its own, where it may."""
        voters = request.choices
        pack = {voter.index for voter in voters}
        shared = [seat for seat in in_common(voters.values()) if seat.index not in pack]
        return dict.fromkeys(voters, self._prey(self.chance.stream("pack"), pack, shared)) if shared else {}

    def _prey(self, lot: Random, pack: set[int], choices: Sequence[Any]) -> Any:
        """Of two at random, whom the village believes more, and who has voted against the pack."""
        pair = lot.sample(choices, min(2, len(choices)))

        def danger(other: Any) -> float:
            against = sum(votes.get(other.index) in pack for votes in self._village.votes)
            return against - self._village.suspicion.get(other.index, 0.0)

        return max(pair, key=danger)

    def _condemned(self, seat: int, choices: Sequence[Any]) -> Any:
        """Whom this seat votes for. BO-34: before the first night an Angel wants it to be himself."""
        if self._village.day == 0 and self._memory(seat).card == "angel" and not self._memory(seat).friends:
            for other in choices:
                if other.index == seat:
                    return other
        me, betrayed = self._memory(seat), frozenset[int]()
        if self.chance.stream(f"seat {seat} betrays").random() < self.betrays:
            betrayed = frozenset(me.pack - me.beloved - {seat})
        return self._worst(seat, choices, betrayed)

    def _worst(self, seat: int, choices: Sequence[Any], betrayed: Set[int] = frozenset()) -> Any:
        """Whom this seat would rather see gone: a foe it knows, else the most suspected; a friend only if
        `betrayed`."""
        blames = self._blames(seat, choices, betrayed)
        return choices[blames.index(max(blames))]

    def _best(self, seat: int, choices: Sequence[Any]) -> Any:
        """Whom this seat would trust with an office: somebody else whom others like too."""
        others = [other for other in choices if other.index != seat] or choices
        liked = [self._charm(other.index) for other in others]
        blames = [blame - like for blame, like in zip(self._blames(seat, others), liked, strict=True)]
        return others[blames.index(min(blames))]

    def _charm(self, seat: int) -> float:
        """How much the whole village likes a face: bots that vote alike elect somebody."""
        if seat not in self._charms:
            self._charms[seat] = 3.0 * self.chance.stream("charm").random()
        return self._charms[seat]

    def _blames(self, seat: int, choices: Sequence[Any], betrayed: Set[int] = frozenset()) -> list[float]:
        """How much this seat has against each of them."""
        me, lot, suspicion = self._memory(seat), self._lot(seat), self._village.suspicion
        blames = []
        for choice in choices:
            other = choice.index
            blame = suspicion.get(other, 0.0) + me.doubts.get(other, 0.0) + 1.5 * lot.random()
            if other == seat or (other in me.friends and other not in betrayed):
                blame -= 100.0
            elif other in me.foes and not me.is_werewolf:
                blame += 50.0
            elif other in me.cleared:
                blame -= 50.0
            elif len(me.dancers) > 3 and other not in me.dancers:
                blame += UNMOVED
            blames.append(blame)
        return blames


def beside(seat: int, alive: Sequence[int]) -> Sequence[int]:
    """The nearest of those alive on either side, as they sit."""
    others = [other for other in alive if other > seat] + [other for other in alive if other < seat]
    return others if len(others) < 2 else (others[0], others[-1])


def _perhaps(lot: Random, chance: float, choices: Sequence[Any]) -> Sequence[Any]:
    return (lot.choice(choices),) if choices and lot.random() < chance else ()
