"""What the host says with long holds in a round, and how long nobody has said anything."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.debounce import Gesture, Kind
from table.gestures import Meaning, Phase, lingers, meaning
from table.room.night import COVERED
from table.room.presses import Finger, SeatGesture
from table.room.stage import Stage

TOGETHER_S = 1.0
"""Two long holds within so long of each other are one gesture of two people."""
ALOUD: frozenset[Phase] = frozenset({"covered", "menu", "sure", "leaving", "agreeing", "paused", "asked"})
"""Phases in which everybody knows who is to press, in a night too."""


class HostEar:
    """Hears the buttons of a round before the round does."""

    def __init__(self, stage: Stage) -> None:
        self.stoppable = False
        """Whether the round can be stopped."""
        self.is_menu_wanted = False
        """Whether the host has asked for the menu, which opens as soon as no call is under way."""
        self.quiet_s = 0.0
        """For how long nobody has pressed; nights do not count."""
        self._village, self._presses, self._time = stage.village, stage.presses, stage.time
        self._heard_until_s = self._time.now()
        self._lingering: dict[tuple[int, int], SeatGesture] = {}
        """Holds of the host's that are told once the finger is up."""
        self._said_once: set[tuple[int, int]] = set()
        """Buttons whose hold was told while the finger is still down: it says nothing else."""
        self._held_long: dict[Finger, float] = {}
        """When who else held for long where the host has his menu, as long as the finger is down."""
        self._presses.ear = self

    def begin(self) -> None:
        """From now on the round can be stopped."""
        self._heard_until_s = self._time.now()
        self.stoppable = True

    def let_go(self, now_s: float) -> None:
        """What fingers have said that are up again is told now."""
        down = {(finger.seat, finger.button) for finger in self._presses.down()}
        self._said_once &= down
        for button in [button for button in self._lingering if button not in down]:
            self._presses.understand(self._lingering.pop(button)._replace(time_s=now_s))
        for finger in [finger for finger in self._held_long if (finger.seat, finger.button) not in down]:
            del self._held_long[finger]

    def pass_time(self, now_s: float) -> None:
        """Time in which nobody has pressed, unless that is a secret."""
        if not self.is_secret():
            self.quiet_s += now_s - self._heard_until_s
        self._heard_until_s = now_s

    def touched(self, finger: Finger) -> None:
        """Somebody is there."""
        if finger.of_person and not self.is_secret():
            self.quiet_s = 0.0

    def noted(self, finger: Finger, gestures: Sequence[Gesture], is_stale: bool) -> bool:
        """Long holds ask for the host's menu, whatever else they say."""
        for gesture in gestures:
            if gesture.kind is not Kind.LONG_HOLD or not finger.of_person:
                continue
            if finger.seat != self._village.people.host:
                self._hold_long(finger, gesture.time_s)
            elif is_stale:
                # It was down when a question began and answers nothing, but its owner may mean the menu.
                self.want_menu(finger.seat, finger.button)
        return False

    def takes(self, heard: SeatGesture) -> bool:
        """Holds of the host's wait for the finger to be up where a longer one would ask for the menu."""
        if not self.stoppable or heard.seat != self._village.people.host:
            return False
        phase = self._presses.phase_of(heard.seat)
        if heard.kind is Kind.HOLD:
            if lingers(phase, self._presses.count, heard.button):
                self._lingering[heard.seat, heard.button] = heard
                return True
            if meaning(phase, self._presses.count, heard.button, Kind.HOLD):
                self._said_once.add((heard.seat, heard.button))
        return heard.kind is Kind.LONG_HOLD and self.want_menu(heard.seat, heard.button)

    def opened(self) -> None:
        """A hold that was meant for the question before is forgotten."""
        self._lingering.clear()

    def want_menu(self, seat: int, button: int) -> bool:
        """Whether this long hold asks for the host's menu: then that opens, after the call if one is under
        way. Nothing shows that it was asked for."""
        is_host = self.stoppable and seat == self._village.people.host
        meant = meaning(self._presses.phase_of(seat), self._presses.count, button, Kind.LONG_HOLD, is_host)
        if meant is not Meaning.MENU or (seat, button) in self._said_once:
            return False
        self._lingering.pop((seat, button), None)
        self.is_menu_wanted = True
        return True

    def claimant(self) -> int | None:
        """Where the host cannot open his menu two others do, by a long hold at the same time: of those who
        hold so now the next after the host, clockwise."""
        for at_s in self._held_long.values():
            together_s = TOGETHER_S * self._time.speed
            held = {other.seat for other, s in self._held_long.items() if abs(s - at_s) <= together_s}
            if len(held) > 1:
                self._held_long.clear()
                host = self._village.people.host
                assert host is not None
                return next(seat for seat in self._village.people.clockwise(host) if seat in held)
        return None

    def is_secret(self) -> bool:
        """Whether it is a secret who presses now, or that anybody does."""
        return self._village.board.scene in COVERED and not ALOUD.intersection(self._presses.phases.values())

    def _hold_long(self, finger: Finger, at_s: float) -> None:
        """Notes that somebody who is not the host has held for long where the host would have his menu; not
        in a call of the night, when two may do so because both are called."""
        seat, button = finger.seat, finger.button
        meant = meaning(self._presses.phase_of(seat), self._presses.count, button, Kind.LONG_HOLD, host=True)
        hears = self.stoppable and not self.is_secret() and seat in self._village.people
        if hears and meant is Meaning.MENU:
            self._held_long[finger] = at_s
