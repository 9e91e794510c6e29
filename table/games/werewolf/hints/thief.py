"""A Thief takes a card that does something, if there is one (LG-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind


def remember(me: Mind, show: Show) -> None:
    """The two cards in the centre."""
    me.notes["thief"] = show.value


def exchange(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    cards = dict(zip(("left", "right"), me.notes.get("thief", ()), strict=False))
    better = [side for side in choices if side in cards and cards[side].key != "villager"]
    side = me.lot.choice(better or choices)
    if side in cards:
        me.holds(cards[side])
    return (side,)


HINT = Hint(chooses={"thief": exchange}, learns={"centre": remember})
