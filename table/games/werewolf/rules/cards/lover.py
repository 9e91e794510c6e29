"""The Lovers: two tokens that bind two lives."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.werewolf.rules.pieces import Elimination, Game, Seat, Token

LOVER = Token("lover")


def fall_in_love(game: Game, pair: Sequence[Seat]) -> None:
    """Lays the two tokens."""
    game.lovers = tuple(sorted(pair, key=lambda seat: seat.index))
    for seat in pair:
        game.lay(seat, LOVER)
        if seat.card.in_love:
            seat.card.in_love(game, seat)


def beloved(game: Game, seat: Seat) -> Seat | None:
    """The seat's partner in love, or None."""
    if seat not in game.lovers:
        return None
    one, other = game.lovers
    return other if seat is one else one


def apart(game: Game) -> Sequence[Seat]:
    """LG-30, BO-37: Lovers of different camps, who form a camp of their own.

    LG-58: after a death it counts whether the two were of different camps then.
    """
    if not game.lovers:
        return ()
    one, other = game.lovers
    if one.alive and other.alive:
        return game.lovers if one.camp != other.camp else ()
    return game.died_apart


@LOVER.after_death
async def grief(game: Game, death: Elimination) -> Sequence[Elimination]:
    """LG-18: when one Lover is eliminated, by any cause, the other dies of grief at once."""
    other = beloved(game, death.seat)
    return [Elimination(other, "grief")] if other and other.alive else []
