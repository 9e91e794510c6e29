"""The 2009 base rules: 24 cards, 8 to 18 players."""

from __future__ import annotations

from table.werewolf.cards import cupid, hunter, little_girl, lover, seer, thief, villager, werewolf, witch
from table.werewolf.leaving import LEFT
from table.werewolf.pieces import Card
from table.werewolf.rulebook import Rulebook
from table.werewolf.victory import lovers_alone, no_werewolf_left, nobody_left, only_werewolves_left


def simplified(players: int) -> tuple[Card, ...]:
    """LG-3: werewolves, one Seer and villagers; two werewolves up to 11 players, three from 12 on."""
    wolves = 2 if players < 12 else 3
    return (*[werewolf.WEREWOLF] * wolves, seer.SEER, *[villager.VILLAGER] * (players - wolves - 1))


THIERCELIEUX = Rulebook(
    key="thiercelieux",
    cards=(
        werewolf.WEREWOLF,
        villager.VILLAGER,
        seer.SEER,
        thief.THIEF,
        cupid.CUPID,
        hunter.HUNTER,
        witch.WITCH,
        little_girl.LITTLE_GIRL,
    ),
    least=8,
    most=18,
    simplified=simplified,
    calls=(thief.exchange, cupid.bind, cupid.meet, seer.look, werewolf.meal, witch.brew),
    dooms=(werewolf.DEVOURED, witch.POISONED, LEFT),
    reactions=(lover.LOVER, hunter.HUNTER),
    victories=(nobody_left, lovers_alone, no_werewolf_left, only_werewolves_left),
    hunter_shoots=("devoured", "poisoned", "voted"),
)
