"""Codes of languages, as in `table.toml`: "fr", or "en-US" for a variety that lies over another language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


def languages_of(language: str) -> tuple[str, ...]:
    """A language and, if it is a variety, the one it lies over: ("en-US", "en"), ("fr",)."""
    base, region, _ = language.partition("-")
    return (language, base) if region else (language,)


def nearest_in(of_languages: Mapping[str, T], language: str) -> T | None:
    """What is given for a language, or else for the one it lies over; None: nothing is."""
    return next((of_languages[each] for each in languages_of(language) if each in of_languages), None)
