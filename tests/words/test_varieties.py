"""American English, which lies over English, and a variety of an owner's own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hardware.languages import languages_of
from table.appliance.opening.updates import findings_in
from table.errors import UnreadableError
from table.house.narrate import narrate
from table.paths import SHIPPED
from table.sentences import flat
from table.settings.owner import Owner
from table.words.catalogue import FOR_BUILDERS, KINDS, NARRATION, OURS, Catalogue, whole_languages
from table.words.lists import Word, WordList, choose
from table.words.narration import GAMES, Narration
from table.words.spelling import respelled
from tests.settings.test_owner import write

US = "en-US"
SPELLED = tomllib.loads((SHIPPED / "spelling" / f"{US}.toml").read_text("utf-8"))
BRITISH = re.compile(rf"\b({'|'.join(SPELLED)})\b", re.IGNORECASE)
TELLINGS = (None, "tit-albert", *GAMES)
OF_PODS = {
    "en": re.compile(
        r"\b(your|own|every|each|all|the|a) rings?\b|\bpress|\bh[eo]ld \w+ button", re.IGNORECASE
    ),
    "de": re.compile(r"\bringe?[sn]?\b|(?<!fest )\bdrück\w*|\btasten?\b", re.IGNORECASE),
    "es": re.compile(r"\banillos?\b|\bpuls(a|e|es|ar|ado|ación)\b|\bmantén \w+ botón", re.IGNORECASE),
    "fr": re.compile(r"\banneaux?\b|\bappu(i|is|ie|ient|yez)\b|\bbouton enfoncé", re.IGNORECASE),
}
"""What speaks of rings, or of what is done to a button."""


def texts_in(texts: Any) -> str:
    """All texts of a table as one, without their placeholders."""
    told = [
        str(text)
        for value in flat(texts).values()
        for text in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return re.sub(r"\{[^}]*\}", "", "\n".join(told))


@pytest.mark.parametrize("telling", TELLINGS)
def test_the_narration_is_whole_and_spelled_as_in_america(telling: str | None) -> None:
    english, american = (Narration.load(language, telling) for language in ("en", US))
    assert american.language == US
    assert american.lacks(english) == english.lacks(american) == []
    for ours, theirs in ((english.lines, american.lines), (english.words, american.words)):
        assert BRITISH.search(texts_in(ours))
        assert not BRITISH.search(texts_in(theirs))


@pytest.mark.parametrize("telling", [*TELLINGS, "family"])
@pytest.mark.parametrize("language", OF_PODS)
def test_nobody_hears_of_rings_where_there_are_only_phones(language: str, telling: str | None) -> None:
    told = Narration.load(language, telling)
    assert OF_PODS[language].search(texts_in(told.lines))
    on_phones = told.on_phones()
    assert on_phones.lines.keys() == told.lines.keys()
    for said in (on_phones.lines, on_phones.words):
        wrong = {key: text for key, text in said.items() if OF_PODS[language].search(texts_in({key: text}))}
        # What the board says of buttons has words of its own for screens.
        assert not [text for key, text in wrong.items() if not key.startswith("prompt.")]


@pytest.mark.parametrize("language", OF_PODS)
def test_no_menu_for_players_speaks_of_buttons_where_there_are_only_phones(language: str) -> None:
    menus = Narration.load(language).on_phones().texts("menus")
    told = flat({key: texts for key, texts in menus.items() if key not in FOR_BUILDERS})
    wrong = {key for key, text in told.items() if OF_PODS[language].search(texts_in({key: text}))}
    assert not [key for key in wrong if f"{key}_phones" not in told], "else there are other words for phones"
    for key in FOR_BUILDERS:
        assert menus[key] == OURS.texts("menus", language)[key]


@pytest.mark.parametrize("kind", KINDS)
def test_the_other_texts_are_whole_and_spelled_as_in_america(kind: str) -> None:
    english, american = (OURS.texts(kind, language) for language in ("en", US))
    assert flat(english).keys() == flat(american).keys()
    assert not BRITISH.search(texts_in(american))


def test_what_is_said_otherwise_replaces_a_text_of_english() -> None:
    """A key that English does not have, or says the same of, would be forgotten when English changes."""
    for path in SHIPPED.rglob(f"{US}.toml"):
        if path.parent.name == "spelling" or path.parent.parent.name == "words":
            continue
        english = respelled(flat(tomllib.loads(path.with_stem("en").read_text("utf-8"))), US)
        for key, text in flat(tomllib.loads(path.read_text("utf-8"))).items():
            assert text != english[key], f"{path}: {key}"


def test_spelling_keeps_capitals_and_placeholders() -> None:
    told = "Grey, GREY and grey: {colour} of {seat.centre} in the centre; greyhounds too."
    assert (
        respelled(told, US) == "Gray, GRAY and gray: {colour} of {seat.centre} in the center; greyhounds too."
    )
    assert respelled(told, "en") == told
    assert respelled({"a": ["colour", {"b": ("centre", 3)}]}, US) == {"a": ["color", {"b": ("center", 3)}]}


def test_an_owners_english_is_said_in_america_too(tmp_path: Path) -> None:
    write(
        tmp_path / NARRATION / "en.toml", '[lines]\nnight.fall = "Grey falls the night."\ndawn.break = "Up!"'
    )
    write(tmp_path / NARRATION / f"{US}.toml", '[lines]\ndawn.break = "Rise and shine!"')
    write(tmp_path / "menus" / "en.toml", '[host]\nstart = "Favourite deck"')
    owner = Owner(tmp_path)
    told = narrate(owner, US)
    assert told.lines["night.fall"] == ("Gray falls the night.",)
    assert told.lines["dawn.break"] == ("Rise and shine!",)
    assert told.texts("menus")["host"]["start"] == "Favorite deck"
    assert narrate(owner, "en").lines["dawn.break"] == ("Up!",)


def test_a_variety_of_the_owners_lacks_nothing(tmp_path: Path) -> None:
    write(tmp_path / NARRATION / "fr-CA.toml", '[lines]\nnight.fall = "La nuitte tombe."')
    write(tmp_path / NARRATION / "pt-BR.toml", '[lines]\nnight.fall = "A noite cai."')
    owner = Owner(tmp_path)
    told, french = narrate(owner, "fr-CA"), Narration.load("fr")
    assert told.lines == {**french.lines, "night.fall": ("La nuitte tombe.",)}
    assert (str(told.places["mill"]), told.grammar.spoken) == ("le Moulin", french.grammar.spoken)
    notes = [finding.found for finding in findings_in(owner)]
    assert not [note for note in notes if "fr-CA" in note and "can be used" not in note]
    assert [note for note in notes if "pt-BR" in note and "are missing" in note], "it lies over no other"


def test_a_variety_is_one_that_somebody_has_written(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="en-ZA"):
        Narration.load("en-ZA")
    wrong = write(tmp_path / NARRATION / f"{US}.toml", '[lines]\nnight.fal = "Down."')
    with pytest.raises(UnreadableError, match=r"line 2: lines\.night\.fal is unknown .*night\.fall"):
        Narration.load(US, own=Catalogue(tmp_path))
    assert wrong.exists()


def test_a_house_and_word_lists_need_no_words_for_a_variety() -> None:
    assert whole_languages() == ["de", "en", "es", "fr"]
    assert languages_of(US) == (US, "en")

    def listed(language: str, text: str) -> WordList:
        return WordList(Path(text), text, language, [Word(text, "easy", "home", frozenset(), True)], [])

    lists = [listed("en", "kettle"), listed(US, "faucet"), listed("fr", "robinet")]
    assert [word.text for word in choose(lists, US, "easy")] == ["kettle", "faucet"]
    assert [word.text for word in choose(lists, "en", "easy")] == ["kettle"]
