"""What sounds are made of: arithmetic, filters, struck and sung tones.

All functions give the same results on every machine (sine and exponential are our own). A sound is a list of
samples, at 22,050 a second; frequencies are in hertz, times in seconds.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

Samples: TypeAlias = "array[float]"
Points: TypeAlias = Sequence[tuple[float, float]]
"""Points of a piecewise line: times, and the value at each."""

RATE = 22_050
"""Samples a second: the clicks of buttons are below half of it."""
WARM_S = 1.0
"""Seconds of the end that a filter runs over first, so that loops have no seam."""


# Arithmetic


def exp(power: float) -> float:
    """e to a power."""
    halved, part, term = power / 1024, 1.0, 1.0
    for number in range(1, 10):
        term *= halved / number
        part += term
    for _ in range(10):
        part *= part
    return part


def _sines() -> list[float]:
    """One turn in 4096 steps and one more: the first by series, the others by rotation."""
    step = 2 * math.pi / 4096
    sine = step - step * step * step / 6
    cosine = 1 - step * step / 2 + step * step * step * step / 24
    turned, x, y = [0.0], 1.0, 0.0
    for _ in range(4096):
        x, y = x * cosine - y * sine, x * sine + y * cosine
        turned.append(y)
    return turned


SINES = _sines()


def sine(turns: float) -> float:
    """The sine of an angle in whole turns, from 0 on."""
    at = (turns % 1.0) * 4096
    whole = int(at)
    low = SINES[whole]
    return low + (SINES[whole + 1] - low) * (at - whole)


def between(lots: random.Random, low: float, high: float) -> float:
    return low + (high - low) * lots.random()


def silence(seconds: float) -> Samples:
    return array("d", bytes(8 * round(RATE * seconds)))


def noise(lots: random.Random, seconds: float) -> Samples:
    return array("d", (2 * lots.random() - 1 for _ in range(round(RATE * seconds))))


def line(points: Points, count: int) -> Samples:
    """The line's value at each of `count` samples."""
    drawn = array("d")
    at = 0
    for number in range(count):
        moment = number / RATE
        while at < len(points) - 2 and moment >= points[at + 1][0]:
            at += 1
        (began, low), (ends, high) = points[at], points[at + 1]
        share = min(1.0, max(0.0, (moment - began) / (ends - began)))
        drawn.append(low + (high - low) * share)
    return drawn


# Filters. Samples form a circle: before the first comes the last.


def low_pass(samples: Samples, hertz: float) -> Samples:
    """Keeps frequencies below `hertz`."""
    share = 1 - exp(-2 * math.pi * hertz / RATE)
    level = 0.0
    for sample in samples[-round(RATE * WARM_S) :]:
        level += share * (sample - level)
    passed = array("d")
    for sample in samples:
        level += share * (sample - level)
        passed.append(level)
    return passed


def band(samples: Samples, low: float, high: float) -> Samples:
    """Keeps frequencies between two limits."""
    softer = low_pass(low_pass(samples, high), high)
    return minus(softer, low_pass(softer, low))


def resonance(samples: Samples, hertz: Callable[[int], float], width: float) -> Samples:
    """Resonates near a frequency, which may differ at each sample."""
    stays = 1 - math.pi * width / RATE
    one = two = 0.0
    turned = 0.0
    passed = array("d")
    count, warm = len(samples), min(len(samples), round(RATE * WARM_S))
    for number in range(-warm, count):
        if number % 32 == 0 or number == -warm:
            turned = 2 * stays * sine(hertz(number % count) / RATE + 0.25)
        one, two = samples[number] * (1 - stays) + turned * one - stays * stays * two, one
        if number >= 0:
            passed.append(one)
    return passed


def steady(hertz: float, _: int) -> float:
    """The same frequency at each sample."""
    return hertz


def minus(ones: Samples, others: Samples) -> Samples:
    return array("d", (one - other for one, other in zip(ones, others, strict=True)))


def times(ones: Samples, others: Iterable[float]) -> Samples:
    return array("d", (one * other for one, other in zip(ones, others, strict=True)))


def strength(samples: Samples) -> float:
    """The root mean square."""
    return math.sqrt(math.fsum(sample * sample for sample in samples) / len(samples))


def mixed(parts: Iterable[tuple[Samples, float]]) -> Samples:
    """A mix, each part with its share of the strength."""
    sums: Samples | None = None
    for samples, share in parts:
        factor = share / strength(samples)
        if sums is None:
            sums = array("d", bytes(8 * len(samples)))
        for at, sample in enumerate(samples):
            sums[at] += sample * factor
    assert sums is not None
    return sums


def bent(samples: Samples) -> Samples:
    """Bends peaks, so that the whole can be louder: none is more than three times as high as the whole is
    strong."""
    most = 3 * strength(samples)
    return array("d", (sample / (1 + abs(sample) / most) for sample in samples))


def swelling(samples: Samples, depth: float, turns: int, lag: float = 0.0) -> Samples:
    """Volume that rises and falls, this many times in the loop."""
    count = len(samples)
    return times(samples, (1 - depth * sine(turns * at / count + 0.25 + lag) for at in range(count)))


def add(sums: Samples, sound: Samples, at_s: float, loud: float = 1.0) -> None:
    """Adds a sound to a loop."""
    begins, count = round(at_s * RATE), len(sums)
    for after, sample in enumerate(sound):
        sums[(begins + after) % count] += loud * sample


# Building blocks


def ring(hertz: float, fades_s: float, seconds: float, rises_s: float = 0.0005) -> Samples:
    """A struck tone that fades."""
    fades, rises = exp(-1 / (fades_s * RATE)), exp(-1 / (rises_s * RATE))
    loud, still = 1.0, 1.0
    rung = array("d")
    for after in range(round(RATE * seconds)):
        rung.append(sine(hertz * after / RATE) * loud * (1 - still))
        loud *= fades
        still *= rises
    return rung


def burst(lots: random.Random, fades_s: float, seconds: float) -> Samples:
    """A struck noise that fades."""
    fades, loud = exp(-1 / (fades_s * RATE)), 1.0
    heard = array("d")
    for _ in range(round(RATE * seconds)):
        heard.append((2 * lots.random() - 1) * loud)
        loud *= fades
    return heard


def sung(hertz: Points, loud: Points, overtones: Sequence[float], trembles: float = 0.0) -> Samples:
    """A voice: pitch and loudness over time, and the strength of each overtone."""
    count = round(RATE * loud[-1][0])
    turns = 0.0
    heard = array("d")
    for number, (pitch, level) in enumerate(zip(line(hertz, count), line(loud, count), strict=True)):
        turns += pitch * (1 + trembles * sine(5.3 * number / RATE)) / RATE
        together = 0.0
        for overtone, share in enumerate(overtones, 1):
            together += share * sine(overtone * turns)
        heard.append(level * together)
    return heard
