"""Choices among cards, and many names before everybody: on a ring, on a page and by a bot."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from hardware import patterns
from table.appliance.phones.page_state import screen_of
from table.room.acts.questions import LOCK_S
from tests.kit.tables import PIXELS, TestTable
from tests.room.test_covered_times import Fingers, held, spoken, still
from tests.room.test_room import ANA, BOB, CID, DEE, EVE, FAY

TIED = "scapegoat werewolf werewolf villager villager villager villager villager"
VOTE = {"vote": {"Dee": "Bob", "Eve": "Cid"}}
GESTURE_S = 1.2


def banning(
    fingers: Fingers = still, people: Collection[int] = (), day: Mapping[str, Any] | None = None
) -> TestTable:
    """A tie, for which the Scapegoat, Ana, falls."""
    return held(TIED, {**VOTE, **(day or {})}, people, fingers, at=None, later={"night 2": {}})


def turning(*gestures: float) -> Fingers:
    """A finger of Ana on her only button, so long each time: 0.1 moves the light, 0.8 locks."""

    def moves(table: TestTable, began_s: float) -> None:
        for number, for_s in enumerate(gestures, start=1):
            table.press(ANA, began_s + GESTURE_S * number, for_s=for_s)

    return moves


def named(table: TestTable) -> list[int]:
    return sorted(seat.index for seat in table.moment("ask", "scapegoat").answer)


NEXT, LOCK = 0.1, 0.8


@pytest.mark.parametrize(("gestures", "banned"), [
    ((), []),
    ((LOCK,), []),
    ((NEXT, LOCK), [BOB]),
    ((NEXT, LOCK, LOCK), [BOB, CID]),
    ((NEXT, NEXT, LOCK, NEXT, LOCK), [CID, EVE]),
    ((NEXT, LOCK, LOCK, *(5 * (LOCK,))), [BOB, CID, DEE, EVE, FAY]),
])  # fmt: skip
def test_ch_18_the_scapegoat_names_any_number_on_one_button(
    gestures: tuple[float, ...], banned: list[int]
) -> None:
    table = banning(turning(*gestures), {ANA})
    assert named(table)[: len(banned)] == banned
    assert [
        seat.index for moment in table.moments("say", "NoVote") for seat in moment.request.event.seats
    ] == (named(table))


def test_nobody_after_some_names_ends_the_question_with_them() -> None:
    # Bob, then back to nobody: six living others lie between.
    table = banning(turning(NEXT, LOCK, *(5 * (NEXT,)), LOCK), {ANA})
    ask = table.moment("ask", "scapegoat")
    assert named(table) == [BOB]
    assert ask.ended_s < ask.began_s + 20.0


def test_a_bot_names_what_its_mind_says() -> None:
    assert named(banning(day={"scapegoat": ["Bob", "Dee"]})) == [BOB, DEE]


def test_it_is_said_who_is_asked_and_shown_where_the_light_points() -> None:
    table = banning(turning(NEXT, LOCK), {ANA})
    ask = table.moment("ask", "scapegoat")
    assert spoken(table, "vote.bans", seat=ask.request.seat)
    board = table.board_at(ask.ended_s - LOCK_S)
    assert [place.marked for place in board.places] == [seat == ANA for seat in range(8)]
    assert table.ring_at(ANA, ask.ended_s - 1.0) != patterns.dead(PIXELS)


def test_on_a_page_each_touch_chooses_or_gives_up_and_one_button_ends_it() -> None:
    screens: list[Any] = []

    def looks(table: TestTable, began_s: float) -> None:
        turning(NEXT, LOCK)(table, began_s)
        table.clock.at(began_s + 5.0, lambda: screens.append(screen_of(table.room.presses, ANA)))

    banning(looks, {ANA})
    (screen,) = screens
    assert (screen.phase, screen.several, screen.locked) == ("choose", True, False)
    assert screen.chosen == (BOB + 1,)
    assert 0 in screen.options


def test_ch_42_the_actor_chooses_a_card_by_its_sign() -> None:
    made: list[TestTable] = []

    def chooses(table: TestTable, began_s: float) -> None:
        made.append(table)
        table.press(ANA, began_s + 1.0)
        table.press(ANA, began_s + 3.0, for_s=LOCK)

    held(
        "actor werewolf werewolf villager villager villager villager villager",
        {},
        {ANA},
        chooses,
        at=None,
    )
    table = made[0]
    ask = table.moment("ask", "actor")
    (part,) = ask.answer
    assert part is ask.request.choices[1]
    assert table.ring_at(ANA, ask.ended_s) in {
        patterns.sign(PIXELS, *part.sign, ask.ended_s - step * patterns.STEP_S) for step in range(2)
    }
    when, told = table.room.notebook.sheets(ANA).told.splitlines()[:2]
    assert when == "Night 1"
    assert table.room.narration.card(part).title in told
