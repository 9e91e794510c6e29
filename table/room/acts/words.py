"""Questions about a word: a press gives the floor, and one player answers each with a token."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from table.engine.requests import Answering, Press
from table.games.telling import Answers
from table.gestures import Meaning
from table.room.act import Act, Options, SeatGesture
from table.room.acts.debate import Running
from table.room.acts.reminders import Reminders
from table.room.choosing import Tokens
from table.room.parts import RoomParts


class TimedPress(NamedTuple):
    """A press for the floor, or a given token, with its moment."""

    time_s: float
    seat: int
    token: str | None


class QuestionsOfWords(Act):
    """The questions of a round of words, and the tokens that answer them."""

    def __init__(self, parts: RoomParts, reminders: Reminders) -> None:
        self._stage, self._village = parts.stage, parts.stage.village
        self._telling, self._lights, self._reminders = parts.telling, parts.lights, reminders
        self._tokens: Tokens | None = None
        """The token cursor of the player who answers; None: nobody does now."""
        self._chooser = 0
        """The seat of that player."""
        self._pending: list[TimedPress] = []
        """Presses and tokens that the round has not heard yet."""

    def begin(self) -> None:
        """Forgets the presses of an earlier public time."""
        self._pending.clear()

    def options(self, seat: int) -> Options | None:
        tokens = self._tokens
        if tokens is None or seat != self._chooser:
            return None
        numbers = [number for number, token in enumerate(tokens.tokens, start=1) if token in tokens.offered]
        names = self._lights.in_words.token_names(tokens)
        return Options(numbers, tokens.cursor + 1, labels=[names[number - 1] for number in numbers])

    def point(self, seat: int, number: int) -> bool:
        return self._tokens is not None and seat == self._chooser and self._tokens.point(number)

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if self._tokens is None or heard.seat not in self._stage.presses.phases:
            return False
        token = self._tokens.hear(meant) if heard.seat == self._chooser else None
        if token or meant is Meaning.FLOOR:
            self._pending.append(TimedPress(heard.time_s, heard.seat, token))
        return True

    def run_and_wait(self, request: Answering, running: Running) -> Press | None:
        """MG-56: waits for the next press for the floor or given token, in order of time.

        Meanwhile the chooser turns among the tokens. Returns None if the time is up first.
        """
        assert request.chooser
        chooser = self._chooser = request.chooser.index
        began_s, ends_s = running.began_s, running.ends_s
        presses, tokens = self._stage.presses, self._tokens or self._begin_answering(chooser)
        tokens.offer(request.choices)

        def in_turn(press: TimedPress) -> tuple[float, bool, int]:
            """Sort key: by time; of one moment, the nearest clockwise of the chooser comes last."""
            return press.time_s, press.token is not None, (chooser - press.seat) % len(self._village.names)

        self._plan(running, tokens)
        until_s = ends_s if request.until_s is None else min(ends_s, began_s + request.until_s)
        while True:
            self._pending.sort(key=in_turn)
            settled_s = presses.known_until_s(self._stage.time.now())
            for press in list(self._pending):
                if press.time_s > min(settled_s, until_s):
                    break
                self._pending.remove(press)
                at_s = min(max(press.time_s - began_s, request.spent_s), until_s - began_s)
                if press.token is None and press.seat in running.hearing:
                    return Press(running.hearing[press.seat], at_s)
                if press.token in request.choices:
                    return Press(request.chooser, at_s, press.token, self._reminders.question())
            if settled_s >= until_s:
                if until_s == ends_s:
                    self.end()
                    self._stage.close_questions()
                return None
            # A press is known a moment after it was made, so wait: earlier ones go first.
            self._reminders.wait(
                presses.known_at_s(until_s),
                lambda: presses.known_at_s(
                    min(press.time_s for press in (*self._pending, TimedPress(until_s, 0, None)))
                ),
                in_passing=True,
            )

    def end(self) -> None:
        """Ends the answers: no tokens are given any more."""
        if self._tokens:
            self._tokens = None
            self._lights.faces.clear()
            self._stage.presses.hands.rest()

    def _begin_answering(self, chooser: int) -> Tokens:
        """Lights the tokens on the ring of the player who answers."""
        assert isinstance(self._telling, Answers)
        tokens = Tokens(self._telling.tokens, self._telling.surest, self._stage.rings.pixels)
        self._lights.tell(chooser, tokens.face, partial(self._lights.in_words.token, tokens))
        self._tokens = tokens
        return tokens

    def _plan(self, running: Running, tokens: Tokens) -> None:
        """Plans what a bot does unless somebody else is faster."""
        hands, planned = self._stage.presses.hands, running.planned
        hands.rest()
        if planned is None or not self._village.is_bots(planned.seat.index):
            return
        seat, at_s = planned.seat.index, max(running.began_s + planned.at_s, self._stage.time.now())
        if planned.choice is None:
            hands.turn(seat, "floor", [Meaning.FLOOR], at_s)
        else:
            hands.turn(seat, "answer", tokens.way_to(planned.choice), at_s)
