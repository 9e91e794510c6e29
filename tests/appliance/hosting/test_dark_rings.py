"""A dark ring, and a host whose own pod fails: what the table says and how people go on; nothing happens by
accident, and no secret is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal

import pytest

from hardware import patterns
from hardware.debounce import Kind
from hardware.simulated import SimulatedButtons, SimulatedRings
from hardware.troubles import Trouble
from table.appliance.hosting.ear import TOGETHER_S
from table.appliance.hosting.questions import MENU_S
from table.appliance.menu.dark_rings import report
from table.appliance.menu.menus import Item, MenuTexts
from table.appliance.rooms import room_of, telling_of
from table.appliance.rounds import mind_of
from table.appliance.table import Table
from table.engine.chance import Chance
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.replay import evening_of, setup_of
from table.games.evening import Evening
from table.games.records import JournalLine, Standing, StoredEvening
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.evening import WordEvening
from table.gestures import Meaning
from table.room.devices import Devices
from table.room.places import Places, seated
from table.room.room import Room
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.narration import Narration
from tests.appliance.hosting.test_host import (
    CROWD,
    GUEST,
    HOST,
    LONG_S,
    OTHER,
    HostsTable,
    Seat,
    Watched,
    debates,
    word,
    wordings,
)
from tests.appliance.lobby.test_lobby import LobbyTable
from tests.evening.test_werewords_evening import word_evening
from tests.kit.menus import MORE, step_to
from tests.kit.sampling import some
from tests.kit.tables import NAMES, NARRATION, PIXELS

CHAIRS = 10
FREE, LAST = 8, 9
"""Two chairs nobody sits at."""
DARK = word("dark_at", seat=Seat(GUEST))


class PodsTable(HostsTable):
    """A table of ten chairs, at the first eight of which somebody sits. `out`: chairs out of service."""

    def __init__(self, people: Sequence[int] = CROWD, out: Sequence[int] = (), **more: Any) -> None:
        super().__init__(people=people, **more)
        buttons: Any = self._buttons
        self.pods = SimulatedButtons(CHAIRS, buttons, self.clock)
        self.buttons = self.pods
        self.rings = SimulatedRings(CHAIRS, PIXELS, record=self.clock)
        self.places = Places(range(8), CHAIRS, NAMES[:CHAIRS], out)

    def made(self, devices: Devices, mind: Any, **more: Any) -> Room:
        if isinstance(self.evening, WordEvening):
            mind = mind_of(self.evening, "en")
        telling = telling_of(self.evening, Times())
        return super().made(seated(devices, self.places), mind, places=self.places, telling=telling, **more)

    def take(self, at_s: float, *labels: str) -> None:
        """The host opens the menu and chooses an entry, then an entry of the next page, and so on.

        A number is a wait in seconds; "sure" is a long hold, "by Ana" a hold of Ana's.
        """
        self.long(HOST, at_s)
        self.clock.at(at_s + LONG_S + 3.5, lambda: self._take(list(labels)))

    def _take(self, labels: list[str]) -> None:
        label, *rest = labels
        at_s = self.clock.now() + 0.1
        if label == "sure":
            self.long(HOST, at_s)
            at_s += LONG_S
        elif label.startswith("by "):
            self.hold(NAMES.index(label.removeprefix("by ")), at_s)
            at_s += 0.8
        else:
            menu = self.view.seen[-1].board.menu
            if menu is None:  # by night everybody is told first
                self.clock.at(at_s + 0.5, lambda: self._take(labels))
                return
            entries = [entry.label for entry in menu.entries]
            found = label if label in entries else MORE
            assert found in entries, (label, entries)
            for _ in range((entries.index(found) - menu.cursor) % len(entries)):
                self.press(HOST, at_s)
                at_s += 0.4
            self.hold(HOST, at_s)
            if found != label:
                rest = labels
        if rest:
            self.clock.at(at_s + 1.0, lambda: self._take(rest))

    def notices(self) -> list[str]:
        """The notices of the board, in order."""
        told = [seen.board.notice for seen in self.view.seen]
        return [one for number, one in enumerate(told) if number == 0 or one != told[number - 1]]

    def said_s(self, line: str, seat: int | None = None) -> float:
        return next(one.time_s for one in self.voice.spoken if one.line in wordings(line, seat))

    def says(self, line: str, seat: int | None = None) -> bool:
        return any(one in wordings(line, seat) for one in self.lines)


def reported(table: PodsTable, now_s: float, *then: str, seat: int = GUEST) -> None:
    """The host reports this seat's ring and chooses the entries given."""
    table.take(now_s + 2.0, word("dark"), NAMES[seat], *then)


