"""The cables and their plugs, and what is joined where."""

from __future__ import annotations

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import MARGIN, SMALL, THICK, WIDTH, Sheet, rows_under_heads
from table.paper.plan import (
    BUS_CABLE_M,
    BUTTONS_GROUND,
    PLUG_PINS,
    RINGS_GROUND,
    SEAT_M,
)

BUTTON_COLORS = ("white", "yellow", "blue")
"""Colours of the wires of a pod's buttons."""


def cables(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the lists of cables and plugs."""
    plan, words = book.plan, book.words
    y = sheet.paragraph(MARGIN, TOP, words("cables.text", edge=SEAT_M), ROOM) + 1
    pods = plan.wired_pods
    pins = PLUG_PINS[plan.buttons]
    facts = {
        "seats": ", ".join(str(feed[0]) for feed in plan.supply.feeds),
        "pins": pins,
        "ground_pin": RINGS_GROUND,
        "data_pin": plan.data_at,
    }
    cables = [
        ("first", 1, plan.reach_m),
        ("ring", len(plan.seats) - 1, plan.ring_cable_m),
        ("button", pods, plan.reach_m),
        ("feed", len(plan.supply.feeds), plan.reach_m),
        ("pi", 1, 0.2),
        ("bus", len(plan.chips), BUS_CABLE_M),
    ]
    ends = {"button": "button_board"} if plan.chips else {}
    rows = [
        [
            words(f"cable.{key}", **facts),
            f"{many} ×",
            words("cables.lengths", metres=metres),
            words(f"cable_end.{ends.get(key, key)}", **facts),
        ]
        for key, many, metres in cables
        if many
    ]
    heads = (words(f"cables.{head}") for head in ("cable", "many", "long", "ends"))
    columns = list(zip(heads, (52.0, 19.0, 19.0, ROOM - 90), strict=True))
    y = rows_under_heads(sheet, MARGIN, y, columns, rows, [""] * len(rows), high=12.6)
    sheet.write(MARGIN, y + 10, words("cables.plugs"), 4.5, bold=True)
    ring = [("pad.5V", "red"), ("pad.DIN", "green"), ("pad.GND", "white")]
    plugs = [
        [words("cables.ring_plug"), str(wire), words(pad), words(f"color.{color}")]
        for wire, (pad, color) in enumerate(ring, start=1)
    ]
    carried = [(words("block.ground"), "black")]
    carried += [
        (words("cables.button", number=number), color)
        for number, color in zip(range(1, plan.buttons + 1), BUTTON_COLORS, strict=False)
    ]
    carried += [(words("cables.unused"), "none")] * (pins - len(carried))
    plugs += [
        [words("cables.button_plug", pins=pins), str(wire), what, words(f"color.{color}")]
        for wire, (what, color) in enumerate(carried, start=1)
        if pods
    ]
    heads = (words(f"cables.{head}") for head in ("plug", "wire", "carries", "color"))
    columns = list(zip(heads, (52.0, 19.0, ROOM - 101, 30.0), strict=True))
    y = rows_under_heads(sheet, MARGIN, y + 14, columns, plugs, [""] * len(plugs), high=8)
    sheet.paragraph(MARGIN, y + 8, words("cables.rule"), ROOM)


def joints(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the tails of a pod, and lists what is joined with levers."""
    words = book.words
    y = sheet.paragraph(MARGIN, TOP, words("joints.tails"), ROOM)
    y = _tails(book, sheet, y + 2)
    y = sheet.paragraph(MARGIN, y, words("joints.text"), ROOM) + 1
    facts = {"ground_pin": BUTTONS_GROUND}
    rows = [
        [words(f"joint.{key}", **facts), f"{many} ×", words(f"joint_of.{key}", **facts)]
        for key, many in book.plan.levers.items()
    ]
    heads = (words(f"joints.{head}") for head in ("where", "many", "wires"))
    columns = list(zip(heads, (58.0, 19.0, ROOM - 77), strict=True))
    of = [f"joint {key}" for key in book.plan.levers]
    y = rows_under_heads(sheet, MARGIN, y, columns, rows, of, high=12.6)
    sheet.paragraph(MARGIN, y + 8, words("joints.rule"), ROOM)


def _tails(book: BuildersBook, sheet: Sheet, y: float) -> float:
    """Draws a pod with its three tails, each before the plug it belongs to; returns the lower end."""
    words, middle, row = book.words, WIDTH / 2, y + 22

    def half(x: float, at: float, *, covered: bool, way: tuple[int, int]) -> None:
        """Half a plug: covered, or with contacts that are seen on the side `way`."""
        sheet.box(x - 6, at - 5, 12, 10, fill="grey" if covered else "white")
        for pin in () if covered else (-2.5, 0, 2.5):
            (dx, dy), (along, across) = way, (way[1] * pin, way[0] * pin)
            begin = (x + 6 * dx + along, at + 5 * dy + across)
            sheet.line(begin, (begin[0] + 4 * dx, begin[1] + 4 * dy), width=THICK)

    sheet.box(middle - 22, row - 13, 44, 26, width=THICK)
    sheet.fit(middle, row, words("cafe.pod"), 40, 4.5, bold=True, align="middle")
    for out, tail, cable in ((-1, "in", "before"), (1, "out", "after")):
        sheet.line((middle + out * 22, row), (middle + out * 33, row))
        half(middle + out * 39, row, covered=out > 0, way=(-1, 0))
        half(middle + out * 57, row, covered=out < 0, way=(-1, 0))
        sheet.line((middle + out * 63, row), (middle + out * 88, row))
        sheet.fit(middle + out * 36, row - 9, words(f"joints.{tail}"), 28, SMALL, bold=True, align="middle")
        sheet.fit(middle + out * 73, row + 11, words(f"joints.{cable}"), 34, SMALL, lines=2, align="middle")
    sheet.line((middle, row + 13), (middle, row + 18))
    half(middle, row + 23, covered=False, way=(0, 1))
    half(middle, row + 40, covered=True, way=(0, 1))
    sheet.line((middle, row + 45), (middle, row + 54))
    sheet.fit(middle + 9, row + 23, words("joints.buttons"), 40, SMALL, bold=True)
    sheet.fit(middle + 9, row + 50, words("joints.box"), 60, SMALL)
    for left, key, covered in ((MARGIN + 12, "seen", False), (MARGIN + 12, "covered", True)):
        at = row + (44 if covered else 30)
        half(left - 4, at, covered=covered, way=(1, 0))
        sheet.fit(left + 9, at, words(f"joints.{key}"), 50, SMALL)
    return row + 64
