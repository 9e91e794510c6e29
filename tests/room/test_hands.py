"""Simulated hands press for seats nobody sits at: in time, like people, and never leave a finger down."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import patterns
from hardware.debounce import Contact, Gesture, Kind, feed, tick
from hardware.interface import Edge
from table.engine.chance import Chance
from table.gestures import Meaning, Phase, meaning
from table.room.choosing import Choosing
from table.room.hands import HOLD_S, PRESS_S, Hands
from table.room.village import NamedSeat

SEATS = [NamedSeat(index, str(index)) for index in range(24)]


def pixel_of(own: int, other: int) -> int:
    return patterns.pixel_of(own, other, 24, 24)


def choosing(own: int = 0, choices: Sequence[object] = SEATS, count: int = 1) -> Choosing:
    return Choosing(own, choices, count, True, pixel_of, 24)


def meant(edges: Sequence[Edge], phase: Phase, buttons: int) -> list[tuple[int, float, Meaning]]:
    """What a debounced table makes of the edges: seat, moment and gesture."""
    contacts: dict[tuple[int, int], Contact] = {}
    heard: list[tuple[float, int, int, Kind]] = []

    def note(seat: int, button: int, gestures: Sequence[Gesture]) -> None:
        heard.extend((time_s, seat, button, kind) for time_s, kind in gestures)

    for edge in edges:
        finger = (edge.seat, edge.button)
        contacts[finger], gestures = feed(contacts.get(finger, Contact()), edge.time_s, edge.down)
        note(*finger, gestures)
    for finger, contact in contacts.items():
        note(*finger, tick(contact, math.inf)[1])
    return [
        (seat, time_s, what)
        for time_s, seat, button, kind in sorted(heard, key=lambda one: one[0])
        if (what := meaning(phase, buttons, button, kind))
    ]


@pytest.mark.parametrize("buttons", [1, 2, 3])
@given(
    own=st.integers(0, 23),
    picks=st.permutations(SEATS).map(lambda seats: seats[:2]),
    begins_s=st.floats(0, 1000),
    seconds=st.floats(4.0, 30.0),
    secretly=st.booleans(),
)
def test_they_lock_what_they_were_told_before_the_time_is_up(
    buttons: int, own: int, picks: list[NamedSeat], begins_s: float, seconds: float, secretly: bool
) -> None:
    """However far round the table of 24: one choice in four seconds, two in nine."""
    count = 2 if seconds > 9 else 1
    hands = Hands(buttons, Chance(1))
    choice = choosing(own, count=count)
    hands.choose(own, choice, picks[:count], begins_s, begins_s + seconds, secretly)
    edges = hands.edges(math.inf)
    assert begins_s <= edges[0].time_s
    for seat, time_s, what in meant(edges, "choose", buttons):
        assert seat == own
        choice.hear(what, time_s)
    assert choice.answer == tuple(picks[:count])
    assert choice.locked_s is not None
    assert choice.locked_s <= begins_s + seconds


def test_a_signal_comes_at_its_moment() -> None:
    hands = Hands(2, Chance(1))
    hands.signal(3, "deal", Meaning.SEE_CARD, 5.0)
    hands.signal(4, "deal", Meaning.SEEN, 5.25)
    assert hands.due_s() == 5.0
    assert hands.edges(4.999) == []
    assert hands.edges(5.0) == [Edge(5.0, 3, 0, True)]
    assert hands.due_s() == 5.25
    assert hands.edges(100.0) == [
        Edge(5.25, 4, 0, True),
        Edge(5.25 + PRESS_S, 4, 0, False),
        Edge(5.0 + HOLD_S, 3, 0, False),
    ]


def test_a_hand_at_rest_lifts_the_finger_that_is_down() -> None:
    hands = Hands(1, Chance(1))
    hands.signal(0, "debate", Meaning.READY, 1.0)
    hands.signal(0, "debate", Meaning.READY, 3.0)
    hands.signal(1, "debate", Meaning.READY, 3.0)
    assert hands.edges(1.1) == [Edge(1.0, 0, 0, True)]
    hands.rest()
    assert hands.edges(math.inf) == [Edge(1.0 + HOLD_S, 0, 0, False)]


def test_one_hand_rests_and_the_others_go_on() -> None:
    hands = Hands(1, Chance(1))
    for seat in range(3):
        hands.signal(seat, "debate", Meaning.READY, 2.0)
    hands.rest(1)
    assert {edge.seat for edge in hands.edges(math.inf)} == {0, 2}


def test_a_finger_still_down_is_up_before_the_next_choice_begins() -> None:
    """Otherwise the table would take the first press for the end of the last one."""
    hands = Hands(1, Chance(1))
    hands.signal(0, "debate", Meaning.READY, 1.0)
    hands.edges(1.2)
    hands.rest()
    hands.choose(0, choosing(), [SEATS[3]], 1.2, 11.2, secretly=False)
    lift, first, *_ = hands.edges(math.inf)
    assert (lift.down, first.down) == (False, True)
    assert first.time_s >= lift.time_s + 0.05


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 20), st.booleans()), max_size=20), st.floats(0, 20))
def test_every_finger_that_goes_down_comes_up(signals: list[tuple[int, float, bool]], rest_s: float) -> None:
    """Whenever the hands are told to rest."""
    hands = Hands(2, Chance(1))
    for number, (seat, at_s, is_press) in enumerate(signals):
        hands.signal(seat, "deal", Meaning.SEEN if is_press else Meaning.SEE_CARD, at_s + 40.0 * number)
    edges = hands.edges(rest_s * max(1, len(signals)))
    hands.rest()
    edges += hands.edges(math.inf)
    for seat in range(4):
        levels = [edge.down for edge in edges if edge.seat == seat]
        assert levels == [True, False] * (len(levels) // 2)
