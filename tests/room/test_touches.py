"""A screen that shows the options of its seat: what is touched there is meant, as the buttons mean it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from hardware import patterns
from hardware.debounce import Kind
from hardware.interface import Touch
from hardware.simulated import ShownFrame
from hardware.touches import QueuedTouches
from table.engine.requests import Ask, Clock, Vote, Wake
from table.gestures import GESTURES, PHASES, TOUCHES, Meaning, Phase, meaning, touched
from table.room.act import Act, Options
from table.room.acts.questions import LOCK_S
from table.room.acts.talking import TalkItem, TalkOption
from table.room.choosing import NOBODY, ONLY, Choosing, Tokens
from table.room.places import Places, SeatedTouches
from table.settings.times import Times
from tests.kit.sampling import few
from tests.kit.tables import PIXELS
from tests.room.test_acts import CALL, SEATS, Parts, ask
from tests.room.test_choosing import choosing

TAP, HOLD = Kind.PRESS, Kind.HOLD


@pytest.fixture
def parts() -> Parts:
    parts = Parts()
    for seat in range(SEATS):
        parts.stage.village.people.sit(seat)
    return parts


def pointed(choice: Choosing, *said: tuple[int, Kind]) -> Choosing:
    """A choice after these touches, half a second apart."""
    for number, (option, kind) in enumerate(said):
        meant = touched("choose", kind, on_option=True)
        assert meant
        if choice.point(option):
            choice.hear(meant, 0.5 * number)
    return choice


def test_options_that_are_seats_have_their_numbers_and_nobody_has_none() -> None:
    assert choosing(own=5).shown(()) == Options([0, 6, 7, 8, 1, 2, 3, 4, 5], 0)
    assert choosing(choices=(False, True)).shown(("no", "yes")) == Options([1, 2], 1, labels=("no", "yes"))


@pytest.mark.parametrize(
    ("said", "answer", "locked"),
    [
        ([(3, TAP)], [], False),
        ([(3, TAP), (5, HOLD)], [4], True),
        ([(3, HOLD), (5, TAP)], [2], True),
        ([(3, HOLD), (5, TAP), (5, HOLD)], [4], True),
        ([(3, HOLD), (3, HOLD)], [], False),
        ([(3, HOLD), (0, HOLD)], [], True),
        ([(0, HOLD), (3, HOLD)], [2], True),
        ([(9, HOLD), (255, HOLD)], [], False),
    ],
)
def test_a_hold_chooses_what_the_finger_is_on_until_the_time_is_up(
    said: Sequence[tuple[int, Kind]], answer: Sequence[int], locked: bool
) -> None:
    choice = pointed(choosing(), *said)
    assert [seat.index for seat in choice.answer] == answer
    assert (choice.locked_s is not None) == locked


def test_of_two_the_last_is_the_one_that_is_exchanged() -> None:
    """LG-19: Cupid's two."""
    choice = pointed(choosing(count=2), (3, HOLD), (4, HOLD))
    assert choice.shown(()).chosen == (3, 4)
    assert choice.shown(()).locked
    assert pointed(choice, (6, HOLD)).shown(()).chosen == (3, 6)
    assert pointed(choice, (3, HOLD)).shown(()) == Options(choice.shown(()).numbers, 3, (6,), False)


def test_one_thing_to_say_is_said_wherever_the_finger_is() -> None:
    assert list(pointed(choosing(choices=(True,)), (7, TAP)).answer) == [True]


def test_the_one_thing_to_say_is_the_cell_of_no_seat() -> None:
    choice = choosing(choices=(True,))
    assert choice.shown(()).at == choice.shown(()).numbers[0] > 24
    assert pointed(choice, (0, TAP)).shown(()).chosen == (ONLY,)


def test_a_word_is_chosen_by_its_place() -> None:
    choice = pointed(choosing(choices=("boat", "lamp", "moon")), (2, TAP), (4, HOLD), (3, HOLD))
    assert choice.answer == ("moon",)


def test_a_token_that_is_not_offered_is_not_reached() -> None:
    tokens = Tokens(("yes", "no", "found"), "found", 24)
    tokens.offer(("no", "found"))
    assert [tokens.point(number) for number in (0, 1, 2, 3, 4)] == [False, False, True, True, False]
    assert tokens.hear(Meaning.GIVE) is None, "the surest token needs more than a tap"
    assert tokens.hear(Meaning.FOUND) == "found"


