"""The host in a round: the menu, what it changes, and that nothing is changed by accident."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hardware import patterns
from hardware.debounce import Kind
from hardware.interface import Touch
from hardware.touches import QueuedTouches
from table.appliance.hosting.host import QUIET_S, Hosting, play_hosted
from table.appliance.hosting.menu import ANSWER_S
from table.appliance.hosting.questions import MENU_S
from table.appliance.hosting.stops import MORE_S, Why, taken_back
from table.appliance.menu.menus import MenuTexts
from table.engine.chance import Chance
from table.errors import ClosedError
from table.evening.diary import Diary, EveningShelf
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.evening.replay import evening_of
from table.evening.resume import RoundKeeper
from table.games.records import JournalLine, StoredEvening
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.gestures import Meaning
from table.room.devices import Devices
from table.room.hands import HOLD_S, PRESS_S
from table.room.people import People
from table.room.room import Room
from table.settings.settings import Eyes
from table.settings.times import Times
from tests.appliance.opening.test_tonight import FIRST, Fingers, tonight
from tests.kit.diaries import evening
from tests.kit.menus import MORE, steps_to
from tests.kit.sampling import some
from tests.kit.tables import NAMES, NARRATION, PIXELS, Planted, TestTable, room_at, untouched
from tests.room.test_room import Mute, is_line

LONG_S = 3.2
HOST, GUEST, OTHER = 2, 5, 6


class Watched(Diary):
    """A diary whose lines can be looked at while they are written."""

    def answerer(self, table: Any) -> RoundKeeper:
        self.last = super().answerer(table)
        return self.last


class HostsTable(TestTable):
    """A table of eight whose round can be stopped. `people` sit at it; the first of them is the host."""

    def __init__(
        self,
        people: Sequence[int] = (HOST, GUEST),
        buttons: int = 1,
        night: Eyes = "eyes_closed",
        mind: type[Bots] = Bots,
        seed: int = 1,
        deck: str = "beginner",
        speed: float = 1.0,
        luck: str = "bots",
    ) -> None:
        super().__init__(Bots(Chance(luck)), NAMES[:8], buttons=buttons, night=night, speed=speed)
        self._mind, self._buttons, self._night, self._luck = mind, buttons, night, luck
        self.evening = evening("thiercelieux", deck, 8, seed)
        self.evening.names = self.seats
        self.diary = Watched(None, self.evening, "en")
        self.planted: Planted = untouched
        self.narration = NARRATION["en"]
        self.touches = QueuedTouches()
        self.rooms = 0
        self.sitting = People()
        for seat in people:
            self.sitting.sit(seat)

    def new_room(self) -> Hosting:
        devices = Devices(
            self.buttons,
            self.rings,
            self.voice,
            self.view,
            self.clock,
            self.ambience,
            effects=self.effects,
            slips=self.slips,
            touches=self.touches,
        )
        self.room = room = self.made(devices, self._mind(Chance(self._luck)))
        self.watch.attend(room)
        room.people.update(self.sitting)
        room.people.host = self.sitting.host
        self.rooms += 1
        self.planted(room)
        self.hosting = Hosting(room)
        return self.hosting

    def made(self, devices: Devices, mind: Any, **more: Any) -> Room:
        """A room of this table."""
        return room_at(
            devices,
            self.narration,
            self.room.pace.times,
            mind,
            self.seats,
            self._buttons,
            Chance(self.evening.seed),
            night=self._night,
            **more,
        )

    def play(self) -> Why | None:
        hosting, why = play_hosted(self.evening, self.diary, self.new_room)
        assert hosting.room is self.room
        return why

    def play_for(self, length_s: float) -> Why | None:
        """Plays, and closes the table after `seconds`."""
        self.clock.at(length_s, self.cut)
        try:
            return self.play()
        except ClosedError:
            return None

    @staticmethod
    def cut() -> None:
        """Cuts the power."""
        raise ClosedError("ended from outside")

    def escape(self, at_s: float) -> None:
        """Somebody presses Escape, or closes the window."""

        def more() -> None:
            self.view.closed += 1

        self.clock.at(at_s, more)

    @property
    def lines_kept(self) -> list[JournalLine]:
        """The stored lines of the round so far."""
        return self.diary.last.lines

    def at(self, word: str, action: Callable[[float], object], nth: int = 0) -> None:
        """Calls `action` with the time when the game says this word for the nth time."""
        count = iter(range(10**6))
        self.watch.first[word] = lambda _: action(self.clock.now()) if next(count) == nth else None

    def long(self, seat: int, at_s: float, button: int = 0, for_s: float = LONG_S) -> None:
        self.press(seat, at_s, button, for_s)

    def menus(self) -> list[tuple[float, str, str]]:
        """When the board first showed which menu, and at which entry."""
        found: list[tuple[float, str, str]] = []
        for time_s, board in self.view.seen:
            if board.menu:
                seen = (board.menu.title, board.menu.entries[board.menu.cursor].label)
                if not found or found[-1][1:] != seen:
                    found.append((time_s, *seen))
        return found

    def once_open(self, action: Callable[[float], object]) -> None:
        """Calls `action` with the time when the host's menu is first seen."""
        show, opened = self.view.show, list[float]()

        def seen(board: Any, now_s: float) -> None:
            show(board, now_s)
            if board.menu and not opened:
                opened.append(now_s)
                action(now_s)

        self.view.show = seen  # type: ignore[method-assign]

    def touch(self, seat: int, at_s: float, option: int | None, kind: Kind = Kind.PRESS) -> None:
        """A finger says something on the screen of a seat."""

        def add() -> None:
            key = self.room.presses.key_of(seat)
            self.touches.add(Touch(at_s, seat, option, kind, at_s - 0.1, key))

        self.clock.at(at_s, add)

    def choose(self, label: str, at_s: float, labels: Sequence[str]) -> float:
        """Turns to an entry of a menu and chooses it. Returns when the finger is up."""
        for step in steps_to(labels, label):
            at_s = self.step(step, at_s)
        return at_s

    def step(self, meant: Meaning, at_s: float) -> float:
        """Makes one gesture in a menu. Returns when the finger is up."""
        turns = meant is Meaning.NEXT
        (self.press if turns else self.hold)(HOST, at_s)
        return at_s + (0.4 if turns else 0.8)


def word(key: str, **facts: object) -> str:
    return NARRATION["en"].word(f"host.{key}", **facts)


