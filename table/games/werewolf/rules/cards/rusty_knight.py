"""The Knight with the Rusty Sword infects a wolf who eats them."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.werewolf.rules.pieces import Card, Doom, Elimination, Game

RUSTY_KNIGHT = Card("rusty_knight", sign=(4, "still"))
RUST = Doom("rust", lasts=True, told=True)


@RUSTY_KNIGHT.after_death
async def strike(game: Game, death: Elimination) -> Sequence[Elimination]:
    """BO-15, BO-48: when devoured, infects the first player to the left who ate of that meal and is still
    alive."""
    if death.cause == "devoured":
        for other in game.clockwise(death.seat):
            if other in game.meals[death.seat]:
                game.lay(other, RUST)
                break
    return []
