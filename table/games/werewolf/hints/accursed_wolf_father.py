"""An Accursed Wolf-father infects rather than devours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind

HESITATES = 0.3
"""How often one lets a chance pass, for each unit of noise: a steady hand infects at once."""


def infect(me: Mind, _: Sequence[Any], __: int) -> Sequence[Any]:
    return (me.lot.random() >= HESITATES * me.level.noise,)


def turn(me: Mind, _: Show) -> None:
    """An infected player plays on as a werewolf."""
    me.turn_werewolf()


HINT = Hint(chooses={"accursed_wolf_father": infect}, learns={"infected": turn})