RULES = MenuTexts("en").text("host.rules")
BY_NIGHT = [
    *(word(key) for key in ("go_on", "stand_in", "leave")),
    RULES,
    *(word(key) for key in ("dark", "abandon")),
]
BY_DAY = [*(word(key) for key in ("go_on", "pause", "more", "look")), *BY_NIGHT[1:]]
IN_A_VOTE = [*BY_DAY[:3], word("take_back"), *BY_DAY[4:]]


def test_a_round_of_bots_alone_is_played_as_ever_without_a_menu_and_nobody_is_asked() -> None:
    table = HostsTable(people=())
    assert table.play() is None
    assert table.rooms == 1
    assert table.menus() == []
    alone = TestTable(Bots(Chance("bots")), NAMES[:8], seed=1)
    alone.room.begin_round()
    over = evening("thiercelieux", "beginner", 8, 1)
    over.names = NAMES[:8]
    over.play_next(alone.room)
    assert table.trace() == alone.trace()


def debates(table: TestTable) -> list[Any]:
    return [moment for moment in table.watch.moments if (moment.word, moment.key) == ("clock", "debate")]


def left_s(table: TestTable, at_s: float) -> float:
    """Seconds left on the board's clock."""
    timer = table.board_at(at_s).timer
    assert timer
    return timer.ends_s - at_s


# By a finger on a screen


def test_the_host_stops_the_round_and_takes_an_entry_by_two_touches() -> None:
    table = HostsTable()
    began: list[float] = []

    def debating(_: object) -> None:
        if not began:
            began.append(table.clock.now())
            table.touch(HOST, began[0] + 5.0, None, Kind.LONG_HOLD)
            table.touch(HOST, began[0] + 9.0, BY_DAY.index(word("more")) + 1)
            table.touch(HOST, began[0] + 12.0, 1)

    table.watch.first["clock debate"] = debating
    table.play_for(400.0)
    assert began
    assert table.menus(), "the menu was on the board"
    assert table.rooms == 2
    before_s, after_s = (left_s(table, began[0] + at_s) for at_s in (4.0, 13.5))
    assert after_s > before_s + MORE_S - 10.0


def test_of_two_entries_touched_at_once_the_first_is_taken() -> None:
    """Messages of a phone can come late, and together."""
    table = HostsTable()
    began: list[float] = []

    def twice() -> None:
        now_s, key = table.clock.now(), table.room.presses.key_of(HOST)
        for after_s, entry in ((-0.01, "more"), (0.0, "go_on")):
            number = BY_DAY.index(word(entry)) + 1
            table.touches.add(Touch(now_s + after_s, HOST, number, Kind.PRESS, now_s - 0.1, key))

    def debating(_: object) -> None:
        if not began:
            began.append(table.clock.now())
            table.touch(HOST, began[0] + 5.0, None, Kind.LONG_HOLD)
            table.clock.at(began[0] + 9.0, twice)

    table.watch.first["clock debate"] = debating
    table.play_for(400.0)
    board = table.board_at(began[0] + 10.0)
    assert board.menu, "it goes on"
    assert [entry.label for entry in board.menu.entries][board.menu.cursor] == word("more")


# Opening it, and closing it again


def held_for_long(table: HostsTable, button: int, now_s: float) -> None:
    """The host holds this button."""
    table.long(HOST, now_s + 5.0, button)


def taken_back_at(table: HostsTable, now_s: float) -> None:
    """The host takes back the vote that has just begun."""
    table.long(HOST, now_s + 5.0)
    table.choose(word("take_back"), now_s + 9.0, IN_A_VOTE)


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_a_long_hold_of_the_host_opens_his_menu_and_says_nothing_else(buttons: int) -> None:
    """In a debate a hold says "ready"; a hold that becomes a long one does not."""
    for button in some(range(buttons), of=3):
        table = HostsTable(buttons=buttons)
        table.at("clock debate", partial(held_for_long, table, button))
        table.play()
        opened_s, title, entry = table.menus()[0]
        assert (title, entry) == (word("title"), word("go_on"))
        pressed_s = table.moment("say", "DebateOpens").ended_s + 5.0
        assert pressed_s + 3.0 <= opened_s < pressed_s + 3.2
        assert not any(moment.answer and moment.answer.seat.index == HOST for moment in debates(table))


def test_the_menu_closes_by_itself_and_the_clock_has_stood_still() -> None:
    table = HostsTable()
    table.at("clock debate", lambda now_s: table.long(HOST, now_s + 5.0))
    table.play()
    opened_s = table.menus()[0][0]
    closed_s = next(seen.time_s for seen in table.view.seen if seen.time_s > opened_s and not seen.board.menu)
    assert closed_s == pytest.approx(opened_s + MENU_S, abs=0.01)
    before_s = left_s(table, opened_s - 0.2) - 0.2
    resumed = next(
        seen
        for seen in table.view.seen
        if seen.time_s > closed_s and seen.board.timer and not seen.board.menu
    )
    assert resumed.board.timer
    assert resumed.board.timer.ends_s - resumed.time_s == pytest.approx(before_s, abs=0.15)


def wordings(key: str, seat: int | None = None) -> set[str]:
    """All wordings of a line."""
    narration, facts = NARRATION["en"], {} if seat is None else {"seat": Seat(seat)}
    return {narration.line(key, lambda _, n=n: n, **facts) for n in range(len(narration.lines[key]))}  # type: ignore[misc]


def test_a_hold_that_is_not_a_long_one_of_the_hosts_says_ready() -> None:
    """Of others at once, and of the host when he lets go."""
    table = HostsTable()

    def hold(now_s: float) -> None:
        table.long(GUEST, now_s + 5.0)
        table.press(HOST, now_s + 10.0, for_s=2.0)

    table.at("clock debate", hold)
    table.play_for(400.0)
    assert not table.menus()
    guests, hosts = debates(table)[:2]
    assert (guests.answer.seat.index, hosts.answer.seat.index) == (GUEST, HOST)
    assert guests.ended_s == pytest.approx(guests.began_s + 5.6, abs=0.05)
    assert hosts.ended_s == pytest.approx(guests.began_s + 12.0, abs=0.1)


@pytest.mark.parametrize("holds", [[(5.0, 500.0)], [(5.0, LONG_S), (10.0, 15.0)]])
def test_a_finger_that_stays_down_opens_the_menu_once(holds: Sequence[tuple[float, float]]) -> None:
    """An elbow; or the host holds to go on, and keeps holding."""
    table = HostsTable()

    def press(now_s: float) -> None:
        for after_s, for_s in holds:
            table.long(HOST, now_s + after_s, for_s=for_s)

    table.at("clock debate", press)
    table.play_for(600.0)
    assert [entry for _, title, entry in table.menus() if title == word("title")] == [word("go_on")]
    assert table.rooms == 2
    assert not any(moment.answer and moment.answer.seat.index == HOST for moment in debates(table))


