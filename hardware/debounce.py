"""What a finger meant: from the raw level of one contact to presses and holds.

Everything here is a function of (what is known, time, level). Nothing asks for the time, so a tick
that comes late changes when a gesture is told, never which gesture it was or when it happened.

    level of the pin   ____|_||______________________||_____
    settled                   |______________________
    gestures                            HOLD
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Timing(NamedTuple):
    """How long things take, in seconds. Each is longer than the one before."""

    settle_s: float = 0.010
    """A level counts once it has held this long: a button's bounces are over by then."""
    hold_s: float = 0.6
    long_hold_s: float = 3.0

    def on(self, speed: float) -> Timing:
        """The same lengths on the wall, in seconds of a clock that runs `speed` times as fast."""
        return Timing(*(length_s * speed for length_s in self))


USUAL = Timing()


class Kind(Enum):
    """The three things one button can say."""

    PRESS = "press"
    """Told at its release, if that came before a hold."""
    HOLD = "hold"
    """Told once, while the button is still down. Its release tells nothing."""
    LONG_HOLD = "long hold"
    """Told once, after its HOLD, while the button is still down."""


class Gesture(NamedTuple):
    """Something a finger said, and the moment it truly happened."""

    time_s: float
    kind: Kind


class Contact(NamedTuple):
    """All that is known of one button. `Contact()` is a button that is up."""

    level: bool = False
    """What the pin said last; True is down."""
    since_s: float = 0.0
    """When it began to say so."""
    settled: bool = False
    """The level that counts."""
    down_s: float | None = None
    """When the present press began. None while the button is up, and while it is stuck."""
    holds: int = 0
    """How many holds of this press have been told."""

    @property
    def down(self) -> bool:
        """Whether a finger holds the button now. A stuck button is not held by anybody."""
        return self.down_s is not None

    @property
    def stuck(self) -> bool:
        """Down ever since it was first seen: says nothing until it has been released once."""
        return self.settled and self.down_s is None


def first_seen(down: bool) -> Contact:
    """A button as it was found when the table started."""
    return Contact(level=down, settled=down)


def feed(
    contact: Contact, time_s: float, level: bool, timing: Timing = USUAL
) -> tuple[Contact, tuple[Gesture, ...]]:
    """The pin says `level` at `time_s`: what is known now, and the gestures that became certain, in order."""
    contact, gestures = tick(contact, time_s, timing)
    if level != contact.level:
        contact = contact._replace(level=level, since_s=time_s)
    return contact, gestures


def tick(contact: Contact, time_s: float, timing: Timing = USUAL) -> tuple[Contact, tuple[Gesture, ...]]:
    """It is `time_s` and the pin has said nothing new."""
    if contact.level == contact.settled:
        return _holds(contact, time_s, timing)
    # The level is in doubt since `since_s`: up to there everything is certain.
    contact, before = _holds(contact, contact.since_s, timing)
    if time_s < contact.since_s + timing.settle_s:
        return contact, before
    if contact.level:
        pressed = contact._replace(settled=True, down_s=contact.since_s, holds=0)
        contact, after = _holds(pressed, time_s, timing)
    else:
        is_press = contact.down and contact.holds == 0
        after = (Gesture(contact.since_s, Kind.PRESS),) if is_press else ()
        contact = contact._replace(settled=False, down_s=None)
    return contact, before + after


def due(contact: Contact, timing: Timing = USUAL) -> float | None:
    """The next moment at which a tick can tell something new, or None if only the pin can."""
    if contact.level != contact.settled:
        return contact.since_s + timing.settle_s
    coming = _hold_gestures(contact, timing)
    return coming[0].time_s if coming else None


def _holds(contact: Contact, until_s: float, timing: Timing) -> tuple[Contact, tuple[Gesture, ...]]:
    """The holds that have happened by `until_s` and were not told yet."""
    told = tuple(gesture for gesture in _hold_gestures(contact, timing) if gesture.time_s <= until_s)
    return contact._replace(holds=contact.holds + len(told)), told


def _hold_gestures(contact: Contact, timing: Timing) -> tuple[Gesture, ...]:
    """The holds this press has yet to tell, if it goes on."""
    if contact.down_s is None:
        return ()
    both = (
        Gesture(contact.down_s + timing.hold_s, Kind.HOLD),
        Gesture(contact.down_s + timing.long_hold_s, Kind.LONG_HOLD),
    )
    return both[contact.holds :]
