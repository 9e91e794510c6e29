"""Buttons on the pins of the Pi.

Each button lies between its pin and ground; the Pi's own pull-up resistor holds the pin high, so a pin is low
while its button is down. Every change is passed on as the pin saw it, and with the time at which it did:
`hardware.debounce` does debouncing and holds.

It uses `InputDevice` and its pin: gpiozero's `Button` starts a thread for each button that wakes ten times a
second even when nobody waits for a hold, and does not pass on the time of a change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any

from gpiozero import InputDevice
from gpiozero.exc import GPIOPinInUse, GPIOZeroError

from hardware.buttons.gpio_lines import LABELS, LineHeldError, chips, header
from hardware.buttons.queued import QueuedButtons
from hardware.interface import Clock, Edge
from hardware.libraries import brings
from hardware.troubles import DeviceError, Trouble

FACTORIES = {
    "gpiod": ("hardware.buttons.gpiod_pins", "GpiodFactory"),
    "rpigpio": ("hardware.buttons.rpigpio_pins", "RpigpioFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
DEVICES = Path("/dev")
"""Where the GPIO chips are."""
LIBRARY_ERRORS = (GPIOZeroError, OSError, RuntimeError, ValueError)
"""What the pin libraries raise."""


class PinLibraryError(DeviceError, ImportError):
    """The pin library is not installed, or does not work on this machine."""


class PinClaimError(DeviceError, OSError):
    """A pin that is taken, or does not exist."""


def pin_factory(name: str) -> Any:
    """The gpiozero factory called `name`: "gpiod" (all boards), "rpigpio" (old kernels), "mock" (no board).

    gpiod gets the header's chip, found by its label. Raises `KeyError` for another name, `PinLibraryError` if
    its library or the chip cannot be used here.
    """
    module, factory = FACTORIES[name]
    try:
        made = getattr(import_module(module), factory)
        return made(_header()) if name == "gpiod" else made()
    except PinLibraryError:
        raise
    except ImportError as error:
        library = "RPi.GPIO" if name == "rpigpio" else name
        raise PinLibraryError(
            Trouble("buttons.no_library", library=library, detail=str(error), brings=brings(library))
        ) from error
    except LIBRARY_ERRORS as error:
        raise PinLibraryError(Trouble("buttons.no_pins", library=name, detail=str(error))) from error


def _header() -> str:
    """The path of the header's chip."""
    if chip := header(DEVICES):
        return str(DEVICES / f"gpiochip{chip.number}")
    looked = ", ".join(f"/dev/gpiochip{number}" for number in chips(DEVICES)) or "/dev/gpiochip*"
    raise PinLibraryError(Trouble("buttons.no_header", looked=looked, labels=", ".join(LABELS)))


class GpioButtons(QueuedButtons):
    """One button on each of `pins`.

    `pins`: for each seat the BCM numbers of its one to three buttons, None for a button that is wired
    elsewhere. `factory`: see `pin_factory`; it is closed with the buttons. `clock` stamps the changes. Raises
    `PinClaimError`, with all pins released, if one of them cannot be claimed.
    """

    def __init__(self, pins: Sequence[Sequence[int | None]], factory: Any, clock: Clock) -> None:
        super().__init__(clock)
        self._factory = factory
        self._devices: list[Any] = []
        self._heard: list[Callable[[float, bool], None]] = []
        """What the pins call. They hold it weakly."""
        self._last_s: dict[tuple[int, int], float] = {}
        """When each contact changed last."""
        self._telling = RLock()
        """Held while the level of a contact is read and told."""
        wired = [
            (seat, button, pin)
            for seat, seat_pins in enumerate(pins)
            for button, pin in enumerate(seat_pins)
            if pin is not None
        ]
        try:
            # All are claimed before one is heard: gpiod asks the kernel for all of them at once.
            for place in wired:
                self._devices.append(InputDevice(place[2], pull_up=True, pin_factory=factory))
            for device, place in zip(self._devices, wired, strict=True):
                self._hear(device, *place[:2])
        except LIBRARY_ERRORS as error:
            self.close()
            raise PinClaimError(_refused(error, *place)) from error

    def _hear(self, device: Any, seat: int, button: int) -> None:
        def changed(ticks: float, is_high: bool) -> None:
            with self._telling:
                now_s = self._clock.now()
                # A contact's changes stay in their order: one may be older than the level that was read.
                time_s = max(self._clock.time_of(ticks), self._last_s.get((seat, button), -math.inf))
                self._last_s[seat, button] = time_s
                self._changed(Edge(time_s, seat, button, not is_high, max(0.0, now_s - time_s)))

        self._heard.append(changed)
        device.pin.when_changed = changed
        with self._telling:
            # The time is taken before the level: a change in between then has the later stamp.
            now_s = self._clock.now()
            if device.is_active:
                self._last_s.setdefault((seat, button), now_s)
                self._changed(Edge(now_s, seat, button, True))

    def close(self) -> None:
        """Releases the pins."""
        while self._devices:
            self._devices.pop().close()
        self._factory.close()


def _refused(error: Exception, seat: int, button: int, pin: int) -> Trouble:
    """Why this pin cannot be used."""
    if isinstance(error, GPIOPinInUse):
        return Trouble("buttons.pin_twice", seat=seat, button=button, pin=pin)
    if isinstance(error, LineHeldError):
        return Trouble("buttons.pin_held", seat=seat, button=button, pin=pin, detail=str(error))
    return Trouble("buttons.pin", seat=seat, button=button, pin=pin, detail=str(error))
