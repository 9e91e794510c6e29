"""The evening in a terminal, and as a log."""

from __future__ import annotations

import io
import os
import pty
import re
import termios
from collections.abc import Iterator

import pytest
from rich.console import Console

from hardware.clocks import VirtualClock
from hardware.debounce import USUAL, feed, first_seen
from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Arrow, Board, Place, Timer
from table.board.scenes import SCENES
from table.board.terminal import HOLD_S, LOOK_S, TAP_S, Keyboard, Plain, Terminal, clock_line, said_of
from table.errors import TableError
from table.gestures import Meaning, meaning
from table.tonight import warn
from tests.boards import NAMES, board


class Table:
    """A terminal made of a pair of pseudo-terminals, with a person at its keys."""

    def __init__(self, *, colour: bool = True, buttons: int = 1) -> None:
        self.person, self.line = pty.openpty()
        self.stream = os.fdopen(self.line, "r")
        self.clock = VirtualClock()
        self.buttons = SimulatedButtons(8, buttons, self.clock)
        self.rings = SimulatedRings(8, 24)
        self.screen = io.StringIO()
        self.bots: set[int] = set()
        self.before = termios.tcgetattr(self.line)
        self.view = Terminal(
            self.buttons,
            self.rings,
            NAMES[:8],
            "a-h: appuyer",
            lambda: self.bots,
            console=Console(
                file=self.screen,
                force_terminal=True,
                color_system="truecolor",
                no_color=not colour,
                width=110,
                height=40,
            ),
            keyboard=Keyboard(self.stream),
        )

    def show(self, board: Board, now_s: float = 0.0) -> str:
        """What is newly written to the screen."""
        length = len(self.screen.getvalue())
        self.view.show(board, now_s)
        return self.screen.getvalue()[length:]

    def presses(self, keys: str, now_s: float = 0.0) -> list[tuple[int, bool]]:
        os.write(self.person, keys.encode())
        self.view.show(Board(), now_s)
        return [(edge.seat, edge.down) for edge in self.buttons.edges()]

    def close(self) -> None:
        self.view.close()
        self.stream.close()
        os.close(self.person)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


def test_a_small_letter_taps_and_a_capital_holds(table: Table) -> None:
    assert table.presses("c") == [(2, True)]
    assert table.presses("", TAP_S - 0.01) == []
    assert table.presses("", TAP_S) == [(2, False)]
    assert table.presses("C", 1.0) == [(2, True)]
    assert table.presses("", 1.0 + HOLD_S - 0.01) == []
    assert table.presses("", 1.0 + HOLD_S) == [(2, False)]


def test_in_the_deal_a_capital_holds_long_enough_to_see_the_card(table: Table) -> None:
    """The card opens after a hold; two of its motions can be told apart within two seconds."""
    deal = Board(scene="deal")
    os.write(table.person, b"C")
    table.view.show(deal, 0.0)
    table.view.show(deal, LOOK_S - 0.01)
    assert [edge.down for edge in table.buttons.edges()] == [True]
    table.view.show(deal, LOOK_S)
    assert [edge.down for edge in table.buttons.edges()] == [False]
    assert LOOK_S >= HOLD_S + 2.0


@pytest.mark.parametrize("buttons", [1, 2, 3])
@pytest.mark.parametrize(("key", "said"), [("c", Meaning.NEXT), ("C", Meaning.CONFIRM)])
def test_with_any_number_of_buttons_a_choice_is_made(key: str, said: Meaning, buttons: int) -> None:
    table = Table(buttons=buttons)
    contacts = [first_seen(False)] * buttons
    levels = [False] * buttons
    heard = []
    os.write(table.person, key.encode())
    for frame in range(60):
        table.view.show(Board(), frame / 60)
        for edge in table.buttons.edges():
            assert edge.seat == 2
            levels[edge.button] = edge.down
        for button, level in enumerate(levels):
            contacts[button], gestures = feed(contacts[button], frame / 60, level)
            heard += [meaning("choose", buttons, button, kind) for _, kind in gestures]
    table.close()
    assert heard == [said]


