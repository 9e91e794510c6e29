"""A Wolf-hound takes either side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def choose(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    side = me.lot.choice(choices)
    if side == "werewolf":
        me.turn_werewolf()
    return (side,)


HINT = Hint(chooses={"wolf_hound": choose})
