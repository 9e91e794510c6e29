"""Measures how many whole rounds a second one process plays: full rules, random players.

    python -m benchmarks.rounds

A line for each deck: name, figure, and what it was measured on; then the same with the compiled rules, where
`make fast` has made them. The best of several runs, in processor time, so that a busy machine does not count
as a slow one. Last come two ratios that no machine changes much, to a bare loop of one process that only
kills and votes by lot: of the rules in that same process, a little of each in turn; and of all that `garou
simulate` plays on all processors, in seconds of a clock.
"""

from __future__ import annotations

import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.compiled import use

DECK = "werewolf=3,seer=1,witch=1,hunter=1,cupid=1,villager=5"
FULL_DECK = (
    "werewolf=2,accursed_wolf_father,big_bad_wolf,seer,witch,hunter,cupid,fox,elder,rusty_knight,bear_tamer,"
    "wild_child,two_sisters=2,villager=1"
)
"""A deck of sixteen seats, most with a power; it has no bar."""
RUNS = 5
ROUNDS = 10_000
BAR = 10_000
RATIOS = {"plain": 0.17, "compiled": 0.5}
"""The least ratio to a bare loop."""
TURNS = 25
"""How often the rules and the bare loop take turns."""
LASTS_S = 8
"""About so long `garou simulate` plays for it, in seconds."""


def rounds_per_second(book: str, written: str, rounds: int, seed: int) -> float:
    """Rounds per second of processor time with the deck `written`. The imported rules were chosen before."""
    from table.games.werewolf.rules.deck import read_deck
    from table.games.werewolf.rules.options import Options
    from table.games.werewolf.rules.rulebooks import RULEBOOKS
    from table.games.werewolf.simulate import simulate

    rulebook = RULEBOOKS[book]
    deck = read_deck(rulebook, written)
    began_s = time.process_time()
    simulate(rulebook, deck, Options(), rounds, "random", seed)
    return rounds / (time.process_time() - began_s)


def best_of_runs(book: str, written: str, rounds: int) -> float:
    return max(rounds_per_second(book, written, rounds, seed) for seed in range(RUNS))


def bare_loops_per_second(rounds: int, clock: Callable[[], float]) -> float:
    """Rounds of twelve a second in which three werewolves kill somebody by lot and all vote by lot."""
    lot = random.Random(1)
    began_s = clock()
    for _ in range(rounds):
        wolves, alive = {*lot.sample(range(12), 3)}, [*range(12)]
        while True:
            alive.remove(lot.choice([seat for seat in alive if seat not in wolves]))
            if 2 * sum(seat in wolves for seat in alive) >= len(alive):
                break
            votes: dict[int, int] = {}
            for _ in alive:
                named = lot.choice(alive)
                votes[named] = votes.get(named, 0) + 1
            most = max(votes.values())
            alive.remove(lot.choice([seat for seat, number in votes.items() if number == most]))
            left = sum(seat in wolves for seat in alive)
            if left == 0 or 2 * left >= len(alive):
                break
    return rounds / (clock() - began_s)


def ratio_of_one_process(rounds: int) -> float:
    """The rules to the bare loop, in processor time: the median of many turns."""
    return median(
        rounds_per_second("thiercelieux", DECK, rounds, seed)
        / bare_loops_per_second(5 * rounds, time.process_time)
        for seed in range(TURNS)
    )


def simulated_per_second(rounds: int) -> float:
    """Rounds a second of all processors together, as `garou simulate` plays them."""
    from table.games.batches import played, processors
    from table.games.werewolf.rules.deck import read_deck
    from table.games.werewolf.rules.options import Options
    from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
    from table.games.werewolf.simulate import simulate

    deck = read_deck(THIERCELIEUX, DECK)
    play = partial(simulate, THIERCELIEUX, deck, Options())
    *_, last = played(
        lambda count, seed: play(rounds=count, players="random", seed=seed), rounds, 1, processors()
    )
    return rounds / last.seconds


def processor() -> str:
    """The processor's model name where Linux gives it, else the platform's."""
    facts = Path("/proc/cpuinfo")
    for line in facts.read_text().splitlines() if facts.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Model"):
            return value.strip()
    return platform.processor() or platform.machine()


def measure(rules: str) -> bool:
    """Prints both figures of these `rules`, "plain" or "compiled". Returns whether the bar is met."""
    machine = f"{rules} rules, Python {platform.python_version()}, {processor()}"
    best = best_of_runs("thiercelieux", DECK, ROUNDS)
    print(f"rounds_per_second {best:.0f} (bar {BAR}; {machine})")
    full = best_of_runs("best-of", FULL_DECK, ROUNDS // 5)
    print(f"rounds_per_second_full_deck {full:.0f} (16 seats of best-of; {machine})", flush=True)
    alone = ratio_of_one_process(max(1, ROUNDS // 50))
    print(f"ratio_of_one_process {alone:.3f} ({machine})", flush=True)
    both = simulated_per_second(max(ROUNDS // 10, round(LASTS_S * best)))
    bare = bare_loops_per_second(ROUNDS, time.perf_counter)
    print(
        f"ratio_to_a_bare_loop {both / bare:.2f} (bar {RATIOS[rules]}; {both:.0f} to {bare:.0f}; {machine})",
        flush=True,
    )
    return best >= BAR and both / bare >= RATIOS[rules]


def main() -> int:
    """Exit status 1 if the bar is missed, by the compiled rules where there are any."""
    if sys.argv[1:] == ["compiled"]:
        if use():
            return 0 if measure("compiled") else 1
        print("rounds_per_second with compiled rules: make fast has not made them of these sources")
        return 2
    is_held = measure("plain")
    compiled = subprocess.run([sys.executable, __file__, "compiled"]).returncode
    return compiled if compiled < 2 else int(not is_held)


if __name__ == "__main__":
    sys.exit(main())
