"""Measures how long a whole round takes to resume: reading its answers, and replaying them in silence.

    python -m benchmarks.resume

A round of eighteen seats by dice; the best of several runs, in processor time, so that a busy machine does
not count as a slow one. The file is in the system's cache after the first.
"""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.evening.journal import Journal
from table.evening.replay import replay
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from tests.kit.diaries import Reseated, dice, evening, played

SEATS = 18
RUNS = 11
BAR_MS = 50.0


def resume_ms(journal: Journal) -> float:
    """Time to resume a journal's only round, in milliseconds."""
    began_s = time.process_time()
    (kept,) = journal.evenings()
    over = replay(kept, 0, RULEBOOKS, lambda *_: None)
    took_s = time.process_time() - began_s
    assert over, "the round was not played to its end"
    return took_s * 1000


def main() -> int:
    """Exit status 1 if the bar is missed."""
    with TemporaryDirectory() as folder, closing(Journal(Path(folder))) as journal:
        played(journal, evening(seats=SEATS, seed=4), Reseated(dice(4)))
        best = min(resume_ms(journal) for _ in range(RUNS))
    print(f"a round of {SEATS} seats resumed from its journal: {best:.1f} ms (bar {BAR_MS:g} ms)")
    return 0 if best <= BAR_MS else 1


if __name__ == "__main__":
    sys.exit(main())
