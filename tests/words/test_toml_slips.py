"""TOML as people type it: the error has the file, the line, the key where there is one, and what is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.errors import UnreadableError
from table.settings.load import settings_of
from table.words.catalogue import OURS
from table.words.troubles import troubles_of

TYPED = {
    "language = “fr”": "line 1: language: curly quotation marks",
    "language = ‘fr’": "line 1: language: curly quotation marks",
    "language = «fr»": "line 1: language: curly quotation marks",
    'names = ["Ana",\n“Bob”]': "line 2: curly quotation marks",
    "language = fr": 'line 1: language: fr is a text; write it in quotation marks: "fr"',
    "names = [Ana, Bob]": 'line 1: names: Ana is a text; write it in quotation marks: "Ana"',
    'names = ["Ana", Bob B]': 'line 1: names: Bob B is a text; write it in quotation marks: "Bob B"',
    "[show]\nenabled = yes": "line 2: show.enabled: yes; write true or false",
    "[show]\nenabled = True": "line 2: show.enabled: True; write true or false",
    "[voice]\nvolume = 0,8": "line 2: voice.volume: 0,8 has a comma; write 0.8",
    "[voice]\nvolume = 0,8 # loud": "line 2: voice.volume: 0,8 has a comma; write 0.8",
    "; as at home": "line 1: a remark begins with #, not with ;",
    "seats = 8\n// as at home": "line 2: a remark begins with #, not with //",
    "seats = 8 // as at home": "line 1: seats: a remark begins with #, not with //",
    "seats = 8 ; as at home": "line 1: seats: a remark begins with #, not with ;",
    'voice.voices.fr = "C:\\Users\\upmc.onnx"': 'line 1: voice.voices.fr: in "..." a \\ has a meaning',
    'voice.voices.fr = "D:\\voices"': 'line 1: voice.voices.fr: in "..." a \\ has a meaning',
    "seats: 8": "line 1: seats: a colon in the place of =; write seats = 8",
    "[voice]\nvolume : 0.8": "line 2: voice.volume: a colon in the place of =; write volume = 0.8",
    "seats\xa0= 8": "line 1: seats: a no-break space",
    "seats =\xa08": "line 1: seats: a no-break space",
    "\xa0seats = 8": "line 1: seats: a no-break space",
    "[voice]\nvolume = 1\n[voice]\nmenus = true": "line 3: voice: [voice] is there twice; keep one",
    "seats = 8\nseats = 9": "line 2: seats: seats is there twice; keep one",
}


@pytest.mark.parametrize("text", TYPED)
def test_what_people_type_is_told_with_its_line_its_key_and_what_is_meant(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text + "\n")
    with pytest.raises(UnreadableError) as refused:
        settings_of(path)
    assert str(refused.value).startswith(f"{path}, {TYPED[text]}")
    assert "TOML" not in str(refused.value)
    assert troubles_of(OURS, "fr").any(refused.value.wrong) != str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        'names = ["Ana ; Bob", "C // D"]\nseats = = 8',
        'language = "en" # “fr” ; // 0,8\npixels = 0x',
        "seats = 8\n[pins\n",
        "names = ['Ana'",
    ],
)
def test_what_is_no_usual_slip_is_told_in_the_parsers_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text)
    with pytest.raises(UnreadableError, match="is not valid TOML: "):
        settings_of(path)


DECKS = {
    '["werewolf", "seer"]': 'decks.mine = ["werewolf", "seer"] is not allowed; allowed: cards written out',
    "{ werewolf = 2 }": 'decks.mine = {"werewolf": 2} is not allowed; allowed: cards written out, as "were',
    '"2x werewolf, villager=6"': "did you mean werewolf? Write werewolf = 2;",
    '"werewolf x2, villager=6"': "did you mean werewolf? Write werewolf = 2;",
    '"2 Werewolves, villager=6"': "did you mean werewolf? Write werewolf = 2;",
    '"loup-garou=2, villager=6"': "did you mean werewolf? Write werewolf = 2;",
    '"werewolf=2, Voyante, villager=5"': "did you mean seer? Write seer;",
    '"werewolf=2, Little Girl, villager=5"': "did you mean little_girl? Write little_girl;",
    '"werewolf=2, simple villageois=6"': "did you mean villager? Write villager = 6;",
}


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_in_another_form_is_told_the_nearest_key_and_the_form(tmp_path: Path, deck: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'[game]\ndeck = "mine"\n[decks]\nmine = {deck}\n')
    with pytest.raises(UnreadableError) as refused:
        settings_of(path)
    assert str(refused.value).startswith(f"{path}, line 4: decks.mine")
    assert DECKS[deck] in str(refused.value)


def test_a_word_like_no_role_is_told_the_roles(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[game]\ndeck = "mine"\n[decks]\nmine = "zzzz=2,villager=6"\n')
    with pytest.raises(UnreadableError, match='"zzzz" is not a role of thiercelieux; allowed: '):
        settings_of(path)


def test_pins_in_one_list_are_told_the_form(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[pins]\nbcm = [4, 5, 6]\n")
    told = "pins.bcm = [4, 5, 6] is not allowed; allowed: a list for each seat, as [[4], [5], [6]]"
    with pytest.raises(UnreadableError) as refused:
        settings_of(path)
    assert str(refused.value) == f"{path}, line 2: {told}"
