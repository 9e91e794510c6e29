"""Every contact that a button may be on, heard at once: for a table whose wiring nobody knows yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hardware.buttons.backend import Wires
from hardware.buttons.backends import BACKENDS
from hardware.buttons.gpio import GpioButtons, PinClaimError, pin_factory
from hardware.buttons.mixed import MixedButtons
from hardware.buttons.pods import PodContacts
from hardware.debounce import Contact, feed, first_seen, tick
from hardware.interface import Buttons, Clock
from hardware.pods.lines import PodLines
from hardware.troubles import DeviceError, Trouble

CHIP_PINS = tuple(
    f"0x{address:02x}.GP{port}{bit}" for address in range(0x20, 0x28) for port in "AB" for bit in range(7)
)
"""The pins of all expanders that may be there."""


class EveryContact(NamedTuple):
    """All contacts that are heard. `buttons` reports each as the first button of a seat of its own: the
    seat's number is the contact's place in `pins`."""

    pins: Sequence[int | str]
    """The contacts as `pins.bcm` has them: first those of the header, then those of the expanders, then those
    of pods as they come."""
    buttons: Buttons
    trouble: Trouble | None
    """Why header or expanders are not heard; None: both are."""


class Contacts:
    """Buttons of which nobody knows yet which are there: that some do not answer is no trouble."""

    troubles: Sequence[Trouble] = ()

    def __init__(self, buttons: Buttons) -> None:
        self.edges, self.listen, self.close = buttons.edges, buttons.listen, buttons.close


class ContactListener:
    """Hears which contacts go down, so that a table may be taught by pressing. What is down at the start says
    nothing until it has been up. For one thread."""

    trouble: Trouble | None = None
    """Nothing: what cannot be heard at all does not open."""

    def __init__(self, pins: Sequence[int | str], buttons: Buttons, clock: Clock) -> None:
        self._pins, self._buttons, self._clock = pins, buttons, clock
        self._contacts = {edge.seat: first_seen(edge.down) for edge in buttons.edges()}

    def pressed(self) -> Sequence[int | str]:
        """The contacts that went down since the last call, as pins. Never blocks."""
        down = self._down()
        for edge in self._buttons.edges():
            known = self._contacts.get(edge.seat, Contact())
            self._contacts[edge.seat], _ = feed(known, edge.time_s, edge.down, late_s=edge.late_s)
        now_s = self._clock.now()
        self._contacts = {number: tick(known, now_s)[0] for number, known in self._contacts.items()}
        return [self._pins[number] for number in sorted(self._down() - down)]

    def close(self) -> None:
        """Releases the contacts."""
        self._buttons.close()

    def _down(self) -> set[int]:
        return {number for number, known in self._contacts.items() if known.settled}


def every_contact(
    free: Sequence[int], factory: str, i2c_bus: int, clock: Clock, pods: PodLines | None = None
) -> EveryContact:
    """Claims these pins of the header and asks all expanders and pods, also those that come later. A pin that
    somebody else has taken is left out. Raises `DeviceError` if nothing of it can be heard."""
    troubles: list[Trouble] = []
    parts: list[Buttons] = []
    pins: list[int | str] = []
    try:
        pins, header = _header(free, factory, clock)
        parts.append(header)
    except DeviceError as error:
        troubles.append(error.trouble)
    wires = Wires([*([] for _ in pins), *([pin] for pin in CHIP_PINS)], factory, i2c_bus)
    try:
        parts.append(BACKENDS["expander"].open(wires, clock))
        pins = [*pins, *CHIP_PINS]
    except DeviceError as error:
        troubles.append(error.trouble)
        if not parts and not pods:
            raise DeviceError(troubles[0]) from error
        if not parts:
            troubles.clear()  # A machine without a header is no fault of a table of pods.
    if pods:
        parts.append(PodContacts(pods, pins, clock))
    return EveryContact(pins, Contacts(MixedButtons(parts)), troubles[0] if troubles else None)


def _header(free: Sequence[int], factory: str, clock: Clock) -> tuple[list[int | str], GpioButtons]:
    """The pins of the header that can be claimed, and their contacts."""
    pins = [*free]
    while True:
        try:
            return [*pins], GpioButtons([[pin] for pin in pins], pin_factory(factory), clock)
        except PinClaimError as error:
            pins.remove(error.trouble.facts["pin"])
