"""How phones find the table: a code to scan, and the address to type."""

from __future__ import annotations

from importlib import import_module

from pygame import Rect, Surface

from table.board.paint.frame import Frame
from table.board.paint.paintbox import Paintbox
from table.board.paint.text import TIGHT, DrawnLine

PAPER, INK = (255, 255, 255), (10, 12, 22)
ADDRESS_PX = 54
SHARE = 0.26
"""Of the middle's width, for the code beside a menu."""
QUIET = 4
"""Modules of empty paper round a code, as its standard asks for."""


def join_box(frame: Frame) -> Rect:
    """Where code and address stand; empty where no phone can take a seat."""
    layout, board = frame.layout, frame.board
    if not board.join or board.scene != "attract":
        return Rect(0, 0, 0, 0)
    middle = layout.middle
    if board.menu:
        width = round(SHARE * middle.width)
        return Rect(middle.right - width, middle.top, width, middle.height)
    if frame.invites:
        height = round(0.42 * frame.surface.get_height())
        box = Rect(0, 0, round(1.35 * height), height)
        box.midbottom = frame.surface.get_width() // 2, layout.caption.top - round(24 * layout.fine)
        return box
    box = Rect(0, 0, round(0.5 * layout.square.width), round(0.9 * layout.square.height))
    box.center = layout.square.center
    return box


def paint_join(frame: Frame, paints: Paintbox, box: Rect) -> list[DrawnLine]:
    """Draws the code on white paper with the name or address below it; only those words if the library for
    codes is missing."""
    address = frame.board.join
    letters = round(1.25 * ADDRESS_PX * frame.scale)
    code = paints.keep(
        ("code", address, box.size), lambda: picture(address, min(box.width, box.height - letters))
    )
    sheet = Rect(0, 0, max(code.get_width(), min(box.width, 9 * letters)), code.get_height() + letters)
    sheet.center = box.center
    paints.panel(frame.surface, sheet, PAPER, PAPER, 0, round(14 * frame.layout.fine))
    frame.surface.blit(code, code.get_rect(midtop=sheet.midtop))
    line = Rect(sheet.left, sheet.bottom - letters, sheet.width, letters)
    shown = frame.board.join_name or address
    fitted = paints.type.fit(
        shown, line.inflate(-24, 0).size, round(ADDRESS_PX * frame.scale), bold=True, leading=TIGHT
    )
    return paints.type.write(frame.surface, "join", fitted, line, INK, PAPER)


def picture(address: str, side: int) -> Surface:
    """The code of an address, at most `side` pixels wide; each module is a whole number of pixels."""
    try:
        segno = import_module("segno")
    except ModuleNotFoundError:
        return Surface((1, 1))
    rows = [bytes(row) for row in segno.make(f"http://{address}", error="m", micro=False).matrix]
    module = max(1, side // (len(rows) + 2 * QUIET))
    surface = Surface((module * (len(rows) + 2 * QUIET),) * 2)
    surface.fill(PAPER)
    for top, row in enumerate(rows, QUIET):
        for left, dark in enumerate(row, QUIET):
            if dark:
                surface.fill(INK, (module * left, module * top, module, module))
    return surface
