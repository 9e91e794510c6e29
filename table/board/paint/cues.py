"""The effects of clocks and tokens: a pure function of the time and of when tokens were given.

A calm board has no effects: its cue is `AT_REST`.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import ceil
from typing import NamedTuple

from table.board.board import Board
from table.board.paint.motion import gone

STAMP_S = 0.3
"""Seconds in which a stamp comes down."""
OPENING_S, CLOSE_S = 0.4, 2.6
"""`OPENING_S`: seconds in which *so close* spreads over the screen. `CLOSE_S`: seconds for which it is
shown."""
LAST_S = 10
"""Number of last seconds that every clock shows alone and larger."""
BEAT_S = 0.3
"""Seconds in which the clock of the last seconds settles after each of them."""


class Cue(NamedTuple):
    """The progress of all effects. The default is their end."""

    stamp: float = 1.0
    """Fall of the last answer's stamp: 0.0 high above, 1.0 lying."""
    close: float = 0.0
    """Part of the screen that *so close* covers; 0.0 again when it is over."""
    beat: float = 1.0
    """Size of the clock in its last seconds: 0.0 as a second begins, 1.0 settled."""


AT_REST = Cue()


class Cues:
    """Follows the boards of one table."""

    def __init__(self) -> None:
        self._cast: Hashable = None
        self._given = 0
        self._stamp_from_s = self._close_from_s = float("-inf")

    def follow(self, board: Board, cast: Hashable, now_s: float) -> Cue:
        """The cue at `now_s`. Another `cast` means another table: then nothing moves."""
        given = sum(len(place.tokens) for place in board.places) if board.scene == "questions" else 0
        if cast == self._cast and given > self._given:
            self._stamp_from_s = now_s
            if any(place.token == "so_close" for place in board.places):
                self._close_from_s = now_s
        elif cast != self._cast or given < self._given:
            self._stamp_from_s = self._close_from_s = float("-inf")
        self._cast, self._given = cast, given
        is_close = now_s - self._close_from_s < CLOSE_S
        # A spread of no width would mean that it is over.
        close = max(0.1, gone(now_s, self._close_from_s, OPENING_S)) if is_close else 0.0
        return Cue(gone(now_s, self._stamp_from_s, STAMP_S), close, beat(board, now_s))


def beat(board: Board, now_s: float) -> float:
    """Progress of the clock since the current second began, 0.0 to 1.0."""
    if board.timer is None or board.menu or board.secret:
        return 1.0
    left_s = board.timer.ends_s - now_s
    return gone(ceil(left_s - 1e-6) - left_s, 0.0, BEAT_S) if 0 < left_s <= LAST_S else 1.0
