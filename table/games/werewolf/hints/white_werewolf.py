"""A White Werewolf hunts with the pack while it needs it, devours it before it wins, and by day condemns its
own as readily as others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind

EARLY = 0.25
"""How often one devours another werewolf before that."""


def devour(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    if not me.level.reasons:
        return me.perhaps(0.5, choices)
    alive = len(me.village.alive)
    others = alive - len(choices) - 1
    return me.perhaps(1.0 if others <= 2 * len(choices) else EARLY, choices)


def condemn(me: Mind, choices: Sequence[Any]) -> Any:
    """Whoever the village suspects most: it looks honest, and the pack has to go in the end."""
    if not me.level.reasons or me.beloved:
        return None
    return me.worst(choices, betrayed=me.pack - {me.seat})


HINT = Hint(chooses={"white_werewolf": devour}, condemns=condemn)
