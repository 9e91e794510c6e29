"""What a ring shows, as functions of time. Each returns the bytes of one ring: pixels x 3, R G B.

A ring is a map of the table seen from above, with its player at six o'clock: pixel 0 is at the player's own
place, the others follow clockwise. `pixels` is 16 or 24, `time_s` the time of the one clock, so that rings
showing the same move together.

The night has one rule: LIT pixels of the colour NIGHT in every pattern, at every moment. Every message gives
off the same light; messages differ in where the lights are and how they move:

    four beads on one side, drifting        nothing to do, or nothing to know
    a needle: three lights, one opposite    a person: the middle of the three points at them
    a bar of four                           a word of a list, at its hour
    two pairs beside one's own place        nobody
    lights stepping out and in              may still be changed; what is locked is still
    groups that keep their number           the sign of a card

Lights move on beats of BEAT_S and brightness on steps of STEP_S: a light that goes off stays off for a beat
and on for a beat, so nothing ever flashes more than twice a second."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple


class Colour(NamedTuple):
    """0 to 255 a channel."""

    red: int
    green: int
    blue: int

    def dimmed(self, brightness: float) -> Colour:
        """The same colour at `brightness`, 0.0 (dark) to 1.0 (as it is)."""
        return Colour(*(round(channel * brightness) for channel in self))


# Powers of two: times on the grid are exact and the next step is always later than now.
STEP_S = 0.125
"""Seconds between steps: a ring needs no new frame before `next_step`."""
BEAT_S = 2 * STEP_S

NIGHT = Colour(24, 12, 0)
LIT = 4

# The palette of Okabe and Ito, for colour-blind players.
ORANGE = Colour(230, 159, 0)
SKY_BLUE = Colour(86, 180, 233)
GREEN = Colour(0, 158, 115)
YELLOW = Colour(240, 228, 66)
BLUE = Colour(0, 114, 178)
VERMILLION = Colour(213, 94, 0)
PURPLE = Colour(204, 121, 167)
WHITE = Colour(255, 255, 255)

DAY_BRIGHTNESS = 0.35
TAIL_BRIGHTNESS = 0.15
"""Brightness of a needle by day, except its tip."""

MOTIONS = (
    "still",
    "clockwise",
    "anticlockwise",
    "swing",
    "hop",
    "sweep",
    "stroll",
    "saunter",
    "leap",
    "waltz",
)
GROUPS = (1, 2, 3, 4)
SIGNS = tuple(
    (groups, motion)
    for motion in MOTIONS
    for groups in GROUPS
    # Four single lights that rotate slowly look too much like an idle ring.
    if groups < 4 or motion not in ("stroll", "saunter")
)
"""The signs a card can have. One and a half seconds are enough to tell each from all others."""


# Time and place


def next_step(time_s: float) -> float:
    """The next moment after `time_s` at which a pattern may change."""
    return (math.floor(time_s / STEP_S) + 1) * STEP_S


def pixel_of(own: int, other: int, seats: int, pixels: int) -> int:
    """The pixel of `own`'s ring that points at seat `other`, of `seats` spread evenly round the table.

    Two seats never share a pixel. Raises `ValueError` if there are more seats than pixels.
    """
    if seats > pixels:
        raise ValueError(f"a ring of {pixels} pixels cannot point at {seats} seats")
    return _spread((other - own) % seats, seats, pixels)


def _spread(at: int, count: int, pixels: int) -> int:
    """The pixel of place `at` of `count` that are spread evenly round a ring."""
    return (2 * at * pixels + count) // (2 * count)


def frame(rings: Iterable[bytes]) -> bytes:
    """One frame of the whole table, from its rings in the order of the seats."""
    return b"".join(rings)


def _beat(time_s: float) -> int:
    return math.floor(time_s / BEAT_S)


def _ring(pixels: int, lit: Iterable[int], colour: Colour) -> bytes:
    """`lit` may run over the end of the ring on either side."""
    return _painted(pixels, tuple(lit), colour)


# A table shows the same few rings many times a second.
@lru_cache(128)
def _painted(pixels: int, lit: Sequence[int], colour: Colour) -> bytes:
    ring = bytearray(pixels * 3)
    for pixel in lit:
        at = pixel % pixels * 3
        ring[at : at + 3] = bytes(colour)
    return bytes(ring)


# The night: LIT pixels of the colour NIGHT


# All seats of a table ask this at the same moments.
@lru_cache(16)
def asleep(pixels: int, time_s: float) -> bytes:
    """Nothing to do and nothing to know: four beads in a row, unlit ones between them, that drift a pixel a
    second. No sign is on one side of the ring like this, so an idle ring is not taken for a card."""
    begin, step = _beat(time_s) // 4, pixels // 8
    return _ring(pixels, (begin + bead * step for bead in range(LIT)), NIGHT)


def cursor(pixels: int, target: int, time_s: float, locked: bool) -> bytes:
    """A needle that points at the pixel `target`: its head is three lights, its tail the one opposite.

    While the choice may still change the needle's outer lights step out and in; locked, it is still.
    """
    return _ring(pixels, _needle(pixels, target, 1 if locked else _stride(time_s)), NIGHT)


def cursor_several(pixels: int, chosen: Sequence[int], target: int, time_s: float) -> bytes:
    """The needle of one more choice, after those at the pixels `chosen`, which do not include `target`.

    A steady light at the person chosen (of several, at each in turn) replaces the needle's tail, unless that
    light is part of the needle's head. All chosen: `several_seats`.
    """
    if not chosen:
        return cursor(pixels, target, time_s, locked=False)
    *head, tail = _needle(pixels, target, _stride(time_s))
    mark = _in_turn(chosen, time_s)
    hidden = mark in (pixel % pixels for pixel in head)
    return _ring(pixels, (*head, tail if hidden else mark), NIGHT)


def several_seats(pixels: int, targets: Sequence[int], time_s: float, beats: int = 4) -> bytes:
    """The needle points at several people in turn, `beats` (at least 2) each. Without people: `nobody`."""
    if not targets:
        return nobody(pixels, time_s, locked=True)
    return cursor(pixels, _in_turn(targets, time_s, beats), time_s, locked=True)


def nobody(pixels: int, time_s: float, locked: bool) -> bytes:
    """Points at nobody: two pairs of lights, like hands, on either side of one's own place."""
    out = 0 if locked else _stride(time_s) - 1
    return _ring(pixels, (-2 - out, -1 - out, 1 + out, 2 + out), NIGHT)


