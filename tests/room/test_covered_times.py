"""Covered times by day: everybody may press, the time is as long, and nothing shows who did."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest

from hardware import patterns
from table.board.board import SecretCircle
from table.engine.play import Answerer
from table.games.scenario import FromFile
from table.gestures import Phase
from table.referee.referee import judge
from table.room.acts.card_look import LOOK_S
from table.room.acts.covered_times import LATE_S
from table.settings.times import Times
from tests.kit.players import CARDS
from tests.kit.tables import PIXELS, TestTable, plant, scenario
from tests.room.test_notebook import dealing
from tests.room.test_room import ANA, BOB, CID, DEE, FAY, GUS, HAL, is_line

JUDGED = "stuttering_judge werewolf werewolf villager villager villager villager villager"
SERVED = "devoted_servant seer werewolf werewolf villager villager villager villager"
NIGHT = {"night 1": {"werewolves": "Hal"}}
TIME_S = 8.0

Fingers = Callable[[TestTable, float], object]
"""What fingers do in a covered time that begins at this moment."""


def still(*_: object) -> None:
    """Does nothing."""


def held(
    cards: str,
    day: Mapping[str, Any],
    people: Collection[int] = (),
    fingers: Fingers = still,
    prepare: Callable[[TestTable], object] = still,
    times: Times | None = None,
    at: Phase | None = "cover",
    later: Mapping[str, Mapping[str, Any]] | None = None,
    **options: Any,
) -> TestTable:
    """A night, and a day with these answers. `people` sit, and touch their buttons `at` such questions alone;
    Ana at any that is hers alone."""
    made: list[TestTable] = []
    turns = {**NIGHT, "day 1": day, **(later or {})}
    written = scenario(cards, turns, **{"captain": "never"} | options)

    def through(answers: FromFile) -> Answerer:
        table = TestTable(answers, written.names, seed=written.seed, times=times)
        dealing(table.room)
        table.room.people.update(people)
        opens = table.room.stage.open_questions

        def open_questions(seats: Any, phase: Any) -> None:
            opens(seats, phase)
            if phase == at or [*seats] == [ANA]:
                fingers(table, table.clock.now())

        plant(table.room.stage, open_questions=open_questions)
        prepare(table)
        made.append(table)
        return table.room

    judge(written, through)
    return made[0]


def spoken(table: TestTable, key: str, **facts: object) -> list[float]:
    """When a line was spoken, in any of its wordings."""
    return [one.time_s for one in table.voice.spoken if is_line(key, one.line, **facts)]


def has_asked(table: TestTable) -> bool:
    """Whether the Judge has had the village vote again."""
    return [seat.index for seat in table.moment("covered", "stuttering_judge").answer] == [ANA]


def presses(seat: int, after_s: float = 4.0, for_s: float = 0.1) -> Fingers:
    return lambda table, began_s: table.press(seat, began_s + after_s, for_s=for_s)


# What counts


@pytest.mark.parametrize("for_s", [0.1, 0.4, 1.0, 4.0])
@pytest.mark.parametrize("after_s", [0.5, 4.0, 7.0])
def test_ch_25_a_press_of_the_judge_counts_however_long_and_whenever(after_s: float, for_s: float) -> None:
    table = held(JUDGED, {}, {ANA}, presses(ANA, after_s, for_s))
    assert has_asked(table)


@pytest.mark.parametrize("seat", [BOB, DEE, HAL])
def test_ch_25_a_press_of_anybody_else_is_as_none(seat: int) -> None:
    table = held(JUDGED, {}, {ANA, BOB, DEE, HAL}, presses(seat))
    assert not has_asked(table)


def test_a_finger_that_was_down_before_is_no_press() -> None:
    def lies(table: TestTable) -> None:
        table.pods.push(ANA, 0)
        table.clock.at(table.clock.now() + 3.0, lambda: table.pods.release(ANA, 0))

    def rests(table: TestTable) -> None:
        table.watch.first["covered"] = lambda _: lies(table)

    assert not has_asked(held(JUDGED, {}, {ANA}, prepare=rests))


def test_a_press_that_is_reported_late_counts() -> None:
    def late(table: TestTable, _: float) -> None:
        waits = table.room.stage.wait_until

        def wait_until(until_s: float) -> None:
            if timer := table.room.board.timer:
                table.press(ANA, timer.ends_s + 0.1)
            waits(until_s)

        plant(table.room.stage, wait_until=wait_until)

    assert LATE_S > 0.1
    assert has_asked(held(JUDGED, {}, {ANA}, late))


def test_a_bots_press_comes_from_its_mind_and_no_finger_moves() -> None:
    table = held(JUDGED, {"stuttering_judge": True})
    assert not table.room.presses.contacts
    assert has_asked(table)


def test_where_a_person_sits_the_mind_does_not_press() -> None:
    assert not has_asked(held(JUDGED, {"stuttering_judge": True}, {ANA}))


def test_where_the_table_plays_for_somebody_their_own_button_is_not_heard() -> None:
    def away(table: TestTable) -> None:
        table.room.people.play_for(ANA)

    assert not has_asked(held(JUDGED, {}, {ANA, BOB}, presses(ANA), away))
    assert has_asked(held(JUDGED, {"stuttering_judge": True}, {ANA, BOB}, prepare=away))


def test_who_is_about_to_leave_does_not_press() -> None:
    def leaves(table: TestTable) -> None:
        table.watch.first["covered"] = lambda _: table.room.people.leave(ANA)

    assert not has_asked(held(JUDGED, {"stuttering_judge": True}, {ANA, BOB}, presses(ANA), leaves))


# What everybody sees and hears


def everything(table: TestTable) -> tuple[Any, ...]:
    """All that can be perceived of the covered time, and how long it lasts."""
    time = table.moment("covered", "stuttering_judge")
    within = [
        [one for one in all_of if time.began_s <= one.time_s < time.ended_s]
        for all_of in (table.voice.spoken, table.view.seen, table.rings.shown)
    ]
    slips = [shown for shown in table.slips.shown if time.began_s <= shown[0] < time.ended_s]
    lamps = [shown for shown in table.lamps.shown if time.began_s <= shown[0] < time.ended_s]
    return time.began_s, time.ended_s, within, slips, lamps, table.effects.played


def test_ch_25_nothing_shows_who_presses_and_the_time_is_as_long() -> None:
    people = {ANA, BOB, CID, DEE}

    def everybody(table: TestTable, began_s: float) -> None:
        for seat in (BOB, CID, DEE, HAL):
            for number in range(seat):
                table.press(seat, began_s + 0.7 * number + 0.1 * seat, for_s=0.1 + 0.2 * number)

    quiet = everything(held(JUDGED, {}, people))
    for fingers in (everybody, presses(ANA), presses(ANA, 1.0, 5.0), presses(BOB, 0.2, 9.0)):
        assert everything(held(JUDGED, {}, people, fingers))[:5] == quiet[:5]


def test_rings_show_no_more_than_by_night_and_the_board_a_clock() -> None:
    table = held(JUDGED, {}, {ANA})
    time = table.moment("covered", "stuttering_judge")
    for seat in (ANA, BOB, FAY):
        assert table.ring_at(seat, time.began_s + 5.0) == patterns.asleep(PIXELS, time.began_s + 5.0)
    assert table.ring_at(HAL, time.began_s + 5.0) == patterns.dead(PIXELS)
    clocks = [one.board.timer for one in table.view.seen if time.began_s <= one.time_s < time.ended_s]
    assert [timer.length_s for timer in clocks if timer] == [TIME_S]
    shown, before = table.room.board, table.board_at(time.began_s - 0.1)
    assert (shown.scene, shown.headline) == (before.scene, before.headline)
    assert shown.scene == "ballots"


@pytest.mark.parametrize(("times", "length_s"), [
    (Times(), 8.0), (Times(pace="slow"), 11.2), (Times(pace="fast"), 5.6),
    (Times(calls={"stuttering_judge": 10.0}), 10.0),
])  # fmt: skip
def test_its_length_follows_the_pace_and_the_settings(times: Times, length_s: float) -> None:
    table = held(JUDGED, {}, times=times)
    found = [
        one.board.timer.length_s for one in table.view.seen if one.board.scene == "cover" and one.board.timer
    ]
    assert found == pytest.approx([length_s])


def test_ch_26_that_nobody_asked_is_told_at_the_beat_of_the_second_vote() -> None:
    asked = held(JUDGED, {}, {ANA}, presses(ANA), later={"second vote 1": {}, "night 2": {}})
    unasked = held(JUDGED, {}, {ANA}, later={"night 2": {}})
    ended_s = asked.moment("covered", "stuttering_judge").ended_s
    assert spoken(asked, "vote.second") == spoken(unasked, "uncover.stuttering_judge") == [ended_s]
    assert not spoken(asked, "uncover.stuttering_judge")


def test_ch_30_a_condemned_servant_who_presses_is_as_one_who_does_not() -> None:
    against = {"vote": {"Dee": "Ana"}}
    for fingers in (still, presses(ANA)):
        table = held(SERVED, against, {ANA}, fingers, reveal="none", later={"night 2": {}})
        assert spoken(table, "uncover.devoted_servant")
        assert not table.moments("show", "taken")


def test_a_button_held_through_it_is_not_named_before_the_next_vote() -> None:
    table = held(JUDGED, {}, {ANA})
    assert table.room.hides("buttons.held")


# What the Servant takes


def taken(**given: Any) -> TestTable:
    return held(SERVED, {"vote": {"Dee": "Bob"}}, {ANA}, presses(ANA), later={"night 2": {}}, **given)


def test_ch_31_the_card_is_on_her_ring_alone_for_a_fixed_time() -> None:
    table = taken()
    shown = table.moment("show", "taken")
    at_s = shown.ended_s - 1.0
    assert table.ring_at(ANA, at_s) == patterns.sign(PIXELS, *CARDS["seer"].sign, at_s)
    for seat in (BOB, CID, GUS):
        assert table.ring_at(seat, at_s) == patterns.asleep(PIXELS, at_s)
    assert table.ring_at(ANA, shown.ended_s + 1.0) != table.ring_at(ANA, at_s)
    timers = {one.board.timer for one in table.view.seen if shown.began_s <= one.time_s < shown.ended_s}
    assert [timer.length_s for timer in timers if timer] == [LOOK_S]


def test_ch_31_her_slip_has_it_as_long_and_no_other() -> None:
    table = taken()
    shown = table.moment("show", "taken")
    during = [slips for s, slips in table.slips.shown if s < shown.ended_s - 1.0][-1]
    assert "Seer" in during[ANA]
    assert "Seer" not in [slips for s, slips in table.slips.shown if s <= shown.ended_s + 0.1][-1].get(
        ANA, ""
    )


def test_ch_31_it_is_her_card_from_then_on_and_she_was_told_so() -> None:
    sheets = taken().room.notebook.sheets(ANA)
    assert sheets.card.startswith("Seer\n")
    when, told = sheets.told.splitlines()
    assert when == "Day 1"
    assert "Bob" in told
    assert "Seer" in told


def test_a_servant_without_a_ring_reads_it_on_the_board_alone() -> None:
    def unlit(table: TestTable) -> None:
        table.room.places.unlit = lambda: {ANA}

    table = taken(prepare=unlit)
    shown = table.moment("show", "taken")
    read = [
        one.board.secret.words
        for one in table.view.seen
        if shown.began_s <= one.time_s < shown.ended_s and isinstance(one.board.secret, SecretCircle)
    ]
    assert any("Seer" in words for words in read)
    assert table.board_at(shown.ended_s).secret is None
