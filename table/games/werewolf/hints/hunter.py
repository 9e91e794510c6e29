"""A Hunter shoots the most suspected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def shoot(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return (me.worst(choices),)


HINT = Hint(chooses={"hunter": shoot})
