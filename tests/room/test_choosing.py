"""A player's choice: turning, locking, unlocking, and what the ring shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import patterns
from table.gestures import Meaning
from table.room.choosing import NOBODY, PLACE_S, Choosing
from table.room.village import NamedSeat
from tests.kit.players import CARDS

PIXELS = 24
SEATS = [NamedSeat(index, name) for index, name in enumerate("ABCDEFGH")]
NEXT, BACK, CONFIRM = Meaning.NEXT, Meaning.BACK, Meaning.CONFIRM


def pixel_of(own: int, other: int) -> int:
    return patterns.pixel_of(own, other, len(SEATS), PIXELS)


def choosing(
    own: int = 0, choices: Sequence[object] = SEATS, count: int = 1, demanded: bool = False
) -> Choosing:
    return Choosing(own, choices, count, demanded, pixel_of, PIXELS)


def said(choice: Choosing, *meanings: Meaning) -> tuple[object, ...]:
    """The answer after these gestures, half a second apart."""
    for number, meaning in enumerate(meanings):
        choice.hear(meaning, 0.5 * number)
    return choice.answer


def test_the_lights_lie_clockwise_from_ones_own_place_with_nobody_first() -> None:
    choice = choosing(own=5)
    assert choice.options == [NOBODY, *(SEATS[(5 + step) % 8] for step in range(8))]
    assert choice.options[choice.cursor] is NOBODY


def test_where_an_answer_is_demanded_nobody_is_no_choice() -> None:
    assert choosing(own=2, choices=SEATS[4:], demanded=True).options == [*SEATS[4:]]


def test_no_and_yes_are_words_and_no_comes_first() -> None:
    """BO-5: a touch by accident bites nobody."""
    for meanings, answer in (
        ((), ()),
        ((NEXT,), ()),
        ((CONFIRM,), (False,)),
        ((NEXT, CONFIRM), (True,)),
        ((BACK, CONFIRM), (True,)),
        ((NEXT, CONFIRM, CONFIRM), ()),
        ((NEXT, CONFIRM, CONFIRM, NEXT, CONFIRM), (False,)),
    ):
        assert said(choosing(choices=(False, True)), *meanings) == answer


@pytest.mark.parametrize("touch", [NEXT, BACK, CONFIRM])
def test_one_thing_to_say_is_said_with_any_touch_and_for_good(touch: Meaning) -> None:
    """LG-54, LG-22: a second touch in the dark does not take it back."""
    choice = choosing(choices=(True,))
    assert list(choice.answer) == []
    assert choice.face(0.0) == patterns.words(PIXELS, 0, 1, 0.0, locked=False)
    for number in range(4):
        choice.hear(touch, 1.5 + number)
        assert list(choice.answer) == [True]
        assert choice.locked_s == 1.5
    assert choice.face(0.25) == patterns.words(PIXELS, 0, 1, 0.25, locked=True)


@pytest.mark.parametrize("choices", [(False, True), (True,), ("villager", "werewolf")])
def test_the_way_to_a_word_says_it(choices: Sequence[object]) -> None:
    for demanded, pick in product((False, True), choices):
        choice = choosing(choices=choices, demanded=demanded)
        assert said(choice, *choice.way_to((pick,))) == (pick,)


def test_two_are_chosen_one_after_the_other() -> None:
    choice = choosing(count=2, demanded=True)
    assert said(choice, NEXT, CONFIRM) == (SEATS[1],)
    assert choice.locked_s is None
    assert said(choice, NEXT, CONFIRM) == (SEATS[1], SEATS[3])
    assert choice.locked_s is not None


def test_who_is_chosen_is_skipped_by_the_second_light() -> None:
    choice = choosing(count=2, demanded=True)
    said(choice, CONFIRM)
    passed = []
    for _ in range(7):
        passed.append(choice.options[choice.cursor])
        choice.hear(NEXT, 1.0)
    assert passed == SEATS[1:]
    assert choice.options[choice.cursor] is SEATS[1]


def test_unlocking_frees_only_the_last_of_two() -> None:
    choice = choosing(count=2, demanded=True)
    said(choice, CONFIRM, CONFIRM)
    assert said(choice, CONFIRM) == (SEATS[0],)
    assert said(choice, NEXT, CONFIRM) == (SEATS[0], SEATS[2])


def test_no_more_are_demanded_than_there_are() -> None:
    choice = choosing(choices=SEATS[3:4], count=2, demanded=True)
    assert said(choice, CONFIRM) == (SEATS[3],)
    assert choice.locked_s is not None


def test_with_nobody_to_choose_there_is_nobody() -> None:
    choice = choosing(choices=[])
    assert choice.options == [NOBODY]
    assert said(choice, NEXT, BACK, CONFIRM) == ()
    assert choice.face(0.0) == patterns.nobody(PIXELS, 0.0, locked=True)


@pytest.mark.parametrize(
    ("meanings", "answer"),
    [
        ([], []),
        ([NEXT, NEXT], []),
        ([CONFIRM], []),
        ([NEXT, NEXT, CONFIRM], [1]),
        ([*[NEXT] * 10, CONFIRM], [0]),
        ([BACK, CONFIRM], [7]),
        ([BACK, BACK, NEXT, CONFIRM], [7]),
        ([NEXT, CONFIRM, NEXT, BACK, NEXT], [0]),
        ([NEXT, CONFIRM, CONFIRM], []),
    ],
)
def test_what_is_locked_is_the_answer_and_does_not_turn(meanings: list[Meaning], answer: list[int]) -> None:
    """Turning goes round both ways; confirmed once more a light is free, and where it was."""
    choice = choosing()
    assert said(choice, *meanings) == tuple(SEATS[seat] for seat in answer)
    assert (choice.locked_s is None) == (meanings.count(CONFIRM) != 1)


@pytest.mark.parametrize("time_s", [0.0, 0.25, 1.3])
def test_the_ring_tells_the_cursor_from_the_lock(time_s: float) -> None:
    choice = choosing()
    assert choice.face(time_s) == patterns.nobody(PIXELS, time_s, locked=False)
    said(choice, NEXT, NEXT)
    assert choice.face(time_s) == patterns.cursor(PIXELS, pixel_of(0, 1), time_s, locked=False)
    said(choice, CONFIRM)
    assert choice.face(time_s) == patterns.cursor(PIXELS, pixel_of(0, 1), time_s, locked=True)


def test_the_ring_of_two_choices() -> None:
    choice = choosing(own=3, count=2, demanded=True)
    said(choice, CONFIRM)
    one, two = pixel_of(3, 3), pixel_of(3, 4)
    assert choice.face(0.0) == patterns.cursor_several(PIXELS, [one], two, 0.0)
    said(choice, CONFIRM)
    for time_s in (0.0, 1.0):
        assert choice.face(time_s) == patterns.several_seats(PIXELS, [one, two], time_s)
    assert choice.face(0.0) != choice.face(1.0)


def test_the_ring_of_words() -> None:
    choice = choosing(choices=("keep", "right", "left"))
    said(choice, NEXT)
    assert choice.face(0.0) == patterns.words(PIXELS, 1, 3, 0.0, locked=False)
    said(choice, CONFIRM)
    assert choice.face(0.25) == patterns.words(PIXELS, 1, 3, 0.25, locked=True)


MEANINGS = st.lists(st.sampled_from([NEXT, BACK, CONFIRM]), max_size=40)


@given(
    own=st.integers(0, 7),
    menu=st.sets(st.integers(0, 7)),
    count=st.integers(1, 2),
    meanings=MEANINGS,
    time_s=st.floats(0, 100),
)
def test_whatever_is_pressed_the_choice_stands_and_the_light_is_the_same(
    own: int, menu: set[int], count: int, meanings: list[Meaning], time_s: float
) -> None:
    """Answers are different ones of the choices, never too many; a ring always gives the light of the
    night."""
    choices = [SEATS[index] for index in sorted(menu)]
    choice = choosing(own, choices, count, demanded=bool(choices) and count == 2)
    for meaning in meanings:
        choice.hear(meaning, time_s)
        answer = choice.answer
        assert len(answer) <= count
        assert len(set(answer)) == len(answer)
        assert set(answer) <= set(choices)
        ring = choice.face(time_s)
        assert sum(any(ring[at : at + 3]) for at in range(0, len(ring), 3)) == patterns.LIT


@given(own=st.integers(0, 7), menu=st.sets(st.integers(0, 7), min_size=2), data=st.data())
def test_the_way_to_some_picks_locks_them(own: int, menu: set[int], data: st.DataObject) -> None:
    choices = [SEATS[index] for index in sorted(menu)]
    count = data.draw(st.integers(1, 2))
    picks = data.draw(st.permutations(choices))[:count]
    choice = choosing(own, choices, count, demanded=count == 2)
    way = choice.way_to(picks)
    assert choice.answer == ()
    assert said(choice, *way) == tuple(picks)
    assert choice.locked_s is not None
    assert len(way) <= count * (len(choices) + 1)


OPEN_CARDS = [CARDS[key] for key in ("seer", "witch", "defender")]


@pytest.mark.parametrize("time_s", [0.0, 0.5, 1.0, 2.0, 3.1, 7.3])
def test_ch_42_open_cards_are_shown_by_their_place_and_their_sign_in_turn_and_locked_by_the_sign(
    time_s: float,
) -> None:
    choice = choosing(choices=OPEN_CARDS)
    assert choice.options == OPEN_CARDS
    choice.hear(NEXT, 0.0)
    sign = patterns.sign(PIXELS, *CARDS["witch"].sign, time_s)
    place = patterns.words(PIXELS, 1, 3, time_s, locked=False)
    assert choice.face(time_s) == (place if time_s % (3 * PLACE_S) < PLACE_S else sign)
    assert not choice.answer
    choice.hear(CONFIRM, 0.1)
    assert choice.face(time_s) == choice.kept(time_s) == sign
    assert choice.answer == (CARDS["witch"],)
    for ring in (sign, place):
        assert sum(any(ring[at : at + 3]) for at in range(0, len(ring), 3)) == patterns.LIT


def test_after_nobody_has_ended_a_choice_of_many_another_name_is_added() -> None:
    choice = choosing(choices=SEATS[1:], count=6)
    assert said(choice, NEXT, CONFIRM, CONFIRM, *(5 * (NEXT,)), CONFIRM) == (SEATS[1], SEATS[2])
    assert choice.locked_s is not None
    choice.point(SEATS[4].index + 1)
    assert said(choice, CONFIRM) == (SEATS[1], SEATS[2], SEATS[4])
    assert choice.locked_s is None
