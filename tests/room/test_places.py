"""Seats and pods: who sits where, what a ring points at, and what happens when a player takes another pod."""

from __future__ import annotations

import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Board, Place
from table.room.places import Places, SeatedButtons, SeatedRings, SeatedView
from tests.kit.tables import RecordingView, plant

PIXELS = 24


class Made:
    """Four seats at a table of six pods."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pods = SimulatedButtons(6, 1, self.clock)
        self.lights = SimulatedRings(6, PIXELS)
        self.places = Places([0, 1, 3, 5], 6)
        self.buttons = SeatedButtons(self.pods, self.places, self.clock)
        self.rings = SeatedRings(self.lights, self.places)

    def heard(self) -> list[tuple[int, bool]]:
        return [(edge.seat, edge.down) for edge in self.buttons.edges()]

    def show(self) -> None:
        """Shows on each seat's ring its number as a colour."""
        self.rings.show(b"".join(bytes([seat + 1]) * 3 * PIXELS for seat in range(4)))

    def colours(self) -> list[int]:
        return [self.lights.ring(pod)[0] for pod in range(6)]


@pytest.fixture
def made() -> Made:
    return Made()


def test_a_pod_is_heard_as_the_seat_that_has_it(made: Made) -> None:
    for pod in (3, 5):
        made.pods.push(pod, 0)
    made.pods.release(3, 0)
    assert sorted(made.heard()) == [(2, False), (2, True), (3, True)]


def test_a_pod_without_a_ring_is_sent_no_light_taken_or_free(made: Made) -> None:
    made.places.free_ring = bytes([9]) * 3 * PIXELS
    made.show()
    assert made.colours() == [1, 2, 9, 3, 9, 4]
    made.places.unlit = lambda: [3, 4]
    made.show()
    assert made.colours() == [1, 2, 9, 0, 0, 4]


def test_a_frame_that_changes_no_lit_ring_is_not_sent_again(made: Made) -> None:
    """When a dark ring would have changed is secret, and so it must not be seen on the wire."""
    sent: list[bytes] = []
    plant(made.lights, show=sent.append)
    made.places.unlit = lambda: [3]
    for level in (1, 2, 3):
        made.rings.show(bytes(2 * 3 * PIXELS) + bytes([level]) * 3 * PIXELS + bytes(3 * PIXELS))
    assert len(sent) == 1
    made.places.unlit = list
    made.rings.show(bytes(2 * 3 * PIXELS) + bytes([3]) * 3 * PIXELS + bytes(3 * PIXELS))
    assert len(sent) == 2


def test_a_free_pod_says_nothing_but_is_noted(made: Made) -> None:
    made.pods.push(2, 0)
    made.pods.release(2, 0)
    assert made.heard() == []
    assert made.places.touched == [2]


def test_each_seat_sees_its_own_ring_and_free_pods_are_dark(made: Made) -> None:
    made.show()
    assert made.colours() == [1, 2, 0, 3, 0, 4]
    assert made.lights.ring(4) == patterns.dead(PIXELS)


def test_all_free_pods_show_the_same_ring_and_one_out_of_service_none(made: Made) -> None:
    made.places.free_ring = patterns.lobby_breathing(PIXELS, 0.0)
    made.places.shut = frozenset({4})
    made.show()
    assert made.lights.ring(2) == made.places.free_ring
    assert made.lights.ring(4) == patterns.dead(PIXELS)


def test_a_ring_points_at_where_people_sit_not_at_their_number(made: Made) -> None:
    """The player at the pod opposite sits opposite, whoever lies between."""
    assert made.places.pixel_of(0, 2, PIXELS) == 12
    assert made.places.pixel_of(2, 0, PIXELS) == 12
    assert made.places.pixel_of(3, 0, PIXELS) == 4
    assert made.places.pixel_of(0, 3, PIXELS) == 20


def test_who_moves_is_heard_and_lit_at_his_new_pod_and_pointed_at_there(made: Made) -> None:
    made.places.move(2, 4)
    made.pods.push(3, 0)
    made.pods.push(4, 0)
    assert made.heard() == [(2, True)]
    assert made.places.touched == [3]
    made.show()
    assert made.colours() == [1, 2, 0, 0, 3, 4]
    assert made.places.pixel_of(0, 2, PIXELS) == 16
    assert made.places.free == [2, 3]


def test_who_moves_lets_go_of_the_button_that_sticks(made: Made) -> None:
    made.pods.push(3, 0)
    assert made.heard() == [(2, True)]
    made.places.move(2, 4)
    assert made.heard() == [(2, False)]
    made.pods.release(3, 0)
    assert made.heard() == []


def test_who_moves_is_still_drawn_where_he_sat(made: Made) -> None:
    view = RecordingView()
    drawn = SeatedView(view, made.places)
    board = Board(places=[Place(name) for name in "ABCD"])
    made.places.move(2, 4)
    drawn.show(board, 0.0)
    assert (view.seen[0].board.chairs, view.seen[0].board.at) == (6, (0, 1, 3, 5))
    assert (board.chairs, board.at) == (0, ()), "what the room has is its own"


@pytest.mark.parametrize("pod", [3, 0, 6, -1])
def test_nobody_moves_to_a_pod_that_is_not_free(made: Made, pod: int) -> None:
    with pytest.raises(ValueError, match=r"is not free; free are \[2, 4\]"):
        made.places.move(0, pod)
    assert made.places.pods == [0, 1, 3, 5]


@pytest.mark.parametrize("pods", [[0, 0], [0, 6], [-1]])
def test_two_seats_never_have_one_pod(pods: list[int]) -> None:
    with pytest.raises(ValueError, match="of a table of 6"):
        Places(pods, 6)
