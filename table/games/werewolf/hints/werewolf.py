"""Werewolves know each other, and agree on a victim whom all of them may eat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from table.engine.requests import Show, Vote
from table.games.lots import in_common
from table.games.werewolf.mind import Hint, Mind


def meet(me: Mind, show: Show) -> None:
    me.is_werewolf = True
    wolves = {wolf.index for wolf in show.value}
    me.friends |= wolves
    me.pack |= wolves


def wake(minds: Mapping[Any, Mind], _: Vote) -> dict[Any, Any]:
    return dict.fromkeys(minds, True)


def eat(minds: Mapping[Any, Mind], vote: Vote) -> dict[Any, Any]:
    """LG-14: not one of their own, where they may."""
    pack = {wolf.index for wolf in minds}
    shared = [seat for seat in in_common(vote.choices.values()) if seat.index not in pack]
    if not shared:
        return {}
    one = next(iter(minds.values()))
    return dict.fromkeys(minds, one.prey(one.chance.stream("pack"), pack, shared))


HINT = Hint(decides={"werewolves": eat, "werewolves.awake": wake}, learns={"pack": meet})
