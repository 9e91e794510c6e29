"""Before a round: people sit down, the host uses the menu, and the round begins as chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Any

import pytest

from hardware import patterns
from hardware.debounce import Kind
from hardware.interface import Touch
from hardware.phones.wire import SeatRequest, SeatReturn
from table.appliance.lobby.lobby import PAGE_S, Lobby, Sitting
from table.appliance.lobby.phone_places import PhonePlaces
from table.appliance.lobby.phone_seats import PhoneSeats, Taps
from table.appliance.lobby.seating import EMPTY_S
from table.appliance.menu.menus import Item, MenuCursor, MenuTexts
from table.board.menu import Menu
from table.engine.chance import Chance
from table.errors import ClosedError, UnreadableError
from table.gestures import Meaning
from table.publish.desk import NewsDesk
from table.room.hands import PRESS_S
from table.room.stage import Stage
from table.settings.settings import Settings
from table.words.narration import Narration
from tests.appliance.lobby.test_hosts_menu import house
from tests.kit.acts import Onlooker
from tests.kit.menus import step_to, turn_to
from tests.kit.phones import SimulatedPhones
from tests.kit.tables import NAMES, PIXELS, SimulatedTable
from tests.room.test_room import is_line

NOBODY: tuple[int, ...] = ()


class LobbyTable(SimulatedTable):
    """A lobby of ten chairs, or another number, with a host's menu in English."""

    def __init__(
        self,
        chairs: int = 10,
        buttons: int = 1,
        taken: tuple[int, ...] = NOBODY,
        host: int | None = None,
        starts_s: float | None = None,
        news: NewsDesk | None = None,
        *,
        has_phones: bool = False,
        has_pods: bool = True,
        **chosen: Any,
    ) -> None:
        super().__init__(chairs, buttons)
        self.applied: list[Settings] = []
        self.typed: list[Meaning] = []
        self.gestures: list[Meaning] = []
        """Those by which the host has taken entries."""
        self.house = house(simulated=starts_s is not None, **chosen)
        self.joined = SimulatedPhones(chairs, PIXELS, self.clock)
        places = PhonePlaces(NAMES[:chairs])
        self.phones = PhoneSeats(self.joined, Taps(self.clock), places, buttons) if has_phones else None
        narration = Narration.load("en").calling(places.called)
        if self.phones and not has_pods:
            self.phones.alone, narration = True, narration.on_phones()
            self.house.own = narration.own
        devices = self.devices(typed=self._typed, touches=self.joined.touches)
        self.lobby = Lobby(
            Stage(devices, narration, NAMES[:chairs], buttons, Chance(1), people_sit=False),
            sitting=Sitting(taken, host, self.house.settings),
            house=self.house,
            apply=self._apply,
            starts_s=starts_s,
            phones=self.phones,
            news=news,
        )

    def _apply(self, choices: Settings) -> Narration:
        self.applied.append(choices)
        return self.house.narration(choices.game.rulebook, choices.language)

    def _typed(self) -> list[Meaning]:
        typed, self.typed = self.typed, []
        return typed

    def sit(self, *seats: int, at_s: float = 20.0) -> None:
        for number, seat in enumerate(seats):
            self.press(seat, at_s + 5.0 * number)

    def take(self, *labels: str, at_s: float = 20.0) -> None:
        """The host takes these entries of the menu by their buttons, one gesture a second."""
        left = [*labels]

        def go_on() -> None:
            menu, host = self.lobby.village.board.menu, self.lobby.people.host
            assert menu is not None
            assert host is not None
            step = step_to(menu, left[0], self.lobby.menu.words.text("host.more_entries"))
            if step is None:
                left.pop(0)
            self.gestures.append(step or Meaning.TAKE)
            takes = step is not Meaning.NEXT
            buttons = self.lobby.presses.count
            gesture = self.hold if takes and buttons == 1 else self.press
            gesture(host, self.clock.now(), buttons - 1 if takes else max(0, buttons - 2))
            if left:
                self.at(self.clock.now() + 1.0, go_on)

        self.at(at_s, go_on)

    def type(self, meant: Meaning, at_s: float) -> None:
        """A person types on a keyboard."""
        self.clock.at(at_s, lambda: self.typed.append(meant))

    def at(self, time_s: float, what: Callable[[], object]) -> None:
        self.clock.at(time_s, what)

    def menu(self, time_s: float) -> Menu:
        menu = self.board_at(time_s).menu
        assert menu
        return menu

    def run(self, until_s: float | None = None, is_open: bool = False) -> Sitting | None:
        """Runs until the round begins, or to a moment."""

        def stop() -> None:
            raise StoppedError

        if until_s is None:
            self.clock.at(5000.0, stop)
            return self.lobby.run(is_open)
        self.clock.at(until_s, stop)
        with pytest.raises(StoppedError):
            self.lobby.run(is_open)
        return None


