"""The box of Mots-garous: its sets of tiles, by the number of players."""

from __future__ import annotations

from table.engine.answers import written
from table.errors import Reason, RefusedError
from table.games.werewords.rules.calls import calls
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.tiles import (
    APPRENTICE,
    BEHOLDER,
    DOPPELGANGER,
    FEWEST,
    FORTUNE_TELLER,
    MASON,
    MAYOR,
    MINION,
    MOST,
    SEER,
    THING,
    TILES,
    VILLAGER,
    WEREWOLF,
    Tile,
    check_set,
    usual,
)

OF_WORDS = "words"
"""The place of a refusal that concerns words, not a set."""
SETS = ("classic", "deluxe", "initials")
DELUXE: tuple[tuple[Tile, int], ...] = (
    *((BEHOLDER, 5), (MINION, 6), (APPRENTICE, 7), (THING, 8), (MASON, 9), (MASON, 9), (DOPPELGANGER, 11)),
)
"""The role that replaces a villager, and from how many players on."""
WORD_CALLS = (
    *calls(tuple(TILES.values()), Options()),
    *calls((WEREWOLF, WEREWOLF), Options()),
)
"""The keys of all calls of all sets."""


class Game:
    """Mots-garous as a rulebook."""

    def __init__(self) -> None:
        self.key = "mots-garous"
        self.least = FEWEST
        self.fewest = 0
        self.most = MOST
        self.cards = tuple(TILES.values())


MOTS_GAROUS = Game()


def tiles_of(text: str, players: int) -> tuple[Tile, ...]:
    """The set for this number of players: one of `SETS`, or its special tiles written out, as "seer,
    werewolf=2"; the Mayor and villagers are added. Raises `RefusedError` if it cannot be played."""
    if not FEWEST <= players <= MOST:
        raise RefusedError(Reason("tiles.players", number=players, least=FEWEST, most=MOST), "seats")
    if text == "classic":
        return usual(players)
    if text == "initials":
        return tuple(FORTUNE_TELLER if tile is SEER else tile for tile in usual(players))
    if text == "deluxe":
        special = [*(tile for tile in usual(players) if tile is not VILLAGER)]
        special += [tile for tile, least in DELUXE if players >= least]
    else:
        special = [MAYOR, *(tile for tile in _read(text) if tile not in (MAYOR, VILLAGER))]
    tiles = (*special, *(VILLAGER,) * (players + 1 - len(special)))
    check_set(tiles, players)
    return tiles


def _read(text: str) -> list[Tile]:
    """Parses tiles written as "seer, werewolf=2"."""
    tiles: list[Tile] = []
    for part in text.split(","):
        key, equals, number = (word.strip() for word in part.partition("="))
        if key not in TILES:
            allowed = ", ".join((*SETS, *TILES))
            why = Reason("deck.no_role", value=written(key), rulebook=MOTS_GAROUS.key, allowed=allowed)
            raise RefusedError(why, "tiles")
        if equals and number not in ("1", "2", "3"):
            raise RefusedError(Reason("tiles.no_number", value=written(part.strip()), role=key), "tiles")
        tiles.extend([TILES[key]] * (int(number) if equals else 1))
    return tiles
