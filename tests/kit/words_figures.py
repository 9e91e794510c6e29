"""Measures the lists of Mots-garous, as far as a program can: reading them is for people.

`python -m tests.kit.words_figures [de|en|es|fr] [--all]` prints for each language how many words there are by
difficulty and category, how many have several parts, how many questions by tags nobody can answer of them,
pairs that are nearly the same word, words for children with a part that may not be for them, and insane
words one could touch. It prints twenty of each kind, or all of them.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from unicodedata import combining, normalize

from table.games.werewords.truths import Truths
from table.paths import SHIPPED
from table.settings.owner import WORDS
from table.words.lists import CATEGORIES, DIFFICULTIES, TAGS, Word, read_lists
from tests.kit.words_check import KNOWN, LANGUAGES, PARTS, known

SHOWN = 20

FOR_GROWN_UPS = KNOWN.with_name("words_for_grown_ups.txt")
TANGIBLE = frozenset(
    ("animal", "plant", "edible", "drink", "wearable", "metal", "wood", "fabric", "paper", "glass", "stone")
)


def words_of(language: str) -> list[Word]:
    """The shipped words of a language."""
    return [word for one in read_lists(SHIPPED / WORDS / language)[0] for word in one.words]


def unknown(words: Sequence[Word]) -> Counter[str]:
    """Of how many of these words nobody knows whether each tag is true."""
    truths = Truths(words)
    return Counter(
        {tag: (truths.all & ~(yes | no)).bit_count() for tag in TAGS for yes, no in [truths.of_tag(tag)]}
    )


def near(words: Iterable[Word]) -> Iterator[tuple[str, str]]:
    """Words of one difficulty that differ in one letter at their end, a space, a hyphen or an accent, if no
    line says that they have one meaning."""
    alike: dict[tuple[str, str], list[Word]] = defaultdict(list)
    for word in words:
        plain = "".join(each for each in normalize("NFD", word.text.casefold()) if not combining(each))
        letters = re.sub(r"[^\w]|_", "", plain)
        for each in {
            letters,
            letters.removesuffix("s"),
            letters.removesuffix("e"),
            letters.removesuffix("x"),
        }:
            alike[word.difficulty, each].append(word)
    found = {
        (one.text, other.text)
        for group in alike.values()
        for one, other in combinations(group, 2)
        if not one.meaning or one.meaning != other.meaning
    }
    yield from sorted(found)


def perhaps_not_for_children(words: Iterable[Word], language: str) -> list[str]:
    """Words for children of which a part is in `words_for_grown_ups.txt`."""
    parts = known(language, FOR_GROWN_UPS)
    return [word.text for word in words if word.child_safe and parts & {*PARTS.split(word.text.casefold())}]


def told(language: str, most: int | None = SHOWN) -> Iterator[str]:
    """The figures of a language, line by line. `most`: how many words of each kind are printed, None: all."""
    words = words_of(language)
    grown_up = sum(not word.child_safe for word in words)
    yield f"{language}: {len(words)} words, {grown_up} of them not for children"
    yield f"{'':10}" + "".join(f"{difficulty:>9}" for difficulty in DIFFICULTIES)
    for category in CATEGORIES:
        counts = Counter(word.difficulty for word in words if word.category == category)
        yield f"{category:10}" + "".join(f"{counts[difficulty]:9}" for difficulty in DIFFICULTIES)
    levels = [[word for word in words if word.difficulty == difficulty] for difficulty in DIFFICULTIES]
    yield _row("all", (len(level) for level in levels), "9")
    yield _row("share", (len(level) / len(words) for level in levels), "9.1%")
    for least in (2, 3):
        yield _row(
            f"{least}+ parts",
            (sum(len(PARTS.split(word.text)) >= least for word in level) / len(level) for level in levels),
            "9.1%",
        )
    yield _row("unknown", (unknown(level).total() / (len(TAGS) * len(level)) for level in levels), "9.1%")
    rarest = ", ".join(f"{tag} {number / len(words):.0%}" for tag, number in unknown(words).most_common(8))
    yield f"least known tags: {rarest}"
    yield from _some("nearly the same", [f"{one} / {other}" for one, other in near(words)], most)
    yield from _some("perhaps not for children", perhaps_not_for_children(words, language), most)
    touched = [word.text for word in levels[-1] if TANGIBLE & word.tags]
    yield from _some("insane, but one can touch it", touched, most)


def _row(title: str, figures: Iterable[float], form: str) -> str:
    return f"{title:10}" + "".join(format(figure, form) for figure in figures)


def _some(title: str, found: Sequence[str], most: int | None) -> Iterator[str]:
    more = f"; and {len(found) - most} more" if most is not None and len(found) > most else ""
    yield f"{title}, {len(found)}: {'; '.join(found[:most])}{more}"


def main(*asked: str) -> None:
    for language in [each for each in asked if each in LANGUAGES] or LANGUAGES:
        print("\n".join(told(language, None if "--all" in asked else SHOWN)), end="\n\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
