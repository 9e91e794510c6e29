"""The words that a host types: kept as an ordinary list, checked by its rules, and there after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.errors import in_english
from table.words.lists import LONGEST, read_list
from table.words.narration import Narration
from table.words.troubles import Troubles
from table.words.typed import TypedWords, mistakes_in


def texts(typed: TypedWords) -> list[tuple[str, str]]:
    return [(word.text, word.difficulty) for one in typed.lists() for word in one.words]


def told(text: str) -> list[str]:
    return [in_english(mistake) for mistake in mistakes_in(text)]


def test_what_was_typed_is_an_ordinary_list_of_the_language_and_there_after_a_restart(tmp_path: Path) -> None:
    typed = TypedWords(tmp_path / "words")
    assert (typed.lists(), typed.typed("fr")) == ([], ("", ""))
    typed.keep("fr", "easy", " Nos   mots ", "\n chat\tnoir \n\n[hard]\nphare | noisy\n")
    assert texts(typed) == [("chat noir", "easy"), ("phare", "hard")]
    again = TypedWords(tmp_path / "words")
    assert texts(again) == texts(typed)
    assert again.typed("fr") == ("Nos mots", "chat noir\n[hard]\nphare | noisy")
    [one] = again.lists()
    assert (one.title, one.language, {word.category for word in one.words}) == ("Nos mots", "fr", {"own"})
    assert read_list(again.file("fr")).told == []


def test_each_language_has_its_list_which_can_be_changed_and_deleted(tmp_path: Path) -> None:
    typed = TypedWords(tmp_path)
    typed.keep("fr", "easy", "", "chat")
    typed.keep("en", "medium", "", "cat")
    typed.keep("fr", "medium", "", "chien")
    assert texts(typed) == [("cat", "medium"), ("chien", "medium")]
    typed.keep("fr", "medium", "A title alone", " \n\n")
    assert texts(typed) == [("cat", "medium")]
    assert not typed.file("fr").exists()
    typed.keep("fr", "medium", "", "")


def test_lines_that_cannot_be_used_are_told_and_left_out_and_not_lost(tmp_path: Path) -> None:
    lines = f"chat\nœuf\nOEUF\n{'x' * (LONGEST + 1)}\n王\n123\na;b\n[facile]\n# a remark"
    assert told(lines) == [
        "Line 3: OEUF stands on line 2 already.",
        f"Line 4: {'x' * LONGEST}... has 29 characters; allowed: 28, which the board can show.",
        "Line 5: 王: the board cannot draw 王.",
        "Line 6: '123' is no word; allowed: letters, spaces, marks.",
        "Line 7: a;b has columns or quotes; allowed: one word a line.",
        "Line 8: [facile]; allowed: [easy], [medium], [hard], [insane].",
    ]
    typed = TypedWords(tmp_path)
    typed.keep("fr", "easy", "", lines.replace("[facile]\n", ""))
    assert texts(typed) == [("chat", "easy"), ("œuf", "easy")]
    assert typed.typed("fr")[1] == lines.replace("[facile]\n", "")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_refusal_is_a_sentence_in_the_language_of_the_table(language: str) -> None:
    troubles = Troubles.of(Narration.load(language))
    for mistake in mistakes_in("a\na\n123\n王\n;x\n[x]\n" + "y" * 40):
        assert troubles.told(mistake).startswith("Ligne" if language == "fr" else "Line")
        assert troubles.told(mistake).endswith(".")


def test_a_list_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    typed = TypedWords(tmp_path)
    typed.file("fr").write_bytes(b"language: fr\n\n\xff")
    assert (typed.lists(), typed.typed("fr")) == ([], ("", ""))
    (tmp_path / "elsewhere").write_text("language: en\ndifficulty: easy\n\ncat\n")
    typed.file("en").symlink_to(tmp_path / "elsewhere")
    assert TypedWords(tmp_path).lists() == []
