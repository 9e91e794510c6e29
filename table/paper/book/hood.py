"""The hood over a ring, to cut out."""

from __future__ import annotations

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import BODY, MARGIN, SMALL, THICK, THIN, WIDTH, Sheet


def hood(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the two halves of a hood in their true size."""
    plan, words, hood = book.plan, book.words, book.plan.hood
    y = TOP
    facts = {
        "hoods": len(plan.seats),
        "ring": hood.ring_mm,
        "inner": hood.inner_mm,
        "height": hood.height_mm,
    }
    for number, text in enumerate(words.several("hood.text", **facts), start=1):
        sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
        y = sheet.paragraph(MARGIN + 9, y, text, ROOM - 9) + 1
    y += hood.height_mm + 4
    x = (WIDTH - hood.half_mm) / 2
    _half_of_hood(book, sheet, x, y, 1)
    y += hood.height_mm + 22
    _half_of_hood(book, sheet, x + hood.half_mm, y, -1)
    y += 22
    sheet.line((MARGIN, y), (MARGIN + 50, y), width=THICK)
    for tick in range(6):
        sheet.line((MARGIN + 10 * tick, y - 2), (MARGIN + 10 * tick, y + 2), width=THICK)
    sheet.write(MARGIN + 54, y + 1, words("hood.ruler"), BODY, bold=True)


def _half_of_hood(book: BuildersBook, sheet: Sheet, x: float, y: float, way: int) -> None:
    """Draws half a hood, from the back at `x` to the front, on the table at `y`; `way` 1: to the
    right."""
    hood, words = book.plan.hood, book.words
    front, slope, low = hood.half_mm, hood.half_mm * 120 / 180, 4.0
    end = hood.half_mm * 150 / 180
    top = y - hood.height_mm
    sheet.area(
        (x, y), (x, top), (x + way * slope, top), (x + way * end, y - low), (x + way * front, y - low),
        (x + way * front, y),
    )  # fmt: skip
    sheet.area((x, y - 1), (x, top + 1), (x - way * 9, top + 4), (x - way * 9, y - 4), width=THIN)
    flaps = 7
    wide = hood.half_mm / flaps
    for flap in range(flaps):
        begin = x + way * wide * flap
        sheet.line(
            (begin + way, y), (begin + way * 2.5, y + 8), (begin + way * (wide - 2.5), y + 8),
            (begin + way * (wide - 1), y), width=THIN,
        )  # fmt: skip
    middle = x + way * slope / 2
    sheet.fit(middle, top + hood.height_mm / 2, words("hood.half"), slope - 8, BODY, align="middle", lines=3)
    sheet.write(x + way * 3, top + 5, words("hood.back"), SMALL, align="left" if way > 0 else "right")
    sheet.write(
        x + way * front, y - low - 2, words("hood.front"), SMALL, align="right" if way > 0 else "left"
    )