@pytest.mark.parametrize("keys", ["\tc", "\tC"])
@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_after_a_tab_a_letter_holds_for_long(keys: str, buttons: int) -> None:
    """Long enough for the host's menu; the letter after it is as any other."""
    table = Table(buttons=buttons)
    assert table.presses(keys) == [(2, True)]
    assert table.presses("", USUAL.long_hold_s + 0.5) == []
    assert table.presses("", LOOK_S) == [(2, False)]
    assert table.presses("c", 10.0) == [(2, True)]
    assert table.presses("", 10.0 + TAP_S) == [(2, False)]
    assert table.presses("\t1c", 20.0) == [(2, True)]
    assert table.presses("", 20.0 + TAP_S) == [(2, False)]
    table.close()


class Errors(io.StringIO):
    """Standard error, on a screen or not."""

    def __init__(self, seen: bool) -> None:
        super().__init__()
        self.seen = seen

    def isatty(self) -> bool:
        return self.seen


def test_what_is_said_while_the_board_is_up_is_read_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = Errors(seen=True)
    monkeypatch.setattr("sys.stderr", errors)
    table = Table()
    warn("the disk is full")
    table.show(Board())
    assert errors.getvalue() == ""
    assert "the disk is full" not in table.screen.getvalue()
    table.view.close()
    assert errors.getvalue() == "garou: the disk is full\n"
    warn("later")
    table.close()
    assert errors.getvalue() == "garou: the disk is full\ngarou: later\n"


def test_a_log_of_errors_is_written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = Errors(seen=False)
    monkeypatch.setattr("sys.stderr", errors)
    table = Table()
    warn("the disk is full")
    assert errors.getvalue() == "garou: the disk is full\n"
    table.close()


def test_a_key_pressed_while_its_finger_is_down_is_nothing(table: Table) -> None:
    assert table.presses("ccc") == [(2, True)]


def test_several_keys_are_several_fingers(table: Table) -> None:
    assert table.presses("ah") == [(0, True), (7, True)]
    assert table.presses("y1 ") == []


@pytest.mark.parametrize("key", ["q", "\x03", "\x04"])
def test_q_and_ctrl_c_end_the_evening(key: str, table: Table) -> None:
    assert not table.view.closed
    assert table.presses(key) == []
    assert table.view.closed


def test_the_terminal_is_given_back_as_it_was() -> None:
    table = Table()
    assert termios.tcgetattr(table.line) != table.before
    table.presses("a")
    table.view.close()
    assert [(edge.seat, edge.down) for edge in table.buttons.edges()] == [(0, False)]
    assert termios.tcgetattr(table.line) == table.before
    table.close()


def test_keys_need_a_terminal() -> None:
    with pytest.raises(TableError, match="not a terminal"):
        Keyboard(io.StringIO())


@pytest.mark.parametrize("scene", SCENES)
def test_everything_is_on_the_screen(scene: str, table: Table) -> None:
    shown = board(scene, 8)  # type: ignore[arg-type]
    text = " ".join(table.show(shown).split())
    for word in (shown.title, shown.headline, shown.caption, "a-h: appuyer"):
        assert word in text
    for place in shown.places:
        assert place.name in text
        assert (place.card or "") in text
    for sign in shown.legend:
        assert sign.title in text
    assert ("1:23" in text) == (shown.timer is not None)


def test_ballots_are_told(table: Table) -> None:
    text = table.show(board("ballots", 8))
    assert "-> la Forge" in text
    assert "-> le Lavoir x2" in text
    # What came in stands before the arrow that goes out: nobody can take it for the other seat's.
    assert re.search(r"la Forge .*<- 2 .*-> le Lavoir", text)
    assert re.search(r"le Lavoir .*<- 3 .*-> l’Auberge", text)
    assert text.count("<- ") == 4


