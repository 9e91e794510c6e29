"""Where a round cannot begin, a hold of "Start" makes the nearest choices with which it can."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.choices import TableChoices
from table.board.menu import MenuEntry
from table.games.all import every_rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.gestures import Meaning
from table.settings.settings import Settings
from table.words.catalogue import whole_languages
from table.words.lists import Word, WordList
from tests.appliance.lobby.test_hosts_menu import house, menu, narrate
from tests.appliance.lobby.test_lobby import LobbyTable
from tests.kit.tables import chosen as layer

OF_EIGHT = "werewolf=2, seer, witch, villager=4"


def start_of(made: HostsMenu) -> MenuEntry:
    return made.menu(made.chosen.seated, made.chosen.pods).entries[0]


def cured(made: HostsMenu) -> str:
    """Holds "Start" where the round cannot begin. Returns what was said of it."""
    told = re.findall(r"(?:Hold|Appui long) ?: (.*)\.", start_of(made).note)
    assert made.turning.options().labels[0] == "start", "a phone shows it as what does something"
    made.turning.hear(Meaning.TAKE)
    assert not made.started, "what was changed is seen first"
    assert made.chosen.why_not() == ""
    return str(told[0])


def word_house(language: str = "en", **chosen: Any) -> TableChoices:
    """A table with a hundred easy words about animals, all in English."""
    found = [Word(f"word {number}", "easy", "animals", frozenset(), True) for number in range(100)]
    lists = [WordList(Path(), "", "en", found, [])]
    books = every_rulebook(RULEBOOKS)
    made = TableChoices(
        Settings(language=language), books, narrate, ["fr", "en"], simulated=False, lists=lambda *_: lists
    )
    made.settings = made.settings.over(layer(**{"rulebook": "mots-garous", "difficulty": "easy"} | chosen))
    return made


@pytest.mark.parametrize("seated", [1, 6, 7])
def test_missing_people_are_played_by_the_table(seated: int) -> None:
    made = menu(seated=seated, pods=8)
    assert cured(made) == f"the table plays {('one', 8 - seated)[seated < 7]}"
    assert start_of(made).value == "8 players, about 14 min"
    made.turning.hear(Meaning.TAKE)
    assert made.started


def test_who_deals_is_the_table_once_it_plays() -> None:
    """It cannot know which card lies in front of an empty chair."""
    made = menu(house(deal="cards"), seated=6, pods=8)
    cured(made)
    assert (made.choices.game.bots, made.choices.game.deal) == (True, "ring")


@pytest.mark.parametrize(("players", "villagers"), [(9, 5), (10, 6)])
def test_somebody_who_comes_after_the_cards_were_chosen_is_a_villager(players: int, villagers: int) -> None:
    made = menu(house(deck=OF_EIGHT), seated=players)
    assert cured(made) == f"the same cards, for {players} players"
    assert made.choices.game.deck == f"werewolf=2, seer, witch, villager={villagers}"


def test_cards_that_cannot_be_played_with_other_villagers_give_way_to_those_of_beginners() -> None:
    made = menu(house(deck="werewolf=4, seer, villager=7"), seated=8)
    assert cured(made) == "the cards “beginners”"
    assert made.choices.game.deck == "beginner"


def test_a_table_with_too_few_chairs_takes_other_rules() -> None:
    made = menu(seated=2, pods=7)
    assert cured(made) == "the rules “Family”, the table plays 5"
    assert (made.choices.game.rulebook, made.choices.game.bots) == ("family", True)


def test_where_nothing_helps_a_hold_does_nothing_and_a_phone_shows_it_so() -> None:
    made = menu(seated=2, pods=3)
    start = start_of(made)
    assert (start.value, start.note) == ("", "This table has 3 seats: choose other rules or cards.")
    assert made.turning.options().labels[0] == "start_not"
    before = made.choices
    made.turning.hear(Meaning.TAKE)
    assert (made.started, made.choices) == (False, before)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (word_house(categories=("food",)), "words about everything"),
        (word_house(difficulty="hard"), "easy words"),
        (word_house("fr"), "la Formule du Maire"),
        (word_house("fr", bots=True), "les règles « Thiercelieux »"),
    ],
)
def test_words_that_are_not_there_are_looked_for_elsewhere(at: TableChoices, told: str) -> None:
    """Other words of this language; else one that the Mayor writes, or another game."""
    made = menu(at, seated=8, language=at.settings.language)
    assert cured(made) == told


@pytest.mark.parametrize(("language", "buttons"), [*product(whole_languages(), (1, 2, 3))])
def test_every_cure_has_its_words(language: str, buttons: int) -> None:
    texts, at = MenuTexts(language), house()
    made = HostsMenu(at, at.settings, texts, buttons)
    made.menu(6, 8)
    told = texts.text(f"cure.{buttons}", changes=texts.text("cure.bots", number=2))
    assert start_of(made).note.endswith(told)
    for key in ("bots", "deck", "cards", "tiles", "rulebook", "categories", "difficulty", "word"):
        assert "x7" in texts.text(f"cure.{key}", number="x7", value="x7"), key


def test_six_people_at_a_table_of_eight_begin_by_two_holds_of_one_button() -> None:
    table = LobbyTable(8)
    table.sit(*range(6))
    table.press(0, 60.0)
    table.hold(0, 62.0)
    table.hold(0, 64.0)
    chosen = table.run()
    assert chosen
    assert (chosen.taken, chosen.choices.game.bots) == (tuple(range(6)), True)
    assert table.menu(61.0).entries[0].value == "2 more players are needed"
    assert table.menu(63.5).entries[0].value == "8 players, about 14 min"
