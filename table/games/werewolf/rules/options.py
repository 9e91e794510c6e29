"""The options of a round, which a table's house rules choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_type_hints

import msgspec

from table.engine.answers import written
from table.errors import RefusedError

LevelKey = Literal["guest", "regular", "fox"]
"""How well bots play."""
CaptainFrom = Literal["start", "day 1", "day 2", "day 3", "never"]


OF_THE_TABLE = ("claims",)
"""Options that go with every rulebook, and change none of its rules: no scenario has them."""


class Options(msgspec.Struct, frozen=True):
    """`captain`: when one is elected; `tie`: as the rulebook says, or by lot at once; `stalemate`: this many
    nights and days without a death end the round, 0 = never (LG-47); `reveal`: what a death shows;
    `reveal_nature`: also the side an ambiguous player was on (BO-26); `sisters_confer`: they wake again in
    even nights (BO-12); `one_potion`: once one is used, the other is gone (LG-15); `claims`: whether the
    table passes on what players claim in a debate, which is no rule of a box."""

    captain: CaptainFrom = "day 1"
    tie: Literal["rules", "lot"] = "rules"
    stalemate: int = 3
    reveal: Literal["card", "none"] = "card"
    reveal_nature: bool = False
    sisters_confer: bool = False
    one_potion: bool = False
    claims: bool = False

    @property
    def election_day(self) -> float:
        """The first day on which an election may be held: 0 is before the first night."""
        return _ELECTION_DAYS[self.captain]


_ELECTION_DAYS: dict[CaptainFrom, float] = {
    "start": 0,
    "day 1": 1,
    "day 2": 2,
    "day 3": 3,
    "never": float("inf"),
}
_ALLOWED = {key: get_args(kind) or (True, False) for key, kind in get_type_hints(Options).items()}


def read_options(rulebook: str, known: Sequence[str], given: Mapping[str, Any]) -> Options:
    """Parses `given` as options of a rulebook that has those in `known`.

    Raises `RefusedError` naming the option and what it may be.
    """
    for key, value in given.items():
        if key not in known:
            raise RefusedError(
                f'options: "{key}" is not an option of {rulebook}; allowed: {", ".join(known)}'
            )
        if key == "stalemate":
            if type(value) is not int or value < 0:
                raise RefusedError(
                    f"options: stalemate = {written(value)} is not allowed; "
                    "allowed: a whole number, 0 = never"
                )
        elif not any(value is one or (value == one and isinstance(one, str)) for one in _ALLOWED[key]):
            allowed = ", ".join(written(one) for one in _ALLOWED[key])
            raise RefusedError(f"options: {key} = {written(value)} is not allowed; allowed: {allowed}")
    return Options(**given)