class StoppedError(Exception):
    """The test has seen enough."""


EIGHT = tuple(range(8))


# Sitting down


def test_a_press_lights_the_seat_the_board_shows_it_taken_and_who_sits_is_welcomed() -> None:
    table = LobbyTable()
    table.sit(5, 2)
    table.run(until_s=60.0)
    assert table.ring_at(2, 39.0) == patterns.taken(PIXELS, 39.0)
    assert table.ring_at(5, 39.0) == patterns.host(PIXELS, 39.0)
    assert table.ring_at(0, 39.0) == patterns.lobby_breathing(PIXELS, 39.0)
    board = table.board_at(39.0)
    assert [seat for seat, place in enumerate(board.places) if place.ready] == [2, 5]
    assert [seat for seat, place in enumerate(board.places) if place.marked] == [5]
    assert board.headline == "Seated: 2. The host is Fay"
    assert board.menu is None
    _, first, second = (spoken.line for spoken in table.voice.spoken)
    assert is_line("lobby.seated", first, seat=table.lobby.village.sitters()[5])
    assert is_line("lobby.seated", second, seat=table.lobby.village.sitters()[2])


def test_while_nobody_sits_the_board_tells_what_this_is() -> None:
    """What it is, how it is played and who is who, page after page; then from the beginning."""
    table = LobbyTable()
    table.lobby.refresh()
    pages = table.lobby.pages()
    table.run(until_s=20.0 + (len(pages) + 2) * PAGE_S)
    shown = [(seen.board.headline, seen.board.caption, seen.board.character) for seen in table.view.seen]
    began = shown.index(pages[0])
    assert shown[began : began + len(pages) + 1] == [*pages, pages[0]]
    assert {page.role for page in pages if page.role} == {"werewolf", "seer", "little_girl", "villager"}
    assert len(table.voice.spoken) == 1, "but speaks once only"
    assert {seen.board.scene for seen in table.view.seen} == {"attract"}


def test_a_slow_finger_sits_down_and_does_not_stand_up_again() -> None:
    table = LobbyTable()
    table.hold(4, 20.0, for_s=5.0)
    table.run(until_s=30.0)
    assert table.lobby.people == {4}


def test_who_holds_stands_up_and_a_host_who_does_hands_on_clockwise() -> None:
    table = LobbyTable(taken=(1, 4, 6, 7), host=4)
    for number, seat in enumerate((6, 4, 7, 1)):
        table.hold(seat, 20.0 + 10.0 * number)
    seen: list[tuple[int | None, set[int]]] = []
    for time_s in (25.0, 35.0, 45.0, 55.0):
        table.at(time_s, lambda: seen.append((table.lobby.people.host, set(table.lobby.people))))
    table.run(until_s=60.0)
    assert seen == [(4, {1, 4, 7}), (7, {1, 7}), (1, {1}), (None, set())]


def test_a_button_that_sticks_from_before_sits_nobody_down() -> None:
    table = LobbyTable()
    table.pods.push(3, 0)
    table.lobby.presses.listen(0.0)
    table.run(until_s=30.0)
    assert table.lobby.people == set()


def test_people_who_have_gone_leave_their_chairs_and_their_choices() -> None:
    table = LobbyTable(taken=EIGHT, host=0, pace="fast")
    table.house.settings = table.house.settings.over({"times.pace": "normal"})
    table.run(until_s=EMPTY_S + 5.0, is_open=True)
    assert table.lobby.people == set()
    assert table.board_at(EMPTY_S + 4.0).menu is None
    assert table.applied[-1].times.pace == "normal"


# The menu


def test_the_menu_opens_by_itself_as_soon_as_enough_sit() -> None:
    table = LobbyTable()
    table.sit(*EIGHT, at_s=20.0)
    table.run(until_s=70.0)
    assert table.board_at(54.0).menu is None
    assert table.menu(56.0).entries[0].value == "8 players, about 14 min"


