"""The wiring of buttons and rings, and the checks of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from hardware.buttons.backend import Wires
from hardware.buttons.backends import contact_of, in_use
from hardware.buttons.header import PINS as GPIO
from hardware.buttons.pods import pod_pin, pods_of
from hardware.buttons.usb_ports import CODES
from hardware.rings.backend import Chain, RingBackend
from hardware.rings.backends import BACKENDS as RING_BACKENDS
from hardware.rings.chain import IDLE_MA, ORDERS, USUAL, Mounting
from hardware.rings.timing import MHZ, One
from table.errors import Reason
from table.sentences import Wrong

RESERVED = {2: "I2C", 3: "I2C", 10: "SPI", 11: "SPI"}
"""Pins that expanders and rings may need, and the bus on each."""
FirstPixel = Annotated[int, Meta(ge=0, le=23)]
SeatNumber = Annotated[int, Meta(ge=1, le=24)]
Mistake = tuple[str, str | int | Wrong, str | Wrong]
"""A mistake: the key, the value, what is allowed."""


class Pins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the buttons are wired."""

    backend: Literal["simulated", "gpiozero"] = "simulated"
    factory: Literal["gpiod", "rpigpio", "mock"] = "gpiod"
    """The gpiozero pin factory: gpiod on every Pi, rpigpio only on kernels before 6.6."""
    bcm: tuple[tuple[int | str, ...], ...] = ()
    """The pins of each seat in the order of its buttons: BCM numbers or expander pins."""
    allow_reserved: bool = False
    """Whether buttons may use those of GPIO2, 3, 10 and 11 that neither expanders nor rings need."""
    i2c_bus: Annotated[int, Meta(ge=0, le=22)] = 1
    """The expanders are on `/dev/i2c-<i2c_bus>`."""

    @property
    def wires(self) -> Wires:
        """The same as the backends take it."""
        return Wires(self.bcm, self.factory, self.i2c_bus)

    def pods(self, seats: int) -> list[str | None]:
        """The pod of each seat; None for a seat without one."""
        return pods_of(self.bcm) if len(self.bcm) == seats else [None] * seats


class RingWiring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the rings are lit: one chain, in the order of the seats. Seats with a pod have its ring instead."""

    backend: Annotated[str, Meta(extra={"names": RING_BACKENDS})] = "simulated"
    """The name of a backend in `hardware.rings.backends`."""
    device: Annotated[str, Meta(max_length=100)] = ""
    """Device path; empty: /dev/spidev0.0 for spi, /dev/leds0 for pio."""
    mhz: Annotated[float, Meta(ge=2.5, le=4)] = MHZ
    """The SPI clock to ask for. Four of its bits make one bit of a pixel."""
    one: One = "1100"
    """The four SPI bits of a 1."""
    colours: Annotated[str, Meta(pattern=ORDERS, extra={"allowed": "allowed.colours"})] = USUAL
    """The order in which the pixels take their colours; with a W, they have a white light of their own."""
    budget_ma: Annotated[int, Meta(ge=100, le=60000)] = 4000
    """The most that all rings together may draw from their supply."""
    first_pixel: FirstPixel | tuple[FirstPixel, ...] = 0
    """The pixel at the player's own place, counted from the ring's data input: one for all rings, or a
    list."""
    clockwise: bool | tuple[bool, ...] = True
    """Whether pixels are counted clockwise seen from above: one for all rings, or a list."""

    on_board: tuple[SeatNumber, ...] = ()
    """Seats without a ring, numbered from 1: the board shows them what it would. They follow all others."""

    @property
    def kind(self) -> RingBackend:
        """The backend."""
        return RING_BACKENDS[self.backend]

    def chain(self, pods: Sequence[str | None], pixels: int) -> Chain:
        """The chain of rings with `pixels` pixels each. `pods`: of each seat."""
        at_seats = zip(self.mountings(len(pods)), pods, strict=True)
        wired = [] if self.backend == "pods" else [mounting for mounting, pod in at_seats if not pod]
        of_pixels = self.device, self.mhz, self.one, self.budget_ma, self.colours
        return Chain(wired, pixels, *of_pixels, pods=pods)

    def mountings(self, seats: int) -> list[Mounting]:
        """How each seat's ring is mounted under its pod."""
        first = self.first_pixel if isinstance(self.first_pixel, tuple) else [self.first_pixel] * seats
        clockwise = self.clockwise if isinstance(self.clockwise, tuple) else [self.clockwise] * seats
        return [Mounting(*mounting) for mounting in zip(first, clockwise, strict=True)]


