"""The board in a terminal: a live view in which seats can be played, or plain lines as a log.

The only file that imports rich.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import re
import select
import sys
import termios
import tty
from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from io import StringIO
from itertools import groupby
from typing import IO, TextIO, cast

import msgspec
from rich.cells import cell_len
from rich.console import Console, ConsoleDimensions, Group, RenderableType
from rich.control import Control
from rich.segment import ControlType, Segment, Segments
from rich.table import Table
from rich.text import Text

from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Board, Place, SecretCircle, SecretPicture, minutes, seconds_left
from table.board.keys import key_of, seat_of
from table.board.menu import Menu, MenuEntry, window
from table.board.outlet import Outlet
from table.errors import TableError
from table.gestures import GESTURES, Meaning
from table.sentences import one_line, visible

TAP_S = 0.1
HOLD_S = 0.7
LOOK_S = 4.0
"""How long a key's finger stays down: a small letter taps, a capital one holds, in the deal long enough to
see one's card; after `LONG` a letter holds as long as that anywhere."""
LONG = "\t"

ENDS = ("q", "\x03", "\x04")
"""q, ctrl-c and ctrl-d end the evening."""

ARROWS = {
    "\x1b[A": Meaning.BACK,
    "\x1b[B": Meaning.NEXT,
    "\x1b[C": Meaning.TAKE,
    "\x1b[D": Meaning.BACK,
    "\n": Meaning.TAKE,
    "\r": Meaning.TAKE,
}
"""Arrows and Enter use a menu."""
KEYSTROKE = re.compile(r"\x1b[\[O]?.|.", re.DOTALL)

BAR = 30
LEAST_CELL, WIDE_CELL, LEAST_NAME = 24, 64, 6
"""Columns: of the narrowest seat, of one that shows each pixel by itself, of a name beside an open card."""

HUE = 51
"""Step of red, green and blue values, of 255."""

SIGN_GROUPS = {1: "●●●●", 2: "●● ●●", 3: "●● ● ●", 4: "● ● ● ●"}
SIGN_MOTIONS = {
    "still": "·",
    "clockwise": "↻",
    "anticlockwise": "↺",
    "swing": "↔",
    "hop": "⇄",
    "sweep": "⟷",
    "stroll": "⤼",
    "saunter": "⤽",
}
"""How a card's four lights lie and move."""


TOKEN_SIGNS = {"yes": "✓", "no": "✗", "maybe": "~", "so_close": "≈", "way_off": "»", "correct": "★"}
"""How the tokens of a seat are written."""


