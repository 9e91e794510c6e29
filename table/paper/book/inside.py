"""The inside of the box, wire by wire."""

from __future__ import annotations

from table.paper import strip_board
from table.paper.book.book import RIGHT, ROOM, TOP, BuildersBook
from table.paper.drawing import MARGIN, SMALL, THICK, THIN, Ink, Sheet
from table.paper.plan import BUTTONS_GROUND, RINGS_GROUND


def inside(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the inside of the box, wire by wire: thick is 5 V, thin is ground or data."""
    plan, words = book.plan, book.words
    holes = {key: strip_board.name(hole) for key, hole in strip_board.SHIFTER_BOARD.cables.items()}
    y = sheet.paragraph(MARGIN, TOP, words("inside.text"), ROOM) + 4

    def block(x: float, top: float, wide: float, high: float, *lines: str, fill: Ink | None = None) -> None:
        sheet.box(x, y + top, wide, high, fill=fill)
        for row, line in enumerate(lines):
            middle = y + top + high * (row + 1) / (len(lines) + 1)
            sheet.fit(x + wide / 2, middle, line, wide - 2, SMALL, bold=row == 0, align="middle", lines=2)

    def wire(*points: tuple[float, float], thick: bool = False) -> None:
        sheet.line(*((x, y + top) for x, top in points), width=THICK if thick else THIN)

    def out(top: float, told: str, *, begin: float = 148, thick: bool = False) -> None:
        sheet.arrow((begin, y + top), (154, y + top), width=THICK if thick else THIN)
        sheet.fit(156, y + top, told, RIGHT - 156, SMALL, lines=2)

    fed, fuse = [feed[0] for feed in plan.supply.feeds], words("amperes", amperes=plan.supply.fuse_a)
    block(14, 14, 34, 18, words("block.supply"), words("volts_amperes", amperes=plan.supply.supply_a))
    block(58, 10, 24, 10, "5 V", fill="grey")
    block(58, 40, 24, 10, words("block.ground"), fill="grey")
    wire((48, 18), (53, 18), (53, 15), (58, 15), thick=True)
    wire((48, 28), (53, 28), (53, 45), (58, 45))
    for seat, top in zip((fed[0], fed[-1]), (11, 28), strict=True) if len(fed) > 1 else [(fed[0], 11)]:
        block(94, top - 3, 18, 7, fuse)
        wire((82, 15), (88, 15), (88, top + 0.5), (94, top + 0.5), thick=True)
        told = words("inside.feed", seat=seat)
        out(top + 0.5, told, begin=148 if top == 11 else 112, thick=True)
    if len(fed) > 2:
        sheet.write(103, y + 21, "…", 5, align="middle")
    block(122, 6.5, 26, 10, words("inside.first"), fill="grey")
    wire((112, 11.5), (122, 11.5), thick=True)
    # Broken where it passes the second feed: they do not touch.
    wire((135, 16.5), (135, 25), thick=True)
    wire((135, 31 if len(fed) > 1 else 25), (135, 66), thick=True)
    out(42, words("inside.grounds"), begin=82)
    wire((82, 48), (120, 48), (120, 66))
    block(110, 66, 38, 34, "74AHCT125", words("inside.board"))
    for x, hole in ((120, holes["supply_ground"]), (135, holes["supply_5v"])):
        sheet.write(x + 1.5, y + 64, hole, SMALL)
    for top, hole, wired in ((76, holes["ring_data"], 2), (90, holes["ring_ground"], 3)):
        out(top, words("inside.ring", hole=hole, wire=wired))
    block(14, 66, 52, 34, "Raspberry Pi", words("inside.terminals"))
    of_pi = (76, plan.data_at, holes["pi_data"]), (90, RINGS_GROUND, holes["pi_ground"])
    for top, position, hole in of_pi:
        wire((66, top), (110, top))
        sheet.write(67.5, y + top - 1.5, str(position), SMALL)
        sheet.write(108.5, y + top - 1.5, hole, SMALL, align="right")
    bottom = 100.0
    if plan.chips:
        wire((54, 100), (54, 122))
        sheet.fit(56, y + 110, words("inside.bus"), 80, SMALL)
        block(44, 122, 66, 16, f"{len(plan.chips)} × MCP23017", words("inside.boards"))
        out(130, words("inside.inputs"), begin=110)
        bottom = 138
    if plan.on_the_pi:
        bottom += 16
        wire((38, 100), (38, bottom), (110, bottom))
        out(bottom, words("inside.buttons"), begin=110)
    if plan.wired_pods:
        wire((20, 100), (20, bottom + 18), (58, bottom + 18))
        sheet.write(21.5, y + 104.5, str(BUTTONS_GROUND), SMALL)
        block(58, bottom + 13, 40, 10, words("inside.black", many=plan.levers["buttons"]), fill="grey")
        out(bottom + 18, words("inside.blacks"), begin=98)
    y = sheet.paragraph(MARGIN, y + bottom + 38, words("inside.rule"), ROOM)
    sheet.paragraph(MARGIN, y + 3, words("inside.glands"), ROOM)