def mistakes_in_pins(pins: Pins, rings: RingWiring, seats: int, buttons: int) -> Iterator[Mistake]:
    """Checks that each real button has a pin of its own."""
    if not pins.bcm and pins.backend == "simulated":
        return
    if len(pins.bcm) != seats:
        length = Reason("written.length", number=len(pins.bcm))
        yield "pins.bcm", length, Reason("allowed.pins_each", number=seats)
    reserved = _needed(pins, rings) if pins.allow_reserved else RESERVED | _needed(pins, rings)
    taken: dict[object, int] = {}
    taken_pods: dict[str, int] = {}
    for seat, wired in enumerate(pins.bcm, start=1):
        if len(wired) != buttons:
            given = Reason("written.for_seat", value=json.dumps(wired), number=seat)
            yield "pins.bcm", given, Reason("allowed.pin_each", number=buttons)
        for pin in wired:
            written = json.dumps(pin)
            given = Reason("written.for_seat", value=written, number=seat)
            contact = contact_of(pin)
            if contact is None:
                bcm = Reason("allowed.bcm", least=GPIO[0], most=GPIO[-1])
                yield "pins.bcm", given, _written_as(pin) if isinstance(pin, str) else bcm
            elif isinstance(pin, int) and pin in reserved:
                free = ", ".join(str(pin) for pin in GPIO if pin not in reserved)
                yield "pins.bcm", Reason("written.reserved", value=pin, bus=reserved[pin], number=seat), free
            if contact in taken:
                both = Reason("written.for_seats", value=written, first=taken[contact], second=seat)
                yield "pins.bcm", both, Reason("allowed.pins_once")
            taken[contact] = seat
        yield from _mistakes_in_pods(wired, seat, taken_pods)


def _mistakes_in_pods(wired: Sequence[int | str], seat: int, taken: dict[str, int]) -> Iterator[Mistake]:
    """Checks that a seat has one pod, and no other seat the same. `taken`: the seat of each pod so far."""
    pods = dict.fromkeys(key.pod for pin in wired if (key := pod_pin(pin)))
    for pod in pods:
        if taken.setdefault(pod, seat) != seat:
            both = Reason("written.for_seats", value=f'"{pod}"', first=taken[pod], second=seat)
            yield "pins.bcm", both, Reason("allowed.pods_once")
    if len(pods) > 1:
        given = Reason("written.for_seat", value=json.dumps(wired), number=seat)
        yield "pins.bcm", given, Reason("allowed.pod_each")


def mistakes_in_rings(pins: Pins, rings: RingWiring, seats: int, pixels: int) -> Iterator[Mistake]:
    """Checks that the chain can be lit, and that each ring has one pixel at its player's place."""
    for key in ("first_pixel", "clockwise"):
        given = getattr(rings, key)
        if isinstance(given, tuple) and len(given) != seats:
            length = Reason("written.length", number=len(given))
            yield f"rings.{key}", length, Reason("allowed.ring_each", number=seats)
            return
    for mounting in rings.mountings(seats):
        if mounting.first_pixel >= pixels:
            yield "rings.first_pixel", mounting.first_pixel, Reason("allowed.pixel", most=pixels - 1)
    if rings.device and not (rings.device.startswith("/") and rings.device.isprintable()):
        yield "rings.device", json.dumps(rings.device), Reason("allowed.device")
    pods = pins.pods(seats)
    if rings.backend == "pods" and not any(pods):
        yield "rings.backend", '"pods"', Reason("allowed.pods_named")
    wired = [seat for seat, pod in enumerate(pods, start=1) if not pod]
    unlit = {*rings.on_board} & {*wired}
    last = wired[len(wired) - len(unlit) :]
    if rings.backend not in ("simulated", "pods") and not unlit <= {*last}:
        allowed = Reason("allowed.last_seats", first=last[0], most=last[-1])
        yield "rings.on_board", min(unlit), allowed
    count = rings.chain(pods, pixels).length
    if rings.budget_ma <= count * IDLE_MA:
        allowed = Reason("allowed.budget", least=count * IDLE_MA, number=count)
        yield "rings.budget_ma", rings.budget_ma, allowed


def _written_as(pin: str) -> Reason:
    """How a pin that is no BCM number is written."""
    if pin.startswith("pod:"):
        return Reason("allowed.pod_buttons")
    return (
        Reason("allowed.usb_keys", most=CODES[-1]) if pin.startswith("usb:") else Reason("allowed.chip_pins")
    )


def _needed(pins: Pins, rings: RingWiring) -> dict[int, str]:
    """The pins that this table's wiring uses, and the bus on each."""
    needed = dict(rings.kind.pins)
    for backend in in_use(pins.wires):
        needed |= backend.reserved
    return needed
