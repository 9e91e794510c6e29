"""What every page of the builder's book knows."""

from __future__ import annotations

from typing import NamedTuple

from table.paper.drawing import MARGIN, WIDTH
from table.paper.estimate import Estimate
from table.paper.plan import POSITION, Plan, PlanContact
from table.paper.words import PaperTexts

TOP = 33.0
"""Top of a page's content, below the title."""
RIGHT = WIDTH - MARGIN
ROOM = RIGHT - MARGIN


class BuildersBook(NamedTuple):
    """One table, in one language."""

    plan: Plan
    estimate: Estimate
    words: PaperTexts
    """They know the page number of each thing, and the number of the first seat."""

    def contact(self, contact: PlanContact) -> str:
        """The seat and button of a contact."""
        seat = next(seat for seat in self.plan.seats if seat.number == contact.seat)
        key = "contact" if self.plan.buttons > 1 else "contact_only"
        return self.words(key, seat=seat.number, name=seat.name, button=contact.button)

    def of_data(self, key: str) -> str:
        """A text about the rings' data: of its pin, or of USB."""
        pin = self.plan.rings.data_pin
        return self.words(f"{key}_usb") if pin is None else self.words(key, position=POSITION[pin], pin=pin)
