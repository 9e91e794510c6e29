"""The Hunter shoots somebody when they die."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import SEAT
from table.engine.requests import ask, say
from table.games.werewolf.rules.choices import insist_aloud, may_choose
from table.games.werewolf.rules.events import HunterAims
from table.games.werewolf.rules.pieces import Card, Deed, Elimination, Game

HUNTER = Card("hunter", sign=(2, "clockwise"), by_day=SEAT)
SHOT = Deed(harms=True)


@HUNTER.after_death
async def last_shot(game: Game, death: Elimination) -> Sequence[Elimination]:
    """LG-17: immediately eliminates another living player; LG-46: not if the Hunter leaves."""
    hunter, causes = death.seat, game.rulebook.hunter_shoots
    targets = may_choose(game, hunter, SHOT)
    if (causes and death.cause not in causes) or death.cause == "left" or not targets:
        return []
    await say(HunterAims(hunter))
    if game.rulebook.hunter_must_shoot:
        return [Elimination(await insist_aloud(hunter, "hunter", targets), "shot")]
    target = await ask(hunter, "hunter", targets)
    return [Elimination(target, "shot")] if target else []
