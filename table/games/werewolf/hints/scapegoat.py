"""A Scapegoat keeps those from voting whom they suspect most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind

SHARE = 3
"""At most one of so many of the living."""


def ban(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    blames = dict(zip(choices, me.blames(choices), strict=True))
    suspects = [one for one in choices if one.index not in me.trusted]
    return sorted(suspects, key=lambda one: -blames[one])[: len(choices) // SHARE]


HINT = Hint(chooses={"scapegoat": ban})
