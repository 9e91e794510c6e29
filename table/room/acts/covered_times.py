"""Covered times by day: all cover their buttons and press as they like, or keep still while one reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from table.board.board import Timer
from table.engine.requests import Covered, Show, Sitter
from table.gestures import Meaning
from table.room.act import Act, SeatGesture
from table.room.acts.alone import Alone
from table.room.acts.card_look import LOOK_S
from table.room.acts.messages import Messages
from table.room.parts import RoomParts

LATE_S = 0.5
"""Seconds after the end for presses that pods and phones report late."""


class CoveredTimes(Act):
    """Holds covered times for their full length. Rings, pages and board are the same whoever presses."""

    def __init__(self, parts: RoomParts, messages: Messages, alone: Alone) -> None:
        self.is_running = False
        """Whether one is under way, from the first word of its line."""
        self._stage, self._night, self._pace = parts.stage, parts.night, parts.pace
        self._lights = parts.lights
        self._messages, self._alone = messages, alone
        self._pressed: set[int] = set()
        self._unanswered = ""
        """The key of a time in which nobody that counts has pressed, until that is told."""

    def run_and_wait(self, request: Covered, planned: Sequence[Sitter]) -> list[Sitter]:
        """Lets everybody press. Returns those heard who did; `planned`: where the table plays, it decides."""
        stage, time = self._stage, request.time
        self._pressed.clear()
        with self._covering(time.key), stage.playing(self):
            stage.open_questions([seat.index for seat in request.seats], "cover")
            stage.speaking.tell_and_wait([(f"cover.{time.key}", {})])
            self._wait(self._pace.times.call_s(time))
            stage.wait_until(stage.time.now() + LATE_S)
            stage.close_questions()
        pressed = [seat for seat in request.heard if self._has_pressed(seat, planned)]
        self._unanswered = "" if pressed else time.key
        return pressed

    def show_and_wait(self, request: Show) -> None:
        """Shows a message by day. Its readers cover their rings, and all others keep still; those without a
        ring then read the board, one after the other."""
        lights, on_board = self._lights, self._stage.village.on_board
        has_rings = any(seat.index not in on_board for seat in request.to)
        with self._covering(request.what):
            if has_rings:
                self._stage.speaking.tell_and_wait([(f"cover.{request.what}", {"seat": request.to[0]})])
            self._messages.show(request)
            words = {seat.index: lights.words(seat.index) for seat in request.to}
            if has_rings:
                self._wait(LOOK_S * max(1.0, self._pace.factor))
            lights.faces.clear()
            self._alone.show_and_wait([seat for seat in words if seat in on_board], words.__getitem__)

    def tell_end_and_wait(self) -> None:
        """Tells that nobody has pressed in the last covered time, once that is on the disk."""
        key, self._unanswered = self._unanswered, ""
        if key:
            self._stage.speaking.tell_and_wait([(f"uncover.{key}", {})])

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if meant is not Meaning.UNSEEN:
            return False
        self._pressed.add(heard.seat)
        return True

    def _has_pressed(self, seat: Sitter, planned: Sequence[Sitter]) -> bool:
        return seat in planned if self._stage.village.is_bots(seat.index) else seat.index in self._pressed

    @contextmanager
    def _covering(self, key: str) -> Iterator[None]:
        """Covers rings and phones."""
        village, before = self._stage.village, self._stage.village.board
        self.is_running = True
        self._night.begin()
        self._stage.speaking.wait_for_silence()
        village.board = msgspec.structs.replace(
            village.board,
            scene="cover",
            headline=village.narration.word(f"cover.{key}"),
            news="",
            cause="",
            arrows=[],
            places=[msgspec.structs.replace(place, against=0) for place in village.board.places],
        )
        try:
            yield
        finally:
            self.is_running = False
            village.board.scene, village.board.headline = before.scene, before.headline

    def _wait(self, length_s: float) -> None:
        """Runs the clock on the board."""
        board, ends_s = self._stage.village.board, self._stage.time.now() + length_s
        board.timer = Timer(ends_s, length_s)
        self._stage.wait_until(ends_s)
        board.timer = None
