"""Chance with a name: what is drawn from one stream never shifts what is drawn from another."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

S = TypeVar("S")


class Chance:
    """Lots from a seed. The same seed draws the same, stream by stream."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._streams: dict[str, random.Random] = {}

    def stream(self, name: str) -> random.Random:
        """The source of one kind of lots."""
        if name not in self._streams:
            self._streams[name] = random.Random(f"{self.seed}/{name}")
        return self._streams[name]

    def draw(self, stream: str, choices: Sequence[S], count: int = 1) -> tuple[S, ...]:
        """`count` of `choices`, without replacement, in the order drawn."""
        return tuple(self.stream(stream).sample(list(choices), count))
