"""An Angel votes for themselves before the first night (BO-34), unless somebody loves them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def condemn(me: Mind, choices: Sequence[Any]) -> Any:
    if me.village.day == 0 and not me.friends:
        return next((other for other in choices if other.index == me.seat), None)
    return None


HINT = Hint(condemns=condemn)
