"""The act that hears the host's long holds above a round, and measures the time without a press."""

from __future__ import annotations

from hardware.debounce import Kind
from table.gestures import Meaning, Phase, lingers
from table.room.act import Act, Finger, SeatGesture
from table.room.night import UNHEARD
from table.room.stage import Stage

TOGETHER_S = 1.0
"""Seconds within which two long holds are one gesture of two people."""
ALOUD: frozenset[Phase] = frozenset({"covered", "menu", "sure", "leaving", "agreeing", "paused", "asked"})
"""Phases in which everybody knows who has to press, even at night."""


class HostEar(Act):
    """Hears all buttons before the round does."""

    def __init__(self, stage: Stage) -> None:
        self.stoppable = False
        """Whether the round can be stopped now."""
        self.is_menu_wanted = False
        """Whether the host wants the menu. It opens as soon as no call is under way."""
        self.quiet_s = 0.0
        """Seconds since anybody pressed; nights do not count."""
        self._village, self._presses, self._time = stage.village, stage.presses, stage.time
        self._heard_until_s = self._time.now()
        self._lingering: dict[tuple[int, int], SeatGesture] = {}
        """Holds of the host that are passed on when the finger is up."""
        self._said_once: set[tuple[int, int]] = set()
        """Buttons whose hold was passed on while the finger is still down. They have no other gesture."""
        self._held_long: dict[tuple[int, int], SeatGesture] = {}
        """Long holds of other seats that would open the menu if they were the host's: by buttons while the
        finger is down, and by screens."""
        self._opened = self._presses.opened

    def begin(self) -> None:
        """Makes the round stoppable."""
        self._heard_until_s = self._time.now()
        self.stoppable = True

    def beat(self, now_s: float) -> None:
        """Passes on the holds of fingers that are up again."""
        if self._opened != self._presses.opened:  # Those holds were meant for the question before.
            self._opened = self._presses.opened
            self._lingering.clear()
        down = {(finger.seat, finger.button) for finger in self._presses.down()}
        self._said_once &= down
        for button in [button for button in self._lingering if button not in down]:
            self._presses.understand(self._lingering.pop(button)._replace(time_s=now_s))
        held = self._held_long.items()
        self._held_long = {button: heard for button, heard in held if heard.is_touch or button in down}

    def shown(self, now_s: float) -> None:
        """Counts time without a press, unless that is a secret."""
        if not self.is_secret():
            self.quiet_s += now_s - self._heard_until_s
        self._heard_until_s = now_s

    def touched(self, finger: Finger) -> None:
        """Notes that somebody is there."""
        if finger.of_person and not self.is_secret():
            self.quiet_s = 0.0

    def takes(self, heard: SeatGesture) -> bool:
        """Takes a long hold as a request for the host's menu, whatever else it means. A hold of the host is
        kept until the finger is up, if a longer one would open the menu."""
        is_long = heard.kind is Kind.LONG_HOLD and heard.of_person
        if heard.seat != self._village.people.host:
            if is_long:
                self._hold_long(heard)
            return False
        if heard.is_stale:
            # A stale press answers nothing, but its owner may want the menu.
            if is_long:
                self.want_menu(heard)
            return False
        if not self.stoppable:
            return False
        if heard.kind is Kind.HOLD and not heard.is_touch:  # A screen says a hold once the finger is up.
            phase = self._presses.phase_of(heard.seat)
            if lingers(phase, self._presses.count, heard.button):
                self._lingering[heard.seat, heard.button] = heard
                return True
            if self._presses.meaning_of(heard):
                self._said_once.add((heard.seat, heard.button))
        return heard.kind is Kind.LONG_HOLD and self.want_menu(heard)

    def want_menu(self, heard: SeatGesture) -> bool:
        """Whether this long hold asks for the host's menu, which then opens after the present call.

        Nothing shows that it was asked for.
        """
        button = heard.seat, heard.button
        is_host = self.stoppable and heard.seat == self._village.people.host
        if self._presses.meaning_of(heard, is_host) is not Meaning.MENU or button in self._said_once:
            return False
        self._lingering.pop(button, None)
        self.is_menu_wanted = True
        return True

    def claimant(self) -> int | None:
        """The new host, if two others hold long at the same time because the host cannot: the next of these
        two clockwise of the host."""
        together_s, all_held = TOGETHER_S * self._time.speed, self._held_long.values()
        for one in all_held:
            held = {other.seat for other in all_held if abs(other.time_s - one.time_s) <= together_s}
            if len(held) > 1:
                self._held_long.clear()
                host = self._village.people.host
                assert host is not None
                return next(seat for seat in self._village.people.clockwise(host) if seat in held)
        return None

    def is_secret(self) -> bool:
        """Whether it is a secret who presses now, or that somebody does."""
        return self._village.board.scene in UNHEARD and not ALOUD.intersection(self._presses.phases.values())

    def _hold_long(self, heard: SeatGesture) -> None:
        """Notes a long hold of a player who is not the host. In a call at night it is ignored, since two who
        hold there may both be called."""
        hears = self.stoppable and not self.is_secret() and heard.seat in self._village.people
        if hears and self._presses.meaning_of(heard, host=True) is Meaning.MENU:
            self._held_long[heard.seat, heard.button] = heard
