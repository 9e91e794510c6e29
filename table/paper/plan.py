"""The wiring of a table as data: its connections, and how many of each part.

Everything follows from the table's settings. A simulated table has no pins: the plan proposes some, with the
settings to write.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, pi, radians, tan
from typing import Literal, NamedTuple

import msgspec

from hardware.buttons.backends import BACKENDS, in_use, taking
from hardware.buttons.expander import chip_pin
from hardware.buttons.pods import pod_pin
from hardware.rings.backend import RingBackend
from hardware.rings.backends import BACKENDS as BACKENDS_OF_RINGS
from hardware.rings.backends import PLUGGED, PROPOSED
from hardware.rings.chain import Mounting, most_ma
from table.errors import UnreadableError
from table.gestures import GESTURES, Meaning
from table.settings.settings import Settings
from table.settings.wiring import Pins

# The Pi

HEADER: Mapping[int, int | str] = dict(
    enumerate(
        (
            "3.3 V", "5 V", 2, "5 V", 3, "GND", 4, 14, "GND", 15,
            17, 18, 27, "GND", 22, 23, "3.3 V", 24, 10, "GND",
            9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND",
            6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
        ),
        start=1,
    )
)  # fmt: skip
"""The 40-pin header by position: the BCM number of the pin, or which supply it is."""
POSITION: Mapping[int, int] = {pin: position for position, pin in HEADER.items() if isinstance(pin, int)}
"""The position on the header by BCM number."""

BUSES: Mapping[int, tuple[int, int]] = {0: (0, 1), 1: (2, 3)}
"""BCM numbers of SDA and SCL by I2C bus. The pins of other buses depend on their overlay."""
CHIPS_3V3, CHIPS_GROUND, RINGS_GROUND, BUTTONS_GROUND = 1, 6, 20, 39
"""Positions on the header from which the sheet takes 3.3 V and the three grounds."""

ALWAYS_FREE = (5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27)
"""BCM numbers with no other function on any Pi, whatever is enabled."""

USB = BACKENDS["usb"]
DRAWN = (BACKENDS["header"], BACKENDS["expander"], USB)
"""Button backends whose buttons the sheet can draw or name."""

# The chips, by leg number, from the data sheets

EXPANDER: Mapping[int, str] = dict(
    enumerate(
        (
            "GPB0", "GPB1", "GPB2", "GPB3", "GPB4", "GPB5", "GPB6", "GPB7",
            "VDD", "VSS", "NC", "SCL", "SDA", "NC",
            "A0", "A1", "A2", "RESET", "INTB", "INTA",
            "GPA0", "GPA1", "GPA2", "GPA3", "GPA4", "GPA5", "GPA6", "GPA7",
        ),
        start=1,
    )
)  # fmt: skip
"""Legs of the MCP23017 in its 28-pin package."""
EXPANDER_LEG: Mapping[str, int] = {name: leg for leg, name in EXPANDER.items()}
SHIFTER: Mapping[int, str] = dict(
    enumerate(
        ("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND", "3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"), start=1
    )
)
"""Legs of the 74AHCT125: four drivers, of which the first is used."""
INPUTS_OF_A_CHIP = tuple(f"GP{port}{bit}" for port in "AB" for bit in range(7))
"""Pins of an expander that can be buttons."""

# The supply

FEED_RINGS, FEED_A = 6, 2.5
"""Limits of one feed, in rings and in amperes: the copper in the rings is thin."""
SPARE = 1.25
"""Factor from the current drawn to the supply's rating, and from a feed's share to its fuse, so that they run
cool."""
SUPPLIES_A = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
FUSES_A = (1, 2, 3, 4, 5)
"""Fuses in A; the smallest sufficient one is used: one as large as the supply would never blow, since a
shorted supply shuts down first."""
WIRES: Mapping[float, float] = {0.5: 3, 0.75: 6, 1: 10, 1.5: 16}
"""Cross-section of copper wire in mm2, with the largest fuse that protects it, in A."""
GAUGES: Mapping[float, int] = {0.5: 20, 0.75: 18, 1: 16, 1.5: 14}
"""The American wire gauge that is sold and no thinner, by cross-section in mm2."""
DROP_V = 0.25
COPPER = 0.0175
"""Resistance of copper in ohms, for 1 m of 1 mm2: of the 5 V at most DROP_V may be lost between the supply
and a fed ring."""

# The cables

SEAT_M = 0.65
"""The edge of a round table that each seat has."""
DOWN_M = 0.5
"""From the edge of the table under it, and from its middle to the box."""
RING_CABLE_M = 0.7
"""From pod to pod."""
BUS_CABLE_M = 0.3
"""At most, from the Pi to an expander, and to the next."""
PLUG_PINS: Mapping[int, int] = {1: 2, 2: 4, 3: 4}
"""Pins of the plug of a pod's buttons, by their number: never 3, as the ring's has, whose 5 V would reach the
Pi."""
SPARE_PODS = 1
"""Pods beyond the seats: one takes the place of one that failed or drowned, since a pod is never bridged."""
SCREWS_A_POD = 4
GLAND_CABLES = 3
"""Thin cables that share a gland: three of 5 mm lie in a circle of 11 mm, and it clamps up to 12."""
LEVER_ENDS = 5
"""The wires that a lever connector joins; in a row of them two are taken by their neighbours."""

# The hood

RING_MM: Mapping[int, float] = {16: 44.5, 24: 65.5}
"""Outer diameter of a ring as usually sold, by number of pixels."""
PLAY_MM = 3.0
"""Clearance between ring and hood."""
SEEN_FROM = 40
"""The largest angle above the table, in degrees, from which a neighbour looks: eyes 50 cm above it, 60 cm
away."""


class PlanContact(NamedTuple):
    """One button of one seat, and the end of its wire."""

    seat: int
    """Counted from 1."""
    button: int
    """Counted from 1, from the player's left."""
    pin: int | str
    """A BCM number, a pin of an expander as "0x20.GPA0", or a key as "usb:PORT:KEY"."""

    @property
    def is_key(self) -> bool:
        """Whether it is a key of what is plugged into USB."""
        return taking(self.pin) is USB

    @property
    def chip(self) -> int | None:
        """The address of the expander it is on."""
        return chip_pin(self.pin).chip if isinstance(self.pin, str) and not self.is_key else None

    @property
    def port(self) -> str:
        """Of a pin of an expander its chip and port, as "0x20.GPA": one network of pull-ups."""
        return str(self.pin)[:-1]

    @property
    def key(self) -> tuple[str, str]:
        """Of a key its port and its name."""
        _, _, place = str(self.pin).partition(":")
        port, _, key = place.rpartition(":")
        return port, key

    @property
    def leg(self) -> int:
        """The leg of the expander, or the position on the Pi's header."""
        return EXPANDER_LEG[self.pin.partition(".")[2]] if isinstance(self.pin, str) else POSITION[self.pin]


