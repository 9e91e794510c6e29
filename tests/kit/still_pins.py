"""Mock pins that live by a table's clock: whatever the machine's load, a change is told at once."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from hardware.clocks import VirtualClock


class StillPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """One of them; gpiozero's own are stamped by the machine's clock."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self._factory.ticks(), self._state)


class StillPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's mock pins, whose changes are stamped by `clock`."""

    def __init__(self, clock: VirtualClock, pin_class: type[MockPin] = StillPin) -> None:
        super().__init__(pin_class=pin_class)
        self.ticks = clock.now
