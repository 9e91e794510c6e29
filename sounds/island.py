"""The instruments of a sega, as they are played on the island of Tit Albert, and what is made of them.

A ravanne is a large drum with one skin, a maravanne a flat box of seeds that is shaken, and beside them
somebody strikes a triangle. A bar has six eighths, in two beats of three.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

from sounds.blocks import (
    RATE,
    Samples,
    add,
    band,
    bent,
    burst,
    line,
    low_pass,
    mixed,
    noise,
    ring,
    silence,
    times,
)
from sounds.turned import TURNED_S, WON_S, cheers, claps

STEPS = 6
"""Eighths of a bar."""
Stroke: TypeAlias = tuple[float, Samples, float]
"""When it is heard, in eighths of a bar; its sound; and how loud it is."""


@cache
def boom() -> Samples:
    """The ravanne, struck near its middle: low, with a husky beginning."""
    heard = silence(0.45)
    for hertz, fades_s, loud in ((86, 0.13, 1.0), (139, 0.07, 0.6), (197, 0.05, 0.35)):
        add(heard, ring(hertz, fades_s, 0.45, 0.002), 0.0, loud)
    add(heard, low_pass(burst(random.Random("a palm"), 0.02, 0.1), 900), 0.0, 0.8)
    return heard


@cache
def slap() -> Samples:
    """The ravanne, struck at its edge: dry."""
    heard = silence(0.16)
    for hertz, fades_s, loud in ((236, 0.03, 0.7), (391, 0.022, 0.5), (612, 0.014, 0.3)):
        add(heard, ring(hertz, fades_s, 0.16, 0.001), 0.0, loud)
    add(heard, band(burst(random.Random("fingers"), 0.018, 0.1), 700, 4_000), 0.0)
    return heard


@cache
def shake() -> Samples:
    """The maravanne: seeds roll from one side of the box to the other."""
    seeds = band(noise(random.Random("seeds"), 0.15), 2_600, 8_000)
    return times(seeds, line(((0, 0), (0.05, 0.5), (0.07, 1), (0.15, 0)), len(seeds)))


@cache
def triangle(fades_s: float) -> Samples:
    """The triangle, which rings until a hand stops it."""
    heard = silence(0.5)
    for hertz, loud in ((2_940, 1.0), (4_470, 0.7), (6_710, 0.5), (8_630, 0.3)):
        add(heard, ring(hertz, fades_s, 0.5, 0.001), 0.0, loud)
    return heard


RAVANNES: tuple[tuple[tuple[float, Callable[[], Samples], float], ...], ...] = (
    ((0, boom, 1.0), (2, slap, 0.5), (3, boom, 0.6), (5, slap, 0.7)),
    ((0, boom, 1.0), (1, slap, 0.3), (2, slap, 0.6), (3, boom, 0.7), (4.5, slap, 0.35), (5, slap, 0.7)),
)
"""The ravanne in a bar, and in the one that answers."""


def sega(lots: random.Random, bar: int) -> Iterator[Stroke]:
    """The strokes of a bar."""
    for at, sound, loud in RAVANNES[bar % 2]:
        yield at, sound(), loud * (0.9 + 0.2 * lots.random())
    for step in range(STEPS):
        on_beat = step % 3 == 0
        yield step, shake(), (0.5 if on_beat else 0.24) * (0.9 + 0.2 * lots.random())
        if step % 3 != 1:
            yield step, triangle(0.2 if on_beat else 0.03), 0.1 if on_beat else 0.07


def villager() -> Samples:
    """One of the village: a few strokes on the ravanne."""
    heard = silence(TURNED_S)
    for at_s, sound, loud in ((0.0, boom, 1.0), (0.22, slap, 0.9), (0.33, slap, 0.7), (0.44, boom, 0.9)):
        add(heard, sound(), at_s, loud)
    return bent(heard)


def village_won() -> Samples:
    """The village dances."""
    lots, dance, step_s = random.Random("the island dances"), silence(WON_S + 1), 0.17
    for bar in range(int(WON_S / step_s / STEPS)):
        for at, sound, loud in sega(lots, bar):
            add(dance, sound, (bar * STEPS + at) * step_s, loud)
    crowd = ((claps(lots, 55), 0.35), (cheers(lots, 6), 0.3))
    return bent(mixed(((dance[: round(RATE * WON_S)], 0.8), *crowd)))


SET: Mapping[str, Mapping[str, Callable[[], Samples]]] = {
    "turned": {"villager": villager},
    "won": {"villagers": village_won},
}
"""The sounds that the island has instead of the common ones."""
