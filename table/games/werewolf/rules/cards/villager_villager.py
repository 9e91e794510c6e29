"""The Villager-Villager: everybody knows them for a villager."""

from __future__ import annotations

from table.engine.requests import Sitter, say
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Game, moment

VILLAGER_VILLAGER = Card("villager_villager", sign=(3, "saunter"), may_be_played=False, is_seen=True)


@VILLAGER_VILLAGER.announces
class KnownToAll(News, frozen=True):
    """CH-52: everybody knows who holds this card."""

    kept = ("KnownToAll", "seat")
    opens = VILLAGER_VILLAGER
    key = "villager_villager"
    seat: Sitter


@moment(VILLAGER_VILLAGER)
async def be_known(game: Game) -> None:
    """CH-52: told before the first night."""
    for seat in game.owners(VILLAGER_VILLAGER):
        await say(KnownToAll(seat))
