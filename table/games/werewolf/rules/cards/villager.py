"""The Simple Villager: a voice, a vote, and nothing else."""

from __future__ import annotations

from table.games.werewolf.rules.pieces import Card

VILLAGER = Card("villager", sign=(4, "swing"), copies=None)
