"""`make fast`: every rule is compiled, and plays the same rounds. It takes a minute."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from table.compiled import SOURCES, compile_rules

PLAYED = """
import sys
from pathlib import Path
from table.compiled import use
assert use(Path(sys.argv[1]))
from table.games.werewolf.levels import LEVELS
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import duel, simulate
book = RULEBOOKS["best-of"]
deck = read_deck(book, "werewolf=2,seer,witch,hunter,cupid,angel,piper,fox,villager=3")
print(simulate(book, deck, Options(), 20, "random", 1).wins)
for level in LEVELS.values():
    print(duel(book, deck, Options(claims=True), 5, level, level, 1).wins)
"""
"""Rounds of random players and of every level, whose minds are compiled too."""


def test_all_rules_are_compiled_and_bots_play_them(tmp_path: Path) -> None:
    fast = tmp_path / "fast"
    compile_rules(fast)
    told = subprocess.run(
        [sys.executable, "-c", PLAYED, str(fast)],
        cwd=SOURCES.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.count("villagers") == 4
