"""The tempers of houses: who plays there, drawn openly for an evening, whichever game is played.

What a temper moves is each game's own (`tempers.py` in its folder); its words are texts such as
`claim.suspect_joker`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

from table.engine.chance import Chance

TemperKey: TypeAlias = Literal["hothead", "doubter", "loyal", "joker", "quiet", "schemer"]
TEMPERS: tuple[TemperKey, ...] = get_args(TemperKey)

PITCHES: Mapping[TemperKey, float] = {
    "schemer": 0.86,
    "doubter": 0.91,
    "quiet": 0.95,
    "loyal": 1.05,
    "hothead": 1.1,
    "joker": 1.16,
}
"""Factor on the narrator's pitch and pace for what is said at a house."""

T = TypeVar("T")


class Manner(NamedTuple):
    """What everybody may know of how the table plays at a seat; without keys it does not, or nothing is
    known."""

    keys: Sequence[str] = ()
    """Keys of `temper.` words. Lines may have other words for the first of them."""
    pitch: float = 1.0
    """Factor on the narrator's pitch and pace for what this seat says."""


class Houses(NamedTuple):
    """The houses at these pods. Who plays there is drawn from `seed`, which is public: nobody's secret."""

    seed: int
    pods: Sequence[int]

    @property
    def tempers(self) -> list[TemperKey]:
        """The temper of each house."""
        return self.drawn("tempers", TEMPERS)

    @property
    def manners(self) -> list[Manner]:
        """What everybody may know of each house."""
        return [Manner((temper,), PITCHES[temper]) for temper in self.tempers]

    def drawn(self, stream: str, kinds: Sequence[T]) -> list[T]:
        """One of these kinds for each house, the same whoever else plays. At pods in a row none comes again
        before all others."""
        lot = Chance(f"{self.seed}/bots").stream(stream)
        dealt: list[T] = []
        while len(dealt) <= max(self.pods, default=-1):
            dealt += lot.sample(kinds, len(kinds))
        return [dealt[pod] for pod in self.pods]
