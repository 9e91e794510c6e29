"""The pods of one table that plug in: who is missing, who is new, and what they are told besides light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.pods.firmware.line import HAS_SCREEN
from hardware.pods.lines import PodLines
from hardware.rings.pods import PodSlips
from table.board.board import NIGHT_SCENES, Board
from table.room.night import COVERED


class TablePods:
    """The pods behind these lines. `at_seats`: the pod of each seat; None for a seat without one."""

    def __init__(self, lines: PodLines, at_seats: Sequence[str | None]) -> None:
        self.lines, self._at_seats = lines, at_seats
        self.slips = PodSlips(at_seats, lines)
        """Their small screens."""

    @property
    def screens(self) -> list[int]:
        """The seats whose pod has a small screen."""
        here = self.lines.here
        return [seat for seat, pod in self._ours() if pod in here and here[pod].has & HAS_SCREEN]

    @property
    def missing(self) -> Mapping[int, str]:
        """The seats whose pod is not heard, and that pod."""
        here = self.lines.here
        return {seat: pod for seat, pod in self._ours() if pod not in here}

    @property
    def new(self) -> list[str]:
        """The pods that are heard and have no seat."""
        return [pod for pod in self.lines.here if pod not in self._at_seats]

    def cover(self, board: Board) -> None:
        """Has them keep one pace while eyes are closed. Secrets of a pod that comes back in a call wait until
        all were told to close their eyes. In a deal they need none: a card is shown to a finger alone."""
        call = board.headline if board.scene in COVERED else ""
        self.lines.cover(board.scene in NIGHT_SCENES, call)

    def _ours(self) -> list[tuple[int, str]]:
        return [(seat, pod) for seat, pod in enumerate(self._at_seats) if pod]
