"""A Fox points where three neighbours are the most suspect, and remembers them (BO-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind, Utterance
from table.games.werewolf.seen import beside
from table.games.werewolf.talk import is_endangered


def sniff(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    alive = [other.index for other in choices]
    blames = dict(zip(alive, me.blames(choices), strict=True))
    groups = [(middle, *beside(middle, alive)) for middle in alive]
    best = max(range(len(groups)), key=lambda place: sum(blames[other] for other in groups[place]))
    me.notes["fox"] = [other for other in groups[best] if other != me.seat]
    me.notes["middle"] = groups[best]
    return (choices[best],)


def smell(me: Mind, show: Show) -> None:
    sniffed = me.notes.get("fox", ())
    for other in () if show.value else sniffed:
        me.learn(other, is_werewolf=False)
    me.one_of(sniffed if show.value else ())
    me.notes["scent"] = me.notes.get("middle", ()) if show.value else ()


def tell(me: Mind) -> Iterator[Utterance]:
    """Says near whom there is a werewolf, once it is time and while the same three are neighbours."""
    group, village = me.notes.get("scent"), me.village
    alive = village.alive
    is_time = not me.is_werewolf and (village.is_last_chance or is_endangered(me))
    if is_time and group and group[0] in alive and {*group} == {group[0], *beside(group[0], alive)}:
        yield Utterance("am", card="fox")
        yield Utterance("among", group[0])


HINT = Hint(chooses={"fox": sniff}, learns={"fox": smell}, says=tell)
