"""A menu on the board, turned through with the buttons of one seat: plain data, in the evening's language."""

from __future__ import annotations

import msgspec


class MenuEntry(msgspec.Struct, frozen=True):
    """One line of a menu."""

    label: str
    """What it is about, a few words: "Deck"."""
    value: str = ""
    """What it stands at: "Beginner". Empty: it is something to do, not something to set."""
    note: str = ""
    """What is to be known of it while the cursor is on it, at most about 120 characters."""


class Menu(msgspec.Struct):
    """Lines of which one is pointed at."""

    title: str
    entries: list[MenuEntry]
    cursor: int = 0
    """The entry pointed at, from 0."""
    hint: str = ""
    """What the buttons do here, in one line."""
    invites: bool = False
    """Whether somebody is asked to take a free pod: all of them breathe as long as this is shown."""


def window(menu: Menu, rows: int) -> tuple[int, int]:
    """The first entry that is shown and how many are, of a menu for which there are so many rows."""
    count = min(rows, len(menu.entries))
    first = min(max(0, menu.cursor - count // 2), len(menu.entries) - count)
    return first, count
