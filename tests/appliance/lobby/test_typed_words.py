"""Words that the host types on their phone: in the lobby, while the menu's page about them is open."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.phones.wire import WordPage, WordsTyped
from table.appliance.lobby import typed_entries
from table.appliance.lobby.word_stick import WordStick
from table.appliance.service.stick import export_words
from table.gestures import Meaning
from table.words.typed import TypedWords
from tests.appliance.lobby.test_hosts_menu import house
from tests.appliance.lobby.test_lobby import EIGHT, LobbyTable
from tests.kit.diaries import BOXES
from tests.kit.menus import turn_to

HOST, OTHER = "b" * 32, "a" * 32
TEN = "\n".join(f"mot {letter}" for letter in "abcdefghij")
OPEN_S, TYPED_S, CLOSED_S = 20.0, 30.0, 40.0


class TypingTable(LobbyTable):
    """A lobby with phones, whose host opens the page about their own words."""

    def __init__(self, folder: Path, **chosen: Any) -> None:
        rules: dict[str, Any] = {"rulebook": "mots-garous", "categories": ("own",), "phones.enabled": True}
        super().__init__(taken=EIGHT, host=2, has_phones=True, **(rules | chosen))
        self.house.rulebooks, self.house.typed = BOXES, TypedWords(folder)
        assert self.phones
        self.phones.places.owners |= {OTHER: 1, HOST: 2}
        self.lobby.menu.menu(8, 10)
        self.pages: list[tuple[float, WordPage]] = []
        self.joined.write = self._written  # type: ignore[method-assign]

    def _written(self, page: WordPage) -> None:
        if not self.pages or self.pages[-1][1] != page:
            self.pages.append((self.clock.now(), page))

    def page_at(self, time_s: float) -> WordPage:
        return [page for written_s, page in self.pages if written_s <= time_s][-1]

    def take_now(self, label: str) -> None:
        """The host takes an entry of the menu."""
        turn_to(self.lobby.menu.turning, label)
        self.lobby.menu.turning.hear(Meaning.TAKE)
        self.lobby.refresh()

    def takes(self, label: str, at_s: float) -> None:
        self.at(at_s, lambda: self.take_now(label))

    def types(self, token: str, text: str, at_s: float = TYPED_S) -> None:
        self.at(at_s, lambda: self.joined.ask(WordsTyped(token, "Nos mots", text)))


def own_words(table: TypingTable) -> list[str]:
    return [word.text for one in table.house.lists for word in one.words]


def test_the_hosts_phone_types_a_list_that_is_a_category_of_its_own(tmp_path: Path) -> None:
    table = TypingTable(tmp_path / "words")
    table.takes("Your own words", OPEN_S)
    table.types(HOST, f"{TEN}\nmot a")
    table.takes("Back", CLOSED_S)
    table.run(until_s=60.0)
    assert table.page_at(OPEN_S - 1) == WordPage()
    assert table.page_at(TYPED_S - 1) == WordPage(HOST)
    shown = table.page_at(CLOSED_S - 1)
    assert (shown.token, shown.title, shown.text) == (HOST, "Nos mots", f"{TEN}\nmot a")
    assert shown.told[0].startswith("Words that can be used: 10.")
    assert shown.told[1:] == ("Line 11: mot a stands on line 1 already.",)
    assert table.page_at(59.0) == WordPage()
    about = turn_to(table.lobby.menu.turning, "About")
    assert (about.value, about.note) == ("Nos mots", "10 words to draw from.")
    boards = [str(seen.board) for seen in table.view.seen]
    assert all("mot a" not in board for board in boards), "nothing typed is on the board"
    again = house()
    again.typed = TypedWords(tmp_path / "words")
    assert [len(one.words) for one in again.lists] == [10], "they are there after a restart"


@pytest.mark.parametrize(
    ("token", "at_s"), [(OTHER, TYPED_S), ("c" * 32, TYPED_S), (HOST, OPEN_S - 5), (HOST, CLOSED_S + 5)]
)
def test_only_the_host_types_and_only_while_the_page_is_open(tmp_path: Path, token: str, at_s: float) -> None:
    table = TypingTable(tmp_path / "words")
    table.takes("Your own words", OPEN_S)
    table.types(token, TEN, at_s)
    table.takes("Back", CLOSED_S)
    table.run(until_s=60.0)
    assert own_words(table) == []
    assert not (tmp_path / "words").exists()


def test_a_list_is_changed_and_deleted_on_the_page_that_shows_it(tmp_path: Path) -> None:
    table = TypingTable(tmp_path)
    table.house.typed = TypedWords(tmp_path)
    table.house.typed.keep("en", "medium", "Old", "owl\nbat")
    table.takes("Your own words", OPEN_S)
    table.types(HOST, "owl\ncat", TYPED_S)
    table.types(HOST, "\n", TYPED_S + 5)
    table.run(until_s=CLOSED_S)
    assert table.page_at(TYPED_S - 1).text == "owl\nbat"
    assert table.page_at(TYPED_S + 4).text == "owl\ncat"
    assert table.page_at(CLOSED_S) == WordPage(HOST)
    assert own_words(table) == []


def test_a_list_that_cannot_be_written_stays_on_the_page_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("no folder")
    table = TypingTable(tmp_path / "words")
    table.takes("Your own words", OPEN_S)
    table.types(HOST, TEN)
    table.run(until_s=CLOSED_S)
    shown = table.page_at(CLOSED_S)
    assert shown.text == TEN
    assert shown.told[0].startswith("Not kept: ")


@pytest.mark.parametrize(
    "chosen", [{"rulebook": "thiercelieux"}, {"word": "own"}, {"phones.enabled": False}], ids=str
)
def test_where_no_word_is_drawn_or_no_phone_is_a_seat_there_is_no_such_entry(
    tmp_path: Path, chosen: dict[str, Any]
) -> None:
    table = TypingTable(tmp_path, **chosen)
    assert "Your own words" not in [item.label for item in table.lobby.menu.items()]


# The stick


def copied(table: TypingTable, monkeypatch: pytest.MonkeyPatch, find: Callable[[], Path | None]) -> str:
    """What the entry says once the copy is made."""
    monkeypatch.setattr(typed_entries, "stick", find)
    table.take_now("Your own words")
    table.take_now("Copy the list to a stick")
    for thread in [one for one in threading.enumerate() if one.name == "errand"]:
        thread.join(20.0)
    note = next(item.note for item in table.lobby.menu.turning.items() if item.key == "typed_copy")
    assert not table.lobby.menu.typed.is_copying
    table.take_now("Back")
    return note


def test_a_list_is_copied_to_where_the_lists_of_a_stick_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, plugged = TypingTable(tmp_path / "state"), tmp_path / "stick"
    plugged.mkdir()
    assert copied(table, monkeypatch, lambda: plugged) == "No list is kept."
    assert table.house.typed
    table.house.typed.keep("en", "medium", "Ours", TEN)
    for _ in range(2):  # the same list has one copy
        assert copied(table, monkeypatch, lambda: plugged) == f"Copied: {plugged}/words/typed-en.txt"
    stick = WordStick(lambda: plugged)
    assert stick.look()
    found = stick.take()
    assert found
    assert [(one.title, len(one.words)) for one in found.lists] == [("Ours", 10)]
    assert copied(table, monkeypatch, lambda: None).startswith("No USB stick")
    assert "pulled out" in copied(table, monkeypatch, lambda: tmp_path / "gone")


def test_no_other_list_on_a_stick_is_overwritten_and_no_link_is_followed(tmp_path: Path) -> None:
    typed = TypedWords(tmp_path / "state")
    typed.keep("en", "medium", "", TEN)
    words = tmp_path / "stick" / "words"
    words.mkdir(parents=True)
    (words / "typed-en.txt").write_text("another table's")
    path = typed.file("en")
    assert export_words(path, words.parent, lambda: None) == words / "typed-en-2.txt"
    assert (words / "typed-en.txt").read_text() == "another table's"
    assert (words / "typed-en-2.txt").read_bytes() == path.read_bytes()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "words").symlink_to(words)
    with pytest.raises(OSError, match="symbolic"):
        export_words(path, tmp_path / "other", lambda: None)
