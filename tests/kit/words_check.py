"""Checks the spelling of the words of Mots-garous.

`python -m tests.kit.words_check` prints each word that is neither in the dictionary nor in `words_known.txt`,
with its file and line, and each entry of `words_known.txt` that is not needed; it exits with 1 if there is
one. Duplicates, length and letters are checked by `table/words/lists.py` for any list.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from spellchecker import SpellChecker

from table.paths import SHIPPED
from table.settings.owner import WORDS
from table.words.lists import is_list, read_list

KNOWN = Path(__file__).resolve().parent / "words_known.txt"
PARTS = re.compile(r"[\s'’\-.]+")
LANGUAGES = sorted({path.parent.name for path in (SHIPPED / WORDS).glob("*/*.txt") if is_list(path)})

JOINTS = ("", "s", "n", "en", "es", "er", "e")
"""What German puts between the words of a compound;"""
CUT = ("e", "en")
"""and what it takes off the first of them (Erdbeere, Schwimmbad)."""
SHORTEST = 3
"""Letters of a word in a compound."""


class Part(NamedTuple):
    """A part of a word of a list, between spaces, hyphens and apostrophes."""

    text: str
    of: str
    place: str


def parts(folder: Path) -> Iterator[Part]:
    """All parts in the lists of a folder, except single letters, which no dictionary has."""
    for path in sorted(path for path in folder.iterdir() if is_list(path)):
        lines = {line.partition("|")[0].strip(): number for number, line in enumerate(_lines(path), 1)}
        for word in read_list(path).words:
            for part in PARTS.split(word.text):
                if len(part) > 1 and not part.isdigit():
                    yield Part(part, word.text, f"{path.name}: line {lines.get(word.text, 0)}")


def _compound(text: str, dictionary: SpellChecker) -> bool:
    """Whether it is a German word made of two that the dictionary has, or of one and such a compound."""
    for at in range(SHORTEST, len(text) - SHORTEST + 1):
        head, tail = text[:at], text[at:]
        heads = [head.removesuffix(joint) for joint in JOINTS] + [head + end for end in CUT]
        if any(len(each) >= SHORTEST and each in dictionary.word_frequency for each in heads) and (
            tail in dictionary.word_frequency or _compound(tail, dictionary)
        ):
            return True
    return False


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def known(language: str, path: Path = KNOWN) -> set[str]:
    """The words of `words_known.txt` in a language."""
    found, here = set[str](), False
    for line in _lines(path):
        if line.startswith("["):
            here = line.strip("[]") == language
        elif here and not line.startswith("#"):
            found |= set(line.split())
    return found


def mistakes(language: str, folder: Path | None = None, allowed: set[str] | None = None) -> list[str]:
    """Lists unknown spellings and needless entries of `words_known.txt`.

    `folder`: other lists than the shipped ones; `allowed`: other words than `words_known.txt`.
    """
    dictionary = SpellChecker(language=language)
    allowed = known(language) if allowed is None else allowed
    told, needed = [], set[str]()
    for part in parts(folder or SHIPPED / WORDS / language):
        # "œ" and "oe" are one spelling to it.
        text = part.text.lower().replace("œ", "oe")
        if text in dictionary.word_frequency or (language == "de" and _compound(text, dictionary)):
            continue
        needed.add(part.text)
        if part.text not in allowed:
            told.append(f"{language}/{part.place}: {part.text} ({part.of}) is in no dictionary")
    return told + [f"words_known.txt: [{language}] {word}: no list needs it" for word in allowed - needed]


def main() -> int:
    told = [sentence for language in LANGUAGES for sentence in mistakes(language)]
    print("\n".join(sorted(told)) or "Every word is known.")
    return bool(told)


if __name__ == "__main__":
    sys.exit(main())
