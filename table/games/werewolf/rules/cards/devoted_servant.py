"""The Devoted Servant: takes the card of somebody the village condemns."""

from __future__ import annotations

from table.engine.requests import Sitter, say, show
from table.games.werewolf.rules.cards.villager_villager import VILLAGER_VILLAGER, KnownToAll
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Elimination, Game, Seat, covered

DEVOTED_SERVANT = Card("devoted_servant", sign=(1, "saunter"), may_be_played=False)


@DEVOTED_SERVANT.announces
class TakesCard(News, frozen=True):
    """CH-29: the Servant shows herself, and takes the card of the condemned."""

    kept = ("TakesCard", "seat", "dead")
    closes = "dead"
    key = "servant"
    pause_s = 2.0
    seat: Sitter
    dead: Sitter


def may_take(game: Game, servant: Seat, death: Elimination) -> bool:
    """CH-30: not while in love, and not for herself. A press then is as if there were none."""
    return servant not in game.lovers and servant is not death.seat


@covered(DEVOTED_SERVANT, seconds=8, may=may_take)
async def take_card(game: Game, servant: Seat, death: Elimination) -> None:
    """CH-29, CH-31: before the card of the condemned turns she takes it, and alone sees it."""
    card = game.take(servant, death.seat)
    await say(TakesCard(servant, death.seat))
    await show([servant], "taken", seat=death.seat, value=card)
    if card is VILLAGER_VILLAGER:
        await say(KnownToAll(servant))
