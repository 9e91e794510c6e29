"""The motion on the board: a pure function of the time and of when the board last changed.

The board itself holds no motion, so two equal boards move alike. Motion goes in steps; where light and
dark change places there are at most three a second. All motion has an end, which is what a calm board
shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from table.board.board import HUSH_S, Arrow, Board, Scene, leaders

FADE_S, NIGHTFALL_S = 3.0, 5.0
"""`FADE_S`: seconds of a change of light. `NIGHTFALL_S`: seconds of nightfall."""
STEP_S, FINE_STEP_S = 0.1, 0.05
"""`STEP_S`: seconds between steps of small motions. `FINE_STEP_S`: seconds between steps of what crosses the
board."""
VICTORY_S = 6.0
"""Seconds for which the crowd of winners is alone on the board: two to come, and four to be looked at."""
STORY_S, NEXT_CARD_S = 4.0, 0.4
"""`STORY_S`: most seconds in which all cards come after that. `NEXT_CARD_S`: most seconds between two."""
REVEAL_S, NEXT_REVEAL_S = 5.0, 0.4
"""`REVEAL_S`: seconds in which the board closes in on a house, is dark, and shows a card, first from behind,
until it lies down. `NEXT_REVEAL_S`: seconds between the starts of two."""
CLOSED_IN, LIT = 0.20, 0.20 + HUSH_S / REVEAL_S
"""Shares of `REVEAL_S` after which a house is near, and waits for the dark; and after which the dark ends."""
WAITS = 0.56
"""Share of `REVEAL_S` after which a card that lies face down waits to be turned."""
TURN_S, NEXT_TURN_S = 0.6, 0.15
"""`TURN_S`: seconds in which a card turns over. `NEXT_TURN_S`: seconds between the starts of two cards."""
LANDING_S, LANDINGS_S = 0.5, 2.5
"""`LANDING_S`: seconds in which the arrows of one rank grow. `LANDINGS_S`: the most for all ranks
together."""
PASSING_S = 1.4
"""Seconds in which the captain's medal goes from seat to seat."""
AIM_S = 1.0
"""Seconds for which the hunter's sights rest on a seat."""
DRIFT_STEP_S = 0.5
"""Seconds between two steps of the stars, and of the lantern at night."""


class Fade(NamedTuple):
    """A change of light from one time of day to another."""

    light: str
    """The old time of day."""
    into: str
    """The new time of day."""
    share: float
    """The part of the change that is done, 0.0 to 1.0."""


class Medal(NamedTuple):
    """The captain's medal on its way. `giver`: None if it comes from the middle of the table."""

    giver: int | None
    taker: int
    share: float


class Pose(NamedTuple):
    """The progress of all motions. The default is their end."""

    fade: Fade | None = None
    landed: float = 1.0
    """Progress of the arrows: 0.0 none has started, 1.0 all have arrived."""
    stood: int = 0
    """Number of arrows, from the first, that had arrived before."""
    turning: tuple[tuple[int, float], ...] = ()
    """Seats whose cards turn over, each with its progress."""
    revealed: tuple[tuple[int, float], ...] = ()
    """Seats of the dead whose houses or large cards are shown, each with its progress. At 1.0 a card lies
    there, while others are still on their way."""
    victory: float | None = None
    """Progress of the winners' time, 0.0 to 1.0; None if it is over, or has not begun."""
    medal: Medal | None = None
    aim: int | None = None
    """The seat in the hunter's sights."""

    @property
    def changes_light(self) -> bool:
        """Whether a change of light is visible. Its first step looks as before."""
        return self.fade is not None and self.fade.share > 0

    def lengths(self, arrows: list[Arrow]) -> list[float]:
        """The length of each arrow, 0.0 to 1.0."""
        stood, coming = arrows[: self.stood], arrows[self.stood :]
        return [1.0] * len(stood) + lengths(coming, self.landed)

    def grown(self, arrows: list[Arrow]) -> list[tuple[Arrow, float]]:
        """The arrows with their lengths, in drawing order: growing arrows lie over all others. Once all have
        arrived, the order does not depend on when they did."""
        stood = self.stood if self.landed < 1 else 0
        rank = ranks(tuple(arrows))
        order = sorted(range(len(arrows)), key=lambda number: (number >= stood, rank[number]))
        long = self.lengths(arrows)
        return [(arrows[number], long[number]) for number in order]


