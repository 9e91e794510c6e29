"""Strip boards as data: strips, cuts, wires and parts, hole by hole.

Seen from the side of the parts. Strips run from left to right; each is one conductor except where it is cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

Hole: TypeAlias = tuple[str, int]
"""A strip by its letter, and a hole on it, from 1 at the left."""
Wire: TypeAlias = tuple[Hole, Hole]
"""From hole to hole, straight across the strips."""

LEFT, RIGHT = 6, 9
"""The holes of a chip's two rows of legs."""


class StripBoard(NamedTuple):
    """A board with one chip, whose first leg is on the third strip: the first two are ground and supply."""

    strips: str
    holes: int
    """On each strip."""
    legs: Mapping[int, Hole]
    """The hole of each leg of the chip."""
    cuts: Sequence[Hole]
    """Holes at which a strip is cut through."""
    wires: Mapping[str, Sequence[Wire]]
    """Wires by what they are for."""
    parts: Mapping[str, Wire]
    """Resistors and capacitors, by their texts."""
    networks: Mapping[str, Sequence[Hole]]
    """Rows of resistors in one case, from each other leg to the first."""
    cables: Mapping[str, Hole]
    """The holes of what comes from elsewhere."""

    @property
    def links(self) -> list[Wire]:
        """All wires."""
        return [wire for wires in self.wires.values() for wire in wires]


def _legs(strips: str) -> dict[int, Hole]:
    """The legs of a chip that lies across these strips, its first leg at the left of the first."""
    rows = len(strips)
    left = {leg: (strip, LEFT) for leg, strip in enumerate(strips, start=1)}
    return left | {2 * rows + 1 - leg: (strip, RIGHT) for leg, (strip, _) in left.items()}


SHIFTER_BOARD = StripBoard(
    strips="ABCDEFGHIJ",
    holes=14,
    legs=_legs("CDEFGHI"),
    cuts=[(strip, 8) for strip in "CDEFGHI"],
    wires={
        "ground": [
            (("A", 2), ("I", 2)),
            (("A", 3), ("G", 3)),
            (("A", 4), ("C", 4)),
            (("A", 13), ("E", 13)),
            (("A", 14), ("H", 14)),
        ],
        "supply": [
            (("B", 5), ("F", 5)),
            (("B", 10), ("C", 10)),
            (("B", 11), ("D", 11)),
            (("B", 12), ("G", 12)),
        ],
    },
    parts={"resistor": (("E", 1), ("J", 1)), "capacitor": (("A", 9), ("B", 9))},
    networks={},
    cables={
        "supply_5v": ("B", 1),
        "supply_ground": ("A", 1),
        "pi_ground": ("A", 5),
        "pi_data": ("D", 1),
        "ring_data": ("J", 3),
        "ring_ground": ("A", 7),
    },
)
"""Carries the 74AHCT125."""

STRAPS: Mapping[str, tuple[str, int]] = {"A0": ("P", 15), "A1": ("O", 16), "A2": ("N", 17)}
"""The strip of each address leg of an expander, and the hole of its wire."""


def expander_board(straps: Sequence[bool]) -> StripBoard:
    """Carries an MCP23017. `straps`: whether A0, A1 and A2 are tied to 3.3 V, not to ground.

    GPA7 must stay free, and lies between the supply and the inputs of port A: its strip is cut beside it, and
    brings 3.3 V to the network.
    """
    chip = "CDEFGHIJKLMNOP"
    return StripBoard(
        strips=f"AB{chip}",
        holes=18,
        legs=_legs(chip),
        cuts=[*((strip, 8) for strip in chip), ("C", 10)],
        wires={
            "ground": [(("A", 3), ("L", 3))],
            "supply": [(("B", 5), ("K", 5)), (("B", 11), ("C", 11)), (("B", 13), ("M", 13))],
            "straps": [
                (("B" if high else "A", hole), (strip, hole))
                for high, (strip, hole) in zip(straps, STRAPS.values(), strict=True)
            ],
        },
        parts={"capacitor": (("K", 4), ("L", 4))},
        networks={
            "port_b": [("B", 4), *((strip, 4) for strip in "CDEFGHI")],
            "port_a": [("C", 12), *((strip, 12) for strip in "DEFGHIJ")],
        },
        cables={
            "3V3": ("B", 1),
            "GND": ("A", 1),
            "SDA": ("O", 1),
            "SCL": ("N", 1),
            **{f"GPB{bit}": (strip, 1) for bit, strip in enumerate("CDEFGHI")},
            **{f"GPA{bit}": (strip, 18) for bit, strip in enumerate("JIHGFED")},
        },
    )


NEXT_CHIP = 2
"""The holes beside the four of the bus, from which it goes on to the next expander."""


def name(hole: Hole) -> str:
    """A hole as the drawing names it: "A1"."""
    strip, number = hole
    return f"{strip}{number}"
