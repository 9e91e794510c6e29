"""The Angel wins by dying early."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.werewolf.rules.pieces import Card, Elimination, Game, Seat, Win, moment

WINNING = ("devoured", "poisoned")
"""The deaths of the first night by which the Angel wins."""
ANGEL = Card("angel", "solitary", sign=(4, "anticlockwise"))


@ANGEL.when_in_love
def stay(_: Game, angel: Seat) -> None:
    """BO-36: an Angel in love only wants to survive with their partner."""
    angel.nature = "villager"


@ANGEL.when_taken
def come_late(game: Game, angel: Seat) -> None:
    """CH-32: taken after the first morning the Angel is a simple villager."""
    if game.number > 0 and angel.nature == "solitary":
        angel.nature = "villager"


@moment(ANGEL)
async def fade(game: Game) -> None:
    """BO-35: on the first morning the Angel becomes a simple villager, unless they die a death by which they
    win."""
    for angel in game.alive if game.number == 1 else ():
        wins = any(token.key in WINNING for token in angel.tokens)
        if angel.card is ANGEL and angel.nature == "solitary" and not wins:
            angel.nature = "villager"


@ANGEL.after_death
async def ascend(game: Game, death: Elimination) -> Sequence[Elimination] | Win:
    """BO-34, BO-54: voted out on day 0, or devoured or poisoned in the first night, the Angel wins at
    once."""
    by_vote = death.cause == "voted" and game.number == 0
    by_night = death.cause in WINNING and game.number == 1
    if death.seat.nature == "solitary" and (by_vote or by_night):
        return Win(ANGEL.key, (death.seat,))
    return []
