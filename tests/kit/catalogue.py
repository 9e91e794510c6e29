"""Every rule of the games, by id, and what shows it.

LG: the core game; BO: Le Best Of; EX: the roles of the expansions; MG: Mots-garous.
"""

from __future__ import annotations

from collections.abc import Iterable


def ids(game: str, *numbers: int | Iterable[int]) -> list[str]:
    """Expands numbers and ranges ("1-3, 7") into the ids of a game's rules."""
    return [f"{game}-{number}" for part in numbers for number in ([part] if isinstance(part, int) else part)]


CATALOGUE = (
    ids("LG", range(1, 42), range(43, 63))
    + ids("BO", range(1, 56))
    + ids("EX", range(1, 10))
    + ids("MG", range(1, 25), range(30, 45), range(47, 55), range(56, 62))
)
"""Every rule of the catalogue. Numbers that are missing were never given."""

SHOWN_BY_A_SCENARIO = (
    ids("LG", range(2, 35), 39, 40, 41, range(43, 48), 49, range(53, 60), 61, 62)
    + ids("BO", range(1, 39), range(40, 56))
    + ids("EX", range(1, 10))
    + ids("MG", range(1, 5), 7, 8, 9, 11, 12, range(14, 23), 24, range(30, 45), range(47, 55), 57, 58, 60)
)
"""Rules that show in the referee's output: a file of tests/scenarios is named after each."""

SHOWN_BY_A_TEST = (
    ids("LG", 1, 35, 36, 37, 38, 48, 50, 51, 52, 60) + ids("BO", 39) + ids("MG", 5, 6, 10, 13, 23, 56, 59, 61)
)
"""Rules of the room (what is lit, said and heard, and for how long) and of words: a test is named after
each."""
