"""The Wolf Hound chooses a side on the first night."""

from __future__ import annotations

from typing import Literal

from table.engine.answers import word
from table.games.werewolf.rules.choices import insist
from table.games.werewolf.rules.pieces import Card, Game, Seat, first_night, night

WOLF_HOUND = Card("wolf_hound", "ambiguous", sign=(2, "anticlockwise"), options=("reveal_nature",))
SIDES: tuple[Literal["villager", "werewolf"], ...] = ("villager", "werewolf")


@night(WOLF_HOUND, answer=word(*SIDES), when=first_night, seconds=12)
async def choose_side(_: Game, hound: Seat) -> None:
    """BO-25: chooses for good to be a villager or a werewolf by nature."""
    hound.nature = await insist(hound, "wolf_hound", SIDES)
