"""Every seat: where its buttons go, and which pixels it has."""

from __future__ import annotations

import re

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import MARGIN, Sheet, rows_under_heads
from table.paper.plan import PlanContact, PlanSeat, button_uses


def seats(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the table of seats: buttons, pixels and mounting."""
    plan, words = book.plan, book.words
    each = 33.0 if plan.buttons < 3 else 31.0
    pixels, mounted = 22.0, 26.0
    named = ROOM - 12 - plan.buttons * each - pixels - mounted
    if plan.buttons == 1:
        each, named = 52.0, named - 19
    meant = [words(f"says.{key}") for key in button_uses(plan.buttons)]
    columns = [
        (words("seats.number"), 12.0),
        (words("seats.name"), named),
        *((words("seats.button", number=n, says=what), each) for n, what in enumerate(meant, start=1)),
        (words("seats.pixels"), pixels),
        (words("seats.first_pixel"), mounted),
    ]
    rows = [
        [
            str(seat.number),
            seat.name,
            *(_where(book, contact) for contact in seat.contacts),
            f"{seat.first}–{seat.last}",
            words(f"seats.{_way(seat)}", pixel=seat.mounting.first_pixel),
        ]
        for seat in plan.seats
    ]
    y = sheet.paragraph(MARGIN, TOP, words("seats.text"), ROOM)
    rows_under_heads(
        sheet, MARGIN, y, columns, rows, [f"seat {seat.number}" for seat in plan.seats], high=8.9
    )


def _where(book: BuildersBook, contact: PlanContact) -> str:
    """The end of a button's wire."""
    if contact.is_key:
        port, key = contact.key
        return book.words("where.usb", port=_short(port), name=key)
    if contact.chip is None:
        return book.words("where.pi", pin=contact.pin, position=contact.leg)
    return book.words("where.chip", pin=contact.pin, leg=contact.leg)


def _short(port: str) -> str:
    """A USB port without its controller: "1.2", or "1.2#2"; others whole."""
    return re.sub(r"usb-.+-([0-9.]+)/input0", r"\1", port)


def _way(seat: PlanSeat) -> str:
    return "clockwise" if seat.mounting.clockwise else "anticlockwise"
