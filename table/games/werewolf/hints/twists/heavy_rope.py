"""Where more than half of all votes are needed, villagers agree on whom the village suspects most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def agree(me: Mind, choices: Sequence[Any]) -> Any:
    """A werewolf scatters the votes, and who knows one names them."""
    others = [one for one in choices if one.index != me.seat and one.index not in me.trusted]
    if me.is_werewolf or not others or any(one.index in me.foes for one in others):
        return None
    shared = me.belief.shared()
    return max(others, key=lambda one: (shared.get(one.index, 0.0), -one.index))


HINT = Hint(condemns=agree)
