"""Everybody takes the Villager-Villager for a villager."""

from __future__ import annotations

from collections.abc import Iterable

from table.games.werewolf.mind import Hint, Mind
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.cards.villager_villager import KnownToAll


def vouch(minds: Iterable[Mind], event: KnownToAll | Pardoned) -> None:
    """Their card is open: a villager's, unless somebody may have turned them."""
    for me in minds:
        me.village.vouch(event.seat.index)
        return


HINT = Hint(hears={KnownToAll: vouch})
