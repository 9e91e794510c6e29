"""How phones find the table: a code to scan and the address to type, beside the village. Two codes where the
table has a Wi-Fi of its own, or is in two networks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from pygame import Rect, Surface

from table.board.board import Board, Wifi
from table.board.paint.frame import Frame, code_px
from table.board.paint.paintbox import Paintbox
from table.board.paint.text import TIGHT, DrawnLine

PAPER, INK = (255, 255, 255), (10, 12, 22)
ADDRESS_PX = 54
ROW, ROW_LEAST = 67, 50
"""Usual and least height of a line below a code, on a board of 1080 lines."""
PAPER_SHARE = 1.4
"""Largest width of the paper, in sizes of its codes."""
QUIET = 4
"""Modules of empty paper round a code, as its standard asks for."""


class ShownCode(NamedTuple):
    """A code on the board."""

    text: str
    """What a phone reads."""
    lines: Sequence[tuple[str, str]]
    """The kind of each line below it, and what it says."""


def codes_of(board: Board) -> list[ShownCode]:
    """The codes of a board where phones can take a seat."""
    page, wifi = f"http://{board.join}", board.wifi
    address = "join", board.join_name or board.join
    if wifi:
        network = ("wifi name", f"{wifi.joins} · {wifi.name}"), ("wifi password", wifi.password)
        return [
            ShownCode(wifi_code(wifi), network),
            ShownCode(page, (("join step", wifi.opens), address)),
        ]
    if board.join_other:
        other = "join other", board.join_other
        return [
            ShownCode(page, (("join", board.join),)),
            ShownCode(f"http://{board.join_other}", (other,)),
        ]
    return [ShownCode(page, (address,))]


def paint_join(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the codes side by side on white paper, with their words below, and how many of all people are in.
    Only the words if the library for codes is missing."""
    board, layout, box = frame.board, frame.layout, frame.layout.aside
    if not box:
        return []
    codes = codes_of(board)
    rows = max(len(code.lines) for code in codes) + bool(board.people)
    room = box.width // len(codes), box.height - rows * round(ROW_LEAST * layout.usual)
    side = min(*room, code_px(frame.surface.get_size(), board))
    row = min(round(ROW * frame.scale), (box.height - side) // rows)
    paper = Rect(0, 0, min(box.width, round(PAPER_SHARE * len(codes) * side)), side + rows * row)
    paper.center = box.center
    if not board.people:
        paper.bottomright = box.bottomright
    paints.panel(frame.surface, paper, PAPER, PAPER, 0, round(14 * layout.fine))
    written = list[DrawnLine]()

    def write(what: str, text: str, line: Rect) -> None:
        px = round(min(ADDRESS_PX * frame.scale, 0.85 * row))
        fitted = paints.type.fit(text, line.inflate(-24, 0).size, px, bold=True, leading=TIGHT)
        written.extend(paints.type.write(frame.surface, what, fitted, line, INK, PAPER))

    width = paper.width // len(codes)
    for number, code in enumerate(codes):
        place = Rect(paper.left + number * width, paper.top, width, side)
        shown = _code(paints, code.text, side)
        frame.surface.blit(shown, shown.get_rect(center=place.center))
        for below, (what, text) in enumerate(code.lines):
            write(what, text, Rect(place.left, place.bottom + below * row, width, row))
    if board.people:
        write("join people", board.people, Rect(paper.left, paper.bottom - row, paper.width, row))
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