# What is said


def told_of(pod: int, language: str = "en") -> tuple[str, list[Item], Places]:
    places = Places(range(8), CHAIRS, NAMES[:CHAIRS])
    title, told = report(pod, places, NARRATION[language])
    return title, told, places


def test_everybody_is_told_which_ring_it_is_which_cable_to_try_and_who_hangs_behind() -> None:
    title, told, places = told_of(5)
    assert title == "Dark ring: Fay"
    cable, behind = told
    assert cable.label == "The cable from: Eve"
    assert (behind.label, behind.value) == (word("behind"), "Gus – Joy")
    assert places.dark == {5}
    assert told_of(0)[1][0].label == "The cable from the Pi"
    assert [item.label for item in told_of(LAST)[1]] == ["The cable from: Ian"], "nobody is behind the last"
    assert told_of(FREE)[1][1].value == "Joy", "one alone is named once"
    places = Places(range(3), 3, ("mill", "forge", "well"))
    title, told = report(1, places, Narration.load("fr"))
    assert title == "Anneau éteint\u00a0: Forge"
    assert told[0].label == "Le câble depuis\u00a0: Moulin"
    assert told[1].value == "Puits"


def test_a_pod_that_plugs_in_has_a_cable_of_its_own_and_nobody_behind_it() -> None:
    places = Places(range(4), 4, ("mill", "forge", "well", "chapel"), plugged=[1, 3])
    english = Narration.load("en")
    [cable] = report(1, places, english)[1]
    assert cable.label == "The pod’s USB cable"
    assert [item.label for item in report(2, places, english)[1]] == ["The cable from: Mill"]
    assert report(0, places, english)[1][1].value == "Well"


def test_the_board_says_so_by_day_and_night_until_it_shines_again() -> None:
    table = PodsTable()
    table.at("clock debate", lambda now_s: reported(table, now_s, word("as_before"), word("go_on")))
    table.at("wake seer", lambda now_s: reported(table, now_s, word("shines"), word("go_on")), 1)
    table.play_for(700.0)
    assert table.notices() == ["", DARK, ""]
    scenes = {seen.board.scene for seen in table.view.seen if seen.board.notice}
    assert {"debate", "vote", "night"} <= scenes
    titles = {seen.board.menu.title for seen in table.view.seen if seen.board.menu}
    assert DARK in titles


def test_a_fault_of_sound_stays_told_beside_it() -> None:
    table = PodsTable()
    table.voice.trouble = Trouble("voice.stopped")
    silent = NARRATION["en"].word("notice.silent")
    table.at("clock debate", lambda now_s: reported(table, now_s, word("as_before"), word("go_on")))
    table.play_for(400.0)
    assert table.notices() == [silent, f"{DARK} (and 1 more)"]


def test_the_ring_of_one_who_is_out_of_the_game_is_no_fault() -> None:
    table = PodsTable()

    def dead(now_s: float) -> None:
        seat = next(i for i, place in enumerate(table.view.seen[-1].board.places) if not place.alive)
        reported(table, now_s, word("out_of_game"), word("go_on"), seat=seat)

    table.at("clock debate", dead)
    table.play_for(400.0)
    assert any(label == word("out_of_game") for _, _, label in table.menus())
    assert table.places.dark == set()
    assert table.notices() == [""]


# Another pod


def moved(table: PodsTable, now_s: float, pod: int = FREE) -> None:
    """The player with the dark ring takes a free pod."""
    reported(table, now_s, word("takes"))
    table.press(pod, now_s + 20.0)


def test_a_player_whose_ring_is_dark_takes_a_free_pod_and_is_drawn_where_he_sat() -> None:
    table = PodsTable()
    times: list[float] = []

    def move(now_s: float) -> None:
        times.append(now_s)
        moved(table, now_s)
        table.hold(FREE, now_s + 40.0)

    table.at("clock debate", move)
    table.play_for(400.0)
    assert table.places.pods == [0, 1, 2, 3, 4, FREE, 6, 7]
    assert table.places.free == [LAST], "a dark pod is offered to nobody"
    ready = next(moment for moment in debates(table) if moment.answer and moment.answer.seat.index == GUEST)
    assert times[0] + 40.0 < ready.ended_s < times[0] + 41.0
    assert table.ring_at(FREE, times[0] + 35.0) != patterns.dead(PIXELS)
    assert table.ring_at(GUEST, times[0] + 35.0) == patterns.dead(PIXELS)
    assert {seen.board.at for seen in table.view.seen} == {tuple(range(8))}


