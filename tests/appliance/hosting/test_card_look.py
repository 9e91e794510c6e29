"""A look at one's own card for all, which the host calls by day."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from hardware import patterns
from table.appliance.hosting.questions import MENU_S
from table.room.acts.card_look import LOOK_S
from tests.appliance.hosting.test_host import BY_DAY, GUEST, HOST, HostsTable, left_s, word, wordings
from tests.kit.tables import NARRATION, PIXELS, light_of, plant

THIRD = 6
CALLED_S = 9.0
"""Seconds from the debate's begin until the host turns to the look."""


class LookTable(HostsTable):
    """A table whose host calls a look in the first debate. `holds`: who holds a button during it."""

    def __init__(self, holds: tuple[int, ...] = (GUEST,), **more: Any) -> None:
        super().__init__(people=(HOST, GUEST, THIRD), **more)
        self.holds = holds
        self.asked_s = 0.0
        self.at("clock debate", self.call)

    def call(self, now_s: float) -> None:
        self.asked_s = now_s + 5.0
        self.long(HOST, self.asked_s)
        up_s = self.choose(word("look"), now_s + CALLED_S, BY_DAY)
        for seat in self.holds:
            self.press(seat, up_s + 6.0, for_s=4.0)

    @property
    def look(self) -> tuple[float, float]:
        """When the look began on the board, and when the board was the day's again."""
        night_s = self.moment("say", "Nightfall").began_s
        began_s = next(s for s, board in self.view.seen if s > night_s and board.scene == "deal")
        return began_s, next(s for s, board in self.view.seen if s > began_s and board.scene != "deal")


def card(table: HostsTable, seat: int) -> Any:
    """The card that this seat was dealt."""
    return table.moments("show", "dealt")[seat].request.value


@pytest.mark.in_step
def test_whoever_holds_sees_their_card_and_lets_go_of_it_and_all_rings_shed_the_same_light() -> None:
    table = LookTable()
    table.play_for(500.0)
    began_s, over_s = table.look
    held = [s for s, words in table.slips.shown if began_s < s < over_s and GUEST in words]
    held_s = held[0] + 0.5
    assert table.ring_at(GUEST, held_s) == patterns.sign(PIXELS, *card(table, GUEST).sign, held_s)
    words = [dict(words) for s, words in table.slips.shown if s <= held_s][-1]
    assert set(words) == {GUEST}
    assert words[GUEST].startswith(NARRATION["en"].card(card(table, GUEST)).title)
    let_go_s = held[0] + 5.0
    assert table.ring_at(GUEST, let_go_s) == patterns.asleep(PIXELS, let_go_s)
    alive = [seat for seat, place in enumerate(table.board_at(held_s).places) if place.alive]
    for shown in table.rings.shown:
        if began_s <= shown.time_s < over_s:
            lights = light_of(shown.frame, 8)
            assert len({lights[seat] for seat in alive}) == 1
            assert all(
                lights[seat] == light_of(patterns.dead(PIXELS), 1)[0] for seat in set(range(8)) - {*alive}
            )


def test_its_length_is_fixed_the_clock_stands_still_and_the_day_is_as_it_was() -> None:
    lengths = set()
    for holds in ((), (GUEST,), (HOST, GUEST, THIRD)):
        table = LookTable(holds)
        table.play_for(500.0)
        began_s, over_s = table.look
        lengths.add(round(over_s - began_s, 2))
        timed = [seen.board.timer for seen in table.view.seen if began_s < seen.time_s < over_s]
        assert LOOK_S in {timer.length_s for timer in timed if timer}
        assert wordings("host.look").intersection(table.lines)
        assert wordings("host.looked").intersection(table.lines)
        before = table.board_at(table.asked_s)
        again_s = next(s for s, board in table.view.seen if s > over_s and board.timer)
        again = table.board_at(again_s)
        assert (again.scene, again.title, again.headline) == (before.scene, before.title, before.headline)
        assert again.legend == []
        assert left_s(table, again_s) == pytest.approx(left_s(table, table.asked_s) - 3.0, abs=0.3)
    assert len(lengths) == 1


def test_a_look_leaves_no_answer_in_the_journal() -> None:
    table = LookTable()
    kept: list[int] = []
    table.once_open(lambda _: kept.append(len(table.lines_kept)))
    table.planted = lambda room: plant(room.card_look, run_and_wait=counted(room.card_look.run_and_wait))

    def counted(look: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            look()
            kept.append(len(table.lines_kept))

        return run

    table.play_for(500.0)
    assert len(kept) == 2
    assert kept[0] == kept[1]


def escapes(table: LookTable, room: Any) -> None:
    table.escape(table.clock.now() + 8.0)
    type(room.card_look).run_and_wait(room.card_look)


def test_a_table_that_is_closed_in_a_look_asks_how_and_shows_no_card() -> None:
    table = LookTable()
    table.planted = lambda room: plant(room.card_look, run_and_wait=partial(escapes, table, room))
    table.play_for(400.0)
    asked_s = next(s for s, title, _ in table.menus() if title == word("closing"))
    assert table.board_at(asked_s).scene == "debate"
    assert any(GUEST in words for s, words in table.slips.shown if s < asked_s)
    assert not any(GUEST in words for s, words in table.slips.shown if asked_s < s < asked_s + MENU_S)


@pytest.mark.in_step
def test_the_ring_shows_the_card_that_is_held_now_not_the_one_that_was_dealt() -> None:
    table = LookTable()

    def exchange(_: Any) -> None:
        guest = next(
            show.request.to[0]
            for show in table.watch.moments
            if show.key == "dealt" and show.request.to[0].index == GUEST
        )
        guest.card = card(table, HOST)

    table.watch.first["say DebateOpens"] = exchange
    table.play_for(500.0)
    began_s, over_s = table.look
    [held_s, *_] = [s for s, words in table.slips.shown if began_s < s < over_s and GUEST in words]
    assert table.ring_at(GUEST, held_s + 0.5) == patterns.sign(PIXELS, *card(table, HOST).sign, held_s + 0.5)


def entries(table: HostsTable) -> list[str]:
    """The entries of the first host's menu that was opened."""
    return next([entry.label for entry in board.menu.entries] for _, board in table.view.seen if board.menu)


@pytest.mark.parametrize("when", ["wake werewolves", "vote vote"])
def test_it_is_not_offered_by_night_nor_while_a_vote_is_open(when: str) -> None:
    table = HostsTable()
    table.at(when, partial(open_menu, table))
    table.play_for(500.0)
    assert word("go_on") in entries(table)
    assert word("look") not in entries(table)


def open_menu(table: HostsTable, now_s: float) -> None:
    table.long(HOST, now_s + 5.0)


def test_it_is_offered_by_day_and_not_if_the_table_has_dealt_nothing() -> None:
    for is_dealt in (True, False):
        table = HostsTable()
        table.at("clock debate", partial(open_menu, table))
        if not is_dealt:
            table.planted = lambda room: setattr(room.notebook, "card_of", lambda _: None)
        table.play_for(500.0)
        assert (word("look") in entries(table)) == is_dealt
