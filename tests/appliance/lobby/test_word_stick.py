"""Lists of words on a USB stick: there while it is plugged in, in the lobby and nowhere else."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from table.appliance.lobby.word_stick import WordStick
from table.appliance.opening.choices import TableChoices
from table.games.werewords.evening import WordEvening
from tests.appliance.lobby.test_lobby import LobbyTable
from tests.evening.test_werewords_evening import LISTS, dice, house
from tests.kit.tables import NAMES

TEN = "".join(f"stick {'abcdefghij'[number]}\n" for number in range(10))
WAIT_S = 20.0
"""Much longer than a thread needs."""


class Plug:
    """A stick that can be plugged in and pulled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mounted: Path | None = None

    def put(self, text: str = f"language: en\ndifficulty: medium\n\n{TEN}", name: str = "ours.txt") -> None:
        (self.folder / "words").mkdir(parents=True, exist_ok=True)
        (self.folder / "words" / name).write_text(text, "utf-8")
        self.mounted = self.folder

    def find(self) -> Path | None:
        return self.mounted


@pytest.fixture
def plug(tmp_path: Path) -> Plug:
    return Plug(tmp_path / "stick")


def texts(at: TableChoices) -> set[str]:
    return {word.text for one in at.lists for word in one.words}


# The stick


def test_a_stick_is_read_once_when_it_is_there_and_its_words_go_with_it(plug: Plug) -> None:
    stick = WordStick(plug.find)
    assert not stick.look()
    assert stick.take() is None
    plug.put()
    assert stick.look()
    assert not stick.look()
    assert stick.has_news
    found = stick.take()
    assert found
    assert (found.number, found.told, found.is_there) == (10, [], True)
    assert not stick.has_news
    assert stick.take() is None
    plug.mounted = None
    assert stick.look()
    gone = stick.take()
    assert gone
    assert (gone.lists, gone.told, gone.is_there) == ([], [], False)


def test_of_what_happened_meanwhile_the_last_counts(plug: Plug) -> None:
    stick = WordStick(plug.find)
    plug.put()
    stick.look()
    plug.mounted = None
    stick.look()
    found = stick.take()
    assert found
    assert not found.is_there
    assert stick.take() is None


def test_another_stick_at_the_same_place_is_another(plug: Plug, tmp_path: Path) -> None:
    stick = WordStick(plug.find)
    plug.put()
    stick.look()
    shutil.move(plug.folder, tmp_path / "other")
    plug.put(f"language: en\ndifficulty: medium\n\n{TEN}one more\n")
    os.utime(plug.folder / "words", (1, 1))
    assert stick.look()
    found = stick.take()
    assert found
    assert found.number == 11


def test_a_stick_without_words_is_none_and_no_link_is_followed(plug: Plug, tmp_path: Path) -> None:
    stick = WordStick(plug.find)
    plug.put()
    (plug.folder / "words").rename(tmp_path / "elsewhere")
    assert not stick.look()
    (plug.folder / "words").symlink_to(tmp_path / "elsewhere")
    assert not stick.look()
    (plug.folder / "words").unlink()
    (plug.folder / "words").write_text("language: en\n\n[easy]\ncat\n")
    assert not stick.look()


def test_what_cannot_be_used_is_told_with_its_line(plug: Plug) -> None:
    told: list[str] = []
    stick = WordStick(plug.find, told.append)
    plug.put(f"language: en\ndifficulty: medium\n\n{TEN}stick a\n")
    plug.put("no head\n", "bad.txt")
    stick.look()
    found = stick.take()
    assert found
    assert found.number == 10
    assert found.told == told
    assert [sentence.partition(": ")[2][:7] for sentence in told] == ["line 1:", "line 14"]


def test_a_stick_that_breaks_while_it_is_looked_for_is_none() -> None:
    def broken() -> Path | None:
        raise OSError(5, "Input/output error")

    assert not WordStick(broken).look()


def test_it_is_looked_for_in_a_thread_of_its_own_and_only_while_somebody_wants_to_know(plug: Plug) -> None:
    woken, threads = threading.Event(), list[str]()

    def find() -> Path | None:
        threads.append(threading.current_thread().name)
        return plug.find()

    stick = WordStick(find)
    plug.put()
    with stick.watched(woken.set):
        assert woken.wait(WAIT_S)
        [thread] = [one for one in threading.enumerate() if one.name == "word stick"]
    thread.join(WAIT_S)
    assert not thread.is_alive()
    assert set(threads) == {"word stick"}
    assert stick.has_news


