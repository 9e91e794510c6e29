"""Bots that choose from what their seat may know, and nothing else.

A bot knows what was shown to its seat and heard what everybody heard. It concludes: a Seer votes for the
werewolf she saw, werewolves agree and, except now and then by day, spare each other, Lovers protect each
other. What bots make of a card is in `hints`, in a file with the card's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from table.engine.chance import Chance
from table.engine.requests import (
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Press,
    Say,
    Show,
    Sleep,
    Talk,
    Vote,
    Wake,
    Wanted,
)
from table.games.werewolf import hints
from table.games.werewolf.belief import Belief
from table.games.werewolf.levels import REGULAR, Level
from table.games.werewolf.mind import Choose, Decide, Hear, Hint, Learn, Mind, Utterance
from table.games.werewolf.rules.choices import ALOUD
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.events import (
    AngelMayBeThere,
    Ballots,
    Captain,
    Claimed,
    Day,
    Dealt,
    Death,
    DebateOpens,
    NatureShown,
)
from table.games.werewolf.rules.news import News
from table.games.werewolf.seen import VillageSeen
from table.games.werewolf.talk import LINES, is_said, spoken, wishes
from table.games.werewolf.thoughts import Thought, thought

BY_DAY = ("candidates", "election", "election_revote", "vote", "revotes")
"""The votes at which everybody sees everybody."""

HINTS: Mapping[str, Hint] = {
    file.name: import_module(f"{hints.__name__}.{file.name}").HINT for file in iter_modules(hints.__path__)
}
"""The hints of cards, by their keys."""
NONE = Hint()
CHOOSES: Mapping[str, Choose] = {key: one for hint in HINTS.values() for key, one in hint.chooses.items()}
DECIDES: Mapping[str, Decide] = {key: one for hint in HINTS.values() for key, one in hint.decides.items()}
LEARNS: Mapping[str, Learn] = {what: one for hint in HINTS.values() for what, one in hint.learns.items()}
HEARS: Mapping[type, Sequence[Hear]] = {
    event: [hint.hears[event] for hint in HINTS.values() if event in hint.hears]
    for event in {event for hint in HINTS.values() for event in hint.hears}
}


class Bots:
    """Answers for all seats, each from its own memory. Random choices come from `chance`; public ones from
    `openly`, if it is given. `level`: how well they play; `werewolves`: those who are werewolves, or become
    one, if it is not the same."""

    def __init__(
        self,
        chance: Chance,
        openly: Chance | None = None,
        *,
        level: Level = REGULAR,
        werewolves: Level | None = None,
    ) -> None:
        self.chance = chance
        self.level = level
        self._werewolves = werewolves
        self._openly = openly or chance
        self._order: list[int] = []
        """The order in which bots may speak in this debate: public, as nobody's secrets shift it."""
        self._minds: dict[int, Mind] = {}
        self.village = VillageSeen()
        self.belief = Belief(self.village)

    def ask(self, request: Ask) -> Sequence[Any]:
        me, choices = self._mind(request.seat.index), request.choices
        if request.key in CHOOSES:
            return CHOOSES[request.key](me, choices, request.count)
        # A role of the house: nothing is known of what it does.
        return me.lot.sample(choices, min(request.count, len(choices)))

    def vote(self, request: Vote) -> dict[Any, Any]:
        minds = {voter: self._mind(voter.index) for voter in request.choices}
        if request.key in DECIDES:
            return DECIDES[request.key](minds, request)
        if request.key.startswith("roll_call."):
            called = request.key.removeprefix("roll_call.")
            return {voter: True for voter, me in minds.items() if me.card == called}
        menus = {voter: menu for voter, menu in request.choices.items() if menu}
        if request.key not in BY_DAY:
            # A role of the house: nothing is known of what it does.
            return {voter: minds[voter].lot.choice(menu) for voter, menu in menus.items()}
        self._meet([voter.index for voter in minds])
        if request.key == "candidates":
            return {voter: True for voter, me in minds.items() if me.lot.random() < 1 / 3}
        if request.key.startswith("election"):
            return {voter: minds[voter].best(menu) for voter, menu in menus.items()}
        cast = {voter: self._condemned(minds[voter], menu) for voter, menu in menus.items()}
        return cast | {seat: self._mind(seat.index).worst(menu) for seat, menu in request.guesses.items()}

    def show(self, request: Show) -> None:
        for seat in request.to:
            me = self._mind(seat.index)
            if request.what == "dealt":
                me.holds(request.value)
            elif request.what in LEARNS:
                LEARNS[request.what](me, request)

    def say(self, request: Say) -> None:
        village, event = self.village, request.event
        match event:
            case Day(number=number):
                village.begin(number)
            case AngelMayBeThere():
                village.may_plead = True
            case Dealt(deck=deck):
                village.learn_deck(deck)
            case DebateOpens():
                self._order = sorted(village.seats)
                self._openly.stream("talk").shuffle(self._order)
            case Claimed(seat=seat, claim=claim):
                village.hear(seat.index, claim)
            case Ballots():
                village.count(event)
            case Death(seat=seat, card=card):
                village.bury(seat.index, card)
                if card and card.group != "ambiguous" and seat.index not in village.swapped:
                    hint = HINTS.get(card.key, NONE)
                    village.prove(seat.index, card.nature == "werewolf", hint.vouches)
                    if hint.proved:
                        hint.proved(village, seat.index)
            case Captain(seat=seat, by=by):
                village.crown(seat.index, by == "succession")
            case NatureShown(seat=seat, value="werewolf"):
                village.prove(seat.index, guilty=True)
            case News():
                village.heard.add(type(event))
        for hear in HEARS.get(type(event), ()):
            hear(self._minds.values(), event)

    def draw(self, request: Draw) -> Sequence[Any]:
        chance = self._openly if request.stream in ALOUD else self.chance
        return chance.draw(request.stream, request.choices, request.count)

    def wake(self, request: Wake) -> None:  # noqa: ARG002 - nobody learns anything from the call of another
        self.village.is_asleep = True
        self.village.may_plead = False

    def sleep(self, request: Sleep) -> None:  # noqa: ARG002 - nor from its end
        self.village.is_asleep = False

    def clock(self, request: Clock) -> Press | None:
        """What one of the speakers says next; None: nothing. Hands say when a bot is ready."""
        if not isinstance(request, Talk):
            return None
        if self.village.met != self.village.day:
            self._meet(sorted(self.village.seats - self.village.dead))
        speakers = {seat.index: seat for seat in request.speakers}
        for seat in self._order:
            if seat in speakers and (wish := self._wish(self._mind(seat))):
                return Press(speakers[seat], request.spent_s, self._claim(wish, request))
        return None

    def _claim(self, wish: Utterance, request: Talk) -> Claim:
        """The claim of the vocabulary that says so."""
        found: Claim = next(claim for claim in request.choices if _says(claim, wish))
        return found

    def covered(self, request: Covered) -> Sequence[Any]:
        """Those of the owners who press: each from its own mind."""
        presses = HINTS.get(request.time.key, NONE).presses
        return [seat for seat in request.heard if presses and presses(self._mind(seat.index))]

    def leavers(self, request: Leavers) -> Sequence[Any]:  # noqa: ARG002 - bots stay to the end
        return ()

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - bots are no hosts
        return False

    def suspects(self, pointers: Sequence[int], among: Sequence[int]) -> dict[int, int]:
        """Whom each of `pointers` points at in a debate: each from its own mind."""
        self._meet(list(among))
        found = {seat: self._mind(seat).points_at(among) for seat in pointers}
        return {seat: target for seat, target in found.items() if target is not None}

    def think(self, vote: Vote, answer: Mapping[Any, Any]) -> dict[int, Thought]:
        """What each voter thinks of whom it names in `answer`, by seat; empty for a vote of the night."""
        if vote.key not in ("vote", "revotes"):
            return {}
        self._meet([voter.index for voter in vote.choices])
        return {
            voter.index: thought(self._mind(voter.index), answer[voter].index)
            for voter in vote.choices
            if voter in answer
        }

    def _mind(self, seat: int) -> Mind:
        if seat not in self._minds:
            self._minds[seat] = Mind(seat, self.chance, self.belief, self.level, self._werewolves)
            self.village.seats.add(seat)
            self.village.version += 1
        return self._minds[seat]

    def _wish(self, me: Mind) -> Utterance | None:
        """What this seat says next: each from its own mind."""
        if spoken(me) >= LINES or me.seat in self.village.dead:
            return None
        for of in (HINTS.get("werewolf" if me.is_werewolf else me.card, NONE).says, wishes):
            for wish in of(me) if of else ():
                if not is_said(me, wish):
                    return wish
        return None

    def _meet(self, alive: list[int]) -> None:
        """What the holder of a card concludes in the morning, from who is alive."""
        heard = self.village.heard
        if self.village.meet(alive):
            for seat, me in self._minds.items():
                meets = HINTS.get(me.card, NONE).meets
                if meets and seat in alive:
                    meets(me, alive, heard)

    def _condemned(self, me: Mind, choices: Sequence[Any]) -> Any:
        """Whom this seat votes for."""
        condemns = HINTS.get(me.card, NONE).condemns
        if condemns and (wanted := condemns(me, choices)):
            return wanted
        betrayed = frozenset[int]()
        # Who has asked for a vote keeps their word.
        if (
            me.pack
            and me.seat not in self.village.wanted
            and self.chance.stream(f"seat {me.seat} betrays").random() < me.level.betrays
        ):
            betrayed = frozenset(me.pack - me.beloved - {me.seat})
        return me.worst(choices, betrayed)


def _says(claim: Claim, wish: Utterance) -> bool:
    about = claim.seat.index if claim.seat else None
    card = claim.card.key if claim.card else ""
    return (claim.wording, about, card) == (wish.wording, wish.about, wish.card)
