"""The strip board that carries the level shifter, as data: strips, cuts, wires and parts, hole by hole.

Seen from the side of the parts. Strips run from left to right; each is one conductor except where it is cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

Hole: TypeAlias = tuple[str, int]
"""A strip by its letter, and a hole on it, from 1 at the left."""

STRIPS, HOLES = "ABCDEFGHIJ", 14
LEFT, RIGHT = 6, 9
"""The holes of the chip's two rows of legs."""
LEGS: Mapping[int, Hole] = {
    **{leg: (STRIPS[1 + leg], LEFT) for leg in range(1, 8)},
    **{leg: (STRIPS[16 - leg], RIGHT) for leg in range(8, 15)},
}
"""The hole of each leg of the 74AHCT125."""
CUTS: tuple[Hole, ...] = tuple((strip, 8) for strip in "CDEFGHI")
"""Holes at which a strip is cut through, under the chip."""
GROUND_WIRES: tuple[tuple[Hole, Hole], ...] = (
    (("A", 2), ("I", 2)),
    (("A", 3), ("G", 3)),
    (("A", 4), ("C", 4)),
    (("A", 13), ("E", 13)),
    (("A", 14), ("H", 14)),
)
SUPPLY_WIRES: tuple[tuple[Hole, Hole], ...] = (
    (("B", 5), ("F", 5)),
    (("B", 10), ("C", 10)),
    (("B", 11), ("D", 11)),
    (("B", 12), ("G", 12)),
)
RESISTOR: tuple[Hole, Hole] = (("E", 1), ("J", 1))
CAPACITOR: tuple[Hole, Hole] = (("A", 9), ("B", 9))
CABLES: Mapping[str, Hole] = {
    "supply_5v": ("B", 1),
    "supply_ground": ("A", 1),
    "pi_ground": ("A", 5),
    "pi_data": ("D", 1),
    "ring_data": ("J", 3),
    "ring_ground": ("A", 7),
}
"""The holes of what comes from elsewhere."""


def name(hole: Hole) -> str:
    """A hole as the drawing names it: "A1"."""
    strip, number = hole
    return f"{strip}{number}"
