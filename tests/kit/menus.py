"""Turns to the entries of a menu by their names, as a host does: however many are before them."""

from __future__ import annotations

from table.appliance.menu.menus import MenuCursor
from table.board.menu import Menu, MenuEntry
from table.gestures import Meaning

STEPS_MOST = 300
"""More steps than any menu needs."""


def step_to(menu: Menu, label: str, more: str) -> Meaning | None:
    """The next gesture on the way to this entry, through `more` if it is on another page; None: the cursor is
    there."""
    labels = [entry.label for entry in menu.entries]
    target = label if label in labels else more
    if labels[menu.cursor] != target:
        return Meaning.NEXT
    return None if target == label else Meaning.TAKE


def turn_to(turning: MenuCursor, label: str) -> MenuEntry:
    """Moves the cursor to this entry. Returns it."""
    more = turning.words.text("host.more_entries") if turning.words else ""
    for _ in range(STEPS_MOST):
        menu = turning.menu()
        step = step_to(menu, label, more)
        if step is None:
            return menu.entries[menu.cursor]
        turning.hear(step)
    raise LookupError(f"{label} is not in the menu")