def test_an_unchanged_board_is_not_written_again(table: Table) -> None:
    assert table.show(board("debate", 8))
    assert table.show(board("debate", 8), 0.5) == ""
    assert table.show(board("debate", 8), 1.5)
    table.bots = {4}
    assert "(bot)" in table.show(board("debate", 8), 1.5)


def test_rings_are_seen(table: Table) -> None:
    dark = table.show(Board())
    assert "●" not in dark
    frame = bytearray(table.rings.frame)
    frame[0:3] = bytes((24, 12, 0))
    table.rings.show(bytes(frame))
    lit = table.show(Board())
    assert lit.count("●") == 1
    assert "38;2;255;127;0" in lit


def test_no_colour_where_none_is_wanted() -> None:
    table = Table(colour=False)
    table.rings.show(bytes((24, 12, 0)) * 24 * 8)
    text = table.show(board("vote", 8))
    table.close()
    assert "●" in text
    assert "38;" not in text


def test_what_a_style_says_is_said_by_a_sign() -> None:
    assert said_of(Place("le Puits")) == ""
    assert said_of(Place("le Puits", captain=True, ready=True, marked=True)) == "♛ ✓ ◀"
    assert said_of(Place("le Puits", alive=False, card="Voyante")) == "† Voyante"


def test_the_clock_runs_down() -> None:
    shown = Board(timer=Timer(60.0, 60.0))
    bars = [clock_line(shown, now_s).count("█") for now_s in (0.0, 30.0, 60.0, 90.0)]
    assert bars == [30, 15, 0, 0]
    assert clock_line(Board(), 0.0) == ""


def test_a_log_has_one_line_for_what_is_new() -> None:
    out = io.StringIO()
    plain = Plain(out)
    shown = Board("night", "Nuit 1", "La Voyante", "La Voyante se réveille.", timer=Timer(60.0, 60.0))
    for now_s in range(30):
        plain.show(shown, float(now_s))
    shown.headline = "Les Loups-Garous"
    shown.caption = "Les Loups-Garous se réveillent."
    plain.show(shown, 30.0)
    shown.caption = ""
    shown.notice = "Pas de carte son."
    plain.show(shown, 31.0)
    shown.notice = ""
    plain.show(shown, 32.0)
    assert out.getvalue().splitlines() == [
        "Nuit 1 - La Voyante",
        "  La Voyante se réveille.",
        "Nuit 1 - Les Loups-Garous",
        "  Les Loups-Garous se réveillent.",
        "! Pas de carte son.",
    ]
    assert not plain.closed
    plain.close()


def test_a_log_tells_ballots_once() -> None:
    out = io.StringIO()
    plain = Plain(out)
    shown = board("ballots", 8)
    plain.show(shown, 0.0)
    plain.show(shown, 1.0)
    text = out.getvalue()
    assert text.count("->") == len(shown.arrows)
    assert "\x1b" not in text


def test_a_log_tells_what_the_votes_come_to_after_them() -> None:
    """No number stands behind the name of somebody else than it is about."""
    out = io.StringIO()
    names = ("Tour", "Puits", "Moulin")
    places = [Place(name) for name in names]
    shown = Board("ballots", places=places, arrows=[Arrow(0, 1), Arrow(1, 0, 2), Arrow(2, 1)])
    plain = Plain(out)
    plain.show(shown, 0.0)
    assert out.getvalue().splitlines()[-4:] == [
        "  Tour -> Puits",
        "  Puits -> Tour x2",
        "  Moulin -> Puits",
        "  = Tour: 2, Puits: 2",
    ]
    shown.arrows.append(Arrow(0, 1))
    plain.show(shown, 1.0)
    assert out.getvalue().splitlines()[-1] == "  = Puits: 3, Tour: 2"
