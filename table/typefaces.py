"""The fonts of the board and of paper, and which letters they have."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from table.paths import FONTS


class Typeface(NamedTuple):
    """A font in two weights: files of the folder of fonts. `scale`: the factor on its size that makes its
    letters as large as those of the others."""

    regular: str
    bold: str
    scale: float = 1.0


READING = Typeface("AtkinsonHyperlegible-Regular.ttf", "AtkinsonHyperlegible-Bold.ttf")
TITLES = Typeface("Berenika-Bold.ttf", "Berenika-Bold.ttf")
"""For the few large words that set the mood."""
FALLBACK = Typeface("NotoSansSubset-Regular.ttf", "NotoSansSubset-Bold.ttf", 0.92)
"""All Latin, Greek and Cyrillic letters: for texts with a letter that the others lack."""


@cache
def letters(face: Typeface) -> frozenset[str]:
    """The letters in the character map of a typeface."""
    from fontTools.ttLib import TTFont  # Takes a moment to load.

    with TTFont(FONTS / face.bold, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def lacking(text: str, face: Typeface) -> list[str]:
    """The signs of a text that a typeface lacks, each once."""
    known = letters(face)
    if known.issuperset(text):
        return []
    return [letter for letter in dict.fromkeys(text) if letter.isprintable() and letter not in known]


def face_for(text: str, face: Typeface = READING) -> Typeface:
    """The typeface in which the whole text is drawn: this one, or the first of the others with all its
    letters; if none has, the one that lacks the fewest."""
    return min((face, READING, FALLBACK), key=lambda tried: len(lacking(text, tried)))


def undrawn(text: str) -> str:
    """The signs of a text that the board cannot draw, each once."""
    composed = normalize("NFC", text)
    return "".join(lacking(composed, face_for(composed)))
