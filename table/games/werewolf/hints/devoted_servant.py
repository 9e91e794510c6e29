"""A Devoted Servant takes the card of a villager with a power, or any when the village is about to lose."""

from __future__ import annotations

from collections.abc import Iterable

from table.engine.requests import Show
from table.games.werewolf.mind import Hint, Mind
from table.games.werewolf.rules.cards.devoted_servant import TakesCard
from table.games.werewolf.rules.events import Condemned

INNOCENT = 0.3
"""How likely the condemned may be a werewolf at most, for their word to be worth something."""


def note(minds: Iterable[Mind], condemned: Condemned) -> None:
    for me in minds:
        me.notes["condemned"] = condemned.seat.index


def devote(me: Mind) -> bool:
    """She knows no more of the condemned than others do."""
    condemned, village = me.notes.get("condemned"), me.village
    if condemned is None or condemned == me.seat or me.is_werewolf:
        return False
    has_power = village.claimed.get(condemned) in village.powers | {"seer"}
    return village.is_last_chance or (has_power and me.believed()[0].get(condemned, 0.0) < INNOCENT)


def take(me: Mind, show: Show) -> None:
    """She is that character from now on, and hunts nobody of its camp."""
    was_werewolf = me.is_werewolf
    me.holds(show.value)
    if was_werewolf:
        me.is_werewolf = True
    elif me.is_werewolf:
        me.turn_werewolf()


def forget(minds: Iterable[Mind], taken: TakesCard) -> None:
    """The card that turns says nothing of the dead."""
    for me in minds:
        me.village.swap(taken.dead.index)
        return


HINT = Hint(
    hears={Condemned: note, TakesCard: forget},
    learns={"taken": take},
    presses=devote,
)
