"""A Wild Child protects its model, and becomes a werewolf when the model dies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind
from table.games.werewolf.rules.events import Death


def choose(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    model = me.lot.choice(choices)
    me.notes["wild_child"] = model.index
    me.friends.add(model.index)
    return (model,)


def turn(minds: Iterable[Mind], death: Death) -> None:
    for me in minds:
        if me.notes.get("wild_child") == death.seat.index:
            me.turn_werewolf()


HINT = Hint(chooses={"wild_child": choose}, hears={Death: turn})
