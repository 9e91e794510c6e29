"""Mock pins that no real time passes on: whatever the machine's load, a change is told at once."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory


class StillPins(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's mock pins, whose changes are all stamped with the same moment."""

    @staticmethod
    def ticks() -> float:
        """The moment, s."""
        return 0.0
