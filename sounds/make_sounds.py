"""Makes the sounds of the table, each a WAV file beside this one: `python sounds/make_sounds.py`.

Nothing is recorded and nothing is taken from elsewhere: all is noise of seeded chance, filtered.
"""

from __future__ import annotations

import math
import random
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

RATE = 22_050
"""Samples a second: clicks of buttons lie below half of it."""
NIGHT_S = 16
LEVEL = 0.17
"""Of the whole: the root of the mean square, so that the loudest moments still fit."""
WARM_S = 1.0
"""So long a filter runs over the end before it begins, as if the sound had always been going round."""


def night() -> bytes:
    """Rain on the roofs of the hamlet, with a wind that swells twice. It never falls silent: a click is
    covered at any moment. Samples of 8 bits without a sign; the end goes over into the beginning."""
    count = RATE * NIGHT_S
    lots = random.Random("rain at night")
    white = [lots.uniform(-1, 1) for _ in range(count)]
    rain = minus(low_pass(white, 5_200), low_pass(white, 900))
    wind = low_pass(low_pass(white, 260), 420)
    drops = drips(lots, count, 45 * NIGHT_S)
    parts = ((rain, 0.62, 0.0), (wind, 0.45, 0.5), (drops, 0.35, 0.15))
    mixed = [0.0] * count
    for samples, share, swell in parts:
        strength = share / loudness(samples)
        for at, sample in enumerate(samples):
            mixed[at] += sample * strength * (1 - swell * math.cos(4 * math.pi * at / count))
    scale = 127 * LEVEL / loudness(mixed)
    return bytes(min(255, max(1, 128 + round(sample * scale))) for sample in mixed)


def low_pass(samples: Sequence[float], hertz: float) -> array[float]:
    """What is slower than `hertz`. The samples lie in a circle: before the first comes the last."""
    share = 1 - math.exp(-2 * math.pi * hertz / RATE)
    level = 0.0
    for sample in samples[-round(RATE * WARM_S) :]:
        level += share * (sample - level)
    passed = array("d", bytes(8 * len(samples)))
    for at, sample in enumerate(samples):
        level += share * (sample - level)
        passed[at] = level
    return passed


def minus(ones: Sequence[float], others: Sequence[float]) -> array[float]:
    return array("d", (one - other for one, other in zip(ones, others, strict=True)))


def drips(lots: random.Random, count: int, number: int) -> array[float]:
    """So many drops at random moments of the circle, each a short ring of its own pitch."""
    heard = array("d", bytes(8 * count))
    for _ in range(number):
        begins, hertz, loud = lots.randrange(count), lots.uniform(1_400, 5_000), lots.uniform(0.2, 1.0)
        for after in range(RATE // 80):
            ring = math.sin(2 * math.pi * hertz * after / RATE) * math.exp(-after * 450 / RATE)
            heard[(begins + after) % count] += loud * ring
    return heard


def loudness(samples: Sequence[float]) -> float:
    """The root of the mean square."""
    return math.sqrt(sum(sample * sample for sample in samples) / len(samples))


def write(path: Path, samples: bytes) -> None:
    """One channel of 8 bits."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(samples)


if __name__ == "__main__":
    write(Path(__file__).with_name("night.wav"), night())
