"""Turns to the entries of a menu by their names, as a host does: however many are before them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from table.appliance.menu.menus import Item, MenuCursor, MenuTexts
from table.board.menu import Menu, MenuEntry
from table.gestures import Meaning

MORE = MenuTexts("en").text("host.more_entries")
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


def steps_to(labels: Sequence[str], label: str) -> Iterator[Meaning]:
    """The gestures that take this entry of a menu with these entries, from the first on."""
    taken: list[str] = []
    items = [Item(one, take=partial(taken.append, one)) for one in labels]
    turning = MenuCursor("", lambda: items, "", MenuTexts("en"))
    while not taken:
        step = step_to(turning.menu(), label, MORE) or Meaning.TAKE
        turning.hear(step)
        yield step


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
