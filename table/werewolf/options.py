"""The options of a round, for whoever sits down with house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from table.answers import written
from table.errors import RefusedError

CaptainFrom = Literal["start", "day 1", "day 2", "day 3", "never"]


class Options(msgspec.Struct, frozen=True):
    """`captain`: when he is elected; `tie`: as the rulebook says, or by lot at once; `stalemate`: so many
    nights and days without a death end the round, 0 = never (LG-47); `reveal`: what a death shows."""

    captain: CaptainFrom = "day 1"
    tie: Literal["rules", "lot"] = "rules"
    stalemate: int = 3
    reveal: Literal["card", "none"] = "card"

    @property
    def election_day(self) -> float:
        """The first day an election may be held: 0 is before the first night."""
        return _ELECTION_DAYS[self.captain]


_ELECTION_DAYS: dict[CaptainFrom, float] = {
    "start": 0,
    "day 1": 1,
    "day 2": 2,
    "day 3": 3,
    "never": float("inf"),
}
_ALLOWED: dict[str, tuple[str, ...]] = {
    "captain": get_args(CaptainFrom),
    "tie": ("rules", "lot"),
    "reveal": ("card", "none"),
}


def read_options(rulebook: str, given: Mapping[str, Any]) -> Options:
    """`given` as options of a rulebook. Raises `RefusedError` naming the option and what it may be."""
    for key, value in given.items():
        if key not in Options.__struct_fields__:
            known = ", ".join(Options.__struct_fields__)
            raise RefusedError(f'options: "{key}" is not an option of {rulebook}; allowed: {known}')
        if key == "stalemate":
            if type(value) is not int or value < 0:
                raise RefusedError(
                    f"options: stalemate = {written(value)} is not allowed; "
                    "allowed: a whole number, 0 = never"
                )
        elif value not in _ALLOWED[key]:
            allowed = ", ".join(f'"{word}"' for word in _ALLOWED[key])
            raise RefusedError(f"options: {key} = {written(value)} is not allowed; allowed: {allowed}")
    return Options(**given)
