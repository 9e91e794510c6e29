"""The Beekeeper's last word goes to the bees."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import SEAT
from table.engine.requests import Sitter, say
from table.games.werewolf.rules.choices import insist_aloud, may_choose
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Deed, Elimination, Game

BEEKEEPER = Card("beekeeper", sign=(2, "saunter"), by_day=SEAT)
STING = Deed(harms=True)


@BEEKEEPER.announces
class BeesRise(News, frozen=True):
    """Whose bees are about to fly."""

    key = "bees_rise"
    aims = True
    seat: Sitter


@BEEKEEPER.after_death
async def last_word(game: Game, death: Elimination) -> Sequence[Elimination]:
    """Dead, he names another living player, whom his bees follow."""
    targets = may_choose(game, death.seat, STING)
    if not targets:
        return []
    await say(BeesRise(death.seat))
    return [Elimination(await insist_aloud(death.seat, BEEKEEPER.key, targets), "stung")]
