"""The Captain: an office held on top of a role."""

from __future__ import annotations

from typing import Literal

from table.engine.requests import say
from table.games.werewolf.rules.choices import SUCCEED, draw_aloud, eligible, insist_aloud, may_choose
from table.games.werewolf.rules.events import Captain, CaptainFalls
from table.games.werewolf.rules.pieces import Game, Seat


async def succession(game: Game, fallen: Seat) -> None:
    """LG-19: an eliminated captain names their successor among the living; LG-46: by lot, if they have
    left. LG-59: nobody, if nobody can be captain (CH-7)."""
    heirs = may_choose(game, fallen, SUCCEED, among=eligible(game))
    if not heirs:
        game.captain = None
        return
    await say(CaptainFalls(fallen))
    heir = (
        draw_aloud("successor", heirs) if fallen.cause == "left" else insist_aloud(fallen, "successor", heirs)
    )
    await take_office(game, await heir, "succession")


async def take_office(game: Game, seat: Seat, by: Literal["election", "succession"]) -> None:
    """LG-23: from now on this player's vote counts for two, and everybody knows."""
    game.captain = seat
    await say(Captain(seat, by))