class PlanSeat(NamedTuple):
    """One pod."""

    number: int
    name: str
    contacts: tuple[PlanContact, ...]
    mounting: Mounting
    first: int
    """Position of its ring's first pixel on the whole chain, from 1."""
    last: int
    pod: str | None = None
    """The id of the pod that is plugged in for it, empty if it is not taught yet; None: it has none."""


class PlanChip(NamedTuple):
    """One expander."""

    address: int
    contacts: tuple[PlanContact, ...]

    @property
    def straps(self) -> tuple[bool, bool, bool]:
        """Whether A0, A1 and A2 are tied to 3.3 V, not to ground."""
        low = self.address & 7
        return bool(low & 1), bool(low & 2), bool(low & 4)


class Supply(NamedTuple):
    """The supply of the rings."""

    most_ma: int
    """Current of all rings at their brightest."""
    draws_ma: int
    """Largest current of all rings: the budget, or their brightest if that is less."""
    supply_a: float
    feeds: tuple[tuple[int, ...], ...]
    """The seats of each feed; the one it is connected to comes first."""
    fuse_a: float
    """Fuse of each feed."""
    wire_mm2: float
    """Wire of each feed."""


class Hood(NamedTuple):
    """A card collar round a ring that keeps neighbours from seeing it."""

    ring_mm: float
    inner_mm: float
    height_mm: int

    @property
    def half_mm(self) -> float:
        """Half its circumference, from back to front."""
        return pi * self.inner_mm / 2


