"""The evening in a terminal, and as a log."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import select
import sys
import termios
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import pytest
from rich.cells import cell_len
from rich.console import Console

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.debounce import USUAL, feed, first_seen
from hardware.simulated import SimulatedButtons, SimulatedRings
from table.appliance.starting import warn
from table.board.board import SCENES, Arrow, Board, Heap, Place, Scene, Secret, Timer, votes_against
from table.board.keyboard import Keyboard
from table.board.keys import KEYS
from table.board.menu import Menu, MenuEntry
from table.board.outlet import Outlet
from table.board.terminal import HOLD_S, LOOK_S, TAP_S, Terminal, clock_line
from table.errors import TableError
from table.games.werewolf.referee import Scenario
from table.gestures import Meaning, meaning
from table.referee.referee import read_scenario
from tests.kit.boards import NAMES, board
from tests.kit.paths import SCENARIOS
from tests.kit.sampling import some, ways
from tests.kit.tables import rehearsed


class Table:
    """A terminal (a pair of pseudo-terminals) with a person at its keys."""

    def __init__(
        self,
        *,
        colour: bool = True,
        buttons: int = 1,
        names: Sequence[str] = NAMES[:8],
        size: tuple[int, int] = (110, 40),
    ) -> None:
        self.person, self.line = pty.openpty()
        self.stream = os.fdopen(self.line, "r")
        self.clock = VirtualClock()
        self.buttons = SimulatedButtons(len(names), buttons, self.clock)
        self.rings = SimulatedRings(len(names), 24)
        self.screen = io.StringIO()
        self.bots: set[int] = set()
        self.before = termios.tcgetattr(self.line)
        self.view = Terminal(
            self.buttons,
            self.rings,
            names,
            "a-h : appui",
            lambda: self.bots,
            console=Console(
                file=self.screen,
                force_terminal=True,
                color_system="truecolor",
                no_color=not colour,
                width=size[0],
                height=size[1],
            ),
            keyboard=Keyboard(self.stream),
        )

    def show(self, board: Board, now_s: float = 0.0) -> str:
        """Shows a board. Returns what is newly written to the screen."""
        length = len(self.screen.getvalue())
        self.view.show(board, now_s)
        return self.screen.getvalue()[length:]

    def lines(self, board: Board) -> list[str]:
        """All lines of the screen, before anything is cut off."""
        console = self.view._console
        rendered = console.render_lines(self.view.picture(board, 0.0), console.options, pad=False)
        return ["".join(segment.text for segment in line).rstrip() for line in rendered]

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


def test_a_letter_holds_as_long_on_the_wall_whatever_the_speed(table: Table) -> None:
    table.clock.speed = 5.0
    assert table.presses("C", 0.0) == [(2, True)]
    assert table.presses("", 5.0 * HOLD_S - 0.01) == []
    assert table.presses("", 5.0 * HOLD_S) == [(2, False)]


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


@pytest.mark.parametrize("seen", [True, False])
def test_what_is_said_on_the_same_screen_is_read_after_it(
    seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    errors = io.StringIO()
    monkeypatch.setattr(errors, "isatty", lambda: seen)
    monkeypatch.setattr("sys.stderr", errors)
    table = Table()
    warn("the disk is full")
    table.show(Board())
    assert errors.getvalue() == ("" if seen else "garou: the disk is full\n")
    assert "the disk is full" not in table.screen.getvalue()
    table.view.close()
    warn("later")
    table.close()
    assert errors.getvalue() == "garou: the disk is full\ngarou: later\n"


def test_each_key_is_a_finger_that_is_down_once(table: Table) -> None:
    assert table.presses("aaah") == [(0, True), (7, True)]
    assert table.presses("z1 ") == []
    os.write(table.person, b"\xff")
    assert table.presses("") == []
    assert not table.view.closed, "a byte that is no letter ends nothing"


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


# In a small terminal


SMALL = (80, 24)
HINT = (
    "Clic ou lettre : tourner. Appui long (terminal : Maj) : choisir. Touchez un siège pour y jouer. "
    "Tab, puis la lettre : appui très long."
)
SEAT = re.compile(r"([a-y]) ([·▌▐█]{12}) ((?:[♛◡✓◀?] |\d+← |→[a-y](?:×\d)? )*)(.*?)(?= +[a-y] [·▌▐█]{12} |$)")
HALVES = {"·": (), "▌": (0,), "▐": (1,), "█": (0, 1)}


class Seen(NamedTuple):
    """A seat as the screen shows it."""

    signs: str
    name: str
    lit: list[int]


def seats_on(lines: Sequence[str]) -> dict[str, Seen]:
    """Every seat on the screen, by its key."""
    return {
        key: Seen(signs, name, [2 * at + half for at, two in enumerate(ring) for half in HALVES[two]])
        for line in lines
        for key, ring, signs, name in SEAT.findall(line)
    }


def in_small(shown: Board, notice: str = "", size: tuple[int, int] = SMALL) -> list[str]:
    """All lines of a small terminal in which every seat points at another."""
    names = [place.name for place in shown.places]
    table = Table(names=names, size=size)
    table.view.hint = HINT
    table.bots = {1, 3}
    shown.notice = notice
    table.rings.show(patterns.frame(patterns.light_at(24, 7 * seat) for seat in range(len(names))))
    lines = table.lines(shown)
    table.close()
    return lines


def check_seats(shown: Board, lines: Sequence[str], size: tuple[int, int] = SMALL) -> None:
    """Checks that every seat is there with everything one must know of it, and nothing is cut off."""
    assert len(lines) <= size[1]
    assert max(map(cell_len, lines)) <= size[0]
    seen = seats_on(lines)
    assert [*sorted(seen)] == [*KEYS[: len(shown.places)]]
    for seat, place in enumerate(shown.places):
        signs, name, lit = seen[KEYS[seat]]
        assert name.startswith(place.name[:5])
        assert ("◡" in signs) == (not place.alive)
        assert ("♛" in signs) == place.captain
        assert ("✓" in signs) == place.ready
        assert ("◀" in signs) == place.marked
        assert lit == [7 * seat % 24], "and where it points"


NO_SOUND = "Pas de carte son : la table joue avec les sous-titres seuls."


@pytest.mark.parametrize(
    ("scene", "seats", "language", "long", "notice"),
    ways(SCENES, (6, 12, 18, 24), ("fr", "en"), (False, True), ("", NO_SOUND)),
)
def test_every_seat_is_seen_in_eighty_columns_and_twenty_four_lines(
    scene: Scene, seats: int, language: str, long: bool, notice: str
) -> None:
    shown = board(scene, seats, long=long, language=language)
    shown.arrows = [arrow for arrow in shown.arrows if arrow.target < seats]
    lines = in_small(shown, notice)
    check_seats(shown, lines)
    text = " ".join(" ".join(lines).split())
    signs = [sign.title for sign in shown.legend]
    for said in (shown.title, shown.headline, shown.caption, shown.notice, *signs):
        assert said in text
    assert ("1:23" in text) == (shown.timer is not None)


@pytest.mark.parametrize("size", [(80, 20), (60, 24), (120, 24), (80, 50), (200, 60)])
@pytest.mark.parametrize("seats", [8, 24])
def test_a_seat_has_a_row_of_its_own_where_there_are_enough(seats: int, size: tuple[int, int]) -> None:
    shown = board("debate", seats)
    lines = in_small(shown, size=size)
    check_seats(shown, lines, size)
    rows = [line for line in lines if SEAT.match(line)]
    assert len(rows) == (seats if seats == 8 or size[1] >= 50 else seats // 2)


def test_a_row_says_what_its_player_claims_and_at_whom_they_point() -> None:
    shown = board("debate", 8)
    shown.places[0] = Place("Ana", captain=True, ready=True, points_at=3, claims=("Voyante", "Sorcière"))
    shown.places[1] = Place("Léo", alive=False, card="Voleur", claims=("Voyante",))
    seen = seats_on(in_small(shown))
    assert seen["a"][:2] == ("♛ ✓ →d ", "Ana « Sorcière »")
    assert seen["b"][:2] == ("◡ ", "Léo Voleur (bot)"), "and an open card instead"


@pytest.mark.parametrize(("seats", "cursor"), some(product((6, 12, 18, 24), range(13)), of=4))
def test_the_entry_a_menu_points_at_is_seen_beside_all_seats(seats: int, cursor: int) -> None:
    shown = board("attract", seats)
    entries = [MenuEntry(f"Entrée {number}", "valeur", note=f"Note {number}. " * 12) for number in range(13)]
    shown.menu = Menu("La partie", entries, cursor, "Appui : tourner. Tenir : choisir.")
    lines = in_small(shown, "Pas de carte son.")
    check_seats(shown, lines)
    assert f"▶ Entrée {cursor} · valeur" in lines
    assert any(line.startswith(f"Note {cursor}.") for line in lines)
    assert "Appui : tourner. Tenir : choisir." in lines
    assert sum("Entrée" in line for line in lines) >= 4


@pytest.mark.parametrize("seats", [12, 24])
def test_words_and_tokens_are_seen_beside_all_seats(seats: int) -> None:
    shown = board("night", seats)
    shown.secret = Secret(("clair de lune", "arrosoir", "nuage", "sabot", "lanterne"), at=(2,), locked=(3,))
    lines = in_small(shown)
    check_seats(shown, lines)
    assert {*shown.secret.words} <= {line.strip() for line in lines}
    asked = board("questions", seats)
    asked.heaps = [Heap("yes_no", "Oui ou non", 31), Heap("maybe", "Peut-être", 9)]
    asked.places[0].tokens = ("yes", "no", "maybe") * 12
    lines = in_small(asked)
    check_seats(asked, lines)
    assert any("Oui ou non 31" in line for line in lines)
    assert "✓ ✗ ~ ✓" in seats_on(lines)["a"].name


def test_ballots_name_the_key_of_who_is_accused_where_there_is_little_room() -> None:
    shown = board("ballots", 24)
    lines = in_small(shown)
    seen = seats_on(lines)
    assert seen["b"][:2] == ("◀ 10← →f ", "la Forge (bot)")
    assert seen["d"][:2] == ("♛ →f×2 ", "l’Église (bot)")
    shown.at = tuple(range(1, 24, 2))
    shown.places = shown.places[:12]
    shown.arrows = [Arrow(0, 11)]
    table = Table(names=NAMES[:24], size=SMALL)
    seen = seats_on(table.lines(shown))
    table.close()
    assert seen["b"][:2] == ("→y ", "le Moulin"), "by the chairs at which they sit"
    assert seen["y"][:2] == ("1← ", "le Cimetière")


def test_only_what_is_new_is_written(table: Table) -> None:
    shown = board("debate", 8)
    assert table.show(shown)
    assert table.show(shown, 0.5) == ""
    assert table.show(shown, 1.5)
    table.bots = {4}
    assert "(bot)" in table.show(shown, 1.5)
    frame = bytearray(table.rings.frame)
    frame[0:3] = bytes((40, 20, 0))
    table.rings.show(bytes(frame))
    assert len(re.findall(r"\x1b\[\d+;1H", table.show(shown, 1.5))) == 1
    frame[0:3] = bytes((20, 10, 0))  # dimmer, and the same colour
    table.rings.show(bytes(frame))
    assert table.show(shown, 1.5) == ""


def test_a_name_of_a_file_on_the_board_commands_no_terminal(table: Table) -> None:
    told = "\x1b]0;red\x9b.py\u202e"
    text = table.show(Board(headline=told, caption=told, notice=told))
    assert text.count("\\x1b]0;red\\x9b.py\\u202e") == 3
    assert "\x1b]0;" not in text
    assert not {"\x9b", "\u202e"}.intersection(text)


@pytest.mark.parametrize("colour", [True, False])
def test_rings_are_seen_with_two_pixels_in_a_letter(colour: bool) -> None:
    table = Table(colour=colour)
    frame = bytearray(table.rings.frame)
    frame[0:9] = bytes((24, 12, 0, 0, 24, 0, 0, 0, 24))
    table.rings.show(bytes(frame))
    text = table.show(board("night", 8))
    lit = seats_on(table.lines(board("night", 8)))["a"].lit
    table.close()
    for hues in ("38;2;255;102;0;48;2;0;255;0m▌", "38;2;0;0;255m▌", "38;2"):
        assert (hues in text) == colour
    assert lit == ([0, 2] if colour else [0, 1, 2]), "a letter of two colours has one shape"


def test_the_clock_runs_down() -> None:
    shown = Board(timer=Timer(60.0, 60.0))
    bars = [clock_line(shown, now_s).count("█") for now_s in (0.0, 30.0, 60.0, 90.0)]
    assert bars == [30, 15, 0, 0]
    assert clock_line(Board(), 0.0) == ""


def test_a_terminal_too_small_for_all_seats_says_so() -> None:
    for size, says in (((80, 24), False), ((40, 12), False), ((30, 5), True), ((20, 24), True)):
        table = Table(size=size)
        table.view.small = "Trop petit."
        assert ("Trop petit." in table.show(board("vote", 8))) is says
        table.close()


def test_votes_that_lie_against_somebody_are_counted_with_those_that_are_cast() -> None:
    """EX-7: Ana has two ballots, Hal only what the Raven laid there: the board shows why it is a tie."""
    path = SCENARIOS / "EX-7-raven-makes-a-tie.toml"
    written = read_scenario(path)
    assert isinstance(written, Scenario)
    table, _ = rehearsed(written)
    ana, hal = 0, 7
    counts = [votes_against(seen.board) for seen in table.view.seen if seen.board.arrows]
    assert {ana: 2, hal: 2} in counts
    assert counts[-1] == {ana: 2, hal: 1}, "and no more in the new vote"


# A terminal that takes no output


class Stalled:
    """A terminal whose output is stopped as by Ctrl-S."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.person, self.line = pty.openpty()
        termios.tcsetwinsize(self.line, (40, 100))
        self.stream = os.fdopen(self.line, "w", encoding="utf-8", closefd=False)
        keys = os.fdopen(self.line, "r", closefd=False)
        monkeypatch.setattr(sys, "stdout", self.stream)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("table.board.outlet.LAST_S", 0.0)
        clock, names = VirtualClock(), NAMES[:8]
        buttons, rings = SimulatedButtons(8, 1, clock), SimulatedRings(8, 24)
        self.view = Terminal(buttons, rings, names, "", frozenset[int], keyboard=Keyboard(keys))

    def stop(self, stopped: bool = True) -> None:
        with contextlib.suppress(termios.error):  # the person is gone
            termios.tcflow(self.line, termios.TCOOFF if stopped else termios.TCOON)

    def read(self) -> str:
        told = b""
        while select.select([self.person], [], [], 0)[0]:
            told += os.read(self.person, 65536)
        return told.decode()

    def at_once(self, action: Callable[[], object]) -> None:
        """Runs it in a thread, since it would hang in a write that waits."""
        thread = threading.Thread(target=action, daemon=True)
        thread.start()
        thread.join(20.0)
        hangs = thread.is_alive()
        self.stop(False)
        assert not hangs


