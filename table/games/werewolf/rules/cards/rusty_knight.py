"""The Knight with the Rusty Sword: who eats him falls ill."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.werewolf.rules.pieces import Card, Doom, Elimination, Game

RUSTY_KNIGHT = Card("rusty_knight", sign=(4, "still"))
RUST = Doom("rust", lasts=True, told=True)


@RUSTY_KNIGHT.after_death
async def strike(game: Game, death: Elimination) -> Sequence[Elimination]:
    """BO-15, BO-48: devoured, he infects the first to his left who ate of that meal and still lives."""
    if death.cause == "devoured":
        for other in game.clockwise(death.seat):
            if other in game.meals[death.seat]:
                game.lay(other, RUST)
                break
    return []
