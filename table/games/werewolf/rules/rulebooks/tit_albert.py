"""Tit Albert Dan Vilaz: the Mauritian version of the game, with its own texts."""

from __future__ import annotations

from dataclasses import replace

from table.games.werewolf.rules.pieces import Card
from table.games.werewolf.rules.rulebooks import thiercelieux
from table.games.werewolf.rules.rulebooks.thiercelieux import (
    BASE_OPTIONS,
    CHARACTERS,
    THIERCELIEUX,
    of_wolves,
)


def simplified(players: int) -> tuple[Card, ...]:
    """LG-3: as in the 2009 rules, with a fourth werewolf from 18 players on."""
    return thiercelieux.simplified(players) if players < 18 else of_wolves(4, players)


TIT_ALBERT = replace(
    THIERCELIEUX,
    key="tit-albert",
    # CH-1: its telling has no names for these.
    cards=tuple(card for card in THIERCELIEUX.cards if card not in CHARACTERS),
    simplified=simplified,
    hunter_must_shoot=False,
    options=(*BASE_OPTIONS, "one_potion"),
)
