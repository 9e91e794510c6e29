"""What there is to ask at a moment of the day, to somebody who knows this or that. A bot chooses by it, and a
pack concludes from it who knew the word."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from table.games.werewords.book import Book
from table.games.werewords.fit import Fit, Question, Shares
from table.games.werewords.tempers import STEADY, WordTemper

FEW = 2
"""At most this many words left: bots guess instead of asking."""
LATE = 0.75
"""After this share of the day they guess earlier,"""
FEW_LATE = 8
"""and at this many words."""
SPLITS = 0.2
"""A question is worth asking if it rules out at least this share of the words,"""
WORDS = 2
"""or so many of them;"""
FOLLOWS = 0.95
"""but not if of those that fit best it has one answer for this share of the words it is known of: it follows
already."""
UNKNOWN = 0.5
"""How much worse a question is of which nobody knows the answer for any word."""
ABOUT = ("sense", "writing", "letter")
"""What questions are about, the best first: others come once none of these divides the words."""
LETTERS = 10
"""Questions about letters come once so few words are left."""
FAR_FETCHED = 0.1
"""A question is far-fetched if it is true of at most this share of the words."""
BEST = 3
"""Among how many of the best questions it is left to chance,"""
FIRST = 10
"""and among how many the first one."""


class Shown(NamedTuple):
    """What a seat was shown: the magic word, or the first letters of each of its words; or neither."""

    word: str = ""
    letters: Sequence[str] = ()


NOTHING = Shown()


class Inquiry:
    """What everybody has heard by some moment of a day. `fit`: how well each word fits the answers; `asked`:
    the questions that were asked, by their texts; `named`: the words that were guessed, and `warm`: those of
    which the last yes is true, as bits. `gone`, where it is asked for, is the share of the day that is over;
    `temper`: of who asks."""

    def __init__(self, book: Book, fit: Fit, asked: Set[str], named: int, warm: int = 0) -> None:
        self.book = book
        self.fit = fit
        self.asked = asked
        self.named = named
        self.warm = warm
        self._splitting: list[Question] | None = None

    def fitting(self, letters: Sequence[str] = ()) -> int:
        """The words that nobody has guessed, with these letters; as far as there are any."""
        book = self.book
        left = book.all & ~self.named or book.all
        if not letters:
            return left
        fits = book.with_letters(letters)
        return left & fits or fits or left

    def possible(self, letters: Sequence[str] = ()) -> int:
        """The words that fit the answers best, as bits."""
        return self.fit.best(self.fitting(letters))

    def unnamed(self, letters: Sequence[str] = (), among: int | None = None) -> list[str]:
        """Those among these that fit best, and that nobody has guessed."""
        fitting = self.fitting(letters)
        among = self.possible(letters) if among is None else among
        return self.book.listed(self.fit.best(among & fitting or fitting))

    def nearest(self, word: str) -> list[str]:
        """The words besides this one that fit best; those nobody has guessed, if there are any."""
        others = self.book.all & ~self.book.guess(word).yes
        return self.book.listed(self.fit.best(others & self.fitting() or others))

    def shares(self, letters: Sequence[str] = ()) -> Shares:
        """How likely each word is."""
        return self.fit.shares(self.fitting(letters))

    def open(self) -> list[Question]:
        """The questions that nobody has asked."""
        return [question for question in self.book.questions if question.text not in self.asked]

    def splitting(self, letters: Sequence[str] = ()) -> list[Question]:
        """The questions worth asking, best divider first; those about how the word is written only where no
        other is, as people ask, and about its letter late."""
        if letters or self._splitting is None:
            shares, best = self.shares(letters), self.possible(letters)
            least = min(SPLITS, WORDS / shares.whole)
            worth = []
            for one in self.open():
                if _follows(one, best, FOLLOWS):
                    continue
                off = abs(shares.of(one) - 0.5)
                if off < 0.5 - least and (shares.whole <= LETTERS or one.about != "letter"):
                    worth.append((off + UNKNOWN * (1 - shares.known(one)), one))
            worth.sort(key=lambda each: each[0])
            found = next(filter(None, ([one for _, one in worth if one.about == what] for what in ABOUT)), [])
            if letters:
                return found
            self._splitting = found
        return self._splitting

    def usual(self, gone: float, shown: Shown = NOTHING, temper: WordTemper = STEADY) -> list[Question]:
        """What somebody asks who is after the word, each as likely: good dividers, or guesses once few words
        are left. Who was shown the word prefers somebody else to say it, until it is late; who was shown
        letters asks as all do."""
        return self._asks(gone, shown.word, (), temper)

    def helping(self, gone: float, shown: Shown, temper: WordTemper = STEADY) -> list[Question]:
        """What leads to the word, by what somebody was shown: true of it, and of few others, but not so few
        that all would notice; or the best by its letters. Each is as likely; empty: nothing does."""
        if not shown.word:
            return self._asks(gone, "", shown.letters, temper) if shown.letters else []
        shares = self.shares()
        true = [
            one
            for one in self.splitting()
            if shares.of(one) > SPLITS and self.book.truth(one, shown.word) == "yes"
        ]
        return sorted(true, key=shares.of)[:BEST] if shares.whole > few(gone, temper) else []

    def _asks(self, gone: float, word: str, letters: Sequence[str], temper: WordTemper) -> list[Question]:
        splitting = self.splitting(letters)
        if splitting and self.shares(letters).whole > few(gone, temper):
            return self._nearest(splitting, temper) if self.asked else splitting[:FIRST]
        unnamed = self.unnamed(letters)
        others = [one for one in unnamed if one != word]
        return [self.book.guess(one) for one in (gone < LATE and others) or unnamed]

    def _nearest(self, splitting: list[Question], temper: WordTemper) -> list[Question]:
        """The best of these, or with this temper those nearest to the last yes."""

        def share(question: Question) -> float:
            return (question.yes & self.warm).bit_count() / question.yes.bit_count()

        best = splitting[: BEST + temper.near]
        return sorted(best, key=share, reverse=True)[:BEST] if temper.near else best

    def far_fetched(self) -> list[Question]:
        """What is hardly ever true of the words that may be it, and yet may be. Each is as likely; empty: of
        few words nothing is."""
        shares, possible = self.shares(), self.possible()
        open_ = [one for one in self.open() if one.about == "sense" and not _follows(one, possible)]
        return sorted((one for one in open_ if shares.of(one) <= FAR_FETCHED), key=shares.of)[:BEST]

    def misleading(self, word: str) -> list[Question]:
        """What sounds like a question, and leads nowhere."""
        possible = self.possible()
        return [
            one
            for one in self.open()
            if one.about == "sense"
            and self.book.truth(one, word) != "yes"
            and _spoils(one, possible)
            and not _follows(one, possible)
        ]


def few(gone: float, temper: WordTemper) -> int:
    """How few words are left when bots guess."""
    return (FEW_LATE if gone > LATE else FEW) + temper.few


def _follows(question: Question, words: int, share: float = 1.0) -> bool:
    """Whether one answer is true of this share, or more, of those words of which it is known."""
    yes, no = (words & question.yes).bit_count(), (words & question.no).bit_count()
    return (yes if yes > no else no) >= share * (yes + no)


def _spoils(question: Question, possible: int) -> bool:
    """Whether a question rules out next to nothing."""
    return (question.yes & possible).bit_count() < SPLITS * possible.bit_count()
