"""For tables without small screens at the seats."""

from __future__ import annotations

from collections.abc import Mapping


class NoSlips:
    """`Slips` that show nothing."""

    def show(self, words: Mapping[int, str]) -> None:
        """Shows and stores nothing."""

    def close(self) -> None:
        """Nothing to close."""
