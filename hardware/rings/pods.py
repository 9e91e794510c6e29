"""The rings and small screens of pods that plug in, and the rings of a table that has wired ones too."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hardware.interface import Rings
from hardware.looks import MachineView, Observation
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


class PodsRingBackend:
    """A table that has no rings but those of pods."""

    lights = True
    pins: Mapping[int, str] = {}
    data_pin = None
    group = ""
    board = "pi.pods"
    udev = ""

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:  # noqa: ARG002
        """No lines."""
        return ()

    def notes(self, chain: Chain) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def cmdline_txt(self, chain: Chain) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def open(self, chain: Chain) -> Rings:
        """The rings of the pods."""
        assert chain.lines
        return PodRings(chain.pods, chain.pixels, chain.lines)

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:  # noqa: ARG002
        """Nothing: the buttons' backend looks at the pods."""
        yield from ()
