"""The book of pods that are plugged in: the whole, one pod wire by wire, hubs, cables, seats, settings."""

from __future__ import annotations

from hardware.rings.chain import USUAL
from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.book.buying import beside, parts
from table.paper.book.overview import figures
from table.paper.book.settings import Section, sections
from table.paper.drawing import BODY, MARGIN, SMALL, THICK, THIN, TINY, Sheet, rows_under_heads
from table.paper.plan import button_uses
from table.paper.plugged import (
    BUTTON_PINS,
    BUTTONS_GROUND_PIN,
    CABLES_M,
    PICO,
    PICO_MA,
    POD_MA,
    READY,
    RING_PINS,
    cable_awg,
    cable_m,
    hubs_for,
    plugged_parts,
    pods_of,
)


def plugged(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the figures of the table, its parts as boxes, and the order of the work."""
    plan, words = book.plan, book.words
    pods = pods_of(plan)
    hub = hubs_for(pods)
    supply = words("volts_amperes", amperes=hub.amperes)
    facts = [
        (str(pods), words("plugged.pods")),
        (f"{hub.many} × {hub.ports}", words("plugged.ports")),
        (f"{hub.many} × {supply}", words("plugged.supply")),
        (words("amperes", amperes=POD_MA / 1000), words("plugged.most")),
    ]
    figures(sheet, facts)
    y = TOP + 28
    for left, key, fact in (
        (14.0, "block.pi_supply", ""),
        (62.0, "Raspberry Pi", words("block.pi")),
        (118.0, "plugged.hub", supply),
    ):
        title = key if key == "Raspberry Pi" else words(key)
        sheet.box(left, y, 36, 22)
        sheet.fit(left + 18, y + (7 if fact else 11), title, 33, BODY, bold=True, align="middle", lines=2)
        if fact:
            sheet.fit(left + 18, y + 15, fact, 33, SMALL, align="middle", lines=2)
    sheet.arrow((50, y + 11), (62, y + 11))
    sheet.line((98, y + 11), (118, y + 11))
    sheet.write(108, y + 9, "USB", SMALL, align="middle")
    for number, low in ((1, 3.0), (2, 11.0), (hub.pods, 19.0)):
        if number <= hub.pods:
            sheet.line((154, y + low), (170, y + low), width=THICK)
            sheet.circle(174.5, y + low, 3.5)
    sheet.fit(174, y + 29, words("plugged.of_a_hub", pods=hub.pods), 42, SMALL, align="middle", lines=2)
    y += 42
    sheet.write(MARGIN, y, words("overview.order"), 4.5, bold=True)
    y += 7
    for number, step in enumerate(words.several("plugged.step"), start=1):
        sheet.write(MARGIN + 6, y, f"{number}.", BODY, bold=True, align="right")
        y = sheet.paragraph(MARGIN + 9, y, step, ROOM - 9) + 1.2
    y = sheet.paragraph(
        MARGIN,
        y + 4,
        words("plugged.both" if plan.wired else "plugged.beside", **beside(book)),
        ROOM,
        bold=True,
    )
    sheet.paragraph(MARGIN, y + 3, words("plugged.untried"), ROOM)


def plugged_buying(book: BuildersBook, sheet: Sheet) -> None:
    """Draws all parts, and what they cost."""
    words, every = book.words, plugged_parts(book.plan)
    y = parts(book, sheet, every, "plugged_use")
    total = words("parts.total", euros=book.estimate.price(every), date=book.estimate.date)
    sheet.paragraph(MARGIN, y + 7, total, ROOM, bold=True)


def pico(book: BuildersBook, sheet: Sheet) -> None:
    """Draws one pod wire by wire, and lists its wires."""
    plan, words = book.plan, book.words
    y = _pod(book, sheet, TOP + 46)
    rows = [(words(f"pad.{pad}"), pin) for pad, pin in RING_PINS.items()]
    rows += [
        (words("pico.button", number=number, says=words(f"says.{use}")), BUTTON_PINS[number - 1])
        for number, use in enumerate(button_uses(plan.buttons), start=1)
    ]
    rows.append((words("pad.button_other"), BUTTONS_GROUND_PIN))
    columns = [(words("pod.pad"), 76.0), (words("pico.pin"), ROOM - 76)]
    told = [[what, words("pico.at", name=PICO[pin], pin=pin)] for what, pin in rows]
    y = rows_under_heads(sheet, MARGIN, y, columns, told, [f"wire {pin}" for _, pin in rows], high=6.4)
    for text in words.several("pico.text", pixels=plan.pixels, buttons=plan.buttons):
        y = sheet.paragraph(MARGIN, y + 6, text, ROOM) - 3


def _pod(book: BuildersBook, sheet: Sheet, y: float) -> float:
    """Draws a Pico from above with its USB socket to the left, its upper edge at `y`, and what is joined to
    it; returns the lower end."""
    plan, words, left, pitch = book.plan, book.words, 60.0, 5.08

    def at(pin: int) -> tuple[float, float]:
        """Pins 1 to 20 are below, from left to right; 21 to 40 above, from right to left."""
        return left + 2.74 + pitch * (pin - 1 if pin <= 20 else 40 - pin), y + (39 if pin <= 20 else 3)

    # The ring, with its pads below it
    for pad, pin in RING_PINS.items():
        x, edge = at(pin)
        pads = {"DIN": 48.0, "5V": x, "GND": x}[pad]
        sheet.box(pads - 4, y - 16, 8, 6)
        sheet.write(pads, y - 12, pad, TINY, align="middle")
        if pad == "DIN":
            sheet.line((x, edge), (x, y + 50), (pads, y + 50), (pads, y - 10))
        else:
            sheet.line((x, edge), (x, y - 10), width=THICK)
    sheet.circle(60, y - 30, 14)
    sheet.circle(60, y - 30, 9)
    sheet.fit(78, y - 30, words("pico.ring"), 60, BODY, bold=True)
    # The cable covers the wire of the data
    sheet.box(MARGIN, y + 18, 40, 6, fill="white")
    sheet.box(MARGIN + 40, y + 15.5, 6, 11, fill="grey")
    sheet.fit(MARGIN, y + 13, words("pico.cable"), 32, SMALL, lines=2)
    sheet.box(left, y, 102, 42)
    sheet.write(left + 51, y + 22, "Raspberry Pi Pico", 5, bold=True, align="middle")
    buttons = BUTTON_PINS[: plan.buttons]
    used = {*RING_PINS.values(), *buttons, BUTTONS_GROUND_PIN}
    for pin in range(1, 41):
        x, middle = at(pin)
        sheet.circle(x, middle, 1.1, width=THIN, fill="black" if pin in used else "white")
        inside = middle + (5 if pin > 20 else -3)
        sheet.write(x, inside, str(pin), TINY, bold=pin in used, align="middle", of=f"pico pin {pin}")
    # The buttons: each its own wire, and one ground from button to button
    ground, row = at(BUTTONS_GROUND_PIN)[0], y + 66
    for number, pin in enumerate(buttons, start=1):
        x, edge = at(pin)
        button = x + (number - 1) * 18 + 2
        turn = y + 56 - 4 * number
        sheet.line((x, edge), (x, turn), (button, turn), (button, row - 6))
        sheet.circle(button, row, 6, width=THICK)
        sheet.write(button, row + 1.4, str(number), BODY, bold=True, align="middle", of=f"button {number}")
        sheet.line((button, row + 6), (button, row + 11))
        sheet.line((ground, row + 11), (button, row + 11))
    sheet.line((ground, at(BUTTONS_GROUND_PIN)[1]), (ground, row + 11))
    sheet.fit(ground - 4, row, words("pico.buttons"), 50, BODY, bold=True, align="right")
    return row + 18


def hubs(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the hubs and cables of this table and of the usual ones."""
    plan, words = book.plan, book.words
    y = sheet.paragraph(
        MARGIN, TOP, words("hubs.text", most=POD_MA, pico=PICO_MA, ring=POD_MA - PICO_MA), ROOM
    )
    keys = ("pods", "hubs", "each", "supply", "all")
    rows = []
    for pods in sorted({*READY, pods_of(plan)}):
        hub = hubs_for(pods)
        supply = words("hubs.at_least", amperes=hub.amperes, watts=hub.watts)
        whole = words("amperes", amperes=pods * POD_MA / 1000)
        rows.append(
            [str(pods), words("hubs.of", many=hub.many, ports=hub.ports), str(hub.pods), supply, whole]
        )
    columns = list(
        zip((words(f"hubs.{key}") for key in keys), (22.0, 52.0, 32.0, 46.0, ROOM - 152), strict=True)
    )
    y = rows_under_heads(sheet, MARGIN, y + 2, columns, rows, [f"hubs {row[0]}" for row in rows], high=9)
    for text in words.several("hubs.rule"):
        y = sheet.paragraph(MARGIN, y + 7, text, ROOM) - 4
    sheet.write(MARGIN, y + 12, words("hubs.cables"), 4.5, bold=True)
    facts = {"metres": cable_m(plan), "reach": plan.reach_m}
    y = sheet.paragraph(MARGIN, y + 19, words("hubs.cable", **facts), ROOM)
    columns = [(words("hubs.metres"), 40.0), (words("hubs.awg"), ROOM - 40)]
    rows = [[words("cables.lengths", metres=m), words("hubs.gauge", awg=cable_awg(m))] for m in CABLES_M]
    y = rows_under_heads(sheet, MARGIN, y + 2, columns, rows, [""] * len(rows), high=7)
    for text in words.several("hubs.cable_rule"):
        y = sheet.paragraph(MARGIN, y + 7, text, ROOM) - 4


def plugged_seats(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the table of seats, and what the lights of a pod say by themselves."""
    plan, words = book.plan, book.words
    y = sheet.paragraph(MARGIN, TOP, words("plugged_seats.text"), ROOM)
    columns = [(words(f"seats.{key}"), wide) for key, wide in (("number", 14.0), ("name", 70.0))]
    columns.append((words("plugged_seats.pod"), ROOM - 84))
    rows = [[str(seat.number), seat.name, _pod_of(book, seat.pod)] for seat in plan.seats]
    of = [f"seat {seat.number}" for seat in plan.seats]
    y = rows_under_heads(sheet, MARGIN, y + 1, columns, rows, of, high=6.6)
    for text in words.several("plugged_seats.light"):
        y = sheet.paragraph(MARGIN, y + 7, f"– {text}", ROOM) - 4.5


def _pod_of(book: BuildersBook, pod: str | None) -> str:
    """The id of a seat's pod as it stands in the list."""
    if pod is None:
        return book.words("plugged_seats.none")
    return pod or book.words("plugged_seats.untaught")


def plugged_settings(book: BuildersBook, sheet: Sheet) -> None:
    """Draws what the Pi and the Picos have to be told."""
    plan, words = book.plan, book.words
    install = f"sudo garou pods install --pixels {plan.pixels} --buttons {plan.buttons}"
    if plan.colours != USUAL:
        install += f" --colours {plan.colours}"
    told: list[Section] = [
        ("plugged_settings.micropython", (), words.several("plugged_settings.drive")),
        ("plugged_settings.install", [install], [words("plugged_settings.stopped")]),
        (
            "plugged_settings.table",
            ["sudo garou check --write"],
            [words("plugged_settings.taught"), *map(words, plan.notes)],
        ),
        ("settings.config", plan.config_txt, ()),
        ("settings.measure", (), [f"– {one}" for one in words.several("plugged_settings.measure")]),
    ]
    sections(book, sheet, told)
