"""Phones as seats: what a table asks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from hardware.interface import Buttons, Rings, Slips, Touches
from hardware.phones.wire import Asked, PublicTable, SeatAnswer, SeatScreen, Sheets, WordPage


class Phones(Protocol):
    """The phones of a table. Their buttons, rings and slips are devices like others, by chair."""

    @property
    def buttons(self) -> Buttons:
        """The buttons of the chairs that phones have."""

    @property
    def touches(self) -> Touches:
        """What is pointed at on the pages of the chairs that phones have."""

    @property
    def rings(self) -> Rings:
        """A ring for every chair; a frame goes to all phones."""

    @property
    def slips(self) -> Slips:
        """A slip for every chair."""

    @property
    def address(self) -> str:
        """What a phone opens, without "http://"; empty while no gateway is there or it has no network."""

    @property
    def name(self) -> str:
        """What a phone may open instead, where it knows names; empty: this machine answers to none."""

    @property
    def other(self) -> str:
        """What a phone in another network of this machine opens; empty: there is none."""

    @property
    def reached(self) -> bool:
        """Whether any phone has opened the page since the table began."""

    def asked(self) -> Sequence[Asked]:
        """Takes what phones have asked since the last call. Never blocks. Wakes the room like a press."""

    def seat(self, told: SeatAnswer) -> None:
        """Tells a phone where it sits; its presses are of that chair from now on."""

    def tell(self, table: PublicTable) -> None:
        """Tells all pages what is public. Returns at once."""

    def show(self, screens: Mapping[int, SeatScreen], sheets: Mapping[int, Sheets]) -> None:
        """Shows each chair alone what it may point at, and its sheets. Returns at once."""

    def write(self, page: WordPage) -> None:
        """Shows one phone the list of words that it may change. Returns at once."""

    def close(self) -> None:
        """Ends the connection."""
