"""The debounce: presses and holds from raw levels."""

from __future__ import annotations

from itertools import chain, pairwise, repeat

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import AS_LATE, USUAL, Contact, Gesture, Kind, Timing, due, feed, first_seen, tick

Levels = list[tuple[float, bool]]

UP = Contact()


def live(levels: Levels, end_s: float, contact: Contact = UP, late_s: float = 0.0) -> list[Gesture]:
    """Passes on the levels, so late, and ticks exactly when `due` says so, as the room does."""
    told: list[Gesture] = []
    for time_s, level in [*levels, (end_s, None)]:
        while (moment := due(contact)) is not None and moment < time_s + late_s:
            contact, gestures = tick(contact, moment)
            told += gestures
            assert due(contact) != moment, "the tick that was due told nothing new"
        contact, gestures = (
            tick(contact, time_s) if level is None else feed(contact, time_s, level, late_s=late_s)
        )
        told += gestures
    return told


def test_a_short_press_is_told_at_its_release() -> None:
    assert live([(1.0, True), (1.2, False)], end_s=2.0) == [Gesture(1.2, Kind.PRESS)]


def test_a_long_hold_follows_its_hold_once() -> None:
    assert live([(1.0, True), (30.0, False)], end_s=40.0) == [
        Gesture(1.6, Kind.HOLD),
        Gesture(4.0, Kind.LONG_HOLD),
    ]


def test_a_button_stuck_at_the_start_says_nothing_until_it_was_released_once() -> None:
    contact = first_seen(down=True)
    assert contact.stuck
    assert not contact.down
    assert due(contact) is None
    levels = [(5.0, False), (6.0, True), (6.1, False)]
    assert live(levels, end_s=9.0, contact=contact) == [Gesture(6.1, Kind.PRESS)]


def test_a_bounce_does_not_free_a_stuck_button() -> None:
    contact = first_seen(down=True)
    assert live([(5.0, False), (5.002, True), (7.0, False)], end_s=9.0, contact=contact) == []


def test_due_names_each_moment_that_matters_and_only_these() -> None:
    contact = first_seen(down=False)
    assert due(contact) is None
    contact, _ = feed(contact, 1.0, True)
    moments = []
    while (moment := due(contact)) is not None:
        moments.append(moment)
        contact, _ = tick(contact, moment)
        assert due(contact) != moment
    assert moments == [1.010, 1.6, 4.0]


def test_the_durations_are_the_owners() -> None:
    slow = Timing(settle_s=0.05, hold_s=1.0, long_hold_s=5.0)
    contact, gestures = feed(Contact(), 0.0, True, slow)
    assert due(contact, slow) == 0.05
    contact, gestures = tick(contact, 6.0, slow)
    assert gestures == (Gesture(1.0, Kind.HOLD), Gesture(5.0, Kind.LONG_HOLD))


def test_a_change_stamped_before_the_last_tick_is_taken_as_it_comes() -> None:
    """A pin's thread may stamp a change a moment before the room ticks and deliver it after."""
    contact, _ = feed(Contact(), 0.0, True)
    contact, gestures = tick(contact, 0.6)
    assert gestures == (Gesture(0.6, Kind.HOLD),)
    contact, gestures = feed(contact, 0.599, False)
    assert gestures == ()
    contact, gestures = tick(contact, 1.0)
    assert gestures == ()
    assert not contact.down


gaps = st.one_of(
    st.sampled_from([0.010, 0.6, 0.59, 3.0, 0.001]),
    st.floats(0.0, 0.03),
    st.floats(0.0, 4.0),
)


@st.composite
def changing_levels(draw: st.DrawFn) -> Levels:
    """A contact whose level changes at some moments, and which may be stuck at first."""
    level = draw(st.booleans())
    time_s = draw(st.floats(0.0, 1.0))
    levels = []
    for gap in draw(st.lists(gaps, max_size=25)):
        levels.append((time_s, level))
        time_s += gap
        level = not level
    return levels


@given(changing_levels(), st.lists(st.floats(0.0, 60.0), max_size=30), st.booleans())
def test_extra_ticks_change_nothing(levels: Levels, extra: list[float], stuck: bool) -> None:
    end_s = levels[-1][0] + 5.0 if levels else 5.0
    contact = first_seen(stuck)

    lazy: list[Gesture] = []
    idle = contact
    for time_s, level in levels:
        idle, gestures = feed(idle, time_s, level)
        lazy += gestures
    _, gestures = tick(idle, end_s)
    lazy += gestures

    busy: list[Gesture] = []
    ticks: list[tuple[float, bool | None]] = [(time_s, None) for time_s in extra if time_s < end_s]
    for time_s, maybe in sorted([*levels, *ticks], key=lambda step: step[0]):
        contact, gestures = tick(contact, time_s) if maybe is None else feed(contact, time_s, maybe)
        busy += gestures
    _, gestures = tick(contact, end_s)
    busy += gestures

    assert busy == lazy
    assert live(levels, end_s, first_seen(stuck)) == lazy
    assert live(levels, end_s, first_seen(stuck), late_s=0.13) == lazy


@given(
    changing_levels(), st.lists(st.floats(0.0, 1.0), max_size=25), st.lists(st.floats(0.0, 60.0), max_size=60)
)
def test_changes_that_are_told_late_make_the_same_gestures(
    levels: Levels, shares: list[float], ticks: list[float]
) -> None:
    """Whatever the ticks before that, as long as none is later than `AS_LATE` times the one before."""
    told: list[tuple[float, float, bool]] = []
    late_s, told_s = 0.1, 0.0
    for (time_s, level), share in zip(levels, chain(shares, repeat(1.0)), strict=False):
        told_s = max(told_s, time_s + min(AS_LATE * late_s, USUAL.hold_s) * share)
        late_s = told_s - time_s
        told.append((told_s, time_s, level))
    end_s = told_s + 10.0
    contact, late, timely = UP, list[Gesture](), UP
    for now_s, *change in sorted(
        [*told, *((time_s,) for time_s in ticks if time_s < end_s)], key=lambda step: step[0]
    ):
        contact, gestures = (
            feed(contact, change[0], bool(change[1]), late_s=now_s - change[0])
            if change
            else tick(contact, now_s)
        )
        late += gestures
    _, gestures = tick(contact, end_s)
    on_time: list[Gesture] = []
    for time_s, level in levels:
        timely, found = feed(timely, time_s, level)
        on_time += found
    _, found = tick(timely, end_s)
    assert [*late, *gestures] == [*on_time, *found]


@given(changing_levels())
def test_gestures_are_those_of_the_levels_that_held(levels: Levels) -> None:
    """Compared with another method: remove levels that did not hold, then measure the presses."""
    end_s = levels[-1][0] + 5.0 if levels else 5.0
    held: Levels = [(0.0, False)]
    for (time_s, level), (next_s, _) in pairwise([*levels, (end_s, False)]):
        if next_s >= time_s + 0.010 and held[-1][1] != level:
            held.append((time_s, level))
    expected: list[Gesture] = []
    for (down_s, level), (up_s, _) in pairwise([*held, (end_s + 1.0, False)]):
        if not level:
            continue
        if up_s < down_s + 0.6:
            expected.append(Gesture(up_s, Kind.PRESS))
            continue
        expected.append(Gesture(down_s + 0.6, Kind.HOLD))
        if up_s >= down_s + 3.0:
            expected.append(Gesture(down_s + 3.0, Kind.LONG_HOLD))
    assert live(levels, end_s) == expected
