"""The sounds of cards that turn face up, one for each character, and of those who have won.

Each character has an instrument and a few notes of its own, or a voice; all sound for the same time.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sounds.blocks import (
    RATE,
    Points,
    Samples,
    add,
    band,
    bent,
    between,
    burst,
    line,
    low_pass,
    mixed,
    noise,
    resonance,
    ring,
    silence,
    sine,
    steady,
    sung,
    times,
)

TURNED_S = 1.0
"""Seconds of a character."""
WON_S = 5.0
"""Seconds of applause."""

# Instruments that are struck: for each tone its frequency as a multiple, how loud it is, how long it fades.

Instrument = Sequence[tuple[float, float, float]]
BELL: Instrument = ((1, 1, 0.35), (2.4, 0.5, 0.2), (2.99, 0.35, 0.16), (4.2, 0.2, 0.1))
CHIME: Instrument = ((1, 1, 0.3), (2.76, 0.25, 0.08))
GLASS: Instrument = ((1, 1, 0.25), (2.32, 0.4, 0.12), (4.25, 0.2, 0.06))
HARP: Instrument = ((1, 1, 0.28), (2, 0.45, 0.18), (3, 0.25, 0.12), (4, 0.12, 0.08))
MUSIC_BOX: Instrument = ((1, 1, 0.2), (3.9, 0.35, 0.05))
WOOD: Instrument = ((1, 1, 0.035), (2.3, 0.6, 0.02), (4.6, 0.3, 0.012))
IRON: Instrument = ((1, 1, 0.3), (1.52, 0.8, 0.26), (2.36, 0.7, 0.22), (3.41, 0.6, 0.15), (5.1, 0.4, 0.1))
COIN: Instrument = ((1, 1, 0.06), (1.37, 0.7, 0.05), (2.12, 0.5, 0.03))

# Instruments that are blown, and throats: the strength of each overtone.

HORN = (0.8, 1, 0.7, 0.5, 0.35, 0.2)
FLUTE = (1, 0.18, 0.06)
REED = (0.7, 0.25, 1, 0.2, 0.6, 0.15, 0.35)
CHOIR = (1, 0.35, 0.2, 0.08)
THROAT = (1, 0.45, 0.22, 0.1, 0.05)
MUZZLE = (0.6, 1, 0.8, 0.55, 0.4, 0.3, 0.2, 0.12)

Notes = Sequence[tuple[float, float, float]]
"""When each note begins, its frequency, and for a struck one how loud it is, for a blown one how long."""


def struck(instrument: Instrument, notes: Notes) -> Samples:
    """Notes on an instrument that is struck or plucked."""
    heard = silence(TURNED_S)
    for at_s, hertz, loud in notes:
        for multiple, share, fades_s in instrument:
            if multiple * hertz < RATE / 2.5:
                add(heard, ring(multiple * hertz, fades_s, TURNED_S - at_s, 0.001), at_s, loud * share)
    return heard


def blown(instrument: Sequence[float], notes: Notes, trembles: float = 0.004) -> Samples:
    """Notes on an instrument that is blown, or sung."""
    heard = silence(TURNED_S)
    for at_s, hertz, lasts_s in notes:
        loud = ((0, 0), (0.03, 1), (0.7 * lasts_s, 0.8), (lasts_s, 0))
        add(heard, sung(((0, hertz), (lasts_s, hertz)), loud, instrument, trembles), at_s)
    return heard


def cried(throat: Sequence[float], cries: Sequence[tuple[float, Points]], trembles: float = 0.008) -> Samples:
    """Cries of an animal: when each begins, and its pitch over time."""
    heard = silence(TURNED_S)
    for at_s, pitch in cries:
        lasts_s = pitch[-1][0]
        loud = ((0, 0), (0.2 * lasts_s, 0.9), (0.6 * lasts_s, 1), (lasts_s, 0))
        add(heard, sung(pitch, loud, throat, trembles), at_s)
    return heard


def howl(*cries: tuple[float, float]) -> Samples:
    """One or more wolves: where each howl begins and ends, and its highest note."""
    return cried(
        THROAT,
        [(0.0, ((0, low), (0.25, high), (0.6, 0.98 * high), (TURNED_S, 0.75 * high))) for low, high in cries],
    )


def growled(pitch: float, rough: float) -> Samples:
    """A large animal, or an angry one. `rough`: how often in a second its breath stops."""
    lots, loud = random.Random("a growl"), ((0, 0), (0.15, 1), (0.6, 0.8), (TURNED_S, 0))
    chest = sung(((0, pitch), (0.4, 1.15 * pitch), (TURNED_S, 0.8 * pitch)), loud, MUZZLE, 0.02)
    breath = times(noise(lots, TURNED_S), line(loud, len(chest)))
    torn = array("d", (0.6 + 0.4 * sine(rough * at / RATE) for at in range(len(chest))))
    growl = times(mixed(((chest, 1.0), (breath, 0.4))), torn)
    mouth = ((420.0, 160, 1.0), (950.0, 240, 0.6))
    return bent(
        mixed((resonance(growl, partial(steady, hertz), width), share) for hertz, width, share in mouth)
    )


def bubbles() -> Samples:
    """Something boils in a kettle."""
    lots, heard = random.Random("a kettle"), silence(TURNED_S)
    for bubble in range(16):
        hertz, lasts_s = between(lots, 260, 620), between(lots, 0.05, 0.09)
        rises = ((0, hertz), (lasts_s, 1.9 * hertz))
        add(
            heard,
            sung(rises, ((0, 0), (0.01, 1), (lasts_s, 0)), FLUTE),
            0.055 * bubble,
            between(lots, 0.4, 1),
        )
    return heard


def flames() -> Samples:
    """Something catches fire."""
    lots = random.Random("flames")
    air = band(noise(lots, TURNED_S), 180, 1_600)
    heard = times(air, line(((0, 0), (0.2, 1), (0.4, 0.6), (TURNED_S, 0)), len(air)))
    for _ in range(30):
        add(heard, burst(lots, 0.003, 0.02), between(lots, 0.1, 0.95), between(lots, 0.1, 0.4))
    return bent(heard)


def bleat() -> Samples:
    """A goat."""
    cry = cried(MUZZLE, ((0.0, ((0, 420), (0.1, 520), (0.8, 430))),))
    return times(cry, (0.6 + 0.4 * sine(9.5 * at / RATE) for at in range(len(cry))))


def slide() -> Samples:
    """A whistle with a slide, up and all the way down."""
    return cried(FLUTE, ((0.0, ((0, 600), (0.3, 1_300), (0.9, 280))),))


def caw() -> Samples:
    """A raven, twice."""
    cry = cried(MUZZLE, [(at_s, ((0, 560), (0.08, 610), (0.3, 430))) for at_s in (0.0, 0.42)], 0.03)
    torn = times(cry, (0.5 + 0.5 * sine(68 * at / RATE) for at in range(len(cry))))
    return resonance(torn, partial(steady, 1_250.0), 500)


CHARACTERS: Mapping[str, Callable[[], Samples]] = {
    "any": partial(struck, CHIME, ((0, 523, 0.8), (0.16, 659, 1))),
    "villager": partial(struck, BELL, ((0, 392, 1), (0.3, 330, 0.9))),
    "villager_villager": partial(struck, BELL, ((0, 392, 1), (0.25, 392, 0.8), (0.5, 330, 0.9))),
    # Packs.
    "werewolf": partial(howl, (260, 480)),
    "white_werewolf": partial(howl, (430, 780)),
    "accursed_wolf_father": partial(howl, (200, 330), (260, 495)),
    "big_bad_wolf": partial(growled, 92, 31),
    "minion": partial(howl, (380, 560)),
    "wolf_hound": partial(
        cried, MUZZLE, [(at, ((0, 330), (0.04, 460), (0.15, 210))) for at in (0.0, 0.3, 0.5)]
    ),
    "wild_child": partial(
        cried, FLUTE, ((0.0, ((0, 620), (0.1, 930), (0.2, 930))), (0.3, ((0, 700), (0.4, 1_050))))
    ),
    # Those who know.
    "seer": partial(struck, GLASS, ((0, 1_047, 1), (0.1, 1_319, 0.9), (0.2, 1_568, 0.8), (0.3, 2_093, 0.8))),
    "fortune_teller": partial(struck, GLASS, ((0, 1_568, 1), (0.12, 1_319, 0.9), (0.24, 1_760, 0.9))),
    "apprentice": partial(struck, GLASS, ((0, 1_047, 1), (0.16, 1_568, 0.9))),
    "beholder": partial(struck, GLASS, ((0, 880, 1), (0.3, 880, 0.7))),
    "mayor": partial(blown, HORN, ((0, 392, 0.25), (0.28, 523, 0.6))),
    "mason": partial(struck, WOOD, ((0, 620, 1), (0.2, 620, 0.8), (0.3, 620, 0.8))),
    "fox": partial(cried, THROAT, [(at, ((0, 720), (0.05, 1_120), (0.16, 640))) for at in (0.0, 0.22, 0.44)]),
    "bear_tamer": partial(growled, 66, 24),
    # Those who do something.
    "witch": bubbles,
    "hunter": partial(blown, HORN, ((0, 294, 0.2), (0.22, 440, 0.75))),
    "cupid": partial(
        struck, HARP, [(0.07 * at, hertz, 0.9) for at, hertz in enumerate((392, 494, 587, 784, 988, 1_175))]
    ),
    "defender": partial(struck, IRON, ((0, 233, 1),)),
    "rusty_knight": partial(struck, IRON, ((0, 415, 1), (0.13, 523, 0.8), (0.34, 370, 0.9))),
    "thief": partial(
        struck,
        COIN,
        [(0.07 * at, hertz, 0.9) for at, hertz in enumerate((2_900, 3_300, 2_700, 3_500, 3_100, 2_800))],
    ),
    "raven": caw,
    "pyromaniac": flames,
    "baker": partial(struck, CHIME, ((0, 1_568, 1),)),
    "devoted_servant": partial(struck, CHIME, [(0.09 * at, 1_760 + 120 * (at % 2), 0.9) for at in range(6)]),
    "piper": partial(
        blown,
        FLUTE,
        ((0, 784, 0.12), (0.12, 880, 0.12), (0.24, 784, 0.12), (0.36, 880, 0.12), (0.48, 1_175, 0.5)),
    ),
    "actor": partial(blown, HORN, ((0, 392, 0.12), (0.13, 392, 0.12), (0.26, 392, 0.12), (0.39, 523, 0.55))),
    "stuttering_judge": partial(
        struck, WOOD, ((0, 310, 0.7), (0.1, 310, 0.7), (0.2, 310, 0.7), (0.5, 250, 1))
    ),
    # Those who are somebody.
    "elder": partial(struck, WOOD, ((0, 240, 1), (0.3, 240, 0.9), (0.6, 240, 0.8))),
    "little_girl": partial(
        struck, MUSIC_BOX, ((0, 1_047, 1), (0.15, 1_319, 0.9), (0.3, 1_568, 0.9), (0.45, 1_397, 0.9))
    ),
    "scapegoat": bleat,
    "village_idiot": slide,
    "angel": partial(
        blown, CHOIR, [(0.1 * at, hertz, 0.9 - 0.1 * at) for at, hertz in enumerate((523, 659, 784))]
    ),
    "two_sisters": partial(
        blown, FLUTE, ((0, 587, 0.3), (0, 740, 0.3), (0.32, 659, 0.55), (0.32, 831, 0.55))
    ),
    "three_brothers": partial(blown, REED, ((0, 196, 0.28), (0.28, 247, 0.28), (0.56, 294, 0.4))),
    "prejudiced_manipulator": partial(blown, REED, ((0, 262, 0.4), (0.2, 277, 0.6))),
    "thing": partial(struck, WOOD, ((0, 880, 0.8), (0.08, 740, 0.8), (0.4, 880, 1))),
    "doppelganger": partial(struck, HARP, ((0, 440, 1), (0.12, 440, 0.6), (0.3, 440, 0.35))),
}
"""The sound of each character; `any`: of all that have none, such as an owner's."""