STILL = Pose()

ENDS: frozenset[Scene] = frozenset({"over", "told"})
"""Scenes in which no open card is news any more."""


class _Seen(NamedTuple):
    """The parts of the last board by which changes are noticed."""

    cast: Hashable
    light: str
    arrows: tuple[Arrow, ...]
    opened: frozenset[int]
    face_down: frozenset[int]
    hush: bool
    captain: int | None
    scene: Scene
    story: tuple[int, ...]
    """The seats with an open card: the dead in the order of their deaths, then all others."""


class Motion:
    """Follows the boards of one table."""

    def __init__(self) -> None:
        self._seen: _Seen | None = None
        self._stop()

    def _stop(self) -> None:
        """Ends all motion."""
        self._fade: tuple[str, float] | None = None
        self._landing_from_s = self._passing_from_s = self._victory_from_s = float("-inf")
        self._stood = 0
        """Number of arrows that had arrived before the growing ones."""
        self._giver: int | None = None
        self._turns: dict[int, float] = {}
        self._reveals: dict[int, float] = {}
        self._until: dict[int, float] = {}
        """How far each of these may go until the board changes."""

    def follow(self, board: Board, light: str, cast: Hashable, now_s: float) -> Pose:
        """The progress of all motion at `now_s`. Another `cast` means another table: then nothing moves.
        `light`: the time of day of the scene."""
        opened = [seat for seat, place in enumerate(board.places) if place.card]
        now = _Seen(
            cast,
            light,
            tuple(board.arrows),
            frozenset(opened),
            frozenset(seat for seat, place in enumerate(board.places) if place.face_down),
            board.hush,
            next((seat for seat, place in enumerate(board.places) if place.captain), None),
            board.scene,
            tuple(sorted(opened, key=lambda seat: board.places[seat].died or len(board.places) + 1)),
        )
        before, self._seen = self._seen, now
        if before is None or before.cast != cast:
            self._stop()
        elif now != before:
            self._begin(before, now, now_s)
        return self._pose(now, board, now_s)

    def _begin(self, before: _Seen, now: _Seen, now_s: float) -> None:
        """Starts the motions that follow from a change of the board."""
        if now.light != before.light:
            done = 0.0
            # It turns back from where it is; by way of dusk, as from day to night, no light does.
            if self._fade and self._fade[0] == now.light and {before.light, now.light} != {"day", "night"}:
                done = 1 - gone(now_s, self._fade[1], fade_s(before.light))
            self._fade = (before.light, now_s - done * fade_s(now.light))
        if now.arrows != before.arrows:
            known = len(before.arrows)
            self._stood = known if now.arrows[:known] == before.arrows else 0
            self._landing_from_s = now_s
        if now.captain != before.captain:
            self._giver, self._passing_from_s = before.captain, now_s
        opened = sorted(now.opened - before.opened)
        for place, seat in enumerate(opened):
            self._turns[seat] = now_s + place * NEXT_TURN_S
        if now.scene == "over" and before.scene not in ENDS and not now.arrows:
            self._victory_from_s = now_s
            next_s = min(NEXT_CARD_S, STORY_S / max(1, len(now.story)))
            self._turns = {seat: now_s + VICTORY_S + place * next_s for place, seat in enumerate(now.story)}
        elif now.scene != "over":
            self._victory_from_s = float("-inf")
        if now.scene not in ENDS:
            coming = sorted((now.opened | now.face_down) - before.opened - before.face_down)
            if coming and all(now_s >= at + REVEAL_S for at in self._reveals.values()):
                self._reveals.clear()
            for place, seat in enumerate(coming):
                self._reveals[seat], self._until[seat] = now_s + place * NEXT_REVEAL_S, CLOSED_IN
            for seat in now.face_down if now.hush and not before.hush else ():
                self._reveals[seat], self._until[seat] = now_s - CLOSED_IN * REVEAL_S, WAITS
            for seat in opened:
                self._until[seat] = 1.0
                if seat in before.face_down:
                    self._reveals[seat] = now_s - WAITS * REVEAL_S
                self._turns[seat] = self._reveals[seat] + REVEAL_S
        else:
            self._reveals.clear()
        self._turns = {seat: at for seat, at in self._turns.items() if seat in now.opened}
        seen = now.opened | now.face_down
        self._reveals = {seat: at for seat, at in self._reveals.items() if seat in seen}

    def _pose(self, now: _Seen, board: Board, now_s: float) -> Pose:
        fade = medal = None
        if self._fade and (share := gone(now_s, self._fade[1], fade_s(now.light))) < 1:
            fade = Fade(self._fade[0], now.light, share)
        passed = gone(now_s, self._passing_from_s, PASSING_S)
        if now.captain is not None and passed < 1:
            medal = Medal(self._giver, now.captain, passed)
        turning = tuple(
            (seat, share) for seat, at in self._turns.items() if (share := gone(now_s, at, TURN_S)) < 1
        )
        revealed = tuple(
            (seat, min(gone(now_s, at, REVEAL_S, FINE_STEP_S), self._until[seat]))
            for seat, at in self._reveals.items()
        )
        if all(share == 1 for _, share in revealed):
            revealed = ()
        coming = now.arrows[self._stood :]
        landed = gone(now_s, self._landing_from_s, landing_s(coming)) if coming else 1.0
        won = gone(now_s, self._victory_from_s, VICTORY_S, FINE_STEP_S)
        victory = won if won < 1 else None
        return Pose(fade, landed, self._stood, turning, revealed, victory, medal, aim(board, now_s))


