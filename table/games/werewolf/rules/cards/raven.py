"""The Raven adds two votes against somebody."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import Sitter, ask, say
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, Token, moment, night

RAVEN = Card("raven", sign=(2, "sweep"))
OMEN = Token("omen", votes=2, fades=True)
ACCUSE = Deed(harms=True)


@RAVEN.announces
class VotesAgainst(News, frozen=True):
    """EX-2: the vote begins with two votes against somebody."""

    kept = ("VotesAgainst", "seat")
    key = "votes_against"
    seat: Sitter


@night(RAVEN, answer=SEAT, seconds=12)
async def accuse(game: Game, raven: Seat) -> None:
    """EX-2: names a player, against whom the next day's vote begins with two votes."""
    targets = may_choose(game, raven, ACCUSE)
    accused = await ask(raven, "raven", targets) if targets else None
    if accused:
        game.lay(accused, OMEN)


@moment(RAVEN, stands=True)
async def croak(game: Game) -> None:
    """EX-2: the village hears it when the vote begins."""
    for accused in game.holders(OMEN):
        await say(VotesAgainst(accused))
