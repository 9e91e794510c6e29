"""What the Mayor's tokens are called, and in which words the voice gives them: nobody may take one for
another."""

from __future__ import annotations

import re

import pytest

from table.games.entries import ChronicleTexts
from table.games.werewords.rules.state import TOKENS
from table.words.narration import Narration

LANGUAGES = ("fr", "en", "de", "es")

PRINTED = {"maybe": "Peut-être", "so_close": "Presque", "way_off": "Pas du tout"}
"""The names on the French box's own tokens."""


def said_in(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wording_of_a_token_says_its_own_name_and_no_other(language: str) -> None:
    narration = Narration.load(language, "mots-garous")
    names = {token: narration.word(f"slip.choice.{token}") for token in TOKENS}
    for token in TOKENS:
        for wording in narration.lines[f"token.{token}"]:
            assert [other for other in TOKENS if said_in(wording, names[other])] == [token], wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_slips_and_chronicle_have_the_same_names_of_tokens(language: str) -> None:
    narration = Narration.load(language, "mots-garous")
    yes, no = (narration.word(f"slip.choice.{token}") for token in ("yes", "no"))
    assert narration.word("token.yes_no").casefold() == f"{yes} / {no}"
    for token in ("maybe", "so_close", "way_off", "correct"):
        assert narration.word(f"token.{token}").casefold() == narration.word(f"slip.choice.{token}")
    texts = ChronicleTexts(narration, "chronicle/mots-garous")
    for token in TOKENS[:-1]:
        for told in (texts(f"token.{token}", seat="Ana"), texts(f"table.{token}")):
            assert said_in(told, narration.word(f"slip.choice.{token}")), told


def test_french_tokens_have_the_names_that_are_printed_on_them() -> None:
    narration = Narration.load("fr", "mots-garous")
    assert {token: narration.word(f"token.{token}") for token in PRINTED} == PRINTED
