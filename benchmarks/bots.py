"""Measures how many rounds a second bots play that say what they know, also as a ratio to a bare loop.

    python -m benchmarks.bots

A line for each level, in the simplified deck of twelve, and for Mots-garous, eight bots and words of medium
difficulty: rounds a second of processor time in one process, and their ratio to the bare loop of `rounds.py`,
in the same process, a little of each in turn: medians. The bars are the ratios, which no machine changes
much: a busy one changes them less than the rates. Exit status 1 if one is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.rounds import bare_loops_per_second
from table.games.werewolf.levels import LEVELS
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.simulate import duel
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.simulate import WordSetup, simulate
from table.paths import SHIPPED
from table.settings.decks import deck_for
from table.words.lists import read_lists

BARS = {"guest": 1000, "regular": 300, "fox": 200, "words": 120}
"""The least rounds a second on a machine whose bare loop plays"""
BARE = 33_100
"""so many."""
TURNS, ROUNDS = 25, 40


def bots() -> Mapping[str, Callable[[int], Any]]:
    """What plays a number of rounds, by who plays."""
    deck = deck_for(THIERCELIEUX, "simplified", 12)
    levels = {
        key: lambda rounds, level=level: duel(
            THIERCELIEUX, deck, Options(claims=True), rounds, level, level, seed=0
        )
        for key, level in LEVELS.items()
    }
    lists, _ = read_lists(SHIPPED / "words" / "en")
    words = WordSetup(WordOptions(), "en", "medium", ())
    play = partial(simulate, tiles_of("classic", 8), lists, words, 4)
    return {**levels, "words": lambda rounds: play(rounds, "bots", seed=0)}


def main() -> int:
    """Exit status 1 if a bar is missed."""
    is_held = True
    for who, play in bots().items():
        play(ROUNDS)
        rates, ratios = [], []
        for _ in range(TURNS):
            began_s = time.process_time()
            play(ROUNDS)
            rates.append(ROUNDS / (time.process_time() - began_s))
            ratios.append(rates[-1] / bare_loops_per_second(10 * ROUNDS, time.process_time))
        bar, ratio = BARS[who] / BARE, median(ratios)
        is_held &= ratio >= bar
        print(f"{who}_rounds_per_second {median(rates):.0f} (best {max(rates):.0f})")
        print(f"{who}_ratio_to_a_bare_loop {ratio:.4f} (bar {bar:.4f})", flush=True)
    return 0 if is_held else 1


if __name__ == "__main__":
    sys.exit(main())
