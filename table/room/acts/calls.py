"""Calls of the night: a card is woken, has a fixed time, and goes back to sleep."""

from __future__ import annotations

from collections.abc import Sequence

from hardware import patterns
from table.engine.requests import Call, Wake
from table.games.telling import Line
from table.room.act import NEVER
from table.room.acts.alone import EYES_S, Alone
from table.room.acts.call_records import CallRecords
from table.room.acts.prompts import Prompts
from table.room.message_faces import READ_S
from table.room.parts import RoomParts
from table.room.speaking import CAPTION_S_A_LETTER, LONGEST_LINE_S


class Calls:
    """LG-35: a call has a fixed length, whether anybody answers or not."""

    def __init__(self, parts: RoomParts, prompts: Prompts, alone: Alone) -> None:
        self.call: Call | None = None
        """The call in which somebody may be secretly awake."""
        self.called: frozenset[int] = frozenset()
        """Seats of those who are called; empty in a look, which is for all."""
        self.is_calling = False
        """Whether a call is under way, from the first word of its first line to the last word of its last
        line."""
        self.began_s = 0.0
        self.ends_s = 0.0
        self.records = CallRecords(parts.stage, lambda: self.ends_s)
        self._stage, self._telling = parts.stage, parts.telling
        self._night, self._pace = parts.night, parts.pace
        self._lights, self._board = parts.lights, parts.secret
        self._prompts = prompts
        self._alone = alone
        self._prompts_s = NEVER
        """When to check next whether the line of a call is over, after which the prompt is shown."""
        self._asks: list[tuple[str, float]] = []
        """The later questions of this call, with their moments."""
        self._asked_now = ""
        """The question under way, if the call has several."""

    def wake_and_wait(self, request: Wake) -> None:
        """Announces a call, and starts its time."""
        stage, speaking, call = self._stage, self._stage.speaking, request.call
        board, narration = stage.village.board, stage.village.narration
        self.is_calling = True
        self.call = call
        self.called = frozenset(() if call.is_look else (seat.index for seat in request.seats))
        speaking.wait_for_silence()
        self._board.announce()
        self._telling.show_wake(board, call, narration)
        if self._night.eyes_down:
            self._lights.calling = self._telling.calls_by(request)
            *before, last = self._board.told(self._telling.wake_with_eyes_down(call, board.headline))
        else:
            *before, last = self._lines_of(call)
        speaking.tell_and_wait(before)
        speaking.begin(last)
        if call.asks or (self._telling.chooses(call) and not self._night.eyes_down):
            self._prompts_s = speaking.read_s
        if call.is_look:
            # LG-48: when all eyes open, everybody first hears what they may look at.
            speaking.wait_for_line()
        elif self._night.eyes_down:
            # Players who cannot hear know from the sign that they are called: a hurry does not shorten it.
            stage.wait_until(stage.time.now() + READ_S * max(1.0, self._pace.factor))
        else:
            stage.wait_until(stage.time.now() + EYES_S * self._pace.factor)
        self.began_s = stage.time.now()
        self.ends_s = self.began_s + self._pace.times.call_s(call)
        if self._pace.is_hurried:
            # A hurry does not shorten the time for the disk: it is added to the time of those called.
            self.ends_s += self.records.save_s
        self.records.begin(self.began_s)
        if not call.is_look:
            self._board.open()
        if call.asks:
            (first, _), *self._asks = self._asked_from_s(call).items()
            self._asked_now = speaking.wording_of(self._telling.tell_ask(call, first)).caption
        if self._night.cover_taps:
            self._cover()

    def sleep_and_wait(self, call: Call) -> None:
        """LG-35: ends the call when its time is over and its last record is on the disk."""
        speaking, telling = self._stage.speaking, self._telling
        self.records.end()
        self._prompts_s, self._asks, self._asked_now = NEVER, [], ""
        self._board.veil()
        speaking.wait_for_line()
        if call.is_look:
            self._look_alone()
        self._lights.faces.clear()
        self.call = self._lights.calling = None
        self.called = frozenset()
        ending = telling.sleep_with_eyes_down if self._night.eyes_down else telling.tell_sleep
        speaking.tell_and_wait(ending(call))
        telling.show_sleep(self._stage.village.board, self._stage.village.narration)
        self.is_calling = False

    def _lines_of(self, call: Call) -> Sequence[Line]:
        """The lines that begin a call. In a look at a table without rings it is one of its own."""
        village = self._stage.village
        if call.is_look and village.is_unlit:
            return [("board.look", {"called": village.board.headline})]
        return self._telling.tell_wake(call)

    def _look_alone(self) -> None:
        """LG-48: lets each player without a ring look at the board, once all other eyes are shut."""
        village = self._stage.village
        if not village.on_board:
            return
        nothing = village.narration.word("slip.nothing")
        words = {seat: self._lights.words(seat) or nothing for seat in village.on_board}
        self._lights.faces.clear()  # A player who looks at the board sees the other rings.
        if not village.is_unlit:  # else the call began with this line
            self._stage.speaking.tell_and_wait([("board.look", {"called": village.board.headline})])
        self._alone.show_and_wait([*words], words.__getitem__)

    def asked_from_s(self, asked: str) -> float:
        """When a question of the call under way is asked; 0.0 if it has only one."""
        return self._asked_from_s(self.call)[asked] if self.call and self.call.asks else 0.0

    def question_ends_s(self, part: float) -> float:
        """When a question ends that has this fraction of the call's time."""
        return self.began_s + (self.ends_s - self.records.save_s - self.began_s) * part

    def due_s(self) -> float:
        """When the call has something to do next."""
        return min(self._prompts_s, self.records.due_s, *(at_s for _, at_s in self._asks[:1]))

    def tick(self, now_s: float) -> None:
        """Writes due records and shows the prompt. Both depend on time alone, not on who is called.

        The prompt appears as soon as the line is over and can have been read, whether those called are there
        or not. The voice is asked at fixed moments only, as for every line.
        """
        self.records.make_in_time(now_s)
        speaking = self._stage.speaking
        if self._asks and now_s >= self._asks[0][1]:
            asked, at_s = self._asks.pop(0)
            assert self.call
            if speaking.is_speaking or at_s < speaking.read_s:
                self._asks.insert(0, (asked, at_s + patterns.STEP_S))
                return
            self._asked_now = speaking.utter([self._telling.tell_ask(self.call, asked)])
            self._prompts_s = speaking.read_s = now_s + CAPTION_S_A_LETTER * len(self._asked_now)
        if now_s < self._prompts_s:
            return
        if speaking.is_speaking and self._prompts_s < speaking.read_s + LONGEST_LINE_S:
            self._prompts_s += patterns.STEP_S
        else:
            self._prompts_s = NEVER
            self._prompts.show("choose")
            board = self._stage.village.board
            board.caption = f"{self._asked_now} {board.caption}".strip()

    def _asked_from_s(self, call: Call) -> dict[str, float]:
        """When each question of a call with several is asked."""
        length_s = self.ends_s - self.began_s
        begins = (0.0, *call.asks.values())
        return {asked: self.began_s + length_s * part for asked, part in zip(call.asks, begins, strict=False)}

    def _cover(self) -> None:
        """Lets bots press now and then, as everybody was asked to. It does not depend on who is called."""
        for seat, place in enumerate(self._stage.village.board.places):
            if place.alive and self._stage.village.is_bots(seat):
                self._stage.presses.hands.cover(seat, self.began_s, self.ends_s)
