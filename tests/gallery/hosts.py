"""What the host can do in a round, and what a table asks of people but never of bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.troubles import Trouble
from table.appliance.rooms import refuse_and_wait
from table.appliance.table import Table
from table.board.board import Board
from table.evening.diary import EveningShelf
from tests.gallery.hall import TITLES, Hall, Moment, Script, is_menu, is_told, scene

TITLE = "What the host can do"
HOST, FOURTH, SECOND, THIRD = 0, 2, 4, 8
SAYS = TITLES["hosts"]


def found(language: str) -> dict[str, Moment]:
    """The boards of this chapter."""
    hall = Hall(language)
    moments = hall.play(in_a_round(hall))
    hall = Hall(language, game={"bots": False})
    moments |= hall.play(free_chairs(hall))
    hall = Hall(language)
    moments |= hall.play(voice_fails(hall))
    with TemporaryDirectory() as folder:
        state = Path(folder)
        hall = Hall(language)
        moments |= hall.play(nobody_there(hall), lambda: EveningShelf(state, 50))
        hall = Hall(language)
        moments |= hall.play(after_a_cut(hall), lambda: EveningShelf(state, 50))
    hall = Hall(language)
    moments |= hall.play(refused(hall), serve=refuses)
    hall = Hall(language, 9, {"rulebook": "family", "deck": "beginner", "deal": "cards", "bots": False})
    return moments | hall.play(by_hand(hall))


def refuses(table: Table) -> bool:
    """Serves a table that found a stored round it cannot play."""
    refuse_and_wait(table)
    return False


def starts(hall: Hall, *seats: int) -> Script:
    """These people sit down, and the first of them starts the round."""
    yield 3.0
    yield from hall.sit(*seats)
    yield from hall.take(hall.text("host.start"))


def opens(hall: Hall) -> Script:
    """The host opens his menu."""
    hall.hold_long(HOST)
    yield is_menu
    yield 4.0  # the finger is up again


def in_a_round(hall: Hall) -> Script:
    """A night, a debate and a vote in which the host does everything a host can."""
    word = hall.word
    yield from starts(hall, HOST, FOURTH, SECOND, THIRD)
    yield lambda board: board.scene == "night" and board.headline == word("call.werewolves")
    yield from opens(hall)
    yield from hall.turn_to(word("host.stand_in"))
    hall.keep("host_night")
    yield from hall.turn_to(word("host.go_on"))
    hall.hold(HOST)
    yield lambda board: not is_menu(board)
    yield 5.0
    hall.keep("covered")
    hall.touch(HOST)
    yield scene("debate", word("title.day", number=1))
    yield from opens(hall)
    yield from hall.turn_to(word("host.more"))
    hall.keep("host_menu")
    yield from hall.take(word("host.more"))
    yield from hall.take(word("host.pause"))
    hall.keep("pause")
    hall.touch(HOST)
    yield lambda board: is_told(board, "debate")
    yield 3.0
    yield from opens(hall)
    yield from hall.take(word("host.look"))
    yield scene("deal")
    hall.keep("card_look")
    yield lambda board: is_told(board, "debate")
    yield 3.0
    yield from opens(hall)
    yield from hall.take(word("host.leave"))
    yield from hall.turn_to(hall.label(SECOND))
    hall.keep("who_leaves")
    yield from hall.take(hall.label(SECOND))
    hall.keep("leaving")
    hall.hold(SECOND)
    yield lambda board: not is_menu(board) and bool(board.caption)
    hall.keep("left")
    yield 6.0
    living = [
        seat for seat in range(1, THIRD) if seat != SECOND and hall.view.stands.board.places[seat].alive
    ]
    name = hall.label(living[0])
    yield from opens(hall)
    yield from hall.take(word("host.dark"))
    yield from hall.turn_to(name)
    hall.keep("dark_who")
    yield from hall.take(name)
    hall.keep("dark_ring")
    yield from hall.take(word("host.as_before"))
    yield from hall.take(word("host.stand_in"))
    yield from hall.take(hall.label(THIRD))
    hall.keep("plays_for")
    hall.touch(HOST)  # no
    yield 1.0
    yield from hall.take(hall.text("host.rules"))
    yield from hall.turn_to(hall.narration.cards["witch"].title)
    hall.keep("host_rules")
    yield from hall.take(hall.text("service.back"))
    yield from hall.take(word("host.abandon"))
    hall.keep("abandon")
    hall.touch(HOST)  # no
    yield 1.0
    yield from hall.take(word("host.go_on"))
    hall.voice.fail(Trouble("sound.stopped"))
    yield lambda board: is_told(board, "debate") and bool(board.notice)
    yield 3.0
    hall.keep("notice")
    hall.hold_long(FOURTH, THIRD)
    yield is_menu
    hall.keep("claim")
    yield 4.0
    hall.touch(THIRD)  # no
    yield scene("vote")
    yield from opens(hall)
    yield from hall.take(word("host.take_back"))
    yield lambda board: board.scene == "debate" and bool(board.caption)
    hall.keep("taken_back")


def voice_fails(hall: Hall) -> Script:
    """The voice fails in the first night."""
    yield from starts(hall, HOST, SECOND)
    yield lambda board: board.scene == "night" and board.headline == hall.word("call.werewolves")
    hall.voice.fail(Trouble("sound.stopped"))
    yield lambda board: bool(board.menu and board.menu.title == hall.word("host.unheard") and board.caption)
    yield 6.0
    hall.keep("voice_gone")


def free_chairs(hall: Hall) -> Script:
    """A table of thirteen chairs, nine taken and no bots: a player moves."""
    yield from starts(hall, HOST, *range(3, 11))
    yield scene("debate")
    yield from opens(hall)
    yield from hall.take(hall.word("host.move"))
    yield from hall.take(hall.label(SECOND))
    hall.keep("moves")


def nobody_there(hall: Hall) -> Script:
    """Everybody leaves in the middle of a debate."""
    yield from starts(hall, HOST, SECOND)
    yield lambda board: bool(board.menu) and board.scene != "attract"
    yield 5.0
    hall.keep("quiet")
    yield lambda board: board.scene == "attract" and bool(board.caption)
    yield 3.0
    hall.keep("kept")


def after_a_cut(hall: Hall) -> Script:
    """The table is switched on again and goes on with its round."""
    yield lambda board: bool(board.timer) and bool(board.caption)
    yield 3.0
    hall.keep("offer")
    yield lambda board: board.scene != "attract" and bool(board.caption)
    hall.keep("goes_on")


def refused(hall: Hall) -> Script:
    """The table refuses its round, since it has other rules or seats now."""
    yield lambda board: bool(board.caption)
    yield 1.0
    hall.keep("refused")


def by_hand(hall: Hall) -> Script:
    """Nine people deal cards of their own. None of them answers the roll-call."""
    yield from starts(hall, *range(9))
    yield scene("deal")
    yield 3.0
    hall.keep("roll_deal")
    for seat in range(9):
        hall.touch(seat)
    yield lambda board: board.scene == "night" and board.headline.endswith("?") and bool(board.caption)
    yield 3.0
    hall.keep("roll_call")
    yield headline(hall.word("headline.miscount"))
    hall.keep("miscount")
    yield headline(hall.word("headline.void"))
    hall.keep("deal_void")


def headline(wanted: str) -> Callable[[Board], bool]:
    """A condition: the board has this headline and a caption."""
    return lambda board: board.headline == wanted and bool(board.caption)