def test_in_a_hurry_a_tap_opens_no_menu_and_three_seconds_on_the_wall_do() -> None:
    """`--speed 40` hurries the table, never fingers."""
    for held_s, rooms in ((0.08, 1), (1.0, 1), (3.1, 2)):
        table = HostsTable(speed=40.0)
        table.at("clock debate", partial(_press_by_the_wall, table, held_s))
        table.play_for(400.0)
        assert debates(table), "it was in a debate"
        assert table.rooms == rooms


def _press_by_the_wall(table: HostsTable, held_s: float, now_s: float) -> None:
    table.long(HOST, now_s + 5.0, for_s=40.0 * held_s)


# Escape, and the window's cross

CLOSING = [word(key) for key in ("keep_later", "end_for_good", "go_on")]


@pytest.mark.parametrize(
    ("when", "again_s", "ends_s"),
    [
        ("clock debate", 20.0, 21.0),
        ("wake werewolves", 40.0, 41.0),
        ("wake werewolves", 3.5, 4.5),
        ("clock debate", 3.0, 4.0),
    ],
)
def test_escape_asks_once_and_a_second_one_keeps_the_round(when: str, again_s: float, ends_s: float) -> None:
    """It counts while the table still says that the night stands still, before it asks; and in one moment
    with the first, where a board is painted slowly."""
    table = HostsTable()
    said_s: list[float] = []

    def twice(now_s: float) -> None:
        said_s.append(now_s)
        table.escape(now_s + 3.0)
        table.escape(now_s + again_s)

    table.at(when, twice)
    with pytest.raises(ClosedError, match="closed by hand"):
        table.play()
    assert table.clock.now() < said_s[0] + ends_s
    asked = {title for _, title, _ in table.menus()}
    assert asked <= {word("closing")}
    assert asked or again_s < 5.0, "it asks, if there is time to"
    assert table.lines_kept, "it is offered again"
    assert not table.board_at(table.clock.now()).secret


def test_escape_in_a_call_after_which_the_menu_opens_is_not_lost() -> None:
    table = HostsTable()

    def both(now_s: float) -> None:
        table.long(HOST, now_s + 3.0)
        table.escape(now_s + 8.0)

    table.at("wake seer", both)
    table.play_for(160.0)
    assert word("closing") in {title for _, title, _ in table.menus()}


@pytest.mark.parametrize("is_sure", [True, False])
def test_a_round_that_ends_for_good_is_not_offered_again(is_sure: bool) -> None:
    """It takes a second press, as in the host's menu; otherwise the question comes again."""
    table = HostsTable()

    def end_it(now_s: float) -> None:
        table.escape(now_s + 3.0)
        table.choose(word("end_for_good"), now_s + 5.0, CLOSING)
        table.press(HOST, now_s + 9.0, for_s=LONG_S if is_sure else PRESS_S)
        table.hold(GUEST, now_s + 14.0) if is_sure else table.escape(now_s + 12.0)

    table.at("clock debate", end_it)
    with pytest.raises(ClosedError, match="for good" if is_sure else "closed by hand"):
        table.play()
    assert (word("abandon_sure")) in {entry for _, _, entry in table.menus()}
    assert bool(table.diary.lines if is_sure else table.lines_kept) is not is_sure


@pytest.mark.parametrize("answers", [True, False])
def test_who_goes_on_or_says_nothing_goes_on(answers: bool) -> None:
    table = HostsTable()

    def go_on(now_s: float) -> None:
        table.escape(now_s + 3.0)
        if answers:
            table.choose(word("go_on"), now_s + 5.0, CLOSING)

    table.at("clock debate", go_on)
    table.play_for(300.0)
    assert table.rooms == 2
    asked_s = table.menus()[0][0]
    assert table.board_at(asked_s + MENU_S + 5.0).menu is None
    assert any(is_line("host.goes_on", line) for line in table.lines)


def test_at_a_table_of_bots_anybody_answers_and_nobody_has_to_say_it_twice() -> None:
    table = HostsTable(people=())

    def answer() -> None:
        said = [Meaning.NEXT, Meaning.TAKE]
        table.room.presses.typed = lambda: [said.pop(0)] if said else []

    def end_it(now_s: float) -> None:
        table.escape(now_s + 1.0)
        table.clock.at(now_s + 5.0, answer)

    table.at("clock debate", end_it)
    with pytest.raises(ClosedError, match="for good"):
        table.play()
    assert table.diary.lines == ()


def test_while_cards_are_dealt_a_long_look_is_a_look() -> None:
    table = HostsTable()
    table.at("clock deal", lambda now_s: table.long(HOST, now_s + 2.0, for_s=8.0))
    table.play()
    assert not any(title == word("title") for _, title, _ in table.menus())


# What it does


def test_a_pause_lasts_until_the_host_presses_and_nothing_moves() -> None:
    table = HostsTable()
    began: list[float] = []

    def pause(now_s: float) -> None:
        began.append(now_s)
        table.long(HOST, now_s + 5.0)
        table.choose(word("pause"), now_s + 9.0, BY_DAY)
        table.press(GUEST, now_s + 100.0)
        table.press(HOST, now_s + 200.0)

    table.at("clock debate", pause)
    table.play()
    paused = next(
        seen for seen in table.view.seen if seen.board.menu and seen.board.menu.title == word("paused")
    )
    assert paused.board.menu
    assert "Cid" in paused.board.menu.hint
    went_on_s = next(
        seen.time_s for seen in table.view.seen if seen.time_s > paused.time_s and not seen.board.menu
    )
    assert went_on_s == pytest.approx(began[0] + 200.0, abs=0.15)
    assert not any(began[0] < moment.began_s < went_on_s for moment in table.watch.moments)


def test_more_time_is_a_minute_more_each_time() -> None:
    table = HostsTable()

    def more(now_s: float) -> None:
        table.long(HOST, now_s + 5.0)
        up_s = table.choose(word("more"), now_s + 9.0, BY_DAY)
        table.hold(HOST, up_s)

    table.at("clock debate", more)
    table.play()
    opened_s = table.menus()[0][0]
    before_s = left_s(table, opened_s - 0.2) - 0.2
    values = [
        seen.board.menu.entries[2].value
        for seen in table.view.seen
        if seen.board.menu and seen.board.menu.title == word("title")
    ]
    assert list(dict.fromkeys(values)) == ["2:52", "3:52", "4:52"]
    resumed = next(seen for seen in table.view.seen if seen.time_s > opened_s and seen.board.timer)
    assert resumed.board.timer
    assert resumed.board.timer.ends_s - resumed.time_s == pytest.approx(before_s + 2 * MORE_S, abs=0.15)
    assert resumed.board.timer.length_s >= resumed.board.timer.ends_s - resumed.time_s


