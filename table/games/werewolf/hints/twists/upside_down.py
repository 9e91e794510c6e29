"""On a day upside down many votes save: villagers who know no werewolf save whom nobody suspects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def save(me: Mind, choices: Sequence[Any]) -> Any:
    """A lone vote is fatal: a werewolf it knows gets this one, as does the prey of a werewolf."""
    if me.is_werewolf or any(one.index in me.foes for one in choices):
        return None
    shared = me.belief.shared()
    return min(choices, key=lambda one: (shared.get(one.index, 0.0), one.index))


HINT = Hint(condemns=save, first_ballot=True)