def test_a_pod_out_of_service_neither_breathes_nor_is_taken() -> None:
    table = PodsTable(out=[FREE])
    times: list[float] = []

    def move(now_s: float) -> None:
        times.append(now_s)
        moved(table, now_s)

    table.at("clock debate", move)
    table.play_for(300.0)
    assert table.places.pods == list(range(8))
    assert table.ring_at(FREE, times[0] + 22.0) == patterns.dead(PIXELS)
    assert table.ring_at(LAST, times[0] + 22.0) != patterns.dead(PIXELS)


def test_where_no_pod_is_free_none_is_offered() -> None:
    table = PodsTable(out=[FREE, LAST])
    table.at("clock debate", lambda now_s: reported(table, now_s))
    table.play_for(300.0)
    offered = {
        entry.label for seen in table.view.seen if seen.board.menu for entry in seen.board.menu.entries
    }
    assert word("play_for") in offered
    assert word("takes") not in offered


# The table plays for somebody


def agrees(seat: int) -> str:
    """A player agrees to be played for, or stops it."""
    return "sure" if seat == HOST else f"by {NAMES[seat]}"


def played_for(table: PodsTable, now_s: float, seat: int = GUEST) -> None:
    reported(table, now_s, word("play_for"), agrees(seat), seat=seat)


def fidgets(table: PodsTable, seat: int, now_s: float) -> None:
    """A player presses all the while."""
    for number in range(40):
        table.press(seat, now_s + 26.0 + 5.0 * number, for_s=0.7 if number % 3 else 0.1)


@pytest.mark.in_step
def test_the_table_plays_for_a_player_and_what_he_presses_says_nothing() -> None:
    tables = [PodsTable(), PodsTable()]
    for table, does in zip(tables, (False, True), strict=True):

        def ask(now_s: float, table: PodsTable = table, does: bool = does) -> None:
            played_for(table, now_s)
            if does:
                fidgets(table, GUEST, now_s)

        table.at("clock debate", ask)
        table.play_for(900.0)
        assert table.says("host.plays_for", GUEST)
        assert table.room.people.away == {GUEST}
        assert GUEST not in table.room.people
        ballot = table.moment("vote", "vote").answer
        assert GUEST in {voter.index for voter in ballot}, "the vote is given"
    assert tables[0].trace() == tables[1].trace()


def lit(ring: bytes) -> int:
    """How many pixels of a ring give light."""
    return sum(any(ring[at : at + 3]) for at in range(0, len(ring), 3))


def test_by_night_nobody_sees_for_whom_the_table_plays() -> None:
    """Each living ring gives the same light, whoever's question is answered."""
    seer = 0
    for seat in (seer, GUEST):
        table = PodsTable(people=(HOST, seer, GUEST))
        table.at("clock debate", partial(played_for, table, seat=seat))
        table.play_for(900.0)
        assert table.room.people.away == {seat}
        nights = [m for m in table.watch.moments if m.key == "Nightfall"]
        dawns = [m for m in table.watch.moments if m.key == "Dawn"]
        called = [m.answer for m in table.watch.moments if (m.word, m.key) == ("ask", "seer")]
        assert bool(called[1]) is (seat == seer), "her question is answered for her alone"
        alive = table.board_at(dawns[1].began_s).places
        rings = [
            shown.frame[pod * 3 * PIXELS : (pod + 1) * 3 * PIXELS]
            for shown in table.rings.shown
            if nights[1].began_s + 0.5 < shown.time_s < dawns[1].began_s
            for pod in range(8)
            if alive[pod].alive
        ]
        assert {lit(ring) for ring in rings} == {patterns.LIT}


WHO_HOLDS: Mapping[str, tuple[Sequence[int], Sequence[tuple[int, float]], bool]] = {
    "nobody": (CROWD, (), False),
    "a press of the host": (CROWD, [(HOST, 0.1)], False),
    "the host alone": (CROWD, [(HOST, LONG_S)], False),
    "a press of the player": (CROWD, [(GUEST, 0.1)], False),
    "one other": (CROWD, [(OTHER, LONG_S)], False),
    "the host and one other": (CROWD, [(OTHER, LONG_S), (HOST, LONG_S)], False),
    "one other twice": (CROWD, [(OTHER, 0.8), (OTHER, 0.8)], False),
    "the player": (CROWD, [(GUEST, 0.8)], True),
    "two others": (CROWD, [(OTHER, 0.8), (0, 0.8)], True),
    "the only other": ((HOST, GUEST, OTHER), [(OTHER, 0.8)], True),
    "the host, and there is one other": ((HOST, GUEST, OTHER), [(HOST, LONG_S)], False),
    "the host, and nobody else is there": ((HOST, GUEST), [(HOST, LONG_S)], True),
}
"""Who sits there, who holds for how long, and whether that hands over a seat."""


