"""A Piper charms anybody; players who have seen most dance suspect those who do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind


def charm(me: Mind, choices: Sequence[Any], count: int) -> Sequence[Any]:
    return me.lot.sample(choices, count)


def dance(me: Mind, show: Show) -> None:
    me.dancers = {other.index for other in show.value}


HINT = Hint(chooses={"piper": charm}, learns={"charmed": dance})