class PlanPart(NamedTuple):
    """A line of the parts list. `key`: of its text; `facts`: values in the text."""

    key: str
    quantity: int
    facts: Mapping[str, object] = {}
    measure: float = 0.0
    """What its price grows with: pixels of a ring, amperes of a supply, metres of a cable, of button cables
    times their cores."""


ButtonUse = Literal["next", "confirm", "back", "both"]
"""The gestures of a button: with one button a short press is next and a long one confirms."""


class Plan(NamedTuple):
    """A whole table."""

    seats: tuple[PlanSeat, ...]
    buttons: int
    """Number of buttons at each seat."""
    pixels: int
    """Number of pixels on each ring."""
    rings: RingBackend
    colours: str
    """The order of the colours of a pixel."""
    chips: tuple[PlanChip, ...]
    i2c_bus: int
    """The bus of the chips."""
    budget_ma: int
    reach_m: float
    """Length of a cable from the box under the middle of the table to a pod."""
    supply: Supply
    hood: Hood
    config_txt: tuple[str, ...]
    """Lines for /boot/firmware/config.txt, on any Pi."""
    cmdline_txt: str
    """Text to append to the line in /boot/firmware/cmdline.txt; may be empty."""
    notes: tuple[str, ...]
    """Other boot settings to mind: keys of texts."""
    proposed: tuple[str, ...]
    """Lines for table.toml where the sheet had to choose; empty if everything was chosen."""
    wired: Plan | None = None
    """Its seats with wired rings, if others have pods that are plugged in."""

    @property
    def pods(self) -> list[PlanSeat]:
        """The seats whose pods are plugged in. If there are any, the rest of the plan is how the same table
        would be wired."""
        return [seat for seat in self.seats if seat.pod is not None]

    @property
    def data_at(self) -> int | str:
        """Where the rings' data leaves the Pi: its position on the header, or "USB"."""
        return "USB" if self.rings.data_pin is None else POSITION[self.rings.data_pin]

    @property
    def ring_cable_m(self) -> float:
        """The length of the cable from one pod to the next, also past seats whose pods are plugged in."""
        steps = (after.number - seat.number for seat, after in pairwise(self.seats))
        return RING_CABLE_M + ceil(2 * (max(steps, default=1) - 1) * SEAT_M) / 2

    @property
    def contacts(self) -> list[PlanContact]:
        """All buttons, seat by seat."""
        return [contact for seat in self.seats for contact in seat.contacts]

    @property
    def on_the_pi(self) -> list[PlanContact]:
        """The buttons on the Pi's own pins."""
        return [contact for contact in self.contacts if contact.chip is None and not contact.is_key]

    @property
    def on_chips(self) -> list[PlanContact]:
        """The buttons on expanders."""
        return [contact for contact in self.contacts if contact.chip is not None]

    @property
    def ports(self) -> list[str]:
        """The USB ports with keys."""
        return sorted({contact.key[0] for contact in self.contacts if contact.is_key})

    @property
    def wired_pods(self) -> int:
        """How many pods have buttons of their own, not on USB."""
        return len({contact.seat for contact in self.contacts if not contact.is_key})

    @property
    def built_pods(self) -> int:
        """How many pods are built, with the spare one."""
        return len(self.seats) + SPARE_PODS

    @property
    def levers(self) -> dict[str, int]:
        """How many lever connectors join which wires: keys of texts."""
        feeds, pods = len(self.supply.feeds), self.wired_pods
        many = {
            "buttons": _levers(pods + 1) if pods else 0,
            "supply_5v": _levers(1 + feeds),
            "first_fuse": 1,
            "supply_ground": _levers(2 + feeds),
            "fed_5v": feeds,
            "fed_ground": feeds,
        }
        return {key: levers for key, levers in many.items() if levers}

    @property
    def ring(self) -> Mapping[str, object]:
        """What to look for when buying a ring."""
        chip = "SK6812 RGBW" if "W" in self.colours else "WS2812B"
        return {"chip": chip, "pixels": self.pixels, "mm": round(self.hood.ring_mm)}

    @property
    def seat_parts(self) -> list[PlanPart]:
        """What to buy for the pods and their cables, with quantities."""
        seats, feeds, mm2, reach = len(self.seats), len(self.supply.feeds), self.supply.wire_mm2, self.reach_m
        wired = [contact for contact in self.contacts if not contact.is_key]
        pods, built = self.wired_pods, self.built_pods
        spare = SPARE_PODS if pods else 0
        pod = {"pixels": self.pixels, "buttons": self.buttons}
        feed = {"mm2": mm2, "awg": GAUGES[mm2], "metres": reach}
        of_buttons = {"cores": self.buttons + 1, "metres": reach}
        return _needed(
            PlanPart("ring", built, self.ring, self.pixels),
            PlanPart("button", len(wired) + spare * self.buttons),
            PlanPart("usb", len(self.ports)),
            PlanPart("pod", built, pod),
            PlanPart("screw", SCREWS_A_POD * built),
            PlanPart("fix", built),
            PlanPart("card_board", seats, {"height": self.hood.height_mm}),
            PlanPart("first_cable", 1, {"metres": reach}, reach),
            PlanPart("ring_cable", seats - 1, {"metres": self.ring_cable_m}, self.ring_cable_m),
            PlanPart("ring_plug", 2 * seats - 1 + SPARE_PODS),
            PlanPart("button_cable", pods, of_buttons, reach * (self.buttons + 1)),
            PlanPart("button_plug", pods + spare, {"pins": PLUG_PINS[self.buttons]}),
            PlanPart("feed_wire", feeds, feed, reach),
            PlanPart("fuse", feeds, {"amperes": self.supply.fuse_a}),
            PlanPart("lever", sum(self.levers.values())),
            PlanPart("electrolytic", feeds),
        )

    @property
    def box_parts(self) -> list[PlanPart]:
        """What to buy once for the whole table, with quantities."""
        chips, amperes, pods = len(self.chips), self.supply.supply_a, self.wired_pods
        return _needed(
            PlanPart(self.rings.board, 1),
            PlanPart("card", 1),
            PlanPart("pi_supply", 1),
            PlanPart("breakout", 1),
            PlanPart("supply", 1, {"amperes": amperes}, amperes),
            PlanPart("supply_socket", 1, {"amperes": amperes}),
            PlanPart("mains", 1),
            PlanPart("shifter", 1),
            PlanPart("board", 1),
            PlanPart("resistor", 1),
            PlanPart("ceramic", chips + 1),
            PlanPart("expander", chips),
            PlanPart("expander_board", chips),
            PlanPart("pull_up", len({contact.port for contact in self.on_chips})),
            PlanPart("wire", 1),
            PlanPart("box", 1),
            PlanPart("gland", ceil((pods + len(self.supply.feeds) + 2) / GLAND_CABLES)),
            PlanPart("picture", 1),
        )

    @property
    def parts(self) -> list[PlanPart]:
        """Everything to buy, with quantities."""
        return self.seat_parts + self.box_parts

    @property
    def works(self) -> dict[str, int]:
        """What there is to do, and how often."""
        works = ("order", "card", "pods", "shifter", "chips", "cables", "laying", "hoods")
        seats = dict.fromkeys(works, len(self.seats))
        return seats | {"pods": self.built_pods, "chips": len(self.chips)}