def test_ch_57_the_host_has_a_captain_elected_after_the_debate() -> None:
    """CH-57: in the debate the menu has one entry more, and the debate goes on first."""
    table = HostsTable()
    table.evening.options = Options(captain="never")
    entries = [*BY_DAY[:3], word("call_election"), *BY_DAY[3:]]

    def elect(now_s: float) -> None:
        table.long(HOST, now_s + 5.0)
        table.choose(word("call_election"), now_s + 9.0, entries)

    table.at("clock debate", elect)
    assert table.play_for(400.0) is None
    words = [line.word for line in table.lines_kept]
    wanted = words.index("wanted call_election")
    assert table.lines_kept[wanted].answer is True
    assert words[wanted - 1] in ("clock debate", "say Ready")
    assert words[wanted + 1 : wanted + 3] == ["say ElectionOpens", "vote election"]
    opened = [seen.board.menu for seen in table.view.seen if seen.board.menu]
    assert [entry.label for entry in opened[0].entries] == [*entries[:7], MORE]


CROWD = (HOST, 0, 1, 3, GUEST, OTHER)


def talked_out(table: HostsTable) -> None:
    """All people but the host are ready to vote, one every five seconds."""

    def talk(now_s: float) -> None:
        for number, seat in enumerate((0, 1, 3, GUEST, OTHER)):
            table.hold(seat, now_s + 3.0 + 5.0 * number)

    table.at("clock debate", talk)


def test_a_vote_begun_by_mistake_gives_way_to_the_debate_before_it() -> None:
    """The player who pressed last is no longer ready, and what was chosen is forgotten."""
    table = HostsTable(people=CROWD)
    talked_out(table)

    def back(now_s: float) -> None:
        table.hold(0, now_s + 2.0)
        table.long(HOST, now_s + 3.0)
        table.choose(word("take_back"), now_s + 7.0, IN_A_VOTE)

    table.at("vote vote", back)
    table.play_for(450.0)
    taken_s = next(line.time_s for line in table.voice.spoken if line.line in wordings("host.taken_back"))
    before, after = (
        [m for m in debates(table) if m.ended_s < taken_s],
        [m for m in debates(table) if m.ended_s > taken_s],
    )
    assert before[-1].answer
    assert before[-1].answer.seat.index not in {m.answer.seat.index for m in before[:-1]}
    board = table.board_at(taken_s + 20.0)
    assert board.scene == "debate"
    ready = [seat for seat, place in enumerate(board.places) if place.ready]
    assert ready == sorted(m.answer.seat.index for m in before[:-1])
    assert left_s(table, taken_s + 20.0) > 100.0
    assert after[0].answer
    words = [line.word for line in table.lines_kept]
    assert words.count("say VoteOpens") == 1, "the one that was taken back has never been"
    assert "say Ballots" in words[words.index("say VoteOpens") :]


def test_a_debate_whose_time_was_up_has_a_minute_again() -> None:
    table = HostsTable(people=CROWD)
    table.at("vote vote", partial(taken_back_at, table))
    table.play_for(450.0)
    taken_s = next(line.time_s for line in table.voice.spoken if line.line in wordings("host.taken_back"))
    timed = next(seen for seen in table.view.seen if seen.time_s > taken_s and seen.board.timer)
    assert timed.board.timer
    assert timed.board.timer.ends_s - timed.time_s == pytest.approx(MORE_S)


def test_an_election_that_is_taken_back_begins_anew() -> None:
    table = HostsTable(people=CROWD)
    asked: list[float] = []
    table.watch.first["vote election"] = lambda _: asked.append(table.clock.now())
    table.at("say ElectionOpens", partial(taken_back_at, table))
    table.play_for(260.0)
    opened = [line for line in table.lines if line in wordings("election.open")]
    assert len(opened) == 2
    assert len(asked) == 2
    words = [line.word for line in table.lines_kept]
    assert words[: words.index("say Ballots")].count("say ElectionOpens") == 1


@pytest.mark.parametrize(
    ("said", "word", "stay"),
    [
        (["say DebateOpens", "clock debate", "say VoteOpens"], "vote vote", 1),
        (["say DebateOpens", "clock debate", "say Ready", "clock debate", "say Ready"], "say VoteOpens", 3),
        (["say DebateOpens", "clock debate", "say Ready", "say VoteOpens"], "vote vote", 1),
        (["say Day", "leavers", "say ElectionOpens"], "vote election", 2),
        (["say CandidatesOpen"], "vote candidates", 0),
        (["say VoteOpens", "vote vote", "say Ballots", "say Tie", "say VoteOpens"], "vote vote", 4),
        (["clock debate", "say VotesAgainst", "say VoteOpens"], "vote vote", 2),
        (["say DebateOpens", "clock debate", "break moth", "say VoteOpens"], "vote vote", 1),
        (["say DebateOpens", "clock debate", "wanted call_election", "say VoteOpens"], "vote vote", 1),
        (["clock debate", "say Ready", "break moth", "break wasp"], "say VoteOpens", 0),
        (["break moth", "say ElectionOpens"], "vote election", 1),
        (["say DebateOpens"], "clock debate", None),
        (["say VoteOpens", "vote vote"], "say Ballots", None),
        (["say VoteOpens", "vote vote", "say Ballots"], "say Death", None),
        (["say Nightfall", "leavers", "wake werewolves"], "vote werewolves", None),
        ([], "draw deal", None),
    ],
)
def test_only_a_vote_whose_ballots_are_hidden_can_be_taken_back(
    said: list[str], word: str, stay: int | None
) -> None:
    """Nothing else that was told between a debate and its vote can be."""
    assert taken_back([JournalLine(one, None, 0.0, 0, 0) for one in said], word) == stay


