"""A Piper charms those who will live on, and wants those condemned who are not charmed; players who have seen
most dance suspect those who do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind


def charm(me: Mind, choices: Sequence[Any], count: int) -> Sequence[Any]:
    """Neither whom the village is about to condemn, nor the Seer, whom the pack will eat."""
    if not me.level.reasons:
        return me.lot.sample(choices, count)
    shared, claimed, lot = me.belief.shared(), me.village.claimed, me.lot

    def danger(other: Any) -> float:
        is_hunted = claimed.get(other.index) == "seer"
        return shared.get(other.index, 0.0) + is_hunted + 0.3 * lot.random()

    charmed = sorted(choices, key=danger)[:count]
    me.notes.setdefault("piper", set()).update(other.index for other in charmed)
    return charmed


def condemn(me: Mind, choices: Sequence[Any]) -> Any:
    """The most suspected of those who do not dance yet: each who dies is one less to charm."""
    charmed = me.notes.get("piper")
    deaf = [one for one in choices if one.index != me.seat and one.index not in (charmed or ())]
    return me.worst(deaf) if charmed and deaf else None


def dance(me: Mind, show: Show) -> None:
    me.dancers = {other.index for other in show.value}


HINT = Hint(chooses={"piper": charm}, learns={"charmed": dance}, condemns=condemn)
