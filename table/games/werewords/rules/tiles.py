"""The tiles, and the sets that can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from table.errors import Reason, RefusedError, either

Team = Literal["village", "werewolves"]

FEWEST, MOST = 3, 20
"""The fewest and the most players (MG-54, MG-1)."""


class Tile:
    """A role. `team`: whom its holder wins with; `counted`: whether MG-37 counts it for that team; `copies`:
    the valid numbers of it in a set, None for any. Compared by identity: one object for each role."""

    def __init__(
        self,
        key: str,
        team: Team = "village",
        *,
        counted: bool = True,
        copies: Sequence[int] | None = (0, 1),
    ) -> None:
        self.key = key
        self.team: Team = team
        self.counted = counted
        self.copies = copies

    def __repr__(self) -> str:
        return self.key


MAYOR = Tile("mayor", counted=False, copies=(1,))
SEER = Tile("seer")
WEREWOLF = Tile("werewolf", "werewolves", copies=(1, 2, 3))
VILLAGER = Tile("villager", copies=None)
APPRENTICE = Tile("apprentice")
MINION = Tile("minion", "werewolves")
FORTUNE_TELLER = Tile("fortune_teller")
MASON = Tile("mason", copies=(0, 2))
THING = Tile("thing")
BEHOLDER = Tile("beholder")
DOPPELGANGER = Tile("doppelganger", counted=False)

TILES = {
    tile.key: tile
    for tile in (
        MAYOR,
        SEER,
        WEREWOLF,
        VILLAGER,
        APPRENTICE,
        MINION,
        FORTUNE_TELLER,
        MASON,
        THING,
        BEHOLDER,
        DOPPELGANGER,
    )
}


def usual(players: int) -> tuple[Tile, ...]:
    """MG-1, MG-54: the set of the classic game, one tile more than there are players."""
    wolves = 1 if players < 7 else 2 if players < 12 else 3
    special = (MAYOR, SEER, *(WEREWOLF,) * wolves)
    return special + (VILLAGER,) * (players + 1 - len(special))


def check_set(tiles: Sequence[Tile], players: int) -> None:
    """Raises `RefusedError`, with the reason, if this number of players cannot play this set (MG-37,
    MG-54)."""
    if not FEWEST <= players <= MOST:
        raise RefusedError(Reason("tiles.players", number=players, least=FEWEST, most=MOST), "seats")
    if len(tiles) != players + 1:
        why = Reason("tiles.number", number=len(tiles), players=players, allowed=players + 1)
        raise RefusedError(why, "cards")
    held = Counter(tiles)
    for tile in TILES.values():
        if tile.copies and held[tile] not in tile.copies:
            allowed = either([str(number) for number in tile.copies])
            why = Reason("tiles.copies", role=tile.key, number=held[tile], allowed=allowed)
            raise RefusedError(why, "cards")
    if not held[SEER] and not held[FORTUNE_TELLER]:
        raise RefusedError(Reason("tiles.no_seer"), "cards")
    village, wolves = (
        sum(number for tile, number in held.items() if tile.counted and tile.team == team)
        for team in ("village", "werewolves")
    )
    if village <= wolves:
        raise RefusedError(Reason("tiles.more_wolves", village=village, wolves=wolves), "cards")