def words(pixels: int, index: int, count: int, time_s: float, locked: bool) -> bytes:
    """A bar at word `index` of `count`: the first at twelve o'clock, the others clockwise, spread evenly; of
    two words the first lies left and the second right. Of more words than pixels some share a place.

    While the choice may still change the ends of the bar step out and in; locked, it is still.
    """
    first = pixels // 4 if count == 2 else pixels // 2
    start = first + _spread(index, count, pixels)
    out = 0 if locked else _stride(time_s) - 1
    return _ring(pixels, (start - 1 - out, start, start + 1, start + 2 + out), NIGHT)


@lru_cache(64)
def sign(pixels: int, groups: int, motion: str, time_s: float) -> bytes:
    """The sign of a card: the four lights in `groups` (1 to 4) groups, moving as one of MOTIONS says.

    "swing" goes to and fro without a rest, "sweep" over twice as wide an arc, "hop" jumps into the gaps and
    back, twice a second; "stroll" goes clockwise and "saunter" anticlockwise, a pixel a second. "leap" takes
    a step back and leaps clockwise into the middle of the next gap, once a second, so that no symmetry hides
    it; "waltz" takes three quick steps clockwise, then rests as long. Raises `ValueError` for a sign that is
    not in SIGNS.
    """
    if (groups, motion) not in SIGNS:
        raise ValueError(
            f"no sign has {groups} groups moving {motion!r}: "
            f"groups are 1 to 4, motions are {', '.join(MOTIONS)}; "
            "4 groups neither stroll nor saunter, which is too like a ring that sleeps"
        )
    beat = _beat(time_s)
    leap = pixels // (2 * groups)
    offset = {
        "still": 0,
        "clockwise": beat,
        "anticlockwise": -beat,
        "swing": (0, 1, 2, 1)[beat % 4],
        "sweep": (0, 1, 2, 3, 4, 3, 2, 1)[beat % 8],
        "hop": beat // 2 % 2 * (pixels // max(4, 2 * groups)),
        "stroll": beat // 4,
        "saunter": -(beat // 4),
        "leap": beat // 4 * (leap - 1) + (0, 0, 0, -1)[beat % 4],
        "waltz": beat // 5 * 3 + (0, 1, 2, 3, 3)[beat % 5],
    }[motion]
    return _groups(pixels, groups, offset % pixels)


def _stride(time_s: float) -> int:
    """How far lights that step out and in are out: 1 or 2 pixels."""
    return 1 + _beat(time_s) % 2


def _needle(pixels: int, target: int, stride: int) -> tuple[int, int, int, int]:
    """The needle's head and tail. The tail moves with the stride: a steady light there is a person already
    chosen."""
    return (target - stride, target, target + stride, target + pixels // 2 + stride - 1)


def _in_turn(targets: Sequence[int], time_s: float, beats: int = 4) -> int:
    """Cycles through `targets`, this many beats each."""
    return targets[_beat(time_s) // beats % len(targets)]


@cache
def _groups(pixels: int, groups: int, offset: int) -> bytes:
    """The four lights in groups whose beginnings are spread evenly round the ring, turned by `offset`."""
    sizes = {1: (4,), 2: (2, 2), 3: (2, 1, 1), 4: (1, 1, 1, 1)}[groups]
    begins = [offset + pixel_of(0, index, groups, pixels) for index in range(groups)]
    return _ring(
        pixels,
        (pixel for begin, size in zip(begins, sizes, strict=True) for pixel in range(begin, begin + size)),
        NIGHT,
    )


# The day: public, and a shape as well as a colour for each


@cache
def dead(pixels: int) -> bytes:
    """Dark."""
    return bytes(pixels * 3)


@lru_cache(16)
def condemned(pixels: int, time_s: float) -> bytes:
    """Condemned by the village: two torches, opposite each other, that go round with the beat."""
    torch, half = _beat(time_s), pixels // 2
    lit = [at + light for at in (torch, torch + half) for light in range(2)]
    return _ring(pixels, lit, VERMILLION.dimmed(DAY_BRIGHTNESS))


@lru_cache(16)
def lobby_breathing(pixels: int, time_s: float) -> bytes:
    """A free seat: the whole ring breathes, four seconds a breath, and never goes out."""
    breath = abs(time_s // STEP_S * STEP_S / 2 % 2 - 1)
    return _ring(pixels, range(pixels), SKY_BLUE.dimmed(0.04 + 0.26 * breath))


@lru_cache(16)
def taken(pixels: int, time_s: float) -> bytes:
    """Somebody sits here: a full ring with one gap that goes round."""
    gap = _beat(time_s) % pixels
    return _ring(pixels, range(gap + 2, gap + pixels), GREEN.dimmed(DAY_BRIGHTNESS))


def host(pixels: int, time_s: float) -> bytes:
    """The host sits here: as `taken`, with a second gap opposite the first."""
    gap = _beat(time_s) % pixels
    gaps = {(gap + step + half) % pixels for step in (0, 1) for half in (0, pixels // 2)}
    return _ring(pixels, sorted(set(range(pixels)) - gaps), GREEN.dimmed(DAY_BRIGHTNESS))


def light_at(pixels: int, pixel: int) -> bytes:
    """One light, to check its place. `pixel` may run over the end of the ring on either side."""
    return _ring(pixels, [pixel], ORANGE.dimmed(DAY_BRIGHTNESS))


@lru_cache(16)
def day(pixels: int, time_s: float, is_moon: bool = False) -> bytes:
    """Alive by day: a sun of a quarter ring that wanders a pixel every two seconds. `is_moon`: a moon, with a
    gap in its middle."""
    rises, quarter = _beat(time_s) // 8, pixels // 4
    lit = range(rises, rises + quarter + is_moon)
    return _ring(
        pixels,
        (pixel for pixel in lit if not (is_moon and pixel == rises + quarter // 2)),
        (SKY_BLUE if is_moon else ORANGE).dimmed(DAY_BRIGHTNESS),
    )


@cache
def captain(pixels: int, is_moon: bool = False) -> bytes:
    """The captain by day: a crown, every other pixel. `is_moon`: in the moon's colour, and open at twelve
    o'clock."""
    lit = (pixel for pixel in range(0, pixels, 2) if not (is_moon and pixel == pixels // 2))
    return _ring(pixels, lit, (SKY_BLUE if is_moon else YELLOW).dimmed(DAY_BRIGHTNESS))


@cache
def voteless(pixels: int, for_good: bool, is_moon: bool = False) -> bytes:
    """Alive by day and without a vote: two still lights, like hands, beside one's own place; for one day
    only, the same across the ring too."""
    half = pixels // 2
    hands = (-1, 1) if for_good else (-1, 1, half - 1, half + 1)
    return _ring(pixels, hands, (SKY_BLUE if is_moon else ORANGE).dimmed(DAY_BRIGHTNESS))


@cache
def ready(pixels: int) -> bytes:
    """Wants to vote: the half of the ring on the player's own side."""
    return _ring(pixels, range(-(pixels // 4), pixels // 4 + 1), BLUE.dimmed(DAY_BRIGHTNESS))


def pointing(pixels: int, target: int | None, chosen: Sequence[int], time_s: float) -> bytes:
    """A public choice that may still change: one bright white light points at the pixel `target`, and a dim
    tail behind it grows and shrinks. None: nobody, two dim pairs of lights on either side of one's own place
    that step out and in. Those at the pixels `chosen` before have a bright light, too."""
    stride = _stride(time_s)
    behind = (
        (-1 - stride, -stride, stride, 1 + stride) if target is None else range(target - 2 - stride, target)
    )
    tips = [*chosen, *([] if target is None else [target])]
    return _tipped(pixels, behind, ORANGE, tips)


def pointed(pixels: int, targets: Sequence[int], time_s: float) -> bytes:
    """A public choice that is locked: a full ring that is still, with a gap on either side of the one white
    light that points at the pixel of the person chosen; with several, at each in turn. For nobody: neither
    light nor gaps."""
    if not targets:
        return _tipped(pixels, range(pixels), GREEN, ())
    tip = _in_turn(targets, time_s)
    return _tipped(pixels, range(tip + 2, tip + pixels - 1), GREEN, (tip,))


def _tipped(pixels: int, lit: Iterable[int], colour: Colour, tips: Iterable[int]) -> bytes:
    """Dim lights of one colour, with bright white ones over them."""
    return _painted_over(pixels, tuple(lit), colour, tuple(tips))


@lru_cache(128)
def _painted_over(pixels: int, lit: Sequence[int], colour: Colour, tips: Sequence[int]) -> bytes:
    ring = bytearray(_painted(pixels, lit, colour.dimmed(TAIL_BRIGHTNESS)))
    for tip in tips:
        at = tip % pixels * 3
        ring[at : at + 3] = bytes(WHITE.dimmed(DAY_BRIGHTNESS))
    return bytes(ring)


@lru_cache(16)
def winner(pixels: int, time_s: float) -> bytes:
    """A winner: four colours that dance round the ring."""
    colours = [colour.dimmed(DAY_BRIGHTNESS) for colour in (ORANGE, SKY_BLUE, GREEN, PURPLE)]
    turned = (pixel - _beat(time_s) for pixel in range(pixels))
    return b"".join(bytes(colours[pixel % pixels * 4 // pixels]) for pixel in turned)


def answer(pixels: int, index: int, count: int, time_s: float) -> bytes:
    """The cursor of the player who answers by day: a bar at token `index` of `count`, the first at twelve
    o'clock. The amount and colour of light never change, so neighbours do not see an answer coming."""
    start = pixels // 2 + pixel_of(0, index, count, pixels)
    out = _stride(time_s) - 1
    return _ring(
        pixels, (start - 1 - out, start, start + 1, start + 2 + out), SKY_BLUE.dimmed(DAY_BRIGHTNESS)
    )


@cache
def yes_or_no(pixels: int) -> bytes:
    """Says yes or no, and nobody sees which: two still pairs of lights, left and right."""
    quarter = pixels // 4
    lit = (quarter - 1, quarter, -quarter, 1 - quarter)
    return _ring(pixels, lit, SKY_BLUE.dimmed(DAY_BRIGHTNESS))


@cache
def floor(pixels: int) -> bytes:
    """Has the floor: pairs of lights all round."""
    lit = (pixel for pixel in range(pixels) if pixel % 4 < 2)
    return _ring(pixels, lit, SKY_BLUE.dimmed(DAY_BRIGHTNESS))


TOKENS = ("yes", "no", "maybe", "so_close", "way_off", "correct")


def token(pixels: int, kind: str, time_s: float) -> bytes:
    """The answer a player got, one of TOKENS. Colour, shape and motion differ: the whole ring for a yes, two
    quarters across for a no, a half that swings, a gap that goes round, three lights that hop from side to
    side, and for the word found a wheel."""
    half, quarter, beat = pixels // 2, pixels // 4, _beat(time_s)
    everywhere = set(range(pixels))
    lit, colour = {
        "yes": (everywhere, GREEN),
        "no": ({*range(quarter), *range(half, half + quarter)}, SKY_BLUE),
        "maybe": (set(range((0, 1, 2, 1)[beat % 4], (0, 1, 2, 1)[beat % 4] + half)), YELLOW),
        "so_close": (everywhere - {beat % pixels, (beat + 1) % pixels}, PURPLE),
        "way_off": ({beat // 2 % 2 * half + step for step in (-1, 0, 1)}, WHITE),
        "correct": ({pixel for pixel in everywhere if (pixel - beat // 2) % 4 < 2}, ORANGE),
    }[kind]
    return _ring(pixels, lit, colour.dimmed(DAY_BRIGHTNESS))
