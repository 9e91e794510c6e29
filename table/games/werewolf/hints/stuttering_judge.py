"""A Stuttering Judge has the village vote again where the first vote found no werewolf."""

from __future__ import annotations

from collections.abc import Iterable

from table.games.werewolf.mind import Hint, Mind
from table.games.werewolf.rules.events import Death, NoDeath, VoteOpens

OFTEN = 0.5
"""How often a Judge asks for a second vote when the first was for nothing."""


def begin(minds: Iterable[Mind], _: VoteOpens) -> None:
    for me in minds:
        me.notes["vote was for nothing"] = True


def weigh(minds: Iterable[Mind], death: Death) -> None:
    """A vote was for something if a card that is no villager's was shown."""
    for me in minds:
        if death.cause in ("voted", "tie") and death.card and death.card.group != "villagers":
            me.notes["vote was for nothing"] = False


def miss(minds: Iterable[Mind], missed: NoDeath) -> None:
    for me in minds:
        if missed.of == "vote":
            me.notes["vote was for nothing"] = True


def stutter(me: Mind) -> bool:
    return bool(me.notes.get("vote was for nothing")) and me.lot.random() < OFTEN


HINT = Hint(hears={VoteOpens: begin, Death: weigh, NoDeath: miss}, presses=stutter)
