"""Where no seat has a small screen of its own."""

from __future__ import annotations

from collections.abc import Mapping


class NoSlips:
    """`Slips` that nobody can read."""

    def show(self, words: Mapping[int, str]) -> None:
        """Nothing is shown, and nothing kept."""

    def close(self) -> None:
        """Nothing to take away."""
