"""Decides when bots have looked at their cards, or have talked enough."""

from __future__ import annotations

from collections.abc import Sequence

from table.gestures import Meaning
from table.room.stage import Stage

LATE = 0.9
"""How much of a debate passes before bots are ready, if people are there: they would outvote them."""
AMONG_BOTS_S = 10.0
"""Seconds of a debate at most, if nobody talks."""


def hasten(stage: Stage, key: str, ends_s: float) -> None:
    """Plans when bots say that they have looked at their cards, or have talked enough.

    `key`: of the public time.
    `ends_s`: when it ends.
    """
    stage.presses.hands.rest()
    if key not in ("deal", "cards", "debate", "voices_question"):
        return
    now_s = stage.time.now()
    left_s = ends_s - now_s
    for seat, place in enumerate(stage.village.board.places):
        if not stage.village.is_bots(seat) or not place.alive:
            continue
        if key in ("deal", "cards"):
            stage.presses.hands.signal(seat, "deal", Meaning.SEE_CARD, now_s + 0.5 + 0.1 * seat)
            stage.presses.hands.signal(seat, "deal", Meaning.SEEN, now_s + 2.0 + 0.1 * seat)
        else:
            said_s = (now_s + LATE * left_s, now_s + left_s)
            if not stage.village.is_anybody_there:
                said_s = (now_s + 3.0, now_s + AMONG_BOTS_S)  # Nobody is there to talk to.
            stage.presses.hands.signal_within(seat, "debate", Meaning.READY, *said_s)


def follow(stage: Stage, leader: int, waiting: Sequence[int]) -> None:
    """Lets bots agree to end a debate once all people have.

    `leader`: the seat that agreed last.
    `waiting`: seats that have not agreed.
    """
    if leader in stage.village.people and not any(seat in stage.village.people for seat in waiting):
        now_s = stage.time.now()
        for seat in filter(stage.village.is_bots, waiting):
            stage.presses.hands.rest(seat)
            stage.presses.hands.signal_within(seat, "debate", Meaning.READY, now_s + 1.0, now_s + 5.0)
