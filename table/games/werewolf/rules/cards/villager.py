"""The Simple Villager: no power but the vote."""

from __future__ import annotations

from table.games.werewolf.rules.pieces import Card

VILLAGER = Card("villager", sign=(4, "swing"), copies=None)
