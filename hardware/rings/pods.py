"""The rings and small screens of pods that plug in, and the rings of a table that has wired ones too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.interface import Rings
from hardware.pods.lines import PodLines
from hardware.rings.backend import Chain
from hardware.rings.writer import check_length
from hardware.troubles import Trouble


class PodRings:
    """The rings of pods. `pods`: of each seat. `pixels`: of each ring of a frame."""

    trouble: Trouble | None = None

    def __init__(self, pods: Sequence[str | None], pixels: int, lines: PodLines) -> None:
        self.seats, self.pixels = len(pods), pixels
        self._pods, self._lines = pods, lines

    def show(self, frame: bytes) -> None:
        """Shows one whole frame. Raises `ValueError` if its length is wrong."""
        check_length(frame, self.seats, self.pixels)
        size = 3 * self.pixels
        at_seats = ((pod, seat * size) for seat, pod in enumerate(self._pods) if pod)
        self._lines.light({pod: frame[at : at + size] for pod, at in at_seats})

    def close(self) -> None:
        """Darkens the rings."""
        self._lines.light({})


class PodSlips:
    """The small screens of pods. `pods`: of each seat."""

    def __init__(self, pods: Sequence[str | None], lines: PodLines) -> None:
        self._pods, self._lines = pods, lines

    def show(self, words: Mapping[int, str]) -> None:
        """Shows these seats' words on their pods; all others show none."""
        self._lines.tell({pod: words[seat] for seat, pod in enumerate(self._pods) if pod and seat in words})

    def close(self) -> None:
        """Takes all words away."""
        self._lines.tell({})


class SomeRings:
    """The rings of some seats of a table. `at`: the seats with one of `rings`, in their order; `seats`: how
    many the table has."""

    def __init__(self, rings: Rings, at: Sequence[int], seats: int) -> None:
        self.seats, self.pixels = seats, rings.pixels
        self._rings, self._at = rings, at

    def show(self, frame: bytes) -> None:
        """Shows its part of one whole frame. Raises `ValueError` if its length is wrong."""
        check_length(frame, self.seats, self.pixels)
        size = 3 * self.pixels
        self._rings.show(b"".join(frame[seat * size : (seat + 1) * size] for seat in self._at))

    @property
    def trouble(self) -> Trouble | None:
        """Why the last frame could not be sent, or None."""
        return self._rings.trouble

    def close(self) -> None:
        """Darkens the rings."""
        self._rings.close()


def rings_of_pods(chain: Chain) -> PodRings:
    """The rings of a table that has no others."""
    assert chain.lines
    return PodRings(chain.pods, chain.pixels, chain.lines)
