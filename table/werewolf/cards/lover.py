"""The Lovers: two tokens that bind two lives."""

from __future__ import annotations

from collections.abc import Sequence

from table.werewolf.pieces import Elimination, Token
from table.werewolf.state import Game, Seat

LOVER = Token("lover")


def fall_in_love(game: Game, pair: Sequence[Seat]) -> None:
    """Lays the two tokens."""
    game.lovers = tuple(sorted(pair, key=lambda seat: seat.index))
    for seat in pair:
        seat.tokens.append(LOVER)


def beloved(game: Game, seat: Seat) -> Seat | None:
    """Whom this seat loves, or None."""
    if seat not in game.lovers:
        return None
    one, other = game.lovers
    return other if seat is one else one


def crossed(game: Game) -> bool:
    """LG-30: whether the Lovers are of different natures, and so a camp of their own."""
    return bool(game.lovers) and game.lovers[0].nature != game.lovers[1].nature


@LOVER.after_death
async def grief(game: Game, death: Elimination) -> Sequence[Elimination]:
    """LG-18: when one Lover is eliminated, by any cause, the other dies of grief at once."""
    other = beloved(game, death.seat)
    return [Elimination(other, "grief")] if other and other.alive else []
