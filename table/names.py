"""What a seat may be called, and when two names are the same."""

from __future__ import annotations

from unicodedata import normalize

from table.typefaces import OURS, Fonts

LOOKALIKES = str.maketrans(
    # Greek, then Cyrillic.
    "αβεζηικμνορτυχавекмнорстухіјѕһԁԛԝ",
    "abezhikmnoptyxabekmhopctyxijshdqw",
)
"""The Latin letter that each of these small letters looks like, small or as a capital."""


def is_name(text: str, fonts: Fonts = OURS) -> bool:
    """Whether a seat may have this name: visible characters that the board can draw with these fonts, a
    letter or digit among them, no spaces at the ends."""
    is_visible = text.isprintable() and text == text.strip() and not fonts.undrawn(text)
    return is_visible and any(map(str.isalnum, text))


def composed(name: str) -> str:
    """A name as it is kept: each accent is one character with its letter."""
    return normalize("NFC", name)


def folded(name: str) -> str:
    """What names have in common that people take for the same, or that look alike in different scripts: for
    comparing, not for showing."""
    return normalize("NFKC", normalize("NFKC", name).casefold()).translate(LOOKALIKES)
