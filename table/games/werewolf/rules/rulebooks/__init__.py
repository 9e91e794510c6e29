"""The rulebooks, one file for each box."""

from __future__ import annotations

from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.family import FAMILY
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.rulebooks.tit_albert import TIT_ALBERT

RULEBOOKS: dict[str, Rulebook] = {book.key: book for book in (THIERCELIEUX, FAMILY, TIT_ALBERT, BEST_OF)}
NIGHT: tuple[str, ...] = tuple(call.key for call in BEST_OF.calls)
"""EX-5: the keys of all calls, first to last; every box has some of them, in this order."""
