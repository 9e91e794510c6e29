"""The board in a terminal: a live view in which seats can be played, or plain lines as a log.

The only file that imports rich.
"""

from __future__ import annotations

import atexit
import os
import re
import select
import sys
import termios
import tty
from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from io import StringIO
from typing import TextIO

import msgspec
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Board, Place, Secret
from table.board.keys import key_of, seat_of
from table.board.menu import Entry, Menu
from table.board.scenes import minutes, seconds_left
from table.errors import TableError
from table.gestures import GESTURES, Meaning

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
"""The arrows and Enter turn through a menu."""
KEYSTROKE = re.compile(r"\x1b[\[O]?.|.", re.DOTALL)

BAR = 30

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

    A seat's small letter taps the button that says "next", its capital holds the one that says "confirm":
    with one button the same. A terminal tells no more than these two apart, so the button "back" of three
    has no key. After a tab either letter holds "confirm" for a long hold.

    What is written to a standard error that is this screen too is held back until it can be read: when the
    terminal is given back.

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
        self._buttons = buttons
        self._rings = rings
        self._bots = bots
        self._keyboard = keyboard or Keyboard(sys.stdin)
        self._console = console or Console()
        self._live = Live(console=self._console, screen=True, auto_refresh=False, redirect_stderr=False)
        self._live.start()
        self._errors, self._unread = sys.stderr, StringIO()
        if self._errors.isatty():
            sys.stderr = self._unread
        # Whoever ends without closing has something to say, too.
        atexit.register(self._give_back)
        self._said: list[Meaning] = []
        self._fingers: dict[int, tuple[int, float]] = {}
        """Seat -> the button of it that is down, and when it goes up."""
        self._shown: object = None
        self._hold_s = HOLD_S
        self._is_long = False
        """Whether the next letter is held long."""
        self._closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Takes the keys pressed since the last call, then draws what changed."""
        self._hold_s = LOOK_S if board.scene == "deal" else HOLD_S
        for key in KEYSTROKE.findall(self._keyboard.pressed()):
            self._take(key, now_s)
        for seat in [seat for seat, (_, up_s) in self._fingers.items() if now_s >= up_s]:
            self._lift(seat)
        bots = self._bots()
        changes = (
            msgspec.msgpack.encode(board), seconds_left(board, now_s), self._rings.frame, self.hint,
            tuple(self.labels), frozenset(bots), frozenset(self._fingers), self._console.size,
        )  # fmt: skip
        if changes != self._shown:
            self._shown = changes
            self._live.update(self.picture(board, now_s), refresh=True)

    def typed(self) -> list[Meaning]:
        """Takes what was said of a menu with arrows and Enter since the last call."""
        said, self._said = self._said, []
        return said

    def picture(self, board: Board, now_s: float) -> RenderableType:
        """The whole screen."""
        # What is said comes first: a small terminal cuts the end off.
        parts: list[RenderableType] = [
            Text.assemble((board.title, "dim"), "  ", (board.headline, "bold")),
            Text(clock_line(board, now_s)),
            Text(board.caption),
            Text(f"! {board.notice}" if board.notice else "", style="yellow"),
            Text(self.hint, style="dim"),
        ]
        if board.menu:
            parts += [Text(""), *map(Text, menu_lines(board.menu))]
        elif board.secret:
            parts += [Text(""), *secret_lines(board.secret)]
        elif board.word or board.heaps:
            parts += [Text(""), Text(word_line(board), style="bold")]
        below = Table.grid(padding=(0, 4))
        below.add_row(self._seats(board), *([legend(board)] if board.legend else []))
        return Group(*parts, Text(""), below)

    @property
    def closed(self) -> bool:
        """Whether q or ctrl-c was pressed."""
        return self._closed

    def close(self) -> None:
        """Gives the terminal back as it was."""
        for seat in list(self._fingers):
            self._lift(seat)
        self._give_back()
        self._keyboard.close()

    def _give_back(self) -> None:
        self._live.stop()
        atexit.unregister(self._give_back)
        if sys.stderr is self._unread:
            sys.stderr = self._errors
            self._errors.write(self._unread.getvalue())
            self._errors.flush()

    def _take(self, key: str, now_s: float) -> None:
        if key in ENDS:
            self._closed = True
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
            self._fingers[seat] = button, now_s + length_s

    def _lift(self, seat: int) -> None:
        """When its time was over, however late the clock is looked at."""
        button, up_s = self._fingers.pop(seat)
        self._buttons.release(seat, button, up_s)

    def _seats(self, board: Board) -> Table:
        """One line a seat: its key, its name, what is known of it, and its ring."""
        table = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
        bots, against = self._bots(), votes_against(board)
        for seat, label in enumerate(self.labels):
            drawn = board.at.index(seat) if seat in board.at else seat if not board.at else len(board.places)
            place = board.places[drawn] if drawn < len(board.places) else Place(label)
            down = seat in self._fingers
            table.add_row(
                Text(key_of(seat), style="reverse" if down else "bold cyan"),
                Text(place.name, style=style_of(place)),
                Text("(bot)" if seat in bots else "", style="dim"),
                Text(said_of(place)),
                Text(f"<- {against[drawn]}" if drawn in against else ""),
                Text(ballot_of(board, drawn)),
                self._ring(seat),
            )
        return table

    def _ring(self, seat: int) -> Text:
        """The ring cut open at six o'clock, the player's own place, and laid out clockwise."""
        pixels = self._rings.pixels
        ring = self._rings.frame[3 * seat * pixels : 3 * (seat + 1) * pixels]
        line = Text()
        for pixel in range(pixels):
            red, green, blue = ring[3 * pixel : 3 * pixel + 3]
            most = max(red, green, blue)
            if most == 0:
                line.append("·", style="dim")
            else:
                # Rings are far brighter than their numbers by night: only the hue matters here.
                line.append("●", style=f"rgb({255 * red // most},{255 * green // most},{255 * blue // most})")
        return line


class Plain:
    """A `View` for a pipe or a file: one line for whatever is new, no control codes."""

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
        written = [line for line in lines if line]
        if written:
            self._out.write("\n".join(written) + "\n")
            self._out.flush()

    @property
    def closed(self) -> bool:
        """Never: nobody stands in front of it."""
        return False

    def close(self) -> None:
        """Nothing to give back."""


class Keyboard:
    """The keys of a terminal, one by one as they are pressed and not shown.

    The terminal is as it was before after `close`. Raises `TableError` if `stream` is no terminal.
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
            part = os.read(self._file, 64)
            if not part:
                return pressed.decode(errors="ignore") + "\x04"
            pressed += part
        return pressed.decode(errors="ignore")

    def close(self) -> None:
        """Gives the terminal back."""
        if self._before is not None:
            termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]
            self._before = None
            atexit.unregister(self.close)