@pytest.mark.parametrize("deck", ["beginner", "expert"])
def test_the_host_reads_the_rules_and_the_round_goes_on(deck: str) -> None:
    """Even rules of more pages than a ring has pixels."""
    table = HostsTable(deck=deck)

    def read(now_s: float) -> None:
        table.long(HOST, now_s + 2.0)
        read_s = table.choose(RULES, now_s + 6.0, BY_DAY)
        for turn in range(16):
            table.press(HOST, read_s + 1.0 + turn)
        table.hold(HOST, read_s + 18.0)

    table.at("clock debate", read)
    assert table.play_for(300.0) is None
    assert any(line in wordings("host.goes_on") for line in table.lines)
    menus = [seen.board.menu for seen in table.view.seen if seen.board.menu]
    pages = [shown.entries[shown.cursor] for shown in menus if shown.title == RULES]
    assert (max(len(shown.entries) for shown in menus) > PIXELS) is (deck == "expert")
    assert [page.label for page in pages[:2]] == ["Two camps", "The night"]
    assert any(page.label == "Seer" and page.note.startswith("Every night") for page in pages)
    assert menus[-1].title == word("title"), "a page that is taken closes them all"


@pytest.mark.in_step
def test_what_people_had_chosen_in_a_vote_is_there_again() -> None:
    """And the choice the host had turned to is not locked by the hold."""
    table = HostsTable(people=CROWD)
    began: list[float] = []

    def choose(now_s: float) -> None:
        began.append(now_s)
        table.press(GUEST, now_s + 1.0)
        table.hold(GUEST, now_s + 2.0)
        table.press(HOST, now_s + 1.0)
        table.long(HOST, now_s + 4.0)

    table.at("vote vote", choose)
    table.play_for(500.0)
    menu_s = table.menus()[0][0]
    before_s, after_s = menu_s - 0.5, menu_s + MENU_S + 6.0
    assert table.board_at(after_s).scene == "vote"
    locked = {patterns.pointed(PIXELS, [table.pixel(GUEST, target)], after_s) for target in range(8)}
    assert table.ring_at(GUEST, before_s) in locked
    assert table.ring_at(GUEST, after_s) in locked
    unlocked = {patterns.pointing(PIXELS, table.pixel(HOST, target), [], after_s) for target in range(8)}
    assert table.ring_at(HOST, after_s) in unlocked
    assert left_s(table, after_s) < 30.0 - 4.0
    ballots = next(
        moment for moment in table.watch.moments if moment.word == "vote" and moment.key == "vote"
    ).answer
    assert GUEST in {seat.index for seat in ballots}
    assert HOST not in {seat.index for seat in ballots}


# A player who leaves


def leaving(
    table: HostsTable, seat: int, now_s: float, labels: Sequence[str], gone: Sequence[int] = ()
) -> float:
    """The host opens the menu and turns to this seat. Returns when the board asks for confirmation."""
    table.long(HOST, now_s)
    return turning_to_leave(table, seat, now_s + 12.0, labels, gone)


def turning_to_leave(
    table: HostsTable, seat: int, now_s: float, labels: Sequence[str], gone: Sequence[int] = ()
) -> float:
    """The same once the menu is open."""
    up_s = table.choose(word("leave"), now_s, labels)
    names = [word("back"), *(NAMES[one] for one in range(8) if one not in gone)]
    return table.choose(NAMES[seat], up_s, names)


@pytest.mark.parametrize("who", ["himself", "the host"])
def test_lg_46_a_player_leaves_when_he_and_the_host_say_so(who: str) -> None:
    """LG-46: the player dies with the next deaths, and is asked nothing until then."""
    table = HostsTable(people=CROWD, luck="fair")
    sure: list[float] = []

    def leave(now_s: float) -> None:
        sure.append(leaving(table, GUEST, now_s + 2.0, BY_DAY))
        if who == "himself":
            table.hold(GUEST, sure[0] + 1.0)
        else:
            table.long(HOST, sure[0] + 1.0)

    def vote(now_s: float) -> None:
        for seat in CROWD:
            table.hold(seat, now_s + 5.0)

    table.at("clock debate", leave)
    table.at("vote vote", vote)
    table.play_for(750.0)
    left_s = next(
        line.time_s for line in table.voice.spoken if line.line in wordings("host.left", seat=GUEST)
    )
    assert left_s < sure[0] + 6.0
    died = next(
        moment
        for moment in table.watch.moments
        if moment.key == "Death" and moment.request.event.seat.index == GUEST
    )
    assert died.request.event.cause == "left"
    ballot = next(moment for moment in table.watch.moments if (moment.word, moment.key) == ("vote", "vote"))
    assert left_s < ballot.began_s < died.began_s
    assert ballot.ended_s < ballot.began_s + 15.0, "nobody waits for the one who left"
    dark = [light for light in table.trace().light if left_s + 0.5 < light.time_s < died.began_s]
    assert dark
    assert all(light.rings[GUEST] == (0, 0) for light in dark)
    assert table.room.people.gone == {GUEST}
    assert GUEST not in table.room.people


@pytest.mark.parametrize("answer", ["nothing", "a press of the host", "a hold of the host", "another seat"])
def test_nobody_leaves_by_accident(answer: str) -> None:
    table = HostsTable(people=CROWD)

    def leave(now_s: float) -> None:
        sure_s = leaving(table, GUEST, now_s + 2.0, BY_DAY)
        if answer == "a press of the host":
            table.press(HOST, sure_s + 1.0)
        elif answer == "a hold of the host":
            table.hold(HOST, sure_s + 1.0)
        elif answer == "another seat":
            table.long(OTHER, sure_s + 1.0)

    table.at("clock debate", leave)
    table.play_for(400.0)
    assert any(label == word("leave_sure", seat=Seat(GUEST)) for _, _, label in table.menus())
    assert not any(line in wordings("host.left", seat=GUEST) for line in table.lines)
    assert table.room.people.gone == set()


def test_a_host_who_leaves_hands_on_to_the_next_clockwise() -> None:
    table = HostsTable(people=(HOST, 0, GUEST))

    def leave(now_s: float) -> None:
        sure_s = leaving(table, HOST, now_s + 2.0, BY_DAY)
        table.long(HOST, sure_s + 1.0)
        table.long(GUEST, sure_s + 30.0)

    table.at("clock debate", leave)
    table.play_for(400.0)
    assert table.room.people.host == GUEST
    titles = [title for _, title, _ in table.menus()]
    assert titles.count(word("title")) >= 1
    left_s = next(line.time_s for line in table.voice.spoken if line.line in wordings("host.left", seat=HOST))
    assert any(time_s > left_s and title == word("title") for time_s, title, _ in table.menus()), (
        "the new one has his menu"
    )


