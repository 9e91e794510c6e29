"""What a ring can tell its owner in secret, whichever game is played."""

from __future__ import annotations

import msgspec

from table.engine.requests import Sitter


class Message(msgspec.Struct, frozen=True):
    """Signs of cards (groups of light and motion), one after the other; or a yes or no; or seats pointed at,
    none of them meaning nobody (no victim, say). `others`: whoever reads it is left out of the seats."""

    signs: tuple[tuple[int, str], ...] = ()
    seats: tuple[Sitter, ...] = ()
    yes: bool | None = None
    others: bool = False
