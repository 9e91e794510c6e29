"""Makes the sounds of the table, each a file beside this one: `python -m sounds.make_sounds`. With
`--measure` it makes nothing and prints the table of README.md: the length and loudness of each.

Nothing is recorded or taken from elsewhere: everything is arithmetic, and noise from seeded random numbers
(`blocks.py`). So the samples are the same on every machine; the Opus depends on the encoder's version."""

from __future__ import annotations

import argparse
import math
import random
import sys
import wave
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path

from hardware.voice.packing import decoded, encoded
from sounds import island, turned
from sounds.blocks import (
    RATE,
    Samples,
    add,
    band,
    between,
    burst,
    line,
    low_pass,
    minus,
    mixed,
    noise,
    resonance,
    ring,
    silence,
    sine,
    steady,
    strength,
    sung,
    swelling,
    times,
)

NIGHT_S = 12
BITS_A_SECOND = 96_000
"""Of a night."""
SHORT_BITS_A_SECOND = 48_000
"""Of an effect that is Opus."""
POWER = 0.0158
"""Loudness of every sound's audible part: 18 dB below full scale."""
PEAK = 0.7
"""Highest peak: 3.1 dB below full scale."""
BLOCK_S = 0.05
"""Seconds of a block in which loudness is measured."""


# Nights


def rain() -> Samples:
    """Rain on the roofs of the hamlet, and a wind that swells twice."""
    lots = random.Random("rain at night")
    white = noise(lots, NIGHT_S)
    drops = silence(NIGHT_S)
    for _ in range(45 * NIGHT_S):
        at_s, hertz, loud = NIGHT_S * lots.random(), between(lots, 1_400, 5_000), between(lots, 0.2, 1.0)
        add(drops, ring(hertz, 1 / 450, 0.0125), at_s, loud)
    wind = low_pass(low_pass(white, 260), 420)
    return mixed(
        ((band(white, 500, 5_000), 0.62), (swelling(wind, 0.5, 2), 0.45), (swelling(drops, 0.15, 2), 0.35))
    )


def crickets() -> Samples:
    """A meadow: leaves in a light wind, and four crickets."""
    lots = random.Random("a meadow at night")
    white = noise(lots, NIGHT_S)
    leaves = swelling(band(white, 320, 3_800), 0.25, 3)
    wind = swelling(low_pass(low_pass(white, 240), 380), 0.35, 2, 0.3)
    grass = minus(white, low_pass(white, 5_000))
    choir = silence(NIGHT_S)
    for hertz, chirps, pulses, loud in (
        (4_150, 19, 3, 1.0),
        (4_530, 23, 4, 0.7),
        (3_820, 14, 3, 0.5),
        (4_870, 31, 2, 0.35),
    ):
        begins_s = lots.random()
        rub = array("d", (sine(at / 900) * sine(hertz * at / RATE) for at in range(450)))
        for chirp in range(chirps):
            for pulse in range(pulses):
                add(choir, rub, begins_s + NIGHT_S * chirp / chirps + 0.036 * pulse, loud)
    return mixed(((leaves, 0.62), (wind, 0.35), (grass, 0.3), (choir, 0.22)))


def sea() -> Samples:
    """Waves on the sand of a lagoon, the wind in the trees behind, and far off the bell of a harbour."""
    lots = random.Random("a shore at night")
    white, other = noise(lots, NIGHT_S), noise(lots, NIGHT_S)
    surf = swelling(low_pass(low_pass(white, 500), 900), 0.35, 3)
    foam = swelling(band(other, 900, 5_500), 0.3, 3, 0.85)
    trees = band(white, 1_200, 7_000)
    bell = silence(NIGHT_S)
    for at_s, loud in ((2.1, 1.0), (3.0, 0.7), (8.6, 0.8)):
        for hertz, share, fades_s in ((523.0, 1.0, 1.1), (1_251.0, 0.5, 0.7), (1_568.0, 0.25, 0.4)):
            add(bell, ring(hertz, fades_s, 3.0, 0.004), at_s, loud * share)
    return mixed(((surf, 0.5), (foam, 0.5), (trees, 0.4), (low_pass(bell, 1_200), 0.1)))