@pytest.fixture
def stalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stalled]:
    stalled = Stalled(monkeypatch)
    yield stalled
    stalled.stop(False)
    stalled.view.close()
    os.close(stalled.person)
    os.close(stalled.line)


def test_a_terminal_that_takes_no_output_holds_nothing_up(stalled: Stalled) -> None:
    stalled.view.show(Board(headline="before"), 0.0)
    assert "before" in stalled.read()
    stalled.stop()

    def play() -> None:
        for number in range(200):
            stalled.view.show(Board(headline=f"moment {number}"), float(number))

    stalled.at_once(play)
    stalled.view.show(Board(headline="the newest"), 200.0)
    told = stalled.read()
    while "the newest" not in told:  # what was on its way when it stopped comes first
        stalled.view.show(Board(headline="the newest"), 200.0)
        told += stalled.read()
    assert "moment 0" in told
    assert "moment 1" not in told


def test_a_terminal_that_takes_no_output_can_be_left(stalled: Stalled) -> None:
    stalled.stop()
    stalled.at_once(stalled.view.close)
    assert termios.tcgetattr(stalled.line)[3] & termios.ICANON


def test_a_terminal_that_is_gone_closes_the_table(stalled: Stalled) -> None:
    stalled.view.show(Board(headline="before"), 0.0)
    other, stalled.person = stalled.person, os.open(os.devnull, os.O_RDONLY)
    os.close(other)
    stalled.view.show(Board(headline="after"), 1.0)
    assert stalled.view.closed


def test_what_a_slow_terminal_reads_is_whole(stalled: Stalled) -> None:
    """More than its buffer holds, taken in pieces."""
    outlet = Outlet(stalled.stream)
    text = "".join(f"line {number}\n" for number in range(20_000))
    outlet.write(text)
    told = ""
    while not outlet.is_free():
        told += stalled.read()
    told += stalled.read()
    assert told.replace("\r\n", "\n").endswith(text)
    assert outlet.close()
