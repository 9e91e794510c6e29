"""Draws the builder's book of a table: pages that somebody with a soldering iron can follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil

from table.paper import strip_board
from table.paper.drawing import (
    BODY,
    HEIGHT,
    LEADING,
    MARGIN,
    SMALL,
    THICK,
    THIN,
    TINY,
    WIDTH,
    Align,
    Ink,
    Sheet,
    around,
    rows_under_heads,
)
from table.paper.estimate import Estimate
from table.paper.plan import (
    BUS_CABLE_M,
    BUSES,
    BUTTONS_GROUND,
    CHIPS_3V3,
    CHIPS_GROUND,
    EXPANDER,
    HEADER,
    PLUG_PINS,
    POSITION,
    RING_CABLE_M,
    RINGS_GROUND,
    SEAT_M,
    SHIFTER,
    Plan,
    PlanChip,
    PlanContact,
    PlanPart,
    PlanSeat,
    button_uses,
)
from table.paper.strip_board import Hole, StripBoard, Wire
from table.paper.words import PaperTexts

TOP = 33.0
"""Top of a page's content, below the title."""
RIGHT = WIDTH - MARGIN
ROOM = RIGHT - MARGIN
CHIPS_A_PAGE = 2
RINGS_A_ROW = 6
STEPS = (
    "parts", "settings", "pod", "expanders", "shifter", "header", "chain", "measure", "check", "hoods",
    "play",
)  # fmt: skip
"""Keys of the steps in which a table is built, in order."""
NEVER = ("GPA7", "GPB7")
"""Expander pins that stay unconnected."""


BUTTON_COLORS = ("white", "yellow", "blue")
"""Colours of the wires of a pod's buttons."""


def builders_book(plan: Plan, estimate: Estimate, words: PaperTexts) -> list[Sheet]:
    """All pages of the builder's book."""
    return Drawer(plan, estimate, words).pages()