def _levers(ends: int) -> int:
    """How many lever connectors join so many wires; in a row, a piece of wire leads from each to the next."""
    return max(1, ceil((ends - 2) / (LEVER_ENDS - 2)))


def _needed(*parts: PlanPart) -> list[PlanPart]:
    return [part for part in parts if part.quantity]


def plan(settings: Settings, names: Sequence[str], *, of_pods: bool = False) -> Plan:
    """The wiring of a table with these settings. `names`: of its seats, from the first on. `of_pods`: whether
    its pods are to be plugged in, whatever it says of its rings. Raises `UnreadableError` if a button has a
    pin that is needed for something else."""
    pods, rings = settings.pins.pods(settings.seats), settings.rings
    if of_pods or not (any(pods) and rings.kind.lights and rings.backend != PLUGGED):
        return _planned(settings, names, of_pods)
    for seat, pod in enumerate(pods):
        for pin in settings.pins.bcm[seat] if pod else ():
            if not pod_pin(pin):
                at = f"pins.bcm = {pin} for seat {seat + 1}"
                raise UnreadableError(f"{at} cannot be drawn: its other buttons are those of a pod")
    plugged = _planned(settings.over({"rings.backend": PLUGGED}), names)
    return plugged if all(pods) else plugged._replace(wired=_planned(settings, names))


