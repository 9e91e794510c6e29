"""Bots that choose from what their seat may know, and nothing else.

A bot knows what was shown to its seat and heard what everybody heard. It concludes: a Seer votes for the
werewolf she saw, werewolves agree and, except now and then by day, spare each other, Lovers protect each
other. What bots make of a card is in `hints`, in a file with the card's name, and of an event in
`hints.twists`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
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
from table.games.werewolf.hints import twists
from table.games.werewolf.levels import REGULAR, Level
from table.games.werewolf.mind import Choose, Decide, Hear, Hint, Learn, Mind, Speak, Utterance
from table.games.werewolf.rules.choices import ALOUD
from table.games.werewolf.rules.claims import Claim, Vocabulary
from table.games.werewolf.rules.events import (
    AngelMayBeThere,
    Ballots,
    Captain,
    Claimed,
    Day,
    Dealt,
    Death,
    DebateOpens,
    Morning,
    NatureShown,
    Nightfall,
    SecondVote,
    Tie,
)
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card
from table.games.werewolf.seen import EVIDENCE, VillageSeen
from table.games.werewolf.talk import answers, filling, has_lines, is_said, questions, small_talk, wishes
from table.games.werewolf.tempers import Neighbour
from table.games.werewolf.thoughts import Thought, thought

BY_DAY = ("candidates", "election", "election_revote", "vote", "revotes")
"""The votes at which everybody sees everybody."""


def _hints_in(package: ModuleType) -> Mapping[str, Hint]:
    """The hint of each file, by its name."""
    files = [file.name for file in iter_modules(package.__path__) if not file.ispkg]
    return {name: import_module(f"{package.__name__}.{name}").HINT for name in files}


HINTS = _hints_in(hints)
"""The hints of cards, by their keys."""
TWISTS = _hints_in(twists)
"""The same of events."""
ALL = (*HINTS.values(), *TWISTS.values())
NONE = Hint()
CHOOSES: Mapping[str, Choose] = {key: one for hint in ALL for key, one in hint.chooses.items()}
DECIDES: Mapping[str, Decide] = {key: one for hint in ALL for key, one in hint.decides.items()}
LEARNS: Mapping[str, Learn] = {what: one for hint in ALL for what, one in hint.learns.items()}


@cache
def hears_of(deck: frozenset[Card]) -> Mapping[type, Sequence[Hear]]:
    """What minds make of each event: only what the cards of this deck add, and those an Actor may play."""
    keys = {card.key for card in deck}
    may_be = HINTS if any(card.stage for card in deck) else HINTS.keys() & keys
    hints = [*(hint for key, hint in HINTS.items() if key in may_be), *TWISTS.values()]
    events = {event for hint in hints for event in hint.hears}
    return {event: [hint.hears[event] for hint in hints if event in hint.hears] for event in events}


class Bots:
    """Answers for all seats, each from its own memory. Random choices come from `chance`; public ones from
    `openly`, if it is given. `level`: how well they play; `werewolves`: those who are werewolves, or become
    one, if it is not the same. `neighbours`: who plays each seat instead, as everybody may know. `talks`:
    whether they also say what is no evidence, and guess when dead, which somebody enjoys."""

    def __init__(
        self,
        chance: Chance,
        openly: Chance | None = None,
        *,
        level: Level = REGULAR,
        werewolves: Level | None = None,
        neighbours: Sequence[Neighbour] = (),
        talks: bool = True,
    ) -> None:
        self.chance, self._talks = chance, talks
        self.level = level
        self._werewolves, self._neighbours = werewolves, neighbours
        self._likes = {seat: one.temper.likes for seat, one in enumerate(neighbours)}
        self._openly = openly or chance
        self._order: list[int] = []
        """The order in which bots may speak in this debate: public, as nobody's secrets shift it."""
        self._quiet: set[int] = set()
        """Who has had nothing to say in this debate since the last claim that is evidence."""
        self._small_talk: tuple[int, dict[int, Utterance]] = (0, {})
        """To how many lines small talk fills this debate, and what each seat would say: public too."""
        self._minds: dict[int, Mind] = {}
        self._today = NONE
        """What is new today."""
        self._hears: Mapping[type, Sequence[Hear]] = {}
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
        for seat, menu in request.guesses.items() if self._talks else ():
            me = self._mind(seat.index)
            # A dead werewolf knows, and has nothing to guess.
            if not me.is_werewolf:
                cast[seat] = me.worst(menu)
        return cast

    def show(self, request: Show) -> None:
        for seat in request.to:
            me = self._mind(seat.index)
            if request.what == "dealt":
                me.holds(request.value)
            elif request.what in LEARNS:
                LEARNS[request.what](me, request)

    def say(self, request: Say) -> None:
        event = request.event
        if notes := NOTES.get(type(event)):
            notes(self, event)
        elif isinstance(event, News):
            self.village.heard.add(type(event))
        for hear in self._hears.get(type(event), ()):
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
        """What one of the speakers says next; None: nothing. Whom the last line was about goes first. Nobody
        speaks twice in a row: if only the last speaker has more to say, another asks for it. Hands say when a
        bot is ready."""
        if not isinstance(request, Talk):
            return None
        assert isinstance(request.choices, Vocabulary)
        if self.village.met != self.village.day:
            self._meet(self.village.alive)
        speakers, said = {seat.index: seat for seat in request.speakers}, self.village.said
        last, claim = said[-1] if said else (-1, Claim("back"))
        named, ask = [claim.seat.index] if claim.seat else [], Utterance("ask", last)
        everybody = [seat for seat in dict.fromkeys([*named, *self._order]) if seat in speakers]
        others = [seat for seat in everybody if seat != last] if self._talks else everybody
        found = self._first(self._wish, others or everybody)
        if not found and others != everybody and self._first(self._wish, [last]):
            found = self._first(lambda me: None if is_said(me, ask) else ask, others)
        if not found and len(said) < self._small_talk[0]:
            found = self._first(self._small_wish, others or everybody)
        if not found:
            return None
        seat, wish = found
        return Press(speakers[seat], request.spent_s, request.choices.claim(*wish))

    def hear_deal(self, dealt: Dealt) -> None:
        self.village.learn_deck(dealt.deck)
        self._hears = hears_of(frozenset(dealt.deck))

    def hear_day(self, day: Day) -> None:
        self.village.begin(day.number)

    def hear_morning(self, morning: Morning) -> None:
        self._today = TWISTS.get(morning.key, NONE)

    def hear_angel(self, _: AngelMayBeThere) -> None:
        self.village.may_plead = True

    def hear_debate(self, _: DebateOpens) -> None:
        self._order, lot = list(self.village.seats), self._openly.stream("talk")
        self._order.sort()
        lot.shuffle(self._order)
        self._quiet.clear()
        number, lines = small_talk(self.village, lot, self._likes)
        if not self._talks:
            lines = {seat: line for seat, line in lines.items() if line.wording in EVIDENCE}
        self._small_talk = (number, lines)

    def hear_claim(self, claimed: Claimed) -> None:
        if claimed.claim.wording in EVIDENCE:
            self._quiet.clear()
        self.village.hear(claimed.seat.index, claimed.claim)

    def hear_nightfall(self, _: Nightfall) -> None:
        self._today = NONE

    def hear_ballots(self, ballots: Ballots) -> None:
        if ballots.of == "election" or not self._today.first_ballot:
            self.village.count(ballots)

    def hear_next_ballot(self, event: Tie | SecondVote) -> None:
        if self._today.first_ballot and (isinstance(event, SecondVote) or event.of == "vote"):
            self._today = NONE

    def hear_death(self, death: Death) -> None:
        village, seat, card = self.village, death.seat.index, death.card
        village.bury(seat, card)
        if card and card.group != "ambiguous" and seat not in village.swapped:
            hint = HINTS.get(card.key, NONE)
            village.prove(seat, card.nature == "werewolf", hint.vouches)
            if hint.proved:
                hint.proved(village, seat)

    def hear_captain(self, captain: Captain) -> None:
        self.village.crown(captain.seat.index, captain.by == "succession")

    def hear_nature(self, shown: NatureShown) -> None:
        if shown.value == "werewolf":
            self.village.prove(shown.seat.index, guilty=True)

    def _first(
        self, wish_of: Callable[[Mind], Utterance | None], seats: Sequence[int]
    ) -> tuple[int, Utterance] | None:
        """The first of these seats that wants to say something, and what."""
        return next(((seat, wish) for seat in seats if (wish := wish_of(self._mind(seat)))), None)

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
            neighbour = self._neighbours[seat] if self._neighbours else None
            level = neighbour.temper.of(neighbour.level) if neighbour else self.level
            self._minds[seat] = Mind(seat, self.chance, self.belief, level, self._werewolves)
            self.village.join(seat)
        return self._minds[seat]

    def _wish(self, me: Mind) -> Utterance | None:
        """What this seat says next: each from its own mind. Who had nothing to say only answers until there
        is news."""
        if me.seat in self.village.dead:
            return None
        says = HINTS.get("werewolf" if me.is_werewolf else me.card, NONE).says
        if me.seat in self._quiet:
            all_of: Sequence[Speak | None] = (answers,)
        else:
            all_of = (says, wishes, questions) if self._talks else (says, wishes)
        for of in all_of:
            for wish in of(me) if of else ():
                is_evidence = wish.wording in EVIDENCE
                if (is_evidence or self._talks) and not is_said(me, wish) and has_lines(me, is_evidence):
                    return wish
        self._quiet.add(me.seat)
        return None

    def _small_wish(self, me: Mind) -> Utterance | None:
        """What this seat says while the debate is quiet and nobody wants to say anything."""
        talk = self._small_talk[1].get(me.seat)
        if talk is None or me.notes.get("caught"):
            return None
        wish = filling(me, talk)
        return None if wish is None or is_said(me, wish) else wish

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
        for condemns in (HINTS.get(me.card, NONE).condemns, self._today.condemns):
            if condemns and (wanted := condemns(me, choices)):
                return wanted
        betrayed: Set[int] = frozenset()
        # Who has asked for a vote keeps their word.
        if (
            me.pack
            and me.seat not in self.village.wanted
            and self.chance.stream(f"seat {me.seat} betrays").random() < me.level.betrays
        ):
            betrayed = frozenset(me.pack - me.beloved - {me.seat})
        return me.worst(choices, betrayed)


NOTES: Mapping[type, Callable[[Bots, Any], None]] = {
    Dealt: Bots.hear_deal,
    Day: Bots.hear_day,
    Morning: Bots.hear_morning,
    AngelMayBeThere: Bots.hear_angel,
    DebateOpens: Bots.hear_debate,
    Claimed: Bots.hear_claim,
    Nightfall: Bots.hear_nightfall,
    Ballots: Bots.hear_ballots,
    Tie: Bots.hear_next_ballot,
    SecondVote: Bots.hear_next_ballot,
    Death: Bots.hear_death,
    Captain: Bots.hear_captain,
    NatureShown: Bots.hear_nature,
}
"""What all bots note of each event; all others tell them nothing."""
