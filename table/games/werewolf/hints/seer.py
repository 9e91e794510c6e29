"""A Seer looks at somebody she knows nothing about, chooses when to speak, and is believed once her card is
turned over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind, Utterance
from table.games.werewolf.seen import KNOWING

CLEARS = 2
"""How many she has to have cleared to speak although she has found no werewolf."""
SUSPECTED = 0.4
"""How suspect she has to be to speak in her own defence."""


def look(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    unknown = [other for other in choices if other.index not in me.foes | me.cleared | me.friends]
    # Who claims to be the Seer is known to lie.
    honest = [other for other in unknown if me.village.claimed.get(other.index) != "seer"]
    return (me.worst(honest or unknown or choices),)


def see(me: Mind, show: Show) -> None:
    if show.seat:
        me.learn(show.seat.index, is_werewolf=show.value.nature == "werewolf")
        me.notes.setdefault("seer", []).append(show.seat.index)


def tell(me: Mind) -> Iterator[Utterance]:
    """What she has seen: the werewolves first."""
    if me.is_werewolf or not speaks(me):
        return
    yield Utterance("am", card="seer")
    seen = [seat for seat in me.notes.get("seer", ()) if seat not in me.village.dead]
    for seat in sorted(seen, key=lambda seat: seat not in me.foes):
        yield Utterance("wolf" if seat in me.foes else "clear", seat)


def speaks(me: Mind) -> bool:
    """Whether it is time: she has found a werewolf, is contradicted or suspected, or it may be her last
    day."""
    village = me.village
    is_claimed = "seer" in village.claimed.values()
    if any(seat not in village.dead for seat in me.foes):
        return True
    if not me.level.waits:
        return is_claimed
    if village.claimed.get(me.seat) == "seer" or any(
        is_wolf for sights in village.sights.values() for is_wolf in sights.values()
    ):
        return True
    shared = me.belief.shared()
    is_suspect = shared.get(me.seat, 0.0) > SUSPECTED
    clears = sum(seat not in village.dead for seat in me.cleared)
    return is_suspect or village.is_last_chance or clears >= CLEARS


HINT = Hint(chooses={"seer": look}, learns={"card": see}, says=tell, vouches=KNOWING)