def _planned(settings: Settings, names: Sequence[str], of_pods: bool = False) -> Plan:
    """The plan of all wired seats, or that of a table with pods alone."""
    seats, buttons, pixels = settings.seats, settings.buttons, settings.pixels
    asked, pods = settings, _pods(settings, of_pods)
    if pods:
        wired = msgspec.structs.replace(settings.rings, backend=PROPOSED)
        settings = msgspec.structs.replace(settings, pins=Pins(), rings=wired)
    proposed: list[str] = []
    pins = settings.pins.bcm
    if not pins:
        pins = proposed_pins(seats, buttons)
        lines = "\n".join(f"    {json.dumps(seat)}," for seat in pins)
        proposed += ["[pins]", 'backend = "gpiozero"', "bcm = [", *lines.split("\n"), "]"]
    elif settings.pins.backend == "simulated":
        proposed += ["[pins]", 'backend = "gpiozero"']
    rings = settings.rings
    if not rings.kind.lights:
        rings = msgspec.structs.replace(rings, backend=PROPOSED)
        proposed += ["[rings]", f'backend = "{PROPOSED}"']
    at_seats = settings.pins.pods(seats)
    chain = rings.chain(at_seats, pixels)
    numbers = [number for number, pod in enumerate(at_seats, start=1) if not pod]
    contacts = [
        tuple(PlanContact(seat, button, pin) for button, pin in enumerate(pins[seat - 1], start=1))
        for seat in numbers
    ]
    on_chips: dict[int, list[PlanContact]] = {}
    for contact in (contact for seat in contacts for contact in seat):
        if taking(contact.pin) not in DRAWN:
            raise UnreadableError(
                f"pins.bcm = {contact.pin} for seat {contact.seat} cannot be drawn: "
                "the sheet has pins of the Pi and of expanders, and keys on USB; "
                "--pods draws a table of pods alone"
            )
        if contact.chip is not None:
            on_chips.setdefault(contact.chip, []).append(contact)
    taken = {rings.kind.data_pin: "the rings’ data"}
    if on_chips:
        taken |= dict.fromkeys(BUSES.get(settings.pins.i2c_bus, ()), "the expanders")
    for contact in (contact for seat in contacts for contact in seat):
        if contact.pin in taken:
            raise UnreadableError(
                f"pins.bcm = {contact.pin} for seat {contact.seat} cannot be drawn: "
                f"GPIO{contact.pin} is for {taken[contact.pin]}"
            )
    kind = BACKENDS_OF_RINGS[PLUGGED] if pods else rings.kind
    wires = asked.pins.wires if pods else msgspec.structs.replace(settings.pins, bcm=tuple(pins)).wires
    of_buttons = [line for backend in in_use(wires) for line in backend.config_txt(wires)]
    return Plan(
        seats=tuple(
            PlanSeat(
                number,
                names[number - 1],
                contacts[index],
                mounting,
                index * pixels + 1,
                (index + 1) * pixels,
                pods.get(number - 1),
            )
            for index, (number, mounting) in enumerate(zip(numbers, chain.mountings, strict=True))
        ),
        buttons=buttons,
        pixels=pixels,
        rings=kind,
        colours=rings.colours,
        chips=tuple(PlanChip(address, tuple(on_chips[address])) for address in sorted(on_chips)),
        i2c_bus=settings.pins.i2c_bus,
        budget_ma=rings.budget_ma,
        reach_m=reach_m(seats),
        supply=_supply(numbers, reach_m(seats), pixels * most_ma(rings.colours), rings.budget_ma),
        hood=_hood(pixels),
        config_txt=(*kind.config_txt(chain, wires.used), *sorted(of_buttons)),
        cmdline_txt=kind.cmdline_txt(chain),
        notes=(*kind.notes(chain), *(key for backend in in_use(wires) for key in backend.notes(wires))),
        proposed=() if pods else tuple(proposed),
    )


