"""The contacts and the rings of a table that nobody has wired."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from hardware.buttons.pods import pod_pin
from hardware.interface import Rings
from hardware.pods.lines import PodLines
from hardware.pods.pod import BUTTONS_MOST
from hardware.troubles import Trouble
from table.settings.settings import SEATS_MOST

Pin = int | str
COMING = SEATS_MOST * BUTTONS_MOST
"""Contacts of pods that may still be plugged in."""


class TaughtContacts:
    """The seat and button of each contact that was taught.

    `pins`: all contacts, as written in `pins.bcm`.
    """

    def __init__(self, pins: Sequence[Pin]) -> None:
        self._pins = pins
        self.given: dict[int, tuple[int, int]] = {}
        """The seat and the button of each contact that was taught."""

    def __len__(self) -> int:
        """Number of contacts that there are or may come."""
        return len(self._pins) + COMING

    def of_pod(self, contact: int) -> list[int]:
        """The contacts of the same pod, in the order of its buttons; alone one that is on no pod."""
        if not (own := pod_pin(self._pins[contact])):
            return [contact]
        others = ((number, pod_pin(pin)) for number, pin in enumerate(self._pins))
        return [number for number, other in others if other and other.pod == own.pod]

    def pods(self) -> dict[str, int]:
        """The seat of each pod that was taught."""
        keys = ((pod_pin(self._pins[contact]), seat) for contact, (seat, _) in self.given.items())
        return {key.pod: seat for key, seat in keys if key}

    def forget(self, seat: int) -> None:
        """Forgets the contacts of a seat."""
        self.given = {contact: of for contact, of in self.given.items() if of[0] != seat}

    def names(self, contacts: Collection[int], between: str) -> str:
        """The names of contacts, such as GPIO4 or 0x20.GPA0, in order."""
        pins = [self._pins[contact] for contact in sorted(contacts)]
        return between.join(pin if isinstance(pin, str) else f"GPIO{pin}" for pin in pins)

    def wired(self, seats: int, buttons: int, stuck: Collection[int]) -> tuple[tuple[Pin, ...], ...]:
        """The pins of each seat. A seat that was left out gets contacts that nobody has pressed, so that it
        can be taught later; those in `stuck` are given last."""
        spare = [contact for contact in range(len(self._pins)) if contact not in self.given]
        used = {self._chip(contact) for contact in self.given}
        spare.sort(key=lambda contact: (contact in stuck, self._chip(contact) not in {"", *used}))
        found = {of: contact for contact, of in self.given.items()}
        return tuple(
            tuple(
                self._pins[found[seat, button] if (seat, button) in found else spare.pop(0)]
                for button in range(buttons)
            )
            for seat in range(seats)
        )

    def _chip(self, contact: int) -> str:
        """The expander that a contact is on; empty: it is on the header."""
        pin = self._pins[contact]
        return pin.partition(".")[0] if isinstance(pin, str) else ""


class PodWire:
    """The rings of a table that is taught, where pods are plugged in.

    A pod that was taught shows the ring of its seat. All others show that of the seat whose turn it is, so
    that they invite to be pressed.

    `rings`: those on the wire.
    `pixels_now`: returns the pixels of each ring of a frame.
    """

    def __init__(
        self, rings: Rings, lines: PodLines, contacts: TaughtContacts, pixels_now: Callable[[], int]
    ) -> None:
        self._rings, self._lines, self._contacts, self._pixels_now = rings, lines, contacts, pixels_now
        self.seats, self.pixels = rings.seats, rings.pixels

    def show(self, frame: bytes) -> None:
        """Shows a frame on the wire and on the pods."""
        self._rings.show(frame)
        size, seats = 3 * self._pixels_now(), self._contacts.pods()
        turn = len({*seats.values()})
        places = ((pod, size * seats.get(pod, turn)) for pod in self._lines.here)
        self._lines.light({pod: frame[at : at + size] for pod, at in places})

    @property
    def trouble(self) -> Trouble | None:
        """Why the last frame could not be sent, or None."""
        return self._rings.trouble

    def close(self) -> None:
        """Darkens the rings."""
        self._rings.close()
        self._lines.light({})


class Wire:
    """The longest wire of rings that a table may have. A shorter frame lights its beginning; the rest is
    dark."""

    def __init__(self, rings: Rings) -> None:
        self._rings = rings
        self._bytes = 3 * rings.seats * rings.pixels
        self.seats, self.pixels = rings.seats, rings.pixels

    def show(self, frame: bytes) -> None:
        """Shows the beginning of the wire."""
        self._rings.show(frame[: self._bytes].ljust(self._bytes, b"\0"))

    @property
    def trouble(self) -> Trouble | None:
        """Why the last frame could not be sent, or None."""
        return self._rings.trouble

    def close(self) -> None:
        """Darkens the rings."""
        self._rings.close()
