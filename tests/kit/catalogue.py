"""The rules of the games this table plays, by id, and where each of them shows.

LG: the core game; BO: Le Best Of; EX: the roles of the expansions; MG: Mots-garous.
"""

from __future__ import annotations

from collections.abc import Iterable


def ids(game: str, *numbers: int | Iterable[int]) -> list[str]:
    """The ids of a game's rules; numbers, or ranges of them."""
    return [f"{game}-{number}" for part in numbers for number in ([part] if isinstance(part, int) else part)]


CATALOGUE = (
    ids("LG", range(1, 42), range(43, 63))
    + ids("BO", range(1, 56))
    + ids("EX", range(1, 10))
    + ids("MG", range(1, 25), range(30, 45), range(47, 55), range(56, 62))
)
"""Every rule there is. The gaps are numbers that were never given."""

SHOWN_BY_A_SCENARIO = (
    ids("LG", range(2, 35), 39, 40, 41, range(43, 48), 49, range(53, 60), 61, 62)
    + ids("BO", range(1, 39), range(40, 56))
    + ids("EX", range(1, 10))
    + ids("MG", range(1, 5), 7, 8, 9, 11, 12, range(14, 23), 24, range(30, 45), range(47, 55), 57, 58, 60)
)
"""Rules whose doing stands in the referee's output: a file of tests/scenarios is named after each."""

SHOWN_BY_A_TEST = (
    ids("LG", 1, 35, 36, 37, 38, 48, 50, 51, 52, 60) + ids("BO", 39) + ids("MG", 5, 6, 10, 13, 23, 56, 59, 61)
)
"""Rules of the room (what is lit, said and heard, and for how long) and of words: a test names each."""
