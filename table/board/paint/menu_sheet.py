"""Draws a menu on a sheet over the scene, in letters that can be read from far away."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

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

ROW, ROW_MOST, ENTRY_PX = 76, 92, 60
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
"""Share of the width for the labels of entries with a value, unless a value needs more."""


def paint_menu(frame: Frame, paints: Paintbox, menu: Menu) -> list[DrawnLine]:
    """Draws `menu` on a sheet below the header.

    It shows as many entries as fit, with the cursor's among them; a triangle above or below means that
    there are more. Under them are the note of the cursor's entry and the hint about the buttons.
    """
    surface, types, scale, fine = frame.surface, paints.type, frame.scale, frame.layout.fine
    ground, ink, area = NIGHT.caption, NIGHT.caption_ink, menu_area(frame)
    radius, edge = round(26 * fine), max(2, round(3 * fine))
    pygame.draw.rect(surface, ground, area, border_radius=radius)
    pygame.draw.rect(surface, NIGHT.edge, area, edge, border_radius=radius)
    inner = area.inflate(round(-100 * fine), round(-28 * fine))
    if len(menu.entries) == 1 and not menu.entries[0].value:
        return _message(frame, types, menu, inner)
    written: list[DrawnLine] = []
    if menu.hint:
        box = Rect(inner.left, 0, inner.width, round(1.2 * HINT_PX * scale))
        box.bottom = inner.bottom
        inner.height -= box.height
        fitted = types.fit(menu.hint, box.size, round(HINT_PX * scale), leading=TIGHT)
        written += types.write(surface, "menu hint", fitted, box, NIGHT.mark, ground)
    if any(entry.note for entry in menu.entries):
        box = Rect(inner.left, 0, inner.width, round(2.4 * NOTE_PX * scale))
        box.bottom = inner.bottom
        inner.height -= box.height
        if note := menu.entries[menu.cursor].note:
            fitted = types.fit(note, box.size, round(NOTE_PX * scale), lines=2, leading=NOTE_LEADING)
            written += types.write(surface, "menu note", fitted, box, ink, ground)
    first, count = window(menu, max(1, inner.height // round(ROW * scale)))
    height = min(inner.height // max(1, count), round(ROW_MOST * scale))
    top = inner.top + (inner.height - count * height) // 2
    for row, entry in enumerate(menu.entries[first : first + count]):
        number = first + row
        box = Rect(inner.left, top + row * height, inner.width, height)
        written += _entry(frame, types, number, entry, box, number == menu.cursor)
    more = ((first > 0, top, 1), (first + count < len(menu.entries), top + count * height, -1))
    for there, y, down in more:
        if there:
            half = round(0.3 * GAP * fine)
            x = area.right - round(34 * fine)
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
    room = Rect(box.left + round(62 * frame.layout.usual), box.top + edge, 0, box.height - 2 * edge)
    room.width = box.right - round(24 * fine) - room.left
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
    endless = (100 * room.width, room.height)
    label_px, value_px = (
        types.width(types.fit(text, endless, largest, bold=bold, leading=TIGHT))
        for text, bold in ((entry.label, False), (entry.value, True))
    )
    both = room.width - gap
    needed = max(both - value_px, both * label_px / (label_px + value_px))
    label = room.copy()
    label.width = round(min(LABEL_SHARE * room.width, needed))
    left = label.right + gap
    return label, Rect(left, room.top, room.right - left, room.height)
