"""A Big Bad Wolf devours as the pack does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.hints.twists.lantern import elsewhere
from table.games.werewolf.mind import Hint, Mind


def devour(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return (me.prey(me.lot, me.friends, elsewhere(me, choices)),)


HINT = Hint(chooses={"big_bad_wolf": devour})
