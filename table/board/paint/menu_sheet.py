"""Draws a menu on a sheet beside the land, in letters that can be read from far away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame
from pygame import Rect

from table.board.board import Scene
from table.board.menu import Menu, MenuEntry, window
from table.board.paint.frame import Frame
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import NIGHT, Colour
from table.board.paint.text import TIGHT, DrawnLine, Typesetter
from table.gestures import Meaning

KEYS = {
    pygame.K_UP: Meaning.BACK,
    pygame.K_LEFT: Meaning.BACK,
    pygame.K_DOWN: Meaning.NEXT,
    pygame.K_RIGHT: Meaning.TAKE,
    pygame.K_RETURN: Meaning.TAKE,
    pygame.K_KP_ENTER: Meaning.TAKE,
}
"""The meaning of the arrows and Enter in a menu."""

ROW, ROW_MOST, ENTRY_PX = 64, 92, 60
"""`ROW`, `ROW_MOST`: usual and largest height of an entry, on a board of 1080 lines. `ENTRY_PX`: its largest
letters."""
NOTE_PX, HINT_PX = 56, 54
NOTE_LEADING = 1.16
MESSAGE_PX, MESSAGE_HINT_PX = 92, 68
"""`MESSAGE_PX`: letters of a single entry. `MESSAGE_HINT_PX`: letters of the hint about the buttons below
it."""
MESSAGE_LINES = 8
"""Most lines of a single entry, which may be a whole sentence about a faulty file."""
GAP = 26
LABEL_SHARE = 0.52
"""Share of the width for the labels of entries with a value, unless a label or a value needs more."""
LAND_SHARES, LAND_ABOVE = (0.4, 0.36, 0.32, 0.28), 0.36
"""Shares of a menu's width that may be left to the land beside its rows, the largest first; and share of its
height above them on an upright board."""
LETTERS_PX = 42, 57
"""Letters of the entries beside the land: the least on a board of 4:3, and on a wider one."""
COVERED: frozenset[Scene] = frozenset({"deal", "look", "over", "told", "test"})
"""Scenes that show no village beside a menu."""


class MenuSheet(NamedTuple):
    """The boxes of a menu's parts."""

    papers: tuple[Rect, ...]
    """The boxes that together are the sheet."""
    rows: Rect
    note: Rect
    """The box of the note of the cursor's entry; empty if no entry has one."""
    hint: Rect
    """The box of the hint about the buttons; empty without one."""
    land: Rect
    """The box beside the sheet in which the village is seen; empty without room for it."""


def sheet_of(frame: Frame, types: Typesetter, menu: Menu) -> MenuSheet:
    """The parts of a menu's sheet. The land is beside the rows if they can still be read, or above them on an
    upright board."""
    scale, fine, area = frame.scale, frame.layout.fine, menu_area(frame)
    inner, gap = area.inflate(round(-100 * fine), round(-20 * fine)), round(GAP * fine)
    has_note = any(entry.note for entry in menu.entries)
    hint = Rect(inner.left, 0, inner.width, round(1.2 * HINT_PX * scale) if menu.hint else 0)
    hint.bottom = inner.bottom
    note = Rect(inner.left, 0, inner.width, round(2.4 * NOTE_PX * scale) if has_note else 0)
    note.bottom = hint.top
    rows = Rect(inner.left, inner.top, inner.width, note.top - inner.top)
    land, papers = Rect(area.topright, (0, 0)), [area]
    if is_message(menu) or not frame.board.places or frame.board.secret or frame.board.scene in COVERED:
        pass
    elif area.width > area.height:
        beside = round(40 * fine) + gap
        most = area.right - beside - rows.left - _needed(frame, types, menu)
        if share := next((share for share in LAND_SHARES if share * area.width <= most), 0.0):
            land = Rect(0, area.top, round(share * area.width), rows.bottom - area.top - gap)
            land.right = area.right
            rows.width = land.left - beside - rows.left
            left = Rect(area.topleft, (land.left - gap - area.left, area.height))
            papers = [left, Rect(area.left, rows.bottom, area.width, area.bottom - rows.bottom)]
    else:
        land = Rect(area.topleft, (area.width, round(LAND_ABOVE * area.height)))
        below = land.bottom + gap
        papers = [Rect(area.left, below, area.width, area.bottom - below)]
        top = below + round(14 * fine)
        rows.height, rows.top = rows.bottom - top, top
    return MenuSheet(tuple(papers), rows, note, hint, land)