@pytest.mark.parametrize(("who", "back"), some(product(WHO_HOLDS, (False, True)), of=3))
def test_a_seat_is_handed_over_and_back_with_its_own_button_or_with_two_others(who: str, back: bool) -> None:
    """Otherwise a host could hand over any seat, see what the table does with it, and hand it back."""
    people, fingers, is_enough = WHO_HOLDS[who]
    table = PodsTable(people=people)
    asks = word("play_again" if back else "play_for")
    before: list[set[int]] = []

    def ask(now_s: float) -> None:
        at_s = now_s
        if back:
            played_for(table, now_s)
            at_s += 48.0
        table.clock.at(at_s, lambda: before.append(set(table.room.people.away)))
        reported(table, at_s, asks)
        for number, (seat, for_s) in enumerate(fingers):
            table.press(seat, at_s + 20.0 + 4.0 * number, for_s=for_s)

    table.at("clock debate", ask)
    table.play_for(400.0)
    was = {GUEST} if back else set()
    assert before == [was]
    title = word("play_again_sure" if back else "play_for_sure", seat=Seat(GUEST))
    assert title in [label for _, _, label in table.menus()]
    assert table.room.people.away == (was ^ {GUEST} if is_enough else was)


@pytest.mark.parametrize("stops", [1, 2])
def test_a_seat_that_is_handed_over_in_a_vote_abstains_from_it(stops: int) -> None:
    """A vote by the table would tell what the player knows. From the next vote on it votes."""
    table = PodsTable(people=CROWD)

    def hand_over(now_s: float) -> None:
        table.take(now_s + 2.0, word("stand_in"), NAMES[GUEST], agrees(GUEST))
        if stops > 1:
            table.long(HOST, now_s + 40.0)

    table.at("vote vote", hand_over)
    table.play_for(1040.0)  # before the board asks whether anybody is there
    votes = [m for m in table.watch.moments if (m.word, m.key) == ("vote", "vote")]
    assert table.says("host.plays_for", GUEST)
    assert table.rooms == 1 + stops
    first, *later = [{voter.index for voter in moment.answer} for moment in votes]
    assert GUEST not in first
    assert first & {1, 4, 7}, "the table's other seats have voted"
    assert later, "there was another vote"
    assert GUEST in later[0]


@pytest.mark.parametrize("moves", [True, False])
def test_who_takes_another_pod_or_whose_ring_shines_again_plays_himself(moves: bool) -> None:
    table = PodsTable()

    def ask(now_s: float) -> None:
        played_for(table, now_s)
        if moves:
            moved(table, now_s + 48.0)
        else:
            reported(table, now_s + 48.0, word("shines"), agrees(GUEST))

    table.at("clock debate", ask)
    table.play_for(400.0)
    assert table.places.pods[GUEST] == (FREE if moves else GUEST)
    assert table.says("host.plays_again", GUEST) is not moves
    assert table.room.people.away == set()
    assert GUEST in table.room.people
    assert table.places.dark == ({GUEST} if moves else set())


def test_the_table_plays_for_somebody_whose_ring_shines_too() -> None:
    """Their button has failed, or they are called away; chosen again, the seat is their own again."""
    table = PodsTable()
    away: list[set[int]] = []

    def ask(now_s: float) -> None:
        table.take(now_s + 2.0, word("stand_in"), NAMES[GUEST], agrees(GUEST))
        table.clock.at(now_s + 40.0, lambda: away.append(set(table.room.people.away)))
        table.take(now_s + 48.0, word("stand_in"), NAMES[GUEST], agrees(GUEST))

    table.at("clock debate", ask)
    table.play_for(400.0)
    assert away == [{GUEST}]
    assert table.says("host.plays_again", GUEST)
    assert table.room.people.away == set()
    assert table.notices() == [""]
    asked = [
        seen.board.menu
        for seen in table.view.seen
        if seen.board.menu and seen.board.menu.title == word("who_is_played")
    ]
    before, since = ({entry.label: entry.value for entry in menu.entries} for menu in (asked[0], asked[-1]))
    assert before.pop(word("back")) == since.pop(word("back")) == ""
    assert set(before.values()) == {"no"}
    assert since == before | {NAMES[GUEST]: "yes"}


