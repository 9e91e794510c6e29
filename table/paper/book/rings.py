"""The chain of rings, from the level shifter to the last seat."""

from __future__ import annotations

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.book.chips import case, shifter
from table.paper.drawing import MARGIN, SMALL, THICK, TINY, Sheet
from table.paper.plan import SHIFTER

RINGS_A_ROW = 6


def rings(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the level shifter and the chain of rings in rows."""
    plan, words = book.plan, book.words
    y = sheet.paragraph(MARGIN, TOP, words("rings.shifter"), ROOM, SMALL) + 2
    case(book, sheet, y, SHIFTER, shifter(book), 7.0, "shifter leg")
    y = sheet.paragraph(MARGIN, y + 57, words("rings.chain", amperes=plan.supply.fuse_a), ROOM, SMALL) + 1
    fed = {feed[0] for feed in plan.supply.feeds}
    sheet.box(MARGIN, y, 32, 10)
    sheet.fit(MARGIN + 16, y + 5, words("rings.from_shifter"), 30, TINY, align="middle", lines=2)
    pitch, reach, first, across = 36.0, 8.0, 61.0, 24.5
    for row in range(0, len(plan.seats), RINGS_A_ROW):
        cy = y + 18 + row / RINGS_A_ROW * pitch
        seats = plan.seats[row : row + RINGS_A_ROW]
        # The data comes from the left: from the level shifter, or from the end of the row above.
        came = (MARGIN + 16, y + 10) if row == 0 else (MARGIN + 16, cy - 18)
        sheet.arrow(came, (MARGIN + 16, cy), (first - reach, cy))
        for place, seat in enumerate(seats):
            x = first + place * across
            sheet.circle(x, cy, reach, width=THICK)
            sheet.fit(x, cy, str(seat.number), 12, 5, bold=True, align="middle", of=f"ring {seat.number}")
            sheet.fit(x, cy + 12.5, seat.name, across - 2, TINY, lines=2, align="middle")
            if seat.number in fed:
                sheet.arrow((x, cy - 15.5), (x, cy - reach), width=THICK, head=4)
            if place + 1 < len(seats):
                sheet.arrow((x + reach, cy), (x + across - reach, cy))
            elif seat != plan.seats[-1]:
                end, below = x + across / 2, cy + pitch - 18
                sheet.line((x + reach, cy), (end, cy), (end, below), (MARGIN + 16, below))
