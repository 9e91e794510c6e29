"""The Two Sisters know that they can trust each other."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.requests import show
from table.games.werewolf.rules.pieces import Card, Game, Seat, together

TWO_SISTERS = Card("two_sisters", sign=(2, "hop"), copies=2, options=("sisters_confer",))


def nights(game: Game) -> bool:
    """BO-12: the first night, and by option nights 2, 4 and so on to confer in silence."""
    return game.number == 1 or (game.options.sisters_confer and game.number % 2 == 0)


@together(TWO_SISTERS, "two_sisters", when=nights, seconds=8)
async def meet(game: Game, awake: Sequence[Seat]) -> None:
    """BO-12: the sisters wake together and learn who the other is; BO-55: each sees her living sister, if
    any."""
    for sister in awake:
        for other in game.alive:
            if other.card is TWO_SISTERS and other is not sister:
                await show([sister], "sister", seat=other)
