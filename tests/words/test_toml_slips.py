"""TOML as people type it: the error has the file, the line, the key where there is one, and what is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.errors import RefusedError, UnreadableError
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.settings.decks import chosen_deck
from table.settings.load import settings_of
from table.words.catalogue import OURS
from table.words.troubles import troubles_of
from tests.kit.players import garou

TYPED = {
    "language = “fr”": "line 1: language: curly quotation marks",
    'names = ["Ana",\n“Bob”]': "line 2: curly quotation marks",
    "language = fr": 'line 1: language: fr is a text; write it in quotation marks: "fr"',
    "names = [Ana, Bob]": 'line 1: names: Ana is a text; write it in quotation marks: "Ana"',
    'names = ["Ana", Bob B]': 'line 1: names: Bob B is a text; write it in quotation marks: "Bob B"',
    "[show]\nenabled = yes": "line 2: show.enabled: yes; write true or false",
    "[voice]\nvolume = 0,8": "line 2: voice.volume: 0,8 has a comma; write 0.8",
    "; as at home": "line 1: a remark begins with #, not with ;",
    "seats = 8\n// as at home": "line 2: a remark begins with #, not with //",
    "seats = 8 // as at home": "line 1: seats: a remark begins with #, not with //",
    "seats = 8 ; as at home": "line 1: seats: a remark begins with #, not with ;",
    'voice.voices.fr = "C:\\Users\\upmc.onnx"': 'line 1: voice.voices.fr: in "..." a \\ has a meaning',
    "seats: 8": "line 1: seats: a colon in the place of =; write seats = 8",
    "[voice]\nvolume : 0.8": "line 2: voice.volume: a colon in the place of =; write volume = 0.8",
    "seats\xa0= 8": "line 1: seats: a no-break space",
    "\xa0seats = 8": "line 1: seats: a no-break space",
    "[voice]\nvolume = 1\n[voice]\nmenus = true": "line 3: voice: [voice] is there twice; keep one",
    "seats = 8,": "line 1: seats: a comma at the end of the line; leave it out",
    "seats = 08": "line 1: seats: 08 begins with 0; write 8",
    "seats = ８": "line 1: seats: ８ is a full-width sign; write 8",
    "seats ＝ 8": "line 1: seats: ＝ is a full-width sign; write =",
    'language = "fr': 'line 1: language: "fr has no second quotation mark; write "fr"',
    '[voice]\nvoices.fr = "a" # "\nvoices.en = "b # c': 'line 3: voice.voices.en: "b # c has no second',
    "[game": "line 1: [game is not closed; write [game]",
    '{"seats": 8}': "line 1: seats: braces and colons as in JSON; write seats = 8",
    '{\n  "seats": 8,\n}': "line 1: braces and colons as in JSON; write seats = 8",
    "seats 8": "line 1: = is missing; write seats = 8",
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
    '["2x werwolf", "seer"]': 'cards written out, as "werewolf = 2, seer" (did you mean werewolf?)',
    "{ loup-garou = 2, seer = 1 }": 'written out, as "werewolf = 2, seer = 1" (did you mean werewolf?)',
    "{ werewolf = 2 }": 'decks.mine = {"werewolf": 2} is not allowed; allowed: cards written out, as "were',
    '"2x werewolf, villager=6"': "did you mean werewolf? Write werewolf = 2;",
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


GAME_DECKS = {
    '"2x werewolf"': '"werewolf = 2" (did you mean werewolf?)',
    '["2x werewolf", "villager"]': '"werewolf = 2, villager" (did you mean werewolf?)',
    '["werewolf", "werewolf", "seer"]': '"werewolf = 2, seer"',
    '"werewolf = 2, seer = 1, villager = 5, witch, hunter"': '"werewolf = 2, seer = 1, villager = 5, witch',
    "{ werwolf = 2 }": '"werewolf = 2" (did you mean werewolf?)',
}


@pytest.mark.parametrize("deck", GAME_DECKS)
def test_cards_in_the_place_of_a_decks_name_are_told_where_and_how_to_write_them(
    tmp_path: Path, deck: str
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f"[game]\ndeck = {deck}\n")
    with pytest.raises(UnreadableError) as refused:
        settings_of(path)
    told = str(refused.value)
    assert told.startswith(f"{path}, line 2: game.deck = ")
    assert "allowed: beginner, expert, wild, simplified, or one of [decks]; cards are written" in told
    assert f"in [decks], as mine = {GAME_DECKS[deck]}" in told


def test_a_name_like_a_deck_is_no_role(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[game]\ndeck = "begginer"\n')
    with pytest.raises(
        UnreadableError, match=r"allowed: beginner, expert, wild, simplified, or one of \[decks\]$"
    ):
        settings_of(path)


@pytest.mark.parametrize("deck", ["2x werewolf", "werewolf 2", "loup-garou 2"])
def test_a_single_card_with_a_number_on_the_command_line_is_told_its_form(deck: str) -> None:
    with pytest.raises(RefusedError, match="did you mean werewolf\\? Write werewolf = 2;"):
        chosen_deck(THIERCELIEUX, deck, None, 8, {})


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("see, werewolf=2", "did you mean seer? Write seer;"),
        ("seer, 2x werewolf", "did you mean werewolf? Write werewolf = 2;"),
        ("Voyante, werewolf=2", "did you mean seer? Write seer;"),
    ],
)
def test_a_wrong_tile_is_told_the_nearest_role(tmp_path: Path, tiles: str, said: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'[mots_garous]\ntiles = "{tiles}"\n')
    with pytest.raises(UnreadableError) as refused:
        settings_of(path)
    assert said in str(refused.value)
    told = garou("simulate", "--rulebook", "mots-garous", "--deck", tiles, "--seats", "8", "--rounds", "1")
    assert said in told.err


def test_every_deck_of_the_file_is_checked_by_config_though_none_is_chosen(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(
        '[decks]\nmine = "werwolf=2,villager=6"\nhers = "werewolf=2,seer,villager=6"\n'
        'his = "wich,werewolf=2,villager=6"\n[decks.theirs]\nwerewolf = 2\n'
    )
    told = garou("config", "--config", str(tmp_path))
    assert told.code == 1
    wrong = [line for line in told.out.splitlines() if "table.toml, line " in line]
    assert [line.partition("decks.")[2].split()[0].strip(":") for line in wrong] == ["theirs", "mine", "his"]


def test_which_files_are_read_is_told_once(tmp_path: Path) -> None:
    for name in ("one.doc", "two.doc", "three.doc"):
        (tmp_path / name).write_text("")
    told = garou("config", "--config", str(tmp_path)).out
    assert (told.count("is not read"), told.count("Read are table.toml")) == (3, 1)


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