class Drawer:
    """Draws the pages of one table, in one language."""

    def __init__(self, plan: Plan, estimate: Estimate, words: PaperTexts) -> None:
        self.plan = plan
        self.estimate = estimate
        self.words = words
        chips = [
            plan.chips[first : first + CHIPS_A_PAGE] for first in range(0, len(plan.chips), CHIPS_A_PAGE)
        ]
        self.drawn: list[tuple[str, Callable[[Sheet], object]]] = [
            ("overview", self.overview),
            ("parts", lambda sheet: self.parts(sheet, plan.seat_parts)),
            ("box", self.box),
            ("work", self.work),
            ("seats", self.seats),
            ("header", self.header),
            *(("chips", lambda sheet, some=some: self.chips(sheet, some)) for some in chips),
            *([("expander_board", self.expander_board)] if chips else []),
            ("rings", self.rings),
            ("board", self.board),
            ("cables", self.cables),
            ("joints", self.joints),
            ("inside", self.inside),
            ("pod", self.pod),
            ("cafe", self.cafe),
            ("hood", self.hood),
            ("settings", self.settings),
        ]
        keys = [key for key, _ in self.drawn]
        self.at: Mapping[str, int] = {f"{key}_page": keys.index(key) + 1 for key in keys}
        """The page number of each thing."""

    def pages(self) -> list[Sheet]:
        sheets = []
        for number, (key, draw) in enumerate(self.drawn, start=1):
            sheet = Sheet()
            sheet.write(MARGIN, 22, self.words(f"{key}.title"), 7, bold=True)
            sheet.line((MARGIN, 25.5), (RIGHT, 25.5), width=THICK)
            draw(sheet)
            sheet.write(MARGIN, HEIGHT - 9, self.table_in_words(), SMALL)
            page = self.words("page", number=number, pages=len(self.drawn))
            sheet.write(RIGHT, HEIGHT - 9, page, SMALL, align="right")
            sheets.append(sheet)
        return sheets

    def table_in_words(self) -> str:
        plan = self.plan
        return self.words("table", seats=len(plan.seats), buttons=plan.buttons, pixels=plan.pixels)

    def contact(self, contact: PlanContact) -> str:
        """The seat and button of a contact."""
        seat = self.plan.seats[contact.seat - 1]
        key = "contact" if self.plan.buttons > 1 else "contact_only"
        return self.words(key, seat=seat.number, name=seat.name, button=contact.button)

    # Overview

    def overview(self, sheet: Sheet) -> None:
        plan, words, supply = self.plan, self.words, self.plan.supply
        count = len(plan.seats)
        facts = [
            (f"{count} × {plan.pixels} = {count * plan.pixels}", words("overview.pixels")),
            (words("amperes", amperes=supply.draws_ma / 1000), words("overview.draws")),
            (words("volts_amperes", amperes=supply.supply_a), words("overview.supply")),
            (str(len(plan.contacts)), words("overview.buttons")),
        ]
        wide = (ROOM - 9) / 4
        for column, (figure, label) in enumerate(facts):
            left = MARGIN + column * (wide + 3)
            sheet.box(left, TOP, wide, 18, width=THIN, fill="grey")
            sheet.fit(left + wide / 2, TOP + 6, figure, wide - 3, 5.5, bold=True, align="middle")
            sheet.fit(left + wide / 2, TOP + 13.5, label, wide - 3, SMALL, align="middle", lines=2)
        self.blocks(sheet, TOP + 26)
        y = TOP + 133
        sheet.write(MARGIN, y, words("overview.order"), 4.5, bold=True)
        y += 7
        for number, key in enumerate(STEPS if plan.chips else without_chips(STEPS), start=1):
            sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
            y = sheet.paragraph(MARGIN + 9, y, words(f"step.{key}", **self.at), ROOM - 9) + 1.2
        power = words(
            "overview.power",
            white=supply.white_ma / 1000,
            draws=supply.draws_ma / 1000,
            budget=plan.budget_ma,
            supply=supply.supply_a,
        )
        sheet.paragraph(MARGIN, y + 4, power, ROOM, SMALL)

    def blocks(self, sheet: Sheet, y: float) -> None:
        """Draws the parts as boxes with their connections."""
        plan, words = self.plan, self.words

        def block(x: float, top: float, wide: float, high: float, *lines: str) -> None:
            sheet.box(x, top, wide, high)
            for row, line in enumerate(lines):
                middle = top + high * (row + 1) / (len(lines) + 1)
                sheet.fit(x + wide / 2, middle, line, wide - 3, BODY, bold=row == 0, align="middle", lines=2)

        block(14, y, 48, 14, words("block.pi_supply"))
        sheet.arrow((38, y + 14), (38, y + 22))
        block(14, y + 22, 48, 40, "Raspberry Pi", words("block.pi"))
        sheet.arrow((62, y + 32), (94, y + 32))
        sheet.write(78, y + 30, f"GPIO{plan.data}", SMALL, align="middle")
        block(94, y + 24, 34, 16, "74AHCT125")
        sheet.line((128, y + 32), (134, y + 32))
        sheet.box(134, y + 30, 10, 4)
        sheet.write(139, y + 28.3, words("block.resistor"), TINY, align="middle")
        sheet.arrow((144, y + 32), (150, y + 32))
        count = len(plan.seats)
        shown = [1, count] if count > 1 else [1]
        for number, x in zip(shown, (157, 189), strict=False):
            sheet.circle(x, y + 32, 7, width=THICK)
            sheet.fit(x, y + 32, str(number), 10, 5, bold=True, align="middle")
        if count > 1:
            sheet.arrow((164, y + 32), (182, y + 32))
            if count > 2:
                sheet.write(173, y + 30, "…", 5, align="middle")
        sheet.fit(173, y + 19, words("block.rings", seats=count), 46, SMALL, align="middle", lines=2)
        supply = words("volts_amperes", amperes=plan.supply.supply_a)
        block(94, y + 52, 48, 18, words("block.supply"), supply)
        sheet.arrow((111, y + 52), (111, y + 40))
        sheet.write(113, y + 48, "5 V", SMALL)
        sheet.line((142, y + 61), (148, y + 61))
        sheet.box(148, y + 58.5, 18, 5)
        sheet.fit(157, y + 61, words("amperes", amperes=plan.supply.fuse_a), 16, SMALL, align="middle")
        feeds = words("block.fuse", feeds=len(plan.supply.feeds))
        sheet.fit(170, y + 69, feeds, 46, SMALL, align="middle", lines=2)
        sheet.arrow((157, y + 58.5), (157, y + 39))
        sheet.line((62, y + 56), (94, y + 56))
        sheet.fit(78, y + 53, words("block.ground"), 30, SMALL, align="middle")
        if plan.on_the_pi:
            block(14, y + 76, 30, 18, words("block.buttons", buttons=len(plan.on_the_pi)))
            sheet.arrow((29, y + 76), (29, y + 62))
        if plan.chips:
            sheet.line((54, y + 62), (54, y + 85), (74, y + 85))
            sheet.write(64, y + 83, "I2C", SMALL, align="middle")
            block(74, y + 74, 42, 22, f"{len(plan.chips)} × MCP23017", ", ".join(_addresses(plan.chips)))
            block(136, y + 76, 46, 18, words("block.buttons", buttons=len(plan.on_chips)))
            sheet.arrow((136, y + 85), (116, y + 85))

    # What to buy, and how long it takes

    def parts(self, sheet: Sheet, parts: Sequence[PlanPart]) -> float:
        """Draws a list of parts with their prices; returns the y of its lower edge."""
        words = self.words
        heads = (words(f"parts.{head}") for head in ("quantity", "part", "what_for", "each", "sum"))
        columns = list(zip(heads, (17.0, 76.0, ROOM - 123, 14.0, 16.0), strict=True))
        rows = [
            [
                f"{part.quantity} ×",
                words(f"part.{part.key}", **part.facts),
                words(f"use.{part.key.partition('.')[0]}", **self.at),
                self.euros(self.estimate.each(part)),
                self.euros(part.quantity * self.estimate.each(part)),
            ]
            for part in parts
        ]
        return rows_under_heads(
            sheet, MARGIN, TOP, columns, rows, [f"part {part.key}" for part in parts], high=12.6
        )

    def euros(self, price: float) -> str:
        """A price as it stands in a list."""
        return self.words.number(f"{price:.2f}") if price else self.words("parts.free")

    def box(self, sheet: Sheet) -> None:
        words = self.words
        y = self.parts(sheet, self.plan.box_parts)
        price = sum(part.quantity * self.estimate.each(part) for part in self.plan.parts)
        total = words("parts.total", euros=10 * ceil(price / 10), date=self.estimate.date)
        sheet.paragraph(MARGIN, y + 7, total, ROOM, bold=True)

    def work(self, sheet: Sheet) -> None:
        words, hours = self.words, self.estimate.work(self.plan)
        sheet.write(MARGIN, TOP, words("work.tools"), 4.5, bold=True)
        y = TOP + 7
        for text in words.several("tool"):
            sheet.write(MARGIN, y, "–", BODY)
            y = sheet.paragraph(MARGIN + 5, y, text, ROOM - 5) + 1.5
        sheet.write(MARGIN, y + 5, words("work.hours"), 4.5, bold=True)
        columns = [(words("work.what"), ROOM - 30), (words("work.time"), 30.0)]
        told = [(words(f"work_of.{work}"), time) for work, time in hours.items()]
        told.append((words("work.total"), sum(hours.values())))
        rows = [[what, words.number(f"{time:g}")] for what, time in told]
        of = [f"work {work}" for work in (*hours, "total")]
        y = rows_under_heads(sheet, MARGIN, y + 9, columns, rows, of, high=9)
        sheet.paragraph(MARGIN, y + 7, words("work.text", date=self.estimate.date), ROOM)

    def seats(self, sheet: Sheet) -> None:
        plan, words = self.plan, self.words
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
                *(self.where(contact) for contact in seat.contacts),
                f"{seat.first}–{seat.last}",
                words(f"seats.{_way(seat)}", pixel=seat.mounting.first_pixel),
            ]
            for seat in plan.seats
        ]
        y = sheet.paragraph(MARGIN, TOP, words("seats.text", **self.at), ROOM)
        rows_under_heads(
            sheet, MARGIN, y, columns, rows, [f"seat {seat.number}" for seat in plan.seats], high=8.9
        )

    def where(self, contact: PlanContact) -> str:
        """The end of a button's wire."""
        if contact.is_key:
            port, key = contact.key
            return self.words("where.usb", port=_short(port), name=key)
        if contact.chip is None:
            return self.words("where.pi", pin=contact.pin, position=contact.leg)
        return self.words("where.chip", pin=contact.pin, leg=contact.leg)

    # The Pi

    def header(self, sheet: Sheet) -> None:
        words = self.words
        y = sheet.paragraph(MARGIN, TOP, words("header.text"), ROOM) + 3
        sheet.write(WIDTH / 2, y, words("header.card"), SMALL, align="middle")
        y += 7
        joined = self.joined()
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

    def joined(self) -> dict[int, str]:
        """What is connected to each used position of the header."""
        plan, words = self.plan, self.words
        joined = {
            POSITION[self.plan.data]: words("joined.data"),
            RINGS_GROUND: words("joined.rings_ground"),
            BUTTONS_GROUND: words("joined.buttons_ground"),
        }
        if plan.chips:
            joined[CHIPS_3V3] = words("joined.chips_3v3")
            joined[CHIPS_GROUND] = words("joined.chips_ground")
            for pin, name in zip(BUSES.get(plan.i2c_bus, ()), ("SDA", "SCL"), strict=False):
                joined[POSITION[pin]] = words("joined.bus", wire=name)
        joined |= {contact.leg: self.contact(contact) for contact in plan.on_the_pi}
        return joined

    # The chips

    def chips(self, sheet: Sheet, chips: Sequence[PlanChip]) -> None:
        y = sheet.paragraph(MARGIN, TOP, self.words("chips.text"), ROOM, SMALL) + 3
        for chip in chips:
            seats = sorted({contact.seat for contact in chip.contacts})
            address = _addresses([chip])[0]
            title = self.words("chips.chip", address=address, first=seats[0], last=seats[-1])
            sheet.write(MARGIN, y + 2, title, 4.5, bold=True, of=f"chip {address}")
            self.case(sheet, y + 6, EXPANDER, self.legs(chip), 7.2, f"{address} leg")
            y += 117

    def legs(self, chip: PlanChip) -> dict[int, str]:
        """What is connected to each leg; missing legs stay free."""
        words = self.words
        pins = BUSES.get(self.plan.i2c_bus)
        wires = {
            name: words("leg.pi", position=POSITION[pin], pin=pin)
            if pins
            else words("leg.bus", bus=self.plan.i2c_bus)
            for name, pin in zip(("SDA", "SCL"), pins or (0, 0), strict=True)
        }
        high, low = words("leg.high"), words("leg.low")
        straps = {name: high if up else low for name, up in zip(("A0", "A1", "A2"), chip.straps, strict=True)}
        joined = {
            "VDD": words("leg.vdd", position=CHIPS_3V3),
            "VSS": words("leg.vss", position=CHIPS_GROUND),
            "RESET": high,
            "GPA7": words("leg.never"),
            "GPB7": words("leg.never"),
            **wires,
            **straps,
        }
        legs = {leg: joined[name] for leg, name in EXPANDER.items() if name in joined}
        return legs | {contact.leg: self.contact(contact) for contact in chip.contacts}

    def case(
        self,
        sheet: Sheet,
        y: float,
        names: Mapping[int, str],
        joined: Mapping[int, str],
        step: float,
        of: str,
    ) -> None:
        """Draws a chip from above: its legs, their names, and their connections."""
        middle, half = WIDTH / 2, 17.0
        rows = len(names) // 2
        sheet.box(middle - half, y, 2 * half, rows * step, width=THICK)
        sheet.line(*around(middle, y, 2.5, range(90, -91, -15)), width=THICK)
        for leg, name in names.items():
            left = leg <= rows
            row = leg - 1 if left else 2 * rows - leg
            at, out = y + (row + 0.5) * step, -1 if left else 1
            edge = middle + out * half
            used = leg in joined and name not in NEVER
            sheet.box(min(edge, edge + out * 7), at - 2.4, 7, 4.8, fill="black" if used else "white")
            sheet.write(
                edge + out * 3.5, at + 1.1, str(leg), SMALL, bold=True, align="middle",
                ink="white" if used else "black",
            )  # fmt: skip
            sheet.write(
                edge - out * 1.8, at + 1.0, name, TINY, align="left" if left else "right", of=f"{of} {leg}"
            )
            told = joined.get(leg, self.words("leg.free"))
            sheet.fit(edge + out * 9, at, told, 64, SMALL, lines=2, align="right" if left else "left")

    # The rings

    def rings(self, sheet: Sheet) -> None:
        plan, words = self.plan, self.words
        y = sheet.paragraph(MARGIN, TOP, words("rings.shifter"), ROOM, SMALL) + 2
        self.case(sheet, y, SHIFTER, self.shifter(), 7.0, "shifter leg")
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
                elif seat.number < len(plan.seats):
                    end, below = x + across / 2, cy + pitch - 18
                    sheet.line((x + reach, cy), (end, cy), (end, below), (MARGIN + 16, below))

    def shifter(self) -> dict[int, str]:
        """What is connected to each leg of the 74AHCT125."""
        words = self.words
        joined = {
            "1OE": words("shifter.ground"),
            "1A": words("shifter.in", position=POSITION[self.plan.data], pin=self.plan.data),
            "1Y": words("shifter.out"),
            "GND": words("shifter.gnd", position=RINGS_GROUND),
            "VCC": words("shifter.vcc"),
            **dict.fromkeys(("2OE", "3OE", "4OE"), words("shifter.high")),
            **dict.fromkeys(("2A", "3A", "4A"), words("shifter.ground")),
        }
        return {leg: joined[name] for leg, name in SHIFTER.items() if name in joined}

    # The board of the level shifter, and what is plugged into what

    def board(self, sheet: Sheet) -> None:
        words, board = self.words, strip_board.SHIFTER_BOARD
        y = sheet.paragraph(MARGIN, TOP, words("board.text", leg=1, hole="C6"), ROOM, SMALL) + 8
        y = self.strips(sheet, y, board, 10.0)
        pins = {
            "ground_pin": RINGS_GROUND,
            "data_pin": POSITION[self.plan.data],
            "data": self.plan.data,
        }
        rows = [
            [words("board.cuts"), _holes(board.cuts)],
            [words("board.ground"), _wires(*board.wires["ground"])],
            [words("board.supply"), _wires(*board.wires["supply"])],
            *([words(f"board.{part}"), _wires(wire)] for part, wire in board.parts.items()),
            [words("board.legs"), _holes(board.legs[leg] for leg in (1, 7, 8, 14))],
            *(
                [words(f"board_cable.{key}", **pins, **self.at), strip_board.name(hole)]
                for key, hole in board.cables.items()
            ),
        ]
        columns = [(words("board.what"), 92.0), (words("board.holes"), ROOM - 92)]
        y = rows_under_heads(sheet, MARGIN, y, columns, rows, [""] * len(rows), high=6.8)
        sheet.paragraph(MARGIN, y + 6, words("board.last"), ROOM, SMALL)

    def expander_board(self, sheet: Sheet) -> None:
        """Draws the board of an expander, with the straps of the first one."""
        plan, words, first = self.plan, self.words, self.plan.chips[0]
        board = strip_board.expander_board(first.straps)
        facts = {"many": len(plan.chips), "address": _addresses([first])[0], **self.at}
        y = sheet.paragraph(MARGIN, TOP, words("board.text", leg=1, hole="C6"), ROOM, SMALL)
        y = sheet.paragraph(MARGIN, y, words("expander_board.text", **facts), ROOM, SMALL, bold=True) + 7
        y = self.strips(sheet, y, board, 8.3)
        low, high = (strip_board.expander_board([up] * 3).wires["straps"] for up in (False, True))
        either = {
            leg: words("expander_board.either", low=_wires(to_ground), high=_wires(to_supply))
            for leg, to_ground, to_supply in zip(strip_board.STRAPS, low, high, strict=True)
        }
        ports = {
            port: [hole for key, hole in board.cables.items() if key.startswith(port)]
            for port in ("GPA", "GPB")
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

    def strips(self, sheet: Sheet, y: float, board: StripBoard, pitch: float) -> float:
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

    def cables(self, sheet: Sheet) -> None:
        plan, words = self.plan, self.words
        y = sheet.paragraph(MARGIN, TOP, words("cables.text", edge=SEAT_M), ROOM) + 1
        pods = plan.wired_pods
        pins = PLUG_PINS[plan.buttons]
        facts = {
            "seats": ", ".join(str(feed[0]) for feed in plan.supply.feeds),
            "pins": pins,
            "ground_pin": RINGS_GROUND,
            "data_pin": POSITION[plan.data],
            **self.at,
        }
        cables = [
            ("first", 1, plan.reach_m),
            ("ring", len(plan.seats) - 1, RING_CABLE_M),
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

    # What is joined where

    def joints(self, sheet: Sheet) -> None:
        words = self.words
        y = sheet.paragraph(MARGIN, TOP, words("joints.tails"), ROOM)
        y = self.tails(sheet, y + 2)
        y = sheet.paragraph(MARGIN, y, words("joints.text"), ROOM) + 1
        facts = {"ground_pin": BUTTONS_GROUND, **self.at}
        rows = [
            [words(f"joint.{key}", **facts), f"{many} ×", words(f"joint_of.{key}", **facts)]
            for key, many in self.plan.levers.items()
        ]
        heads = (words(f"joints.{head}") for head in ("where", "many", "wires"))
        columns = list(zip(heads, (58.0, 19.0, ROOM - 77), strict=True))
        of = [f"joint {key}" for key in self.plan.levers]
        y = rows_under_heads(sheet, MARGIN, y, columns, rows, of, high=12.6)
        sheet.paragraph(MARGIN, y + 8, words("joints.rule"), ROOM)

    def tails(self, sheet: Sheet, y: float) -> float:
        """Draws a pod with its three tails, each before the plug it belongs to; returns the lower end."""
        words, middle, row = self.words, WIDTH / 2, y + 22

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
            sheet.fit(
                middle + out * 36, row - 9, words(f"joints.{tail}"), 28, SMALL, bold=True, align="middle"
            )
            sheet.fit(
                middle + out * 73, row + 11, words(f"joints.{cable}"), 34, SMALL, lines=2, align="middle"
            )
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

    def inside(self, sheet: Sheet) -> None:
        """Draws the inside of the box, wire by wire: thick is 5 V, thin is ground or data."""
        plan, words = self.plan, self.words
        holes = {key: strip_board.name(hole) for key, hole in strip_board.SHIFTER_BOARD.cables.items()}
        y = sheet.paragraph(MARGIN, TOP, words("inside.text", **self.at), ROOM) + 4

        def block(
            x: float, top: float, wide: float, high: float, *lines: str, fill: Ink | None = None
        ) -> None:
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
        block(110, 66, 38, 34, "74AHCT125", words("inside.board", **self.at))
        for x, hole in ((120, holes["supply_ground"]), (135, holes["supply_5v"])):
            sheet.write(x + 1.5, y + 64, hole, SMALL)
        for top, hole, wired in ((76, holes["ring_data"], 2), (90, holes["ring_ground"], 3)):
            out(top, words("inside.ring", hole=hole, wire=wired))
        block(14, 66, 52, 34, "Raspberry Pi", words("inside.terminals", **self.at))
        of_pi = (76, POSITION[plan.data], holes["pi_data"]), (90, RINGS_GROUND, holes["pi_ground"])
        for top, position, hole in of_pi:
            wire((66, top), (110, top))
            sheet.write(67.5, y + top - 1.5, str(position), SMALL)
            sheet.write(108.5, y + top - 1.5, hole, SMALL, align="right")
        bottom = 100.0
        if plan.chips:
            wire((54, 100), (54, 122))
            sheet.fit(56, y + 110, words("inside.bus"), 80, SMALL)
            block(44, 122, 66, 16, f"{len(plan.chips)} × MCP23017", words("inside.boards", **self.at))
            out(130, words("inside.inputs"), begin=110)
            bottom = 138
        if plan.on_the_pi:
            bottom += 16
            wire((38, 100), (38, bottom), (110, bottom))
            out(bottom, words("inside.buttons", **self.at), begin=110)
        if plan.wired_pods:
            wire((20, 100), (20, bottom + 18), (58, bottom + 18))
            sheet.write(21.5, y + 104.5, str(BUTTONS_GROUND), SMALL)
            block(58, bottom + 13, 40, 10, words("inside.black", many=plan.levers["buttons"]), fill="grey")
            out(bottom + 18, words("inside.blacks"), begin=98)
        sheet.paragraph(MARGIN, y + bottom + 38, words("inside.rule"), ROOM)

    # The pod

    def pod(self, sheet: Sheet) -> None:
        plan, words = self.plan, self.words
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
            sheet.paragraph(left, at + 3, words("pod.differ", **self.at), RIGHT - left)
        at = end + 34
        columns = [(words("pod.pad"), 50.0), (words("pod.joined"), ROOM - 50)]
        pads = ["DIN", "5V", "GND", "DOUT", "button_one", "button_other"]
        rows = [[words(f"pad.{pad}"), words(f"pad_joined.{pad}", **self.at)] for pad in pads]
        rows_under_heads(sheet, MARGIN, at, columns, rows, [f"pad {pad}" for pad in pads], high=10)

    # The café

    def cafe(self, sheet: Sheet) -> None:
        words = self.words
        y = self.side_view(sheet, TOP) + 9
        for number, text in enumerate([*words.several("cafe.text"), *words.several("cafe.beer")], start=1):
            sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
            y = sheet.paragraph(MARGIN + 9, y, text, ROOM - 9) + 2

    def side_view(self, sheet: Sheet, y: float) -> float:
        """Draws a pod on a table from the side, its cable, and the box; returns the lower end."""
        words, top = self.words, y + 24
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
        sheet.fit(hole + 28, top - 6, words("cafe.box"), 66, SMALL, align="middle", lines=2)
        sheet.arrow((hole + 34, top - 2), (hole + 34, top + 9))
        return top + 38

    # The hood

    def hood(self, sheet: Sheet) -> None:
        plan, words, hood = self.plan, self.words, self.plan.hood
        y = TOP
        facts = {
            "hoods": len(plan.seats),
            "ring": hood.ring_mm,
            "inner": hood.inner_mm,
            "height": hood.height_mm,
        }
        for number, text in enumerate(words.several("hood.text", **facts), start=1):
            sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
            y = sheet.paragraph(MARGIN + 9, y, text, ROOM - 9) + 1
        y += hood.height_mm + 4
        x = (WIDTH - hood.half_mm) / 2
        self.half_of_hood(sheet, x, y, 1)
        y += hood.height_mm + 22
        self.half_of_hood(sheet, x + hood.half_mm, y, -1)
        y += 22
        sheet.line((MARGIN, y), (MARGIN + 50, y), width=THICK)
        for tick in range(6):
            sheet.line((MARGIN + 10 * tick, y - 2), (MARGIN + 10 * tick, y + 2), width=THICK)
        sheet.write(MARGIN + 54, y + 1, words("hood.ruler"), BODY, bold=True)

    def half_of_hood(self, sheet: Sheet, x: float, y: float, way: int) -> None:
        """Draws half a hood, from the back at `x` to the front, on the table at `y`; `way` 1: to the
        right."""
        hood, words = self.plan.hood, self.words
        front, slope, low = hood.half_mm, hood.half_mm * 120 / 180, 4.0
        end = hood.half_mm * 150 / 180
        top = y - hood.height_mm
        sheet.area(
            (x, y), (x, top), (x + way * slope, top), (x + way * end, y - low), (x + way * front, y - low),
            (x + way * front, y),
        )  # fmt: skip
        sheet.area((x, y - 1), (x, top + 1), (x - way * 9, top + 4), (x - way * 9, y - 4), width=THIN)
        flaps = 7
        wide = hood.half_mm / flaps
        for flap in range(flaps):
            begin = x + way * wide * flap
            sheet.line(
                (begin + way, y), (begin + way * 2.5, y + 8), (begin + way * (wide - 2.5), y + 8),
                (begin + way * (wide - 1), y), width=THIN,
            )  # fmt: skip
        middle = x + way * slope / 2
        sheet.fit(
            middle, top + hood.height_mm / 2, words("hood.half"), slope - 8, BODY, align="middle", lines=3
        )
        sheet.write(x + way * 3, top + 5, words("hood.back"), SMALL, align="left" if way > 0 else "right")
        sheet.write(
            x + way * front, y - low - 2, words("hood.front"), SMALL, align="right" if way > 0 else "left"
        )

    # The Pi's settings

    def settings(self, sheet: Sheet) -> None:
        plan, words = self.plan, self.words
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


def _holes(holes: Iterable[Hole]) -> str:
    return ", ".join(map(strip_board.name, holes))


def _ends(holes: Sequence[Hole]) -> str:
    return _wires((holes[0], holes[-1]))


def _wires(*wires: Wire) -> str:
    return ", ".join("–".join(map(strip_board.name, wire)) for wire in wires)


def without_chips(steps: Sequence[str]) -> list[str]:
    """The building steps of a table whose buttons are all on the Pi."""
    return [step for step in steps if step != "expanders"]


def _short(port: str) -> str:
    """A USB port without its controller: "1.2", or "1.2#2"; others whole."""
    return re.sub(r"usb-.+-([0-9.]+)/input0", r"\1", port)


def _addresses(chips: Iterable[PlanChip]) -> list[str]:
    return [f"0x{chip.address:02x}" for chip in chips]


def _way(seat: PlanSeat) -> str:
    return "clockwise" if seat.mounting.clockwise else "anticlockwise"
