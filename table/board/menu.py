"""A menu on the board, turned through with the buttons of one seat: plain data, in the evening's language."""

from __future__ import annotations

import msgspec


class MenuEntry(msgspec.Struct, frozen=True):
    """One line of a menu."""

    label: str
    """What it is about, a few words: "Deck"."""
    value: str = ""
    """Its value: "Beginner". Empty for an action."""
    note: str = ""
    """A description to show while the cursor is on it, at most about 120 characters."""


class Menu(msgspec.Struct):
    """Lines with a cursor on one of them."""

    title: str
    entries: list[MenuEntry]
    cursor: int = 0
    """The index of the line with the cursor."""
    hint: str = ""
    """What the buttons do here, in one line."""
    invites: bool = False
    """Whether this asks somebody to take a free pod: all of them breathe while it is shown."""


def window(menu: Menu, rows: int) -> tuple[int, int]:
    """The first visible entry and the number of visible ones, in a menu with `rows` rows."""
    count = min(rows, len(menu.entries))
    first = min(max(0, menu.cursor - count // 2), len(menu.entries) - count)
    return first, count


def entry_line(entry: MenuEntry) -> str:
    """One entry of a menu, with its value: "Cards · beginners"."""
    return f"{entry.label} · {entry.value}" if entry.value else entry.label