def is_message(menu: Menu) -> bool:
    """Whether a menu is only a text to read."""
    return len(menu.entries) == 1 and not menu.entries[0].value


def paint_menu(frame: Frame, paints: Paintbox, menu: Menu) -> list[DrawnLine]:
    """Draws `menu` on a sheet below the header.

    It shows as many entries as fit, with the cursor's among them; a triangle above or below means that
    there are more. Under them are the note of the cursor's entry and the hint about the buttons.
    """
    surface, types, scale, fine = frame.surface, paints.type, frame.scale, frame.layout.fine
    ground, ink, sheet = NIGHT.caption, NIGHT.caption_ink, sheet_of(frame, types, menu)
    radius, edge = round(26 * fine), max(2, round(3 * fine))
    for colour, thinner in ((NIGHT.edge, 0), (ground, -2 * edge)):
        for paper in sheet.papers:
            pygame.draw.rect(surface, colour, paper.inflate(thinner, thinner), border_radius=radius)
    if is_message(menu):
        inner = sheet.papers[0].inflate(round(-100 * fine), round(-28 * fine))
        return _message(frame, types, menu, inner)
    written: list[DrawnLine] = []
    if menu.hint:
        fitted = types.fit(menu.hint, sheet.hint.size, round(HINT_PX * scale), leading=TIGHT)
        written += types.write(surface, "menu hint", fitted, sheet.hint, NIGHT.mark, ground)
    if note := menu.entries[menu.cursor].note:
        fitted = types.fit(note, sheet.note.size, round(NOTE_PX * scale), lines=2, leading=NOTE_LEADING)
        written += types.write(surface, "menu note", fitted, sheet.note, ink, ground)
    rows = sheet.rows
    first, count = window(menu, max(1, rows.height // round(ROW * scale)))
    height = min(rows.height // max(1, count), round(ROW_MOST * scale))
    top = rows.top + (rows.height - count * height) // 2
    for row, entry in enumerate(menu.entries[first : first + count]):
        number = first + row
        box = Rect(rows.left, top + row * height, rows.width, height)
        written += _entry(frame, types, number, entry, box, number == menu.cursor)
    more = ((first > 0, top, 1), (first + count < len(menu.entries), top + count * height, -1))
    for there, y, down in more:
        if there:
            half = round(0.3 * GAP * fine)
            x = sheet.papers[0].right - round(20 * fine)
            corners = [(x - 2 * half, y + 2 * down * half), (x + 2 * half, y + 2 * down * half), (x, y)]
            pygame.draw.polygon(surface, NIGHT.mark, corners)
    return written


def menu_area(frame: Frame) -> Rect:
    """The box of a menu's sheet: everything below the header that no sentence needs."""
    layout, board = frame.layout, frame.board
    is_bounded = board.caption or board.notice or layout.aside
    return layout.middle if is_bounded else layout.middle.union(layout.caption)


def _message(frame: Frame, types: Typesetter, menu: Menu, inner: Rect) -> list[DrawnLine]:
    """Draws a menu of one entry as a text to read, centred, with the hint about the buttons below."""
    (entry,) = menu.entries
    written: list[DrawnLine] = []
    told = (
        ("entry 0", entry.label, MESSAGE_PX, 0.46),
        ("menu note", entry.note, NOTE_PX, 0.27),
        ("menu hint", menu.hint, MESSAGE_HINT_PX, 0.27),
    )
    shares = sum(share for _, text, _, share in told if text)
    top = inner.top
    for what, text, px, share in told:
        if text:
            box = Rect(inner.left, top, inner.width, int(inner.height * share / shares))
            is_entry, largest = what == "entry 0", round(px * frame.scale)
            lines = MESSAGE_LINES if is_entry else 3
            ink = NIGHT.mark if what == "menu hint" else NIGHT.caption_ink
            fitted = types.fit(text, box.size, largest, bold=is_entry, lines=lines, leading=NOTE_LEADING)
            written += types.write(frame.surface, what, fitted, box, ink, NIGHT.caption)
            top = box.bottom
    return written


def meant_by(event: pygame.event.Event) -> Meaning | None:
    """The meaning of a key in a menu; None if it has none."""
    return KEYS.get(event.key) if event.type == pygame.KEYDOWN else None


def _entry(
    frame: Frame, types: Typesetter, number: int, entry: MenuEntry, box: Rect, pointed: bool
) -> list[DrawnLine]:
    """Draws one entry: its label, and its value to the right. The cursor's entry is on a bar and has a
    triangle before it."""
    surface, fine = frame.surface, frame.layout.fine
    ground: Colour = NIGHT.mark if pointed else NIGHT.caption
    ink: Colour = NIGHT.caption if pointed else NIGHT.caption_ink
    edge = round(2 * fine)
    if pointed:
        pygame.draw.rect(surface, ground, box.inflate(0, -edge), border_radius=round(16 * fine))
        half = round(0.16 * box.height)
        left = box.left + round(16 * fine)
        corners = [(left, box.centery - half), (left, box.centery + half), (left + 2 * half, box.centery)]
        pygame.draw.polygon(surface, ink, corners)
    before, after = _margins(frame)
    room = Rect(box.left + before, box.top + edge, 0, box.height - 2 * edge)
    room.width = box.right - after - room.left
    parts: Sequence[tuple[str, str, Rect]] = [(f"entry {number}", entry.label, room)]
    largest = round(ENTRY_PX * frame.scale)
    if entry.value:
        label, value = _columns(types, entry, room, largest, round(GAP * fine))
        parts = [(f"entry {number}", entry.label, label), (f"value {number}", entry.value, value)]
    written = []
    for what, text, place in parts:
        fitted = types.fit(text, place.size, largest, bold=what.startswith("value"), leading=TIGHT)
        written += types.write(surface, what, fitted, place, ink, ground, align="left")
    return written


def _columns(types: Typesetter, entry: MenuEntry, room: Rect, largest: int, gap: int) -> tuple[Rect, Rect]:
    """The boxes of an entry's label and value. Values form a column; a long value begins further left, until
    label and value have letters of about the same size."""
    label_px, value_px = _widths(types, entry, room.height, largest)
    both = room.width - gap
    needed = max(both - value_px, both * label_px / (label_px + value_px))
    label = room.copy()
    label.width = round(min(max(LABEL_SHARE * room.width, label_px), needed))
    left = label.right + gap
    return label, Rect(left, room.top, room.right - left, room.height)


def _needed(frame: Frame, types: Typesetter, menu: Menu) -> int:
    """The width of rows in which all entries can be read."""
    size = frame.surface.get_size()
    px = round(LETTERS_PX[3 * size[0] > 4 * size[1]] * frame.scale)
    widest = max(sum(_widths(types, entry, 2 * px, px)) for entry in menu.entries)
    return widest + round(GAP * frame.layout.fine) + sum(_margins(frame))


def _margins(frame: Frame) -> tuple[int, int]:
    """The space before and after the words of an entry."""
    return round(62 * frame.layout.usual), round(24 * frame.layout.fine)


def _widths(types: Typesetter, entry: MenuEntry, height: int, largest: int) -> tuple[int, int]:
    """The widths of an entry's label and value, in rows of this height that are as wide as needed."""
    label, value = (
        types.fit(text, (10_000, height), largest, bold=bold, leading=TIGHT)
        for text, bold in ((entry.label, False), (entry.value, True))
    )
    return types.width(label), types.width(value)
