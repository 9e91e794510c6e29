"""The tempers of houses: who plays there, drawn openly for an evening, whichever game is played.

What a temper moves is each game's own (`tempers.py` in its folder); its words are texts such as
`claim.suspect_joker`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

from table.engine.chance import Chance

TemperKey: TypeAlias = Literal["hothead", "doubter", "loyal", "joker", "quiet", "schemer"]
TEMPERS: tuple[TemperKey, ...] = get_args(TemperKey)

T = TypeVar("T")


class Houses(NamedTuple):
    """The houses at these pods. Who plays there is drawn from `seed`, which is public: nobody's secret."""

    seed: int
    pods: Sequence[int]

    @property
    def tempers(self) -> list[TemperKey]:
        """The temper of each house."""
        return self.drawn("tempers", TEMPERS)

    def drawn(self, stream: str, kinds: Sequence[T]) -> list[T]:
        """One of these kinds for each house, the same whoever else plays. At pods in a row none comes again
        before all others."""
        lot = Chance(f"{self.seed}/bots").stream(stream)
        dealt: list[T] = []
        while len(dealt) <= max(self.pods, default=-1):
            dealt += lot.sample(kinds, len(kinds))
        return [dealt[pod] for pod in self.pods]
