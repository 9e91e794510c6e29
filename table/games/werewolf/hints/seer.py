"""A Seer looks at somebody she knows nothing about, and is believed once her card is turned over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import SEEN, Hint, Mind


def look(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    unknown = [other for other in choices if other.index not in me.foes | me.cleared | me.friends]
    return (me.worst(unknown or choices),)


def see(me: Mind, show: Show) -> None:
    if show.seat:
        me.learn(show.seat.index, is_werewolf=show.value.nature == "werewolf")


HINT = Hint(chooses={"seer": look}, learns={"card": see}, vouches=SEEN)
