"""The Lantern: no wolf eats at one door tonight."""

from __future__ import annotations

from typing import ClassVar

from table.engine.requests import Sitter, draw, say
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Game, Token

LIT = Token("lantern", fades=True, protects=True)
LANTERN = Token("lantern tonight", fades=True, into=LIT)


class Lantern(News, frozen=True):
    """EV-18: at whose door the lantern stands."""

    kept = ("Lantern", "seat")
    key = "lantern"
    marks: ClassVar = {"seat": "lantern"}
    seat: Sitter

    @property
    def wording(self) -> str:
        """Not that of the morning, which is told before it."""
        return "lantern_door"


async def light(game: Game) -> None:
    """EV-18: a living player drawn aloud; EV-29: nobody else has it if they die by day."""
    seat = await draw("lantern", game.alive)
    game.lay(seat, LANTERN)
    await say(Lantern(seat))