# On a stage


def test_a_question_by_day_is_answered_by_a_finger_on_a_name(parts: Parts) -> None:
    parts.touch(0, 5.0, 4)
    parts.touch(0, 6.0, 3, HOLD)
    seen: list[Options | None] = []
    for at_s in (4.0, 5.5):
        parts.clock.at(at_s, lambda: seen.append(parts.stage.presses.options_of(0)))
    assert parts.questions.ask_and_wait(ask(parts), ()) == (parts.seats[2],)
    assert parts.clock.now() == pytest.approx(6.0 + LOCK_S)
    assert seen == [Options([0, 2, 3, 4], 0), Options([0, 2, 3, 4], 4)]
    assert parts.stage.presses.options_of(0) is None


def test_a_finger_on_what_is_no_option_says_nothing(parts: Parts) -> None:
    parts.touch(0, 5.0, 1, HOLD)  # themselves
    parts.touch(0, 6.0, 40, HOLD)
    parts.touch(1, 7.0, 3, HOLD)  # is not asked
    parts.touch(0, 8.0, None, HOLD)  # on no option: locks where the light is, as a button does
    assert parts.questions.ask_and_wait(ask(parts), ()) == ()
    assert parts.clock.now() == pytest.approx(8.0 + LOCK_S)


@pytest.mark.parametrize("by_night", [False, True])
def test_a_finger_that_was_down_before_the_question_answers_nothing(parts: Parts, by_night: bool) -> None:
    if by_night:
        parts.calls.wake_and_wait(Wake(CALL, [parts.seats[0]]))
    opened_s: list[float] = []

    def late() -> None:
        now_s, key = parts.stage.time.now(), parts.stage.presses.key_of(0)
        parts.touches.add(Touch(now_s, 0, 3, HOLD, parts.stage.presses.decided_s - 0.01, key))
        opened_s.append(now_s)

    parts.clock.at(parts.clock.now() + 4.0, late)
    assert parts.questions.ask_and_wait(ask(parts), ()) == ()
    assert opened_s


def test_a_finger_that_meant_the_question_before_says_nothing_to_this_one(parts: Parts) -> None:
    keys: list[int] = []
    parts.clock.at(4.0, lambda: keys.append(parts.stage.presses.key_of(0)))
    parts.questions.ask_and_wait(Ask(parts.seats[0], "hunter", parts.seats[1:]), ())
    now_s = parts.clock.now()

    def touch() -> None:
        keys.append(parts.stage.presses.key_of(0))
        parts.touches.add(Touch(now_s + 5.0, 0, 3, HOLD, now_s + 4.3, keys[0]))

    parts.clock.at(now_s + 5.0, touch)
    assert parts.questions.ask_and_wait(ask(parts), ()) == ()
    assert keys[0] != keys[1]


def test_of_two_taps_at_once_the_second_says_nothing_in_the_list_that_the_first_has_opened(
    parts: Parts,
) -> None:
    """Messages of a phone can come late, and together."""
    done: list[int] = []
    about = [TalkOption(number, f"about {number}") for number in range(3)]
    parts.talking.items += [
        TalkItem("suspect", lambda _, value: done.append(value), among=lambda _: about),
        TalkItem("again", lambda _: done.append(9)),
    ]
    opened: list[Phase] = []

    def twice() -> None:
        key = parts.stage.presses.key_of(1)
        for at_s in (5.0, 5.001):
            parts.touches.add(Touch(at_s, 1, 1, TAP, at_s - 0.1, key))

    parts.stage.village.people.sit(1)
    parts.clock.at(5.001, twice)
    parts.clock.at(6.0, lambda: opened.append(parts.stage.presses.phase_of(1)))
    parts.touch(1, 7.0, 3)
    parts.times.run_and_wait(Clock("debate", parts.seats, wanted=2))
    assert opened == ["talk"]
    assert done == [2]


class Asking(Act):
    """An act that asks seat 0 for one of these numbers."""

    def __init__(self, *numbers: int) -> None:
        self.pointed: list[int] = []
        self._numbers = numbers

    def options(self, seat: int) -> Options | None:
        return None if seat else Options(self._numbers)

    def point(self, seat: int, number: int) -> bool:
        if seat or number not in self._numbers:
            return False
        self.pointed.append(number)
        return True