def test_a_stick_that_hangs_holds_up_nobody(plug: Plug) -> None:
    """Neither whoever asks, nor the next stick that is looked at."""
    asked, goes_on, times = threading.Event(), threading.Event(), list[int]()

    def find() -> Path | None:
        times.append(1)
        asked.set()
        assert goes_on.wait(WAIT_S)
        return plug.find()

    stick = WordStick(find)
    plug.put()
    with stick.watched(lambda: None):
        assert asked.wait(WAIT_S)
        hanging = [one for one in threading.enumerate() if one.name == "word stick"]
    with stick.watched(lambda: None):
        assert not stick.has_news
    goes_on.set()
    for thread in hanging:
        thread.join(WAIT_S)
        assert not thread.is_alive()
    assert times == [1]


def test_whoever_waits_for_a_stick_that_hangs_does_not_wait_long(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is found later is reported when it comes."""
    monkeypatch.setattr("table.appliance.lobby.word_stick.PATIENCE_S", 0.0)
    goes_on = threading.Event()

    def find() -> Path | None:
        assert goes_on.wait(WAIT_S)
        return plug.find()

    stick = WordStick(find)
    plug.put()
    before = threading.enumerate()
    assert not stick.look()
    assert not stick.has_news
    [hanging] = [one for one in threading.enumerate() if one not in before]
    goes_on.set()
    hanging.join(WAIT_S)
    assert stick.has_news


# The house and its lobby


def test_words_of_a_stick_lie_beside_the_others_while_it_is_there(plug: Plug) -> None:
    at = house()
    at.stick = WordStick(plug.find)
    before = len(at.words(at.settings))
    plug.put()
    at.look_for_stick()
    assert texts(at) >= {"stick a", "stick j"}
    assert len(at.words(at.settings)) == before + 10
    assert ("own",) in at.categories(at.settings)
    plug.mounted = None
    at.stick.look()
    assert at.plugged()
    assert len(at.words(at.settings)) == before
    assert at.lists == LISTS
    assert ("own",) not in at.categories(at.settings)


def test_a_round_keeps_its_words_when_the_stick_is_pulled_out(plug: Plug) -> None:
    at = house(categories=("own",))
    at.stick = WordStick(plug.find)
    plug.put(f"language: en\ndifficulty: medium\n\n{TEN}{TEN.replace('stick', 'more')}")
    at.look_for_stick()
    evening = at.evening(at.settings, NAMES[:6], range(6), 1)
    assert isinstance(evening, WordEvening)
    plug.mounted = None
    at.stick.look()
    at.plugged()
    assert len(evening.choice) == len(evening.known) == 20
    assert evening.play_next(dice(1)).word in evening.choice  # type: ignore[attr-defined]


def plugged_at(table: LobbyTable, plug: Plug, at_s: float, *, is_in: bool) -> None:
    """Does what the stick's thread does: finds a stick, and wakes the room."""

    def look() -> None:
        if is_in:
            plug.put(f"language: en\ndifficulty: medium\n\n{TEN}stick a\n")
        else:
            plug.mounted = None
        assert table.house.stick
        table.house.stick.look()
        table.clock.wake()

    table.clock.at(at_s, look)


@pytest.fixture
def told(plug: Plug) -> list[tuple[float, str]]:
    """The notices while a stick came and went, each with its second."""
    table = LobbyTable()
    table.house.stick = WordStick(plug.find)
    plugged_at(table, plug, 30.0, is_in=True)
    plugged_at(table, plug, 60.0, is_in=False)
    table.press(2, 5.0)
    table.run(80.0)
    return [(seen.time_s, seen.board.caption) for seen in table.view.seen]


def test_the_board_says_so_when_a_stick_comes_and_goes(told: list[tuple[float, str]]) -> None:
    def at(moment_s: float) -> str:
        return [caption for time_s, caption in told if time_s <= moment_s][-1]

    usual = at(29.9)
    came = "Words on the stick: 10. They are in the menu of Mots-garous. Lines that cannot be used: 1."
    assert at(30.1) == at(37.9) == came
    assert at(38.1) == at(59.9) == usual
    assert at(60.1) == "The stick has gone, and its words with it."
    assert at(68.1) == usual
