"""The strip boards of the level shifter and of an expander, hole by hole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from table.paper import strip_board
from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.book.chips import addresses
from table.paper.drawing import MARGIN, SMALL, THICK, TINY, WIDTH, Align, Sheet, rows_under_heads
from table.paper.plan import RINGS_GROUND
from table.paper.strip_board import Hole, StripBoard, Wire


def board(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the board of the level shifter."""
    words, board = book.words, strip_board.SHIFTER_BOARD
    y = sheet.paragraph(MARGIN, TOP, words("board.text", leg=1, hole="C6"), ROOM, SMALL) + 8
    y = _strips(sheet, y, board, 10.0)
    rows = [
        [words("board.cuts"), _holes(board.cuts)],
        [words("board.ground"), _wires(*board.wires["ground"])],
        [words("board.supply"), _wires(*board.wires["supply"])],
        *([words(f"board.{part}"), _wires(wire)] for part, wire in board.parts.items()),
        [words("board.legs"), _holes(board.legs[leg] for leg in (1, 7, 8, 14))],
        *(
            [
                book.of_data("board_cable.pi_data")
                if key == "pi_data"
                else words(f"board_cable.{key}", ground_pin=RINGS_GROUND),
                strip_board.name(hole),
            ]
            for key, hole in board.cables.items()
        ),
    ]
    columns = [(words("board.what"), 92.0), (words("board.holes"), ROOM - 92)]
    y = rows_under_heads(sheet, MARGIN, y, columns, rows, [""] * len(rows), high=6.8)
    sheet.paragraph(MARGIN, y + 6, words("board.last"), ROOM, SMALL)


def expander_board(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the board of an expander, with the straps of the first one."""
    plan, words, first = book.plan, book.words, book.plan.chips[0]
    board = strip_board.expander_board(first.straps)
    facts = {"many": len(plan.chips), "address": addresses([first])[0]}
    y = sheet.paragraph(MARGIN, TOP, words("board.text", leg=1, hole="C6"), ROOM, SMALL)
    y = sheet.paragraph(MARGIN, y, words("expander_board.text", **facts), ROOM, SMALL, bold=True) + 7
    y = _strips(sheet, y, board, 8.3)
    low, high = (strip_board.expander_board([up] * 3).wires["straps"] for up in (False, True))
    either = {
        leg: words("expander_board.either", low=_wires(to_ground), high=_wires(to_supply))
        for leg, to_ground, to_supply in zip(strip_board.STRAPS, low, high, strict=True)
    }
    ports = {
        port: [hole for key, hole in board.cables.items() if key.startswith(port)] for port in ("GPA", "GPB")
    }
    bus = ("3V3", "GND", "SDA", "SCL")
    onward = [(strip, strip_board.NEXT_CHIP) for strip, _ in (board.cables[key] for key in bus)]
    rows = [
        [words("board.cuts"), _holes(board.cuts)],
        [words("board.ground"), _wires(*board.wires["ground"])],
        [words("expander_board.supply"), _wires(*board.wires["supply"])],
        *([words("expander_board.strap", leg=leg), told] for leg, told in either.items()),
        *([words(f"board.{part}"), _wires(wire)] for part, wire in board.parts.items()),
        *([words(f"expander_board.{port}"), _ends(holes)] for port, holes in board.networks.items()),
        [words("expander_board.legs"), _holes(board.legs[leg] for leg in (1, 14, 15, 28))],
        [words("expander_board.bus"), _holes(board.cables[key] for key in bus)],
        [words("expander_board.onward"), _holes(onward)],
        *([words("expander_board.inputs", port=port), _holes(holes)] for port, holes in ports.items()),
    ]
    columns = [(words("board.what"), 92.0), (words("board.holes"), ROOM - 92)]
    y = rows_under_heads(sheet, MARGIN, y, columns, rows, [""] * len(rows), high=5.4)
    sheet.paragraph(MARGIN, y + 5, words("expander_board.last", **facts), ROOM, SMALL)


def _strips(sheet: Sheet, y: float, board: StripBoard, pitch: float) -> float:
    """Draws a strip board, its first strip at `y`; returns the y of what comes below."""
    left = (WIDTH - pitch * (board.holes - 1)) / 2

    def at(hole: Hole) -> tuple[float, float]:
        strip, number = hole
        return left + pitch * (number - 1), y + pitch * board.strips.index(strip)

    for number in range(1, board.holes + 1):
        sheet.write(at(("A", number))[0], y - 5.5, str(number), SMALL, align="middle")
    for strip in board.strips:
        x, middle = at((strip, 1))
        sheet.box(
            x - 4,
            middle - 0.3 * pitch,
            pitch * (board.holes - 1) + 8,
            0.6 * pitch,
            width=0.1,
            fill="grey",
        )
        sheet.write(x - 6.5, middle + 1, strip, SMALL, bold=True, align="right")
        for number in range(1, board.holes + 1):
            sheet.circle(*at((strip, number)), 0.7, width=0.1, fill="white")
    for x, middle in map(at, board.cuts):
        sheet.line((x - 2.2, middle - 2.2), (x + 2.2, middle + 2.2), width=THICK)
        sheet.line((x - 2.2, middle + 2.2), (x + 2.2, middle - 2.2), width=THICK)
    rows = len(board.legs) // 2
    (x, top), (right, bottom) = at(board.legs[1]), at(board.legs[rows + 1])
    sheet.box(x + 1.8, top - 4, right - x - 3.6, bottom - top + 8)
    for leg, hole in board.legs.items():
        x, middle = at(hole)
        sheet.circle(x, middle, 1.5, fill="black")
        way: Align = "left" if leg <= rows else "right"
        sheet.write(x + (0.26 if leg <= rows else -0.26) * pitch, middle + 1, str(leg), TINY, align=way)
    for key, wires in board.wires.items():
        for first, last in wires:
            for hole in (first, last):
                sheet.circle(*at(hole), 0.9, fill="black")
            sheet.line(at(first), at(last), width=THICK, dashed=key == "straps")
    for first, last in board.parts.values():
        (x, above), (_, below) = at(first), at(last)
        half = min(8.0, (below - above) / 4)
        sheet.line((x, above), (x, below))
        sheet.box(x - 1.6, (above + below) / 2 - half, 3.2, 2 * half, fill="white")
    for holes in board.networks.values():
        (x, above), (_, below) = at(holes[0]), at(holes[-1])
        sheet.box(x - 1.8, above - 2.4, 3.6, below - above + 4.8, fill="white")
        for hole in holes:
            sheet.circle(*at(hole), 1.1, fill="black" if hole == holes[0] else "white")
    for hole in board.cables.values():
        sheet.circle(*at(hole), 1.9, width=THICK, fill="white")
    return at((board.strips[-1], 1))[1] + 0.9 * pitch


def _holes(holes: Iterable[Hole]) -> str:
    return ", ".join(map(strip_board.name, holes))


def _ends(holes: Sequence[Hole]) -> str:
    return _wires((holes[0], holes[-1]))


def _wires(*wires: Wire) -> str:
    return ", ".join("–".join(map(strip_board.name, wire)) for wire in wires)
