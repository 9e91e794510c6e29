"""How thorough the tests are: `make test-all` tries every case, `make test` a fixed sample.

A sample is the same in every run and every process, so a failure can be repeated.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeVar

ENVIRONMENT = "GAROU_TESTS"
THOROUGH = os.environ.get(ENVIRONMENT) == "all"
"""Whether every case is tried. Read when tests are collected, in each process that pytest-xdist starts."""

A = TypeVar("A")


def some(cases: Iterable[A], of: int) -> list[A]:
    """One case of so many, the first and the last among them; all when thorough."""
    every = list(cases)
    if THOROUGH or len(every) < 3:
        return every
    return sampled(every, of)


def sampled(cases: Sequence[A], of: int) -> list[A]:
    """Returns cases at equal distances, one of so many, from the first to the last."""
    count = max(2, -(-len(cases) // of))
    return [cases[round(number * (len(cases) - 1) / (count - 1))] for number in range(count)]


def ways(*factors: Iterable[Any]) -> list[tuple[Any, ...]]:
    """All combinations of some factors when thorough; else `pairwise` ones."""
    values = [tuple(factor) for factor in factors]
    return list(product(*values)) if THOROUGH else pairwise(*values)


def pairwise(*factors: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Few combinations in which any two values of two factors come together at least once."""
    numbered = [[(at, number) for number in range(len(values))] for at, values in enumerate(factors)]
    missing = dict.fromkeys(sorted(pair for two in combinations(numbered, 2) for pair in product(*two)))
    found = []
    while missing:
        chosen = dict(next(iter(missing)))
        for at in sorted(set(range(len(factors))) - chosen.keys()):
            new = [
                sum(tuple(sorted((one, so_far))) in missing for so_far in chosen.items())
                for one in numbered[at]
            ]
            chosen[at] = new.index(max(new))
        for pair in combinations(sorted(chosen.items()), 2):
            missing.pop(pair, None)
        found.append(tuple(values[chosen[at]] for at, values in enumerate(factors)))
    return found


def covering(shown: Mapping[A, Collection[str]]) -> list[A]:
    """A few cases that together show all that any of them shows; every case when thorough. Each step takes
    the case that shows most of what is missing."""
    if THOROUGH:
        return list(shown)
    missing = {what for words in shown.values() for what in words}
    found = []
    while missing:
        best = max(shown, key=lambda case: len(missing.intersection(shown[case])))
        missing.difference_update(shown[best])
        found.append(best)
    return found


def few(thorough: int, usual: int) -> int:
    """So many examples, rounds or kills: the first number when thorough."""
    return thorough if THOROUGH else usual