def test_lg_46_who_leaves_in_a_night_answers_nothing_more_in_it() -> None:
    """LG-46: and dies at dawn; the call lasts as long as ever."""
    lengths = []
    for goes in (False, True):
        table = HostsTable(people=CROWD, luck="fair")

        def leave(now_s: float, table: HostsTable = table, goes: bool = goes) -> None:
            sure_s = turning_to_leave(table, GUEST, now_s + 1.0, BY_NIGHT)
            table.long(HOST, sure_s + 1.0) if goes else table.press(HOST, sure_s + 1.0)
            table.press(HOST, sure_s + 60.0)

        table.at("wake seer", lambda now_s, table=table: table.long(HOST, now_s + 2.0), 1)  # type: ignore[misc]
        table.once_open(leave)
        table.play_for(900.0)
        stopped_s = table.menus()[0][0]
        slept = [
            m.ended_s - stopped_s for m in table.watch.moments if m.word == "sleep" and m.ended_s > stopped_s
        ]
        lengths.append(round(slept[0], 6))
        died = [
            m.request.event
            for m in table.watch.moments
            if m.key == "Death" and m.request.event.seat.index == GUEST
        ]
        assert [event.cause for event in died if event.cause == "left"] == (["left"] if goes else [])
    assert lengths[0] == lengths[1]


class Seat:
    """A seat of the test table."""

    def __init__(self, index: int) -> None:
        self.index, self.name = index, NAMES[index]


# The end of a round


def abandoned(table: HostsTable, now_s: float, presses: Sequence[tuple[int, float, float]]) -> None:
    """The host chooses to abandon the round, and is asked whether they are sure. `presses`: whose finger is
    down after how long, and for how long."""
    table.long(HOST, now_s + 2.0)
    sure_s = table.choose(word("abandon"), now_s + 6.0, BY_DAY) + 0.5
    for seat, after_s, for_s in presses:
        table.press(seat, sure_s + after_s, for_s=for_s)


@pytest.mark.parametrize(
    ("people", "presses", "is_enough"),
    [
        ((HOST,), [(HOST, 0.0, LONG_S)], True),
        ((HOST, GUEST), [], False),
        ((HOST, GUEST), [(HOST, 0.0, 0.1)], False),
        ((HOST, GUEST), [(HOST, 0.0, 0.7)], False),
        ((HOST, GUEST), [(HOST, 0.0, LONG_S)], False),
        ((HOST, GUEST), [(GUEST, 0.0, LONG_S)], False),
        ((HOST, GUEST), [(HOST, 0.0, LONG_S), (GUEST, 5.0, 0.7)], True),
        ((HOST, GUEST), [(GUEST, 0.0, LONG_S), (HOST, 6.0, LONG_S)], True),
        ((HOST, GUEST), [(GUEST, 0.0, LONG_S), (HOST, 50.0, LONG_S)], True),
        ((HOST, GUEST, OTHER), [(GUEST, 0.0, LONG_S), (OTHER, 6.0, LONG_S)], True),
        ((HOST, GUEST, OTHER), [(GUEST, 0.0, LONG_S), (GUEST, 6.0, LONG_S)], False),
    ],
)
def test_it_takes_two_to_give_up_a_round_in_which_two_sit(
    people: Sequence[int], presses: Sequence[tuple[int, float, float]], is_enough: bool
) -> None:
    """The host and anybody else, or any two once the host has said nothing for a minute."""
    table = HostsTable(people=people)
    table.at("clock debate", partial(abandoned, table, presses=presses))
    assert table.play_for(500.0) == ("abandoned" if is_enough else None)
    assert any(label == word("abandon_sure") for _, _, label in table.menus())
    assert any(line in wordings("host.goes_on") for line in table.lines) is not is_enough
    assert not is_enough or table.diary.lines == ()


def test_a_finger_that_took_abandon_and_stays_down_abandons_nothing() -> None:
    table = HostsTable()

    def abandon(now_s: float) -> None:
        table.long(HOST, now_s + 2.0)
        at_s = now_s + 6.0
        for step in [*steps_to(BY_DAY, word("abandon"))][:-1]:
            at_s = table.step(step, at_s)
        table.press(HOST, at_s, for_s=15.0)

    table.at("clock debate", abandon)
    assert table.play_for(300.0) is None
    assert any(label == word("abandon_sure") for _, _, label in table.menus())


# By night


SEER = 0


def paused_in_the_seers_call(looks: bool, night: Eyes) -> HostsTable:
    """The host holds six seconds after the Seer was called, and says eighty seconds into the pause that all
    eyes are closed.

    `looks`: whether the Seer looks.
    """
    table = HostsTable(people=(HOST, SEER), night=night)

    def stop(now_s: float) -> None:
        if looks:
            table.press(SEER, now_s + 5.0)
            table.hold(SEER, now_s + 6.0)
        table.long(HOST, now_s + 6.0)

    table.at("wake seer", stop)
    table.once_open(lambda now_s: table.press(HOST, now_s + 80.0))
    table.play_for(230.0)
    return table


@pytest.mark.parametrize("night", ["eyes_closed", "eyes_down"])
def test_a_pause_in_a_night_tells_nothing(night: Eyes) -> None:
    """No ring shows a secret before the host has said so; then the night goes on with the next call."""
    tables = [paused_in_the_seers_call(looks, night) for looks in (False, True)]
    assert tables[0].trace() == tables[1].trace()
    for table in tables:
        menu_s = table.menus()[0][0]
        pressed_s = next(line.time_s for line in table.voice.spoken if line.time_s > menu_s + 70.0)
        asleep = {patterns.asleep(PIXELS, step * patterns.STEP_S) for step in range(2400)}
        frames = [shown for shown in table.rings.shown if menu_s + MENU_S + 0.1 < shown.time_s < pressed_s]
        assert frames
        size = 3 * PIXELS
        rings = {frame[at : at + size] for _, frame in frames for at in range(0, len(frame), size)}
        assert rings <= asleep
        assert [m.key for m in table.watch.moments if m.word == "wake"].count("seer") == 1, (
            "no call is repeated"
        )
    asked = [any(m.word == "show" and m.key == "card" for m in table.watch.moments) for table in tables]
    assert asked == [False, True]
    assert all(
        light.rings[seat][0] == patterns.LIT
        for table in tables
        for light in in_the_night(table)
        for seat in range(8)
    )


def in_the_night(table: HostsTable) -> list[Any]:
    falls_s = next(seen.time_s for seen in table.view.seen if seen.board.scene == "night")
    dawns_s = next(m.began_s for m in table.watch.moments if m.key == "Dawn")
    light = table.trace().light
    before = [one for one in light if one.time_s <= falls_s + 0.5]  # a trace has changes only
    return [before[-1], *(one for one in light if falls_s + 0.5 < one.time_s < dawns_s)]