def test_a_finger_reaches_nothing_below_what_asks_and_nothing_while_nobody_is_asked(parts: Parts) -> None:
    below, above = Asking(1, 2, 3), Asking(1, 2)
    presses = parts.stage.presses
    with parts.stage.playing(below), parts.stage.playing(above):
        presses.open({0: "menu"})
        for number, option in enumerate((2, 3)):
            parts.touch(0, 1.0 + number, option)
        parts.stage.wait_until(4.0)
        assert (above.pointed, below.pointed) == ([2], [])
        presses.open({0: "paused"})
        assert presses.options_of(0) is None
        parts.touch(0, 5.0, 2)
        parts.stage.wait_until(6.0)
        assert (above.pointed, below.pointed) == ([2], [])


def test_a_key_is_of_one_seat_alone(parts: Parts) -> None:
    """A phone that has changed its place may still show the question of the seat before."""
    parts.stage.presses.open(dict.fromkeys(range(SEATS), "floor"))
    assert len({parts.stage.presses.key_of(seat) for seat in range(SEATS)}) == SEATS


def asked_among_touches(many: int) -> Sequence[ShownFrame]:
    """What rings show in a call that asks seat 0, with so many touches of seats that are not asked, and of
    that one with another key: whatever they name."""
    parts, lot = Parts(), random.Random("touches")
    parts.stage.enter_below(parts.lights)
    for seat in range(SEATS):
        parts.stage.village.people.sit(seat)
    parts.calls.wake_and_wait(Wake(CALL, [parts.seats[0]]))
    began_s, presses = parts.clock.now(), parts.stage.presses

    def touch() -> None:
        now_s, seat = parts.clock.now(), lot.randrange(SEATS)
        stale = (presses.key_of(0) + lot.choice((-1, 1, 7, 2**15))) % 2**16
        key = presses.key_of(seat) if seat and lot.random() < 0.5 else stale
        option = lot.choice((None, 0, 1, 2, 3, 4, 5, 63, 255))
        parts.touches.add(Touch(now_s, seat, option, lot.choice([*Kind]), now_s - lot.random(), key))

    for number in range(many):
        parts.clock.at(began_s + 0.1 + 5.5 * number / many, touch)
    parts.touch(0, began_s + 6.0, 3, HOLD)
    assert parts.questions.ask_and_wait(ask(parts), ()) == (parts.seats[2],)
    return parts.rings.shown


@pytest.mark.in_step
def test_touches_of_others_and_of_moments_ago_choose_nothing_and_turn_no_ring() -> None:
    calm = asked_among_touches(0)
    assert len(calm) > 10
    assert asked_among_touches(few(10_000, 300)) == calm


@pytest.mark.parametrize("option", [None, 1])
def test_a_very_long_hold_says_nothing_where_it_says_nothing_by_a_button(
    parts: Parts, option: int | None
) -> None:
    """It opens the host's menu, and that is no answer."""
    parts.touch(0, 5.0, option, Kind.LONG_HOLD)
    assert parts.questions.ask_and_wait(Ask(parts.seats[0], "hunter", (True,)), ()) == ()