def test_it_is_not_offered_for_the_dead_nor_done_unasked() -> None:
    table = PodsTable()

    def ask(now_s: float) -> None:
        table.take(now_s + 2.0, word("stand_in"), NAMES[GUEST])
        table.press(HOST, now_s + 18.0)

    table.at("clock debate", ask)
    table.play_for(400.0)
    asked = next(
        seen.board
        for seen in table.view.seen
        if seen.board.menu and seen.board.menu.title == word("who_is_played")
    )
    assert asked.menu
    alive = [NAMES[seat] for seat, place in enumerate(asked.places) if place.alive]
    assert len(alive) < len(asked.places)
    assert [entry.label for entry in asked.menu.entries] == [word("back"), *alive]
    assert table.room.people.away == set()


def test_a_host_for_whom_the_table_plays_hands_on_to_the_next_clockwise() -> None:
    table = PodsTable()
    table.at("clock debate", lambda now_s: played_for(table, now_s, HOST))
    table.play_for(400.0)
    assert table.room.people.away == {HOST}
    assert table.room.people.host == 3


def why_not(table: PodsTable, moment: str = "clock debate", seat: int = GUEST) -> str:
    """The note of the entry that would hand over a seat; choosing it does nothing."""
    table.at(moment, lambda now_s: reported(table, now_s, word("play_for"), seat=seat))
    table.play_for(400.0)
    assert table.room.people.away == set()
    return next(
        entry.note
        for seen in table.view.seen
        if seen.board.menu
        for entry in seen.board.menu.entries
        if entry.label == word("play_for")
    )


def test_the_table_does_not_play_for_the_only_player_there_is() -> None:
    assert why_not(PodsTable(people=(HOST,)), seat=HOST) == word("alone")


def test_the_table_does_not_play_for_whose_card_it_cannot_know() -> None:
    """LG-52: while cards of the players' own are called."""
    table = PodsTable()
    assert isinstance(table.evening, WerewolfEvening)
    table.evening.deal = "cards"
    assert why_not(table, "say RollCall") == word("roll_call")


def table_of_words(kept_on: Literal["list", "own"] = "list", **more: Any) -> PodsTable:
    table = PodsTable(**more)
    table.evening = word_evening(8, word=kept_on)
    table.diary = Watched(None, table.evening, "en")
    table.narration = Narration.load("en", "mots-garous")
    return table


def test_the_table_does_not_play_where_the_word_stands_on_paper() -> None:
    assert why_not(table_of_words("own"), "clock questions.classic") == word("own_word")
    assert why_not(table_of_words(), "clock questions.classic") == word("play_for_note")


# What is kept of it


def cut_after(tmp_path: Path, does: Callable[[PodsTable, float], object]) -> PodsTable:
    """The table after a cut fifty seconds after something was done in a debate."""
    journal = Journal(tmp_path)
    before = PodsTable()
    before.diary = Watched(journal, before.evening, "en")
    before.diary.open(lambda: None)

    def act(now_s: float) -> None:
        does(before, now_s)
        before.clock.at(now_s + 50.0, before.cut)

    before.at("clock debate", act)
    before.play_for(999.0)
    before.diary.close()
    kept = journal.unfinished()
    assert kept
    later = PodsTable(people=())
    later.evening = evening_of(kept.setup, RULEBOOKS)
    later.diary = Watched(journal, later.evening, "en", kept)
    later.sitting |= set(later.diary.people)
    later.diary.open(lambda: None)
    later.play_for(60.0)
    later.diary.close()
    journal.close()
    return later


def both(table: PodsTable, now_s: float) -> None:
    """The table plays for somebody, who plays again a little later."""
    played_for(table, now_s)
    table.clock.at(
        now_s + 26.0, lambda: reported(table, table.clock.now(), word("play_again"), agrees(GUEST))
    )


@pytest.mark.parametrize(
    ("does", "pod", "away"), [(moved, FREE, set()), (played_for, GUEST, {GUEST}), (both, GUEST, set())]
)
def test_who_has_changed_place_and_for_whom_the_table_plays_is_known_after_a_cut(
    does: Callable[[PodsTable, float], object], pod: int, away: set[int], tmp_path: Path
) -> None:
    later = cut_after(tmp_path, does)
    assert later.places.pods == [0, 1, 2, 3, 4, pod, 6, 7]
    assert {seen.board.at for seen in later.view.seen} == {tuple(range(8))}
    assert later.notices() == [DARK]
    assert (later.ring_at(FREE, 50.0) != patterns.dead(PIXELS)) is (pod == FREE)
    assert later.room.people.away == away
    assert set(later.room.people) == set(CROWD) - away


