"""While nobody sits at the table it plays by itself, and whoever presses a button has sat down."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.notify import ServiceManager
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.gathering import gather_and_wait, show_and_wait
from table.appliance.lobby.lobby import Sitting
from table.appliance.lobby.seating import EMPTY_S
from table.appliance.lobby.show import prepared
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.choices import TableChoices
from table.appliance.rounds import mind_of
from table.appliance.table import Table
from table.board.board import Board
from table.board.view import NoView
from table.engine.play import Answerer
from table.engine.requests import Draw
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.rules.box import MOTS_GAROUS
from table.room.hands import PRESS_S
from table.settings.owner import Owner, words_here
from table.settings.settings import PhoneSettings, Settings, ShowSettings
from tests.appliance.lobby.test_hosts_menu import OF_TEN, house
from tests.kit.sampling import few, some
from tests.kit.tables import NAMES, RecordingView, remembered

CHAIRS = 10
GAMES = (*RULEBOOKS, MOTS_GAROUS.key)
LISTS = words_here(Owner(Path("nowhere")))


class StoppedError(Exception):
    """The test has seen enough."""


def house_of(settings: Settings | None = None, **chosen: Any) -> TableChoices:
    at = house(settings or Settings(language="en", seats=CHAIRS), **chosen)
    boxes: Any = {**RULEBOOKS, MOTS_GAROUS.key: MOTS_GAROUS}
    at.rulebooks, at.table_lists = boxes, cache(lambda *_: LISTS)
    return at


class ShowTable:
    """A table of ten chairs at which nobody sits yet."""

    def __init__(self, settings: Settings | None = None, **chosen: Any) -> None:
        settings = settings or Settings(language="en", seats=CHAIRS)
        self.house = house_of(settings, **chosen)
        choices = self.house.settings
        told = self.house.narration(choices.game.rulebook, choices.language)
        self.table = Table(settings, NAMES[:CHAIRS], told, "log", 1.0, ServiceManager(""))
        self.view = RecordingView()
        clock = self.table.opened.devices.clock
        assert isinstance(clock, VirtualClock)
        self.clock = clock
        self.rings = SimulatedRings(CHAIRS, settings.pixels, record=clock)
        self.table.opened.devices = self.table.opened.devices._replace(
            view=self.view, rings=self.rings, voice=SimulatedVoice(clock, record=True)
        )
        self.table.choose(self.house, choices)

    @property
    def voice(self) -> SimulatedVoice:
        voice = self.table.opened.devices.voice
        assert isinstance(voice, SimulatedVoice)
        return voice

    @property
    def pods(self) -> SimulatedButtons:
        pods = self.table.opened.devices.buttons
        assert isinstance(pods, SimulatedButtons)
        return pods

    @property
    def mark(self) -> str:
        return self.table.narration.word("prompt.show")

    def press(self, at_s: float, pod: int, for_s: float = PRESS_S) -> None:
        self.clock.at(at_s, lambda: self.pods.push(pod, 0))
        self.clock.at(at_s + for_s, lambda: self.pods.release(pod, 0))

    def show(self, seed: str = "a") -> int | None:
        return show_and_wait(self.table, self.house, seed)

    def lobby(self, until_s: float = 5000.0, sitting: Sitting | None = None, **more: Any) -> Sitting | None:
        """Until a host starts, or to a moment."""
        sitting = sitting or Sitting((), None, self.house.settings)

        def stop() -> None:
            raise StoppedError

        self.clock.at(until_s, stop)
        try:
            return gather_and_wait(self.table, self.house, sitting, False, "a", **more)
        except StoppedError:
            return None

    def boards(self, until_s: float = float("inf")) -> list[Board]:
        return [seen.board for seen in self.view.seen if seen.time_s <= until_s]


# What is shown


@pytest.mark.parametrize("game", GAMES)
def test_it_is_of_the_houses_rules_and_cards_and_for_few(game: str) -> None:
    at = house_of(rulebook=game, deal="cards", captain="start", word="own")
    shown = prepared(at, NAMES[:CHAIRS], (0, 1, 2, 3, 5, 6, 7, 8, 9), "a")
    assert shown
    assert shown.evening.rulebook.key == game
    assert len(shown.evening.names) == max(6, at.rulebooks[game].least)
    assert list(shown.evening.names) == [NAMES[pod] for pod in shown.evening.pods]
    assert 4 not in shown.evening.pods
    shown.evening.one_round(shown.mind("en"))


def test_no_show_where_the_chairs_are_too_few_for_the_houses_cards() -> None:
    at = house_of(deck=OF_TEN)
    shown = prepared(at, NAMES[:CHAIRS], range(10), "a")
    assert shown
    assert len(shown.evening.names) == 10
    assert prepared(at, NAMES[:CHAIRS], range(9), "a") is None


def test_no_show_takes_the_address_of_the_phones_from_the_board(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    for phones in (False, True):
        at = ShowTable(Settings(language="en", seats=CHAIRS, phones=PhoneSettings(enabled=phones)))
        at.lobby(EMPTY_S * 3)
        assert any(board.headline == at.mark for board in at.boards()) is not phones
        at.table.close()


def test_the_cards_of_a_show_are_not_those_of_the_evening_that_follows() -> None:
    """Whoever watched the show knows nothing of what is dealt next."""

    class Dealt(Exception):  # noqa: N818 - it is not an error
        pass

    class First:
        def __init__(self, mind: Answerer) -> None:
            self.mind = mind

        def __getattr__(self, word: str) -> Any:
            return getattr(self.mind, word)

        def draw(self, request: Draw) -> Sequence[Any]:
            raise Dealt([card.key for card in self.mind.draw(request)])

    at = house_of()
    shown = prepared(at, NAMES[:CHAIRS], range(CHAIRS), "7/lobby/0")
    assert shown
    evening = at.evening(at.settings, shown.evening.names, shown.evening.pods, 7)
    dealt = []
    for mind in (shown.mind("en"), mind_of(evening, "en")):
        with pytest.raises(Dealt) as cards:
            evening.one_round(First(mind))
        dealt.append(str(cards.value))
    assert dealt[0] != dealt[1]


# How it is shown


@pytest.mark.parametrize(("game", "language"), some(product(GAMES, ("fr", "en")), of=2))
def test_a_round_is_shown_in_a_minute_or_two(game: str, language: str) -> None:
    """As long as a passer-by stays. Every moment is marked as a show, and nothing is said aloud."""
    table = ShowTable(Settings(language=language, seats=CHAIRS), rulebook=game)
    spoken = len(table.voice.spoken)
    for seed in "abc"[: few(3, 1)]:
        began_s = table.clock.now()
        assert table.show(seed) is None
        assert 45.0 < table.clock.now() - began_s < 165.0
    boards = table.boards()
    assert {board.headline for board in boards} == {table.mark}
    prompts = {text for key, text in table.table.narration.words.items() if key.startswith("prompt.")}
    assert not prompts.intersection(board.caption for board in boards), "a press means one thing here"
    scenes = {board.scene for board in boards}
    assert scenes > {"attract", "deal", "night", "over"}
    assert {place.name for board in boards for place in board.places if place.card}, "the cards at the end"
    assert len(table.voice.spoken) == spoken


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_is_the_round_that_was_chosen(game: str) -> None:
    """However short its calls are, no answer is lost in them: otherwise the round would be another, longer
    one."""
    table = ShowTable(rulebook=game)
    for seed in "abc"[: few(3, 1)]:
        table.show(seed)
        shown = prepared(table.house, NAMES[:CHAIRS], range(CHAIRS), seed)
        assert shown
        over = shown.evening.one_round(shown.mind("en"))
        (*_, board) = (board for board in table.boards() if board.scene == "over")
        assert [(place.name, place.alive) for place in board.places] == [
            (seat.name, getattr(seat, "alive", True)) for seat in over.seats
        ]


def test_free_chairs_invite_all_the_while() -> None:
    table = ShowTable()
    table.show()
    shown = prepared(table.house, NAMES[:CHAIRS], range(CHAIRS), "a")
    assert shown
    (free, *_) = set(range(CHAIRS)) - set(shown.evening.pods)
    size = 3 * table.rings.pixels
    for frame in table.rings.shown:
        lit = frame.frame[free * size : (free + 1) * size]
        assert lit == patterns.lobby_breathing(table.rings.pixels, frame.time_s)


def test_it_is_heard_where_the_owner_wants_that() -> None:
    """A fraction as loud as an evening; afterwards the volume is as before."""
    table = ShowTable(Settings(language="en", seats=CHAIRS, show=ShowSettings(volume=0.25)))
    loud: list[float] = []

    class Spoken:
        volume = 0.8
        playing = False

    spoken: Any = Spoken()
    opened = table.table.opened
    opened.heard = opened.heard._replace(volumes={"voice.volume": spoken})
    table.clock.at(20.0, lambda: loud.append(spoken.volume))
    table.show()
    assert len(table.voice.spoken) > 10
    assert loud == [0.25 * table.house.settings.voice.volume]
    assert spoken.volume == table.house.settings.voice.volume


# Whoever presses


@pytest.mark.parametrize("at_s", some((0.05, 3.0, 9.5, 14.0, 22.0, 31.0, 40.0, 52.0), of=2))
@pytest.mark.parametrize("game", ["thiercelieux", MOTS_GAROUS.key])
def test_a_press_at_any_moment_ends_it_at_once_and_seats_whoever_pressed(game: str, at_s: float) -> None:
    for pod in (0, 4):
        table = ShowTable(rulebook=game)
        table.press(at_s, pod)
        assert table.show() == pod
        assert table.clock.now() == pytest.approx(at_s + PRESS_S, abs=0.05)
        assert table.boards()[-1].secret is None


@pytest.mark.parametrize("for_s", [PRESS_S, 5.0])
def test_whoever_ends_it_is_the_host_is_welcomed_and_does_not_stand_up_again(for_s: float) -> None:
    """With a slow finger too."""
    table = ShowTable()
    shows_s = first_show_s(table)
    table.press(shows_s + 10.0, 7, for_s)
    table.lobby(until_s=shows_s + 40.0)
    board = table.boards()[-1]
    assert [seat for seat, place in enumerate(board.places) if place.ready] == [7]
    assert [seat for seat, place in enumerate(board.places) if place.marked] == [7]
    assert board.headline == "Seated: 1. The host is Hal"
    assert "Hal" in table.voice.spoken[-1].line
    assert len(table.voice.spoken) == 2, "the invitation, and the welcome"


def test_a_finger_that_is_down_when_it_ends_sits_down() -> None:
    table = ShowTable()
    assert table.show() is None
    length_s = table.clock.now()
    again = ShowTable()
    again.press(length_s - 0.05, 2, 0.3)
    assert again.show() == 2
    assert again.clock.now() == pytest.approx(length_s + 0.25, abs=0.05)


def test_a_finger_that_is_down_when_it_would_begin_sits_down_first() -> None:
    table = ShowTable()
    shows_s = first_show_s(table)
    again = ShowTable()
    again.press(shows_s - 0.05, 2, 0.3)
    again.lobby(until_s=shows_s + 10.0)
    assert all(board.headline != again.mark for board in again.boards())
    assert [seat for seat, place in enumerate(again.boards()[-1].places) if place.ready] == [2]


def test_a_button_that_sticks_or_is_out_of_service_ends_no_show() -> None:
    table = ShowTable(Settings(language="en", seats=CHAIRS, out_of_service=(4,)))
    table.pods.push(8, 0)
    table.clock.at(20.0, lambda: table.pods.push(3, 0))
    table.clock.at(30.0, lambda: table.pods.release(8, 0))
    assert table.show() is None
    table.press(table.clock.now() + 5.0, 8)
    assert table.show("b") == 8


def test_a_contact_that_only_flickers_disturbs_no_show() -> None:
    quiet, noisy = ShowTable(), ShowTable()
    for chair in range(CHAIRS):
        noisy.press(1.0 + chair, chair, 0.003)
    assert quiet.show() is noisy.show() is None
    assert [seen.board for seen in noisy.view.seen] == [seen.board for seen in quiet.view.seen]


# Again and again


def first_show_s(table: ShowTable) -> float:
    """When the show begins at a table like this one."""
    other = ShowTable(table.table.settings, rulebook=table.house.settings.game.rulebook)
    other.lobby(until_s=400.0)
    table.table.here = None
    return next(seen.time_s for seen in other.view.seen if seen.board.headline == other.mark)


def test_pages_and_shows_take_turns_and_the_voice_invites_once() -> None:
    table = ShowTable()
    table.lobby(until_s=1500.0)
    rules = [page["title"] for page in MenuTexts("en").table["pages"]["werewolves"]]
    headlines = [board.headline for board in table.boards()]
    turns = [headline for headline in headlines if headline in (table.mark, rules[0])]
    alternating = [turn for turn, before in zip(turns, ["", *turns], strict=False) if turn != before]
    assert len(alternating) > 10
    assert alternating[0] == rules[0]
    assert set(alternating[::2]) == {rules[0]}
    assert set(alternating[1::2]) == {table.mark}
    assert len(table.voice.spoken) == 1
    decks = {tuple(place.card for place in board.places) for board in table.boards() if board.scene == "over"}
    assert len(decks) > 4, "another round each time"


def test_an_owner_may_want_none() -> None:
    table = ShowTable(Settings(language="en", seats=CHAIRS, show=ShowSettings(enabled=False)))
    table.lobby(until_s=1000.0)
    assert all(board.headline != table.mark for board in table.boards())


def test_a_simulated_table_begins_its_own_round_instead() -> None:
    table = ShowTable()
    table.house.simulated = True
    table.house.settings = table.house.settings.over({"game.bots": True})
    assert table.lobby() == Sitting((), None, table.house.settings)
    assert all(board.headline != table.mark for board in table.boards())


def test_where_a_round_is_kept_for_whoever_comes_the_show_goes_on_until_then() -> None:
    table = ShowTable()
    shows_s = first_show_s(table)
    table.house.simulated = True
    table.press(shows_s + 500.0, 6)
    assert table.lobby(waits=True) == Sitting((6,), 6, table.house.settings)
    assert table.clock.now() == pytest.approx(shows_s + 500.0 + PRESS_S, abs=0.05)
    assert table.mark in {board.headline for board in table.boards()}


def test_nothing_of_it_is_kept() -> None:
    """What it offered may be offered to people, and the office passes on from where they left it."""
    table = ShowTable(rulebook=MOTS_GAROUS.key)
    remembered(table.house).offered, remembered(table.house).last_mayor = ["owl"], 3
    table.show()
    assert (remembered(table.house).offered, remembered(table.house).last_mayor) == (["owl"], 3)
    assert table.table.here is None
    assert table.table.people == set()


def test_hours_of_it_take_no_more_memory() -> None:
    """A room takes some while it plays, so the least of many moments is compared."""
    table = ShowTable()
    table.table.opened.devices = table.table.opened.devices._replace(
        view=NoView(), rings=SimulatedRings(CHAIRS, 24), voice=SimulatedVoice(table.clock, 0.0)
    )
    held: list[int] = []

    def weigh() -> None:
        gc.collect()
        held.append(sys.getallocatedblocks())
        table.clock.at(table.clock.now() + every_s, weigh)

    every_s = few(100, 40)
    table.clock.at(2000.0, weigh)  # every page has been told by then
    table.lobby(until_s=2000.0 + 20.5 * every_s)
    assert len(held) == 21
    assert min(held[-10:]) - min(held[:10]) < 1000, held
