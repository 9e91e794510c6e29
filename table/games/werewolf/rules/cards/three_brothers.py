"""The Three Brothers know that they can trust each other."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.requests import show
from table.games.werewolf.rules.pieces import Card, Game, Seat, together

THREE_BROTHERS = Card("three_brothers", sign=(2, "saunter"), copies=3, options=("brothers_confer",))


def nights(game: Game) -> bool:
    """CH-38: the first night, and by option nights 2, 4 and so on to confer in silence."""
    return game.number == 1 or (game.options.brothers_confer and game.number % 2 == 0)


@together(THREE_BROTHERS, "three_brothers", when=nights, seconds=8)
async def meet(game: Game, awake: Sequence[Seat]) -> None:
    """CH-38: the brothers wake together and learn who the others are; CH-39: each sees the living ones."""
    for brother in awake:
        for other in game.owners(THREE_BROTHERS):
            if other is not brother:
                await show([brother], "brother", seat=other)
