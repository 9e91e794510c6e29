"""One box, one file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from table.werewolf.rulebook import Rulebook
from table.werewolf.rulebooks.best_of import BEST_OF
from table.werewolf.rulebooks.family import FAMILY
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX
from table.werewolf.rulebooks.tit_albert import TIT_ALBERT

if TYPE_CHECKING:
    from table.house import Role

RULEBOOKS: dict[str, Rulebook] = {book.key: book for book in (THIERCELIEUX, FAMILY, TIT_ALBERT, BEST_OF)}
NIGHT: tuple[str, ...] = tuple(call.key for call in BEST_OF.calls)
"""EX-5: the keys of all calls there are, first to last; every box has some of them, in this order."""


def with_house(roles: Sequence[Role]) -> dict[str, Rulebook]:
    """BO-39: every box, with these roles of the players' own in it."""
    if not roles and not left_out_of(roles):
        return RULEBOOKS
    return {key: book.with_house(roles, NIGHT, left_out_of(roles)) for key, book in RULEBOOKS.items()}


def left_out_of(roles: Sequence[Role]) -> Sequence[str]:
    """The files of house roles that cannot be used, if these are all that were read."""
    left_out: Sequence[str] = getattr(roles, "left_out", ())
    return left_out
