"""The questions that bots of Mots-garous know, and for which words the answer is yes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from unicodedata import normalize

from table.games.werewords.fit import About, Question
from table.games.werewords.rules.letters import first_letters
from table.games.werewords.truths import Truth, Truths
from table.paths import SHIPPED
from table.words.catalogue import OURS, Catalogue
from table.words.lists import Word, folded

QUESTIONS = SHIPPED / "words" / "questions"


class Book:
    """The questions about some words, in one language. `own`: the owner's texts."""

    def __init__(self, words: Sequence[Word], language: str, own: Catalogue = OURS) -> None:
        table = own.texts("words/questions", language)
        self.words = {word.text: word for word in words}
        self.texts = tuple(self.words)
        self._bits = {text: 1 << place for place, text in enumerate(self.texts)}
        self.all = (1 << len(self.texts)) - 1
        self._by_letters: defaultdict[tuple[str, ...], int] = defaultdict(int)
        for text, bit in self._bits.items():
            self._by_letters[tuple(first_letters(text))] |= bit
        self._is_it = {key: str(text) for key, text in table.items() if key.startswith("is_it")}
        ours = OURS.texts("words/questions", language)
        if table["is_it"] != ours["is_it"]:
            # The owner's own comes before ours of a temper, which may be in another language.
            self._is_it = {key: text for key, text in self._is_it.items() if text != ours[key]}
        self.another = str(table["another"])
        """The text that a person with the floor sees besides the question on offer."""
        truths, initials = Truths([*self.words.values()]), [_initial(text) for text in self.texts]
        letters = sorted({initial for initial in initials if initial.isalpha()})[1:]
        asked: list[tuple[About, str, tuple[int, int]]] = [
            *(("sense", text, truths.of_tag(tag)) for tag, text in table["tag"].items()),
            *(("sense", text, truths.of_list(key)) for key, text in table["category"].items()),
            ("writing", table["several"], self._divided(" " in text for text in self.texts)),
            ("writing", table["capital"], self._divided(not text.islower() for text in self.texts)),
            *(
                ("letter", table["before"].format(letter=letter), self._divided(map(letter.__gt__, initials)))
                for letter in letters
            ),
        ]
        self.questions = [
            Question(text, yes, no, about=about) for about, text, (yes, no) in asked if 0 < yes < self.all
        ]

    def _divided(self, holds: Iterable[bool]) -> tuple[int, int]:
        """The words for which it holds, and the others. `holds`: whether it does, for each word."""
        yes = sum(compress(self._bits.values(), holds))
        return yes, self.all ^ yes

    def guess(self, word: str) -> Question:
        """The question whether it is this word."""
        bit = self._bits.get(word, 0)
        return Question(self.guessed(word), bit, self.all ^ bit, word)

    def guessed(self, word: str, temper: str = "") -> str:
        """How a guess is worded, in the words of a temper where there are any."""
        usual = self._is_it["is_it"]
        return self._is_it.get(f"is_it_{temper}", usual).format(word=word)

    def with_letters(self, letters: Sequence[str]) -> int:
        """The words that begin with these letters, one for each of its words, as bits."""
        return self._by_letters.get(tuple(letters), 0)

    def listed(self, words: int) -> list[str]:
        """The words of these bits, in their order."""
        found = []
        while words:
            bit = words & -words
            found.append(self.texts[bit.bit_length() - 1])
            words ^= bit
        return found

    def is_close(self, guess: str, word: str) -> bool:
        """Whether a wrong word is nearly right: from the same list, with mostly the same tags."""
        one, other = self.words.get(guess), self.words.get(word)
        if not one or not other or one is other or one.category != other.category:
            return False
        return len(one.tags & other.tags) >= max(3, len(one.tags | other.tags) - 1)

    def close_to(self, guess: str) -> int:
        """The words to which this one is close, as bits."""
        return sum(bit for word, bit in self._bits.items() if self.is_close(guess, word))

    def truth(self, question: Question, word: str) -> Truth:
        """Whether the answer to a question is yes for this word."""
        bit = self._bits.get(word, 0)
        return "yes" if question.yes & bit else "no" if question.no & bit else "maybe"


@lru_cache(8192)  # every evening asks it of all the words there are
def _initial(text: str) -> str:
    """The letter under which a dictionary lists it, without its accent: O for œuf."""
    return normalize("NFD", "".join(first_letters(folded(text))[:1]))[:1]
