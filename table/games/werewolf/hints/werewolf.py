"""Werewolves know each other, agree on a victim whom all of them may eat, and lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from table.engine.requests import Show, Vote
from table.games.lots import in_common
from table.games.werewolf.hints.twists.lantern import elsewhere
from table.games.werewolf.mind import Hint, Mind, Utterance
from table.games.werewolf.talk import is_endangered

FRAMES = 0.5
"""How often a werewolf who claims to be the Seer says of another that they are a werewolf."""
COVERS = 0.3
"""How often one says of another werewolf that they are none."""


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
    return dict.fromkeys(minds, one.prey(one.chance.stream("pack"), pack, elsewhere(one, shared)))


def lie(me: Mind) -> Iterator[Utterance]:
    """A werewolf whom a Seer has named, or the first of the pack, may claim to be the Seer, and has seen
    whatever helps the pack; one in danger claims another card. Once caught in a lie they take it back, and
    claim nothing more."""
    village = me.village
    claimed = village.claimed.get(me.seat)
    if me.level.reasons and (me.notes.get("caught") or village.is_belied(me.seat)):
        me.notes["caught"] = True
        yield Utterance("back")
        return
    if claimed == "seer" or (claimed is None and dares(me)):
        yield Utterance("am", card="seer")
        told = village.sights.get(me.seat, {})
        lie = me.notes.get("lie", (0, None))
        if lie[0] != village.day:
            lie = me.notes["lie"] = (village.day, sight(me, told))
        if lie[1]:
            yield lie[1]
    elif claimed is None and me.level.reasons and is_endangered(me):
        if "alibi" not in me.notes:
            free = sorted(village.powers - set(village.claimed.values()) - set(village.cards.values()))
            me.notes["alibi"] = free and me.lot.random() < me.level.lies and me.lot.choice(free)
        if me.notes["alibi"]:
            yield Utterance("am", card=me.notes["alibi"])


def dares(me: Mind) -> bool:
    """Whether to claim to be the Seer; decided once a day for each kind of danger."""
    village, pack = me.village, me.pack | {me.seat}
    tellers = [seat for seat, key in village.claimed.items() if key == "seer"]
    if not pack.isdisjoint(tellers):
        return False  # one is enough
    if "seer" in village.cards.values():
        return False
    named = {seat for sights in village.sights.values() for seat, is_wolf in sights.items() if is_wolf}
    tells = not village.dead.issuperset(tellers)
    state = (village.day, me.seat in named, tells)
    known = me.notes.get("dares", (None, False))
    if known[0] != state:
        level, is_there = me.level, any(card.key == "seer" for card in village.deck)
        # Nobody has named the first of those who are left.
        is_first = me.seat == min(pack - named - village.dead, default=None)
        chance = level.lies if me.seat in named else level.lies / 2 if tells else level.bold
        dares = is_there and (me.seat in named or is_first) and me.lot.random() < chance
        me.notes["dares"] = known = (state, dares)
    return bool(known[1])


def sight(me: Mind, told: Mapping[int, bool]) -> Utterance | None:
    """What to have seen today."""
    village, lot, alive = me.village, me.lot, {*me.village.alive}
    rivals = [
        seat
        for seat, key in village.claimed.items()
        if key == "seer" and seat in alive and seat not in me.friends and seat != me.seat
    ]
    if rivals and rivals[0] not in told:
        return Utterance("wolf", rivals[0])
    mates = sorted((me.pack & alive) - {me.seat} - set(told))
    if mates and lot.random() < COVERS:
        return Utterance("clear", lot.choice(mates))
    others = sorted(alive - me.friends - {me.seat} - set(told))
    if not others:
        return None
    return Utterance("wolf" if lot.random() < FRAMES else "clear", lot.choice(others))


HINT = Hint(decides={"werewolves": eat, "werewolves.awake": wake}, learns={"pack": meet}, says=lie)
