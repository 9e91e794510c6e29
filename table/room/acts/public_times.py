"""Runs public times: the deal, a debate, questions of words."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from table.engine.play import Answerer
from table.engine.requests import Answering, Press, Talk
from table.engine.requests import Clock as Time
from table.gestures import Meaning, Phase
from table.room.act import SeatGesture
from table.room.acts.bots_haste import hasten
from table.room.acts.debate import Debate, Running
from table.room.acts.pointing import Pointing
from table.room.acts.prompts import Prompts
from table.room.acts.reminders import Reminders
from table.room.acts.talking import Talking
from table.room.acts.words import QuestionsOfWords
from table.room.parts import RoomParts
from table.room.public_clock import ClockState
from table.room.stage import AT_ONCE

OF_CARDS = ("deal", "cards")
"""The public times in which players look at their cards."""
REST_S = 0.3
"""Least seconds until a bot presses."""


class PublicTimes:
    """Runs public times on a stage.

    `prompts`: say what a button does.
    `reminders`: wait, and remind people meanwhile.
    `talking`: what can be done in a debate.
    `pointing`: who points at whom in a debate.
    `mind`: returns who plays the seats nobody sits at.
    `claims_with_bots`: whether claims are passed on only where bots play.
    """

    def __init__(
        self,
        parts: RoomParts,
        prompts: Prompts,
        reminders: Reminders,
        talking: Talking,
        pointing: Pointing,
        mind: Callable[[], Answerer],
        *,
        claims_with_bots: bool,
    ) -> None:
        self._stage, self._village = parts.stage, parts.stage.village
        self._pace, self._cards = parts.pace, parts.cards
        self._prompts, self._reminders, self._mind = prompts, reminders, mind
        self._debate = Debate(
            parts.stage,
            talking,
            pointing,
            reminders,
            self._pressed_and_wait,
            only_with_bots=claims_with_bots,
        )
        self._words = QuestionsOfWords(parts, reminders)
        self._began_s: float | None = None
        parts.stage.enter(self._debate)
        parts.stage.enter(self._words)

    def run_and_wait(self, request: Time) -> Press | None:
        """Runs a public time to its end, or to a press that counts. Presses at the same moment are answered
        one after the other."""
        length_s = request.share * self._pace.times.window_s(request.key)
        self._debate.open(request)
        phases = self._phases_in(request)
        began_s = self._began_s
        if request.spent_s == 0.0 or began_s is None:
            began_s = self._began_s = self._begin(request, phases, length_s)
        ends_s = began_s + length_s
        self._reminders.stir()
        if request.key in OF_CARDS:
            self._cards.tell_who_has_looked()
        elif request.wanted:
            self._village.board.hint = self._village.narration.word("prompt.wanted", number=request.wanted)
        self._stage.clock.run(ClockState(request.key, length_s), ends_s)
        self._stage.presses.go_on(phases)
        planned = self._mind().clock(self._of_nobodys(request))
        hearing = {seat.index: seat for seat in request.hearing}
        running = Running(request, hearing, began_s=began_s, ends_s=ends_s, planned=planned)
        if isinstance(request, Answering):
            self._reminders.caption_question()
            return self._words.run_and_wait(request, running)
        if isinstance(request, Talk):
            return self._debate.run_and_wait(running)
        return self._run_others_and_wait(running, phases)

    def _begin(self, request: Time, phases: dict[int, Phase], length_s: float) -> float:
        """Begins a public time, or continues the one that was cut. Returns when it began."""
        now_s = self._stage.time.now()
        carried = self._stage.clock.take_over(request.key)
        began_s = now_s - (carried.spent_s if carried else request.spent_s)
        if self._stage.presses.phases != phases or request.key not in OF_CARDS:
            self._stage.presses.open(phases)
        self._words.begin()
        self._debate.begin(request)
        self._reminders.begin(request.key, began_s, length_s)
        if not isinstance(request, Talk):
            hasten(self._stage, request.key, began_s + length_s)
        self._prompts.show(request.key)
        return began_s

    def _run_others_and_wait(self, running: Running, phases: dict[int, Phase]) -> Press | None:
        """Runs a deal, a debate without claims, or a time to take something back."""
        planned, key = running.planned, running.request.key
        if planned and phases.get(planned.seat.index) == "oops" and self._village.is_bots(planned.seat.index):
            said_s = max(running.began_s + planned.at_s, self._stage.time.now() + REST_S)
            self._stage.presses.hands.signal(planned.seat.index, "oops", Meaning.OOPS, said_s)
        press = self._pressed_and_wait(running, running.ends_s)
        if press and key == "oops":
            # Not announced: the time runs on.
            self._stage.presses.go_on({})
        elif not press:
            self._debate.end()
            self._stage.close_questions()
        # Others who press while this answer is written down are heard by the next clock.
        return self._debate.counts(running, press) if press else None

    def _pressed_and_wait(self, running: Running, until_s: float) -> SeatGesture | None:
        """Waits for a press of a seat that is heard, for a claim, or until a moment."""
        presses, time = self._stage.presses, self._stage.time
        while not (press := presses.first_pressed(running.hearing)) and time.now() < until_s:
            if self._debate.claimed:
                break
            self._reminders.wait(until_s, lambda: AT_ONCE if presses.pressed else until_s)
        return press

    def _phases_in(self, request: Time) -> dict[int, Phase]:
        """The phase of each seat while a public time runs."""
        hearing = [seat.index for seat in request.hearing]
        if isinstance(request, Answering):
            assert request.chooser
            asking: dict[int, Phase] = dict.fromkeys(hearing, "floor")
            return asking | {request.chooser.index: "answer"}
        if request.key in OF_CARDS:
            return dict.fromkeys(range(len(self._village.names)), "deal")
        if request.key == "debate":
            return {seat: self._debate.phase_of(seat) for seat in hearing}
        return dict.fromkeys(hearing, "oops" if request.key == "oops" else "debate")

    def recall(self, request: Time, press: Press | None) -> None:
        """Replays a public time: shows again who has seen their card."""
        if request.key in OF_CARDS and press:
            self._village.board.places[press.seat.index].ready = True

    def _of_nobodys(self, request: Time) -> Time:
        """The request for the mind: with only the seats it plays, those nobody sits at."""
        if isinstance(request, Talk):
            speakers = [seat for seat in request.speakers if self._village.is_bots(seat.index)]
            return msgspec.structs.replace(request, speakers=speakers)
        if not isinstance(request, Answering) or not request.chooser:
            return request
        chooser = request.chooser if self._village.is_bots(request.chooser.index) else None
        hearing = [seat for seat in request.hearing if self._village.is_bots(seat.index)]
        return msgspec.structs.replace(request, hearing=hearing, chooser=chooser)

    def stop_answering(self) -> None:
        """Ends questions or a debate. Nobody is heard any more."""
        self._debate.end()
        self._words.end()
        if self._stage.presses.phases:
            self._stage.close_questions()
