"""Makes the music of the table, an Opus file each in `music/RULEBOOK`: `python -m sounds.make_music`. With
`--measure` it makes nothing and prints the table of README.md.

Nothing is recorded or taken from elsewhere: a scale, a row of chords and seeded random numbers make each
tune, of some bars that go round. The samples are the same on every machine; their Opus depends on the
encoder's version.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hardware.voice.packing import encoded
from sounds.blocks import RATE, Samples, add, burst, low_pass, ring, silence
from sounds.island import Stroke, sega
from sounds.make_sounds import finished, table

BITS_A_SECOND = 40_000
PHRASE_BARS = 8
"""Bars of a phrase, where a tune has phrases that come back."""


class Manner(NamedTuple):
    """How a rulebook sounds. `root`: in hertz; `scale`: semitones above it; `chords`: degrees of the scale,
    one a bar; `beats`: of a bar; `fades_s`: how long a string rings; `overtones`: strength of each; `lilt`:
    how likely a note is in each part of a beat; `phrases`: a letter each, the same letter is the same
    melody; `drums`: the strokes of a bar."""

    root: float
    scale: tuple[int, ...]
    chords: tuple[int, ...]
    beats: int
    fades_s: float
    overtones: tuple[float, ...]
    lilt: tuple[float, ...] = (1, 1)
    bars: int = 16
    phrases: str = ""
    drums: Callable[[random.Random, int], Iterable[Stroke]] | None = None


class Mood(NamedTuple):
    """How a phase sounds. `tempo`: beats a minute; `plays`: how likely a note is, on a beat and between two;
    `octave`: of the melody; `drum`: strength of the drum; `drums`: strength of the island's."""

    tempo: float
    plays: tuple[float, float]
    octave: int
    drum: float
    drums: float


DORIAN = (0, 2, 3, 5, 7, 9, 10)
MAJOR, PENTATONIC, MINOR = (0, 2, 4, 5, 7, 9, 11), (0, 2, 4, 7, 9), (0, 2, 3, 5, 7, 8, 11)
MANNERS = {
    # A lute in an old mode.
    "thiercelieux": Manner(146.8, DORIAN, (0, 0, 6, 0, 3, 2, 6, 0), 3, 0.45, (1, 0.5, 0.3, 0.2)),
    # A music box.
    "family": Manner(196.0, PENTATONIC, (0, 3, 0, 4, 1, 3, 4, 0), 4, 0.35, (1, 0.1, 0.4)),
    # A sega: a guitar between ravanne, maravanne and triangle.
    "tit-albert": Manner(
        *(174.6, MAJOR, (0, 0, 3, 3, 4, 4, 0, 0, 0, 5, 3, 3, 1, 4, 0, 0), 2, 0.3, (1, 0.5, 0.3, 0.15, 0.08)),
        lilt=(1, 0.5, 1.5),
        bars=32,
        phrases="ABAC",
        drums=sega,
    ),
    # Bells in the snow.
    "best-of": Manner(164.8, MINOR, (0, 5, 3, 4, 0, 5, 4, 0), 4, 0.7, (1, 0, 0.45, 0, 0.25)),
    # A harpsichord that is in on the joke.
    "mots-garous": Manner(220.0, MAJOR, (0, 4, 5, 3, 0, 3, 4, 0), 4, 0.18, (1, 0.7, 0.5, 0.4)),
}
MOODS = {
    "lobby": Mood(84, (0.75, 0.3), 1, 0.0, 0.55),
    "day": Mood(66, (0.35, 0.1), 0, 0.35, 0.3),
    "over": Mood(112, (0.9, 0.5), 1, 0.2, 0.9),
}


def tune(rulebook: str, phase: str) -> Samples:
    """The music of a phase, as a loop."""
    manner, mood = MANNERS[rulebook], MOODS[phase]
    lots = random.Random(f"music of {rulebook}, {phase}")
    parts = len(manner.lilt)
    part_s = 60 / parts / mood.tempo
    bar_s = parts * manner.beats * part_s
    loop = silence(manner.bars * bar_s)
    steps = len(manner.scale)
    at = 0
    for bar in range(manner.bars):
        if manner.phrases and bar % PHRASE_BARS == 0:
            lots, at = random.Random(f"{rulebook}, {phase}, {manner.phrases[bar // PHRASE_BARS]}"), 0
        chord, begins_s = manner.chords[bar % len(manner.chords)], bar * bar_s
        add(loop, pluck(manner, chord - 2 * steps, 2.2), begins_s, 0.9)
        add(loop, pluck(manner, chord + 2 - steps, 1.5), begins_s + bar_s / 2, 0.35)
        if manner.drums:
            for after, sound, loud in manner.drums(lots, bar):
                add(loop, sound, begins_s + after * part_s, mood.drums * loud)
        elif mood.drum:
            for beat_s in (0.0, bar_s / 2):
                add(loop, low_pass(burst(lots, 0.05, 0.3), 140), begins_s + beat_s, 9 * mood.drum)
        for part in range(parts * manner.beats):
            if lots.random() >= mood.plays[min(part % parts, 1)] * manner.lilt[part % parts]:
                continue
            # On the first beat a note of the chord, else a step or a small leap from the last one.
            at = chord + lots.choice((0, 2, 4)) if part == 0 else at + lots.choice((-2, -1, -1, 1, 1, 2))
            at = max(-1, min(steps + 3, at))
            loud = (0.8 if part % parts == 0 else 0.55) * (0.9 + 0.2 * lots.random())
            add(loop, pluck(manner, at + mood.octave * steps - steps, 1.2), begins_s + part * part_s, loud)
    return loop


@cache
def pluck(manner: Manner, degree: int, seconds: float) -> Samples:
    """A string of the scale; degree 0 is the root, an octave above the lowest of a melody."""
    octave, step = divmod(degree, len(manner.scale))
    hertz = 2 * manner.root * 2 ** (octave + manner.scale[step] / 12)
    sums = silence(seconds)
    for number, strength in enumerate(manner.overtones, 1):
        if strength and number * hertz < RATE / 2.5:
            add(sums, ring(number * hertz, manner.fades_s / number**0.5, seconds, 0.003), 0.0, strength)
    return sums


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        print(table({f"music/{rulebook}": MOODS for rulebook in MANNERS}))
        sys.exit()
    for rulebook in MANNERS:
        folder = Path(__file__).parent / "music" / rulebook
        folder.mkdir(parents=True, exist_ok=True)
        for phase in MOODS:
            path = folder / f"{phase}.opus"
            path.write_bytes(encoded(finished(tune(rulebook, phase)), RATE, BITS_A_SECOND, "audio"))
            print(path, file=sys.stderr)
