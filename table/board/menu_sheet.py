"""A menu as pygame draws it: a sheet over the scene, large enough for the other end of the room."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from table.board.menu import Entry, Menu
from table.board.palette import NIGHT, Colour
from table.board.text import Typesetter, Written
from table.gestures import Meaning

KEYS = {
    pygame.K_UP: Meaning.BACK,
    pygame.K_LEFT: Meaning.BACK,
    pygame.K_DOWN: Meaning.NEXT,
    pygame.K_RIGHT: Meaning.TAKE,
    pygame.K_RETURN: Meaning.TAKE,
    pygame.K_KP_ENTER: Meaning.TAKE,
}
"""The arrows and Enter turn through a menu."""

ROW, ENTRY_PX = 76, 60
"""Height of an entry, and of its letters, on a board of 1080 lines."""
NOTE_PX, HINT_PX = 56, 44
GAP = 26
LABEL_SHARE = 0.52
"""Of the width, for an entry with a value."""


def paint_menu(surface: Surface, menu: Menu, area: Rect, scale: float, types: Typesetter) -> list[Written]:
    """Draws `menu` on a sheet that fills `area`. As many entries as fit are shown, the one pointed at among
    them; a triangle above or below says that there are more. What the entry pointed at has to say stands
    under them, then what the buttons do."""
    ground, ink = NIGHT.caption, NIGHT.caption_ink
    radius, edge = round(26 * scale), max(2, round(3 * scale))
    pygame.draw.rect(surface, ground, area, border_radius=radius)
    pygame.draw.rect(surface, NIGHT.edge, area, edge, border_radius=radius)
    inner = area.inflate(round(-100 * scale), round(-28 * scale))
    written: list[Written] = []
    if menu.hint:
        box = Rect(inner.left, 0, inner.width, round(1.3 * HINT_PX * scale))
        box.bottom = inner.bottom
        inner.height -= box.height
        fitted = types.fit(menu.hint, box.size, round(HINT_PX * scale))
        written += types.write(surface, "menu hint", fitted, box, NIGHT.quiet, ground)
    if any(entry.note for entry in menu.entries):
        box = Rect(inner.left, 0, inner.width, round(2.6 * NOTE_PX * scale))
        box.bottom = inner.bottom
        inner.height -= box.height
        if note := menu.entries[menu.cursor].note:
            fitted = types.fit(note, box.size, round(NOTE_PX * scale), lines=2)
            written += types.write(surface, "menu note", fitted, box, ink, ground)
    first, count = window(menu, max(1, inner.height // round(ROW * scale)))
    height = min(inner.height // max(1, count), round(ROW * scale))
    top = inner.top + (inner.height - count * height) // 2
    for row, entry in enumerate(menu.entries[first : first + count]):
        number = first + row
        box = Rect(inner.left, top + row * height, inner.width, height)
        written += _entry(surface, number, entry, box, scale, types, number == menu.cursor)
    more = ((first > 0, top, 1), (first + count < len(menu.entries), top + count * height, -1))
    for there, y, down in more:
        if there:
            half = round(0.3 * GAP * scale)
            x = area.right - round(34 * scale)
            corners = [(x - 2 * half, y + 2 * down * half), (x + 2 * half, y + 2 * down * half), (x, y)]
            pygame.draw.polygon(surface, NIGHT.mark, corners)
    return written


def meant_by(event: pygame.event.Event) -> Meaning | None:
    """What a key says of a menu; None for whatever says nothing."""
    return KEYS.get(event.key) if event.type == pygame.KEYDOWN else None


def window(menu: Menu, rows: int) -> tuple[int, int]:
    """The first entry that is shown and how many are, of a menu for which there are so many rows."""
    count = min(rows, len(menu.entries))
    first = min(max(0, menu.cursor - count // 2), len(menu.entries) - count)
    return first, count


def _entry(
    surface: Surface, number: int, entry: Entry, box: Rect, scale: float, types: Typesetter, pointed: bool
) -> list[Written]:
    """One line: its label, and to the right what it stands at. The one pointed at lies on a bar, with a
    triangle before it."""
    ground: Colour = NIGHT.mark if pointed else NIGHT.caption
    ink: Colour = NIGHT.caption if pointed else NIGHT.caption_ink
    edge = round(2 * scale)
    if pointed:
        pygame.draw.rect(surface, ground, box.inflate(0, -edge), border_radius=round(16 * scale))
        half = round(0.16 * box.height)
        left = box.left + round(16 * scale)
        corners = [(left, box.centery - half), (left, box.centery + half), (left + 2 * half, box.centery)]
        pygame.draw.polygon(surface, ink, corners)
    room = Rect(box.left + round(62 * scale), box.top + edge, 0, box.height - 2 * edge)
    room.width = box.right - round(24 * scale) - room.left
    parts: Sequence[tuple[str, str, Rect]] = [(f"entry {number}", entry.label, room)]
    if entry.value:
        label = room.copy()
        label.width = round(LABEL_SHARE * room.width)
        value = Rect(label.right + round(GAP * scale), room.top, 0, room.height)
        value.width = room.right - value.left
        parts = [(f"entry {number}", entry.label, label), (f"value {number}", entry.value, value)]
    written = []
    for what, text, place in parts:
        fitted = types.fit(text, place.size, round(ENTRY_PX * scale), bold=what.startswith("value"))
        written += types.write(surface, what, fitted, place, ink, ground, align="left")
    return written
