"""How the rings show a secret message, and how long it takes to read."""

from __future__ import annotations

from collections.abc import Callable

from hardware import patterns
from table.engine.messages import Message

READ_S = 2.0
"""Seconds for which a secret message is shown before the question that follows it."""
NEEDLE_S = 1.0
"""Seconds for which a needle points at each of several people."""
SIGN_S = 1.5
"""Seconds for which each of several signs is shown."""

Face = Callable[[float], bytes]
"""A function from the time in seconds to the pixels of a ring: pixels x 3, R G B."""


def reading_s(message: Message, pace: float) -> float:
    """Seconds for which a message is shown before a question. `pace`: 1.0 is normal, less is a hurry.

    Several signs get their full time even in a hurry.
    """
    if len(message.signs) > 1:
        return READ_S * len(message.signs) * max(1.0, pace)
    return max(READ_S, NEEDLE_S * len(message.seats)) * pace


def face_of(
    message: Message,
    own: int,
    pixel_of: Callable[[int, int], int],
    pixels: int,
    pace: float,
    began_s: float,
    stands_s: float,
) -> Face:
    """Returns the face of a message.

    `own`: the seat of the ring.
    `pixel_of`: returns the pixel of a seat's ring that points at another seat.
    `pixels`: number of pixels of the ring.
    `pace`: 1.0 is normal, less is a hurry.
    `began_s`: when it is first shown.
    `stands_s`: seconds for which it is shown.
    """
    if message.yes is not None:
        yes = int(message.yes)
        return lambda now_s: patterns.words(pixels, yes, 2, now_s, locked=True)
    if not message.signs:
        seats = [other.index for other in message.seats if other.index != own or not message.others]
        targets = [pixel_of(own, other) for other in seats]
        # With many people the needle moves faster, so that all of them are shown in time.
        beats = max(2, min(4, int(stands_s / patterns.BEAT_S / max(1, len(targets)))))
        return lambda now_s: patterns.several_seats(pixels, targets, now_s, beats)

    def in_turn(now_s: float) -> bytes:
        """Shows the signs one after the other, then a pause, so that the first one can be recognised."""
        stood_s = now_s // patterns.STEP_S * patterns.STEP_S - began_s
        turn = int(max(0.0, stood_s) / (SIGN_S * max(1.0, pace))) % (len(message.signs) + 1)
        if turn == len(message.signs) > 1:
            return patterns.asleep(pixels, now_s)
        groups, motion = message.signs[turn % len(message.signs)]
        return patterns.sign(pixels, groups, motion, now_s)

    return in_turn
