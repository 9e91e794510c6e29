"""The tempers of bots: who plays at each house, drawn openly for an evening.

A temper moves a level a little, so that neighbours differ without being stronger. Its words are lines of the
narration, such as `claim.suspect_joker`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from table.engine.chance import Chance
from table.games.werewolf.levels import LEVELS, Level
from table.games.werewolf.rules.claims import Wording
from table.games.werewolf.rules.options import LevelKey

T = TypeVar("T")


class Temper(NamedTuple):
    """What is added to each number of a level; `likes`: the small talk it prefers; `pitch`: factor on the
    narrator's pitch and pace for what it says."""

    key: str
    likes: Wording
    pitch: float
    noise: float = 0.0
    follows: float = 0.0
    betrays: float = 0.0
    lies: float = 0.0
    bold: float = 0.0
    lines: int = 0

    def of(self, level: Level) -> Level:
        """This level with this temper. No number falls below zero."""
        manner = 3  # the fields that change no level
        added = dict(zip(self._fields[manner:], self[manner:], strict=True))
        return level._replace(**{key: max(0, getattr(level, key) + more) for key, more in added.items()})


TEMPERS: Sequence[Temper] = (
    Temper("hothead", "suspect", 1.1, noise=0.15, bold=0.03, lines=1),
    Temper("doubter", "ask", 0.91, noise=-0.1, follows=-0.2),
    Temper("loyal", "alibi", 1.05, follows=0.2, betrays=-0.2, lies=-0.05),
    Temper("joker", "tease", 1.16, noise=0.1, lines=1),
    Temper("quiet", "alibi", 0.95, lies=-0.1, bold=-0.05, lines=-2),
    Temper("schemer", "ask", 0.86, betrays=0.15, lies=0.1, bold=0.02),
)


class Neighbour(NamedTuple):
    """Who plays at a house."""

    temper: Temper
    level: Level


def neighbours_of(chance: Chance, houses: int, level: LevelKey) -> list[Neighbour]:
    """Who plays at each house. No temper comes again before all others, nor does a level if they are
    mixed."""
    lot = chance.stream("tempers")

    def dealt(kinds: Sequence[T]) -> list[T]:
        hands = [lot.sample(kinds, len(kinds)) for _ in range(0, houses, len(kinds))]
        return [one for hand in hands for one in hand][:houses]

    levels = [LEVELS[level]] if level in LEVELS else list(LEVELS.values())
    return [Neighbour(*one) for one in zip(dealt(TEMPERS), dealt(levels), strict=True)]
