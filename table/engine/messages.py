"""What a ring can tell its owner in secret, in any game."""

from __future__ import annotations

import msgspec

from table.engine.requests import Sitter


class Message(msgspec.Struct, frozen=True):
    """Signs of cards (groups of light and motion), shown one after the other; or a yes or no; or seats to
    point at, where an empty list means nobody. `others`: the reader's own seat is left out."""

    signs: tuple[tuple[int, str], ...] = ()
    seats: tuple[Sitter, ...] = ()
    yes: bool | None = None
    others: bool = False