def test_the_host_opens_it_earlier_with_one_more_press() -> None:
    table = LobbyTable()
    table.sit(3, 6, at_s=20.0)
    table.press(6, 40.0)
    table.press(3, 50.0)
    table.run(until_s=60.0)
    assert table.board_at(49.0).menu is None, "nobody else's press opens it"
    assert table.menu(51.0).entries[0].value == "6 more players are needed"
    assert table.menu(51.0).cursor == 0


def test_start_is_one_press_away() -> None:
    table = LobbyTable(taken=(0, 1, 2, 4, 5, 7, 8, 9), host=4)
    table.hold(4, 20.0)
    assert table.run() == Sitting((0, 1, 2, 4, 5, 7, 8, 9), 4, table.house.settings)
    assert table.clock.now() < 21.0
    assert table.view.seen[-1].board.menu is not None
    assert table.lobby.village.board.menu is None


def test_who_gets_up_after_the_start_while_somebody_is_greeted_is_waited_for() -> None:
    """A round for eight never begins with seven."""
    table = LobbyTable(taken=(0, 1, 2, 4, 5, 7, 8), host=4)
    table.press(9, 20.0)
    table.hold(4, 20.3)
    table.hold(7, 21.2)
    table.run(until_s=60.0)
    assert table.menu(59.0).entries[0].value == "One more player is needed"
    again = LobbyTable(taken=(0, 1, 2, 4, 5, 7, 8), host=4)
    again.press(9, 20.0)
    again.hold(4, 20.3)
    chosen = again.run()
    assert chosen
    assert chosen.taken == (0, 1, 2, 4, 5, 7, 8, 9)


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_the_host_changes_what_he_likes_with_any_number_of_buttons(buttons: int) -> None:
    table = LobbyTable(buttons=buttons, taken=EIGHT, host=2)
    table.take("Pace")
    if buttons == 3:
        table.press(2, 40.0, 0)  # one entry back
    table.run(until_s=45.0)
    menu = table.menu(44.0)
    pace = [entry.label for entry in menu.entries].index("Pace")
    assert menu.entries[pace].value == "fast"
    assert menu.cursor == pace - (buttons == 3)
    assert [choices.times.pace for choices in table.applied] == ["fast"]


def test_a_first_game_with_a_card_exchanged_begins_by_eleven_gestures_of_one_button() -> None:
    """A villager goes, the Hunter comes."""
    table = LobbyTable(taken=EIGHT, host=2)
    table.take("Cards one by one", "Hunter", "Back", "Start")
    chosen = table.run()
    assert chosen
    assert chosen.choices.game.deck == "werewolf=2, seer, little_girl, hunter, villager=3"
    assert len(table.gestures) <= 11
    missing = LobbyTable(8, taken=EIGHT[:6], host=2)
    missing.press(2, 15.0)
    missing.take("Start", "Start")
    begun = missing.run()
    assert begun
    assert begun.choices.game.bots
    assert len(missing.gestures) == 2


def test_more_turns_the_pages_of_eight_rows_and_back_leads_to_the_start() -> None:
    table = LobbyTable(taken=EIGHT, host=2)
    table.take("More…", "More…", "Back")
    table.run(until_s=60.0)
    shown = [seen.board.menu for seen in table.view.seen if seen.board.menu]
    assert {len(menu.entries) <= 8 for menu in shown} == {True}
    assert {menu.entries[0].label for menu in shown} == {"Start", "Sound", "A ring is dark"}
    assert (shown[-1].entries[0].label, shown[-1].cursor) == ("Start", 0)


def test_a_finger_that_was_down_before_the_menu_came_takes_nothing() -> None:
    """The host holds to stand up, and in that moment the eighth sits down: the host neither starts nor stands
    up."""
    table = LobbyTable(taken=tuple(range(7)), host=2)
    table.hold(2, 20.0, for_s=2.0)
    table.press(7, 20.1)
    table.run(until_s=25.0)
    assert table.lobby.people == set(EIGHT)
    assert table.menu(24.0).cursor == 0


def test_only_the_host_turns_the_menu() -> None:
    table = LobbyTable(taken=EIGHT, host=2)
    for seat in (0, 1, 3, 9):
        table.press(seat, 20.0 + seat)
    table.run(until_s=40.0)
    assert table.menu(39.0).cursor == 0
    assert table.lobby.people == {*EIGHT, 9}, "but a chair may still be taken"


