"""A table in memory: buttons pressed by a program, rings that can be read, a voice with realistic timing.

The window uses these, and so do the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hardware.buttons.queued import QueuedButtons
from hardware.interface import Clock, Edge
from hardware.rings.writer import check_length
from hardware.troubles import Trouble


class SimulatedButtons(QueuedButtons):
    """`buttons` buttons for each of `seats` seats, without bounces."""

    def __init__(self, seats: int, buttons: int, clock: Clock) -> None:
        super().__init__(clock)
        self.seats = seats
        self.buttons = buttons
        self._held: set[tuple[int, int]] = set()

    @property
    def speed(self) -> float:
        """How many seconds of its clock pass in a real one."""
        return self._clock.speed

    def push(self, seat: int, button: int) -> None:
        """Pushes a button now. Nothing changes if it is already down."""
        self._check(seat, button)
        if (seat, button) not in self._held:
            self._held.add((seat, button))
            self._changed(Edge(self._clock.now(), seat, button, True))

    def release(self, seat: int, button: int, at_s: float | None = None) -> None:
        """Releases a button now, or at `at_s` in the past. Nothing changes if it is already up."""
        self._check(seat, button)
        if (seat, button) in self._held:
            self._held.remove((seat, button))
            self._changed(Edge(self._clock.now() if at_s is None else at_s, seat, button, False))

    def close(self) -> None:
        """Releases all buttons, silently."""
        self._held.clear()

    def _check(self, seat: int, button: int) -> None:
        if not (0 <= seat < self.seats and 0 <= button < self.buttons):
            raise ValueError(
                f"there is no button {button} at seat {seat}: "
                f"seats are 0 to {self.seats - 1}, buttons 0 to {self.buttons - 1}"
            )


class ShownFrame(NamedTuple):
    """A frame, and when it was shown."""

    time_s: float
    frame: bytes


class SimulatedRings:
    """Rings that remember what they show. Dark at first.

    `record`: the clock by which `shown` keeps every frame that differed from the one before; without
    it only the last frame is kept.
    """

    def __init__(self, seats: int, pixels: int, record: Clock | None = None) -> None:
        self.seats = seats
        self.pixels = pixels
        self.frame = bytes(seats * pixels * 3)
        self.shown: list[ShownFrame] = []
        self.trouble: Trouble | None = None
        self._record = record

    def show(self, frame: bytes) -> None:
        """Shows one frame of seats x pixels x 3 bytes. Raises `ValueError` if the length is wrong."""
        check_length(frame, self.seats, self.pixels)
        if frame != self.frame and self._record is not None:
            self.shown.append(ShownFrame(self._record.now(), frame))
        self.frame = frame

    def ring(self, seat: int) -> bytes:
        """What one seat shows: pixels x 3 bytes."""
        size = self.pixels * 3
        return self.frame[seat * size : (seat + 1) * size]

    def close(self) -> None:
        """Darkens the rings."""
        self.show(bytes(len(self.frame)))


class SimulatedSlips:
    """Slips whose `words` can be read and drawn."""

    def __init__(self) -> None:
        self.words: Mapping[int, str] = {}

    def show(self, words: Mapping[int, str]) -> None:
        """Sets the words at these seats."""
        self.words = words

    def close(self) -> None:
        """Removes all words."""
        self.words = {}


class SpokenLine(NamedTuple):
    """A spoken line: start, length, text, language, and the factor on the voice's pitch."""

    time_s: float
    seconds: float
    line: str
    language: str
    pitch: float = 1.0


class SimulatedVoice:
    """A voice whose lines take time in proportion to their length.

    `record`: `spoken` and `prepared` keep every line; without it only the last spoken line is kept.
    """

    def __init__(self, clock: Clock, seconds_a_character: float = 0.06, *, record: bool = False) -> None:
        self.last: SpokenLine | None = None
        """The line that was spoken last."""
        self.spoken: list[SpokenLine] = []
        self.prepared: list[tuple[str, str]] = []
        """Lines to render ahead, with their languages."""
        self.unknown: set[str] = set()
        """Sentences that a simulated pack lacks."""
        self.missed = False
        """Whether the last line is not heard, as if it had come too late."""
        self.trouble: Trouble | None = None
        self._clock = clock
        self._seconds_a_character = seconds_a_character
        self._record = record
        self._silent_from_s = clock.now()

    def speak(self, line: str, language: str, pitch: float = 1.0) -> None:
        """Queues one sentence behind those still being spoken."""
        if self.trouble is None:
            begins_s = max(self._clock.now(), self._silent_from_s)
            seconds = len(line) * self._seconds_a_character / pitch
            self.last = SpokenLine(begins_s, seconds, line, language, pitch)
            if self._record:
                self.spoken.append(self.last)
            self._silent_from_s = begins_s + seconds

    def can_say(self, line: str, language: str) -> bool:  # noqa: ARG002
        """Whether the narrator has a sentence: every one that is not among `unknown`."""
        return line not in self.unknown

    @property
    def speaking(self) -> bool:
        """Whether a line is still heard."""
        return self._clock.now() < self._silent_from_s

    def prepare(self, lines: Iterable[str], language: str) -> None:
        """Renders lines ahead."""
        if self._record:
            self.prepared.extend((line, language) for line in lines)

    def fail(self, trouble: Trouble) -> None:
        """Simulates a lost sound card: the voice is silent from now on, for the reason `trouble`."""
        self.trouble = trouble
        self._silent_from_s = self._clock.now()

    def close(self) -> None:
        """Falls silent, even within a line."""
        self._silent_from_s = self._clock.now()
