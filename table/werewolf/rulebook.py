"""What a box of the game says: three printed lists, and its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from table.werewolf.pieces import Call, Camp, Card, Cause, Doom, Piece
from table.werewolf.state import Game, Seat


class Win(NamedTuple):
    """Who has won, and everybody of that camp, dead members too (LG-34)."""

    camp: Camp
    seats: tuple[Seat, ...]


Victory = Callable[[Game], Win | None]


class Rulebook(msgspec.Struct, frozen=True):
    """The order of each list is the order in which it happens; there is no other."""

    key: str
    cards: tuple[Card, ...]
    """The roles it takes (LG-61)."""
    least: int
    most: int
    """Players its box is made for; more are allowed with a warning (LG-4)."""
    simplified: Callable[[int], tuple[Card, ...]]
    """LG-3: the deal of the simplified game for a number of players."""

    calls: tuple[Call, ...]
    """The night, first to last."""
    dooms: tuple[Doom, ...]
    """LG-41: who has several causes at one dawn dies of the first of these."""
    reactions: tuple[Piece, ...]
    """LG-20: what a death brings, and in which order."""
    victories: tuple[Victory, ...]
    """LG-33: the first that holds wins alone."""

    hunter_shoots: tuple[Cause, ...]