def snow() -> Samples:
    """A wind that whistles round the houses, and snow that is blown against the shutters."""
    lots = random.Random("snow at night")
    white, other = noise(lots, NIGHT_S), noise(lots, NIGHT_S)
    count = len(white)
    low = resonance(white, lambda at: 430 + 110 * sine(at / count) + 45 * sine(3 * at / count), 110)
    high = resonance(other, lambda at: 980 + 190 * sine(at / count + 0.4) + 70 * sine(2 * at / count), 200)
    flakes = minus(white, low_pass(white, 3_500))
    air = band(other, 250, 3_800)
    return mixed(
        (
            (swelling(low, 0.4, 2), 0.34),
            (swelling(high, 0.4, 3, 0.2), 0.22),
            (air, 0.6),
            (swelling(flakes, 0.25, 2, 0.1), 0.42),
        )
    )


def hearth() -> Samples:
    """A fire in the hearth: it roars softly, hisses and crackles."""
    lots = random.Random("a fire at night")
    white, other = noise(lots, NIGHT_S), noise(lots, NIGHT_S)
    roar = swelling(low_pass(low_pass(white, 160), 260), 0.3, 3)
    hiss = swelling(band(other, 500, 5_500), 0.15, 2)
    crackles = silence(NIGHT_S)
    for _ in range(40 * NIGHT_S):
        at_s, loud, fades_s = NIGHT_S * lots.random(), lots.random(), between(lots, 0.0008, 0.006)
        add(crackles, burst(lots, fades_s, 0.02), at_s, 0.15 + 0.85 * loud * loud * loud)
    return mixed(((roar, 0.42), (hiss, 0.66), (band(crackles, 500, 6_500), 0.4)))


# Effects


def wolf() -> Samples:
    """A howl from the edge of the wood, and another that answers from farther."""
    throat = (1.0, 0.45, 0.22, 0.1, 0.05)
    near = sung(
        ((0, 290), (0.5, 505), (0.9, 530), (1.9, 515), (2.7, 380)),
        ((0, 0), (0.25, 0.7), (0.9, 1), (1.8, 0.8), (2.7, 0)),
        throat,
        0.008,
    )
    far = sung(
        ((0, 340), (0.45, 610), (1.4, 640), (2.1, 470)),
        ((0, 0), (0.4, 0.6), (1.3, 0.7), (2.1, 0)),
        throat[:3],
        0.01,
    )
    wood = silence(4.2)
    add(wood, near, 0.0)
    add(wood, far, 1.5, 0.3)
    hills = low_pass(wood, 1_400)
    for after_s, loud in ((0.13, 0.3), (0.29, 0.2), (0.5, 0.12)):
        add(wood, hills[: -round(RATE * after_s)], after_s, loud)
    return wood


def bear() -> Samples:
    """A growl from deep in the chest, in two breaths."""
    lots = random.Random("a bear")
    breaths = ((0, 0), (0.25, 0.8), (0.7, 0.55), (0.9, 0.6), (1.3, 1), (1.9, 0.6), (2.3, 0))
    pitch = [(0.05 * step, between(lots, 60, 78) - 3.0 * step / 10) for step in range(48)]
    chest = sung(pitch, breaths, [1 / overtone for overtone in range(1, 17)])
    count = len(chest)
    breath = times(noise(lots, 2.3), line(breaths, count))
    rough = array(
        "d", (0.65 + 0.35 * sine(27 * at / RATE + 0.2 * sine(7 * at / RATE)) for at in range(count))
    )
    growl = times(mixed(((chest, 1.0), (breath, 0.5))), rough)
    mouth = ((240, 90, 1.0), (560, 140, 0.75), (1_100, 260, 0.4))
    return mixed((resonance(growl, partial(steady, hertz), width), share) for hertz, width, share in mouth)


