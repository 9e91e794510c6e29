"""Runs in the machine: plays a round to its end on its own disk, and confesses each answer there.

`confessing.py FOLDER DISK PLACE GAME`: the round is stored in FOLDER, on the DISK. Before an answer has an
effect, the number of answers is written to the block at PLACE of the disk, past its file system: so the order
of the disk's writes tells what must not be lost at any moment. Such a write is no flush.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from table.games.evening import Evening
from table.room.pending_write import PendingWrite
from tests.kit.diaries import EVERY, Reseated, dice, evening, go_on, word_evening

BLOCK = 4096
SEED = 3
ROUNDS: dict[str, Callable[[], Evening]] = {
    "werewolf": partial(evening, seed=SEED),
    "werewords": partial(word_evening, EVERY, 14, SEED, mode="speedwords"),
}
"""How the round of each game begins."""


class Confessing(Reseated):
    """A table that writes to the `disk` how many answers are about to have had an effect."""

    def __init__(self, answerer: Any, disk: str, place: int) -> None:
        super().__init__(answerer)
        self._disk, self._place = os.open(disk, os.O_WRONLY | os.O_DIRECT), place
        self._block = mmap.mmap(-1, BLOCK)
        self._answers = 0

    def wait_for(self, written: PendingWrite) -> None:
        super().wait_for(written)
        self._answers += 1
        self._block[:8] = self._answers.to_bytes(8, "little")
        os.pwritev(self._disk, [self._block], self._place)


def main(folder: str, disk: str, place: int, game: str) -> None:
    """Plays it."""
    go_on(Path(folder), ROUNDS[game](), Confessing(dice(SEED), disk, place))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
