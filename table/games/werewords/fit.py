"""How well each word fits the answers: sets of words as the bits of one number, one set for each
number of answers that a word does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

WORST = 15
"""Words that do not fit more answers are not told apart."""
DEPTH = (1.0, 0.1, 0.01, 0.001)
"""The weight of a word that fits best, of one that fits one answer less, and so on; of any other 0."""
About: TypeAlias = Literal["sense", "writing", "letter"]


class Question(NamedTuple):
    """A question of a player. `yes`, `no`: the words for which it is so or not, as bits; of all others nobody
    knows. `guess`: the word it names. `about`: what it is about; those about how a word is written, and then
    those about its letter, are kept until no other divides the words."""

    text: str
    yes: int
    no: int
    guess: str | None = None
    about: About = "sense"


class Shares(NamedTuple):
    """The words that may be it, with the weight of each group of them."""

    groups: Sequence[tuple[float, int]]
    whole: float

    def of(self, question: Question) -> float:
        """How likely the answer to this question is yes. What nobody knows is mostly no."""
        return self._of(question.yes)

    def known(self, question: Question) -> float:
        """How likely somebody knows the answer."""
        return self._of(question.yes | question.no)

    def _of(self, some: int) -> float:
        found = 0.0
        for weight, words in self.groups:
            found += weight * (words & some).bit_count()
        return found / self.whole


class Fit:
    """How many answers so far each of `number` words does not fit: `sets`, if there are answers."""

    def __init__(self, number: int, sets: Sequence[int] | None = None) -> None:
        self._number = number
        self._sets = list(sets) if sets else [(1 << number) - 1] + [0] * WORST

    def copy(self) -> Fit:
        """The same, which later answers do not change."""
        return Fit(self._number, self._sets)

    def punish(self, words: int) -> None:
        """These words fit one answer less."""
        sets = self._sets
        for place in range(WORST - 1, -1, -1):
            if moved := sets[place] & words:
                sets[place] ^= moved
                sets[place + 1] |= moved

    def best(self, among: int) -> int:
        """The words among these that fit best."""
        return next((words & among for words in self._sets if words & among), 0)

    def shares(self, among: int) -> Shares:
        """The words among these that may be it. One of them at least."""
        first = next(place for place, words in enumerate(self._sets) if words & among)
        groups = [
            (weight, words & among)
            for weight, words in zip(DEPTH, self._sets[first : first + len(DEPTH)], strict=False)
            if words & among
        ]
        return Shares(groups, sum(weight * words.bit_count() for weight, words in groups))
