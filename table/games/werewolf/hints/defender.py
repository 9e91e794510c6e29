"""A Defender protects whoever seems to be the Seer, else somebody they trust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.hints.twists.lantern import elsewhere
from table.games.werewolf.mind import Hint, Mind

WORTH = 0.4
"""How likely somebody has to be the Seer to be protected."""


def protect(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    choices = elsewhere(me, choices)
    if me.level.reasons and me.village.claimed:
        accounts = me.believed()[1]
        dear = max(choices, key=lambda other: accounts.get(other.index, 0.0))
        if accounts.get(dear.index, 0.0) > WORTH:
            return (dear,)
    return (me.heir(choices),)


HINT = Hint(chooses={"defender": protect})
