"""The Defender protects one player a night."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import ask
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, Token, night

DEFENDER = Card("defender", sign=(1, "sweep"))
WAS_PROTECTED = Token("was protected", fades=True)
PROTECTED = Token("protected", protects=True, fades=True, into=WAS_PROTECTED)
PROTECT = Deed(oneself=True, never_twice=WAS_PROTECTED)


@night(DEFENDER, answer=SEAT, seconds=12)
async def protect(game: Game, defender: Seat) -> None:
    """EX-1: protects one living player, themselves included, from this night's meals; never the same two
    nights in a row."""
    protected = await ask(defender, "defender", may_choose(game, defender, PROTECT))
    if protected:
        game.lay(protected, PROTECTED)


@DEFENDER.when_taken
def remember_nobody(game: Game, _: Seat) -> None:
    """CH-32: in another hand the card is as new, and anybody can be protected."""
    for seat in game.seats:
        seat.tokens = [token for token in seat.tokens if token not in (PROTECTED, WAS_PROTECTED)]
