"""An act made of functions, for tests that hear or show something on a stage."""

from __future__ import annotations

from collections.abc import Callable

from table.gestures import Meaning
from table.room.act import Act, SeatGesture


class Onlooker(Act):
    """Calls these functions where an act is asked; without one the act below is asked."""

    def __init__(
        self,
        *,
        beat: Callable[[float], object] | None = None,
        shown: Callable[[float], object] | None = None,
        broken_off: Callable[[], object] | None = None,
        hear: Callable[[SeatGesture, Meaning], object] | None = None,
        takes: Callable[[SeatGesture], bool] | None = None,
        ring: Callable[[int, float], bytes] | None = None,
        free_ring: Callable[[float], bytes] | None = None,
    ) -> None:
        self._beat, self._shown, self._broken_off = beat, shown, broken_off
        self._hear, self._takes = hear, takes
        self._ring, self._free_ring = ring, free_ring

    def takes(self, heard: SeatGesture) -> bool:
        return self._takes is not None and self._takes(heard)

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if self._hear:
            self._hear(heard, meant)
        return self._hear is not None

    def ring(self, seat: int, now_s: float) -> bytes | None:
        return self._ring and self._ring(seat, now_s)

    def free_ring(self, now_s: float) -> bytes | None:
        return self._free_ring and self._free_ring(now_s)

    def beat(self, now_s: float) -> None:
        if self._beat:
            self._beat(now_s)

    def shown(self, now_s: float) -> None:
        if self._shown:
            self._shown(now_s)

    def broken_off(self) -> None:
        if self._broken_off:
            self._broken_off()
