"""An evening that is answered by fingers on screens, and the same one by buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from hardware.debounce import USUAL, Kind
from table.games.records import JournalLine
from table.gestures import Meaning
from table.room.choosing import Choosing
from table.room.room import Room
from tests.appliance.hosting.test_host import HostsTable
from tests.kit.tables import plant

STEP_S = 0.4
LATE_S = 0.8
"""Seconds for which a button is held, and after which a host's hold counts."""


class Villagers(HostsTable):
    """Eight people who answer everything they are asked: by touches, or by presses that say the same."""

    def __init__(self, *, by_touch: bool, deck: str, seed: int) -> None:
        super().__init__(people=range(8), deck=deck, seed=seed)
        self.by_touch = by_touch
        self.answered = 0
        self._asked: Mapping[int, Choosing] = {}
        self.planted = self._answer_in

    def _answer_in(self, room: Room) -> None:
        opens, chooses = room.stage.open_questions, room.questions.choose_and_wait

        def choose(request: Any, asked: Mapping[int, Choosing], picks: Mapping[int, Any]) -> None:
            self._asked = asked
            chooses(request, asked, picks)

        def open_questions(seats: Iterable[int], phase: Any) -> None:
            seats = [*seats]
            opens(seats, phase)
            now_s = self.clock.now()
            for seat in seats:
                if phase == "choose":
                    self._choose(seat, self._asked[seat], now_s + 1.0 + 0.01 * seat)
                elif phase in ("debate", "parley") or self.room.presses.phases.get(seat) == "debate":
                    self._hold(seat, now_s + 2.0 + 0.01 * seat, None)

        plant(room.questions, choose_and_wait=choose)
        plant(room.stage, open_questions=open_questions)

    def _choose(self, seat: int, choosing: Choosing, at_s: float) -> None:
        """Locks what nobody but this test would choose."""
        options, number = choosing.options, self.answered + seat
        self.answered += 1
        picks = [options[(number + more) % len(options)] for more in range(min(choosing.count, len(options)))]
        numbers = choosing.shown(()).numbers
        if self.by_touch:
            for pick in picks:
                self._hold(seat, at_s, numbers[options.index(pick)])
                at_s += 2 * STEP_S
            return
        for meant in choosing.way_to(picks):
            if meant is Meaning.NEXT:
                self.press(seat, at_s)
                at_s += STEP_S
            else:
                self._hold(seat, at_s, None)
                at_s += 3 * STEP_S

    def _hold(self, seat: int, at_s: float, option: int | None) -> None:
        if self.by_touch:
            self.touch(seat, at_s + USUAL.hold_s, option, Kind.HOLD)
        else:
            self.press(seat, at_s, for_s=LATE_S)


def untimed(line: JournalLine) -> tuple[object, ...]:
    """A line without its moments: of two ways to an answer one is longer. What was shown is in its trace."""
    answer = [[*each[:2], *each[3:]] for each in line.answer[0]] if line.word == "called" else line.answer
    return line.word, answer, line.people, line.trace


@pytest.mark.parametrize(("deck", "seed"), [("beginner", 1), ("expert", 2)])
def test_an_evening_by_touches_has_the_same_answers_as_by_presses(deck: str, seed: int) -> None:
    journals = []
    for by_touch in (False, True):
        table = Villagers(by_touch=by_touch, deck=deck, seed=seed)
        table.play()
        assert table.answered > 15
        journals.append([untimed(line) for line in table.diary.last.lines])
    assert journals[0] == journals[1]
