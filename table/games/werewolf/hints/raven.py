"""A Raven usually accuses the most suspected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def accuse(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return me.perhaps(0.7, [me.worst(choices)])


HINT = Hint(chooses={"raven": accuse})
