"""The kinds of contacts that buttons may be wired to: whichever takes the pin that stands in `pins.bcm`."""

from __future__ import annotations

from collections.abc import Collection

from hardware.buttons.backend import ButtonBackend, Wires
from hardware.buttons.expander import ExpanderBackend
from hardware.buttons.header import HeaderBackend

HEADER = HeaderBackend()
BACKENDS: dict[str, ButtonBackend] = {
    "header": HEADER,
    "expander": ExpanderBackend(),
}


def taking(pin: int | str) -> ButtonBackend | None:
    """Whose pin this is; None if it is nobody's."""
    return next((backend for backend in BACKENDS.values() if backend.takes(pin)), None)


def in_use(wires: Wires) -> Collection[ButtonBackend]:
    """Those that have a button, in the order of the table."""
    kinds = {taking(pin) for pin in wires.used}
    return [backend for backend in BACKENDS.values() if backend in kinds]
