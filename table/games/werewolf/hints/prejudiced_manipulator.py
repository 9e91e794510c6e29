"""A Prejudiced Manipulator wants the other half of the village condemned, but does not always show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind
from table.games.werewolf.rules.cards.prejudiced_manipulator import Halves

OPENLY = 0.75
"""How often a vote goes against the other half."""


def see(minds: Iterable[Mind], halves: Halves) -> None:
    """Everybody sees who is of their half."""
    for me in minds:
        for half in (halves.sun, halves.moon):
            if any(seat.index == me.seat for seat in half):
                me.notes["half"] = {seat.index for seat in half}


def condemn(me: Mind, choices: Sequence[Any]) -> Any:
    mine = me.notes.get("half", ())
    others = [one for one in choices if one.index not in mine and one.index not in me.beloved]
    return me.worst(others) if others and not me.is_werewolf and me.lot.random() < OPENLY else None


HINT = Hint(hears={Halves: see}, condemns=condemn)
