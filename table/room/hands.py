"""Simulated hands that press buttons for bots and rehearsed scenarios.

They press in time, as people do, and each press takes the full path: contact, gesture, cursor, lock.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from hardware.debounce import USUAL, Kind
from hardware.interface import Edge
from table.engine.chance import Chance
from table.gestures import GESTURES, Meaning, Phase
from table.room.choosing import Choosing

PRESS_S = 0.08
HOLD_S = USUAL.hold_s + 0.08
LONG_HOLD_S = USUAL.long_hold_s + 0.08
LENGTHS_S = {Kind.PRESS: PRESS_S, Kind.HOLD: HOLD_S, Kind.LONG_HOLD: LONG_HOLD_S}
REST_S = 0.22
"""Seconds between two presses of one hand."""


class Hands:
    """The simulated hands of all seats.

    `buttons`: number of buttons of each seat.
    `chance`: draws how long each hand hesitates; at night from a stream of its own, so the hesitations of the
    day show no secret.
    """

    def __init__(self, buttons: int, chance: Chance) -> None:
        self._buttons = buttons
        self.by_day = chance.stream("hands by day")
        self.by_night = chance.stream("hands by night")
        self._covering = chance.stream("hands that cover")
        self._planned: list[tuple[float, int, Edge]] = []
        self._number = 0

    def choose(
        self,
        seat: int,
        choosing: Choosing,
        picks: Sequence[object],
        now_s: float,
        until_s: float,
        secretly: bool,
    ) -> None:
        """Turns the light of a seat to each of `picks` and locks it, before `until_s`. No picks: no press.

        `secretly`: whether the hesitation comes from the stream of the night.
        """
        said = choosing.way_to(picks)
        if not said:
            return
        now_s = max(now_s, self._lifted_s(seat) + REST_S)
        pressing_s = sum(self._length_s(choosing.phase, meaning) for meaning in said)
        resting_s = REST_S * len(said)
        spare_s = max(0.0, until_s - now_s - pressing_s - resting_s)
        lots = self.by_night if secretly else self.by_day
        time_s = now_s + min(0.3 + 2.5 * lots.random(), 0.5 * spare_s)
        # In a hurry presses are shorter, but long enough for a contact to settle.
        calm = min(1.0, max(0.1, (until_s - time_s - pressing_s) / resting_s))
        for meaning in said:
            time_s = self._plan(seat, choosing.phase, meaning, time_s) + REST_S * calm

    def signal(self, seat: int, phase: Phase, meaning: Meaning, at_s: float) -> None:
        """Plans one gesture at a moment."""
        self._plan(seat, phase, meaning, at_s)

    def turn(self, seat: int, phase: Phase, said: Sequence[Meaning], at_s: float) -> None:
        """Plans gestures from a moment on, each as soon as the finger of the one before is up."""
        time_s = max(at_s, self._lifted_s(seat) + REST_S)
        for meaning in said:
            time_s = self._plan(seat, phase, meaning, time_s) + REST_S

    def signal_within(self, seat: int, phase: Phase, meaning: Meaning, begin_s: float, end_s: float) -> None:
        """Plans one gesture at a random moment between two."""
        self._plan(seat, phase, meaning, begin_s + (end_s - begin_s) * self.by_day.random())

    def cover(self, seat: int, begin_s: float, end_s: float) -> None:
        """Plans presses that mean nothing, now and then.

        They have a random stream of their own, so that who is asked shifts none of them.
        """
        time_s = begin_s
        while (time_s := time_s + self._covering.uniform(0.3, 5.0)) + HOLD_S < end_s:
            length_s = HOLD_S if self._covering.random() < 0.3 else PRESS_S
            time_s = self._press(seat, self._covering.randrange(self._buttons), length_s, time_s)

    def due_s(self) -> float:
        """When a finger moves next."""
        return self._planned[0][0] if self._planned else math.inf

    def edges(self, now_s: float) -> list[Edge]:
        """Returns the edges of the fingers up to now."""
        done = []
        while self._planned and self._planned[0][0] <= now_s:
            done.append(heapq.heappop(self._planned)[2])
        return done

    def rest(self, seat: int | None = None) -> None:
        """Drops what is planned, for one seat or all. A finger that is down still comes up."""
        down: set[tuple[int, int]] = set()
        kept = []
        for planned in sorted(self._planned):
            _, _, edge = planned
            finger = (edge.seat, edge.button)
            lifts = not edge.down and finger not in down
            if (seat is not None and edge.seat != seat) or lifts:
                kept.append(planned)
            if edge.down or lifts:
                down.add(finger)
        self._planned = kept
        heapq.heapify(self._planned)

    def _plan(self, seat: int, phase: Phase, meaning: Meaning, at_s: float) -> float:
        button, _ = self._finger(phase, meaning)
        return self._press(seat, button, self._length_s(phase, meaning), at_s)

    def _press(self, seat: int, button: int, length_s: float, at_s: float) -> float:
        """Plans one press; returns when the finger is up again."""
        up_s = at_s + length_s
        for time_s, down in ((at_s, True), (up_s, False)):
            self._number += 1
            heapq.heappush(self._planned, (time_s, self._number, Edge(time_s, seat, button, down)))
        return up_s

    def _lifted_s(self, seat: int) -> float:
        """When this hand's last planned press ends."""
        return max((time_s for time_s, _, edge in self._planned if edge.seat == seat), default=-REST_S)

    def _length_s(self, phase: Phase, meaning: Meaning) -> float:
        return LENGTHS_S[self._finger(phase, meaning)[1]]

    def _finger(self, phase: Phase, meaning: Meaning) -> tuple[int, Kind]:
        for button, row in enumerate(GESTURES[phase][self._buttons]):
            for kind, meant in row.items():
                if meant is meaning:
                    return button, kind
        raise ValueError(f"{meaning.name} has no gesture in phase {phase!r} with {self._buttons} buttons")