@pytest.mark.parametrize(("buttons", "escapes"), [(1, False), (2, False), (3, False), (1, True)])
def test_by_night_nothing_is_asked_before_the_call_is_over_whoever_is_called(
    buttons: int, escapes: bool
) -> None:
    """The menu opens, or Escape asks, equally long after the call, wherever in it the host held or Escape was
    pressed, and whether or not the host is called."""
    waited = set()

    def press(table: HostsTable, host: int, after_s: float, now_s: float) -> None:
        table.escape(now_s + after_s) if escapes else table.long(host, now_s + after_s)

    for host in (SEER, HOST):
        for after_s in some((1.0, 5.0, 9.0), of=2):
            table = HostsTable(people=(host, GUEST), buttons=buttons)
            table.at("wake seer", partial(press, table, host, after_s))
            if not escapes:
                table.once_open(lambda now_s, t=table, h=host: t.press(h, now_s + 60.0))  # type: ignore[misc]
            table.play_for(160.0)
            opened_s, title, _ = table.menus()[0]
            assert title == word("closing" if escapes else "title")
            slept = next(m for m in table.watch.moments if (m.word, m.key) == ("sleep", "seer"))
            woken = next(m for m in table.watch.moments if (m.word, m.key) == ("wake", "seer"))
            asked = [m for m in table.watch.moments if m.word == "ask" and m.began_s < opened_s]
            assert len(asked) == 1, "the call is held to its end"
            assert slept.ended_s - woken.ended_s > Times().call_s(woken.request.call)
            waited.add(round(opened_s - slept.ended_s, 6))
            assert [line.word for line in table.lines_kept].count("sleep seer") == 1
    assert len(waited) == 1, waited


def test_by_night_the_menu_opens_at_once_where_nobody_is_called() -> None:
    table = HostsTable()
    table.at("say Nightfall", lambda now_s: table.long(HOST, now_s + 1.0))
    table.play_for(120.0)
    falls = next(m for m in table.watch.moments if m.key == "Nightfall")
    assert table.menus()[0][0] < falls.ended_s + 5.0
    assert not any(m.word == "wake" for m in table.watch.moments if m.began_s < table.menus()[0][0])


def test_a_night_that_is_stopped_again_while_all_close_their_eyes_opens_the_menu_again() -> None:
    table = HostsTable()

    def again(now_s: float) -> None:
        table.long(HOST, now_s + 40.0)
        table.press(HOST, now_s + 100.0)

    table.at("wake seer", lambda now_s: table.long(HOST, now_s + 6.0))
    table.once_open(again)
    table.play_for(260.0)
    assert len([entry for _, title, entry in table.menus() if title == word("title")]) == 1
    assert table.rooms == 3


# Nobody there


def test_after_ten_quiet_minutes_the_board_asks_and_then_the_round_is_kept() -> None:
    table = HostsTable(mind=Mute)
    assert table.play() == "kept"
    asked_s, title, note = table.menus()[0]
    assert (title, note) == (word("quiet"), word("quiet_note"))
    assert table.clock.now() == pytest.approx(asked_s + ANSWER_S, abs=6.0)
    assert asked_s > QUIET_S
    assert table.diary.lines


def test_a_press_of_anybody_and_the_round_goes_on() -> None:
    table = HostsTable(mind=Mute)
    found: list[float] = []

    def answer(now_s: float) -> None:
        found.append(now_s)
        table.press(OTHER, now_s + 30.0)

    table.once_open(answer)
    table.play_for(1100.0)
    assert found
    assert any(
        line.line in wordings("host.goes_on") and line.time_s > found[0] for line in table.voice.spoken
    )
    assert OTHER in table.room.people


def test_whether_anybody_presses_in_a_night_decides_nothing() -> None:
    """When the board asks depends only on presses that everybody may know of."""
    asked = []
    for pressed in (False, True):
        table = HostsTable(mind=Mute)
        if pressed:
            table.at("wake seer", lambda now_s, table=table: table.press(GUEST, now_s + 3.0), 1)  # type: ignore[misc]
        table.play()
        asked.append(table.menus()[0][0])
    assert asked[0] == asked[1]


# What is kept of it


def kept_table(folder: Path, **more: Any) -> tuple[HostsTable, Journal]:
    journal = Journal(folder)
    table = HostsTable(**more)
    table.diary = Watched(journal, table.evening, "en")
    table.diary.open(lambda: None)
    return table, journal


def cut_and_resumed(
    table: HostsTable, journal: Journal, when: str, does: Callable[[float], float]
) -> tuple[HostsTable, StoredEvening]:
    """The table after a cut. `does`: acts at that moment, and says when to cut."""
    table.at(when, lambda now_s: table.clock.at(does(now_s), table.cut))
    table.play_for(999.0)
    table.diary.close()
    kept = journal.unfinished()
    assert kept
    later = HostsTable(people=())
    later.evening = evening_of(kept.setup, RULEBOOKS)
    later.diary = Watched(journal, later.evening, "en", kept)
    later.sitting |= set(later.diary.people)
    later.diary.open(lambda: None)
    return later, kept


def test_what_was_taken_back_is_not_in_the_journal(tmp_path: Path) -> None:
    """A cut right after it finds the debate, with the time it had."""
    table, journal = kept_table(tmp_path, people=CROWD)
    talked_out(table)

    def back(now_s: float) -> float:
        table.long(HOST, now_s + 3.0)
        table.choose(word("take_back"), now_s + 7.0, IN_A_VOTE)
        return now_s + 30.0

    later, kept = cut_and_resumed(table, journal, "vote vote", back)
    assert "say VoteOpens" not in [line.word for line in kept.rounds[-1]]
    assert kept.standing
    assert kept.standing.key == "debate"
    assert kept.standing.lines == len(kept.rounds[-1])
    was = [seen for seen in table.view.seen if seen.board.timer][-1]
    assert was.board.timer
    assert was.board.scene == "debate"
    later.play_for(30.0)
    journal.close()
    now = next(seen for seen in later.view.seen if seen.board.timer)
    assert now.board.timer
    assert now.board.scene == "debate"
    assert [place.ready for place in now.board.places] == [place.ready for place in was.board.places]
    assert now.board.timer.ends_s - now.time_s == pytest.approx(
        was.board.timer.ends_s - table.clock.now(), abs=5.5
    )


