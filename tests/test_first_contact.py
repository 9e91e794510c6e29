"""What somebody who has never played is told before he needs it, whichever of the varied lines is spoken."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from table.settings import CONFIG

BOOKS = ("", "tit-albert/")
MUST_SAY = {
    "fr": {
        "lobby.seated": r"\bnom\b|vous appelle",
        "night.first": r"\b(yeux)\b.*\blumière",
        "election.open": r"double|deux",
    },
    "en": {
        "lobby.seated": r"\bname\b",
        "night.first": r"\beyes\b.*\blight\b",
        "election.open": r"twice|two",
    },
}
"""Who he is; what he does when he is called for the first time; what a Captain is."""
DIES = {"fr": r"\bmeurt\b", "en": r"\bdies\b"}
OPEN = {"fr": r"signes?\b.*[Ff]lèche.*bouge", "en": r"signs?\b.*arrow.*moves"}


def told(book: str, language: str) -> dict[str, Any]:
    return tomllib.loads((CONFIG / "narration" / book / f"{language}.toml").read_text("utf-8"))


def lines(book: str, language: str, key: str) -> list[str]:
    section, name = key.split(".")
    found: list[str] = told(book, language)["lines"][section][name]
    assert len(found) > 1, key
    return found


@pytest.mark.parametrize("language", MUST_SAY)
@pytest.mark.parametrize("book", BOOKS)
def test_every_variant_of_a_line_tells_a_stranger_what_he_needs(book: str, language: str) -> None:
    for key, says in MUST_SAY[language].items():
        assert [one for one in lines(book, language, key) if not re.search(says, one, re.IGNORECASE)] == [], (
            key
        )


@pytest.mark.parametrize("language", DIES)
def test_who_is_voted_out_dies_in_plain_words(language: str) -> None:
    assert all(re.search(DIES[language], one) for one in lines("", language, "death.voted"))


@pytest.mark.parametrize("language", OPEN)
@pytest.mark.parametrize("book", ["", "mots-garous/"])
def test_the_deal_sends_eyes_from_the_ring_to_the_signs_on_the_board(book: str, language: str) -> None:
    """Two signs may differ by their motion alone, which the board draws as an arrow."""
    assert re.search(OPEN[language], told(book, language)["words"]["prompt"]["deal"])
