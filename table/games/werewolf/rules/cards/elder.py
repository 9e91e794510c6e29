"""The Elder survives the first meal, and takes the villagers' powers along in some deaths."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.requests import say
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Elimination, Game, Seat, Token

SECOND_LIFE = Token("second life")
ELDER = Card("elder", sign=(3, "still"), brings=(SECOND_LIFE,))


@ELDER.announces
class PowersLost(News, frozen=True):
    """BO-17: the villagers' special powers are gone."""

    kept = ("PowersLost",)
    key = "powers_lost"


@SECOND_LIFE.instead
def survive(_: Game, elder: Seat, doom: Elimination) -> bool:
    """BO-16, BO-44: the first time they are devoured, the Elder survives."""
    if doom.cause != "devoured":
        return False
    elder.tokens.remove(SECOND_LIFE)
    return True


@ELDER.after_death
async def powers_lost(game: Game, death: Elimination) -> Sequence[Elimination]:
    """BO-17: killed by a vote, poison or a shot, the Elder takes all villagers' powers along."""
    if death.cause in ("voted", "poisoned", "shot"):
        game.powers_lost = True
        await say(PowersLost())
    return []
