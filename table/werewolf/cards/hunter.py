"""The Hunter does not fall alone."""

from __future__ import annotations

from collections.abc import Sequence

from table.requests import say
from table.werewolf.choices import SHOT, insist_aloud, may_choose
from table.werewolf.events import HunterAims
from table.werewolf.leaving import LEFT
from table.werewolf.pieces import Card, Elimination
from table.werewolf.state import Game

HUNTER = Card("hunter")


@HUNTER.after_death
async def last_shot(game: Game, death: Elimination) -> Sequence[Elimination]:
    """LG-17: he immediately eliminates another living player; LG-46: not if he is no longer at the table."""
    hunter = death.seat
    targets = may_choose(game, hunter, SHOT)
    if death.cause not in game.rulebook.hunter_shoots or hunter.has(LEFT) or not targets:
        return []
    await say(HunterAims(hunter))
    return [Elimination(await insist_aloud(hunter, "hunter", targets), "shot")]
