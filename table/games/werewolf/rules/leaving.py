"""LG-46: a player who leaves the table."""

from __future__ import annotations

from table.games.werewolf.rules.pieces import Doom

LEFT = Doom("left", told=True)
"""The player answers nothing and is shown nothing any more; they die when deaths are next settled."""
