"""The backend of a table whose rings need no wire: simulated ones, and those of pods."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from hardware.interface import Rings
from hardware.looks import MachineView, Observation
from hardware.rings.backend import Chain


class UnwiredBackend:
    """Rings that no pin of the Pi drives. `open`: opens them. `board`, `lights`: as `RingBackend` says."""

    pins: Mapping[int, str] = {}
    data_pin = None
    group = ""
    udev = ""

    def __init__(self, open: Callable[[Chain], Rings], board: str, *, lights: bool) -> None:
        self.open, self.board, self.lights = open, board, lights

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:  # noqa: ARG002
        """No lines."""
        return ()

    def notes(self, chain: Chain) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def cmdline_txt(self, chain: Chain) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:  # noqa: ARG002
        """Nothing to check: the buttons' backend looks at pods."""
        yield from ()
