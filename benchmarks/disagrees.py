"""Measures how often bots of Mots-garous find the word when the Mayor sees some things otherwise than the
lists of words do.

    python -m benchmarks.disagrees

A line for each language and number of players, with answers turned round and without. Exit status 1 if in one
of them fewer words than the bar are found although answers are turned round.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.engine.requests import Answering
from table.games.werewords.bots import WordBots
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import Token
from table.games.werewords.simulate import WordSetup, simulate
from table.paths import SHIPPED
from table.words.lists import read_lists

LANGUAGES = ("en", "fr")
PLAYERS = (5, 8, 11)
ROUNDS = 400
TURNED = 0.1
"""How many of the answers are turned round."""
BAR = 0.6
"""How many of the words have to be found then."""


class Disagreeing(WordBots):
    """Bots whose Mayor says no for yes, or yes for no, now and then; never of a guess."""

    lot = Random("disagrees")

    def _answer(self, mayor: int, request: Answering) -> Token:
        token = super()._answer(mayor, request)
        assert self._question
        if token in ("yes", "no") and not self._question.guess and self.lot.random() < TURNED:
            return "no" if token == "yes" else "yes"
        return token


def found(language: str, players: int, made: Any) -> float:
    """The share of the words that are found: of medium difficulty, with the classic tiles."""
    lists, _ = read_lists(SHIPPED / "words" / language)
    words = WordSetup(Options(), language, "medium", ())
    tally = simulate(tiles_of("classic", players), lists, words, 4, ROUNDS, "bots", 1, made=made)
    return tally.found / ROUNDS


def main() -> int:
    """Exit status 1 if the bar is missed."""
    least = 1.0
    for language in LANGUAGES:
        for players in PLAYERS:
            turned, plain = (found(language, players, made) for made in (Disagreeing, WordBots))
            print(f"{language}, {players} players: {turned:.0%} of the words, else {plain:.0%}")
            least = min(least, turned)
    print(f"words_found {least:.2f} (bar {BAR}; {TURNED:.0%} of the answers turned round, {ROUNDS} rounds)")
    return 0 if least >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
