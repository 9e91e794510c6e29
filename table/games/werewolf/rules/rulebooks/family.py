"""A family's rulebook of the same game, from 6 players, or 4 with a deck of their own: wolves can starve, and
villagers vote again after a tie."""

from __future__ import annotations

from dataclasses import replace

from table.games.werewolf.rules.pieces import Card, Deed
from table.games.werewolf.rules.rulebooks import thiercelieux
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX, of_wolves
from table.games.werewolf.rules.victory import one_at_most_left, only_werewolves_left


def simplified(players: int) -> tuple[Card, ...]:
    """LG-3: one werewolf for 6 and 7 players, then as in the 2009 rules."""
    return of_wolves(1, players) if players < 8 else thiercelieux.simplified(players)


FAMILY = replace(
    THIERCELIEUX,
    key="family",
    least=6,
    fewest=4,
    simplified=simplified,
    victories=tuple(
        one_at_most_left if victory is only_werewolves_left else victory for victory in THIERCELIEUX.victories
    ),
    hunter_shoots=frozenset({"devoured", "voted"}),
    hunter_must_shoot=False,
    meal=Deed(harms=True, oneself=True),
    starves=True,
    captain_breaks=("ballot",),
    revotes=3,
)
