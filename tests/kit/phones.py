"""Phones in memory: what they ask is put in by hand, and what they are told is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardware.debounce import Kind
from hardware.interface import Clock, Touch
from hardware.phones.wire import Asked, PublicTable, SeatAnswer, SeatScreen, Sheets, WordPage
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips
from hardware.touches import QueuedTouches


class SimulatedPhones:
    """`Phones` of a table of so many chairs."""

    def __init__(self, chairs: int, pixels: int, clock: Clock) -> None:
        self.buttons = SimulatedButtons(chairs, 1, clock)
        self.touches = QueuedTouches()
        self.rings = SimulatedRings(chairs, pixels)
        self.slips = SimulatedSlips()
        self.address, self.name, self.other = "192.0.2.7:8080", "", ""
        self.reached = False
        self.answers: list[SeatAnswer] = []
        self.tables: list[PublicTable] = []
        self.screens: Mapping[int, SeatScreen] = {}
        self.sheets: Mapping[int, Sheets] = {}
        self.hears: Callable[[PublicTable], object] = self.tables.append
        """Called with what all pages are told."""
        self.page = WordPage()
        """The list of words that a phone may change now."""
        self._asked: list[Asked] = []
        self._clock = clock

    def ask(self, *asked: Asked) -> None:
        """A phone asks."""
        self.reached = True
        self._asked += asked
        self._clock.wake()

    def asked(self) -> list[Asked]:
        asked, self._asked = self._asked, []
        return asked

    def seat(self, told: SeatAnswer) -> None:
        self.answers.append(told)

    def tell(self, table: PublicTable) -> None:
        self.hears(table)

    def show(self, screens: Mapping[int, SeatScreen], sheets: Mapping[int, Sheets]) -> None:
        self.screens, self.sheets = screens, sheets

    def write(self, page: WordPage) -> None:
        self.page = page

    def touch(self, chair: int, option: int | None, kind: Kind = Kind.PRESS, held_s: float = 0.08) -> None:
        """A finger on the page of a chair says something, now."""
        now_s = self._clock.now()
        self.touches.add(Touch(now_s, chair, option, kind, now_s - held_s, self.screens[chair].key))

    def close(self) -> None:
        """Nothing to close."""