def gone(now_s: float, from_s: float, length_s: float, step_s: float = STEP_S) -> float:
    """The part of `length_s` that has passed since `from_s`, in whole steps: 0.0 to 1.0."""
    steps = max(1, round(length_s / step_s))
    return min(steps, max(0, int((now_s - from_s) / step_s + 1e-6))) / steps if from_s > -1e9 else 1.0


def fade_s(into: str) -> float:
    """Seconds in which another light changes to this one."""
    return NIGHTFALL_S if into == "night" else FADE_S


@lru_cache(8)
def ranks(arrows: tuple[Arrow, ...]) -> tuple[int, ...]:
    """The rank of each arrow: the number of arrows before it at the same seat. Those at the two seats that
    lead come before all others."""
    first = leaders(arrows)
    led = Counter(arrow.target for arrow in arrows if arrow.target in first)
    last = max(led.values(), default=0)
    before: dict[int, int] = {}
    found = []
    for arrow in arrows:
        found.append(before.get(arrow.target, 0 if arrow.target in first else last))
        before[arrow.target] = found[-1] + 1
    return tuple(found)


def landing_s(arrows: tuple[Arrow, ...] | list[Arrow]) -> float:
    """Seconds until all arrows have arrived."""
    return min(LANDINGS_S, LANDING_S * (1 + max(ranks(tuple(arrows)), default=0)))


def lengths(arrows: list[Arrow], landed: float) -> list[float]:
    """The length of each arrow, 0.0 to 1.0. The first arrows at the two seats that lead arrive together, then
    the second ones: so the counts grow side by side. Then all others come."""
    rank = ranks(tuple(arrows))
    rounds = 1 + max(rank, default=0)
    return [min(1.0, max(0.0, landed * rounds - each)) for each in rank]


def aim(board: Board, now_s: float) -> int | None:
    """The seat in the sights: the hunter's cursor during the choice; before and after, the seat the scene is
    about."""
    if board.scene != "shot":
        return None
    if board.timer is None:
        marked = [seat for seat, place in enumerate(board.places) if place.marked]
        return marked[0] if len(marked) == 1 else None
    living = [seat for seat, place in enumerate(board.places) if place.alive]
    return living[int(now_s // AIM_S) % len(living)] if living else None
