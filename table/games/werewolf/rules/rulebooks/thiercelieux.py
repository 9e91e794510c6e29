"""The 2009 base rules: 24 cards, 8 to 18 players."""

from __future__ import annotations

from table.games.werewolf.rules import victory
from table.games.werewolf.rules.cards import (
    baker,
    cupid,
    defender,
    hunter,
    little_girl,
    lover,
    piper,
    pyromaniac,
    raven,
    seer,
    thief,
    villager,
    werewolf,
    white_werewolf,
    witch,
)
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.pieces import Card, Rulebook


def simplified(players: int) -> tuple[Card, ...]:
    """LG-3: werewolves, one Seer and villagers; two werewolves up to 11 players, three from 12 on."""
    return of_wolves(2 if players < 12 else 3, players)


def of_wolves(wolves: int, players: int) -> tuple[Card, ...]:
    """LG-3: this many werewolves, one Seer, and villagers."""
    return (*[werewolf.WEREWOLF] * wolves, seer.SEER, *[villager.VILLAGER] * (players - wolves - 1))


VICTORIES = (
    *(victory.nobody_left, white_werewolf.sole_survivor, piper.all_charmed),
    *(victory.lovers_alone, victory.no_werewolf_left, victory.only_werewolves_left),
)
"""LG-33: the first that applies counts."""

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
        # LG-61: roles of its expansions.
        defender.DEFENDER,
        white_werewolf.WHITE_WEREWOLF,
        pyromaniac.PYROMANIAC,
        baker.BAKER,
        piper.PIPER,
        raven.RAVEN,
    ),
    least=8,
    most=18,
    box=(
        *(4 * (werewolf.WEREWOLF,)),
        *(13 * (villager.VILLAGER,)),
        *(seer.SEER, thief.THIEF, cupid.CUPID, hunter.HUNTER, witch.WITCH, little_girl.LITTLE_GIRL),
    ),
    simplified=simplified,
    calls=(
        thief.exchange,
        cupid.bind,
        cupid.meet,
        defender.protect,
        seer.look,
        werewolf.meal,
        baker.glimpse,
        white_werewolf.cull,
        pyromaniac.set_fire,
        witch.brew,
        piper.pipe,
        piper.dance,
        raven.accuse,
    ),
    dooms=(
        werewolf.DEVOURED,
        werewolf.STARVED,
        white_werewolf.STRUCK,
        pyromaniac.BURNT,
        witch.POISONED,
        LEFT,
    ),
    at_dawn=(pyromaniac.smoke,),
    reactions=(lover.LOVER, hunter.HUNTER),
    after_dawn=(),
    before_vote=(raven.croak,),
    victories=VICTORIES,
    hunter_shoots=frozenset({"devoured", "poisoned", "voted"}),
)
