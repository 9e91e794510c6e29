"""The button backends. The one that takes a pin of `pins.bcm` reads its button."""

from __future__ import annotations

from collections.abc import Collection

from hardware.buttons.backend import ButtonBackend, Wires
from hardware.buttons.expander import ExpanderBackend
from hardware.buttons.header import HeaderBackend
from hardware.buttons.pods import PodsBackend
from hardware.buttons.usb import UsbBackend

HEADER = HeaderBackend()
BACKENDS: dict[str, ButtonBackend] = {
    "header": HEADER,
    "expander": ExpanderBackend(),
    "usb": UsbBackend(),
    "pods": PodsBackend(),
}


def taking(pin: int | str) -> ButtonBackend | None:
    """The backend that takes this pin, or None."""
    return next((backend for backend in BACKENDS.values() if backend.contact(pin) is not None), None)


def contact_of(pin: int | str) -> object | None:
    """What is meant by a pin, equal for every way to write it; None if no backend takes it."""
    backend = taking(pin)
    return backend.contact(pin) if backend else None


def in_use(wires: Wires) -> Collection[ButtonBackend]:
    """The backends with at least one button, in the order of the table below."""
    kinds = {taking(pin) for pin in wires.used}
    return [backend for backend in BACKENDS.values() if backend in kinds]
