"""The letters that the board has."""

from __future__ import annotations

import os
import re
from pathlib import Path
from unicodedata import normalize

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from hardware.notify import ServiceManager
from hardware.voice.engines import VOICES
from table import typefaces
from table.appliance.devices.boards import WantedBoard, open_screen
from table.board.paint.text import MOST_FONTS, Typesetter, clean
from table.settings.settings import Settings
from table.typefaces import FALLBACK, OURS, READING, TITLES, Fonts, Run, Typeface, face_for, fonts_of
from table.words.narration import Narration
from tests.kit.boards import NAMES, board
from tests.kit.fonts import made_font

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
    assert OURS.undrawn("".join(alphabet)) == ""
    for bold in (False, True):
        drawn = {letter: pixels(types, letter, bold) for letter in alphabet}
        assert pixels(types, "狼", bold) not in drawn.values()
        assert [letter for letter, one in drawn.items() if [*drawn.values()].count(one) > 1] == []


def test_a_typeface_has_what_its_character_map_says() -> None:
    assert Typesetter().has("Zoé Łukasz")
    named = {"Иван": "", "Ελένη": "", "Đặng": "", "王小明": "王小明", "محمد": "محد", "Ana 🦊": "🦊"}
    for name, missing in named.items():
        assert not Typesetter().has(name), name
        assert OURS.undrawn(name) == missing


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
    assert OURS.undrawn(normalize("NFD", "José")) == ""


CHINESE = {"李": (1000, 800), "明": (1000, 600), "王": (1000, 700)}
HEBREW = {"א": (600, 200), "ב": (600, 800)}


def with_fonts(*files: Path) -> Fonts:
    return fonts_of(tuple(map(str, files)))


def test_an_owners_font_draws_the_letters_that_ours_lack(tmp_path: Path) -> None:
    """A Latin sentence with a Chinese name in it stays in our font, but for the name."""
    file = made_font(tmp_path / "a.ttf", CHINESE)
    fonts, own = with_fonts(file), Typeface(str(file), str(file))
    assert fonts.undrawn("李明 et Zoé, 狼") == "狼"
    assert fonts.runs("李明 et Zoé", READING) == [Run("李明", own, "Hani"), Run(" et Zoé", READING)]
    assert fonts.runs("Zoé", READING) == (Run("Zoé", READING),)
    types = Typesetter(fonts=fonts)
    drawn = [pixels(types, letter, True) for letter in (*CHINESE, "狼")]
    assert len(set(drawn)) == len(drawn)
    assert drawn[0] != pixels(Typesetter(), "李", True)


def test_a_size_that_was_not_used_for_long_no_longer_keeps_its_letters() -> None:
    types, least = Typesetter(), 10
    sizes = [types.font(px, False) for px in range(least, least + MOST_FONTS)]
    assert types.font(least, False) is sizes[0]
    types.font(least + MOST_FONTS, False)
    assert types.font(least, False) is sizes[0], "used last but one"
    assert types.font(least + 1, False) is not sizes[1]


def test_a_line_in_two_fonts_is_as_wide_as_it_was_fitted(tmp_path: Path) -> None:
    types = Typesetter(fonts=with_fonts(made_font(tmp_path / "a.ttf", CHINESE)))
    surface = pygame.Surface((400, 100))
    for text in ("李明 et Zoé", "Zoé et 李明 王", "李明李明李明李明李明"):
        fitted = types.fit(text, surface.get_size(), 60)
        (line,) = types.write(surface, "", fitted, surface.get_rect(), WHITE, BLACK)
        assert line.rect.width == types.width(fitted) <= 400
        assert surface.get_rect().contains(line.rect)


def test_the_letters_of_all_fonts_stand_on_one_base(tmp_path: Path) -> None:
    """The bar of a letter ends where the feet of an H do."""
    types = Typesetter(fonts=with_fonts(made_font(tmp_path / "a.ttf", CHINESE)))

    def base(text: str) -> int:
        surface = pygame.Surface((400, 100))
        types.write(surface, "", types.fit(text, (400, 100), 60), surface.get_rect(), WHITE, BLACK)
        return pygame.mask.from_threshold(surface, WHITE, (9, 9, 9)).get_bounding_rects()[-1].bottom

    assert base("李") == base("H") == base("李 H")


def test_the_first_font_of_the_list_that_has_a_letter_draws_it(tmp_path: Path) -> None:
    first = made_font(tmp_path / "a.ttf", {"李": (1000, 800)})
    second = made_font(tmp_path / "b.ttf", {"李": (500, 100), "明": (500, 100)})
    runs = with_fonts(first, second).runs("李明", READING)
    assert [(run.text, run.face.bold) for run in runs] == [("李", str(first)), ("明", str(second))]


