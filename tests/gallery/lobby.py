"""Between rounds: what the table shows passers-by, who sits down, and all pages of the host's menu."""

from __future__ import annotations

from table.board.board import Board
from tests.gallery.hall import TITLES, Hall, Moment, Script, is_menu, is_told

TITLE = "Before a round"
SAYS = TITLES["lobby"]


def found(language: str) -> dict[str, Moment]:
    """The boards of this chapter."""
    hall = Hall(language, game={"bots": False})
    return hall.play(steps(hall))


def steps(hall: Hall) -> Script:
    """From switching on to the first round."""
    show, seer = hall.word("prompt.show"), hall.narration.cards["seer"].title

    def is_page(board: Board) -> bool:
        return is_told(board, "attract") and not any(place.ready for place in board.places)

    yield is_page
    hall.keep("attract")
    what = hall.view.stands.board.headline
    yield lambda board: is_page(board) and board.headline != what
    hall.keep("rules")
    yield lambda board: is_page(board) and board.headline == seer
    hall.keep("character")
    yield lambda board: board.headline == show and is_told(board, "dawn")
    yield 1.5
    hall.keep("show")
    yield lambda board: board.headline == show and len(board.arrows) > 3 and bool(board.caption)
    yield 1.5
    hall.keep("show_votes")
    yield from hall.sit(0, 2, 3, 5, 6)
    yield 12.0
    hall.keep("seats")
    hall.touch(hall.host)
    yield 1.0
    hall.keep("too_few")
    yield from hall.sit(7, 8, 10, 11)
    yield 12.0
    yield from hall.turn_to(hall.text("host.deck"))
    hall.keep("menu")
    for name, key in (("menu_sound", "host.sound"), ("menu_board", "host.board")):
        yield from hall.take(hall.text(key))
        hall.keep(name)
        yield from hall.take(hall.text("service.back"))
    yield from hall.take(hall.text("host.rules"))
    yield from hall.turn_to(seer)
    hall.keep("menu_rules")
    yield from hall.take(seer)
    yield from hall.take(hall.word("host.dark"))
    yield from hall.take(hall.label(2))
    hall.keep("menu_dark")
    yield from hall.take(hall.word("host.shines"))
    yield 61.0
    hall.keep("stalled")
    for choice in ("host.rulebook", "rulebook.mots-garous"):
        yield from hall.take(hall.text(choice))
        yield is_menu
    yield from hall.turn_to(hall.text("host.mode"))
    hall.keep("menu_words")