def test_another_language_is_spoken_at_once() -> None:
    table = LobbyTable(taken=EIGHT, host=2)
    table.take("Language")
    table.press(9, 30.0)
    table.run(until_s=50.0)
    assert table.menu(49.0).title == "La partie de ce soir"
    assert table.voice.spoken[-1].language == "fr"
    assert table.board_at(49.0).headline.startswith("Joueurs : 9")


@pytest.mark.parametrize(
    ("has_phones", "wait", "told"),
    [
        (False, "Press to sit down. Hold to stand up.", "The host works the menu. All others: "),
        (
            True,
            "Scan the code and touch a place, or touch the button of a seat.",
            "The host works the menu. All others: scan the code and touch a place, or touch a button.",
        ),
    ],
)
def test_beside_the_menu_it_is_said_how_to_sit_down_and_for_whom_a_hold_is_to_stand_up(
    has_phones: bool, wait: str, told: str
) -> None:
    """Where phones are seats it speaks of touching a place, and not of a press."""
    table = LobbyTable(taken=EIGHT[:7], host=2, has_phones=has_phones)
    table.press(EIGHT[7], 20.0)
    table.run(until_s=40.0)
    assert table.board_at(10.0).caption == wait
    assert table.board_at(39.0).caption.startswith(told)


def test_the_host_passes_the_menu_on() -> None:
    table = LobbyTable(taken=EIGHT, host=7)
    table.at(20.0, partial(point_at, table, "Another host"))
    table.hold(7, 25.0)
    table.press(0, 30.0)
    table.run(until_s=35.0)
    assert table.lobby.people.host == 0
    passed = table.menu(29.0)
    assert passed.entries[passed.cursor].label == "Another host", "whoever takes twice starts nothing"
    assert table.menu(34.0).cursor == passed.cursor + 1, "and they turn it"
    assert is_line("host.new", table.voice.spoken[-1].line, seat=table.lobby.village.sitters()[0])


def test_whoever_is_the_host_can_stand_up_while_the_menu_is_there() -> None:
    """A hold chooses an entry then; the last person at the table finds an entry to leave."""
    table = LobbyTable(taken=EIGHT[:2], host=1)
    for number, seat in enumerate((1, 0)):
        at_s = 20.0 + 20.0 * number
        table.press(seat, at_s)
        table.at(at_s + 2.0, partial(point_at, table, "Stand up"))
        table.hold(seat, at_s + 3.0)
    seen: list[set[int]] = []
    table.at(30.0, lambda: seen.append(set(table.lobby.people)))
    table.run(until_s=70.0)
    assert seen == [{0}]
    assert table.lobby.people == set()
    assert table.board_at(59.0).menu is None
    last, first = table.lobby.village.sitters()[:2]
    told = [spoken.line for spoken in table.voice.spoken]
    assert [
        is_line("lobby.stood", told[0], seat=first),
        is_line("host.new", told[1], seat=last),
        is_line("lobby.stood", told[2], seat=last),
        len(told),
    ] == [True, True, True, 3]


def test_the_bar_stays_on_its_entry_when_somebody_sits_down_or_stands_up() -> None:
    """An entry appears above and goes again: a hold still chooses what the host had read."""
    table = LobbyTable(taken=(0,), host=0)
    table.press(0, 20.0)
    table.at(22.0, partial(point_at, table, "Stand up"))
    table.press(4, 25.0)
    table.hold(4, 40.0)
    table.run(until_s=60.0)
    for at_s in (35.0, 59.0):
        menu = table.menu(at_s)
        assert menu.entries[menu.cursor].label == "Stand up", at_s
    assert table.menu(35.0).cursor == table.menu(59.0).cursor + 1


@pytest.mark.parametrize("beside", [-1, 1])
def test_one_press_too_few_or_too_many_on_the_way_to_the_start_does_no_harm(beside: int) -> None:
    """The same people sit there, with the same host and the same choices; nobody stands up by it."""
    table = LobbyTable(taken=EIGHT, host=2)

    def point_beside() -> None:
        turning = table.lobby.menu.turning
        turning.cursor = beside % len(turning.menu().entries)

    table.at(20.0, point_beside)
    table.hold(2, 25.0)
    table.run(until_s=40.0)
    assert (table.lobby.people, table.lobby.people.host) == (set(EIGHT), 2)
    assert table.applied == []
    assert table.menu(39.0).entries[0].label in ("Werewolf", "Sound"), "another page"


