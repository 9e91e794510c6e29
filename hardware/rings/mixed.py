"""Rings of several kinds, used as those of one table: a pod of pixels and a phone may have the same seat."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from hardware.interface import Rings
from hardware.troubles import Trouble


class MixedRings:
    """`Rings` that show the same on several, all of the same size. Raises `ValueError` if they are not."""

    def __init__(self, parts: Sequence[Rings]) -> None:
        if len({(part.seats, part.pixels) for part in parts}) != 1:
            raise ValueError("rings of several sizes")
        self.seats = parts[0].seats
        self.pixels = parts[0].pixels
        self._parts = parts

    def show(self, frame: bytes) -> None:
        """Shows one frame on all. Raises `ValueError` if its length is wrong."""
        for part in self._parts:
            part.show(frame)

    @property
    def trouble(self) -> Trouble | None:
        """The first trouble of any."""
        return next((part.trouble for part in self._parts if part.trouble), None)

    def close(self) -> None:
        """Closes all, the others too if one fails."""
        with ExitStack() as closing:
            for part in self._parts:
                closing.callback(part.close)
