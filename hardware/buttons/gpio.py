"""Buttons on the pins of the Pi.

Each button lies between its pin and ground; the Pi's own pull-up resistor holds the pin high, so a pin is low
while its button is down. Every change is passed on as the pin saw it, and with the time at which it did:
`hardware.debounce` does debouncing and holds.

It uses `DigitalInputDevice`, since gpiozero's `Button` starts a thread for each button that wakes ten times a
second even when nobody waits for a hold.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from gpiozero import DigitalInputDevice
from gpiozero.exc import GPIOPinInUse, GPIOZeroError

from hardware.buttons.gpio_lines import LABELS, Header, chips, header
from hardware.buttons.queued import QueuedButtons
from hardware.interface import Clock, Edge
from hardware.libraries import brings
from hardware.troubles import DeviceError, Trouble

FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
LATEST_S = 10.0
"""A change told later than this has a stamp of another clock: kernels before 5.7 stamp with the wall's."""
TRIES, EXACT_S = 5, 0.001
"""How often clock and stamp are read together, until that takes no longer."""
DEVICES = Path("/dev")
"""Where the GPIO chips are."""


class PinLibraryError(DeviceError, ImportError):
    """The pin library is not installed, or does not work on this machine."""


class PinClaimError(DeviceError, OSError):
    """A pin that is taken, or does not exist."""


def pin_factory(name: str) -> Any:
    """The gpiozero factory called `name`: "lgpio" (all boards), "rpigpio" (older boards), "mock" (no board).

    lgpio gets the header's chip, found by its label: gpiozero would choose it by number. Raises `KeyError`
    for another name, `PinLibraryError` if its library or the chip cannot be used here.
    """
    module, factory = FACTORIES[name]
    try:
        made = getattr(import_module(module), factory)
        return made(chip=_header().number) if name == "lgpio" else made()
    except PinLibraryError:
        raise
    except ImportError as error:
        library = "RPi.GPIO" if name == "rpigpio" else name
        raise PinLibraryError(
            Trouble("buttons.no_library", library=library, detail=str(error), brings=brings(library))
        ) from error
    except _library_errors() as error:
        raise PinLibraryError(Trouble("buttons.no_pins", library=name, detail=str(error))) from error


def _header() -> Header:
    if chip := header(DEVICES):
        return chip
    looked = ", ".join(f"/dev/gpiochip{number}" for number in chips(DEVICES)) or "/dev/gpiochip*"
    raise PinLibraryError(Trouble("buttons.no_header", looked=looked, labels=", ".join(LABELS)))


class GpioButtons(QueuedButtons):
    """One button on each of `pins`.

    `pins`: for each seat the BCM numbers of its one to three buttons, None for a button that is wired
    elsewhere. `factory`: see `pin_factory`; the caller closes it. `clock` stamps the changes. Raises
    `PinClaimError`, with all pins released, if one of them cannot be claimed.
    """

    def __init__(self, pins: Sequence[Sequence[int | None]], factory: Any, clock: Clock) -> None:
        super().__init__(clock)
        self._devices: list[Any] = []
        self._last_s: dict[tuple[int, int], float] = {}
        """When each contact changed last."""
        for seat, seat_pins in enumerate(pins):
            for button, pin in enumerate(seat_pins):
                if pin is not None:
                    self._claim(seat, button, pin, factory)

    def _claim(self, seat: int, button: int, pin: int, factory: Any) -> None:
        try:
            device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            self._devices.append(device)
            device.when_activated = lambda: self._seen(seat, button, True, lambda: device.active_time)
            device.when_deactivated = lambda: self._seen(seat, button, False, lambda: device.inactive_time)
            # The time is taken before the level: a change in between then has the later stamp.
            found = Edge(self._clock.now(), seat, button, True)
            if device.is_active:
                self._last_s.setdefault((seat, button), found.time_s)
                self._changed(found)
        except GPIOPinInUse as error:
            self.close()
            raise PinClaimError(Trouble("buttons.pin_twice", seat=seat, button=button, pin=pin)) from error
        except _library_errors() as error:
            self.close()
            raise PinClaimError(
                Trouble("buttons.pin", seat=seat, button=button, pin=pin, detail=str(error))
            ) from error

    def _seen(self, seat: int, button: int, down: bool, ago: Callable[[], float | None]) -> None:
        """A pin changed, `ago` real seconds ago by its stamp, which lgpio has from the kernel and RPi.GPIO
        makes itself: a busy machine is late to tell, and tells both ends of a short press at once."""
        now_s, late_s = self._lateness(ago)
        # What can be read of a stamp is a little wrong; a contact's changes stay in their order.
        time_s = max(now_s - late_s, self._last_s.get((seat, button), -math.inf))
        self._last_s[seat, button] = time_s
        self._changed(Edge(time_s, seat, button, down, max(0.0, now_s - time_s)))

    def _lateness(self, ago: Callable[[], float | None]) -> tuple[float, float]:
        """The time, and how long ago by it a change was; 0.0 if that cannot be right."""
        clock = self._clock
        for _ in range(TRIES):
            now_s, ago_s, after_s = clock.now(), ago(), clock.now()
            if after_s - now_s < EXACT_S * clock.speed:  # Else another thread had its turn in between.
                break
        return after_s, clock.speed * ago_s if ago_s is not None and 0.0 <= ago_s < LATEST_S else 0.0

    def close(self) -> None:
        """Releases the pins."""
        while self._devices:
            self._devices.pop().close()


def _library_errors() -> tuple[type[Exception], ...]:
    """The exceptions of the pin libraries. lgpio's own error is a bare Exception, known once lgpio is
    imported."""
    lgpio = sys.modules.get("lgpio")
    own = (lgpio.error,) if lgpio else ()
    return (GPIOZeroError, OSError, RuntimeError, ValueError, *own)