@pytest.mark.parametrize("pods", [(), (0, 1, 2), (0, 1, 2, 3, 4, 99, 6, 7), (0, 0, 2, 3, 4, 5, 6, 7)])
def test_pods_that_cannot_be_are_left_where_they_were(pods: tuple[int, ...]) -> None:
    places = Places(range(8), CHAIRS, NAMES[:CHAIRS], [LAST])
    places.sit_again(pods)
    places.sit_again((0, 1, 2, 3, 4, LAST, 6, 7))
    assert places.pods == list(range(8))
    places.sit_again((0, 1, 2, 3, 4, FREE, 6, 7))
    assert places.seat_at(FREE) == GUEST
    assert places.seat_at(GUEST) is None


@pytest.mark.parametrize(("number", "gone"), [(0, {1}), (1, set())])
def test_of_another_round_only_who_sits_where_is_still_true(number: int, gone: set[int]) -> None:
    """Whoever was gone in the earlier round is not gone in this one."""
    before, table = PodsTable(), PodsTable()
    before.play_for(30.0)
    pods = (0, 1, 2, 3, 4, FREE, 6, 7)
    table.evening.past = number
    table.diary.lines = before.diary.last.lines[:1]
    table.diary.standing = Standing(0, 1, "", 0.0, GUEST, 0b10, 0, 1 << OTHER, pods, 1 << GUEST)
    table.play_for(0.0)
    assert table.room.people.gone == gone
    assert table.room.people.away == {OTHER}
    assert table.room.people.host == GUEST
    assert table.places.pods[GUEST] == FREE
    assert table.places.dark == {GUEST}


# The host's own pod fails


def claimed(table: PodsTable, at_s: float) -> None:
    """Two players other than the host hold their buttons together."""
    for seat, after_s in ((GUEST, 0.0), (OTHER, 0.3)):
        table.long(seat, at_s + after_s, for_s=LONG_S + 1.0)


CLAIM = word("claim", seat=Seat(GUEST))


def claims(table: PodsTable) -> list[str]:
    return [label for _, _, label in table.menus() if label.endswith(" becomes the host?")]


def test_two_others_open_the_menu_and_one_of_them_is_the_host_if_he_says_so() -> None:
    """The next of them clockwise becomes the host, and the menu opens at once."""
    table = PodsTable()

    def claim(now_s: float) -> None:
        claimed(table, now_s + 3.0)
        table.long(GUEST, now_s + 10.0)

    table.at("clock debate", claim)
    table.play_for(300.0)
    assert claims(table) == [CLAIM]
    assert table.says("host.new", GUEST)
    assert table.room.people.host == GUEST
    new_s = table.said_s("host.new", GUEST)
    assert any(time_s > new_s and label == word("go_on") for time_s, _, label in table.menus())


def test_two_others_open_the_menu_by_their_screens() -> None:
    table = PodsTable()

    def claim(now_s: float) -> None:
        for seat, after_s in ((GUEST, 3.0), (OTHER, 3.4), (GUEST, 10.0)):
            table.touch(seat, now_s + after_s, None, Kind.LONG_HOLD)

    table.at("clock debate", claim)
    table.play_for(300.0)
    assert claims(table) == [CLAIM]
    assert table.room.people.host == GUEST


def test_a_mayor_who_is_the_host_says_correct_on_a_screen_and_opens_no_menu() -> None:
    """Also at a table of pods with three buttons, where a long hold of the left one opens it."""
    table = table_of_words(buttons=3)

    def found(now_s: float) -> None:
        people = table.room.people
        mayor = table.moment("say", "MayorShown").request.event.seat.index
        people.sit(mayor)
        people.host = mayor
        table.touch(people.clockwise(mayor)[1], now_s + 3.0, None)
        table.touch(mayor, now_s + 5.0, 6, Kind.LONG_HOLD)

    table.at("clock questions.classic", found)
    table.play_for(200.0)
    assert table.menus() == []
    assert table.moment("say", "TokenGiven").request.event.token == "correct"


@pytest.mark.parametrize("answer", ["nothing", "a press", "a hold", "the host", "the other", "both stay"])
def test_two_elbows_at_once_make_nobody_the_host(answer: str) -> None:
    """The board asks once, and the round goes on: nothing else happens."""
    table = PodsTable()

    def lean(now_s: float) -> None:
        for seat in (GUEST, OTHER):
            table.long(seat, now_s + 3.0, for_s=200.0 if answer == "both stay" else LONG_S + 1.0)
        said = {"a press": (GUEST, 0.1), "a hold": (GUEST, 1.0), "the host": (HOST, LONG_S)}
        said["the other"] = (OTHER, LONG_S)
        if answer in said:
            seat, for_s = said[answer]
            table.press(seat, now_s + 10.0, for_s=for_s)

    table.at("clock debate", lean)
    table.play_for(300.0)
    assert claims(table) == [CLAIM]
    assert table.room.people.host == HOST
    assert table.says("host.goes_on")


