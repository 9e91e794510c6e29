"""The Baker sees one werewolf and one other, but not which is which."""

from __future__ import annotations

from table.engine.requests import draw, show
from table.games.werewolf.rules.pieces import Card, Game, Seat, night

BAKER = Card("baker", sign=(4, "sweep"))


@night(BAKER, seconds=6)
async def glimpse(game: Game, baker: Seat) -> None:
    """EX-4, EX-9: the Baker sees one of the pack and one of the rest, and not which is which."""
    others = [seat for seat in game.alive if seat is not baker]
    pack = [seat for seat in others if seat.nature == "werewolf"]
    rest = [seat for seat in others if seat.nature != "werewolf"]
    if pack and rest:
        pair = (await draw("baker", pack), await draw("baker", rest))
        await show([baker], "baker", value=sorted(pair, key=lambda seat: seat.index))
