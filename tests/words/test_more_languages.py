"""The shipped languages besides French and English: all that is said, in fewer wordings."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.paths import SHIPPED
from table.sentences import flat
from table.words.catalogue import KINDS, shipped, shipped_languages
from table.words.narration import Narration
from tests.words.test_narration import (  # noqa: F401 - told here of these languages too
    facts_of,
    test_24_seats_have_places_that_sound_like_no_other_and_like_no_card,
    test_advice_is_two_sentences,
    test_every_card_of_every_rulebook_and_the_captain_have_a_title,
    test_every_event_is_told_and_drawn_in_every_language,
    test_every_key_told_has_its_line_and_every_line_is_told,
    test_every_line_has_an_example,
    test_every_sentence_is_short_and_whole,
    test_every_word_is_used_and_every_word_used_is_written,
    test_lines_without_a_list_keep_to_two_lines_of_the_board,
    test_words_are_short,
)

LANGUAGES = [each for each in shipped_languages() if each not in ("en", "fr") and "-" not in each]
EVERY_ROUND = (
    *("deal.look", "night.first", "night.fall", "call.werewolves.wake", "call.seer.wake", "call.witch.wake"),
    *(
        "dawn.break",
        "dawn.nobody",
        "death.found",
        "death.voted",
        "debate.open",
        "debate.nudge",
        "debate.last",
    ),
    *("vote.open", "vote.nobody", "ballots.open", "election.open", "captain.elected"),
    *("over.villagers", "over.werewolves"),
)
"""Lines that nearly every round tells."""


@pytest.fixture(params=LANGUAGES)
def narration(request: pytest.FixtureRequest) -> Narration:
    return Narration.load(request.param)


@pytest.mark.parametrize("game", ["", "mots-garous"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_all_that_english_says(language: str, game: str) -> None:
    told, english = (Narration.load(each, game or None) for each in (language, "en"))
    assert told.lacks(english) == []
    assert english.lacks(told) == []
    for mine, theirs in ((told.lines, english.lines), (told.words, english.words)):
        assert {key: facts_of(text) for key, text in mine.items()} == {
            key: facts_of(text) for key, text in theirs.items()
        }
    assert [key for key, lines in told.lines.items() if len(set(lines)) < 2] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_every_round_tells_has_three_wordings(language: str) -> None:
    lines = Narration.load(language).lines
    assert [key for key in EVERY_ROUND if len(set(lines[key])) < 3] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_texts_is_whole_or_not_there(language: str, kind: str) -> None:
    if Path(SHIPPED / kind / f"{language}.toml").exists():
        assert flat(shipped(kind, language)).keys() == flat(shipped(kind, "en")).keys()
