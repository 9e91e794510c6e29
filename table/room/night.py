"""How a night is kept: eyes closed, or bent on the rings; and what stays hidden because of it."""

from __future__ import annotations

from table.room.cards import OVER
from table.room.village import Village

NIGHT_SCENES = ("night", "look", "deal")
COVERED = ("night", "look")
"""Scenes in which a click might tell who is called."""


class CoveredNight:
    """`eyes_down`: nobody closes their eyes, all look at their own rings; `cover_taps`: everybody presses in
    it."""

    def __init__(self, village: Village, *, eyes_down: bool, cover_taps: bool) -> None:
        self.eyes_down = eyes_down
        self.cover_taps = cover_taps
        self._village = village
        self._hides_held = False
        """Whether a button that has been down for long may have been so since the night."""

    @property
    def is_covered(self) -> bool:
        """Whether a click might tell who is called."""
        return self._village.board.scene in COVERED

    def forget(self) -> None:
        """No night has been yet."""
        self._hides_held = False

    def begin(self) -> None:
        """A night begins."""
        self._hides_held = True

    def vote(self) -> None:
        """From the first vote of a day on buttons that have been down for long are named."""
        if self._village.board.scene not in NIGHT_SCENES:
            self._hides_held = False

    def hidden(self, *, in_call: bool) -> tuple[str, ...] | None:
        """Keys of faults of buttons that nobody may know of now; None: of no wire at all, since a button
        that has been down for long may be a secret choice. So such a one is not named at dawn either, when it
        tells who held in the night, but once a vote has begun in which everybody has pressed."""
        scene = self._village.board.scene
        if in_call or scene in NIGHT_SCENES:
            return None
        return ("buttons.held",) if self._hides_held and scene not in OVER else ()
