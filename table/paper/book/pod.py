"""A pod from above: its ring and its buttons."""

from __future__ import annotations

from table.paper.book.book import RIGHT, ROOM, TOP, BuildersBook
from table.paper.drawing import BODY, MARGIN, SMALL, THICK, Sheet, around, rows_under_heads
from table.paper.plan import button_uses


def pod(book: BuildersBook, sheet: Sheet) -> None:
    """Draws a ring pixel by pixel, with its buttons."""
    plan, words = book.plan, book.words
    first = plan.seats[0]
    x, y, radius = 74.0, TOP + 62, 46.0
    sheet.circle(x, y, radius + 6)
    sheet.circle(x, y, radius - 6)
    size = 3.2 if plan.pixels == 24 else 4.0
    for wired in range(plan.pixels):
        shown = first.mounting.shown_by(wired, plan.pixels)
        ((px, py),) = around(x, y, radius, [360 * shown / plan.pixels])
        own = shown == 0
        sheet.circle(px, py, size, fill="black" if own else "white")
        sheet.write(
            px, py + 1.1, str(wired), SMALL, bold=True, align="middle", ink="white" if own else "black",
            of=f"pixel {wired}",
        )  # fmt: skip
    way = 1 if first.mounting.clockwise else -1
    sheet.arrow(*around(x, y, radius - 11, [way * degrees for degrees in range(135, 226, 5)]))
    sheet.write(x, y - radius + 23, words("pod.order"), SMALL, align="middle")
    meant = button_uses(plan.buttons)
    # One button lies inside the ring; two or three have no room there, and lie before it.
    row, end = (y + 4, y + radius) if plan.buttons == 1 else (y + radius + 18, y + radius + 22)
    sheet.arrow((x, end + 18), (x, end + 8), width=THICK, head=4)
    sheet.write(x, end + 23, words("pod.player"), BODY, bold=True, align="middle")
    for number, _ in enumerate(meant, start=1):
        bx = x + (number - (plan.buttons + 1) / 2) * 20
        sheet.circle(bx, row, 8, width=THICK)
        sheet.write(bx, row + 1.6, str(number), 5, bold=True, align="middle", of=f"button {number}")
    left, at = 138.0, TOP + 8
    for number, what in enumerate(meant, start=1):
        at = sheet.paragraph(
            left, at, words("pod.button", number=number, says=words(f"says.{what}")), RIGHT - left
        )
    at += 3
    at = sheet.paragraph(
        left, at, words("pod.own", pixel=first.mounting.first_pixel), RIGHT - left, bold=True
    )
    at = sheet.paragraph(left, at + 3, words("pod.counted"), RIGHT - left)
    if len({seat.mounting for seat in plan.seats}) > 1:
        sheet.paragraph(left, at + 3, words("pod.differ"), RIGHT - left)
    at = end + 34
    columns = [(words("pod.pad"), 50.0), (words("pod.joined"), ROOM - 50)]
    pads = ["DIN", "5V", "GND", "DOUT", "button_one", "button_other"]
    rows = [[words(f"pad.{pad}"), words(f"pad_joined.{pad}")] for pad in pads]
    rows_under_heads(sheet, MARGIN, at, columns, rows, [f"pad {pad}" for pad in pads], high=10)
