"""The first start of a table whose seats are pods, and what people do there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from hardware.buttons.mixed import MixedButtons
from hardware.buttons.pods import PodContacts
from hardware.clocks import VirtualClock
from hardware.pods.lines import PodLines
from table.appliance.walk.contacts import Pin
from table.appliance.walk.first_start import FirstStart
from table.board.board import Board
from table.room.devices import Devices
from table.room.hands import HOLD_S, PRESS_S
from table.settings.settings import Settings
from table.words.narration import Narration
from tests.gallery.hall import Script
from tests.kit.unwired import PINS, Unwired


class UntaughtPods(Unwired):
    """A table that nobody has taught, with so many pods."""

    def __init__(self, seats: int, buttons: int, clock: VirtualClock, lines: PodLines) -> None:
        super().__init__(seats, buttons, clock=clock)
        pins: list[Pin] = [*PINS]
        contacts = PodContacts(lines, pins, self.clock)
        self.first = FirstStart(
            Devices(MixedButtons([self.pods, contacts]), self.rings, self.voice, self.view, self.clock),
            pins,
            Settings(language="en"),
            Narration.load,
            ("fr", "en"),
            4,
            lambda _: "",
            beat_s=0.1,
            pods=lines,
        )

    def push(self, number: int, for_s: float = PRESS_S, button: int = 0) -> None:
        """Somebody presses a pod."""
        raise NotImplementedError

    def begin(self) -> Script:
        """Somebody says that all seats are pods, with the first of them."""
        yield from self.hold_at("English")
        yield from self.menu("pods")
        yield from self.hold_at(self.text("pods_all"))

    def hold_at(self, label: str) -> Script:
        """Somebody turns the menu with a pod, and chooses."""
        yield lambda board: board.menu is not None
        while True:
            menu = self.view.stands.board.menu
            assert menu
            if menu.entries[menu.cursor].label == label:
                break
            self.push(0)
            yield 0.5
        self.push(0, HOLD_S)
        yield 1.5

    def walk_pods(self, order: Sequence[int], first: int = 0) -> Script:
        """The pods are pressed in this order. `first`: the first of their seats."""
        for seat, number in enumerate(order, start=first):
            asked = self.text("press_pod", number=seat + 1, seats=self.seats)
            yield partial(is_headline, asked)
            yield 1.2
            self.push(number)
            yield 0.5

    def open(self) -> Script:
        """Somebody says that all is right."""
        yield from self.menu("right")
        yield from self.hold_at(self.text("open"))


def is_headline(text: str, board: Board) -> bool:
    return board.headline == text
