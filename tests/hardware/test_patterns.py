"""What the rings show: equal light at night whatever they say, and nothing that flashes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import patterns
from hardware.patterns import BEAT_S, GROUPS, LIT, MOTIONS, NIGHT, SIGNS, STEP_S
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.room.message_faces import SIGN_S

Pattern = Callable[[float], bytes]

SIZES = (16, 24)
TWO_SECONDS = [beat * BEAT_S for beat in range(round(2.0 / BEAT_S))]


def lit(ring: bytes) -> tuple[int, ...]:
    """The pixels of a ring that are not dark."""
    return tuple(at // 3 for at in range(0, len(ring), 3) if any(ring[at : at + 3]))


def group_count(ring: bytes) -> int:
    """The number of groups of adjacent lit pixels."""
    pixels = len(ring) // 3
    return sum((pixel + 1) % pixels not in lit(ring) for pixel in lit(ring))


def seen(pattern: Pattern, start_s: float = 0.0) -> tuple[bytes, ...]:
    """What a person sees in two seconds."""
    return tuple(pattern(start_s + time_s) for time_s in TWO_SECONDS)


def cursors(pixels: int) -> dict[str, Pattern]:
    return {
        f"cursor {target} {locked=}": partial(patterns.cursor, pixels, target, locked=locked)
        for target, locked in product(range(pixels), (False, True))
    }


def signs(pixels: int) -> dict[tuple[int, str], Pattern]:
    return {sign: partial(patterns.sign, pixels, *sign) for sign in SIGNS}


def messages(pixels: int) -> dict[str, Pattern]:
    """Everything a ring can say at night."""
    return {
        "asleep": partial(patterns.asleep, pixels),
        "nobody": partial(patterns.nobody, pixels, locked=False),
        "nobody locked": partial(patterns.nobody, pixels, locked=True),
        **cursors(pixels),
        **{
            f"word {index} {locked=}": partial(patterns.words, pixels, index, 6, locked=locked)
            for index, locked in product(range(6), (False, True))
        },
        **{f"sign {sign}": pattern for sign, pattern in signs(pixels).items()},
    }


def night_patterns(pixels: int) -> dict[str, Pattern]:
    """All that a ring can show at night, also to several people and for shorter lists."""
    sets = [(), (0,), (1, 2), (0, 5, 6), (3, 4, 5, 6, 7), tuple(range(pixels))]
    return {
        **messages(pixels),
        **{
            f"{index} of {count} words": partial(patterns.words, pixels, index, count, locked=False)
            for count in range(2, 7)
            for index in range(count)
        },
        **{
            f"seats {seats}, {beats} beats each": partial(patterns.several_seats, pixels, seats, beats=beats)
            for seats, beats in product(sets, (2, 3, 4))
        },
        **{
            f"{target} after {chosen}": partial(patterns.cursor_several, pixels, chosen, target)
            for chosen, target in product(sets, range(pixels))
            if target not in chosen
        },
    }


TARGETS = (None, 0, 1, 15)


def day_patterns(pixels: int) -> dict[str, Pattern]:
    return {
        "dead": lambda _: patterns.dead(pixels),
        "condemned": partial(patterns.condemned, pixels),
        "lobby": partial(patterns.lobby_breathing, pixels),
        "taken": partial(patterns.taken, pixels),
        "host": partial(patterns.host, pixels),
        "day": partial(patterns.day, pixels),
        "captain": lambda _: patterns.captain(pixels),
        "day of the moon": partial(patterns.day, pixels, is_moon=True),
        "captain of the moon": lambda _: patterns.captain(pixels, is_moon=True),
        "without a vote": lambda _: patterns.voteless(pixels, for_good=True),
        "without a vote today": lambda _: patterns.voteless(pixels, for_good=False),
        "ready": lambda _: patterns.ready(pixels),
        "winner": partial(patterns.winner, pixels),
        **{f"pointing {at}": partial(patterns.pointing, pixels, at, ()) for at in TARGETS},
        "pointing after others": partial(patterns.pointing, pixels, 5, (1, 4)),
        "pointed": partial(patterns.pointed, pixels, (3,)),
        "pointed at nobody": partial(patterns.pointed, pixels, ()),
        "pointed at several": partial(patterns.pointed, pixels, (3, 9)),
    }


# Where and when


@pytest.mark.parametrize(("seats", "pixels"), [(s, p) for p in SIZES for s in range(1, 25) if s <= p])
def test_every_seat_has_a_pixel_of_its_own(seats: int, pixels: int) -> None:
    for own in range(seats):
        pointed = [patterns.pixel_of(own, (own + steps) % seats, seats, pixels) for steps in range(seats)]
        assert pointed[0] == 0
        assert pointed == sorted(set(pointed)), "clockwise, no pixel twice"
        assert pointed[-1] < pixels
        for steps, pixel in enumerate(pointed):
            assert abs(pixel - steps * pixels / seats) <= 0.5


def test_the_seat_across_the_table_is_at_twelve_o_clock() -> None:
    assert patterns.pixel_of(1, 4, seats=6, pixels=24) == 12
    assert patterns.pixel_of(5, 0, seats=6, pixels=24) == 4


def test_more_seats_than_pixels_are_refused() -> None:
    with pytest.raises(ValueError, match="16 pixels cannot point at 17 seats"):
        patterns.pixel_of(0, 1, seats=17, pixels=16)


@pytest.mark.in_step
@given(st.floats(0.0, 1e7))
def test_the_next_step_is_always_later_and_never_far(time_s: float) -> None:
    step_s = patterns.next_step(time_s)
    assert time_s < step_s <= time_s + STEP_S
    assert patterns.next_step(step_s) == step_s + STEP_S


@pytest.mark.parametrize("pixels", SIZES)
def test_nothing_changes_between_two_steps(pixels: int) -> None:
    for name, pattern in {**night_patterns(pixels), **day_patterns(pixels)}.items():
        for step in range(40):
            start_s = step * STEP_S
            assert pattern(start_s) == pattern(start_s + 0.99 * STEP_S), name


def test_a_frame_is_its_rings_in_the_order_of_the_seats() -> None:
    rings = [patterns.cursor(16, target, 0.0, locked=True) for target in range(5)]
    frame = patterns.frame(rings)
    assert len(frame) == 5 * 16 * 3
    assert [frame[seat * 48 : (seat + 1) * 48] for seat in range(5)] == rings


# The law of the night


@pytest.mark.parametrize("pixels", SIZES)
def test_every_ring_sheds_the_same_light_at_every_moment_of_the_night(pixels: int) -> None:
    for name, pattern in night_patterns(pixels).items():
        for step in range(round(8.0 / STEP_S)):
            ring = pattern(step * STEP_S)
            assert len(ring) == pixels * 3
            colours = [ring[at : at + 3] for at in range(0, len(ring), 3)]
            assert colours.count(bytes(NIGHT)) == LIT, name
            assert colours.count(bytes(3)) == pixels - LIT, name


@given(
    pixels=st.sampled_from(SIZES),
    target=st.integers(0, 23),
    chosen=st.lists(st.integers(0, 23), max_size=23, unique=True),
    time_s=st.floats(0.0, 1e6),
)
def test_pointing_at_any_people_sheds_the_same_light(
    pixels: int, target: int, chosen: list[int], time_s: float
) -> None:
    target %= pixels
    chosen = [pixel for pixel in chosen if pixel < pixels and pixel != target]
    for ring in (
        patterns.cursor_several(pixels, chosen, target, time_s),
        patterns.several_seats(pixels, chosen, time_s),
    ):
        assert len(lit(ring)) == LIT
        assert sum(ring) == LIT * sum(NIGHT)


# No two messages look alike


@pytest.mark.parametrize("pixels", SIZES)
def test_all_messages_of_the_night_differ_within_two_seconds(pixels: int) -> None:
    said: dict[tuple[bytes, ...], str] = {}
    for name, pattern in messages(pixels).items():
        other = said.setdefault(seen(pattern), name)
        assert other == name, f"{name} looks like {other}"


@pytest.mark.parametrize("pixels", SIZES)
def test_two_targets_differ_at_every_moment(pixels: int) -> None:
    for time_s in TWO_SECONDS:
        rings = {
            (target, locked): patterns.cursor(pixels, target, time_s, locked)
            for target, locked in product(range(pixels), (False, True))
        }
        for (one, other), same in {
            (one, other): rings[one] == rings[other] for one, other in combinations(rings, 2)
        }.items():
            assert not same or one[0] == other[0]


@pytest.mark.parametrize("pixels", SIZES)
def test_words_lie_from_twelve_o_clock_on_and_of_two_the_first_lies_left(pixels: int) -> None:
    """For a player at six o'clock: clockwise to the left, then twelve, then right."""

    def middle(index: int, count: int) -> tuple[int, ...]:
        return lit(patterns.words(pixels, index, count, 0.0, locked=True))[1:3]

    left, top, right = ((hour * pixels // 4, hour * pixels // 4 + 1) for hour in (1, 2, 3))
    assert middle(0, 1) == middle(0, 3) == middle(0, 4) == top
    assert (middle(0, 2), middle(1, 2)) == (left, right)
    assert middle(1, 3) > top
    assert middle(2, 3) < top


@pytest.mark.parametrize("pixels", SIZES)
def test_what_is_locked_is_still_and_what_is_not_moves(pixels: int) -> None:
    def shapes(pattern: Callable[[float, bool], bytes], locked: bool) -> int:
        return len({pattern(time_s, locked) for time_s in TWO_SECONDS})

    choices: list[Callable[[float, bool], bytes]] = [
        lambda t, locked: patterns.cursor(pixels, 3, t, locked),
        lambda t, locked: patterns.nobody(pixels, t, locked),
        lambda t, locked: patterns.words(pixels, 1, 3, t, locked),
    ]
    for choice in choices:
        assert (shapes(choice, True), shapes(choice, False)) == (1, 2)


@pytest.mark.parametrize("pixels", SIZES)
def test_the_needle_has_the_person_in_the_middle_of_its_head(pixels: int) -> None:
    for target in range(pixels):
        beats = [set(lit(patterns.cursor(pixels, target, t, locked=False))) for t in (0.0, BEAT_S)]
        assert beats[0] & beats[1] == {target}
        assert {(target - 1) % pixels, (target + 1) % pixels} < beats[0]
        assert {(target - 2) % pixels, (target + 2) % pixels} < beats[1]


@pytest.mark.parametrize("pixels", SIZES)
def test_of_two_people_chosen_both_are_steady_and_every_choice_looks_different(pixels: int) -> None:
    said = {seen(cursor): name for name, cursor in cursors(pixels).items()}
    for chosen, target in product(range(pixels), repeat=2):
        if chosen == target:
            continue

        def pattern(time_s: float, chosen: int = chosen, target: int = target) -> bytes:
            return patterns.cursor_several(pixels, [chosen], target, time_s)

        name = f"{target} after {chosen}"
        assert set(lit(pattern(0.0))) & set(lit(pattern(BEAT_S))) == {chosen, target}
        other = said.setdefault(seen(pattern), name)
        assert other == name, f"{name} looks like {other}"


def test_several_people_are_shown_in_turn_a_second_each() -> None:
    turns = [patterns.several_seats(24, [3, 9, 20], second + 0.5) for second in range(6)]
    assert turns == 2 * [patterns.cursor(24, target, 0.0, locked=True) for target in (3, 9, 20)]


# Signs


@pytest.mark.parametrize("pixels", SIZES)
def test_a_sign_keeps_its_number_of_groups(pixels: int) -> None:
    for (groups, _), pattern in signs(pixels).items():
        assert {group_count(pattern(step * STEP_S)) for step in range(200)} == {groups}


def glances(pattern: Pattern, pixels: int, beats: int) -> set[tuple[bytes, ...]]:
    """All that can be seen of a pattern in so many beats, however the ring is turned: a person who does not
    know where the first pixel is sees only how lights lie and move."""
    cycle = [pattern(beat * BEAT_S) for beat in range(4 * pixels + beats)]
    return {turned_alike(cycle[beat : beat + beats]) for beat in range(4 * pixels)}


def turned_alike(rings: Sequence[bytes]) -> tuple[bytes, ...]:
    """The turn of the ring that sorts first."""
    return min(tuple(ring[at:] + ring[:at] for ring in rings) for at in range(0, len(rings[0]), 3))


@pytest.mark.parametrize("pixels", SIZES)
def test_a_glance_tells_every_sign_from_all_others_and_from_a_ring_that_sleeps(pixels: int) -> None:
    """In any second and a half of its cycle: that is as long as the Thief sees each of two cards."""
    patterns_seen = {str(sign): pattern for sign, pattern in signs(pixels).items()}
    patterns_seen["asleep"] = lambda t: patterns.asleep(pixels, t)
    said: dict[tuple[bytes, ...], str] = {}
    for name, pattern in patterns_seen.items():
        for glance in glances(pattern, pixels, round(SIGN_S / BEAT_S)):
            other = said.setdefault(glance, name)
            assert other == name, f"{name} looks like {other}"


def test_four_lights_do_not_go_slowly_round() -> None:
    """That is how a ring sleeps: one step a second would be the only difference."""
    assert set(product(GROUPS, MOTIONS)) - set(SIGNS) == {(4, "stroll"), (4, "saunter")}
    frames = [patterns.asleep(16, float(second)) for second in range(16)]
    assert frames == [frames[0][-3 * second :] + frames[0][: -3 * second] for second in range(16)]


@pytest.mark.parametrize(
    ("groups", "motion"), [(0, "still"), (5, "still"), (1, "jump"), (4, "stroll"), (4, "saunter")]
)
def test_a_sign_that_does_not_exist_is_an_error(groups: int, motion: str) -> None:
    with pytest.raises(ValueError, match="groups are 1 to 4, motions are still, clockwise") as error:
        patterns.sign(16, groups, motion, 0.0)
    assert f"{groups} groups moving {motion!r}" in str(error.value)


def test_every_card_of_every_rulebook_has_a_sign_of_its_own() -> None:
    """And some are left for roles of the house."""
    cards = list(dict.fromkeys(card for book in RULEBOOKS.values() for card in book.cards))
    taken = [card.sign for card in cards]
    assert len(set(taken)) == len(cards)
    assert set(taken) < set(SIGNS)


@pytest.mark.parametrize("pixels", SIZES)
def test_no_card_looks_like_yes_or_no_or_nobody(pixels: int) -> None:
    answers = {patterns.words(pixels, yes, 2, 0.0, locked=True): f"{yes=}" for yes in (0, 1)}
    answers[patterns.nobody(pixels, 0.0, locked=True)] = "nobody"
    assert len(answers) == 3
    for sign, pattern in signs(pixels).items():
        assert not set(seen(pattern)) <= set(answers), sign


# The day


@pytest.mark.parametrize("pixels", SIZES)
def test_states_of_the_day_differ_in_shape_or_motion_and_not_only_in_colour(pixels: int) -> None:
    def shape(pattern: Pattern) -> tuple[object, ...]:
        """Which pixels are lit, and which of them changed since the first moment."""
        first = pattern(0.0)
        return tuple(
            (lit(pattern(t)), tuple(now == then for now, then in zip(pattern(t), first, strict=True)))
            for t in TWO_SECONDS
        )

    shapes = {name: shape(pattern) for name, pattern in day_patterns(pixels).items()}
    assert len(set(shapes.values())) == len(shapes)


@pytest.mark.parametrize("pixels", SIZES)
def test_the_dead_are_dark_and_the_living_are_not(pixels: int) -> None:
    for name, pattern in day_patterns(pixels).items():
        for step in range(round(10.0 / STEP_S)):
            ring = pattern(step * STEP_S)
            assert len(ring) == pixels * 3
            assert (lit(ring) == ()) is (name == "dead")


@pytest.mark.parametrize("pixels", SIZES)
def test_by_day_one_end_of_a_needle_is_bright_and_it_is_the_tip(pixels: int) -> None:
    """The other end is far dimmer: nobody can mistake it for the tip."""
    for target, step in product(range(pixels), range(16)):
        for ring in (
            patterns.pointing(pixels, target, (), step * STEP_S),
            patterns.pointed(pixels, (target,), step * STEP_S),
        ):
            light = [sum(ring[3 * pixel : 3 * pixel + 3]) for pixel in range(pixels)]
            assert light.index(max(light)) == target
            assert sorted(light)[-2] * 4 < max(light)


@pytest.mark.parametrize("pixels", SIZES)
def test_by_day_what_is_locked_is_nearly_a_full_ring_and_stands_still(pixels: int) -> None:
    """Its shape is enough: no colour has to be told apart."""
    for target in range(pixels):
        locked = patterns.pointed(pixels, (target,), 0.0)
        assert all(patterns.pointed(pixels, (target,), step * STEP_S) == locked for step in range(24))
        assert set(range(pixels)) - set(lit(locked)) == {(target - 1) % pixels, (target + 1) % pixels}
        shapes = {lit(patterns.pointing(pixels, target, (), step * STEP_S)) for step in range(24)}
        assert len(shapes) == 2
        assert all(len(shape) <= 5 for shape in shapes)
    assert len(lit(patterns.pointed(pixels, (), 0.0))) == pixels


# Nothing flashes


def switched_off(pattern: Pattern, pixels: int) -> list[list[int]]:
    """For each pixel, when it went off within ten seconds, in hundredths of a second."""
    off: list[list[int]] = [[] for _ in range(pixels)]
    before = pattern(0.0)
    for hundredth in range(1, 1000):
        ring = pattern(hundredth / 100)
        if ring == before:
            continue
        for pixel in set(lit(before)) - set(lit(ring)):
            off[pixel].append(hundredth)
        before = ring
    return off


def flashes_too_much(pattern: Pattern, pixels: int) -> bool:
    """Whether a pixel goes off more than three times within some second."""
    return any(
        fourth - first < 100
        for moments in switched_off(pattern, pixels)
        for first, fourth in zip(moments, moments[3:], strict=False)
    )


@pytest.mark.parametrize("pixels", SIZES)
def test_no_pixel_flashes_more_than_three_times_a_second(pixels: int) -> None:
    for name, pattern in {**messages(pixels), **day_patterns(pixels)}.items():
        assert not flashes_too_much(pattern, pixels), name
    for chosen in range(1, pixels):
        assert not flashes_too_much(lambda t: patterns.cursor_several(pixels, [chosen], 0, t), pixels)  # noqa: B023


def test_a_pattern_that_flashes_too_much_would_be_noticed() -> None:
    def strobe(time_s: float) -> bytes:
        return bytes([255] * 48) if int(time_s * 8) % 2 else bytes(48)

    assert flashes_too_much(strobe, 16)
