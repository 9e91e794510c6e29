"""One box, one file."""

from __future__ import annotations

from table.werewolf.rulebook import Rulebook
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX

RULEBOOKS: dict[str, Rulebook] = {book.key: book for book in (THIERCELIEUX,)}
