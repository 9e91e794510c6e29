"""A Witch heals herself and her friends, and poisons players she is sure of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def heal(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    mine = [victim for victim in choices if victim.index in me.friends or victim.index == me.seat]
    return mine[:1] or me.perhaps(0.5, [one for one in choices if one.index not in me.foes])


def poison(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    worst = me.worst(choices)
    sure = worst.index in me.foes and not me.is_werewolf
    guess = 0.5 if me.village.suspicion.get(worst.index, 0.0) > 2.0 else 0.15
    return (worst,) if sure else me.perhaps(guess, [worst])


HINT = Hint(chooses={"witch.heal": heal, "witch.poison": poison})
