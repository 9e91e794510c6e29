"""The Fox smells werewolves until it is wrong once."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import ask, show
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, Token, night

SCENT = Token("scent")
FOX = Card("fox", sign=(3, "swing"), brings=(SCENT,))
SNIFF = Deed(oneself=True)


@night(FOX, answer=SEAT, seconds=14)
async def sniff(game: Game, fox: Seat) -> None:
    """BO-14: points at a player; is told whether that player or a living neighbour is a werewolf; if none is,
    the scent is lost."""
    middle = await ask(fox, "fox", may_choose(game, fox, SNIFF), by=0.65) if fox.has(SCENT) else None
    if middle:
        found = any(seat.nature == "werewolf" for seat in (middle, *game.neighbours(middle)))
        await show([fox], "fox", value=found)
        if not found:
            fox.tokens.remove(SCENT)