def point_at(table: LobbyTable, label: str) -> None:
    turn_to(table.lobby.menu.turning, label)
    table.lobby.refresh()


def test_a_keyboard_turns_the_menu_that_is_open_and_nothing_else() -> None:
    table = LobbyTable(taken=EIGHT, host=3)
    for number, meant in enumerate((Meaning.NEXT, Meaning.BACK, Meaning.TAKE)):
        table.type(meant, 20.0 + number)
    assert table.run()
    closed = LobbyTable(taken=(3,), host=3)
    closed.type(Meaning.TAKE, 20.0)
    closed.run(until_s=25.0)
    assert closed.board_at(24.0).menu is None


def test_the_board_shows_the_cards_and_the_chairs_that_an_entry_changes() -> None:
    """The cards while the menu is about them; who plays at free chairs as soon as it is chosen."""
    table = LobbyTable(10, taken=EIGHT, host=2)
    table.take("Free chairs", "Cards one by one", "Hunter", "Back")
    table.run(until_s=60.0)
    boards = [seen.board for seen in table.view.seen if seen.board.menu]
    played = [[place.played for place in board.places] for board in boards]
    assert played[0] == [False] * 10
    assert played[-1] == [False] * 8 + [True] * 2
    for board in boards:
        assert board.menu
        entry = board.menu.entries[board.menu.cursor].label
        if board.menu.title == "Tonight’s game":
            assert bool(board.legend) == (entry in ("Cards one by one", "Cards"))
        else:
            assert sum(sign.copies for sign in board.legend) == 10
    assert any(sign.role == "hunter" for board in boards for sign in board.legend)
    assert table.lobby.village.board.legend == []


# Where bots play


def test_a_simulated_table_of_bots_begins_by_itself_with_the_clock_there_from_its_first_second() -> None:
    table = LobbyTable(8, starts_s=30.0)
    assert table.run() == Sitting((), None, table.house.settings)
    assert table.clock.now() == pytest.approx(30.0)
    for time_s in (0.1, 15.0, 29.0):
        timer = table.board_at(time_s).timer
        assert timer
        assert timer.ends_s == pytest.approx(30.0)


def test_a_round_never_begins_by_itself_where_somebody_sits_or_is_pressing() -> None:
    """Neither under the menu of a host who reads it, nor before the button that sat down is released."""
    table = LobbyTable(8, starts_s=30.0)
    table.press(4, 29.9, for_s=0.3)
    table.run(until_s=0.9 * EMPTY_S)
    assert table.lobby.people == {4}
    assert table.menu(31.0).cursor == 0
    assert table.board_at(31.0).timer is None
    assert table.board_at(0.9 * EMPTY_S).timer is None


def test_once_the_last_has_gone_the_clock_runs_anew() -> None:
    table = LobbyTable(8, starts_s=30.0)
    table.press(4, 10.0)
    assert table.run() == Sitting((), None, table.house.settings)
    gone_s = 10.0 + PRESS_S + EMPTY_S
    assert table.clock.now() == pytest.approx(gone_s + 30.0, abs=0.1)
    timer = table.board_at(gone_s + 1.0).timer
    assert timer
    assert timer.length_s == pytest.approx(30.0)


def test_a_table_of_people_never_begins_by_itself() -> None:
    table = LobbyTable(taken=EIGHT, host=0)
    for number in range(1, 20):
        table.press(8, 100.0 * number)
    table.run(until_s=2000.0)


def test_after_a_round_the_menu_is_there_at_once_with_the_choices_of_the_last() -> None:
    table = LobbyTable(taken=EIGHT, host=2, pace="slow")
    table.run(until_s=1.0, is_open=True)
    menu = table.menu(0.5)
    assert menu.cursor == 0
    assert turn_to(table.lobby.menu.turning, "Pace").value == "slow"
    assert table.voice.spoken == [], "nobody is invited who sits already"


