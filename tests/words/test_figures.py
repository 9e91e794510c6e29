"""The figures of the word lists, and what a program can find in them."""

from __future__ import annotations

import pytest

from table.words.lists import GROWN_UP, Difficulty, Word
from tests.kit import words_figures
from tests.kit.words_figures import near, perhaps_not_for_children, unknown


def word(text: str, *tags: str, difficulty: Difficulty = "easy", meaning: str = "") -> Word:
    return Word(text, difficulty, "home", frozenset(tags), GROWN_UP not in tags, meaning)


def test_words_that_are_nearly_the_same_are_found_unless_they_have_one_meaning() -> None:
    words = [word("lunch box"), word("lunchbox"), word("café"), word("cafe"), word("cup", difficulty="hard")]
    words += [word("cups"), word("flipper", meaning="fin"), word("flippers", meaning="fin"), word("plate")]
    assert [*near(words)] == [("café", "cafe"), ("lunch box", "lunchbox")]


def test_words_with_a_part_that_may_not_be_for_children_are_found() -> None:
    words = [word("water pistol"), word("pistol", GROWN_UP), word("piston"), word("Vin chaud")]
    assert perhaps_not_for_children(words, "en") == ["water pistol"]
    assert perhaps_not_for_children(words, "fr") == ["Vin chaud"]


def test_what_nobody_knows_of_words_is_counted() -> None:
    """A violin is no animal and surely heard; whether it is red nobody has written."""
    counted = unknown([word("violin", "musical", "wood"), word("bell")])
    assert (counted["animal"], counted["noisy"], counted["red"], counted["wood"]) == (0, 1, 2, 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_figures_of_a_language_are_printed(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words_figures.main(language)
    lines = capsys.readouterr().out.splitlines()
    counts = [int(number) for number in next(line for line in lines if line.startswith("all"))[10:].split()]
    assert lines[0].startswith(f"{language}: {sum(counts)} words, ")
