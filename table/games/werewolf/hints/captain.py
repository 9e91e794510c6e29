"""A Captain decides against the most suspected, and hands over to the most trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def decide(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return (me.worst(choices),)


def hand_on(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return (me.heir(choices),)


HINT = Hint(chooses={"captain_choice": decide, "successor": hand_on})