def _pods(settings: Settings, of_pods: bool) -> dict[int, str]:
    """The ids of the pods by seat, counted from 0; empty where it is not taught yet. A seat whose buttons are
    elsewhere has none, unless every seat is to have one."""
    is_plugged = settings.rings.backend == PLUGGED
    if not settings.rings.kind.lights:
        is_plugged = any(settings.pins.pods(settings.seats))  # They have their rings all the same.
    if not (of_pods or is_plugged):
        return {}
    untaught = [("pod::1",)] * settings.seats
    pins = (settings.pins.bcm if is_plugged else ()) or untaught
    firsts = [str(wired[0]).split(":") for wired in pins]
    return {
        seat: first[1] if first[0] == "pod" else ""
        for seat, first in enumerate(firsts)
        if of_pods or first[0] == "pod"
    }


def proposed_pins(seats: int, buttons: int) -> tuple[tuple[int | str, ...], ...]:
    """Proposes a pin for each button: always-free pins of the Pi if they suffice, else expanders, with seats
    spread evenly and none split."""
    free: list[int | str]
    if seats * buttons <= len(ALWAYS_FREE):
        free = list(ALWAYS_FREE)
    else:
        chips = ceil(seats / (len(INPUTS_OF_A_CHIP) // buttons))
        each = ceil(seats / chips) * buttons
        free = [f"0x{0x20 + chip:02x}.{pin}" for chip in range(chips) for pin in INPUTS_OF_A_CHIP[:each]]
    return tuple(tuple(free[seat * buttons : (seat + 1) * buttons]) for seat in range(seats))


def button_uses(buttons: int) -> list[ButtonUse]:
    """What each button of a seat does, from the player's left, apart from the host's own gestures."""
    words: dict[frozenset[Meaning], ButtonUse] = {
        frozenset({Meaning.NEXT}): "next",
        frozenset({Meaning.CONFIRM}): "confirm",
        frozenset({Meaning.BACK}): "back",
        frozenset({Meaning.NEXT, Meaning.CONFIRM}): "both",
    }
    return [words[frozenset(row.values()) - {Meaning.MENU}] for row in GESTURES["choose"][buttons]]


def reach_m(seats: int) -> float:
    """The length of a cable from under the middle of a round table for so many to a pod, to the next half
    metre."""
    return ceil(2 * (seats * SEAT_M / (2 * pi) + DOWN_M)) / 2


def _supply(numbers: Sequence[int], reach: float, ring_ma: int, budget_ma: int) -> Supply:
    """The supply of the rings at these seats, `reach` metres from it."""
    seats = len(numbers)
    most_ma = seats * ring_ma
    draws_ma = min(budget_ma, most_ma)
    groups = max(ceil(seats / FEED_RINGS), ceil(draws_ma / 1000 / FEED_A))
    begins = [ceil(group * seats / groups) for group in range(groups + 1)]
    feeds = tuple(tuple(numbers[begin:end]) for begin, end in pairwise(begins))
    share_a = draws_ma / 1000 * max(map(len, feeds)) / seats
    fuse_a = next(amperes for amperes in FUSES_A if amperes >= SPARE * share_a)
    drop_mm2 = 2 * reach * COPPER * share_a / DROP_V
    return Supply(
        most_ma=most_ma,
        draws_ma=draws_ma,
        supply_a=next(
            amperes for amperes in SUPPLIES_A if amperes * 1000 >= SPARE * draws_ma and amperes > fuse_a
        ),
        feeds=feeds,
        fuse_a=fuse_a,
        wire_mm2=next(mm2 for mm2, most in WIRES.items() if mm2 >= drop_mm2 and most >= fuse_a),
    )


def _hood(pixels: int) -> Hood:
    """Computes a hood just high enough that no neighbour sees a pixel over its edge, to the next 5 mm."""
    inner_mm = RING_MM[pixels] + PLAY_MM
    return Hood(RING_MM[pixels], inner_mm, 5 * ceil(inner_mm * tan(radians(SEEN_FROM)) / 5))