@pytest.mark.parametrize(
    "held",
    [
        [(GUEST, 0.0, 4.2)],
        [(GUEST, 0.0, 4.2), (OTHER, TOGETHER_S + 0.2, 4.2)],
        [(GUEST, 0.0, 4.2), (HOST, 0.0, 4.2)],
        [(GUEST, 0.0, 4.2), (GUEST, 0.0, 4.2)],
        [(GUEST, 0.0, 3.1), (OTHER, 0.5, 4.0)],
    ],
)
def test_one_alone_or_one_after_the_other_asks_nothing(held: Sequence[tuple[int, float, float]]) -> None:
    """Both buttons must be down at once, however close the holds are."""
    table = PodsTable()

    def lean(now_s: float) -> None:
        for seat, after_s, for_s in held:
            table.press(seat, now_s + 3.0 + after_s, for_s=for_s)

    table.at("clock debate", lean)
    table.play_for(300.0)
    assert claims(table) == []
    assert table.room.people.host == HOST


def test_in_a_call_of_the_night_two_who_hold_are_not_heard() -> None:
    """Both may be called, and nobody may learn that."""
    tables = [PodsTable(), PodsTable()]
    for table, holds in zip(tables, (False, True), strict=True):
        if holds:
            for call in ("werewolves", "seer", "witch"):
                table.at(f"wake {call}", lambda now_s, table=table: claimed(table, now_s + 5.0))  # type: ignore[misc]
        table.play_for(200.0)
    assert claims(tables[1]) == []
    assert tables[0].rooms == tables[1].rooms == 1


def test_a_night_that_stands_still_for_a_dead_button_goes_on_with_another_host() -> None:
    """The host stops the night and then the host's button fails: nobody could say that all eyes are
    closed."""
    table = PodsTable()
    times: list[float] = []

    def stop(now_s: float) -> None:
        times.append(now_s)
        table.long(HOST, now_s + 6.0)
        claimed(table, now_s + 80.0)
        table.long(GUEST, now_s + 95.0)
        table.press(GUEST, now_s + 150.0)

    table.at("wake seer", stop)
    table.play_for(360.0)
    assert claims(table) == [CLAIM]
    assert table.room.people.host == GUEST
    night_s = [one.time_s for one in table.voice.spoken if one.line in wordings("resume.night", GUEST)]
    assert night_s
    assert any(m.word == "wake" and m.ended_s > night_s[-1] for m in table.watch.moments) or any(
        m.key == "Dawn" for m in table.watch.moments
    )


def test_the_host_is_asked_nothing_by_his_own_menu_being_open() -> None:
    """Two others may still become the host while the menu is open: the host may be stuck in it."""
    table = PodsTable()

    def stop(now_s: float) -> None:
        table.long(HOST, now_s + 3.0)
        claimed(table, now_s + 10.0)
        table.long(GUEST, now_s + 18.0)

    table.at("clock debate", stop)
    table.play_for(300.0)
    assert table.room.people.host == GUEST
    assert MENU_S > 10.0


def test_a_mayor_with_one_button_who_is_the_host_hands_on_the_menu_to_others_who_hold() -> None:
    """The Mayor's own long hold gives 'correct': two others are the way to the menu while questions are
    asked."""
    table = table_of_words()
    asked: list[int] = []

    def hold(now_s: float) -> None:
        people = table.room.people
        mayor = table.moment("say", "MayorShown").request.event.seat.index
        people.sit(mayor)
        people.host = mayor
        first, second = people.clockwise(mayor)[1:3]
        asked.append(first)
        for seat, after_s in ((mayor, 3.0), (first, 8.0), (second, 8.0), (first, 15.0)):
            table.long(seat, now_s + after_s)

    table.at("clock questions.classic", hold)
    table.play_for(400.0)
    assert len(claims(table)) == 1
    assert table.menus()[0][2] == claims(table)[0], "the Mayor's hold has not opened the menu"
    assert word("title") in {title for _, title, _ in table.menus()}
    assert table.room.people.host == asked[0]


# Before a round


EIGHT = tuple(range(8))


