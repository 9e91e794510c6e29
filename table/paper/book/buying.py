"""What to buy, what it costs and where it is sold, which tools, how long it takes, and how without solder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from table.paper.book.book import ROOM, TOP, BuildersBook
from table.paper.drawing import BODY, MARGIN, Sheet, rows_under_heads
from table.paper.plan import PlanPart
from table.paper.plugged import plugged_parts, plugged_works

SOLDERED = ("ring", "button", "ring_plug", "shifter", "expander", "pi", "pod")
"""The keys of parts that this book solders, or that may be had with pins or without."""


def parts(book: BuildersBook, sheet: Sheet, parts: Sequence[PlanPart], use: str = "use") -> float:
    """Draws a list of parts with their prices; returns the y of its lower edge. `use`: where their texts say
    what for."""
    words = book.words
    heads = (words(f"parts.{head}") for head in ("quantity", "part", "what_for", "each", "sum"))
    columns = list(zip(heads, (17.0, 76.0, ROOM - 123, 14.0, 16.0), strict=True))
    rows = [
        [
            f"{part.quantity} ×",
            words(f"part.{part.key}", **part.facts),
            words(f"{use}.{part.key.partition('.')[0]}"),
            _euros(book, book.estimate.each(part)),
            _euros(book, part.quantity * book.estimate.each(part)),
        ]
        for part in parts
    ]
    return rows_under_heads(
        sheet, MARGIN, TOP, columns, rows, [f"part {part.key}" for part in parts], high=12.6
    )


def box(book: BuildersBook, sheet: Sheet) -> None:
    """Draws the parts of the box, and what all parts cost."""
    words = book.words
    y = parts(book, sheet, book.plan.box_parts)
    price = book.estimate.price(book.plan.parts)
    total = words("parts.total", euros=price, date=book.estimate.date)
    sheet.paragraph(MARGIN, y + 7, total, ROOM, bold=True)


def work(book: BuildersBook, sheet: Sheet, works: Mapping[str, int], of: str = "") -> None:
    """Draws the tools, the hours each kind of work takes, and where parts are sold. `of`: begins the keys of
    the texts that say so."""
    words, hours = book.words, book.estimate.work(works)
    sheet.write(MARGIN, TOP, words("work.tools"), 4.5, bold=True)
    y = TOP + 7
    for text in words.several(f"{of}tool"):
        sheet.write(MARGIN, y, "–", BODY)
        y = sheet.paragraph(MARGIN + 5, y, text, ROOM - 5) + 1.5
    sheet.write(MARGIN, y + 5, words("work.hours"), 4.5, bold=True)
    columns = [(words("work.what"), ROOM - 30), (words("work.time"), 30.0)]
    told = [(words(f"work_of.{work}"), time) for work, time in hours.items()]
    told.append((words("work.total"), sum(hours.values())))
    rows = [[what, words.number(f"{time:g}")] for what, time in told]
    about = [f"work {work}" for work in (*hours, "total")]
    y = rows_under_heads(sheet, MARGIN, y + 9, columns, rows, about, high=9)
    y = sheet.paragraph(MARGIN, y + 7, words(f"{of}work.text", date=book.estimate.date), ROOM)
    sheet.paragraph(MARGIN, y + 3, words(f"{of}work.shops"), ROOM)


def solderless(book: BuildersBook, sheet: Sheet, *, is_whole: bool = True) -> None:
    """Draws what can be bought in the place of what is soldered. `is_whole`: no seat has a pod that plugs in;
    what such ones would cost is said."""
    words = book.words
    bought = {part.key.partition(".")[0] for part in book.plan.parts}
    soldered = [part for part in SOLDERED if part in bought]
    wide = {"part": 26.0, "soldered": 56.0, "instead": ROOM - 82}
    columns = [(words(f"solderless.{head}"), room) for head, room in wide.items()]
    rows = [[words(f"{head}_of.{part}") for head in wide] for part in soldered]
    of = [f"solderless {part}" for part in soldered]
    y = rows_under_heads(sheet, MARGIN, TOP, columns, rows, of, high=13)
    y = sheet.paragraph(MARGIN, y + 7, words("solderless.text"), ROOM)
    if is_whole:
        sheet.paragraph(MARGIN, y + 3, words("solderless.plugged", **beside(book)), ROOM)


def beside(book: BuildersBook) -> dict[str, object]:
    """Prices and hours of this table, wired and of pods that are plugged in, or of its wired seats and of its
    pods; hours to the next half."""
    plan, estimate = book.plan, book.estimate
    wired = plan.wired or plan

    def hours(works: Mapping[str, int]) -> float:
        return ceil(2 * sum(estimate.work(works).values())) / 2

    return {
        "euros": estimate.price(plugged_parts(plan)),
        "hours": hours(plugged_works(plan)),
        "wired_euros": estimate.price(wired.parts),
        "wired_hours": hours(wired.works),
    }


def _euros(book: BuildersBook, price: float) -> str:
    """A price as it stands in a list."""
    return book.words.number(f"{price:.2f}") if price else book.words("parts.free")
