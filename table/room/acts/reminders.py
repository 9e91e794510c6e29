"""Texts while a public time runs: spoken reminders, and the written question to somebody."""

from __future__ import annotations

from collections.abc import Callable

from table.engine.play import Answerer
from table.games.telling import Line, NarratorMemory
from table.room.act import NEVER
from table.room.acts.pointing import Pointing
from table.room.acts.prompts import Prompts
from table.room.acts.remarks import READ_S, Remarks
from table.room.acts.talking import Talking
from table.room.speaking import CAPTION_S_A_LETTER
from table.room.stage import AT_ONCE, Stage

GLANCE_S = 2.0
"""Least seconds for which a caption is shown that needs no answer."""
NUDGES = {
    "debate": ((0.55, "debate.nudge"), (0.88, "debate.last")),
    "questions.classic": ((0.5, "questions.half"), (0.875, "questions.last")),
    "questions.speedwords": ((0.5, "questions.half"), (0.75, "questions.last")),
}
"""LG-37: the fractions of a public time after which the voice reminds people of it."""
STIRS = "debate.nudge"
"""The reminder that gives a debate a topic: it waits for a calm moment, and is repeated."""
CALM_S = 12.0
"""Seconds without a claim, pointing or a request to vote before that reminder."""
AGAIN_S = 60.0
"""Seconds between two reminders that give a topic."""


