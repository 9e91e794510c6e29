"""Debouncing: from the raw level of one contact to presses and holds.

Everything here is a function of (what is known, time, level). Nothing asks for the time, so a tick
that comes late changes when a gesture is told, never which gesture it was or when it happened. Nor does a
change that is told late, up to twice as late as the one before it.

    level of the pin   ____|_||______________________||_____
    settled                   |______________________
    gestures                            HOLD
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Timing(NamedTuple):
    """Thresholds in seconds. Each is longer than the one before."""

    settle_s: float = 0.010
    """How long a level must last before it counts: longer than a button bounces."""
    hold_s: float = 0.6
    long_hold_s: float = 3.0

    def on(self, speed: float) -> Timing:
        """The same thresholds in seconds of a clock that runs `speed` times as fast as real time."""
        return Timing(*(length_s * speed for length_s in self))


USUAL = Timing()
AS_LATE = 2.0
"""How many times later than the last change the next one may be told: a machine that is busy may stay so."""


class Kind(Enum):
    """The three gestures of one button."""

    PRESS = "press"
    """Reported at release, if there was no hold."""
    HOLD = "hold"
    """Reported once, while the button is still down. Its release reports nothing."""
    LONG_HOLD = "long hold"
    """Reported once, after the HOLD, while the button is still down."""


HOLDS = (Kind.HOLD, Kind.LONG_HOLD)
"""The holds of one press, in order."""


class Gesture(NamedTuple):
    """A gesture, and the moment it happened."""

    time_s: float
    kind: Kind


class Contact(NamedTuple):
    """The state of one button. `Contact()` is a button that is up."""

    level: bool = False
    """The last level of the pin; True is down."""
    since_s: float = 0.0
    """When the pin took this level."""
    settled: bool = False
    """The debounced level."""
    down_s: float | None = None
    """When the current press began. None while the button is up or stuck."""
    holds: int = 0
    """How many holds of this press have been reported."""
    slack_s: float = 0.0
    """By how much later than usual anything is decided, since the last change was told late."""

    @property
    def down(self) -> bool:
        """Whether the button is held now. A stuck button does not count."""
        return self.down_s is not None

    @property
    def stuck(self) -> bool:
        """Whether it has been down since it was first read: it reports nothing until released once."""
        return self.settled and self.down_s is None


def first_seen(down: bool) -> Contact:
    """The state of a button when the table starts."""
    return Contact(level=down, settled=down)


def feed(
    contact: Contact, time_s: float, level: bool, timing: Timing = USUAL, late_s: float = 0.0
) -> tuple[Contact, tuple[Gesture, ...]]:
    """The pin had `level` from `time_s` on, which was told `late_s` later: returns the new state and the
    gestures it confirms, in order."""
    contact, gestures = _until(contact, time_s, timing, 0.0)
    if level != contact.level:
        # What follows may be as late; a machine that stood still is waited for no longer than a hold.
        slack_s = min(AS_LATE * late_s, timing.hold_s)
        contact = contact._replace(level=level, since_s=time_s, slack_s=slack_s)
    return contact, gestures


def tick(contact: Contact, time_s: float, timing: Timing = USUAL) -> tuple[Contact, tuple[Gesture, ...]]:
    """Time passes without a change of the pin that was told."""
    return _until(contact, time_s, timing, contact.slack_s)


def due(contact: Contact, timing: Timing = USUAL) -> float | None:
    """When the next tick can report something, or None if only a change of the pin can."""
    if contact.level != contact.settled:
        return contact.since_s + timing.settle_s + contact.slack_s
    coming = _hold_gestures(contact, timing)
    return coming[0].time_s + contact.slack_s if coming else None


def _until(
    contact: Contact, time_s: float, timing: Timing, slack_s: float
) -> tuple[Contact, tuple[Gesture, ...]]:
    """The pin kept its level up to `time_s`, as far as is told; the last `slack_s` of it are not certain."""
    if contact.level == contact.settled:
        return _holds(contact, time_s, timing, slack_s)
    # The level is in doubt since `since_s`; everything before is certain.
    contact, before = _holds(contact, contact.since_s, timing, 0.0)
    if time_s < contact.since_s + timing.settle_s + slack_s:
        return contact, before
    if contact.level:
        pressed = contact._replace(settled=True, down_s=contact.since_s, holds=0)
        contact, after = _holds(pressed, time_s, timing, slack_s)
    else:
        is_press = contact.down and contact.holds == 0
        after = (Gesture(contact.since_s, Kind.PRESS),) if is_press else ()
        contact = contact._replace(settled=False, down_s=None)
    return contact, before + after


def _holds(
    contact: Contact, until_s: float, timing: Timing, slack_s: float
) -> tuple[Contact, tuple[Gesture, ...]]:
    """The holds that happened for certain by `until_s` and are not reported yet."""
    coming = _hold_gestures(contact, timing)
    told = tuple(gesture for gesture in coming if gesture.time_s + slack_s <= until_s)
    return (contact._replace(holds=contact.holds + len(told)), told) if told else (contact, ())


def _hold_gestures(contact: Contact, timing: Timing) -> tuple[Gesture, ...]:
    """The holds this press has yet to report, if it goes on."""
    down_s, holds = contact.down_s, contact.holds
    if down_s is None or holds == len(HOLDS):
        return ()
    lengths_s = timing.hold_s, timing.long_hold_s
    return tuple(Gesture(down_s + lengths_s[number], HOLDS[number]) for number in range(holds, len(HOLDS)))
