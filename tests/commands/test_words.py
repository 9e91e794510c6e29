"""`garou words`: how much of a language is translated, and what an evening says most of the rest."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from table.appliance.voicing.translation import FileTexts, counted, in_order, said_in, texts_of
from table.errors import UnreadableError
from table.paths import SHIPPED
from table.room.village import NamedSeat
from table.settings.owner import Owner
from table.words.narration import Narration
from tests.kit.players import garou
from tests.settings.test_owner import write

FEW = """[lines]
night.heads_up = "Ogen dicht."
dawn.break = "De haan kraait."
call.werewolves.wake = "Wolven, ogen open."
"""
"""An owner's language of three lines."""


@pytest.fixture(scope="module")
def said() -> Counter[str]:
    return said_in("thiercelieux")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    write(tmp_path / "narration" / "nl.toml", FEW)
    return tmp_path


def sentences(own: Path) -> FileTexts:
    return next(texts_of(Owner(own), "nl"))


def test_a_name_on_the_board_is_counted_once_beside_each_sentence() -> None:
    told = Narration.load("en")
    said = counted(told)
    for _ in range(2):
        told.wordings("night.heads_down")
        for _frame in range(3):
            assert told.seat(NamedSeat(0, "mill")).label == "Mill"
            assert told.word("advice.seer")
    assert told.seat(NamedSeat(1, "Ana")).label == "Ana"
    assert said == {"lines.night.heads_down": 2, "places.mill": 2}


def test_an_evening_is_counted_by_what_it_says(said: Counter[str]) -> None:
    """Three rounds of the same people: one look at the first cards, several nights, and calls every night."""
    nights = said["lines.night.heads_up"]  # a Little Girl plays
    assert said["lines.deal.look"] == 1 < 3 < nights
    assert said["lines.call.werewolves.wake"] == said["lines.call.werewolves.sleep"] == nights
    spoken = sum(number for key, number in said.items() if key.startswith("lines."))
    assert max(said.values()) <= spoken
    assert said["places.mill"] < spoken
    assert not [key for key in said if key.startswith(("words.slip.", "words.temper.", "words.advice."))]
    english = sentences(SHIPPED).english
    assert [key for key in said if key not in english] == []


def test_a_share_counts_each_text_as_often_as_it_is_said(own: Path, said: Counter[str]) -> None:
    few = sentences(own)
    assert len(few.english) - len(few.left) == 3
    translated = said["lines.night.heads_up"] + said["lines.call.werewolves.wake"]
    translated += said["lines.dawn.break"]
    assert few.share(said) == pytest.approx(translated / said.total())
    assert 0.01 < few.share(said) < 0.2
    assert next(texts_of(Owner(own), "de")).share(said) == 1.0


def test_what_is_said_most_comes_first_after_the_grammar(own: Path, said: Counter[str]) -> None:
    left = [*in_order(sentences(own).left, said)]
    grammar = [key for key in left if key.startswith("grammar.")]
    assert left[: len(grammar)] == grammar != []
    often = [said[key] for key in left[len(grammar) :]]
    assert often == sorted(often, reverse=True)


def test_an_english_text_that_was_copied_is_not_translated(own: Path) -> None:
    path = own / "narration" / "nl.toml"
    path.write_bytes((SHIPPED / "narration" / "en.toml").read_bytes())
    copied = sentences(own)
    assert copied.missing == {}
    spelt = {key for key in copied.english if key not in copied.left}
    assert {"lines.night.fall", "places.mill"} & spelt == set()
    assert {"grammar.elided", "grammar.space_before", "words.call.any"} <= spelt
    assert next(texts_of(Owner(own), "de")).copied == {}


def test_a_line_of_any_card_is_no_gap(own: Path) -> None:
    write(own / "narration" / "nl.toml", '[lines]\ncall.any.wake = "{called}, ogen open."')
    few = sentences(own)
    assert "lines.call.seer.wake" not in few.missing
    assert "lines.call.seer.sleep" in few.missing


def test_the_command_says_a_line_for_each_file_and_what_to_do_next(own: Path) -> None:
    told = garou("words", "nl", "--config", str(own))
    assert (told.code, told.err) == (0, "")
    files, listed, rest = told.out.split("\n\n")
    assert files.splitlines()[0].startswith("narration/nl.toml")
    assert "  3 of " in files
    assert "% of what a beginners' evening says" in files
    assert "\nphones/nl.toml" in files
    place, *texts = listed.splitlines()
    assert place == f"# {own / 'narration' / 'nl.toml'}"
    assert len(texts) == 20
    assert all(tomllib.loads(text) for text in texts)
    assert int(rest.removesuffix(" more: --all\n")) > 2000


@pytest.mark.parametrize("language", ["en", "fr-CA", "Dutch", "../x"])
def test_a_language_that_cannot_be_translated_is_refused(own: Path, language: str) -> None:
    told = garou("words", language, "--config", str(own))
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f'garou: LANGUAGE "{language}"; allowed: a code such as nl')


def test_a_file_that_is_no_toml_is_one_sentence(own: Path) -> None:
    write(own / "narration" / "nl.toml", "[lines")
    with pytest.raises(UnreadableError, match=r"nl\.toml, line 1: \[lines is not closed"):
        sentences(own)
