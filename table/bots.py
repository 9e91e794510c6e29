"""Players that choose from what their seat may know, and no more.

A bot has seen what was shown to its seat and heard what everybody heard. What it makes of that: a Seer
votes for the werewolf she saw, werewolves agree and spare each other, Lovers protect each other, and who
voted for an innocent is suspected. The rest is chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from table.chance import Chance
from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sleep, Vote, Wake
from table.simulate import in_common
from table.werewolf.events import Ballots, Death
from table.werewolf.state import Seat

ACCUSED = 0.35
"""How much one vote against somebody makes others suspect him."""
WRONGED = 0.8
"""How much it tells against him to have voted for somebody who proved innocent; or for him, if guilty."""


class Memory:
    """What one seat knows, and the dice it rolls for itself: nobody's secrets shift another's luck."""

    def __init__(self, lot: Random) -> None:
        self.lot = lot
        self.friends: set[int] = set()
        self.foes: set[int] = set()
        self.cleared: set[int] = set()
        self.is_werewolf = False


class Bots:
    """Answers for all seats, each from its own memory. Draws by lot come from the same `chance`."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self._memories: dict[int, Memory] = {}
        self._suspicion: dict[int, float] = {}
        self._charms: dict[int, float] = {}
        self._last_votes: dict[int, int] = {}

    def ask(self, request: Ask) -> Sequence[Any]:
        seat, choices = request.seat.index, request.choices
        me = self._memory(seat)
        match request.key:
            case "thief":
                return (me.lot.choice(choices),)
            case "cupid":
                return me.lot.sample(choices, request.count)
            case "seer":
                unknown = [other for other in choices if other.index not in me.foes | me.cleared]
                return (me.lot.choice(unknown or choices),)
            case "witch.heal":
                mine = [victim for victim in choices if victim.index in me.friends or victim.index == seat]
                return mine[:1] or _perhaps(me.lot, 0.5, choices)
            case "witch.poison":
                known = [other for other in choices if other.index in me.foes]
                return known[:1] or _perhaps(me.lot, 0.15, [self._worst(seat, choices)])
            case "successor":
                trusted = [heir for heir in choices if heir.index in me.friends | me.cleared]
                return (me.lot.choice(trusted or choices),)
        return (self._worst(seat, choices),)

    def vote(self, request: Vote) -> dict[Any, Any]:
        voters = request.choices
        if request.key == "werewolves":
            shared = in_common(voters.values())
            return dict.fromkeys(voters, self.chance.stream("pack").choice(shared)) if shared else {}
        if request.key.startswith("election"):
            return {voter: self._best(voter.index, menu) for voter, menu in voters.items() if menu}
        return {voter: self._worst(voter.index, menu) for voter, menu in voters.items() if menu}

    def show(self, request: Show) -> None:
        for seat in request.to:
            me = self._memory(seat.index)
            match request.what:
                case "dealt":
                    me.is_werewolf = request.value.nature == "werewolf"
                case "pack":
                    me.is_werewolf = True
                    me.friends |= {wolf.index for wolf in request.value}
                case "lover" if isinstance(request.seat, Seat):
                    me.friends.add(request.seat.index)
                case "card" if isinstance(request.seat, Seat):
                    wolf = request.value.nature == "werewolf"
                    (me.foes if wolf else me.cleared).add(request.seat.index)

    def say(self, request: Say) -> None:
        match request.event:
            case Ballots(of="vote", votes=votes):
                self._last_votes = {voter.index: target.index for voter, target in votes.items()}
                for target in self._last_votes.values():
                    self._suspect(target, ACCUSED)
            case Death(seat=seat, card=card) if card is not None:
                guilty = card.nature == "werewolf"
                for voter, target in self._last_votes.items():
                    if target == seat.index:
                        self._suspect(voter, -WRONGED if guilty else WRONGED)

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.chance.draw(request.stream, request.choices, request.count)

    def wake(self, request: Wake) -> None:
        """Nobody learns anything from a call that is not his."""

    def sleep(self, request: Sleep) -> None:
        """Nor from its end."""

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - hands say when a bot is ready
        return None

    def leavers(self, request: Leavers) -> Sequence[Any]:  # noqa: ARG002 - bots stay to the end
        return ()

    def _memory(self, seat: int) -> Memory:
        if seat not in self._memories:
            self._memories[seat] = Memory(self.chance.stream(f"seat {seat}"))
        return self._memories[seat]

    def _suspect(self, seat: int, more: float) -> None:
        self._suspicion[seat] = self._suspicion.get(seat, 0.0) + more

    def _worst(self, seat: int, choices: Sequence[Any]) -> Any:
        """Whom this seat would rather see gone: a foe it knows, else the most suspected, never a friend."""
        return max(choices, key=lambda other: self._blame(seat, other.index))

    def _best(self, seat: int, choices: Sequence[Any]) -> Any:
        """Whom this seat would trust with an office: somebody else whom others like too."""
        others = [other for other in choices if other.index != seat] or choices
        return min(others, key=lambda other: self._blame(seat, other.index) - self._charm(other.index))

    def _charm(self, seat: int) -> float:
        """How much the whole village likes a face: bots that vote alike elect somebody."""
        if seat not in self._charms:
            self._charms[seat] = 3.0 * self.chance.stream("charm").random()
        return self._charms[seat]

    def _blame(self, seat: int, other: int) -> float:
        me = self._memory(seat)
        blame = self._suspicion.get(other, 0.0) + 1.5 * me.lot.random()
        if other == seat or other in me.friends:
            return blame - 100.0
        if other in me.foes:
            return blame + (0.0 if me.is_werewolf else 50.0)
        return blame - (50.0 if other in me.cleared else 0.0)


def _perhaps(lot: Random, chance: float, choices: Sequence[Any]) -> Sequence[Any]:
    return (lot.choice(choices),) if choices and lot.random() < chance else ()
