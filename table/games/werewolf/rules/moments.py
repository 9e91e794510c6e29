"""What cards do at a moment of every day."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.werewolf.rules.pieces import Game, Printed


async def moments(game: Game, printed: Sequence[Printed]) -> None:
    """Runs the cards' rules for this moment. BO-17: of a lost power, only reports of earlier deeds remain."""
    for card, rule, stands in printed:
        if stands or not (game.powers_lost and card.is_power):
            await rule(game)
