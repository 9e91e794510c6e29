"""Pods that are plugged in as data: what is joined inside one, its current, hubs, cables, what to buy and do.

Each has a microcontroller of its own, a Raspberry Pi Pico. Nothing is wired under the table but USB cables.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import NamedTuple

from table.paper.plan import (
    COPPER,
    DROP_V,
    SCREWS_A_POD,
    SPARE_PODS,
    SUPPLIES_A,
    Plan,
    PlanPart,
)

# A pod

PICO: Mapping[int, str] = {4: "GP2", 13: "GND", 14: "GP10", 15: "GP11", 16: "GP12", 38: "GND", 40: "VBUS"}
"""The pins of a Pico that have a wire, by position, from its data sheet. The firmware uses these."""
RING_PINS: Mapping[str, int] = {"DIN": 4, "5V": 40, "GND": 38}
"""The position on the Pico of each pad of the ring."""
BUTTON_PINS, BUTTONS_GROUND_PIN = (14, 15, 16), 13
"""Positions on the Pico of the buttons, from the player's left, and of the ground of all of them."""
POD_MA, PICO_MA = 500, 100
"""What a USB 2 port gives at most, and what of it is left to the Pico. The firmware dims the ring to the
rest."""

# Hubs and cables

HUB_PORTS = (4, 7, 10)
"""The powered hubs that are sold most."""
CABLES_M = (1, 2, 3)
"""The lengths of cables that are sold most. USB allows 5 m."""
CABLE_MM2: Mapping[int, float] = {28: 0.081, 26: 0.129, 24: 0.205, 22: 0.326}
"""Cross-section of the wires of 5 V and ground in a cable, by American wire gauge."""
READY = (8, 12, 24)
"""The tables whose hubs every book shows."""


class Hubs(NamedTuple):
    """The powered hubs of a table. Each is plugged into the Pi, not into another hub."""

    many: int
    ports: int
    """Ports of each."""
    pods: int
    """Pods at the fullest hub."""

    @property
    def amperes(self) -> float:
        """At 5 V, what the supply of each gives at least."""
        return next(amperes for amperes in SUPPLIES_A if amperes * 1000 >= self.pods * POD_MA)

    @property
    def watts(self) -> float:
        """The same for a hub whose supply has another voltage."""
        return 5 * self.amperes


def hubs_for(pods: int) -> Hubs:
    """The hubs for so many pods: as few as possible, equally full."""
    many = ceil(pods / HUB_PORTS[-1])
    most = ceil(pods / many)
    return Hubs(many, next(ports for ports in HUB_PORTS if ports >= most), most)


def cable_m(plan: Plan) -> int:
    """The length of each pod's cable. A larger table has its hubs nearer to its pods."""
    return next((metres for metres in CABLES_M if metres >= plan.reach_m), CABLES_M[-1])


def cable_awg(metres: float) -> int:
    """The thinnest gauge that loses no more than a wire of the wired table may."""
    least_mm2 = 2 * metres * COPPER * POD_MA / 1000 / DROP_V
    return next(awg for awg, mm2 in CABLE_MM2.items() if mm2 >= least_mm2)


# What to buy and do


def pods_of(plan: Plan) -> int:
    """How many pods are plugged in: all, if this table is a wired one."""
    return len(plan.pods or plan.seats)


def plugged_parts(plan: Plan) -> list[PlanPart]:
    """What to buy, with quantities, for pods without a soldered joint. What the box of the wired seats has is
    not bought again."""
    pods = pods_of(plan)
    built, hubs, metres = pods + SPARE_PODS, hubs_for(pods), cable_m(plan)
    pod = {"pixels": plan.pixels, "buttons": plan.buttons}
    parts = [
        PlanPart("pico", built),
        PlanPart("ring", built, plan.ring, plan.pixels),
        PlanPart("button", built * plan.buttons),
        PlanPart("jumper", built * (len(RING_PINS) + 1 + plan.buttons)),
        PlanPart("inline", built * len(RING_PINS)),
        PlanPart("pico_pod", built, pod),
        PlanPart("screw", SCREWS_A_POD * built),
        PlanPart("fix", built),
        PlanPart("card_board", pods, {"height": plan.hood.height_mm}),
        PlanPart("usb_cable", pods, {"metres": metres, "awg": cable_awg(metres)}, metres),
        PlanPart(
            "hub",
            hubs.many,
            {"ports": hubs.ports, "amperes": hubs.amperes, "watts": hubs.watts},
            hubs.amperes,
        ),
        PlanPart(plan.rings.board, 1),
        PlanPart("card", 1),
        PlanPart("pi_supply", 1),
        PlanPart("mains", 1),
        PlanPart("picture", 1),
    ]
    in_box = {part.key.partition(".")[0] for part in plan.wired.box_parts} if plan.wired else set[str]()
    return [part for part in parts if part.key.partition(".")[0] not in in_box]


def plugged_works(plan: Plan) -> dict[str, int]:
    """What there is to do, and how often. The card is that of the wired seats, if there are any."""
    pods = pods_of(plan)
    built, card = pods + SPARE_PODS, {} if plan.wired else {"card": pods}
    return {"order": pods, **card, "pico": built, "firmware": built, "plugging": pods, "hoods": pods}