class Reminders:
    """Lets a public time run, and reminds people meanwhile.

    `prompts`: say what a button does.
    `memory`: gives topics for a debate.
    `talking`: what people do with their buttons in a debate.
    `pointing`: who points at whom in a debate.
    `mind`: returns who plays the seats nobody sits at, and asks questions for them.
    """

    def __init__(
        self,
        stage: Stage,
        prompts: Prompts,
        memory: NarratorMemory,
        talking: Talking,
        pointing: Pointing,
        mind: Callable[[], Answerer],
    ) -> None:
        self._stage, self._village = stage, stage.village
        self._prompts, self._memory, self._mind = prompts, memory, mind
        self._talking, self._pointing = talking, pointing
        self._remarks = Remarks(stage.village)
        self._nudges: list[tuple[float, str]] = []
        """The reminders to come, with their moments."""
        self._stirred_s = AT_ONCE
        """Time of the last claim, pointing or request to vote."""
        self._asked = ""
        """The question written on the board last."""
        self._question_read_s = AT_ONCE
        """When that question can have been read."""
        self.passed_s = AT_ONCE
        """When the last line that needs no answer can have been read."""

    def begin(self, key: str, began_s: float, length_s: float) -> None:
        """Plans the reminders of a public time that begins.

        `key`: of the public time.
        `began_s`: when it began.
        `length_s`: seconds it has in all.
        """
        nudges = [(began_s + part * length_s, line) for part, line in NUDGES.get(key, ())]
        self._nudges = [nudge for nudge in nudges if nudge[0] > self._stage.time.now()]
        self._remarks.begin(key, self._stage.time.now(), began_s + length_s)

    def stir(self) -> None:
        """Notes that somebody claims something, points or asks for the vote."""
        self._stirred_s = self._stage.time.now()

    def wait(self, until_s: float, moment_s: Callable[[], float], *, in_passing: bool = False) -> None:
        """Waits until a moment, or until something else is due, and does that.

        `until_s`: when the public time ends.
        `moment_s`: returns the moment.
        `in_passing`: whether nobody waits for the end of a reminder.
        """
        again_s = self.passed_s if self._stage.time.now() < self.passed_s else until_s
        self._stage.wait_for_moment(
            lambda: min(
                min(map(self._due_s, self._nudges), default=until_s),
                again_s,
                self._talking.due_s(),
                self._pointing.due_s(),
                self._remark_due_s(),
                self._unheard_due_s,
                moment_s(),
            )
        )
        if self._pointing.pass_time():
            self.stir()
        if self._talking.pass_time():
            self._prompts.show_again()
        elif self._stage.time.now() >= self._unheard_due_s:
            self._pass_on(self._stage.speaking.write_unheard())
        elif nudge := self._due_nudge():
            if in_passing:
                self.utter_in_passing(nudge)
            else:
                self._stage.speaking.tell_and_wait([nudge])
                self._prompts.show_again()
                self.passed_s = self._stage.time.now()
        elif self._stage.time.now() >= again_s:
            self.caption_question()
        elif self._stage.time.now() >= self._remark_due_s():
            self._remark()

    def utter_in_passing(self, *lines: Line, pitch: float = 1.0) -> None:
        """Begins lines that need no answer. `pitch`: factor on the voice's."""
        self._pass_on(self._stage.speaking.utter(lines, pitch))

    def _pass_on(self, caption: str) -> None:
        """Plans the end of a caption that needs no answer."""
        self.passed_s = self._stage.time.now() + max(GLANCE_S, CAPTION_S_A_LETTER * len(caption))

    def _remark(self) -> None:
        """Writes a remark on the board."""
        now_s = self._stage.time.now()
        if remark := self._remarks.make(now_s):
            self._village.board.caption, self.passed_s = remark, now_s + READ_S

    def _remark_due_s(self) -> float:
        """When the next remark is due, once the line before can have been read and no menu is open."""
        due_s = self._remarks.due_s(max(self._stirred_s, self.passed_s))
        return max(due_s, self.passed_s, self._menu_closed_s)

    @property
    def _unheard_due_s(self) -> float:
        """When to write what the voice was too late to say, once no menu is open."""
        return self._menu_closed_s if self._stage.speaking.unheard else NEVER

    @property
    def _menu_closed_s(self) -> float:
        """When no menu stands on the board any more."""
        return self._talking.due_s() if self._talking.is_captioned else AT_ONCE

    def question(self) -> str:
        """The open question, if the table knows it."""
        return getattr(self._mind(), "question", "")

    def caption_question(self) -> None:
        """Shows the question of a bot on the board, since nobody says it aloud.

        A reminder waits until the question can have been read, and is followed by the question again. If
        nothing is asked, the prompt is shown.
        """
        if question := getattr(self._mind(), "asks", ""):
            if question != self._asked:
                self._question_read_s = self._stage.time.now() + CAPTION_S_A_LETTER * len(question)
                self._stage.speaking.pass_over()
            elif self._stage.time.now() < self.passed_s:
                return
            self._village.board.caption = question
        elif (
            self._village.people
            and self._stage.time.now() >= self.passed_s
            and not self._talking.is_captioned
        ):
            self._prompts.show_again()
        self._asked = question

    def _due_s(self, nudge: tuple[float, str]) -> float:
        """When a reminder may be spoken."""
        moment_s, key = nudge
        calm_s = self._stirred_s + CALM_S if key == STIRS else AT_ONCE
        return max(moment_s, calm_s, self._question_read_s, self._menu_closed_s)

    def _due_nudge(self) -> Line | None:
        """Takes the reminder that is due now, if one is. Earlier ones are dropped as out of date."""
        now_s = self._stage.time.now()
        due = min(self._nudges, key=self._due_s, default=None)
        if due is None or now_s < self._due_s(due):
            return None
        del self._nudges[: self._nudges.index(due) + 1]
        line: Line = (due[1], {})
        again_s = now_s + AGAIN_S
        if due[1] == STIRS and self._nudges and again_s + CALM_S < self._nudges[0][0]:
            self._nudges.insert(0, (again_s, STIRS))
        village = self._village
        sitters, places, gone = village.sitters(), village.board.places, village.people.gone
        alive = [seat for seat in sitters if places[seat.index].alive and seat.index not in gone]
        pointed_at = [sitters[place.points_at] for place in places if place.points_at is not None]
        return self._memory.stirring(line, alive, pointed_at, village.narration.lines)
