"""Public times: the deal, a debate, questions and their answers, and reminders of the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from hardware.patterns import STEP_S
from table.engine.play import Answerer
from table.engine.requests import Answering, Press, Talk
from table.engine.requests import Clock as Time
from table.games.telling import Answers, Line, NarratorMemory
from table.gestures import Meaning, Phase
from table.room.act import Act, SeatGesture
from table.room.activities.pointing import Pointing
from table.room.activities.talking import Talking, TalkItem, TalkOption
from table.room.choosing import Tokens
from table.room.parts import RoomParts
from table.room.public_clock import ClockState
from table.room.speaking import CAPTION_S_A_LETTER
from table.room.stage import AT_ONCE

GLANCE_S = 2.0
"""Seconds for which a caption is shown at least that nobody answers."""
NUDGES = {
    "debate": ((0.55, "debate.nudge"), (0.88, "debate.last")),
    "questions.classic": ((0.5, "questions.half"), (0.875, "questions.last")),
    "questions.speedwords": ((0.5, "questions.half"), (0.75, "questions.last")),
}
"""LG-37: the parts of a public time after which the voice reminds of it."""
STIRS = "debate.nudge"
"""The reminder that gives a debate something to talk about: it waits for a calm moment, and comes again."""
CALM_S = 12.0
"""Seconds for which nobody has claimed anything, pointed or asked for the vote, before it comes,"""
AGAIN_S = 60.0
"""and seconds from one to the next."""
PROMPTS = {
    "choose": "prompt.choose.{buttons}",
    "deal": "prompt.deal",
    "cards": "prompt.cards",
    "debate": "prompt.ready",
    "parley": "prompt.parley",
    "point": "prompt.point",
    "questions.classic": "prompt.questions.{buttons}",
    "questions.speedwords": "prompt.questions.{buttons}",
    "oops": "prompt.oops",
}
"""Keys of the prompts while a public time runs, or somebody may choose, with this many `buttons` a seat."""
AMONG_BOTS_S = 10.0
"""Seconds of a debate at most, if nobody talks."""
ABOUT_SOMEBODY = ("suspect", "trust", "vote", "wolf", "clear")
"""What a person may claim about somebody else with their button, by the wording of the claim."""
SPEAKS_S = 1.0
"""Seconds of silence before a bot speaks in a debate of bots,"""
YIELDS_S = 6.0
"""and if people are alive: they have the floor."""
REST_S = 0.3
"""Seconds until a bot says something."""


class TimedPress(NamedTuple):
    """A press for the floor, or a token that was given, with its moment."""

    time_s: float
    seat: int
    token: str | None


class PublicTimes(Act):
    """Runs public times on a stage. `talking`: what can be done in a debate; `pointing`: who points at whom
    in it; `mind`: plays the seats nobody sits at."""

    def __init__(
        self,
        parts: RoomParts,
        memory: NarratorMemory,
        talking: Talking,
        pointing: Pointing,
        mind: Callable[[], Answerer],
    ) -> None:
        self.prompts: Mapping[str, str] = PROMPTS
        """The prompts by public time."""
        self._stage, self._telling = parts.stage, parts.telling
        self._pace, self._cards, self._lights = parts.pace, parts.cards, parts.lights
        self._village = parts.stage.village
        self._memory = memory
        self._talking, self._pointing = talking, pointing
        self._mind = mind
        self._time_began_s: float | None = None
        self._nudges: list[tuple[float, str]] = []
        """The reminders that are still to come, with their moments."""
        self._stirred_s = AT_ONCE
        """When somebody last claimed something, pointed or asked for the vote."""
        self._asked = ""
        """The question written under the board last."""
        self._question_read_s = self._passed_s = AT_ONCE
        """When that question, and the line that nobody answers, can have been read."""
        self._tokens: Tokens | None = None
        """The token cursor of the player who answers questions."""
        self._chooser = 0
        """The seat of that player."""
        self._has_hurried = True
        """Whether the bots of this debate know when they will have talked enough."""
        self._claimed: Press | None = None
        """What a person has claimed, until the round hears it."""
        self._sayings: Talk | None = None
        """The debate in which something can be claimed."""
        talking.items += [
            *(
                TalkItem(wording, partial(self._claim, wording), self._may_claim, self._others)
                for wording in ABOUT_SOMEBODY
            ),
            TalkItem("am", partial(self._claim, "am"), self._may_claim, self._cards_in_play),
            TalkItem("back", partial(self._claim, "back"), self._may_take_back),
        ]
        self._pending: list[TimedPress] = []
        """Presses during questions that are not yet told."""

    def run_and_wait(self, request: Time) -> Press | None:
        """Runs a public time to its end, or to a press that counts. Presses at the same moment are answered
        one after the other."""
        length_s = self._pace.times.window_s(request.key)
        self._sayings = request if isinstance(request, Talk) else None
        hearing = {seat.index: seat for seat in request.hearing}
        if request.key == "debate":
            self._pointing.open()
        phases = self._phases_in(request)
        began_s = self._time_began_s
        if request.spent_s == 0.0 or began_s is None:
            now_s = self._stage.time.now()
            carried = self._stage.clock.take_over(request.key)
            began_s = self._time_began_s = now_s - (carried.spent_s if carried else request.spent_s)
            if self._stage.presses.phases != phases or request.key not in ("deal", "cards"):
                self._stage.open_questions(phases, "idle")
            self._pending.clear()
            self._claimed = None
            nudges = [(began_s + part * length_s, line) for part, line in NUDGES.get(request.key, ())]
            self._nudges = [nudge for nudge in nudges if nudge[0] > now_s]
            self._has_hurried = not isinstance(request, Talk)
            if self._has_hurried:
                self._hurry(request.key, began_s + length_s)
            self.caption_prompt(request.key)
        ends_s = began_s + length_s
        self._stirred_s = self._stage.time.now()
        if request.key in ("deal", "cards"):
            self._cards.tell_who_has_looked()
        elif request.wanted:
            self._village.board.hint = self._village.narration.word("prompt.wanted", number=request.wanted)
        self._stage.clock.run(ClockState(request.key, length_s), ends_s)
        self._stage.presses.go_on(phases)
        planned = self._mind().clock(self._of_nobodys(request))
        if isinstance(request, Answering):
            self._caption_question()
            return self._answer(request, hearing, began_s, ends_s, planned)
        if isinstance(request, Talk):
            return self._talk(request, hearing, began_s, ends_s, planned)
        if planned and phases.get(planned.seat.index) == "oops" and self._village.is_bots(planned.seat.index):
            said_s = max(began_s + planned.at_s, self._stage.time.now() + REST_S)
            self._stage.presses.hands.signal(planned.seat.index, "oops", Meaning.OOPS, said_s)
        press = self._pressed_and_wait(hearing, ends_s)
        if press and request.key == "oops":
            # Not announced: the time runs on.
            self._stage.presses.go_on({})
        elif not press:
            self._end_talk()
            self._stage.close_questions()
        # Others who press while this answer is written down are heard by the next clock.
        return self._counts(request, hearing, began_s, press) if press else None

    def _pressed_and_wait(self, hearing: Mapping[int, Any], until_s: float) -> SeatGesture | None:
        """Waits for a press of one of these seats, or until a moment."""
        while not (press := self._stage.presses.first_pressed(hearing)) and self._stage.time.now() < until_s:
            if self._claimed:
                break
            self._live_and_nudge(until_s, lambda: AT_ONCE if self._stage.presses.pressed else until_s)
        return press

    def _counts(self, request: Time, hearing: Mapping[int, Any], began_s: float, press: SeatGesture) -> Press:
        if request.key == "debate":
            self._follow(press.seat, [seat for seat in hearing if seat != press.seat])
        return Press(hearing[press.seat], max(press.time_s - began_s, request.spent_s))

    def _talk(
        self,
        request: Talk,
        hearing: Mapping[int, Any],
        began_s: float,
        ends_s: float,
        planned: Press | None,
    ) -> Press | None:
        """A debate in which bots speak: one at a time, after the line before, and after a silence in which
        people have the floor. Among bots nobody asks for the vote while one of them has something to say."""
        silence_s = YIELDS_S if self._village.is_anybody_there else SPEAKS_S
        said_s = max(self._stage.time.now(), self._passed_s) + silence_s
        if planned and not self._village.is_anybody_there:
            self._stage.presses.hands.rest()
        elif not self._has_hurried:
            self._has_hurried = True
            self._hurry(request.key, ends_s)
        while planned and said_s < ends_s:
            if press := self._pressed_and_wait(hearing, said_s):
                return self._counts(request, hearing, began_s, press)
            if self._claimed:
                return self._claims(began_s)
            if not self._stage.speaking.is_speaking:
                return Press(planned.seat, self._stage.time.now() - began_s, planned.choice)
            said_s += STEP_S
        if press := self._pressed_and_wait(hearing, ends_s):
            return self._counts(request, hearing, began_s, press)
        if self._claimed:
            return self._claims(began_s)
        self._end_talk()
        self._stage.close_questions()
        return None

    def _may_claim(self, seat: int) -> bool:
        return self._sayings is not None and any(one.index == seat for one in self._sayings.speakers)

    def _may_take_back(self, seat: int) -> bool:
        """Whether anything this seat has claimed stands on the board."""
        return self._may_claim(seat) and bool(self._village.board.places[seat].claims)

    def _others(self, seat: int) -> list[TalkOption]:
        """The other living seats, clockwise."""
        living = self._sayings.speakers if self._sayings else ()
        others = [one for one in living if one.index > seat] + [one for one in living if one.index < seat]
        narration = self._village.narration
        return [TalkOption(one, narration.seat(one).label, one.index) for one in others]

    def _cards_in_play(self, seat: int) -> list[TalkOption]:  # noqa: ARG002 - the same for everybody
        """The cards that somebody may claim to hold."""
        claims = self._sayings.choices if self._sayings else ()
        narration = self._village.narration
        return [TalkOption(one.card, narration.card(one.card).title) for one in claims if one.card]

    def _claim(self, wording: str, seat: int, about: Any = None) -> None:
        """A person claims something: about somebody, to hold a card, or nothing any more."""
        if self._sayings is None:
            return
        speaker = next(one for one in self._sayings.speakers if one.index == seat)
        claim = next(
            one
            for one in self._sayings.choices
            if one.wording == wording and about in (None, one.seat, one.card)
        )
        self._claimed = Press(speaker, 0.0, claim)

    def _claims(self, began_s: float) -> Press:
        """What a person has just claimed."""
        assert self._claimed
        claimed, self._claimed = self._claimed, None
        return Press(claimed.seat, self._stage.time.now() - began_s, claimed.choice)

    def _phases_in(self, request: Time) -> dict[int, Phase]:
        """The phase of each seat while a public time runs."""
        hearing = [seat.index for seat in request.hearing]
        if isinstance(request, Answering):
            assert request.chooser
            asking: dict[int, Phase] = dict.fromkeys(hearing, "floor")
            return asking | {request.chooser.index: "answer"}
        if request.key in ("deal", "cards"):
            return dict.fromkeys(range(len(self._village.names)), "deal")
        if request.key == "debate":
            return {seat: self._talking.phase(seat) for seat in hearing}
        return dict.fromkeys(hearing, "oops" if request.key == "oops" else "debate")

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Hears a gesture in a debate, or among questions of words."""
        if self._tokens and heard.seat in self._stage.presses.phases:
            token = self._tokens.hear(meant) if heard.seat == self._chooser else None
            if token or meant is Meaning.FLOOR:
                self._pending.append(TimedPress(heard.time_s, heard.seat, token))
            return True
        if self._talking.hear(heard, meant):
            self._stirred_s = self._stage.time.now()
            return True
        return False

    def caption_prompt(self, key: str) -> None:
        """Shows what a button does while this public time runs."""
        if prompt := self.prompt(key):
            self._village.board.caption = prompt

    def prompt(self, key: str) -> str:
        """The prompt; empty if there is none."""
        if key == "deal" and self._village.is_unlit:
            key = "cards"
        if key == "debate":
            key = self._talking.prompt
        prompt = self.prompts.get(key, "").format(buttons=self._stage.presses.count)
        return prompt and self._village.narration.word(prompt)

    def recall(self, request: Time, press: Press | None) -> None:
        """Replays a public time: restores who has seen their card."""
        if request.key in ("deal", "cards") and press:
            self._village.board.places[press.seat.index].ready = True

    def _live_and_nudge(self, until_s: float, moment_s: Callable[[], float]) -> None:
        """Waits until a moment, or until the next reminder of the time."""
        again_s = self._passed_s if self._stage.time.now() < self._passed_s else until_s
        self._stage.wait_for_moment(
            lambda: min(
                min(map(self._due_s, self._nudges), default=until_s),
                again_s,
                self._talking.due_s(),
                self._pointing.due_s(),
                moment_s(),
            )
        )
        if self._pointing.pass_time():
            self._stirred_s = self._stage.time.now()
        if self._talking.pass_time():
            self.caption_prompt(self._stage.clock.running.key if self._stage.clock.running else "")
        elif nudge := self._due_nudge():
            if self._tokens:
                self.utter_in_passing(nudge)
            else:
                self._stage.speaking.tell_and_wait([nudge])
                self.caption_prompt(self._stage.clock.running.key if self._stage.clock.running else "")
        elif self._stage.time.now() >= again_s:
            self._caption_question()

    def _due_s(self, nudge: tuple[float, str]) -> float:
        """When a reminder is told."""
        moment_s, key = nudge
        calm_s = self._stirred_s + CALM_S if key == STIRS else AT_ONCE
        return max(moment_s, calm_s, self._question_read_s)

    def _due_nudge(self) -> Line | None:
        """The reminder that is due now, if one is. Those that were to come before it are out of date."""
        now_s = self._stage.time.now()
        due = min(self._nudges, key=self._due_s, default=None)
        if due is None or now_s < self._due_s(due):
            return None
        del self._nudges[: self._nudges.index(due) + 1]
        line: Line = (due[1], {})
        if due[1] != STIRS:
            return line
        again_s = now_s + AGAIN_S
        if self._nudges and again_s + CALM_S < self._nudges[0][0]:
            self._nudges.insert(0, (again_s, STIRS))
        village = self._village
        sitters, places, gone = village.sitters(), village.board.places, village.people.gone
        alive = [seat for seat in sitters if places[seat.index].alive and seat.index not in gone]
        pointed_at = [sitters[place.points_at] for place in places if place.points_at is not None]
        return self._memory.stirring(line, alive, pointed_at, village.narration.lines)

    def _of_nobodys(self, request: Time) -> Time:
        """What the mind is told of a time in which somebody answers: it plays only seats nobody sits at."""
        if isinstance(request, Talk):
            speakers = [seat for seat in request.speakers if self._village.is_bots(seat.index)]
            return msgspec.structs.replace(request, speakers=speakers)
        if not isinstance(request, Answering) or not request.chooser:
            return request
        chooser = request.chooser if self._village.is_bots(request.chooser.index) else None
        hearing = [seat for seat in request.hearing if self._village.is_bots(seat.index)]
        return msgspec.structs.replace(request, hearing=hearing, chooser=chooser)

    def utter_in_passing(self, line: Line) -> None:
        """Begins a line that nobody answers."""
        read_s = max(GLANCE_S, CAPTION_S_A_LETTER * len(self._stage.speaking.utter(line)))
        self._passed_s = self._stage.time.now() + read_s

    def _caption_question(self) -> None:
        """Shows the question to somebody under the board, since nobody says it aloud.

        A reminder of the time waits until it has been read, then makes way for it again. If nothing is asked,
        people read what their buttons do.
        """
        if question := getattr(self._mind(), "asks", ""):
            if question != self._asked:
                self._question_read_s = self._stage.time.now() + CAPTION_S_A_LETTER * len(question)
            elif self._stage.time.now() < self._passed_s:
                return
            self._village.board.caption = question
        elif self._village.people and self._stage.time.now() >= self._passed_s:
            self.caption_prompt(self._stage.clock.running.key if self._stage.clock.running else "")
        self._asked = question

    def _answer(
        self,
        request: Answering,
        hearing: Mapping[int, Any],
        began_s: float,
        ends_s: float,
        planned: Press | None,
    ) -> Press | None:
        """MG-56: a press gives the floor, the chooser turns among the tokens, and everything counts in order
        of time. This goes on until an answer is not in passing."""
        assert request.chooser
        chooser = self._chooser = request.chooser.index
        tokens = self._tokens
        if tokens is None:
            assert isinstance(self._telling, Answers)
            tokens = self._tokens = Tokens(
                self._telling.tokens, self._telling.surest, self._stage.rings.pixels
            )
            self._lights.tell(chooser, tokens.face, partial(self._lights.in_words.token, tokens))
        tokens.offer(request.choices)

        def in_turn(press: TimedPress) -> tuple[float, bool, int]:
            """Sorts presses of one moment: the nearest clockwise of the chooser comes last."""
            return press.time_s, press.token is not None, (chooser - press.seat) % len(self._village.names)

        presses = self._stage.presses
        self._plan(planned, tokens, began_s)
        until_s = ends_s if request.until_s is None else min(ends_s, began_s + request.until_s)
        while True:
            self._pending.sort(key=in_turn)
            settled_s = presses.known_until_s(self._stage.time.now())
            for press in list(self._pending):
                if press.time_s > min(settled_s, until_s):
                    break
                self._pending.remove(press)
                at_s = min(max(press.time_s - began_s, request.spent_s), until_s - began_s)
                if press.token is None and press.seat in hearing:
                    return Press(hearing[press.seat], at_s)
                if press.token in request.choices:
                    return Press(request.chooser, at_s, press.token)
            if settled_s >= until_s:
                if until_s == ends_s:
                    self.stop_answering()
                return None
            # A press is known a moment after it was made: earlier ones are heard first.
            self._live_and_nudge(
                presses.known_at_s(until_s),
                lambda: presses.known_at_s(
                    min(press.time_s for press in (*self._pending, TimedPress(until_s, 0, None)))
                ),
            )

    def _plan(self, planned: Press | None, tokens: Tokens, began_s: float) -> None:
        """Plans what a bot does, unless somebody else is faster."""
        self._stage.presses.hands.rest()
        if planned is None or not self._village.is_bots(planned.seat.index):
            return
        seat, at_s = planned.seat.index, max(began_s + planned.at_s, self._stage.time.now())
        if planned.choice is None:
            self._stage.presses.hands.turn(seat, "floor", [Meaning.FLOOR], at_s)
        else:
            self._stage.presses.hands.turn(seat, "answer", tokens.way_to(planned.choice), at_s)

    def _end_talk(self) -> None:
        """Ends a debate: nothing can be done in it any more."""
        self._talking.end()
        self._pointing.close()

    def stop_answering(self) -> None:
        """Ends questions or a debate: nobody is heard any more."""
        self._end_talk()
        if self._tokens:
            self._tokens = None
            self._lights.faces.clear()
            self._stage.presses.hands.rest()
        if self._stage.presses.phases:
            self._stage.close_questions()

    def _hurry(self, key: str, ends_s: float) -> None:
        """Lets bots have looked at their cards, or talked enough, after a while."""
        self._stage.presses.hands.rest()
        if key not in ("deal", "cards", "debate"):
            return
        now_s = self._stage.time.now()
        left_s = ends_s - now_s
        for seat, place in enumerate(self._village.board.places):
            if not self._village.is_bots(seat) or not place.alive:
                continue
            if key != "debate":
                self._stage.presses.hands.signal(seat, "deal", Meaning.SEE_CARD, now_s + 0.5 + 0.1 * seat)
                self._stage.presses.hands.signal(seat, "deal", Meaning.SEEN, now_s + 2.0 + 0.1 * seat)
            else:
                said_s = (now_s + 0.4 * left_s, now_s + 0.9 * left_s)
                if not self._village.is_anybody_there:
                    said_s = (now_s + 3.0, now_s + AMONG_BOTS_S)  # Nobody is there to talk to.
                self._stage.presses.hands.signal_within(seat, "debate", Meaning.READY, *said_s)

    def _follow(self, leader: int, waiting: Sequence[int]) -> None:
        """Lets the bots agree once all people have talked enough."""
        if leader in self._village.people and not any(seat in self._village.people for seat in waiting):
            now_s = self._stage.time.now()
            for seat in filter(self._village.is_bots, waiting):
                self._stage.presses.hands.rest(seat)
                self._stage.presses.hands.signal_within(
                    seat, "debate", Meaning.READY, now_s + 1.0, now_s + 5.0
                )