def test_before_a_round_the_host_reports_a_dark_ring_and_the_board_keeps_saying_it() -> None:
    table = LobbyTable(taken=EIGHT, host=7)

    def turn_to(label: str) -> None:
        menu = table.view.seen[-1].board.menu
        assert menu
        step = step_to(menu, label, MenuTexts("en").text("host.more_entries"))
        table.typed.append(step or Meaning.TAKE)
        if step:
            table.at(table.clock.now() + 0.1, partial(turn_to, label))

    for number, label in enumerate((word("dark"), "Fay", word("as_before"))):
        table.at(20.0 + 5.0 * number, partial(turn_to, label))
    for number, label in enumerate((word("dark"), "Fay", word("shines"))):
        table.at(50.0 + 5.0 * number, partial(turn_to, label))
    table.run(until_s=70.0)
    assert table.menu(22.0).title == word("who_is_dark")
    assert table.menu(22.0).entries[0].label == word("back"), "taken at once, nothing is said of anybody"
    told = table.menu(29.0)
    assert told.title == "Dark ring: Fay"
    assert [(entry.label, entry.value) for entry in told.entries[:2]] == [
        ("The cable from: Eve", ""),
        (word("behind"), "Gus – Joy"),
    ]
    assert word("takes") in [entry.label for entry in told.entries]
    assert table.menu(31.0).title == table.menu(15.0).title, "back in the menu"
    assert [table.board_at(at_s).notice for at_s in (15.0, 29.0, 45.0, 65.0)] == ["", DARK, DARK, ""]


def test_a_dark_ring_reported_before_a_round_is_told_in_it_and_not_offered() -> None:
    table = PodsTable()
    table.places.dark.add(FREE)
    table.play_for(5.0)
    assert table.notices() == ["Dark ring: Ian"]
    assert table.places.free == [LAST]


def test_before_a_round_another_takes_the_place_of_a_host_who_presses_nothing() -> None:
    table = LobbyTable(taken=EIGHT, host=7)
    table.press(7, 30.0)
    table.press(2, 85.0)
    table.press(2, 95.0)
    table.press(7, 100.0)
    table.run(until_s=110.0)
    stalled = MenuTexts("en").text("lobby.stalled", host="Hal")
    captions = [table.board_at(at_s).caption for at_s in (84.0, 91.0, 96.0)]
    assert [caption == stalled for caption in captions] == [False, True, False]
    hosts = [
        next(seat for seat, place in enumerate(table.board_at(at_s).places) if place.marked)
        for at_s in (86.0, 94.0, 96.0, 105.0)
    ]
    assert hosts == [7, 7, 2, 2], "only a minute after their last press, and they have to wait as long too"


@pytest.mark.parametrize("for_s", [0.7, 30.0])
def test_before_a_round_a_finger_that_lingers_takes_nobodys_place(for_s: float) -> None:
    """A hold stands up, as ever; one that was down before the minute was over says nothing."""
    table = LobbyTable(taken=EIGHT, host=7)
    table.press(2, 80.0 if for_s < 1.0 else 59.0, for_s=for_s)
    table.run(until_s=100.0)
    assert table.lobby.people.host == 7


def test_a_host_alone_is_not_asked_for_his_menu() -> None:
    table = LobbyTable(taken=(7,), host=7)
    table.run(until_s=120.0)
    assert MenuTexts("en").text("lobby.stalled", host="Hal") not in [
        seen.board.caption for seen in table.view.seen
    ]


# From one round to the next


def test_who_sits_down_after_the_last_answer_is_known_after_a_cut() -> None:
    evening = PodsTable().evening
    lines = [JournalLine("say Dealt", None, 0.0, 0b1, 0)]
    stood = Standing(0, 1, "", 0.0, 0, 0, people=0b101)
    kept = StoredEvening(1, 0.0, setup_of(evening, "en"), [lines], standing=stood)
    assert Diary(None, evening, "en", kept).people == [0, 2]


def test_the_next_round_of_an_evening_knows_who_sits_where_and_a_later_one_which_rings_are_dark() -> None:
    settings = Settings(language="en", seats=CHAIRS, out_of_service=(LAST + 1,))
    table = Table(settings, NAMES[:CHAIRS], NARRATION["en"], "log", 1.0)
    evening = PodsTable().evening
    evening.pods = EIGHT

    def new_room(played: Evening | None) -> Room:
        return room_of(table, Bots(Chance(1)), Chance(1), evening=played)

    first = new_room(evening)
    for seat in (HOST, GUEST, OTHER):
        first.people.sit(seat)
    first.places.dark.add(GUEST)
    first.places.move(GUEST, FREE)
    first.people.play_for(OTHER)
    second = new_room(evening)
    assert second.people == {HOST, GUEST}
    assert second.people.away == {OTHER}
    assert second.places.pods[GUEST] == FREE
    assert second.places.free == [], "dark, or out of service"
    later = new_room(None)
    assert later.people.away == set()
    assert later.places.dark == {GUEST}
    table.close()
