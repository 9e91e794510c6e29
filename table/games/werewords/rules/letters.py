"""The letters of a magic word: a word, or a name of several words (MG-60)."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

PARTS = re.compile(r"[\s'’\-‐‑]+")
"""Separators of the parts of a name: spaces, hyphens, apostrophes."""
GIVEN_AWAY = 5
"""MG-38: the most letters given away."""
UNCOVERS_S = 20.0
"""MG-38: one more letter each time this share of the day is over."""


def characters(word: str) -> list[str]:
    """The word without spaces round it, as letters and marks, each with its accents."""
    parts: list[str] = []
    for character in normalize("NFC", word).strip():
        if parts and combining(character):
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def positions(word: str) -> list[str]:
    """Positions of its letters, from 0. Marks between them have no position."""
    return [character for character in characters(word) if character[0].isalpha()]


def first_letters(word: str) -> list[str]:
    """The first letter of each part, upper case. "arc-en-ciel": A, E, C."""
    return [letters[0].upper() for part in PARTS.split(word) if (letters := positions(part))]


def given_away(word: str) -> int:
    """MG-38: how many letters the pack gives away: five, but at most half of them, and at least one."""
    letters = len(positions(word))
    return min(GIVEN_AWAY, max(1, letters // 2), letters)


def uncovers_s(day_s: float) -> float:
    """MG-38: seconds between two letters in a day of this length, so that all of them are on the board before
    it is over."""
    return min(UNCOVERS_S, day_s / (GIVEN_AWAY + 1))


def masked(word: str, open_positions: set[int] | frozenset[int] = frozenset()) -> str:
    """The word as blanks, as in Hangman: with its marks, and the letters that are open."""
    told, position = [], 0
    for character in characters(word):
        if not character[0].isalpha():
            told.append(character)
            continue
        told.append(character if position in open_positions else "_")
        position += 1
    return "".join(told)
