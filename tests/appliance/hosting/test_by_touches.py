"""An evening that is answered by fingers on screens, and the same one by buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import pytest

from hardware.debounce import USUAL, Kind
from table.appliance.rooms import telling_of
from table.appliance.rounds import mind_of
from table.games.records import JournalLine
from table.gestures import Meaning
from table.room.choosing import Choosing
from table.room.devices import Devices
from table.room.room import Room
from table.settings.times import Times
from table.words.narration import Narration
from tests.appliance.hosting.test_host import LONG_S, HostsTable, Watched
from tests.evening.test_werewords_evening import word_evening
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


class Guessers(Villagers):
    """Eight people who play a round of Mots-garous so."""

    TOKENS = (1, 2, 3, 2, 6)
    """By their numbers; the last is "correct"."""

    def __init__(self, *, by_touch: bool, seed: int) -> None:
        super().__init__(by_touch=by_touch, deck="beginner", seed=seed)
        self.evening = word_evening(8, seed)
        self.diary = Watched(None, self.evening, "en")
        self.narration = Narration.load("en", "mots-garous")
        self.at("clock questions.classic", self._ask)

    def made(self, devices: Devices, mind: Any, **more: Any) -> Room:
        mind, telling = mind_of(self.evening, "en"), telling_of(self.evening, Times())
        return super().made(devices, mind, telling=telling, **more)

    def _ask(self, now_s: float) -> None:
        """One after the other asks, and is answered."""
        mayor = self.moment("say", "MayorShown").request.event.seat.index
        askers = [seat for seat in range(8) if seat != mayor]
        for number, (seat, token) in enumerate(zip(askers, self.TOKENS, strict=False)):
            at_s = now_s + 3.0 + 12.0 * number
            if self.by_touch:
                self.touch(seat, at_s, None)
            else:
                self.press(seat, at_s)
            self.clock.at(at_s + 3.0, partial(self._give, mayor, token))

    def _give(self, mayor: int, token: int) -> None:
        now_s, is_found = self.clock.now(), token == self.TOKENS[-1]
        if self.by_touch:
            self.touch(mayor, now_s + 0.1, token, Kind.LONG_HOLD if is_found else Kind.PRESS)
            return
        options = self.room.presses.options_of(mayor)
        assert options
        assert options.at is not None
        numbers, at_s = [*options.numbers], now_s + 0.1
        for _ in range((numbers.index(token) - numbers.index(options.at)) % len(numbers)):
            self.press(mayor, at_s)
            at_s += STEP_S
        self.press(mayor, at_s, for_s=LONG_S if is_found else LATE_S)


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


def answers(line: JournalLine) -> tuple[object, ...]:
    """The same of a line of Mots-garous, whose questions have the seconds of each answer."""
    return line.word, without_moments(line.answer), line.people


def without_moments(answer: Any) -> Any:
    if isinstance(answer, list | tuple):
        return [without_moments(each) for each in answer if not isinstance(each, float)]
    return answer


@pytest.mark.parametrize("seed", [1, 2])
def test_a_round_of_mots_garous_by_touches_has_the_same_answers_as_by_presses(seed: int) -> None:
    journals, given = [], []
    for by_touch in (False, True):
        table = Guessers(by_touch=by_touch, seed=seed)
        table.play()
        journals.append([answers(line) for line in table.diary.last.lines])
        given.append([moment.request.event.token for moment in table.moments("say", "TokenGiven")])
    assert len(given[0]) == len(Guessers.TOKENS)
    assert given[0][-1] == "correct"
    assert given[0] == given[1]
    assert journals[0] == journals[1]
