"""A White Werewolf devours one of the pack every other time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def devour(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return me.perhaps(0.5, choices)


HINT = Hint(chooses={"white_werewolf": devour})
