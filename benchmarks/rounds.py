"""How many whole rounds a second one process plays: full rules, random players.

    python -m benchmarks.rounds

One line: name, figure, and what it was measured on. The best of several runs, in processor time, so that a
busy machine does not count as a slow one.
"""

from __future__ import annotations

import platform
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.simulate import simulate
from table.werewolf.deck import read_deck
from table.werewolf.options import Options
from table.werewolf.rulebooks import RULEBOOKS

DECK = "werewolf=3,seer=1,witch=1,hunter=1,cupid=1,villager=5"
RUNS = 5
ROUNDS = 10_000
BAR = 10_000


def rounds_per_second(seed: int) -> float:
    """Of one run, by processor time."""
    rulebook = RULEBOOKS["thiercelieux"]
    deck = read_deck(rulebook, DECK)
    began_s = time.process_time()
    simulate(rulebook, deck, Options(), ROUNDS, "random", seed)
    return ROUNDS / (time.process_time() - began_s)


def processor() -> str:
    """The model's name where Linux tells it, else what the platform knows."""
    facts = Path("/proc/cpuinfo")
    for line in facts.read_text().splitlines() if facts.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Model"):
            return value.strip()
    return platform.processor() or platform.machine()


def main() -> int:
    """Exit status 1 if the bar is missed."""
    best = max(rounds_per_second(seed) for seed in range(RUNS))
    print(f"rounds_per_second {best:.0f} (bar {BAR}; Python {platform.python_version()}, {processor()})")
    return 0 if best >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
