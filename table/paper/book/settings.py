"""What the Pi has to be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import BODY, LEADING, MARGIN, THIN, Sheet

Section: TypeAlias = tuple[str, Sequence[str], Sequence[str]]
"""The key of a title, the lines to type below it, and notes."""


def settings(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the lines for the Pi's files."""
    plan, words = book.plan, book.words
    udev = [plan.rings.udev] if plan.rings.udev else []
    cmdline = [plan.cmdline_txt] if plan.cmdline_txt else []
    written = [] if plan.proposed else [words("settings.copy")]
    told: list[Section] = [
        ("settings.config", plan.config_txt, [words(key) for key in plan.notes]),
        ("settings.udev", udev, ()),
        ("settings.cmdline", cmdline, ()),
        ("settings.proposed", plan.proposed, ()),
        ("settings.written", written, ()),
        ("settings.measure", (), [f"– {text}" for text in words.several("measure")]),
    ]
    sections(book, sheet, told)


def sections(book: BuildersBook, sheet: Sheet, told: Iterable[Section]) -> None:
    """Draws titles, each with lines to type and notes; those with neither are left out."""
    y = TOP
    for key, lines, notes in told:
        if not (lines or notes):
            continue
        y = sheet.paragraph(MARGIN, y, book.words(key), ROOM, bold=True) + 1
        if lines:
            sheet.box(MARGIN, y - 3.6, ROOM, len(lines) * BODY * LEADING + 1.4, width=THIN, fill="grey")
        for line in lines:
            sheet.write(MARGIN + 3 + 6 * line.startswith(" "), y, line.strip())
            y += BODY * LEADING
        y += 1.5 if lines else 0
        for note in notes:
            y = sheet.paragraph(MARGIN, y, note, ROOM) + 1
        y += 4
