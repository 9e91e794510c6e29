"""The options of a round, which a table's house rules choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from table.engine.answers import written
from table.errors import RefusedError

LevelKey = Literal["guest", "regular", "fox", "mixed"]
"""How well bots play; `mixed`: not all alike."""
CaptainFrom = Literal["start", "day 1", "day 2", "day 3", "never"]
EventsFrom = Literal["never", "each morning", "sometimes"]
ClaimsWhen = bool | Literal["with bots"]
"""Where the table passes on claims: nowhere, at all tables, or where bots play."""


OF_THE_TABLE = ("claims",)
"""Options that go with every rulebook, and change none of its rules: no scenario has them."""


class Options(msgspec.Struct, frozen=True):
    """The options of a round. docs/rules.md prints what each decides, at the rules that it names."""

    captain: CaptainFrom = "day 1"
    """When the village first elects a Captain (LG-22); `start` is before the first night."""
    tie: Literal["rules", "lot"] = "rules"
    """`rules`: a tie is broken as the rulebook has it (LG-22, LG-25). `lot`: the tied draw lots at once,
    Captain or not."""
    stalemate: Annotated[int, msgspec.Meta(ge=0)] = 3
    """After this many nights and days in a row without a death the round ends with no winner (LG-47); 0:
    never."""
    reveal: Literal["card", "none"] = "card"
    """What a death shows the village (LG-16): the card, or nothing until the end."""
    reveal_nature: bool = False
    """Whether the side of a dead Wild Child or Wolf Hound is shown too (BO-26)."""
    sisters_confer: bool = False
    """Whether the Two Sisters wake again in nights 2, 4, 6 to confer in silence (BO-12)."""
    brothers_confer: bool = False
    """Whether the Three Brothers wake again in nights 2, 4, 6 to confer in silence (CH-38)."""
    cupid_wins_with_lovers: bool = False
    """Whether Cupid belongs to a pair of Lovers of different camps, and wins with them alone (CH-53)."""
    new_model: bool = False
    """Whether a Wild Child whose model leaves the table names another one, and stays a villager (CH-55)."""
    hide_deck: bool = False
    """Whether the cards of the host are only a pool from which the deck is drawn, and nobody knows which
    of them are in the round (CH-54)."""
    events: EventsFrom = "never"
    """Whether something is new on some mornings (EV-1); `sometimes` is one morning in two, by lot."""
    one_potion: bool = False
    """Whether the Witch loses the second potion once one is used (LG-15)."""
    claims: ClaimsWhen = False
    """Whether the table passes on what players claim in a debate (LG-24), or does so where bots play, as a
    table does by default. It is no rule of a box: no scenario has it."""

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


def _values(kind: Any) -> tuple[Any, ...]:
    """The values of a type; none of a number."""
    if kind is bool:
        return (True, False)
    parts = get_args(kind)
    return tuple(value for part in parts for value in _values(part)) if get_origin(kind) is Union else parts


CHOICES: Mapping[str, tuple[Any, ...]] = {key: _values(kind) for key, kind in get_type_hints(Options).items()}
"""The values of each option; none of a number."""


def read_options(rulebook: str, known: Sequence[str], given: Mapping[str, Any]) -> Options:
    """Parses `given` as options of a rulebook that has those in `known`.

    Raises `RefusedError` naming the option and what it may be.
    """
    for key, value in given.items():
        if key not in known:
            raise RefusedError(
                f'options: "{key}" is not an option of {rulebook}; allowed: {", ".join(known)}'
            )
        try:
            msgspec.convert({key: value}, Options)
        except msgspec.ValidationError:
            allowed = ", ".join(map(written, CHOICES[key])) or "a whole number, 0 = never"
            wrong = f"options: {key} = {written(value)} is not allowed; allowed: {allowed}"
            raise RefusedError(wrong) from None
    return Options(**given)