@pytest.mark.parametrize(("languages", "then"), [(["fr", "en"], "en"), (["fr", "nl", "en"], "nl")])
def test_a_mistake_in_the_owners_file_of_another_language_is_told_where_it_was_chosen(
    languages: list[str], then: str
) -> None:
    table = LobbyTable(taken=EIGHT, host=0)
    told = table.house.narration

    def narration(rulebook: str, language: str) -> Narration:
        if language == "fr":
            raise UnreadableError("fr.toml, line 2: words.healine is unknown.")
        return told(rulebook, "en")

    table.house.narration, table.house.languages = narration, languages

    def turn() -> None:
        turn_to(table.lobby.menu.turning, "Language")

    table.at(9.0, turn)
    table.hold(0, 10.0)
    table.hold(0, 20.0)
    table.run(until_s=30.0, is_open=True)
    menu = table.menu(19.0)
    assert menu.entries[menu.cursor].note == "fr.toml, line 2: words.healine is unknown."
    assert (menu.title, menu.entries[menu.cursor].label) == ("Tonight’s game", "Language")
    menu = table.menu(29.0)
    assert menu.entries[menu.cursor].note == "", "the next one is told"
    assert table.lobby.menu.choices.language == then
    assert {chosen.language for chosen in table.applied} <= {then}


def test_where_phones_are_seats_the_board_says_so_while_nobody_sits() -> None:
    table = LobbyTable(has_phones=True)
    table.run(until_s=PAGE_S * 2.5)
    pages = {(seen.board.headline, seen.board.caption) for seen in table.view.seen if seen.time_s > 0.1}
    assert {headline for headline, _ in pages if headline} == {"Scan the code with your phone"}
    assert "Take a place there: your phone is your seat." in {caption for _, caption in pages}


@pytest.mark.parametrize("taken", [(), (2,), EIGHT])
def test_where_phones_are_the_only_seats_nobody_is_told_of_a_button(taken: tuple[int, ...]) -> None:
    table = LobbyTable(taken=taken, host=2 if taken else None, has_phones=True, has_pods=False)
    table.run(until_s=PAGE_S * 4.5)
    told = {seen.board.caption for seen in table.view.seen}
    assert any("your phone" in each or "touch a place" in each for each in told)
    assert [each for each in told if re.search(r"button|\bpress|\bhold|\bring", each, re.IGNORECASE)] == []


def test_the_host_reads_the_menu_on_their_slip_or_that_they_are_the_host_of_too_few() -> None:
    for taken in ((2,), EIGHT):
        table = LobbyTable(taken=taken, host=2)
        laid: list[dict[int, str]] = []
        table.lobby.stage.enter(Onlooker(shown=lambda _, t=table, laid=laid: laid.append(t.lobby.slips())))  # type: ignore[misc]
        table.press(2, 20.0)
        table.run(until_s=30.0)
        menu = table.board_at(29.0).menu
        if taken == EIGHT:
            assert menu
            assert set(laid[-1]) == {2}
            assert menu.entries[menu.cursor].label in laid[-1][2]
        else:
            assert laid[0] == {2: table.lobby.village.narration.word("slip.host")}


def test_every_phone_reads_how_the_chosen_game_is_played() -> None:
    table = LobbyTable(taken=EIGHT, host=2, has_phones=True)
    table.run(until_s=1.0)
    first = table.joined.tables[-1].rules
    assert first == tuple(map(tuple, table.lobby.menu.pages()))
    assert {(title, role) for title, _, role in first} >= {("Two camps", ""), ("Werewolf", "werewolf")}
    table.lobby.menu.chosen.choose("game.rulebook", "family")
    table.lobby.refresh()
    table.run(until_s=2.0)
    assert "In the family" in [title for title, *_ in table.joined.tables[-1].rules]


def test_a_phone_reads_how_to_stand_up_and_how_to_sit_down_again() -> None:
    """Whoever has a pod needs no such words: its ring breathes."""
    table = LobbyTable(taken=(1, 2, 4), host=2, has_phones=True)
    assert table.phones
    table.phones.places.owners |= {"a" * 32: 1, "b" * 32: 2}
    laid: list[dict[int, str]] = []
    table.lobby.stage.enter(Onlooker(shown=lambda _: laid.append(table.lobby.slips())))
    table.hold(1, 20.0)
    table.run(until_s=30.0)
    word = table.lobby.village.narration.word
    assert laid[0] == {1: word("slip.seated"), 2: word("slip.host")}
    assert laid[-1] == {1: word("slip.stood"), 2: word("slip.host")}


