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
    return {key: book.with_house(roles, NIGHT) for key, book in RULEBOOKS.items()} if roles else RULEBOOKS
