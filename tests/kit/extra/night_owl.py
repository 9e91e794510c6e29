"""The Night Owl sits on a roof, and is heard there."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import Sitter, ask, say
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, Token, moment, night

NIGHT_OWL = Card("night_owl", sign=(1, "saunter"))
WATCHED = Token("watched", fades=True)
PERCH = Deed()


@NIGHT_OWL.announces
class OwlHoots(News, frozen=True):
    """On whose roof it has sat."""

    key = "owl_hoots"
    seat: Sitter


@night(NIGHT_OWL, answer=SEAT, seconds=12)
async def perch(game: Game, owl: Seat) -> None:
    """Names another player, on whose roof it sits this night."""
    watched = await ask(owl, "night_owl", may_choose(game, owl, PERCH))
    if watched:
        game.lay(watched, WATCHED)


@moment(NIGHT_OWL, stands=True)
async def hoot(game: Game) -> None:
    """The village hears it as it wakes."""
    for watched in game.holders(WATCHED):
        await say(OwlHoots(watched))
