"""The Seer sees one card a night."""

from __future__ import annotations

from table.answers import SEAT
from table.requests import ask, show
from table.werewolf.choices import may_choose
from table.werewolf.pieces import Card, Deed, Game, Seat, night

SEER = Card("seer", sign=(2, "still"))
LOOK = Deed()


@night(SEER, answer=SEAT, seconds=14)
async def look(game: Game, seer: Seat) -> None:
    """LG-9: names another living player and sees his card."""
    seen = await ask(seer, "seer", may_choose(game, seer, LOOK), by=0.65)
    if seen:
        await show([seer], "card", seat=seen, value=seen.card)
