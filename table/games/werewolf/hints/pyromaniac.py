"""A Pyromaniac seldom does anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def choose(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return me.perhaps(0.3, [me.best(choices)])


HINT = Hint(chooses={"pyromaniac": choose})
