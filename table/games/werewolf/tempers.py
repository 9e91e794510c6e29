"""What a temper adds to a level: a little, so that neighbours differ without being stronger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from table.games.tempers import Houses, TemperKey
from table.games.werewolf.levels import LEVELS, Level
from table.games.werewolf.rules.claims import Wording
from table.games.werewolf.rules.options import LevelKey


class Temper(NamedTuple):
    """What is added to each number of a level; `likes`: the small talk it prefers."""

    key: TemperKey
    likes: Wording
    noise: float = 0.0
    follows: float = 0.0
    betrays: float = 0.0
    lies: float = 0.0
    bold: float = 0.0
    lines: int = 0

    def of(self, level: Level) -> Level:
        """This level with this temper. No number falls below zero."""
        key_and_likes = 2
        added = dict(zip(self._fields[key_and_likes:], self[key_and_likes:], strict=True))
        return level._replace(**{key: max(0, getattr(level, key) + more) for key, more in added.items()})


TEMPERS: Mapping[TemperKey, Temper] = {
    temper.key: temper
    for temper in (
        Temper("hothead", "suspect", noise=0.15, bold=0.03, lines=1),
        Temper("doubter", "ask", noise=-0.1, follows=-0.2),
        Temper("loyal", "alibi", follows=0.2, betrays=-0.2, lies=-0.05),
        Temper("joker", "tease", noise=0.1, lines=1),
        Temper("quiet", "alibi", lies=-0.1, bold=-0.05, lines=-2),
        Temper("schemer", "ask", betrays=0.15, lies=0.1, bold=0.02),
    )
}


class Neighbour(NamedTuple):
    """Who plays at a house."""

    temper: Temper
    level: Level


def neighbours_of(houses: Houses, level: LevelKey) -> list[Neighbour]:
    """Who plays at each house, with levels drawn like tempers if they are mixed."""
    levels = [LEVELS[level]] if level in LEVELS else list(LEVELS.values())
    drawn = zip(houses.tempers, houses.drawn("levels", levels), strict=True)
    return [Neighbour(TEMPERS[temper], one) for temper, one in drawn]
