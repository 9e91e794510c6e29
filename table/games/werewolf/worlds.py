"""Sums over worlds: every way to lay a number of werewolf cards on a number of closed seats.

What the village has seen makes each seat more or less likely to hold one, by a factor of its own. So the
weight of a world is a product, and the sum over all worlds is an elementary symmetric polynomial: exact for
any number of seats, without a list of worlds.
"""

from __future__ import annotations

from collections.abc import Sequence

WRITTEN_OUT = 3
"""How many werewolves there may be, if their number is known, for sums without an inner loop. Most of what is
asked is of so few, and takes a third of the time."""


def weigh(odds: Sequence[float], numbers: Sequence[float]) -> tuple[float, list[float]]:
    """The weight of all worlds, and of those in which each seat holds a werewolf card.

    `odds`: of each closed seat, how much likelier what was seen is if it holds one; above 0. `numbers`: how
    likely it is that 0, 1, 2... of them hold one. Takes time in proportion to the product of both lengths.
    """
    most = len(numbers) - 1
    is_known = most and not any(numbers[:most])
    if is_known and most <= WRITTEN_OUT:
        return _weigh_few(odds, most, numbers[most])
    sums = [1.0] + [0.0] * most
    for odd in odds:
        for number in range(most, 0, -1):
            sums[number] += odd * sums[number - 1]
    held = []
    if is_known:
        whole, inner = numbers[most], sums[1:most]
        for odd in odds:
            others = 1.0
            for some in inner:
                others = some - odd * others
            held.append(odd * whole * others)
        return whole * sums[most], held
    total = 0.0
    for number in range(most + 1):
        total += numbers[number] * sums[number]
    for odd in odds:
        # `others`: the sum over the worlds of all other seats with one werewolf less.
        others, with_it = 1.0, 0.0
        for number in range(1, most + 1):
            with_it += numbers[number] * others
            others = sums[number] - odd * others
        held.append(odd * with_it)
    return total, held


def _weigh_few(odds: Sequence[float], number: int, whole: float) -> tuple[float, list[float]]:
    """As `weigh`, of one, two or three werewolves; `whole`: how likely that is."""
    one = two = three = 0.0
    for odd in odds:
        three += odd * two
        two += odd * one
        one += odd
    if number == 1:
        return whole * one, [odd * whole for odd in odds]
    if number == 2:
        return whole * two, [odd * whole * (one - odd) for odd in odds]
    return whole * three, [odd * whole * (two - odd * (one - odd)) for odd in odds]
