"""The host and phones in a covered time by day: as by night, nothing cuts it short and nothing shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.debounce import Kind
from table.appliance.phones.page_state import screen_of
from tests.appliance.hosting.test_host import GUEST, HOST, LONG_S, OTHER, HostsTable, word

DECK = "werewolf=2,seer,witch,hunter,stuttering_judge,villager=2"


def held(does: Callable[[HostsTable, Any], object], *, judge_is_host: bool = True) -> HostsTable:
    """A round with a Judge, until two nights are over. `does`: what people do as the first such time begins;
    it is given the table and the request."""
    table = HostsTable(people=(HOST, GUEST, OTHER), deck=DECK)
    done: list[bool] = []

    def begins(request: Any) -> None:
        if not done:
            done.append(True)
            people = table.room.people
            people.update(seat.index for seat in request.heard)
            people.host = request.heard[0].index if judge_is_host else HOST
            does(table, request)

    table.watch.first["covered"] = begins
    table.play_for(700.0)
    assert done
    return table


def asked(table: HostsTable) -> bool:
    """Whether the Judge has had the village vote again."""
    return bool(table.moment("covered", "stuttering_judge").answer)


def line_ends_s(table: HostsTable) -> float:
    """When the clock of the first covered time began."""
    return next(one.time_s for one in table.view.seen if one.board.scene == "cover" and one.board.timer)


@pytest.mark.parametrize("judge_is_host", [True, False])
@pytest.mark.parametrize("after_s", [1.0, 6.0])
def test_the_hosts_menu_opens_once_it_is_over_and_their_long_hold_says_nothing_else(
    judge_is_host: bool, after_s: float
) -> None:
    def hold(table: HostsTable, _: Any) -> None:
        table.long(table.room.people.host or 0, table.clock.now() + after_s)

    table = held(hold, judge_is_host=judge_is_host)
    time = table.moment("covered", "stuttering_judge")
    (opened_s, title, _), *_ = table.menus()
    assert title == word("title")
    assert time.ended_s <= opened_s < time.ended_s + 1.0
    assert time.ended_s > line_ends_s(table) + 8.0
    assert not asked(table)
    assert [line.word for line in table.lines_kept].count("covered stuttering_judge") >= 1


def test_a_hold_of_the_host_that_is_no_long_one_counts() -> None:
    assert asked(
        held(lambda table, _: table.press(table.room.people.host or 0, table.clock.now() + 6.0, for_s=1.5))
    )


def test_escape_asks_once_it_is_over() -> None:
    table = held(lambda table, _: table.escape(table.clock.now() + 4.0))
    (opened_s, title, _), *_ = table.menus()
    assert title == word("closing")
    assert opened_s >= table.moment("covered", "stuttering_judge").ended_s


def test_two_who_hold_long_at_once_claim_no_menu() -> None:
    def both(table: HostsTable, _: Any) -> None:
        for seat in (GUEST, OTHER):
            table.long(seat, table.clock.now() + 5.0, for_s=LONG_S)

    assert not held(both, judge_is_host=False).menus()


@pytest.mark.parametrize("kind", [Kind.PRESS, Kind.HOLD])
def test_a_finger_on_a_phone_counts_and_its_page_shows_what_all_show(kind: Kind) -> None:
    screens: list[Any] = []

    def touch(table: HostsTable, request: Any) -> None:
        for seat in (*request.heard, *request.seats[:2]):
            table.touch(seat.index, table.clock.now() + 6.0, None, kind)
        for at_s in (5.0, 7.0):
            table.clock.at(
                table.clock.now() + at_s,
                lambda: screens.extend(screen_of(table.room.presses, seat.index) for seat in request.seats),
            )

    table = held(touch)
    assert asked(table)
    assert {(one.phase, one.options, one.at, one.chosen, one.locked) for one in screens} == {
        ("cover", (), None, (), False)
    }
    assert len({(one.seat, one.key) for one in screens}) == len({one.seat for one in screens})
