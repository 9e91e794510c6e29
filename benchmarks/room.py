"""Measures how long the room takes for a whole round, and how long a line takes to render.

    python -m benchmarks.room

The round is played by bots at eight seats on a clock that jumps: every press, frame and line, in processor
time, the quickest of several. The lines are rendered one after the other into an empty folder, by the voice a
new table has; their time is that of the wall, since another process makes them. Neither has a bar.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

from hardware.voice.engines import engines
from hardware.voice.recordings import Recordings
from table.engine.chance import Chance
from table.games.werewolf.bots import Bots
from table.room.village import NamedSeat
from table.words.narration import Narration
from tests.kit.diaries import evening
from tests.kit.tables import NAMES, TestTable

SEATS = 8
RUNS = 7
LINES = 60


def round_s(seed: int) -> float:
    """Processor time of a round in the room, in seconds."""
    table, over = TestTable(Bots(Chance("bots")), NAMES[:SEATS], seed=seed), evening(seats=SEATS, seed=seed)
    over.names = list(NAMES[:SEATS])
    began_s = time.process_time()
    table.room.begin_round()
    over.play_next(table.room)
    return time.process_time() - began_s


def line_s() -> list[float]:
    """Rendering time of each of an evening's first lines, in seconds."""
    narration = Narration.load("en")
    sitters = [NamedSeat(index, name) for index, name in enumerate(narration.places)]
    lines = list(dict.fromkeys(narration.sentences(sitters[:SEATS], ())))[: LINES + 1]
    took = []
    with TemporaryDirectory() as folder:
        recordings = Recordings(Path(folder), *engines())
        for line in lines:
            began_s = time.monotonic()
            recordings.of(line, "en")
            took.append(time.monotonic() - began_s)
        recordings.close()
        recordings.clear()
    return took[1:]  # The first line also starts the engine.


def main() -> int:
    """Always returns 0: there is no bar."""
    rounds = [min(round_s(seed) for _ in range(RUNS)) for seed in (1, 2, 3)]
    print(f"a round of {SEATS} seats through the room: {min(rounds):.2f} to {max(rounds):.2f} s")
    print(f"a line of the voice: median {1000 * median(line_s()):.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
