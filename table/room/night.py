"""The way a night is played (eyes closed, or looking down at the rings), and the faults it hides."""

from __future__ import annotations

from table.board.board import NIGHT_SCENES
from table.room.cards import OVER
from table.room.village import Village

COVERED = ("night", "look")
"""Scenes in which the sound of a click might tell who is called."""
UNHEARD = (*COVERED, "cover")
"""Scenes in which it is a secret who presses, or that somebody does."""


class CoveredNight:
    """The nights of a round.

    `eyes_down`: nobody closes their eyes; all look at their own rings.
    `cover_taps`: everybody presses at night, to cover those called.
    """

    def __init__(self, village: Village, *, eyes_down: bool, cover_taps: bool) -> None:
        self.eyes_down = eyes_down
        self.cover_taps = cover_taps
        self._village = village
        self._hides_held = False
        """Whether a button that is down now may have been down since the night."""

    @property
    def is_covered(self) -> bool:
        """Whether the click of a button might tell who is called."""
        return self._village.board.scene in COVERED

    def forget(self) -> None:
        """Starts a round in which no night has been yet."""
        self._hides_held = False

    def begin(self) -> None:
        """Notes that a night begins, or a covered time by day."""
        self._hides_held = True

    def vote(self) -> None:
        """Notes a vote. After the first one of a day, stuck buttons may be named."""
        if self._village.board.scene not in NIGHT_SCENES:
            self._hides_held = False

    def hidden(self, *, in_call: bool) -> tuple[str, ...] | None:
        """Keys of button faults that must not be shown now; None hides all of them.

        A button that is down for long may be a secret choice. At dawn it would show who pressed at night, so
        it is named only after a vote has begun, in which everybody presses. So it is after a covered time.
        """
        scene = self._village.board.scene
        if in_call or scene in NIGHT_SCENES:
            return None
        return ("buttons.held",) if self._hides_held and scene not in OVER else ()
