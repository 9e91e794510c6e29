"""A Village Idiot who was pardoned is believed."""

from __future__ import annotations

from table.games.werewolf.hints.villager_villager import vouch
from table.games.werewolf.mind import Hint
from table.games.werewolf.rules.cards.village_idiot import Pardoned

HINT = Hint(hears={Pardoned: vouch})
