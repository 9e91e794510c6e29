"""The header of the Pi, pin by pin."""

from __future__ import annotations

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import MARGIN, SMALL, WIDTH, Align, Sheet
from table.paper.plan import BUSES, BUTTONS_GROUND, CHIPS_3V3, CHIPS_GROUND, HEADER, POSITION, RINGS_GROUND


def header(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the header with what is joined to each position."""
    words = book.words
    y = sheet.paragraph(MARGIN, TOP, words("header.text"), ROOM) + 3
    sheet.write(WIDTH / 2, y, words("header.card"), SMALL, align="middle")
    y += 7
    joined = _joined(book)
    step, across = 11.1, 5.2
    middle = WIDTH / 2
    sheet.box(middle - 2 * across, y - step / 2, 4 * across, 20 * step)
    for position, pin in HEADER.items():
        row, side = divmod(position - 1, 2)
        at = y + row * step
        x = middle + (across if side else -across)
        used = position in joined
        if position == 1:
            sheet.box(x - 4.2, at - 4.2, 8.4, 8.4, fill="black" if used else "white")
        else:
            sheet.circle(x, at, 4.2, fill="black" if used else "white")
        sheet.write(
            x, at + 1.3, str(position), 3.6, bold=True, align="middle", ink="white" if used else "black"
        )
        out = 1 if side else -1
        name = f"GPIO{pin}" if isinstance(pin, int) else words.number(pin)
        align: Align = "left" if side else "right"
        sheet.fit(middle + out * 13, at, name, 16, SMALL, bold=used, align=align, of=f"pin {position}")
        if used:
            sheet.fit(middle + out * 30, at, joined[position], 60, SMALL, lines=2, align=align)
    sheet.write(WIDTH / 2, y + 19.5 * step + 5, words("header.usb"), SMALL, align="middle")


def _joined(book: BuildersBook) -> dict[int, str]:
    """What is connected to each used position of the header."""
    plan, words = book.plan, book.words
    joined = {
        RINGS_GROUND: words("joined.rings_ground"),
        BUTTONS_GROUND: words("joined.buttons_ground"),
    }
    if plan.rings.data_pin is not None:
        joined[POSITION[plan.rings.data_pin]] = words("joined.data")
    if plan.chips:
        joined[CHIPS_3V3] = words("joined.chips_3v3")
        joined[CHIPS_GROUND] = words("joined.chips_ground")
        for pin, name in zip(BUSES.get(plan.i2c_bus, ()), ("SDA", "SCL"), strict=False):
            joined[POSITION[pin]] = words("joined.bus", wire=name)
    joined |= {contact.leg: book.contact(contact) for contact in plan.on_the_pi}
    return joined
