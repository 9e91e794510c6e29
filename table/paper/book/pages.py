"""Draws the builder's book of a table: wired, of pods that are plugged in, or of both."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from table.paper.book.boards import board, expander_board
from table.paper.book.book import RIGHT, BuildersBook
from table.paper.book.buying import box, parts, solderless, work
from table.paper.book.cables import cables, joints
from table.paper.book.cafe import cafe
from table.paper.book.chips import chips
from table.paper.book.header import header
from table.paper.book.hood import hood
from table.paper.book.inside import inside
from table.paper.book.overview import overview
from table.paper.book.plugged import hubs, pico, plugged, plugged_buying, plugged_seats, plugged_settings
from table.paper.book.pod import pod
from table.paper.book.rings import rings
from table.paper.book.seats import seats
from table.paper.book.settings import settings
from table.paper.drawing import HEIGHT, MARGIN, SMALL, THICK, Sheet
from table.paper.estimate import Estimate
from table.paper.plan import Plan
from table.paper.plugged import plugged_works
from table.paper.words import PaperTexts

CHIPS_A_PAGE = 2

Draws = Callable[[BuildersBook, Sheet], object]
Page: TypeAlias = tuple[str, Draws, Plan]
"""The key of a page, what draws it, and of which plan."""


def pages_of(plan: Plan) -> list[Page]:
    """The pages of a table in their order. One with wired seats and pods has those of both."""
    if not plan.pods:
        return _wired(plan)
    wired = [page for page in _wired(plan.wired, is_whole=False) if page[0] != "hood"] if plan.wired else []
    plugged_pages: list[tuple[str, Draws]] = [
        ("plugged", plugged),
        ("plugged_parts", plugged_buying),
        ("plugged_work", partial(work, works=plugged_works(plan), of="plugged_")),
        ("pico", pico),
        ("hubs", hubs),
        ("plugged_seats", plugged_seats),
        ("plugged_cafe", partial(cafe, of="plugged_")),
        ("hood", hood),
        ("plugged_settings", plugged_settings),
    ]
    return [*wired, *((key, draw, plan) for key, draw in plugged_pages)]


def _wired(plan: Plan, *, is_whole: bool = True) -> list[Page]:
    """The pages of wired seats. `is_whole`: the table has no others."""
    pages: list[tuple[str, Draws]] = [
        ("overview", overview),
        ("parts", partial(parts, parts=plan.seat_parts)),
        ("box", box),
        ("work", partial(work, works=plan.works)),
        ("solderless", partial(solderless, is_whole=is_whole)),
        ("seats", seats),
        ("header", header),
        *(
            ("chips", partial(chips, chips=plan.chips[first : first + CHIPS_A_PAGE]))
            for first in range(0, len(plan.chips), CHIPS_A_PAGE)
        ),
        *([("expander_board", expander_board)] if plan.chips else []),
        ("rings", rings),
        ("board", board),
        ("cables", cables),
        ("joints", joints),
        ("inside", inside),
        ("pod", pod),
        ("cafe", cafe),
        ("hood", hood),
        ("settings", settings),
    ]
    return [(key, draw, plan) for key, draw in pages]


def builders_book(plan: Plan, estimate: Estimate, words: PaperTexts) -> list[Sheet]:
    """All pages of the builder's book."""
    pages = pages_of(plan)
    keys = [key for key, _, _ in pages]
    at = {f"{key}_page": keys.index(key) + 1 for key in keys}
    foot = words("table", seats=len(plan.seats), buttons=plan.buttons, pixels=plan.pixels)
    sheets = []
    for number, (key, draw, of) in enumerate(pages, start=1):
        sheet = Sheet()
        sheet.write(MARGIN, 22, words(f"{key}.title"), 7, bold=True)
        sheet.line((MARGIN, 25.5), (RIGHT, 25.5), width=THICK)
        draw(BuildersBook(of, estimate, words.knowing(first=of.seats[0].number, **at)), sheet)
        sheet.write(MARGIN, HEIGHT - 9, foot, SMALL)
        sheet.write(RIGHT, HEIGHT - 9, words("page", number=number, pages=len(pages)), SMALL, align="right")
        sheets.append(sheet)
    return sheets
