"""On a day of neighbours few can be named, so a vote says little of anybody."""

from __future__ import annotations

from table.games.werewolf.mind import Hint

HINT = Hint(first_ballot=True)
