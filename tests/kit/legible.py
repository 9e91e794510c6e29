"""Judges whether a picture of the board can be read: each text whole, apart, large enough and clear of its
ground.

One judge serves all boards: those of `tests.kit.boards`, menus, and those of whole evenings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec.msgpack import encode
from msgspec.structs import replace
from pygame import Rect, Surface

from table.board.board import Board, Scene, Secret
from table.board.menu import Menu
from table.board.paint.frame import honours, invites
from table.board.paint.layout import REFERENCE
from table.board.paint.palette import contrast
from table.board.paint.scenes import Painter
from table.board.paint.text import DrawnLine, clean
from table.board.paint.tokens import COUNTED
from table.board.paint.words import parted
from table.board.view import DisplayOptions

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((1280, 720), (1920, 1080), (3840, 2160), (1024, 768))
LOOKS = (
    DisplayOptions(),
    DisplayOptions("large"),
    DisplayOptions(contrast="high"),
    DisplayOptions("large", "high"),
    DisplayOptions(calm=True),
)
"""The usual look, and all that can be chosen."""

LEAST_CONTRAST = 7.0
CAPTION_LINES = 2
LEAST_PX: Mapping[str, tuple[int, int]] = {
    "headline": (56, 36),
    "title": (48, 39),
    "caption": (46, 42),
    "hint": (36, 36),
    "notice": (32, 32),
    "name": (26, 26),
    "name of a card": (16, 16),
    "card": (25, 20),
    "claim": (24, 18),
    "turned": (25, 20),
    "card of honour": (26, 20),
    "honour": (24, 18),
    "winner": (20, 20),
    "about": (24, 16),
    "about card": (28, 24),
    "count": (54, 54),
    "score": (60, 60),
    "today": (36, 30),
    "timer": (42, 34),
    "sign": (28, 28),
    "word": (40, 38),
    "secret": (56, 56),
    "left": (40, 34),
    "token": (20, 14),
    "entry": (52, 37),
    "value": (42, 32),
    "menu note": (54, 48),
    "menu hint": (40, 32),
}
"""Least size of each kind of text, in pixels of 1080 lines, with real words: on a wide picture, and on
4:3."""


def faults(board: Board, written: list[DrawnLine], size: Size) -> list[str]:
    """Lists the faults of a picture: texts of `board` that are cut, missing, outside, overlapping or
    faint."""
    whole, found = Rect((0, 0), size), []
    for line in written:
        if not whole.contains(line.rect):
            found.append(f"{line.what} leaves the picture: {line.text}")
        if contrast(line.colour, line.ground) < LEAST_CONTRAST:
            found.append(f"{line.what} is faint: {line.text}")
    found += [f"{a.what} {a.text!r} and {b.what} {b.text!r} overlap" for a, b in overlapping(written)]
    for what, text in wanted(board, written).items():
        if (shown := read(written, what)) != clean(text):
            found.append(f"{what} is {text!r}, and {shown!r} stands there")
    return found


def hard_to_read(board: Board, written: list[DrawnLine], size: Size) -> list[str]:
    """Lists texts that are too small, or in too many lines, to be read at five metres."""
    narrow = size[0] * 3 <= size[1] * 4
    found = []
    if sum(line.what == "caption" for line in written) > CAPTION_LINES:
        found.append(f"caption is longer than {CAPTION_LINES} lines: {board.caption}")
    for line in written:
        kind = kind_of(line, board)
        px = round(line.px * REFERENCE[1] / size[1])
        if px < LEAST_PX[kind][narrow]:
            found.append(f"{kind} has {px} px, {LEAST_PX[kind][narrow]} at least: {line.text}")
    return found


def kind_of(line: DrawnLine, board: Board) -> str:
    """The kind of a text: "caption", "entry", "name"; "name of a card" for a player whose card is open, or
    who has a temper, or has claimed something."""
    what, *number = line.what.split()
    if what == "name" and ((place := board.places[int(number[0])]).card or place.says):
        return "name of a card"
    if what == "card" and honours(board):
        return "card of honour"
    return " ".join((what, *(word for word in number if not word.isdigit())))


def overlapping(written: list[DrawnLine]) -> list[tuple[DrawnLine, DrawnLine]]:
    """Pairs of lines that overlap."""
    return [(a, b) for a, b in combinations(written, 2) if a.rect.colliderect(b.rect)]


def read(written: Iterable[DrawnLine], what: str) -> str:
    """A text of the board, its lines joined again."""
    text = ""
    for line in written:
        if line.what == what:
            text += line.text if not text or text.endswith("-") else f" {line.text}"
    return text


def wanted(shown: Board, written: Iterable[DrawnLine] = ()) -> dict[str, str]:
    """All texts the board must show, by kind; of a long menu only the entries that have room in `written`."""
    texts = {"caption": shown.caption, "notice": shown.notice}
    if menu := shown.menu:
        return texts | words_of_the_menu(menu, {line.what for line in written})
    texts |= {"title": shown.title, "headline": shown.headline, "hint": shown.hint}
    texts |= {f"colour {i}": name for i, name in enumerate(shown.colours)}
    if shown.secret:
        return texts | words_of_the_game(shown)
    if shown.scene == "deal" and shown.legend:
        for i, sign in enumerate(shown.legend):
            texts[f"sign {i}"] = sign.title if sign.copies == 1 else f"{sign.title} ×\u00a0{sign.copies}"
    elif not invites(shown):
        for seat, place in enumerate(shown.places):
            texts[f"name {seat}"] = "" if honours(shown) and not place.card else place.name
            texts[f"card {seat}"] = place.card or ""
            texts[f"turned {seat}"] = f"({place.turned})" if place.turned else ""
            texts[f"claim {seat}"] = place.says
            texts[f"honour {seat}"] = place.honour
    return texts | words_of_the_game(shown)


def words_of_the_menu(menu: Menu, there: set[str]) -> dict[str, str]:
    """What a menu must show: title, hint about the buttons, the cursor's entry with its note, the entries
    around it."""
    texts = {"headline": menu.title, "menu hint": menu.hint, "menu note": menu.entries[menu.cursor].note}
    for number, entry in enumerate(menu.entries):
        if number == menu.cursor or f"entry {number}" in there:
            texts |= {f"entry {number}": entry.label, f"value {number}": entry.value}
    return texts


def words_of_the_game(shown: Board) -> dict[str, str]:
    """What a board of Mots-garous must show besides: the word unless arrows cover it, words to choose from,
    letters, tokens. The page of honours has no word."""
    texts = {"word": "" if shown.arrows or honours(shown) else shown.word}
    if isinstance(secret := shown.secret, Secret):
        offered = len(secret.words) > 1
        if secret.spelling and (secret.at or secret.locked):
            spelt = ["".join(filter(None, map(str.strip, parted(one)))) for one in secret.spelling]
            return {f"secret {i}": letter.upper() for i, letter in enumerate(spelt)}
        return {f"secret {i}" if offered else "secret": word for i, word in enumerate(secret.words)}
    for row, heap in enumerate(shown.heaps):
        texts[f"token {row}"] = heap.label
        if heap.kind in COUNTED:
            texts[f"left {row}"] = str(heap.left)
    return texts


class Judge:
    """A view that draws every board it is shown, in one size and look, and judges the picture."""

    closed = False

    def __init__(self, size: Size, look: DisplayOptions) -> None:
        self.found: dict[str, str] = {}
        """What is wrong, and the scene in which it was so first."""
        self.scenes: set[Scene] = set()
        self._painter, self._surface = Painter(look=look), Surface(size)
        self._seen: set[bytes] = set()

    def show(self, board: Board, now_s: float) -> None:
        key = encode(replace(board, timer=None))
        if key in self._seen:
            return
        self._seen.add(key)
        self.scenes.add(board.scene)
        written, size = self.written(board, now_s), self._surface.get_size()
        for fault in faults(board, written, size) + hard_to_read(board, written, size):
            self.found.setdefault(fault, board.scene)

    def written(self, board: Board, now_s: float) -> list[DrawnLine]:
        """The lines of the board, as `text_rects` returns them; draws only what has changed."""
        frame = self._painter._frame(self._surface, self._surface.get_size(), board, now_s)
        return self._painter.write(frame)

    def close(self) -> None:
        """Closes nothing."""
