"""RPi.GPIO as a pin factory of gpiozero, for kernels before 6.6. Not tried on a Pi."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from gpiozero.pins.rpigpio import RPiGPIOFactory


class RpigpioFactory(RPiGPIOFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's own, without what its local factories share: one that has failed would keep its pins."""

    def __init__(self) -> None:
        super().__init__()
        self.pins: dict[Any, Any] = {}
        self._reservations: dict[Any, list[Any]] = defaultdict(list)
