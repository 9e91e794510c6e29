"""The Prejudiced Manipulator: wins when the other half of the village is gone."""

from __future__ import annotations

from typing import ClassVar

from table.engine.requests import Sitter, draw, say
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Game, Token, Win, moment

PREJUDICED_MANIPULATOR = Card("prejudiced_manipulator", "solitary", sign=(1, "waltz"))
SUN = Token("sun")
MOON = Token("moon")


@PREJUDICED_MANIPULATOR.announces
class Halves(News, frozen=True):
    """CH-48: the two halves of the village."""

    kept = ("Halves", "sun", "moon")
    marks: ClassVar = {"sun": "sun", "moon": "moon"}
    key = "groups"
    sun: tuple[Sitter, ...]
    moon: tuple[Sitter, ...]


@moment(PREJUDICED_MANIPULATOR)
async def split(game: Game) -> None:
    """CH-48: two clockwise arcs; the first begins at a seat drawn by lot, and is the larger one."""
    suns = game.laid.sun
    if not suns:
        first = (await draw("sun", game.seats)).index
        number = len(game.seats)
        suns = tuple((first + step) % number for step in range((number + 1) // 2))
    for seat in game.seats:
        game.lay(seat, SUN if seat.index in suns else MOON)
    sun = tuple(seat for seat in game.seats if seat.has(SUN))
    await say(Halves(sun, tuple(seat for seat in game.seats if seat not in sun)))


@PREJUDICED_MANIPULATOR.wins
def other_half_gone(game: Game) -> Win | None:
    """CH-47: as soon as the Manipulator lives and nobody of the other half does."""
    for seat in game.owners(PREJUDICED_MANIPULATOR):
        other = MOON if seat.has(SUN) else SUN
        if seat.nature == "solitary" and not game.holders(other):
            return Win(PREJUDICED_MANIPULATOR.key, (seat,))
    return None