# Those who have won


def claps(lots: random.Random, a_second: float) -> Samples:
    """Hands, this many in a second where they are most."""
    hands = silence(WON_S)
    for _ in range(round(WON_S * a_second)):
        # Most come in the first seconds; the last ones are few.
        at_s = (WON_S - 0.1) * min(lots.random(), lots.random())
        add(hands, burst(lots, between(lots, 0.005, 0.012), 0.06), at_s, between(lots, 0.3, 1.0))
    return bent(mixed(((band(hands, 700, 2_600), 0.8), (band(hands, 1_500, 5_500), 0.5))))


def cheers(lots: random.Random, voices: int) -> Samples:
    """People who shout for joy."""
    heard = silence(WON_S)
    for _ in range(voices):
        hertz, lasts_s = between(lots, 150, 420), between(lots, 0.7, 1.5)
        rises = ((0, 0.8 * hertz), (0.3 * lasts_s, 1.35 * hertz), (lasts_s, 0.9 * hertz))
        loud = ((0, 0), (0.15, 1), (0.6 * lasts_s, 0.8), (lasts_s, 0))
        add(heard, sung(rises, loud, MUZZLE, 0.02), between(lots, 0, WON_S - 2.0), between(lots, 0.4, 1))
    return mixed(
        (
            (resonance(heard, partial(steady, 760.0), 200), 1.0),
            (resonance(heard, partial(steady, 1_200.0), 260), 0.6),
        )
    )