def button_for(said: Meaning, buttons: int) -> int:
    """The button, of as many as a seat has, that says this where a choice is made."""
    return next(button for button, row in enumerate(GESTURES["choose"][buttons]) if said in row.values())


def style_of(place: Place) -> str:
    """How a name is written: what it says is said in words too."""
    if not place.alive:
        return "dim strike"
    return "bold reverse" if place.marked else "bold"


def said_of(place: Place) -> str:
    """What the village knows of a seat."""
    signs = (
        ("♛", place.captain),
        ("†", not place.alive),
        ("✓", place.ready),
        ("◀", place.marked),
        (place.card or "", bool(place.card)),
        (f"({place.turned})", bool(place.turned)),
        ("?", place.asks),
        (" ".join(TOKEN_SIGNS[token] for token in place.tokens), bool(place.tokens)),
    )
    return " ".join(sign for sign, applies in signs if applies)


def secret_lines(secret: Secret) -> list[Text]:
    """What those called see: a line a word; of letters one line, each in its place."""
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
    found = Counter[int]()
    for arrow in sorted(board.arrows, key=lambda arrow: arrow.target):
        found[arrow.target] += arrow.weight
    return dict(found.most_common())


def ballot_lines(board: Board) -> list[str]:
    """Arrows as a log has them: a line for each, and after a vote one of what they come to."""
    told = [(place.name, ballot_of(board, seat)) for seat, place in enumerate(board.places)]
    lines = [f"  {name} {ballot}" for name, ballot in told if ballot]
    if board.scene != "ballots":
        return lines
    totals = ", ".join(f"{board.places[seat].name}: {votes}" for seat, votes in votes_against(board).items())
    return [*lines, f"  = {totals}"] if totals else lines


def menu_lines(menu: Menu) -> list[str]:
    """A menu in a terminal: its title, its entries, what the one pointed at has to say, the buttons."""
    entries = [
        f"{'▶' if number == menu.cursor else ' '} {entry_line(entry)}"
        for number, entry in enumerate(menu.entries)
    ]
    below = [menu.entries[menu.cursor].note, menu.hint]
    return [menu.title, *entries, *(line for line in below if line)]


def entry_line(entry: Entry) -> str:
    """One entry of a menu: "Deck: Beginner"."""
    return f"{entry.label}: {entry.value}" if entry.value else entry.label


def pointed_at(menu: Menu) -> str:
    """A menu as a log has it: where its cursor is."""
    return f"  {menu.title} > {entry_line(menu.entries[menu.cursor])}"


def clock_line(board: Board, now_s: float) -> str:
    """The time left as a bar and as minutes and seconds; empty if no time runs."""
    left_s = seconds_left(board, now_s)
    if board.timer is None or left_s is None:
        return ""
    filled = round(BAR * min(1.0, left_s / max(board.timer.length_s, 1.0)))
    return f"{minutes(left_s):>5}  {'█' * filled}{'░' * (BAR - filled)}"


def legend(board: Board) -> Table:
    """The signs of all cards in play: how many groups of light, and how they move."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, show_header=False)
    for sign in board.legend:
        table.add_row(
            Text(SIGN_GROUPS[sign.groups], style="yellow"),
            Text(SIGN_MOTIONS[sign.motion], style="dim"),
            Text(sign.title + (f" × {sign.copies}" if sign.copies > 1 else "")),
        )
    return table
