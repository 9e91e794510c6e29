"""Measures what a temper moves in Mots-garous: the share of words found, and the village's share.

    python -m benchmarks.tempers [LANGUAGE]

A line for each temper with the two differences, in points of a hundred, to bots that have none: if all have
it, if only those who win with the werewolves do, and if only the others do. In English, unless LANGUAGE says
otherwise. Exit status 1 if any difference is larger than the bar.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.games.tempers import TEMPERS, TemperKey
from table.games.werewords.bots import WordBots
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.options import Options
from table.games.werewords.simulate import WordSetup, simulate
from table.games.werewords.tempers import STEADY, WordTemper
from table.games.werewords.tempers import TEMPERS as MOVED
from table.paths import SHIPPED
from table.words.lists import read_lists

LANGUAGE, PLAYERS = "en", 8
ROUNDS, SEED = 600, 480033
"""Rounds of each temper and side; of bots without a temper six times as many."""
BAR = 8.0
"""The most points of a hundred that a temper may move."""
SIDES = {"all": (True, False), "werewolves": (True,), "others": (False,)}
"""Who has the temper: whether those who win with the werewolves do, and whether others do."""


class Shares(NamedTuple):
    """Of a hundred rounds: in how many the word is found, and how many the village wins."""

    found: float
    village: float

    def off(self, usual: Shares) -> Shares:
        """The difference to the usual shares, in points."""
        return Shares(self.found - usual.found, self.village - usual.village)


def shares(language: str, rounds: int, temper: TemperKey | None = None, side: str = "all") -> Shares:
    """The shares if this side has this temper, of words of medium difficulty, with the classic tiles."""

    class OfOneSide(WordBots):
        """Bots of which only those of one side have a temper."""

        def _temper(self, seat: int) -> WordTemper:
            has_it = self._memory(seat).is_for_wolves in SIDES[side]
            return MOVED[temper] if temper and has_it else STEADY

    lists, _ = read_lists(SHIPPED / "words" / language)
    words = WordSetup(Options(), language, "medium", ())
    seed = f"{SEED}/{temper}/{side}"
    tally = simulate(tiles_of("classic", PLAYERS), lists, words, 4, rounds, "bots", seed, made=OfOneSide)
    return Shares(100 * tally.found / rounds, 100 * tally.wins["village"] / rounds)


def main(language: str = LANGUAGE) -> int:
    """Exit status 1 if a temper moves a share by more than the bar."""
    usual, most = shares(language, 6 * ROUNDS), 0.0
    print(f"{language}, {PLAYERS} players: {usual.found:.1f} found, {usual.village:.1f} for the village")
    for temper in TEMPERS:
        told = []
        for side in SIDES:
            off = shares(language, ROUNDS, temper, side).off(usual)
            most = max(most, *map(abs, off))
            told.append(f"{side} {off.found:+.1f} {off.village:+.1f}")
        print(f"{temper}: {', '.join(told)}", flush=True)
    print(f"tempers_move {most:.1f} (bar {BAR}; {ROUNDS} rounds of each, seed {SEED})")
    return 0 if most <= BAR else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
