"""Brothers trust each other."""

from __future__ import annotations

from table.games.werewolf.hints.cupid import love
from table.games.werewolf.mind import Hint

HINT = Hint(learns={"brother": love})
