"""The Seer sees one card a night."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import ask, show
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, night

SEER = Card("seer", sign=(2, "still"))
LOOK = Deed()


@night(SEER, answer=SEAT, seconds=14)
async def look(game: Game, seer: Seat) -> None:
    """LG-9: names another living player and sees that player's card."""
    seen = await ask(seer, "seer", may_choose(game, seer, LOOK), by=0.65)
    if seen:
        await show([seer], "card", seat=seen, value=seen.card)