def test_letters_of_right_to_left_scripts_run_leftward(tmp_path: Path) -> None:
    fonts = with_fonts(made_font(tmp_path / "a.ttf", HEBREW))
    surface = pygame.Surface((300, 100))
    types = Typesetter(fonts=fonts)
    types.write(surface, "", types.fit("אב", (300, 100), 60), surface.get_rect(), WHITE, BLACK)
    bars = pygame.mask.from_threshold(surface, WHITE, (9, 9, 9)).get_bounding_rects()
    left, right = sorted(bars, key=lambda bar: bar.left)
    assert left.height > 3 * right.height

    def shown(text: str) -> list[tuple[str, bool]]:
        leads = fonts.leads_left(text)
        return [(run.text, run.leftward) for run in fonts.runs(text, READING, leads_left=leads)]

    assert shown("Zoé, אב (3)") == [("Zoé, ", False), ("אב", True), (" (3)", False)]
    assert shown("אב, בא et Zoé") == [("אב", True), (", ", False), ("בא", True), (" et Zoé", False)]
    assert shown("אב est mort.") == [("אב", True), (" est mort.", False)]
    assert shown("אבאב Zoé 3.") == [(".", True), ("Zoé 3", False), (" ", True), ("אבאב", True)]


def test_arabic_letters_are_joined(tmp_path: Path) -> None:
    bars = {"م": (500, 500), "first": (300, 300), "last": (200, 200)}
    joined = (
        "languagesystem DFLT dflt; languagesystem arab dflt;"
        "feature init { sub uni0645 by first; } init; feature fina { sub uni0645 by last; } fina;"
    )
    types = Typesetter(fonts=with_fonts(made_font(tmp_path / "a.ttf", bars, joined)))
    assert types.width(types.fit("م", (400, 100), 60)) == 30
    assert types.width(types.fit("مم", (400, 100), 60)) == 30


def test_without_harfbuzz_only_letters_that_stand_alone_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fonts = with_fonts(made_font(tmp_path / "a.ttf", CHINESE | HEBREW))
    monkeypatch.setattr(typefaces, "is_shaped", lambda: False)
    assert fonts.undrawn("李 אב") == "אב"
    assert Fonts().undrawn("李 אב") == "李אב"


def test_hints_about_an_emoji_are_no_signs(tmp_path: Path) -> None:
    fonts = with_fonts(made_font(tmp_path / "a.ttf", {"❤": (1000, 800)}))
    assert fonts.undrawn("❤\ufe0f") == ""
    assert [run.text for run in fonts.runs("Zoé ❤\ufe0f!", READING)] == ["Zoé ", "❤\ufe0f", "!"]


def test_a_line_of_chinese_ends_between_signs_but_not_in_a_name(tmp_path: Path) -> None:
    types = Typesetter(fonts=with_fonts(made_font(tmp_path / "a.ttf", CHINESE)))
    assert types.fit("李明王明", (150, 120), 50, lines=2).lines == ("李明王明",)
    assert types.fit("李明王明李明王明", (220, 120), 50, lines=2).lines == ("李明王明", "李明王明")
    assert clean("李明王明，。李明王") == "李明王\u200b明，。\u200b李明王"


@pytest.mark.parametrize("name", ["missing.ttf", "text.ttf", "font.woff", "colour.ttf", "family", "a.ttf"])
def test_what_is_no_font_of_outlines_is_refused(name: str, tmp_path: Path) -> None:
    made_font(tmp_path / "font.woff", CHINESE)
    made_font(tmp_path / "colour.ttf", CHINESE, coloured="CBDT")
    (tmp_path / "text.ttf").write_text("no font", "utf-8")
    given = name if name in ("family", "a.ttf") else str(tmp_path / name)
    with pytest.raises(ValueError, match=re.escape(given)):
        fonts_of((given,))


def test_a_family_is_what_fontconfig_finds_by_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It always finds some font; one of another name is none."""
    regular = made_font(tmp_path / "a.ttf", CHINESE)
    bold = made_font(tmp_path / "b.ttf", CHINESE)
    found = tmp_path / "fc-match"
    found.write_text(
        f"#!/bin/sh\ncase $3 in *:bold) file={bold};; *) file={regular};; esac\n"
        'printf "Made,Made Sans\\n%s" "$file"\n',
        "utf-8",
    )
    found.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert fonts_of(("made sans",)).owners == (Typeface(str(regular), str(bold)),)
    with pytest.raises(ValueError, match="Other"):
        fonts_of(("Other",))
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(ValueError, match="Made"):
        fonts_of(("Made",))


def test_the_board_of_a_table_draws_with_the_owners_font(tmp_path: Path) -> None:
    font = str(made_font(tmp_path / "a.ttf", CHINESE))
    shown = board("debate", 6)
    shown.places[1].name = "李明"

    def drawn(*fonts: str) -> bytes:
        settings, manager = Settings().over({"screen.font": fonts}), ServiceManager("")
        wanted = WantedBoard(settings, NAMES[:6], Narration.load("fr"), "board", set, manager)
        view = open_screen(wanted).view
        try:
            view.show(shown, 60.0)
            surface = pygame.display.get_surface()
            assert surface
            return bytes(surface.get_buffer().raw)
        finally:
            view.close()

    assert drawn() == drawn() != drawn(font)
