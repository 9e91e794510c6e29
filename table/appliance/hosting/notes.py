"""How a round stands, written down now and then for whoever takes it up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from table.appliance.hosting.stops import as_bits
from table.games.records import JournalLine, Standing
from table.room.stage import AT_ONCE, Stage

NOTE_S = 5.0
"""How often it is written down how much of a public time is gone."""


class RoundNotes:
    """Notes as often as a public time asks for it, and at once where somebody has changed seats."""

    def __init__(self, stage: Stage) -> None:
        self.lines: Sequence[JournalLine] = ()
        """Of the round so far."""
        self._stage = stage
        self._number = 0
        self._note: Callable[[Standing], object] = lambda standing: None  # noqa: ARG005 - not hosted yet
        self._noted_s = AT_ONCE

    def begin(self, note: Callable[[Standing], object], number: int, lines: Sequence[JournalLine]) -> None:
        """From now on `note` gets how round `number` stands, of which there are these `lines`."""
        self._note, self._number, self.lines = note, number, lines
        self.note_at_once()

    def note_at_once(self) -> None:
        """Something has changed that is to be known."""
        self._noted_s = AT_ONCE

    def pass_time(self, now_s: float) -> None:
        """Notes if it is time to."""
        if self._noted_s == AT_ONCE or (self._stage.clock.running and now_s >= self._noted_s + NOTE_S):
            self._noted_s = now_s
            self._note(self._standing())

    def _standing(self) -> Standing:
        now = self._stage.clock.now()
        people, places = self._stage.village.people, self._stage.village.places
        # A vote that was cut begins anew.
        key, spent_s = ("", 0.0) if now.asked else (now.key, now.spent_s)
        return Standing(
            *(self._number, len(self.lines), key, spent_s, people.host),
            gone=as_bits(people.gone),
            people=as_bits(people),
            away=as_bits(people.away),
            pods=tuple(places.pods),
            dark=as_bits(places.dark),
        )
