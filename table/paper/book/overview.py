"""The first page: what the table is made of, and in which order it is built."""

from __future__ import annotations

from collections.abc import Sequence

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.book.chips import addresses
from table.paper.drawing import BODY, MARGIN, SMALL, THICK, THIN, TINY, Sheet

STEPS = (
    "parts", "settings", "pod", "expanders", "shifter", "header", "chain", "measure", "check", "hoods",
    "play",
)  # fmt: skip
"""Keys of the steps in which a table is built, in order."""


def overview(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the figures of the table, its parts as boxes, and the order of the work."""
    plan, words, supply = book.plan, book.words, book.plan.supply
    count = len(plan.seats)
    facts = [
        (f"{count} × {plan.pixels} = {count * plan.pixels}", words("overview.pixels")),
        (words("amperes", amperes=supply.draws_ma / 1000), words("overview.draws")),
        (words("volts_amperes", amperes=supply.supply_a), words("overview.supply")),
        (str(len(plan.contacts)), words("overview.buttons")),
    ]
    figures(sheet, facts)
    _blocks(book, sheet, TOP + 26)
    y = TOP + 133
    sheet.write(MARGIN, y, words("overview.order"), 4.5, bold=True)
    y += 7
    for number, key in enumerate(STEPS if plan.chips else without_chips(STEPS), start=1):
        sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
        y = sheet.paragraph(MARGIN + 9, y, words(f"step.{key}"), ROOM - 9) + 1.2
    power = words(
        "overview.power",
        most=supply.most_ma / 1000,
        draws=supply.draws_ma / 1000,
        budget=plan.budget_ma,
        supply=supply.supply_a,
    )
    sheet.paragraph(MARGIN, y + 4, power, ROOM, SMALL)


def figures(sheet: Sheet, facts: Sequence[tuple[str, str]]) -> None:
    """Draws figures with their labels at the top of a page, in four grey boxes of 18 mm."""
    wide = (ROOM - 9) / 4
    for column, (figure, label) in enumerate(facts):
        left = MARGIN + column * (wide + 3)
        sheet.box(left, TOP, wide, 18, width=THIN, fill="grey")
        sheet.fit(left + wide / 2, TOP + 6, figure, wide - 3, 5.5, bold=True, align="middle")
        sheet.fit(left + wide / 2, TOP + 13.5, label, wide - 3, SMALL, align="middle", lines=2)


def _blocks(book: BuildersBook, sheet: Sheet, y: float) -> None:
    """Draws the parts as boxes with their connections."""
    plan, words = book.plan, book.words

    def block(x: float, top: float, wide: float, high: float, *lines: str) -> None:
        sheet.box(x, top, wide, high)
        for row, line in enumerate(lines):
            middle = top + high * (row + 1) / (len(lines) + 1)
            sheet.fit(x + wide / 2, middle, line, wide - 3, BODY, bold=row == 0, align="middle", lines=2)

    block(14, y, 48, 14, words("block.pi_supply"))
    sheet.arrow((38, y + 14), (38, y + 22))
    block(14, y + 22, 48, 40, "Raspberry Pi", words("block.pi"))
    sheet.arrow((62, y + 32), (94, y + 32))
    sheet.write(78, y + 30, book.of_data("block.data"), SMALL, align="middle")
    block(94, y + 24, 34, 16, "74AHCT125")
    sheet.line((128, y + 32), (134, y + 32))
    sheet.box(134, y + 30, 10, 4)
    sheet.write(139, y + 28.3, words("block.resistor"), TINY, align="middle")
    sheet.arrow((144, y + 32), (150, y + 32))
    count = len(plan.seats)
    shown = [plan.seats[0], plan.seats[-1]] if count > 1 else plan.seats
    for seat, x in zip(shown, (157, 189), strict=False):
        sheet.circle(x, y + 32, 7, width=THICK)
        sheet.fit(x, y + 32, str(seat.number), 10, 5, bold=True, align="middle")
    if count > 1:
        sheet.arrow((164, y + 32), (182, y + 32))
        if count > 2:
            sheet.write(173, y + 30, "…", 5, align="middle")
    sheet.fit(173, y + 19, words("block.rings", seats=count), 46, SMALL, align="middle", lines=2)
    supply = words("volts_amperes", amperes=plan.supply.supply_a)
    block(94, y + 52, 48, 18, words("block.supply"), supply)
    sheet.arrow((111, y + 52), (111, y + 40))
    sheet.write(113, y + 48, "5 V", SMALL)
    sheet.line((142, y + 61), (148, y + 61))
    sheet.box(148, y + 58.5, 18, 5)
    sheet.fit(157, y + 61, words("amperes", amperes=plan.supply.fuse_a), 16, SMALL, align="middle")
    feeds = words("block.fuse", feeds=len(plan.supply.feeds))
    sheet.fit(170, y + 69, feeds, 46, SMALL, align="middle", lines=2)
    sheet.arrow((157, y + 58.5), (157, y + 39))
    sheet.line((62, y + 56), (94, y + 56))
    sheet.fit(78, y + 53, words("block.ground"), 30, SMALL, align="middle")
    if plan.on_the_pi:
        block(14, y + 76, 30, 18, words("block.buttons", buttons=len(plan.on_the_pi)))
        sheet.arrow((29, y + 76), (29, y + 62))
    if plan.chips:
        sheet.line((54, y + 62), (54, y + 85), (74, y + 85))
        sheet.write(64, y + 83, "I2C", SMALL, align="middle")
        block(74, y + 74, 42, 22, f"{len(plan.chips)} × MCP23017", ", ".join(addresses(plan.chips)))
        block(136, y + 76, 46, 18, words("block.buttons", buttons=len(plan.on_chips)))
        sheet.arrow((136, y + 85), (116, y + 85))


def without_chips(steps: Sequence[str]) -> list[str]:
    """The building steps of a table whose buttons are all on the Pi."""
    return [step for step in steps if step != "expanders"]
