"""An act made of functions, for tests that hear or show something on a stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from table.board.board import SecretPicture
from table.gestures import Meaning, Phase
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
        slips: Mapping[int, str] | None = None,
        secret: SecretPicture | None = None,
        phase: Phase | None = None,
        notice: str = "",
    ) -> None:
        self._beat, self._shown, self._broken_off = beat, shown, broken_off
        self._hear, self._takes = hear, takes
        self._ring, self._slips, self._secret = ring, slips, secret
        self._phase, self._notice = phase, notice

    def phase(self, seat: int) -> Phase | None:  # noqa: ARG002 - of all seats
        return self._phase

    def takes(self, heard: SeatGesture) -> bool:
        return self._takes is not None and self._takes(heard)

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if self._hear:
            self._hear(heard, meant)
        return self._hear is not None

    def ring(self, seat: int, now_s: float) -> bytes | None:
        return self._ring and self._ring(seat, now_s)

    def slips(self) -> Mapping[int, str] | None:
        return self._slips

    def secret(self) -> SecretPicture | None:
        return self._secret

    def notice(self) -> str:
        return self._notice

    def beat(self, now_s: float) -> None:
        if self._beat:
            self._beat(now_s)

    def shown(self, now_s: float) -> None:
        if self._shown:
            self._shown(now_s)

    def broken_off(self) -> None:
        if self._broken_off:
            self._broken_off()
