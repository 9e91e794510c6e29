"""Rounds played through the whole room, and all that can be perceived of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import zip_longest

from hardware.clocks import VirtualClock
from hardware.simulated import (
    SimulatedAmbience,
    SimulatedButtons,
    SimulatedEffects,
    SimulatedRings,
    SimulatedVoice,
)
from table.board.board import Board
from table.chance import Chance
from table.hands import HOLD_S, PRESS_S
from table.play import Answerer
from table.requests import Wake
from table.room import Devices, Room
from table.settings import Times
from table.trace import Trace
from tests.secrecy_rounds import Plotter, Round, Under, as_printed
from tests.tables import NARRATION, PIXELS


class Blind:
    """A view nobody looks at."""

    closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing to give back."""


class RestlessRoom(Room):
    """A room round which fingers lie on buttons at night: whoever is not called presses too, if he likes."""

    pods: SimulatedButtons
    jumping: VirtualClock
    restless: random.Random

    def wake(self, request: Wake) -> None:
        super().wake(request)
        called = {seat.index for seat in request.seats}
        begins_s, ends_s = self._call_began_s, self._call_ends_s
        for seat in range(self.pods.seats):
            if seat not in called and self.restless.random() < 0.3:
                length_s = self.restless.choice([0.01, PRESS_S, HOLD_S])
                self._press(seat, self.restless.uniform(begins_s, ends_s - length_s - 0.5), length_s)

    def _press(self, seat: int, at_s: float, length_s: float) -> None:
        self.jumping.at(at_s, lambda: self.pods.push(seat, 0))
        self.jumping.at(at_s + length_s, lambda: self.pods.release(seat, 0))


def perceived(one: Round, room: type[RestlessRoom] = RestlessRoom, under: Under = as_printed) -> list[str]:
    """The public trace of a round that is played at the table. How everybody sits there is public, and so of
    the village; which of those who sleep press their buttons all the same is not."""
    trace = Trace()

    def through(plotter: Plotter) -> Answerer:
        return at_the_table(plotter, one, trace, room)

    with trace.overhearing():
        one.played(through, under)
    return trace.lines


def at_the_table(
    mind: Answerer, one: Round, trace: Trace, room: type[RestlessRoom] = RestlessRoom
) -> RestlessRoom:
    """A room in memory with the seats of a village, of which a trace is taken."""
    village = one.village
    clock = VirtualClock()
    pods = SimulatedButtons(len(village.names), 1, clock)
    rings = SimulatedRings(len(village.names), PIXELS)
    ambience, effects = SimulatedAmbience(clock), SimulatedEffects(clock)
    devices = Devices(pods, rings, SimulatedVoice(clock), Blind(), clock, ambience, effects=effects)
    made = room(
        trace.of(devices),
        NARRATION["en"],
        Times(),
        mind,
        village.names,
        1,
        Chance(village.seed),
        people_sit=False,
        night="eyes_down" if village.lot("eyes down") < 0.3 else "eyes_closed",
        cover_taps=village.lot("cover taps") < 0.3,
    )
    made.pods, made.jumping, made.restless = pods, clock, random.Random(one.seed)
    return made


def difference(one: Sequence[object], other: Sequence[object]) -> str | None:
    """The first thing by which two traces can be told apart."""
    for ours, theirs in zip_longest(one, other):
        if ours != theirs:
            return f"{ours} or {theirs}"
    return None
