"""The options with which `garou play` opens a table."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple


class CommandLine(NamedTuple):
    """The options of the command line. None: not given, so the files decide."""

    simulated: bool = False
    seats: int | None = None
    speed: float = 1.0
    rulebook: str | None = None
    deck: str | None = None
    deal: Literal["ring", "cards"] | None = None
    rounds: int | None = None
    seed: int | None = None
    state: Path | None = None
    phones: bool = False
    first_start: bool = False

    @property
    def anew(self) -> bool:
        """Whether these options ask for a new evening, so that none is resumed."""
        asked = (self.seats, self.rulebook, self.deck, self.deal, self.seed)
        return any(given is not None for given in asked)