class Terminal:
    """A `View` for a person at a terminal, with every seat's ring and the keys that press its buttons.

    A seat's small letter taps the button "next", its capital holds the button "confirm" (the same one if the
    seat has one button). A terminal cannot tell more keys apart, so the button "back" of three has none.
    After a tab either letter holds "confirm" for a long hold.

    What is written to a standard error on the same screen is held back until the terminal is given back. A
    terminal that takes no output is not waited for: once it does, it shows the latest picture.

    `hint`, `labels` and `bots` as in the window. Raises `TableError` if standard input is no terminal.
    """

    def __init__(
        self,
        buttons: SimulatedButtons,
        rings: SimulatedRings,
        labels: Sequence[str],
        hint: str,
        bots: Callable[[], AbstractSet[int]],
        *,
        console: Console | None = None,
        keyboard: Keyboard | None = None,
    ) -> None:
        self.labels = labels
        self.hint = hint
        self.small = ""
        """What is said where not every seat can be seen."""
        self._buttons = buttons
        self._rings = rings
        self._bots = bots
        self._keyboard = keyboard or Keyboard(sys.stdin)
        self._outlet = Outlet(sys.stdout) if console is None else None
        self._console = console or Console(file=cast("IO[str]", self._outlet))
        self._console.set_alt_screen(True)
        self._console.show_cursor(False)
        self._written: list[list[Segment]] = []
        """The lines that the screen shows now."""
        self._size = ConsoleDimensions(0, 0)
        """The size of the screen."""
        self._errors, self._unread = sys.stderr, StringIO()
        if self._errors.isatty():
            sys.stderr = self._unread
        # A program that ends without closing must show its errors, too.
        atexit.register(self._give_back)
        self._said: list[Meaning] = []
        self._fingers: dict[int, tuple[int, float]] = {}
        """Seat -> the button of it that is down, and when it goes up."""
        self._shown: object = None
        self._hold_s = HOLD_S
        self._is_long = False
        """Whether the next letter is held long."""
        self._closed = 0

    def show(self, board: Board, now_s: float) -> None:
        """Takes the keys pressed since the last call, then draws what changed."""
        self._hold_s = LOOK_S if board.scene == "deal" else HOLD_S
        for key in KEYSTROKE.findall(self._keyboard.pressed()):
            self._take(key, now_s)
        for seat in [seat for seat, (_, up_s) in self._fingers.items() if now_s >= up_s]:
            self._lift(seat)
        bots = self._bots()
        changes = (
            msgspec.msgpack.encode(board), seconds_left(board, now_s), self.hint, tuple(self.labels),
            [self._hues(seat) for seat in range(len(self.labels))],
            frozenset(bots), frozenset(self._fingers), self._console.size,
        )  # fmt: skip
        if changes != self._shown and (self._outlet is None or self._outlet.is_free()):
            self._shown = changes
            self._write(self.picture(board, now_s))

    def _write(self, picture: RenderableType) -> None:
        """Writes the lines that have changed."""
        size = self._console.size
        told: list[Segment] = []
        if size != self._size:  # a resized terminal has moved everything
            self._size, self._written, told = size, [], [Control.clear().segment]
        lines = self._console.render_lines(picture, self._console.options, pad=False)[: size.height]
        lines += [[]] * (len(self._written) - len(lines))
        for row, line in enumerate(lines):
            if self._written[row : row + 1] != [line]:
                wiped = Control((ControlType.CURSOR_MOVE_TO, 0, row), (ControlType.ERASE_IN_LINE, 2))
                told += [wiped.segment, *map(_visible, Segment.simplify(line))]
        self._written = lines
        if told:
            self._console.print(Segments(told), end="", soft_wrap=True)

    def typed(self) -> list[Meaning]:
        """Takes what was said of a menu with arrows and Enter since the last call."""
        said, self._said = self._said, []
        return said

    def picture(self, board: Board, now_s: float) -> RenderableType:
        """The whole screen. Seats get their room first: a line each, or side by side with two pixels in a
        column. A menu shows as many entries as fit around the cursor."""
        width, height = self._console.size
        seats = len(self.labels)
        most = max(1, (width + 1) // (LEAST_CELL + 1))
        said = self._lines(title_line(board), 1)
        said += self._lines(Text(clock_line(board, now_s)), 1)
        said += self._lines(Text(board.caption), 3)
        said += self._lines(Text(f"! {board.notice}" if board.notice else "", style="yellow"), 1)
        said += self._lines(Text(board.hint, style="dim"), 1)
        hint = self._lines(Text(self.hint, style="dim"), 2)
        room = height - len(said) - -(-seats // most)
        if board.menu:
            told = self._menu_in(board.menu, room)
        elif board.secret:
            told = secret_lines(board.secret, [place.name for place in board.places])
        elif board.word or board.heaps:
            told = self._lines(Text(word_line(board), style="bold"), 2)
        else:
            told = signs_lines(board, width)[:room]
        above = [*said, *(hint if len(hint) + len(told) <= room else []), *told][: height - -(-seats // most)]
        rows = max(1, height - len(above))
        columns = min(most, -(-seats // rows))
        if rows * columns < seats or width < LEAST_CELL:
            above = self._lines(Text(self.small, style="yellow"), 2)
        return Group(*above, self._side_by_side(board, columns, (width + 1) // columns - 1))

    def _lines(self, text: Text, most: int) -> list[Text]:
        """A text in as many lines as it takes, up to a maximum; none if it is empty."""
        lines = list(text.wrap(self._console, self._console.width)) if text.plain.strip() else []
        if len(lines) > most > 0:
            lines[most - 1].append(" " * self._console.width)
            lines[most - 1].truncate(self._console.width, overflow="ellipsis")
        return lines[: max(0, most)]

    def _menu_in(self, menu: Menu, rows: int) -> list[Text]:
        """A menu in a few lines: the entries around the cursor, and the description of the one at it."""
        entry = menu.entries[menu.cursor]
        below = [*self._lines(Text(entry.note), 2), *self._lines(Text(menu.hint, style="dim"), 1)]
        first, count = window(menu, max(1, rows - len(below)))
        lines = menu_lines(menu)[1 + first : 1 + first + count]
        return [line for text in lines for line in self._lines(Text(text), 1)] + below

    def _side_by_side(self, board: Board, columns: int, width: int) -> Table:
        """The seats in columns of this width, downwards first."""
        table = Table.grid(padding=(0, 1), pad_edge=False)
        rows = -(-len(self.labels) // columns)
        for row in range(rows):
            table.add_row(*(self._cell(board, seat, width) for seat in range(row, len(self.labels), rows)))
        return table

    def _cell(self, board: Board, seat: int, width: int) -> Text:
        """A seat in so many letters: its key and its ring, its signs and its votes, then its name and
        whatever else there is room for."""
        place, drawn = place_of(board, seat, self.labels[seat])
        against = votes_against(board).get(drawn)
        votes = [f"{against}←"] if against else []
        votes += [
            f"→{key_of(seat_at(board, arrow.target))}" + (f"×{arrow.weight}" if arrow.weight > 1 else "")
            for arrow in board.arrows
            if arrow.voter == drawn
        ]
        if place.points_at is not None:
            votes.append(f"→{key_of(seat_at(board, place.points_at))}")
        cell = Text(key_of(seat), style="reverse" if seat in self._fingers else "bold cyan")
        ring = self._ring(seat) if width >= WIDE_CELL else self._small_ring(seat)
        cell.append(" ").append_text(ring).append(" ")
        if signs := [*signs_of(place), *votes]:
            cell.append(f"{' '.join(signs)} ")
        name, more = Text(place.name, style=style_of(place)), " ".join(told_of(place))
        if more:
            # A card that lies open says more than the rest of a long name.
            left = width - cell.cell_len - cell_len(more) - 1
            name.truncate(max(LEAST_NAME, left), overflow="ellipsis")
        cell.append_text(name).append(f" {more}" if more else "")
        cell.append(" (bot)" if seat in self._bots() else "", style="dim")
        cell.truncate(width, overflow="ellipsis", pad=True)
        return cell

    @property
    def closed(self) -> int:
        """How often q or ctrl-c was pressed."""
        return self._closed

    def close(self) -> None:
        """Gives the terminal back as it was."""
        for seat in list(self._fingers):
            self._lift(seat)
        self._give_back()
        self._keyboard.close()

    def _give_back(self) -> None:
        self._console.show_cursor(True)
        self._console.set_alt_screen(False)
        atexit.unregister(self._give_back)
        outlet, self._outlet = self._outlet, None
        takes = outlet is None or outlet.close()
        if sys.stderr is self._unread:
            sys.stderr = self._errors
            if takes:
                self._errors.write(self._unread.getvalue())
                self._errors.flush()

    def _take(self, key: str, now_s: float) -> None:
        if key in ENDS:
            self._closed += 1
            return
        if meant := ARROWS.get(key.replace("O", "[")):
            self._said.append(meant)
        is_long, self._is_long = self._is_long, key == LONG
        seat = seat_of(key)
        if seat is not None and seat < self._buttons.seats and seat not in self._fingers:
            said, length_s = (Meaning.CONFIRM, self._hold_s) if key.isupper() else (Meaning.NEXT, TAP_S)
            if is_long:
                said, length_s = Meaning.CONFIRM, LOOK_S
            button = button_for(said, self._buttons.buttons)
            self._buttons.push(seat, button)
            self._fingers[seat] = button, now_s + length_s * self._buttons.speed

    def _lift(self, seat: int) -> None:
        """When its time was over, however late the clock is looked at."""
        button, up_s = self._fingers.pop(seat)
        self._buttons.release(seat, button, up_s)

    def _ring(self, seat: int) -> Text:
        """The ring cut open at six o'clock, the player's own place, and laid out clockwise."""
        line = Text()
        for hue, pixels in groupby(self._hues(seat)):
            line.append(("●" if hue else "·") * len([*pixels]), style=hue or "dim")
        return line

    def _small_ring(self, seat: int) -> Text:
        """The same with two pixels in a letter."""
        hues = self._hues(seat)
        line = Text()
        for (left, right), pairs in groupby(zip(hues[::2], [*hues[1::2], ""], strict=False)):
            letter, style = "▌" if left else "▐" if right else "·", left or right or "dim"
            if left and right and left != right and not self._console.no_color:
                style = f"{left} on {right}"
            elif left and right:
                letter = "█"
            line.append(letter * len([*pairs]), style=style)
        return line

    def _hues(self, seat: int) -> Sequence[str]:
        """The colour of each pixel of a ring."""
        length = 3 * self._rings.pixels
        return hues_of(self._rings.frame[length * seat : length * (seat + 1)])


@lru_cache(4096)
def hues_of(ring: bytes) -> Sequence[str]:
    """The colour of each pixel; empty: dark. At night rings look far brighter than their numbers, so only the
    hue matters, in coarse steps: a breathing ring is not rewritten."""
    hues = []
    for red, green, blue in zip(ring[::3], ring[1::3], ring[2::3], strict=True):
        most = max(red, green, blue)
        steps = [HUE * round(255 / HUE * colour / most) for colour in (red, green, blue)] if most else []
        hues.append(f"rgb({','.join(map(str, steps))})" if steps else "")
    return hues


def _visible(part: Segment) -> Segment:
    """Writes out what in a text would command the terminal."""
    return part if part.control else part._replace(text=visible(part.text))


class Plain:
    """A `View` for a pipe or a file: one line for each change, no control codes."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._headline = ("", "")
        self._caption = ""
        self._notice = ""
        self._menu = ""
        self._ballots: list[str] = []

    def show(self, board: Board, now_s: float) -> None:  # noqa: ARG002 - a log has no clock
        """Writes what changed since the last call."""
        lines = []
        headline = (board.title, board.headline)
        if headline != self._headline:
            lines.append(" - ".join(part for part in headline if part))
        if board.caption != self._caption:
            lines.append(f"  {board.caption}" if board.caption else "")
        ballots = ballot_lines(board)
        if ballots != self._ballots:
            lines += ballots
        if board.notice != self._notice:
            lines.append(f"! {board.notice}" if board.notice else "")
        menu = pointed_at(board.menu) if board.menu else ""
        if menu != self._menu:
            lines.append(menu)
        self._menu = menu
        self._headline, self._caption = headline, board.caption
        self._ballots, self._notice = ballots, board.notice
        written = [one_line(line) for line in lines if line]
        if written:
            self._out.write("\n".join(written) + "\n")
            self._out.flush()

    @property
    def closed(self) -> int:
        """Never: nobody stands in front of it."""
        return 0

    def close(self) -> None:
        """Nothing to give back."""


class Keyboard:
    """The keys of a terminal, one by one as they are pressed, without echo.

    `close` restores the terminal. Raises `TableError` if `stream` is no terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        if not stream.isatty():
            raise TableError("Standard input is not a terminal: keys can only be pressed in one.")
        self._file = stream.fileno()
        self._before: list[object] | None = termios.tcgetattr(self._file)
        atexit.register(self.close)
        tty.setcbreak(self._file)
        # No signals: ctrl-c arrives as a key, so that the evening ends in good order.
        mode = termios.tcgetattr(self._file)
        mode[3] &= ~termios.ISIG
        termios.tcsetattr(self._file, termios.TCSANOW, mode)

    def pressed(self) -> str:
        """All keys since the last call. Never blocks. A closed terminal counts as ctrl-d."""
        pressed = b""
        while select.select([self._file], [], [], 0)[0]:
            part = b""
            with contextlib.suppress(OSError):  # the terminal is gone
                part = os.read(self._file, 64)
            if not part:
                return pressed.decode(errors="ignore") + "\x04"
            pressed += part
        return pressed.decode(errors="ignore")

    def close(self) -> None:
        if self._before is not None:
            # TCSANOW does not wait for a stopped terminal.
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._file, termios.TCSANOW, self._before)  # type: ignore[arg-type]
            self._before = None
            atexit.unregister(self.close)


def button_for(said: Meaning, buttons: int) -> int:
    """The index of the button with this function where a choice is made."""
    return next(button for button, row in enumerate(GESTURES["choose"][buttons]) if said in row.values())


def style_of(place: Place) -> str:
    """How a name is written: what it says is said in words too."""
    if not place.alive:
        return "dim strike"
    return "bold reverse" if place.marked else "bold"


def signs_of(place: Place) -> list[str]:
    """What can be said by a sign; a closed eye for the dead."""
    signs = (
        ("♛", place.captain),
        ("◡", not place.alive),
        ("✓", place.ready),
        ("◀", place.marked),
        ("?", place.asks),
    )
    return [sign for sign, applies in signs if applies]


def told_of(place: Place) -> list[str]:
    """What takes more room: an open card, what its player will be remembered for, and the tokens."""
    tokens = " ".join(TOKEN_SIGNS[token] for token in place.tokens)
    turned = place.turned and f"({place.turned})"
    return [told for told in (place.card or "", turned, place.honour, tokens) if told]


def place_of(board: Board, seat: int, label: str) -> tuple[Place, int]:
    """The board's place for the chair `seat`, and its index; for a free chair its name."""
    drawn = board.at.index(seat) if seat in board.at else seat if not board.at else len(board.places)
    return (board.places[drawn] if drawn < len(board.places) else Place(label)), drawn


def seat_at(board: Board, drawn: int) -> int:
    """At which chair a place of the board is."""
    return board.at[drawn] if board.at else drawn


def secret_lines(secret: SecretPicture, names: Sequence[str]) -> list[Text]:
    """What those called see: a line a word; of letters one line, each in its place; of places those that are
    pointed at or chosen, and words."""
    if isinstance(secret, SecretCircle):
        told = [Text(f" {names[seat]} ", "reverse") for seat in secret.locked]
        told += [Text(f" {names[seat]} ", "bold underline") for seat in secret.pointed]
        return [Text("  ").join(told), *(Text(line, "bold") for line in secret.words.split("\n"))]
    shown = secret.spelling if secret.spelling and (secret.at or secret.locked) else secret.words
    told = [
        Text(
            f" {text} ",
            "reverse" if number in secret.locked else "bold underline" if number in secret.at else "bold",
        )
        for number, text in enumerate(shown)
    ]
    return told if shown is secret.words else [Text("").join(told)]


def word_line(board: Board) -> str:
    """The magic word, or the tokens that are left."""
    return board.word or "   ".join(f"{heap.label} {heap.left}" for heap in board.heaps)


def ballot_of(board: Board, seat: int) -> str:
    """Whom this seat voted for, and with how many votes if not one: "-> the Forge x2"."""
    return "  ".join(
        f"-> {board.places[arrow.target].name}" + (f" x{arrow.weight}" if arrow.weight > 1 else "")
        for arrow in board.arrows
        if arrow.voter == seat
    )


def votes_against(board: Board) -> dict[int, int]:
    """Seat -> the votes it got, of those that got any: the most votes first, then in seat order."""
    found = Counter({seat: place.against for seat, place in enumerate(board.places) if place.against})
    for arrow in sorted(board.arrows, key=lambda arrow: arrow.target):
        found[arrow.target] += arrow.weight
    return dict(found.most_common())


def ballot_lines(board: Board) -> list[str]:
    """Arrows as a log has them: a line for each, and after a vote one of what they come to."""
    told = [(place.name, ballot_of(board, seat)) for seat, place in enumerate(board.places)]
    lines = [f"  {name} {ballot}" for name, ballot in told if ballot]
    if board.scene != "ballots":
        return lines
    totals = ", ".join(f"{board.places[seat].name} {votes}" for seat, votes in votes_against(board).items())
    return [*lines, f"  = {totals}"] if totals else lines


def title_line(board: Board) -> Text:
    """The title of an open menu, else the board's title and headline."""
    if board.menu:
        return Text(board.menu.title, style="bold")
    return Text.assemble((board.title, "dim"), "  ", (board.headline, "bold"))


def menu_lines(menu: Menu) -> list[str]:
    """A menu in a terminal: its title, its entries, what the one pointed at has to say, the buttons."""
    entries = [
        f"{'▶' if number == menu.cursor else ' '} {entry_line(entry)}"
        for number, entry in enumerate(menu.entries)
    ]
    below = [menu.entries[menu.cursor].note, menu.hint]
    return [menu.title, *entries, *(line for line in below if line)]


def entry_line(entry: MenuEntry) -> str:
    """One entry of a menu, with its value: "Cards · beginners"."""
    return f"{entry.label} · {entry.value}" if entry.value else entry.label


def pointed_at(menu: Menu) -> str:
    """The cursor of a menu, for a log."""
    return f"  {menu.title} > {entry_line(menu.entries[menu.cursor])}"


def clock_line(board: Board, now_s: float) -> str:
    """The time left as a bar and as minutes and seconds; empty if no time runs."""
    left_s = seconds_left(board, now_s)
    if board.timer is None or left_s is None:
        return ""
    filled = round(BAR * min(1.0, left_s / max(board.timer.length_s, 1.0)))
    return f"{minutes(left_s):>5}  {'█' * filled}{'░' * (BAR - filled)}"


def signs_lines(board: Board, width: int) -> list[Text]:
    """The legend in lines of this width."""
    lines: list[Text] = []
    for sign in board.legend:
        told = Text(SIGN_GROUPS[sign.groups], style="yellow")
        told.append(f" {SIGN_MOTIONS[sign.motion]} {sign.title}", style="default")
        told.append(f" × {sign.copies}" if sign.copies > 1 else "", style="default")
        if lines and lines[-1].cell_len + 2 + told.cell_len <= width:
            lines[-1].append("  ").append_text(told)
        else:
            lines.append(told)
    return lines
