"""How phones find the table: a code to scan and the address to type, and the same of its own Wi-Fi."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from pygame import Rect, Surface

from table.board.board import Wifi
from table.board.paint.frame import Frame
from table.board.paint.paintbox import Paintbox
from table.board.paint.text import TIGHT, DrawnLine

PAPER, INK = (255, 255, 255), (10, 12, 22)
ADDRESS_PX = 54
SHARE = 0.26
"""Of the middle's width, for the code beside a menu."""
SHARE_OF_TWO = 0.34
"""The same, for two codes."""
BESIDE = 1.6
"""From this ratio of width to height on, the words are beside the code."""
MOST_LINES = 3
"""Below one of two codes."""
ROWS = 7
"""Height of a place for one of two codes, in lines of words at least."""
GAP = 40
"""Between two sheets, on a board of 1080 lines."""
QUIET = 4
"""Modules of empty paper round a code, as its standard asks for."""
Line = tuple[str, str]
"""The kind of a line, and what it says."""


def join_box(frame: Frame) -> Rect:
    """Where code and address stand; empty where no phone can take a seat."""
    layout, board = frame.layout, frame.board
    if not board.join or board.scene != "attract":
        return Rect(0, 0, 0, 0)
    middle = layout.middle
    if board.menu:
        width = round((SHARE_OF_TWO if board.wifi else SHARE) * middle.width)
        return Rect(middle.right - width, middle.top, width, middle.height)
    if frame.invites:
        height = round(0.42 * frame.surface.get_height())
        breadth = round((3.8 if board.wifi else 1.35) * height)
        box = Rect(0, 0, min(breadth, round(0.94 * frame.surface.get_width())), height)
        box.midbottom = frame.surface.get_width() // 2, layout.caption.top - round(24 * layout.fine)
        return box
    breadth = round((1.0 if board.wifi else 0.5) * layout.square.width)
    box = Rect(0, 0, breadth, round(0.9 * layout.square.height))
    box.center = layout.square.center
    return box


def paint_join(frame: Frame, paints: Paintbox, box: Rect) -> list[DrawnLine]:
    """Draws the code of the page on white paper, with its name or address below; before it that of the
    table's own Wi-Fi, if it has one. Only the words if the library for codes is missing."""
    board, wifi, row = frame.board, frame.board.wifi, round(1.25 * ADDRESS_PX * frame.scale)
    page, address = f"http://{board.join}", ("join", board.join_name or board.join)
    if not wifi:
        code = _code(paints, page, min(box.width, box.height - row))
        paper = Rect(0, 0, max(code.get_width(), min(box.width, 9 * row)), code.get_height() + row)
        paper.center = box.center
        return _paint_sheet(frame, paints, paper, code, [address], row)
    network = [("join step", wifi.joins), ("wifi name", wifi.name), ("wifi password", wifi.password)]
    first, second = _halves(box, round(GAP * frame.layout.fine))
    return [
        *_paint_step(frame, paints, first, wifi_code(wifi), network),
        *_paint_step(frame, paints, second, page, [("join step", wifi.opens), address]),
    ]


def _halves(box: Rect, gap: int) -> tuple[Rect, Rect]:
    """Two places side by side, or one above the other in a high box."""
    if box.width >= box.height:
        half = Rect(box.left, box.top, (box.width - gap) // 2, box.height)
        return half, half.move(box.width - half.width, 0)
    half = Rect(box.left, box.top, box.width, (box.height - gap) // 2)
    return half, half.move(0, box.height - half.height)


def _paint_step(
    frame: Frame, paints: Paintbox, place: Rect, text: str, lines: Sequence[Line]
) -> list[DrawnLine]:
    """Draws one of two codes; in a wide place its lines are beside it."""
    paper, is_wide = place, place.width >= BESIDE * place.height
    row = min(round(1.25 * ADDRESS_PX * frame.scale), paper.height // ROWS)
    side = min(paper.height, paper.width // 2)
    if not is_wide:
        side = min(paper.width, paper.height - MOST_LINES * row)
        paper = Rect(0, 0, paper.width, side + MOST_LINES * row)
        paper.center = place.center
    return _paint_sheet(frame, paints, paper, _code(paints, text, side), lines, row, is_wide=is_wide)


def _paint_sheet(
    frame: Frame,
    paints: Paintbox,
    paper: Rect,
    code: Surface,
    lines: Sequence[Line],
    row: int,
    *,
    is_wide: bool = False,
) -> list[DrawnLine]:
    """Draws a code on its paper, and lines of this height below or beside it."""
    paints.panel(frame.surface, paper, PAPER, PAPER, 0, round(14 * frame.layout.fine))
    if is_wide:
        at = code.get_rect(midleft=paper.midleft)
        words = Rect(at.right, 0, paper.right - at.right, row * len(lines))
        words.centery = paper.centery
    else:
        at = code.get_rect(midtop=paper.midtop)
        words = Rect(paper.left, 0, paper.width, row * len(lines))
        words.bottom = paper.bottom
    frame.surface.blit(code, at)
    written = []
    for number, (what, text) in enumerate(lines):
        line = Rect(words.left, words.top + row * number, words.width, row)
        px = round(min(ADDRESS_PX * frame.scale, 0.85 * row))
        fitted = paints.type.fit(text, line.inflate(-24, 0).size, px, bold=True, leading=TIGHT)
        written += paints.type.write(frame.surface, what, fitted, line, INK, PAPER)
    return written


def _code(paints: Paintbox, text: str, side: int) -> Surface:
    """The code of a text, kept as long as it is needed."""
    return paints.keep(("code", text, side), lambda: picture(text, side))


def wifi_code(wifi: Wifi) -> str:
    """What phones read as "join this network"; empty if the library for codes is missing."""
    try:
        helpers = import_module("segno.helpers")
    except ModuleNotFoundError:
        return ""
    text: str = helpers.make_wifi_data(ssid=wifi.name, password=wifi.password, security="WPA")
    return text


def picture(text: str, side: int) -> Surface:
    """The code of a text, at most `side` pixels wide; each module is a whole number of pixels."""
    try:
        segno = import_module("segno")
    except ModuleNotFoundError:
        return Surface((1, 1))
    rows = [bytes(row) for row in segno.make(text, error="l", micro=False).matrix]
    module = max(1, side // (len(rows) + 2 * QUIET))
    surface = Surface((module * (len(rows) + 2 * QUIET),) * 2)
    surface.fill(PAPER)
    for top, row in enumerate(rows, QUIET):
        for left, dark in enumerate(row, QUIET):
            if dark:
                surface.fill(INK, (module * left, module * top, module, module))
    return surface
