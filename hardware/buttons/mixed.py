"""Buttons of several backends, used as those of one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from hardware.buttons.queued import in_order
from hardware.interface import Buttons, Edge
from hardware.troubles import Trouble


class MixedButtons:
    """`Buttons` that combine others. Each button of a seat belongs to one of them."""

    def __init__(self, parts: Sequence[Buttons]) -> None:
        self._parts = parts

    def edges(self) -> list[Edge]:
        """Takes the changes since the last call, ordered by time, then seat. Never blocks."""
        return sorted((edge for part in self._parts for edge in part.edges()), key=in_order)

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a change waits to be taken."""
        for part in self._parts:
            part.listen(wake)

    @property
    def troubles(self) -> list[Trouble]:
        """What is wrong with which seats' buttons."""
        return [trouble for part in self._parts for trouble in part.troubles]

    def close(self) -> None:
        """Closes all of them, the others too if one fails."""
        with ExitStack() as closing:
            for part in self._parts:
                closing.callback(part.close)