def dawn() -> Samples:
    """A cock crows, and the first birds answer."""
    lots = random.Random("birds at dawn")
    morning = silence(4.0)
    crow = sung(
        (
            *((0, 480), (0.16, 620), (0.2, 620), (0.22, 700), (0.38, 760), (0.42, 760), (0.44, 700)),
            *((0.6, 840), (1.0, 820), (1.5, 560)),
        ),
        (
            *((0, 0), (0.03, 0.7), (0.15, 0.7), (0.19, 0), (0.22, 0), (0.25, 0.8), (0.36, 0.8)),
            *((0.41, 0), (0.44, 0), (0.5, 1), (1.0, 0.9), (1.5, 0)),
        ),
        (0.7, 1.0, 0.8, 0.5, 0.3, 0.15),
    )
    add(morning, crow, 0.5)
    for bird in range(5):
        at_s, hertz = between(lots, 0.0, 0.7) + 0.55 * bird, between(lots, 2_600, 4_200)
        for note in range(3 + bird % 3):
            bend = between(lots, 0.75, 1.3)
            chirp = sung(((0, hertz), (0.09, hertz * bend)), ((0, 0), (0.03, 1), (0.09, 0)), (1.0, 0.1))
            add(morning, chirp, at_s + 0.13 * note, between(lots, 0.2, 0.5))
    return morning


def tick() -> Samples:
    """The last seconds of a clock: wood on wood."""
    heard = silence(0.12)
    for hertz, fades_s, loud in ((1_150, 0.014, 1.0), (2_300, 0.008, 0.4), (520, 0.016, 0.4)):
        add(heard, ring(hertz, fades_s, 0.115, 0.001), 0.0, loud)
    return heard


def gong() -> Samples:
    """A clock has run down: soft, and long."""
    heard = silence(2.6)
    for hertz, fades_s, loud in ((196, 0.9, 1.0), (311, 0.7, 0.5), (452, 0.5, 0.4), (680, 0.3, 0.25)):
        add(heard, ring(hertz, fades_s, 2.6, 0.006), 0.0, loud)
    return heard


def gavel() -> Samples:
    """Two knocks on the table of the council."""
    lots = random.Random("a gavel")
    heard = silence(0.6)
    for at_s, loud in ((0.0, 0.85), (0.21, 1.0)):
        for hertz, fades_s, share in ((310, 0.03, 1.0), (645, 0.02, 0.6), (1_420, 0.012, 0.3)):
            add(heard, ring(hertz, fades_s, 0.3, 0.001), at_s, loud * share)
        add(heard, low_pass(burst(lots, 0.012, 0.1), 2_400), at_s, 0.7 * loud)
    return heard


def card() -> Samples:
    """A card is drawn over cloth, and turned."""
    lots = random.Random("a card")
    drawn = band(noise(lots, 0.45), 1_200, 6_000)
    heard = times(drawn, line(((0, 0), (0.12, 0.5), (0.2, 0.9), (0.23, 0.1), (0.45, 0)), len(drawn)))
    add(heard, band(burst(lots, 0.014, 0.12), 700, 4_500), 0.24, 1.1)
    return heard


def drum() -> Samples:
    """A roll on a low drum, which swells: a card is about to turn over."""
    lots = random.Random("a drum")
    heard = silence(1.5)
    for stroke in range(22):
        at_s, loud = 0.06 * stroke + between(lots, 0.0, 0.006), 0.25 + 0.75 * (stroke / 21) ** 2
        for hertz, fades_s, share in ((110, 0.06, 1.0), (176, 0.035, 0.6), (262, 0.02, 0.4)):
            add(heard, ring(hertz, fades_s, 0.2, 0.002), at_s, loud * share)
        add(heard, band(burst(lots, 0.015, 0.06), 300, 2_500), at_s, 0.6 * loud)
    return heard


def chime() -> Samples:
    """Somebody has sat down: two small bells."""
    heard = silence(1.1)
    for at_s, hertz in ((0.0, 784), (0.12, 1_175)):
        for overtone, loud, fades_s in ((1.0, 1.0, 0.22), (2.76, 0.25, 0.08)):
            add(heard, ring(hertz * overtone, fades_s, 0.95, 0.003), at_s, loud)
    return heard


SOUNDS: Mapping[str, Mapping[str, Callable[[], Samples]]] = {
    "nights": {
        "thiercelieux": rain,
        "family": crickets,
        "tit-albert": sea,
        "best-of": snow,
        "mots-garous": hearth,
    },
    "effects": {
        "wolf": wolf,
        "bear": bear,
        "dawn": dawn,
        "tick": tick,
        "gong": gong,
        "gavel": gavel,
        "card": card,
        "chime": chime,
        "drum": drum,
    },
    "effects/turned": turned.CHARACTERS,
    "effects/won": turned.WINNERS,
    **{f"sets/tit-albert/{kind}": made for kind, made in island.SET.items()},
}
"""Folder, file name, and the function that makes it. Nights have the names of their rulebooks; a rulebook's
folder in `sets` has what it has instead of the same file in `effects`."""


