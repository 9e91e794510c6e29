"""A Fox points where three neighbours are the most suspect, and remembers them (BO-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind, beside


def sniff(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    alive = [other.index for other in choices]
    blames = dict(zip(alive, me.blames(choices), strict=True))
    groups = [(middle, *beside(middle, alive)) for middle in alive]
    best = max(range(len(groups)), key=lambda place: sum(blames[other] for other in groups[place]))
    me.notes["fox"] = [other for other in groups[best] if other != me.seat]
    return (choices[best],)


def smell(me: Mind, show: Show) -> None:
    sniffed = me.notes.get("fox", ())
    for other in () if show.value else sniffed:
        me.learn(other, is_werewolf=False)
    me.one_of(sniffed if show.value else ())


HINT = Hint(chooses={"fox": sniff}, learns={"fox": smell})
