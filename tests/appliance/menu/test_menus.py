"""Menus without a table: the cursor, the entries, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from table.appliance.menu.menus import Item, MenuCursor, MenuTexts
from table.gestures import Meaning
from tests.appliance.lobby.test_hosts_menu import menu, turn_to


def turning(taken: list[str], sure: str = "") -> MenuCursor:
    def items() -> Sequence[Item]:
        return [Item(name, take=partial(taken.append, name), sure=sure) for name in "abc"]

    return MenuCursor("title", items, "hint")


def test_one_turns_round_and_round_and_takes() -> None:
    taken: list[str] = []
    made = turning(taken)
    for meant in (
        Meaning.NEXT,
        Meaning.TAKE,
        Meaning.NEXT,
        Meaning.NEXT,
        Meaning.TAKE,
        Meaning.BACK,
        Meaning.TAKE,
    ):
        made.hear(meant)
    assert taken == ["b", "a", "c"]
    assert made.menu().cursor == 2


def test_what_cannot_be_undone_is_asked_for_twice() -> None:
    taken: list[str] = []
    made = turning(taken, "sure?")
    made.hear(Meaning.TAKE)
    assert [entry.value for entry in made.menu().entries] == ["sure?", "", ""]
    made.hear(Meaning.NEXT)
    made.hear(Meaning.BACK)
    assert made.menu().entries[0].value == ""
    made.hear(Meaning.TAKE)
    assert taken == [], "whoever turned away has said no"
    made.hear(Meaning.TAKE)
    assert taken == ["a"]
    made.hear(Meaning.TAKE)
    assert taken == ["a"], "and once done it is asked for anew"


@pytest.mark.parametrize(
    ("then", "points_at"),
    [("abxcd", "c"), ("cd", "c"), ("abd", "b"), ("ad", "a"), ("d", "d"), ("xaybzd", "b"), ("xyz", "x")],
)
def test_the_cursor_stays_on_its_entry_or_on_the_nearest_before_it(then: str, points_at: str) -> None:
    names, taken = list("abcd"), list[str]()
    made = MenuCursor("title", lambda: [Item(name, take=partial(taken.append, name)) for name in names], "")
    made.menu()
    made.cursor = 2
    names[:] = then
    made.hear(Meaning.TAKE)
    assert taken == (["c"] if "c" in then else []), "what has gone is not taken, nor what stands there now"
    shown = made.menu()
    assert shown.entries[shown.cursor].label == points_at
    made.hear(Meaning.TAKE)
    assert taken[-1] == points_at, "but that can be taken from now on"


@pytest.mark.parametrize(
    ("then", "taken"), [("abcd", "c"), ("xabcd", "c"), ("dc", "c"), ("abd", ""), ("", "")]
)
def test_a_finger_takes_the_entry_that_was_shown_or_none(then: str, taken: str) -> None:
    names, took = list("abcd"), list[str]()
    made = MenuCursor(
        "", lambda: [Item(name, take=partial(took.append, name)) for name in [*names, "back"]], ""
    )
    made.menu()
    names[:] = then
    for number in (3, 0, 60):
        if made.point(number):
            made.hear(Meaning.TAKE)
    assert "".join(took) == taken


def test_an_entry_that_goes_takes_its_question_with_it() -> None:
    names, taken = list("ab"), list[str]()

    def items() -> list[Item]:
        return [Item(name, take=partial(taken.append, name), sure="sure?") for name in names]

    made = MenuCursor("title", items, "")
    made.menu()
    made.hear(Meaning.BACK)
    made.hear(Meaning.TAKE)
    assert made.menu().entries[1].value == "sure?"
    del names[1]
    assert made.menu().entries[0].value == ""
    made.hear(Meaning.TAKE)
    assert taken == []


def test_an_entry_is_the_same_in_another_language() -> None:
    made = menu()
    turn_to(made, "Language")
    made.menu(8, 12)
    made.turning.hear(Meaning.TAKE)
    made.speak(MenuTexts("fr"))
    shown = made.menu(8, 12)
    assert shown.entries[shown.cursor].label == "Langue"


def test_a_language_without_words_for_menus_has_the_english_ones() -> None:
    assert MenuTexts("nl").text("host.start") == "Start"
