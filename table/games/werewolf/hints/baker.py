"""A Baker knows that one of those shown is a werewolf."""

from __future__ import annotations

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind


def learn(me: Mind, show: Show) -> None:
    me.one_of([other.index for other in show.value])


HINT = Hint(learns={"baker": learn})
