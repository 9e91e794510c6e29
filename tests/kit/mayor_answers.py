"""Prints questions as bots of Mots-garous ask them, each with a word and what its lists answer, to be read by
people: `python -m tests.kit.mayor_answers SEED`, 120 a language from rounds of every difficulty."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from table.engine.requests import Say
from table.games.werewords.bots import WordBots
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.events import WordShown
from table.games.werewords.rules.options import Options
from table.games.werewords.simulate import WordSetup, simulate
from table.paths import SHIPPED
from table.settings.owner import WORDS
from table.words.lists import DIFFICULTIES, read_lists
from tests.kit.words_check import LANGUAGES

ROUNDS = 30
"""Of each difficulty; one answer of each is printed."""


class Noting(WordBots):
    """Bots that note what was asked, and what the lists say of it."""

    noted: list[list[tuple[str, str, str]]] = []  # noqa: RUF012 - one for all of them

    def say(self, request: Say) -> None:
        super().say(request)
        if isinstance(request.event, WordShown):
            word, asked = request.event.value, [heard.question for heard in self._heard]
            self.noted.append(
                [
                    (word, one.text, self._book.truth(one, word))
                    for one in asked
                    if not one.guess and one.about == "sense"
                ]
            )


def answers(language: str, seed: str) -> Iterator[str]:
    """A line for each round: difficulty, word, question, answer."""
    lists, lot = read_lists(SHIPPED / WORDS / language)[0], Random(f"{language} {seed}")
    for difficulty in DIFFICULTIES:
        Noting.noted.clear()
        words = WordSetup(Options(), language, difficulty, ())
        simulate(tiles_of("classic", 7), lists, words, 4, ROUNDS, "bots", seed, made=Noting)
        for asked in filter(None, Noting.noted):
            yield " | ".join((difficulty, *lot.choice(asked)))


if __name__ == "__main__":
    for each in LANGUAGES:
        print("\n".join(answers(each, sys.argv[1])), end="\n\n")
