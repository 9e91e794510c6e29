"""For tables without small screens at the seats, and for those with several kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.interface import Slips


class NoSlips:
    """`Slips` that show nothing."""

    def show(self, words: Mapping[int, str]) -> None:
        """Shows and stores nothing."""

    def close(self) -> None:
        """Nothing to close."""


class MixedSlips:
    """`Slips` that show the same on several."""

    def __init__(self, parts: Sequence[Slips]) -> None:
        self._parts = parts

    def show(self, words: Mapping[int, str]) -> None:
        """Shows these words on all of them."""
        for part in self._parts:
            part.show(words)

    def close(self) -> None:
        """Takes all words away."""
        for part in self._parts:
            part.close()
