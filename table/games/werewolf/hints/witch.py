"""A Witch heals herself, her friends and whoever seems to be the Seer, and poisons players she is sure of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind

SURE = 0.6
"""How likely somebody has to be a werewolf to be poisoned,"""
DESPERATE = 0.4
"""and if the werewolves are about to win."""
WORTH = 0.5
"""How likely somebody has to be the Seer to be healed at once."""


def see(me: Mind, show: Show) -> None:
    """Whom the pack eats is none of it."""
    me.notes["witch"] = {victim.index for victim in show.value}


def heal(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    mine = [victim for victim in choices if victim.index in me.friends or victim.index == me.seat]
    accounts = me.believed()[1] if me.level.reasons else {}
    dear = [victim for victim in choices if accounts.get(victim.index, 0.0) > WORTH]
    healed = (mine or dear)[:1] or me.perhaps(0.5, [one for one in choices if one.index not in me.foes])
    if not me.is_werewolf:
        me.cleared |= {one.index for one in healed if one.index in me.notes.get("witch", ())} - {me.seat}
    return healed


def poison(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    worst = me.worst(choices)
    if not me.level.reasons:
        sure = worst.index in me.foes and not me.is_werewolf
        guess = 0.5 if me.village.suspicion.get(worst.index, 0.0) > 2.0 else 0.15
        return (worst,) if sure else me.perhaps(guess, [worst])
    chance = me.believed()[0].get(worst.index, 0.0)
    is_sure = worst.index in me.foes or chance > (DESPERATE if me.village.is_last_chance else SURE)
    return (worst,) if is_sure and not me.is_werewolf else me.perhaps(0.1, [worst])


HINT = Hint(chooses={"witch.heal": heal, "witch.poison": poison}, learns={"victims": see})
