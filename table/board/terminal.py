"""The board in a terminal, in which seats can be played: texts, and one row a seat.

The only file that imports rich.
"""

from __future__ import annotations

import atexit
import sys
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from io import StringIO
from typing import IO, cast

import msgspec
from rich.console import Console, ConsoleDimensions, Group, RenderableType
from rich.control import Control
from rich.segment import ControlType, Segment, Segments
from rich.text import Text

from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Board, Place, SecretCircle, SecretPicture, minutes, seconds_left, votes_against
from table.board.keyboard import Keyboard
from table.board.keys import key_of, seat_of
from table.board.menu import entry_line, window
from table.board.outlet import Outlet
from table.gestures import GESTURES, Meaning
from table.sentences import visible

TAP_S, HOLD_S, LOOK_S = 0.1, 0.7, 4.0
"""Seconds that a key's finger stays down: for a small letter, for a capital, and for a capital in the deal
(one sees one's card) or any letter after `LONG`."""
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

BAR, LEAST_CELL, LEAST_NAME = 30, 24, 6
"""Columns: of the clock's bar, of the narrowest seat, of a name beside an open card."""

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
    "leap": "↷",
    "waltz": "⋙",
}
"""How a card's four lights lie and move."""

MARKS = {
    "sun": "☼",
    "moon": "☾",
    "no_vote": "⊘",
    "no_vote_tomorrow": "⊘⁺",
    "no_vote_today": "⊘¹",
    "lantern": "✶",
}
"""How marks of a seat are written: a half; without a vote for good, tomorrow, or for one day; the lantern."""

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
        self._errors, self._unread = sys.stderr, StringIO()
        if self._errors.isatty():
            sys.stderr = self._unread
        # A program that ends without closing must show its errors, too.
        atexit.register(self.close)
        self._said: list[Meaning] = []
        self._fingers: dict[int, tuple[int, float]] = {}
        """Seat -> the button of it that is down, and when it goes up."""
        self._shown: object = None
        self._is_long = False
        """Whether the next letter is held long."""
        self.closed = 0
        """How often q or ctrl-c was pressed."""

    def show(self, board: Board, now_s: float) -> None:
        """Takes the keys pressed since the last call, then draws what changed."""
        for key in self._keyboard.pressed():
            self._take(key, now_s, LOOK_S if board.scene == "deal" else HOLD_S)
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
                told.append(wiped.segment)
                # What in a text would command the terminal is written out.
                told += [part._replace(text=visible(part.text)) for part in Segment.simplify(line)]
        self._written = lines
        if told:
            self._console.print(Segments(told), end="", soft_wrap=True)

    def typed(self) -> list[Meaning]:
        """Takes what was said of a menu with arrows and Enter since the last call."""
        said, self._said = self._said, []
        return said

    def picture(self, board: Board, now_s: float) -> RenderableType:
        """The whole screen: the texts, then one row a seat, or two seats in a row where rows are too few.

        A menu shows the entries around its cursor. The keys are left out where a menu or the like needs
        their rows.
        """
        width, height = self._console.size
        menu, seats = board.menu, len(self.labels)
        title = Text.assemble((board.title, "dim"), "  ", (board.headline, "bold"))
        above = self._lines(Text(menu.title, "bold") if menu else title, 1)
        above += self._lines(Text(clock_line(board, now_s)), 1)
        above += self._lines(Text(board.caption), 3)
        above += self._lines(Text(f"! {board.notice}" if board.notice else "", "yellow"), 1)
        above += self._lines(Text(board.hint, "dim"), 1)
        told = [line for text in told_lines(board, width) for line in self._lines(text, 1 if menu else 2)]
        below = self._lines(Text(menu.entries[menu.cursor].note), 2) if menu else []
        below += self._lines(Text(menu.hint, "dim"), 1) if menu else []
        keys = self._lines(Text(self.hint, "dim"), 2)
        left = height - len(above) - len(below)
        columns = 1 if len(told) + seats <= left or width <= 2 * LEAST_CELL else 2
        rows = -(-seats // columns)
        if len(keys) + len(told) + rows <= left:
            above += keys
        first, count = window(menu, max(1, left - rows)) if menu else (0, max(0, left - rows))
        said = [*above, *told[first : first + count], *below][: height - rows]
        if rows >= height or width < LEAST_CELL:
            said = self._lines(Text(self.small, "yellow"), 2)
        cells = [self._cell(board, seat, (width + 1) // columns - 1) for seat in range(seats)]
        return Group(*said, *(Text(" ").join(cells[row::rows]) for row in range(rows)))

    def _lines(self, text: Text, most: int) -> list[Text]:
        """A text in as many lines as it takes, up to a maximum; none if it is empty."""
        lines = list(text.wrap(self._console, self._console.width)) if text.plain.strip() else []
        if len(lines) > most:
            lines[most - 1].append(" " * self._console.width)
            lines[most - 1].truncate(self._console.width, overflow="ellipsis")
        return lines[:most]

    def _cell(self, board: Board, seat: int, width: int) -> Text:
        """A seat's row: its key and ring, its signs and votes, its name, and what else there is room for."""
        chairs = (board.at or range(len(board.places)))[: len(board.places)]
        drawn = chairs.index(seat) if seat in chairs else -1
        place = board.places[drawn] if drawn >= 0 else Place(self.labels[seat])
        against = votes_against(board).get(drawn)
        aims = [(arrow.target, arrow.weight) for arrow in board.arrows if arrow.voter == drawn]
        aims += [(place.points_at, 1)] if place.points_at is not None else []
        signs = signs_of(place) + ([f"{against}←"] if against else [])
        signs += [f"→{key_of(chairs[aim])}" + (f"×{weight}" if weight > 1 else "") for aim, weight in aims]
        key = (key_of(seat), "reverse" if seat in self._fingers else "bold cyan")
        cell = Text.assemble(key, " ", self._ring(seat), " ".join(["", *signs, ""]))
        name = Text(place.name, style_of(place))
        more = Text(" ".join(["", *told_of(place)]) if told_of(place) else "")
        if more:  # an open card says more than the rest of a long name
            name.truncate(max(LEAST_NAME, width - cell.cell_len - more.cell_len), overflow="ellipsis")
        claim = f" « {place.says} »" if place.says else ""
        cell = Text.assemble(cell, name, more, claim, (" (bot)" if seat in self._bots() else "", "dim"))
        cell.truncate(width, overflow="ellipsis", pad=True)
        return cell

    def close(self) -> None:
        """Gives the terminal back as it was."""
        for seat in list(self._fingers):
            self._lift(seat)
        self._console.show_cursor(True)
        self._console.set_alt_screen(False)
        self._keyboard.close()
        atexit.unregister(self.close)
        outlet, self._outlet = self._outlet, None
        takes = outlet is None or outlet.close()
        if sys.stderr is self._unread:
            sys.stderr = self._errors
            if takes:
                self._errors.write(self._unread.getvalue())
                self._errors.flush()

    def _take(self, key: str, now_s: float, hold_s: float) -> None:
        if key in ENDS:
            self.closed += 1
            return
        if meant := ARROWS.get(key.replace("O", "[")):
            self._said.append(meant)
        is_long, self._is_long = self._is_long, key == LONG
        seat = seat_of(key)
        if seat is not None and seat < self._buttons.seats and seat not in self._fingers:
            said, length_s = (Meaning.CONFIRM, hold_s) if key.isupper() else (Meaning.NEXT, TAP_S)
            if is_long:
                said, length_s = Meaning.CONFIRM, LOOK_S
            functions = GESTURES["choose"][self._buttons.buttons]
            button = next(button for button, row in enumerate(functions) if said in row.values())
            self._buttons.push(seat, button)
            self._fingers[seat] = button, now_s + length_s * self._buttons.speed

    def _lift(self, seat: int) -> None:
        """When its time was over, however late the clock is looked at."""
        button, up_s = self._fingers.pop(seat)
        self._buttons.release(seat, button, up_s)

    def _ring(self, seat: int) -> Text:
        """The ring cut open at six o'clock, the player's own place, and laid out clockwise, two pixels in a
        letter."""
        hues, line = self._hues(seat), Text()
        for left, right in zip(hues[::2], [*hues[1::2], ""], strict=False):
            if left and right and left != right and not self._console.no_color:
                line.append("▌", f"{left} on {right}")
            else:
                line.append("·▐▌█"[2 * bool(left) + bool(right)], left or right or "dim")
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


def style_of(place: Place) -> str:
    """How a name is written: what it says is said in words too."""
    if not place.alive:
        return "dim strike"
    return "bold reverse" if place.marked else "bold"


def signs_of(place: Place) -> list[str]:
    """What can be said by a sign; a closed eye for the dead."""
    told = (place.captain, not place.alive, place.ready, place.marked, place.asks)
    marks = [MARKS.get(mark, "") for mark in place.marks] if place.alive else []
    return [sign for sign, applies in zip("♛◡✓◀?", told, strict=True) if applies] + marks


def told_of(place: Place) -> list[str]:
    """What takes more room: an open card, what its player will be remembered for, and the tokens."""
    tokens = " ".join(TOKEN_SIGNS[token] for token in place.tokens)
    turned = place.turned and f"({place.turned})"
    return [told for told in (place.card or "", turned, place.honour, tokens) if told]


def told_lines(board: Board, width: int) -> list[Text]:
    """What a scene shows: its menu's entries, what those called see, the word, or the legend, and
    what is new today and the cards that lie open in the middle."""
    if menu := board.menu:
        entries = enumerate(menu.entries)
        return [Text(f"{' ▶'[at == menu.cursor]} {entry_line(entry)}") for at, entry in entries]
    if board.secret:
        return secret_lines(board.secret, [place.name for place in board.places])
    if said := board.word or "   ".join(f"{heap.label} {heap.left}" for heap in board.heaps):
        return [Text(said, "bold")]
    lying = [board.today.text if board.today else "", " · ".join(card.title for card in board.stage)]
    return signs_lines(board, width) + [Text(text, "bold") for text in lying if text]


def secret_lines(secret: SecretPicture, names: Sequence[str]) -> list[Text]:
    """What those called see: a line a word; of letters one line, each in its place; of places those that are
    pointed at or chosen, and words."""
    if isinstance(secret, SecretCircle):
        told = [Text(f" {names[seat]} ", "reverse") for seat in secret.locked]
        told += [Text(f" {names[seat]} ", "bold underline") for seat in secret.pointed]
        return [Text("  ").join(told), *(Text(line, "bold") for line in secret.words.split("\n"))]
    shown = secret.spelling if secret.spelling and (secret.at or secret.locked) else secret.words
    styles = dict.fromkeys(secret.at, "bold underline") | dict.fromkeys(secret.locked, "reverse")
    told = [Text(f" {text} ", styles.get(number, "bold")) for number, text in enumerate(shown)]
    return told if shown is secret.words else [Text("").join(told)]


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
        copies = f" × {sign.copies}" if sign.copies > 1 else ""
        told = Text(f"{sign.title}{copies}")
        if sign.groups:
            told = Text.assemble((SIGN_GROUPS[sign.groups], "yellow"), f" {SIGN_MOTIONS[sign.motion]} ", told)
        if lines and lines[-1].cell_len + 2 + told.cell_len <= width:
            lines[-1].append("  ").append_text(told)
        else:
            lines.append(told)
    return lines