def test_who_is_host_and_who_has_left_is_known_after_a_cut(tmp_path: Path) -> None:
    table, journal = kept_table(tmp_path, people=(GUEST, HOST, 0))
    table.sitting.host = HOST

    def leave(now_s: float) -> float:
        sure_s = leaving(table, GUEST, now_s + 2.0, BY_DAY)
        table.long(HOST, sure_s + 1.0)
        return sure_s + 30.0

    later, _ = cut_and_resumed(table, journal, "clock debate", leave)
    later.play_for(200.0)
    journal.close()
    assert later.room.people == {HOST, 0}
    assert later.room.people.host == HOST
    assert later.room.people.gone == {GUEST}
    lights = [light for light in later.trace().light if light.time_s > 0.0]
    assert lights
    assert all(light.rings[GUEST] == (0, 0) for light in lights)


def test_who_looks_while_it_is_said_that_the_deal_goes_on_has_looked(tmp_path: Path) -> None:
    """Their card was on their ring: a press then says so, and nobody waits for the end of the deal."""
    table, journal = kept_table(tmp_path)

    def look(now_s: float) -> float:
        table.hold(GUEST, now_s + 1.0)
        table.press(GUEST, now_s + 3.0)
        return now_s + 6.0

    later, _ = cut_and_resumed(table, journal, "clock deal", look)
    later.hold(HOST, 0.5)
    later.press(HOST, 6.0)
    later.play_for(20.0)
    journal.close()
    assert is_line("resume.day", later.voice.spoken[0].line)
    assert later.voice.spoken[0].seconds > 0.5 + HOLD_S
    assert later.board_at(5.0).scene == "deal"
    assert later.board_at(10.0).scene == "night"


# The whole table


def closing(fingers: Fingers, at_s: float) -> Fingers:
    """A person closes the table at this moment."""
    opened = fingers.opened

    def close() -> None:
        raise ClosedError("closed by hand")

    def opens(*given: Any) -> Any:
        table = opened(*given)
        fingers.clock.at(at_s, close)
        return table

    fingers.opened = opens  # type: ignore[method-assign, assignment]
    return fingers


def spoken(fingers: Fingers) -> list[tuple[float, str]]:
    voice: Any = fingers.tables[-1].opened.devices.voice
    return [(line.time_s, line.line) for line in voice.spoken]


COMES_S = 1200.0
"""When somebody comes back to a table that was left alone."""


@pytest.mark.parametrize("kept", ["on the disk", "in memory"])
def test_a_table_left_alone_keeps_its_round_and_offers_it_to_whoever_comes(tmp_path: Path, kept: str) -> None:
    """Also without a disk, at least as long as the table is on."""
    fingers = closing(Fingers(), COMES_S + 100.0)
    fingers.sit(*FIRST)
    fingers.start(0, 60.0)
    fingers.press(COMES_S, HOST)
    folder = tmp_path / "state"
    if kept == "in memory":
        folder.write_text("a file where a folder should be", "utf-8")
    tonight(fingers, shelf=lambda: EveningShelf(folder, 50)).play()
    told = spoken(fingers)
    quiet_s = next(time_s for time_s, line in told if line in wordings("host.quiet"))
    (offered_s,) = [time_s for time_s, line in told if line in wordings("resume.offer")]
    between = [line for time_s, line in told if quiet_s < time_s < COMES_S]
    assert len(between) <= 1, "nobody is there to be talked to"
    assert set(between) <= wordings("attract.welcome")
    assert COMES_S < offered_s < COMES_S + 1.0
    assert any(time_s > offered_s and line in wordings("resume.day") for time_s, line in told)
    assert told[-1][0] > COMES_S + 40.0, "it goes on"
    if kept == "on the disk":
        journal = Journal(folder)
        (found,) = journal.evenings()
        journal.close()
        assert len(found.rounds) == 1


def test_whoever_comes_may_decline_and_is_not_asked_again(tmp_path: Path) -> None:
    fingers = closing(Fingers(), COMES_S + 300.0)
    fingers.sit(*FIRST)
    fingers.start(0, 60.0)
    fingers.press(COMES_S, HOST)
    fingers.press(COMES_S + 12.0, HOST, HOLD_S)
    fingers.press(COMES_S + 16.0, 0, HOLD_S)  # the host of that evening
    tonight(fingers, shelf=lambda: EveningShelf(tmp_path, 50)).play()
    told = spoken(fingers)
    assert not any(line in wordings("resume.day") for _, line in told)
    journal = Journal(tmp_path)
    assert journal.unfinished() is None
    journal.close()


def test_after_an_abandoned_round_the_same_people_find_the_menu_open(tmp_path: Path) -> None:
    """And the round is not offered again; the next evening is dealt anew."""
    fingers = closing(Fingers(), 400.0)
    fingers.sit(*FIRST)
    fingers.start(0, 60.0)
    # In the deal nothing opens the menu; in the first night it opens after the call of the pack.
    fingers.press(165.0, 0, LONG_S)
    for number, for_s in enumerate((0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.7)):
        fingers.press(185.0 + number, 0, for_s)
    fingers.press(193.0, 0, LONG_S)
    fingers.press(198.0, 2, HOLD_S)
    tonight(fingers, shelf=lambda: EveningShelf(tmp_path, 50)).play()
    told = spoken(fingers)
    assert any(line in wordings("host.night") for _, line in told)
    assert not any(line in wordings("resume.night", 0) for _, line in told)
    assert not any(line in wordings("attract.welcome") for time_s, line in told if time_s > 60.0)
    lobby = fingers.tables[-1].here
    assert lobby
    assert lobby.village.board.menu
    journal = Journal(tmp_path)
    assert journal.unfinished() is None
    (kept,) = [kept for kept in journal.evenings() if kept.rounds]
    assert kept.closed, "nobody reads at once what was secret in it"
    journal.close()


# What is said at the offer


def test_a_round_that_cannot_go_on_is_told_in_the_tables_language(tmp_path: Path) -> None:
    """And not only on standard error."""
    table, journal = kept_table(tmp_path)
    table.play_for(200.0)
    table.diary.close()
    journal.close()
    shelf = EveningShelf(tmp_path, 50)
    assert not shelf.refused
    assert shelf.unfinished({}, None, lambda _: None) is None
    assert shelf.refused
    shelf.close()
    assert (tmp_path / FILE).exists()
    fingers = closing(Fingers(), 60.0)

    def refusing() -> EveningShelf:
        shelf = EveningShelf(tmp_path, 50)
        shelf.refused = True
        return shelf

    tonight(fingers, shelf=refusing).play()
    assert spoken(fingers)[0][1] in wordings("resume.refused")
