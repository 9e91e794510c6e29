"""What the Pi has to be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import BODY, LEADING, MARGIN, THIN, Sheet


def settings(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the lines for the Pi's files."""
    plan, words = book.plan, book.words
    y = TOP

    def section(key: str, lines: Sequence[str] = (), notes: Iterable[str] = ()) -> None:
        nonlocal y
        y = sheet.paragraph(MARGIN, y, words(key), ROOM, bold=True) + 1
        if lines:
            sheet.box(MARGIN, y - 3.6, ROOM, len(lines) * BODY * LEADING + 1.4, width=THIN, fill="grey")
        for line in lines:
            sheet.write(MARGIN + 3 + 6 * line.startswith(" "), y, line.strip())
            y += BODY * LEADING
        y += 1.5 if lines else 0
        for note in notes:
            y = sheet.paragraph(MARGIN, y, note, ROOM) + 1
        y += 4

    section("settings.config", plan.config_txt, [words(key) for key in plan.notes])
    if plan.rings.udev:
        section("settings.udev", [plan.rings.udev])
    if plan.cmdline_txt:
        section("settings.cmdline", [plan.cmdline_txt])
    if plan.proposed:
        section("settings.proposed", plan.proposed)
    else:
        section("settings.written", [words("settings.copy")])
    section("settings.measure", notes=[f"– {text}" for text in words.several("measure")])