def test_all_vote_by_two_taps_and_a_change_counts(parts: Parts) -> None:
    everybody = dict.fromkeys(parts.seats, parts.seats)
    for seat, target in enumerate((2, 1, 1, 1)):
        parts.touch(seat, 5.0 + seat, target, HOLD)
    parts.touch(0, 8.5, 4, HOLD)
    votes = parts.questions.vote_and_wait(Vote("vote", everybody), {})
    assert {voter.index: target.index for voter, target in votes.items()} == {0: 3, 1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize("guesses", [True, False])
def test_ch_56_a_dead_player_guesses_by_a_ring_of_their_own_and_nobody_waits(
    parts: Parts, guesses: bool
) -> None:
    """CH-56: the vote is over as soon as the living have chosen."""
    *living, dead = parts.seats
    parts.board.places[dead.index].alive = False
    for seat, target in enumerate((2, 1, 1)):
        parts.touch(seat, 5.0 + seat, target, HOLD)
    if guesses:
        parts.touch(dead.index, 6.0, 2, HOLD)
    vote = Vote("vote", dict.fromkeys(living, living), guesses={dead: living})
    named = parts.questions.vote_and_wait(vote, {})
    votes = {0: 1, 1: 0, 2: 0} | ({3: 1} if guesses else {})
    assert {voter.index: target.index for voter, target in named.items()} == votes
    assert parts.clock.now() < 10.0


def test_ch_56_a_dead_bot_guesses_without_a_hand(parts: Parts) -> None:
    *living, dead = parts.seats
    parts.stage.village.people.discard(dead.index)
    for seat in range(3):
        parts.touch(seat, 5.0, 1 + (seat + 1) % 3, HOLD)
    vote = Vote("vote", dict.fromkeys(living, living), guesses={dead: living})
    assert parts.questions.vote_and_wait(vote, {dead: living[2]})[dead] is living[2]


def test_ch_56_a_guess_is_faint_on_the_ring_and_dark_once_it_is_locked(parts: Parts) -> None:
    """CH-56: it is shown to nobody: only a cursor can be seen, by the light of the night."""
    *living, dead = parts.seats
    shown: list[bytes] = []
    parts.touch(dead.index, 5.0, 2, HOLD)
    for at_s in (4.0, 6.0):
        parts.clock.at(at_s, lambda: shown.append(parts.lights.ring(dead.index, parts.clock.now())))
    vote = Vote("vote", dict.fromkeys(living, living), guesses={dead: living})
    assert parts.questions.vote_and_wait(vote, {}) == {dead: living[1]}
    assert sorted(set(shown[0])) == [0, *sorted(patterns.NIGHT)[1:]]
    assert shown[1] == patterns.dead(PIXELS)


@pytest.mark.parametrize(
    ("fingers", "said"),
    [
        ([], None),
        ([(None, TAP)], True),
        ([(None, HOLD)], False),
        ([(1, TAP)], True),
        ([(2, TAP)], False),
        ([(2, HOLD)], False),
        ([(None, TAP), (None, HOLD)], False),
        ([(2, TAP), (None, TAP)], True),
    ],
)
def test_ev_26_nothing_shows_what_one_of_the_dead_says_nor_that_they_do(
    fingers: Sequence[tuple[int | None, Kind]], said: bool | None
) -> None:
    """EV-26: ring, screen and slip stay the same to the end of the time, and the last yes or no counts."""
    parts = Parts()
    dead, seen = parts.seats[1], []
    for number, (option, kind) in enumerate(fingers):
        parts.touch(dead.index, 3.0 + 2 * number, option, kind)

    def look() -> None:
        lights, asked = parts.lights, parts.stage.presses.asked_of(dead.index)
        seen.append((lights.ring(dead.index, parts.clock.now()), asked.options, lights.words(dead.index)))

    for at_s in (2.0, 4.0, 6.0, 14.0):
        parts.clock.at(at_s, look)
    named = parts.questions.vote_and_wait(Vote("voices", {dead: (True, False)}), {})
    assert named == ({} if said is None else {dead: said})
    assert set(map(repr, seen)) == {
        repr((patterns.yes_or_no(PIXELS), Options([1, 2], labels=("yes", "no")), seen[0][2]))
    }
    assert parts.clock.now() == parts.pace.times.window_s("voices")


def test_ev_10_on_a_day_of_neighbours_a_ring_offers_those_alone(parts: Parts) -> None:
    """EV-10, LG-43: a beloved neighbour is offered like any other, and does not count."""
    seats = parts.seats
    offered = {seat: [other for other in seats if (other.index - seat.index) % 4 != 2] for seat in seats}
    choices = offered | {seats[1]: [seats[1], seats[2]]}
    parts.touch(0, 5.0, 3, HOLD)  # across the table
    for seat, target in ((0, 2), (1, 1), (2, 4), (3, 3)):
        parts.touch(seat, 6.0 + seat, target, HOLD)
    named = parts.questions.vote_and_wait(Vote("vote", choices, offered=offered), {})
    assert {voter.index: target.index for voter, target in named.items()} == {0: 1, 2: 3, 3: 2}


def test_ev_9_a_silent_debate_is_half_as_long(parts: Parts) -> None:
    began_s = parts.clock.now()
    assert parts.times.run_and_wait(Clock("debate", parts.seats, wanted=2, share=0.5)) is None
    assert parts.clock.now() - began_s == pytest.approx(Times().debate_s / 2, abs=1.0)


def test_what_may_be_done_in_a_debate_is_done_by_one_tap(parts: Parts) -> None:
    done: list[tuple[str, int]] = []
    for key in ("again", "suspect"):
        parts.talking.items.append(TalkItem(key, lambda seat, key=key: done.append((key, seat))))
    parts.touch(1, 5.0, 2)
    parts.touch(2, 6.0, 1)
    parts.touch(2, 7.0, 3)
    parts.touch(3, 8.0, None, HOLD)
    pressed = parts.times.run_and_wait(Clock("debate", parts.seats, wanted=2))
    assert done == [("suspect", 1), ("again", 2)]
    assert pressed
    assert pressed.seat.index == 3, "the other button of a screen means what a button means"


def test_somebody_is_pointed_at_by_their_name(parts: Parts) -> None:
    parts = Parts(pointing="always")
    parts.touch(1, 5.0, 4)
    seen: list[int | None] = []
    parts.clock.at(5.1, lambda: seen.append(parts.board.places[1].points_at))
    parts.times.run_and_wait(Clock("debate", parts.seats, wanted=2))
    assert seen == [3]


def test_a_touch_makes_a_seat_somebody_s(parts: Parts) -> None:
    parts.stage.village.people.clear()
    parts.clock.at(3.0, lambda: parts.touches.add(Touch(3.0, 2, 1, TAP, 2.9, 0)))
    parts.stage.wait_until(4.0)
    assert parts.stage.village.people == {2}


# The table of gestures


def test_a_screen_says_nothing_that_buttons_cannot() -> None:
    for phase, row in TOUCHES.items():
        said = {meant for rows in GESTURES[phase].values() for one in rows for meant in one.values()}
        opens = {Meaning.DO} if phase == "parley" else set()  # it opens and takes at once
        assert set(row.values()) - {Meaning.POINT} <= said | opens


@pytest.mark.parametrize("phase", PHASES)
def test_off_the_options_a_finger_means_what_the_only_button_means(phase: str) -> None:
    for kind in Kind:
        for host in (False, True):
            meant = touched(phase, kind, on_option=False, host=host)  # type: ignore[arg-type]
            assert meant == meaning(phase, 1, 0, kind, host)  # type: ignore[arg-type]


def test_nobody_is_an_option_where_a_choice_may_be_left() -> None:
    assert choosing().options[0] is NOBODY
    assert pointed(choosing(demanded=True), (0, HOLD)).answer == ()


def test_on_a_pod_one_points_at_other_pods_and_at_nothing_that_is_no_seat(parts: Parts) -> None:
    def point(at_s: float) -> None:
        parts.clock.at(at_s, lambda: parts.touches.add(Touch(at_s, 0, 2, HOLD, at_s - 0.7)))

    point(5.0)
    assert parts.questions.ask_and_wait(ask(parts), ()) == (parts.seats[1],)
    point(parts.clock.now() + 5.0)
    assert parts.questions.ask_and_wait(Ask(parts.seats[0], "hunter", (False, True)), ()) == ()


def test_the_pods_of_an_evening_are_pointed_at_by_their_place_at_the_table() -> None:
    """Two of five pods are free: the seats have other numbers than the pods."""
    queue, places = QueuedTouches(), Places([1, 3, 4], 5)
    seen = SeatedTouches(queue, places)
    for pod, option, key in ((3, 5, None), (3, 1, None), (0, 2, None), (4, 2, 7), (4, None, None)):
        queue.add(Touch(1.0, pod, option, TAP, 0.9, key))
    assert [(touch.seat, touch.option) for touch in seen.touches()] == [(1, 3), (2, 2), (2, None)]


@pytest.mark.parametrize(
    ("screens", "prompt"), [(range(4), "On your phone"), (range(3), "Press: your light")]
)
def test_the_board_speaks_of_phones_where_all_people_have_one(
    parts: Parts, screens: Sequence[int], prompt: str
) -> None:
    parts.stage.village.places.screens = lambda: screens
    seen: list[tuple[str, str]] = []
    parts.clock.at(5.0, lambda: seen.append((parts.board.caption, parts.lights.words(0))))
    parts.questions.ask_and_wait(ask(parts), ())
    [(caption, slip)] = seen
    assert caption.startswith(prompt)
    assert slip == "Your light: nobody.\nTouch a name: your light is there. Keep your finger on it: chosen."


def test_a_text_for_buttons_is_told_where_there_is_none_for_phones(parts: Parts) -> None:
    parts.stage.village.places.screens = lambda: range(SEATS)
    assert parts.stage.village.prompt("again").endswith("on your phone.")
    assert parts.stage.village.prompt("full") == "F11: full screen."
