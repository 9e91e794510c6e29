"""The letters that the board has."""

from __future__ import annotations

import os
from unicodedata import normalize

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from hardware.voice.engines import VOICES
from table.board.paint.text import Typesetter
from table.typefaces import FALLBACK, READING, TITLES, Typeface, face_for, undrawn

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
LATIN = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "ca": LATIN + "àçèéíïòóúü·",
    "cs": LATIN + "áčďéěíňóřšťúůýž",
    "da": LATIN + "æøå",
    "de": LATIN + "äöüßẞ",
    "el": "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ",
    "en": LATIN,
    "eo": "abcĉdefgĝhĥijĵklmnoprsŝtuŭvz",
    "es": LATIN + "áéíñóúü¿¡",
    "fi": LATIN + "åäöšž",
    "fr": LATIN + "àâæçéèêëîïôœùûüÿ«»’",
    "hr": LATIN + "čćđšž",
    "hu": LATIN + "áéíóöőúüű",
    "it": LATIN + "àèéìíîòóùú",
    "nb": LATIN + "æøåéèêóòâô",
    "nl": LATIN + "éëïóöüĳ",
    "pl": LATIN + "ąćęłńóśźż„”",
    "pt": LATIN + "áâãàçéêíóôõúü",
    "ro": LATIN + "ăâîșț",
    "sv": LATIN + "åäöé",
    "tr": "abcçdefgğhıijklmnoöprsştuüvyzİ",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’№",
}
"""The letters of each language that the table speaks."""


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


def pixels(types: Typesetter, text: str, bold: bool) -> bytes:
    """What is drawn of a text."""
    surface = pygame.Surface((120, 90))
    fitted = types.fit(text, surface.get_size(), 64, bold=bold)
    types.write(surface, "", fitted, surface.get_rect(), WHITE, BLACK)
    return bytes(surface.get_buffer().raw)


def test_every_language_that_is_spoken_has_its_alphabet_here() -> None:
    assert ALPHABETS.keys() == {language.partition("-")[0] for language in VOICES}


@pytest.mark.parametrize("face", [READING, TITLES], ids=lambda face: str(face.bold))
@pytest.mark.parametrize("language", ALPHABETS)
def test_every_letter_of_a_spoken_language_is_drawn(language: str, face: Typeface) -> None:
    """None is the crossed box of a letter that a font lacks, and no two look the same."""
    types = Typesetter(face)
    alphabet = dict.fromkeys(
        normalize("NFC", letter) for small in ALPHABETS[language] for letter in (small, small.upper())
    )
    assert undrawn("".join(alphabet)) == ""
    for bold in (False, True):
        drawn = {letter: pixels(types, letter, bold) for letter in alphabet}
        assert pixels(types, "狼", bold) not in drawn.values()
        assert [letter for letter, one in drawn.items() if [*drawn.values()].count(one) > 1] == []


def test_a_typeface_has_what_its_character_map_says() -> None:
    assert Typesetter().has("Zoé Łukasz")
    named = {"Иван": "", "Ελένη": "", "Đặng": "", "王小明": "王小明", "محمد": "محد", "Ana 🦊": "🦊"}
    for name, missing in named.items():
        assert not Typesetter().has(name), name
        assert undrawn(name) == missing


def test_a_text_is_drawn_in_one_typeface() -> None:
    """The one of its place, if that has every letter."""
    assert face_for("Zoé", TITLES) is TITLES
    assert face_for("Zoé ặ", TITLES) is FALLBACK
    assert face_for("Иван et Zoé", TITLES) is FALLBACK
    assert face_for("狼 Иван") is FALLBACK
    assert face_for("狼") is READING


def test_accents_may_be_written_as_signs_of_their_own() -> None:
    types = Typesetter()
    assert pixels(types, normalize("NFD", "José"), True) == pixels(types, "José", True)
    assert undrawn(normalize("NFD", "José")) == ""
