"""A White Werewolf hunts with the pack while it needs it, and devours it before it wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind

EARLY = 0.25
"""How often one devours another werewolf before that."""


def devour(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    if not me.level.reasons:
        return me.perhaps(0.5, choices)
    alive = len(me.village.seats) - len(me.village.dead)
    others = alive - len(choices) - 1
    return me.perhaps(1.0 if others <= 2 * len(choices) else EARLY, choices)


HINT = Hint(chooses={"white_werewolf": devour})
