"""A pod on a table that stays wet: the side view, and what to do about beer."""

from __future__ import annotations

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import BODY, MARGIN, SMALL, THICK, Sheet


def cafe(book: BuildersBook, sheet: Sheet, of: str = "") -> None:
    """Draws the side view, and what to do. `of`: begins the keys of the texts that say so."""
    words = book.words
    y = _side_view(book, sheet, TOP, words(f"{of}cafe.box")) + 9
    told = [*words.several(f"{of}cafe.text"), *words.several(f"{of}cafe.beer")]
    for number, text in enumerate(told, start=1):
        sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
        y = sheet.paragraph(MARGIN + 9, y, text, ROOM - 9) + 2


def _side_view(book: BuildersBook, sheet: Sheet, y: float, box: str) -> float:
    """Draws a pod on a table from the side, its cable, and the `box` it leads to; returns the lower end."""
    words, top = book.words, y + 24
    sheet.box(MARGIN, top, 150, 6, fill="grey")
    sheet.write(MARGIN + 3, top + 11, words("cafe.top"), SMALL)
    sheet.box(MARGIN + 16, top - 11, 34, 11)
    sheet.line((MARGIN + 14, top - 11), (MARGIN + 52, top - 11), width=THICK)
    sheet.fit(MARGIN + 33, top - 5, words("cafe.pod"), 30, BODY, align="middle")
    hole = MARGIN + 100
    sheet.line((MARGIN + 50, top - 3), (hole, top - 3), (hole, top + 26), width=THICK)
    sheet.line(
        (hole, top + 26), (hole + 4, top + 30), (hole + 14, top + 30), (hole + 18, top + 26), width=THICK
    )
    sheet.line((hole + 18, top + 26), (hole + 18, top + 19), width=THICK)
    sheet.box(hole + 8, top + 6, 40, 13)
    sheet.write(hole + 9, top + 35.5, words("cafe.loop"), SMALL, align="middle")
    sheet.fit(hole + 28, top - 6, box, 66, SMALL, align="middle", lines=2)
    sheet.arrow((hole + 34, top - 2), (hole + 34, top + 9))
    return top + 38
