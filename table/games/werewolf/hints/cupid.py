"""Cupid joins any two, and Lovers protect each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind


def join(me: Mind, choices: Sequence[Any], count: int) -> Sequence[Any]:
    return me.lot.sample(choices, count)


def love(me: Mind, show: Show) -> None:
    """Lovers never betray each other."""
    if show.seat:
        me.friends.add(show.seat.index)
        me.beloved.add(show.seat.index)


HINT = Hint(chooses={"cupid": join}, learns={"lover": love})