# Files


def power(samples: Samples) -> float:
    """Perceived loudness: low tones weigh less, high ones more, blocks 20 dB below the loudest not at all. A
    mean square."""
    heard = minus(samples, low_pass(samples, 90))
    weighed = array(
        "d", (1.6 * one - 0.6 * slow for one, slow in zip(heard, low_pass(heard, 1_500), strict=True))
    )
    length = round(RATE * BLOCK_S)
    starts = range(0, max(1, len(weighed) - length + 1), length)
    blocks = [math.fsum(one * one for one in weighed[at : at + length]) / length for at in starts]
    kept = [block for block in blocks if block >= max(blocks) / 100]
    return math.fsum(kept) / len(kept)


def finished(samples: Samples) -> bytes:
    """The sound at the common loudness, or at the highest peak: 16 bits, signed, little-endian."""
    even = minus(samples, low_pass(samples, 20))
    factor = min(math.sqrt(POWER / power(even)), PEAK / max(abs(sample) for sample in even))
    written = array("h", (round(32_767 * factor * sample) for sample in even))
    if sys.byteorder == "big":
        written.byteswap()
    return written.tobytes()


def made(kind: str, name: str) -> bytes:
    """The samples of one file of `SOUNDS`, as written."""
    heard = SOUNDS[kind][name]()
    if kind == "nights":
        return finished(heard)
    # Fades in and out.
    count, edge = len(heard), RATE // 50
    return finished(times(heard, (min(1.0, at * 20 / edge, (count - 1 - at) / edge) for at in range(count))))


def path_of(kind: str, name: str) -> Path:
    """The file of a sound. What is always loaded is WAV, the others are Opus."""
    return Path(__file__).parent / kind / f"{name}.{'wav' if kind == 'effects' else 'opus'}"


def write(path: Path, samples: bytes) -> None:
    """Writes one channel, as Opus or as 16 bits."""
    if path.suffix == ".opus":
        bits_a_second = BITS_A_SECOND if path.parent.name == "nights" else SHORT_BITS_A_SECOND
        path.write_bytes(encoded(samples, RATE, bits_a_second, "audio"))
        return
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples)


def read(path: Path) -> Samples:
    """The samples of a file, from -1 to 1."""
    if path.suffix == ".opus":
        written = array("h", decoded(path, RATE))
    else:
        with wave.open(str(path), "rb") as file:
            written = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        written.byteswap()
    return array("d", (sample / 32_768 for sample in written))


# Measurements


def decibels(part: float) -> float:
    """Decibels of `part` of full scale."""
    return 20 * math.log10(part)


def figures(kind: str, name: str) -> str:
    """One line of the table: the measurements of a file."""
    heard = read(path := path_of(kind, name))
    steps = [abs(one - before) for before, one in pairwise(heard)]
    goes_round = kind == "nights" or kind.startswith("music/")
    seam = f"{abs(heard[0] - heard[-1]) / max(steps):.2f}" if goes_round else ""
    peak = decibels(max(abs(one) for one in heard))
    loud = decibels(math.sqrt(power(heard)))
    return (
        f"| `{kind}/{path.name}` | {len(heard) / RATE:.2f} | {peak:.1f} | {decibels(strength(heard)):.1f} "
        f"| {loud:.1f} | {seam} |"
    )


def table(sounds: Mapping[str, Iterable[str]]) -> str:
    """The table of README.md for these sounds, by folder."""
    return "\n".join(
        (
            "| file | length, s | peak, dBFS | RMS, dBFS | as an ear weighs it, dBFS | seam |",
            "| --- | --- | --- | --- | --- | --- |",
            *(figures(kind, name) for kind, names in sounds.items() for name in names),
        )
    )


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="make_sounds", description="Makes the sounds of the table.")
    asked.add_argument("--measure", action="store_true", help="make nothing: print how loud each is")
    if asked.parse_args().measure:
        print(table(SOUNDS))
        sys.exit()
    for kind, name in ((kind, name) for kind, sounds in SOUNDS.items() for name in sounds):
        path = path_of(kind, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, made(kind, name))