def village_won() -> Samples:
    """The whole village claps and cheers."""
    lots = random.Random("a village")
    return mixed(((claps(lots, 90), 0.8), (cheers(lots, 14), 0.6)))


def pack_won() -> Samples:
    """The pack howls, and beats its paws on the ground."""
    lots, pack, paws = random.Random("a pack"), silence(WON_S), silence(WON_S)
    for wolf in range(7):
        low, lasts_s = between(lots, 220, 360), between(lots, 1.6, 2.2)
        rises = ((0, low), (0.2 * lasts_s, 1.8 * low), (0.7 * lasts_s, 1.75 * low), (lasts_s, 1.3 * low))
        loud = ((0, 0), (0.2 * lasts_s, 0.9), (0.6 * lasts_s, 1), (lasts_s, 0))
        add(pack, sung(rises, loud, THROAT, 0.01), 0.42 * wolf, between(lots, 0.5, 1))
    for paw in range(22):
        add(
            paws,
            low_pass(burst(lots, 0.04, 0.2), 220),
            0.2 * paw + between(lots, 0, 0.05),
            0.6 + 0.4 * (paw % 2),
        )
    return mixed(((pack, 0.9), (paws, 0.35)))


def lovers_won() -> Samples:
    """A harp, and a few people who are touched."""
    lots, harp = random.Random("a wedding"), silence(WON_S)
    for at, hertz in enumerate((294, 370, 440, 554, 587, 740, 880, 740, 587, 880, 1_109, 1_175)):
        for multiple, share, fades_s in HARP:
            add(harp, ring(multiple * hertz, 2 * fades_s, 1.2, 0.002), 0.28 * at, share)
    return bent(mixed(((harp, 0.8), (claps(lots, 16), 0.5))))


def alone_won() -> Samples:
    """One pair of hands, slowly, in an empty hall."""
    lots, hands = random.Random("an empty hall"), silence(WON_S)
    for clap in range(11):
        add(hands, band(burst(lots, 0.012, 0.08), 600, 3_200), 0.42 * clap, 0.8 + 0.2 * lots.random())
    hall = low_pass(hands, 1_800)
    for after_s, loud in ((0.09, 0.4), (0.17, 0.28), (0.28, 0.18), (0.41, 0.1)):
        add(hands, hall[: -round(RATE * after_s)], after_s, loud)
    return bent(bent(hands))


WINNERS: Mapping[str, Callable[[], Samples]] = {
    "any": alone_won,
    "villagers": village_won,
    "werewolves": pack_won,
    "lovers": lovers_won,
}
"""The applause of each camp; `any`: of whoever wins alone."""
