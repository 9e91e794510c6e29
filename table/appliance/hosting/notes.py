"""Notes of a round's state, written now and then for a later resume."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from table.appliance.hosting.stops import as_bits
from table.games.records import JournalLine, Standing
from table.room.stage import AT_ONCE, Stage

NOTE_S = 5.0
"""Seconds between two notes of the time that has passed."""


class RoundNotes:
    """Writes notes at intervals during a public time, and at once when a seat changes."""

    def __init__(self, stage: Stage) -> None:
        self.lines: Sequence[JournalLine] = ()
        """The answers of the round so far."""
        self._stage = stage
        self._number = 0
        self._note: Callable[[Standing], object] = lambda standing: None  # noqa: ARG005 - not hosted yet
        self._noted_s = AT_ONCE

    def begin(self, note: Callable[[Standing], object], number: int, lines: Sequence[JournalLine]) -> None:
        """Starts the notes of a round. `note`: writes one. `number`: of the round. `lines`: its answers."""
        self._note, self._number, self.lines = note, number, lines
        self.note_at_once()

    def note_at_once(self) -> None:
        """Writes a note at the next opportunity."""
        self._noted_s = AT_ONCE

    def pass_time(self, now_s: float) -> None:
        """Writes a note when it is time."""
        if self._noted_s == AT_ONCE or (self._stage.clock.running and now_s >= self._noted_s + NOTE_S):
            self._noted_s = now_s
            self._note(self._standing())

    def _standing(self) -> Standing:
        now = self._stage.clock.now()
        people, places = self._stage.village.people, self._stage.village.places
        # A vote that was cut begins again.
        key, spent_s = ("", 0.0) if now.asked else (now.key, now.spent_s)
        return Standing(
            round=self._number,
            lines=len(self.lines),
            key=key,
            spent_s=spent_s,
            host=people.host,
            gone=as_bits(people.gone),
            people=as_bits(people),
            away=as_bits(people.away),
            pods=tuple(places.pods),
            dark=as_bits(places.dark),
        )
