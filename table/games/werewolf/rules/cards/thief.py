"""The Thief may exchange their card for one of two in the centre."""

from __future__ import annotations

from typing import Literal

from table.engine.answers import word
from table.engine.requests import ask, show
from table.games.werewolf.rules.choices import insist
from table.games.werewolf.rules.pieces import Card, Game, Seat, first_night, night

THIEF = Card("thief", sign=(2, "swing"), centre=2, may_be_played=False)
Exchange = Literal["keep", "left", "right"]
CLOCKWISE: tuple[Exchange, ...] = ("keep", "right", "left")
"""The order on a ring from twelve o'clock on: the left card is on the left."""


@night(THIEF, answer=word("keep", "left", "right"), when=first_night, seconds=12)
async def exchange(game: Game, thief: Seat) -> None:
    """LG-5: sees the two centre cards and may take one; LG-55: a Thief who takes none is a plain villager."""
    await show([thief], "centre", value=tuple(game.centre))
    choice: Exchange | None
    if must := forced(game):
        choice = await insist(thief, "thief", must)
    else:
        choice = await ask(thief, "thief", CLOCKWISE)
    if choice in ("left", "right"):
        side = ("left", "right").index(choice)
        taken, game.centre[side] = game.centre[side], thief.card
        thief.become(taken)


def forced(game: Game) -> list[Exchange]:
    """LG-6: of two werewolf cards the Thief must take one. LG-55: nor may the only wolves stay in the
    centre."""
    sides: tuple[Exchange, Exchange] = ("left", "right")
    wolves = [side for side, card in zip(sides, game.centre, strict=True) if card.nature == "werewolf"]
    dealt = any(seat.card.nature == "werewolf" for seat in game.seats)
    return wolves if len(wolves) == 2 or not dealt else []
