"""The first start of a table that nobody has wired: each of its steps."""

from __future__ import annotations

from tests.gallery.hall import TITLES, Moment, Script
from tests.kit.unwired import Unwired

TITLE = "The first start of a card"
SAYS = TITLES["first"]


def found(language: str) -> dict[str, Moment]:
    """The boards of this chapter."""
    kept: dict[str, Moment] = {}
    stuck = Unwired(12, dark_from=11, held=[20], language=language)
    stuck.run(steps(stuck, kept))
    table = Unwired(12, dark_from=11, language=language)
    table.run(steps(table, kept))
    return {name: kept[name] for name in SAYS}


def steps(table: Unwired, kept: dict[str, Moment]) -> Script:
    """The walk round a table whose last ring is dark. What sticks is kept once."""

    def keep(name: str) -> None:
        kept[name] = table.view.stands._replace(frame=table.rings.frame)

    yield 5.0
    if table.view.stands.board.notice:
        keep("first_stuck")
    keep("first_language")
    yield from table.take(table.words.text("other_language"))
    yield from table.turn_to(table.text("pixels_of", number=24))
    keep("first_pixels")
    yield from table.take(table.text("pixels_of", number=24))
    yield from table.turn_to(table.text("seats_of", number=12))
    keep("first_seats")
    yield from table.take(table.text("seats_of", number=12))
    keep("first_buttons")
    yield from table.take(table.text("buttons_1"))
    yield from table.walk(0, 1, 2, 3)
    yield from table.lights(4)
    keep("first_press")
    table.touch(table.order[1])
    yield 1.0
    keep("first_known")
    table.touch(table.order[4])
    table.touch(table.order[5])
    yield 1.0
    keep("first_together")
    yield from table.walk(4, 5, 6, 7, 8, 9, 10)
    yield from table.menu("nobody")
    yield 1.0
    keep("first_nobody")
    yield from table.take(table.text("leave_out"))
    yield from table.menu("place")
    yield from table.turn_to(table.text("place_of", number=4))
    keep("first_place")
    yield from table.take(table.text("place_of", number=4))
    keep("first_way")
    yield from table.take(table.words.text("service.clockwise"))
    yield from table.menu("right")
    yield 1.0
    keep("first_right")
    yield from table.take(table.text("open"))
