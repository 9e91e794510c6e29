"""The Little Girl spies with her own eyes (LG-12): the table only says how to hold heads (LG-50)."""

from __future__ import annotations

from table.games.werewolf.rules.pieces import Card

LITTLE_GIRL = Card("little_girl", sign=(3, "hop"), may_be_played=False)
