"""The chips, leg by leg: expanders and level shifter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import MARGIN, SMALL, THICK, TINY, WIDTH, Sheet, around
from table.paper.plan import (
    BUSES,
    CHIPS_3V3,
    CHIPS_GROUND,
    EXPANDER,
    POSITION,
    RINGS_GROUND,
    SHIFTER,
    PlanChip,
)

NEVER = ("GPA7", "GPB7")
"""Expander pins that stay unconnected."""


def chips(book: BuildersBook, sheet: Sheet, chips: Sequence[PlanChip]) -> None:
    """Draws these expanders from above."""
    y = sheet.paragraph(MARGIN, TOP, book.words("chips.text"), ROOM, SMALL) + 3
    for chip in chips:
        seats = sorted({contact.seat for contact in chip.contacts})
        address = addresses([chip])[0]
        title = book.words("chips.chip", address=address, first=seats[0], last=seats[-1])
        sheet.write(MARGIN, y + 2, title, 4.5, bold=True, of=f"chip {address}")
        case(book, sheet, y + 6, EXPANDER, _legs(book, chip), 7.2, f"{address} leg")
        y += 117


def _legs(book: BuildersBook, chip: PlanChip) -> dict[int, str]:
    """What is connected to each leg; missing legs stay free."""
    words = book.words
    pins = BUSES.get(book.plan.i2c_bus)
    wires = {
        name: words("leg.pi", position=POSITION[pin], pin=pin)
        if pins
        else words("leg.bus", bus=book.plan.i2c_bus)
        for name, pin in zip(("SDA", "SCL"), pins or (0, 0), strict=True)
    }
    high, low = words("leg.high"), words("leg.low")
    straps = {name: high if up else low for name, up in zip(("A0", "A1", "A2"), chip.straps, strict=True)}
    joined = {
        "VDD": words("leg.vdd", position=CHIPS_3V3),
        "VSS": words("leg.vss", position=CHIPS_GROUND),
        "RESET": high,
        "GPA7": words("leg.never"),
        "GPB7": words("leg.never"),
        **wires,
        **straps,
    }
    legs = {leg: joined[name] for leg, name in EXPANDER.items() if name in joined}
    return legs | {contact.leg: book.contact(contact) for contact in chip.contacts}


def shifter(book: BuildersBook) -> dict[int, str]:
    """What is connected to each leg of the 74AHCT125."""
    words = book.words
    joined = {
        "1OE": words("shifter.ground"),
        "1A": book.of_data("shifter.in"),
        "1Y": words("shifter.out"),
        "GND": words("shifter.gnd", position=RINGS_GROUND),
        "VCC": words("shifter.vcc"),
        **dict.fromkeys(("2OE", "3OE", "4OE"), words("shifter.high")),
        **dict.fromkeys(("2A", "3A", "4A"), words("shifter.ground")),
    }
    return {leg: joined[name] for leg, name in SHIFTER.items() if name in joined}


def case(
    book: BuildersBook,
    sheet: Sheet,
    y: float,
    names: Mapping[int, str],
    joined: Mapping[int, str],
    step: float,
    of: str,
) -> None:
    """Draws a chip from above: its legs, their names, and their connections."""
    middle, half = WIDTH / 2, 17.0
    rows = len(names) // 2
    sheet.box(middle - half, y, 2 * half, rows * step, width=THICK)
    sheet.line(*around(middle, y, 2.5, range(90, -91, -15)), width=THICK)
    for leg, name in names.items():
        left = leg <= rows
        row = leg - 1 if left else 2 * rows - leg
        at, out = y + (row + 0.5) * step, -1 if left else 1
        edge = middle + out * half
        used = leg in joined and name not in NEVER
        sheet.box(min(edge, edge + out * 7), at - 2.4, 7, 4.8, fill="black" if used else "white")
        sheet.write(
            edge + out * 3.5, at + 1.1, str(leg), SMALL, bold=True, align="middle",
            ink="white" if used else "black",
        )  # fmt: skip
        sheet.write(
            edge - out * 1.8, at + 1.0, name, TINY, align="left" if left else "right", of=f"{of} {leg}"
        )
        told = joined.get(leg, book.words("leg.free"))
        sheet.fit(edge + out * 9, at, told, 64, SMALL, lines=2, align="right" if left else "left")


def addresses(chips: Iterable[PlanChip]) -> list[str]:
    return [f"0x{chip.address:02x}" for chip in chips]
