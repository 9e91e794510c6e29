"""One walk round a table: ring after ring is lit, and board and voice say who presses.

Check, teaching and first start are scripts of it. Each has an act of its own on top, which hears the buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from hardware import patterns
from table.board.board import Board
from table.engine.chance import Chance
from table.room.act import NEVER, Act
from table.room.devices import Devices
from table.room.stage import AT_ONCE, Stage
from table.words.narration import Narration

LINE_S = 25.0
"""Longest wait for the end of a line, in seconds."""
THANKS_S = 1.0
"""Seconds for which a ring shows that its button was pressed."""

Ring = Callable[[float], bytes]
"""Returns the pixels of a ring at a moment."""
Show = Callable[[int, float], bytes]
"""Returns the pixels of a seat's ring at a moment."""


class Walk(Act):
    """The act of a walk: what everybody round the table sees and hears.

    `button_count`: buttons of each seat.
    `beat_s`: longest time between two readings of the contacts.
    `closings`: number of requests to close the table before this began; None: all until now.
    """

    def __init__(
        self,
        devices: Devices,
        narration: Narration,
        names: Sequence[str],
        button_count: int,
        *,
        beat_s: float = NEVER,
        closings: int | None = None,
    ) -> None:
        self.stage = Stage(
            devices,
            narration,
            names,
            button_count,
            Chance("walk"),
            beat_s=beat_s,
            people_sit=False,
            closings=closings,
        )
        self.voice, self.time = devices.voice, devices.clock
        self.village = self.stage.village
        self.pixels = devices.rings.pixels
        self.show: Show = self.dark
        """Returns the pixels of each seat's ring."""
        self.is_hurried = False
        """Whether somebody has pressed since the last line. The next line then does not wait for its end."""
        self.thanks: dict[int, float] = {}
        """When each ring's thanks for a press end."""

    @property
    def board(self) -> Board:
        """The present board."""
        return self.village.board

    @contextmanager
    def heard_by(self, script: Act) -> Iterator[None]:
        """Plays the walk during a `with` block. `script`: hears the buttons."""
        with self.stage.playing(self), self.stage.playing(script):
            yield

    def wait(self, seconds: float, over: Callable[[], object] = bool) -> None:
        """Runs beats for some seconds, or until it is over."""
        self.wait_until(self.time.now() + seconds, over)

    def wait_until(self, until_s: float, over: Callable[[], object] = bool) -> None:
        """Runs beats until a moment, or until it is over."""
        self.stage.wait_for_moment(lambda: AT_ONCE if over() else until_s)

    # Board and voice

    def tell(self, headline: str, caption: str, seat: int | None = None) -> None:
        """Shows on the board what to do, and whose turn it is."""
        self.board.headline, self.board.caption = headline, caption
        for index, place in enumerate(self.board.places):
            place.marked = index == seat

    def say(self, line: str, *, kind: str = "check", interrupts: bool = True) -> None:
        """Speaks a line after the one before, or as soon as somebody presses.

        `kind`: the texts from which it is.
        `interrupts`: whether that cuts the line before short; otherwise this line is not spoken then.
        """
        self.is_hurried = False
        self.wait(LINE_S, lambda: self.is_hurried or not self.voice.speaking)
        if interrupts or not self.voice.speaking:
            narration = self.village.narration
            self.voice.speak(line, narration.own.written_in(kind, narration.language))

    # Rings

    def light(self, seat: int, ring: Ring | None = None) -> None:
        """Lights one ring; it breathes if it shows nothing else. All others are dark except for thanks."""

        def show(at: int, now_s: float) -> bytes:
            if at != seat:
                return self.thanked(at, now_s) or self.dark(at, now_s)
            return ring(now_s) if ring else self.breathing(at, now_s)

        self.show = show

    def thank(self, seat: int) -> None:
        """Shows on a ring that its button was pressed."""
        self.thanks[seat] = self.time.now() + THANKS_S

    def thanked(self, seat: int, now_s: float) -> bytes:
        """The pixels of a ring that thanks; empty if it does not."""
        return patterns.taken(self.pixels, now_s) if now_s < self.thanks.get(seat, 0.0) else b""

    def breathing(self, seat: int, now_s: float) -> bytes:  # noqa: ARG002 - every seat alike
        """The pixels of a ring that invites to press."""
        return patterns.lobby_breathing(self.pixels, now_s)

    def dark(self, seat: int, now_s: float) -> bytes:  # noqa: ARG002 - every seat alike
        """The pixels of a dark ring."""
        return patterns.dead(self.pixels)

    def ring(self, seat: int, now_s: float) -> bytes:
        return self.show(seat, now_s)
