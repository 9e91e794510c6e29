"""The Seer sees one card a night."""

from __future__ import annotations

from table.answers import SEAT
from table.requests import ask, show
from table.werewolf.choices import LOOK, may_choose
from table.werewolf.pieces import Card, night
from table.werewolf.state import Game, Seat

SEER = Card("seer")


@night(SEER, answer=SEAT)
async def look(game: Game, seer: Seat) -> None:
    """LG-9: names another living player and sees his card."""
    seen = await ask(seer, "seer", may_choose(game, seer, LOOK))
    if seen:
        await show([seer], "card", seat=seen, value=seen.card)