@pytest.mark.parametrize("asked", [SeatRequest("a" * 32, 1, "Zoe", takes=False), SeatReturn("b" * 32)])
def test_what_phones_change_stands_on_the_board_at_once(asked: SeatRequest | SeatReturn) -> None:
    """A place gets another name, or who sat there by phone leaves; all else stays as it was."""
    table = LobbyTable(taken=(1, 2, 4), host=2, has_phones=True)
    assert table.phones
    table.phones.places.owners["b" * 32] = 4
    table.at(20.0, lambda: table.joined.ask(asked))
    table.run(until_s=40.0)
    board = table.board_at(21.0)
    named = isinstance(asked, SeatRequest)
    assert board.places[1].name == ("Zoe" if named else table.board_at(19.0).places[1].name)
    assert [seat for seat, place in enumerate(board.places) if place.ready] == (
        [1, 2, 4] if named else [1, 2]
    )
    assert board.headline == f"Seated: {3 if named else 2}. The host is Cid"


def test_escape_goes_back_in_the_menu_and_closes_the_table_from_its_first_page() -> None:
    table = LobbyTable(taken=EIGHT, host=2)
    table.lobby.menu.turning = MenuCursor("Another page", lambda: [Item("Back")], "")

    def escape() -> None:
        table.view.closed += 1

    table.at(20.0, escape)
    table.at(30.0, escape)
    with pytest.raises(ClosedError):
        table.run(is_open=True)
    assert table.menu(19.0).title == "Another page"
    assert table.menu(29.0).title == MenuTexts("en").text("host.title")
    assert table.clock.now() == pytest.approx(30.0)


@pytest.mark.parametrize(("unlit", "asks"), [(range(10), False), (range(9), True), ((), True)])
def test_a_dark_ring_is_only_asked_for_where_there_are_rings(unlit: Collection[int], asks: bool) -> None:
    table = LobbyTable(taken=EIGHT, host=2)
    table.lobby.village.places.unlit = lambda: unlit
    table.press(2, 20.0)
    table.run(until_s=30.0)
    word = table.lobby.village.narration.word("host.dark")
    assert (word in [item.label for item in table.lobby.menu.items()]) == asks


# A host with a phone


def by_phone(table: LobbyTable, label: str, at_s: float) -> None:
    """The host lays a finger on this entry of the menu."""

    def touch() -> None:
        labels = [entry.label for entry in table.menu(table.clock.now()).entries]
        table.joined.touch(2, labels.index(label) + 1)

    table.at(at_s, touch)


def hosted_by_phone() -> LobbyTable:
    table = LobbyTable(taken=EIGHT, host=2, has_phones=True)
    assert table.phones
    table.phones.places.owners["a" * 32] = 2
    return table


def test_the_host_takes_entries_of_the_menu_by_a_finger_on_them() -> None:
    texts, table = MenuTexts("en"), hosted_by_phone()
    by_phone(table, texts.text("host.language"), 20.0)
    by_phone(table, MenuTexts("fr").text("host.start"), 25.0)
    sitting = table.run(is_open=True)
    assert sitting
    assert sitting.choices.language == "fr"
    assert table.clock.now() < 26.0
    screen = table.joined.screens[2]
    assert (screen.seat, screen.phase) == (3, "menu")


def test_a_finger_on_an_entry_that_has_gone_takes_no_other() -> None:
    table = hosted_by_phone()
    keys: list[int] = []
    table.at(20.0, lambda: keys.append(table.joined.screens[2].key))
    by_phone(table, MenuTexts("en").text("host.rules"), 21.0)  # another page

    def late() -> None:
        now_s = table.clock.now()
        table.joined.touches.add(Touch(now_s, 2, 1, Kind.PRESS, now_s - 0.1, keys[0]))

    table.at(22.0, late)
    table.run(until_s=30.0, is_open=True)
    assert table.menu(29.0).title == MenuTexts("en").text("host.rules")
    assert not table.lobby.menu.started


def test_nobody_but_the_host_takes_anything() -> None:
    table = hosted_by_phone()
    assert table.phones
    table.phones.places.owners["b" * 32] = 4
    table.at(20.0, lambda: table.joined.touch(4, 1))
    table.run(until_s=30.0, is_open=True)
    assert table.joined.screens[4].options == ()
    assert not table.lobby.menu.started
