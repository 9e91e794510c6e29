"""The Bear Tamer: the bear growls at a werewolf beside its owner."""

from __future__ import annotations

from table.engine.requests import say
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Game, Seat, first_night, moment, night

BEAR_TAMER = Card("bear_tamer", sign=(4, "hop"))


@BEAR_TAMER.announces
class BearGrowls(News, frozen=True):
    """BO-21."""

    kept = ("BearGrowls",)
    key = "bear_growls"
    pause_s = 2.0
    effect = "bear"
    ends_dawn = True


@night(BEAR_TAMER, when=first_night, seconds=6)
async def be_known(game: Game, tamer: Seat) -> None:
    """BO-1: called once, so that a narrator who did not deal knows them. Nothing is asked."""


@moment(BEAR_TAMER)
async def growl(game: Game) -> None:
    """BO-21: aloud, if the Bear Tamer or a living neighbour is a werewolf."""
    for tamer in game.owners(BEAR_TAMER):
        near = (tamer, *game.neighbours(tamer))
        if any(seat.nature == "werewolf" for seat in near):
            await say(BearGrowls())
