"""The 2009 base rules: 24 cards, 8 to 18 players."""

from __future__ import annotations

from table.games.werewolf.rules import victory
from table.games.werewolf.rules.cards import (
    actor,
    baker,
    cupid,
    defender,
    devoted_servant,
    hunter,
    little_girl,
    lover,
    piper,
    prejudiced_manipulator,
    pyromaniac,
    raven,
    scapegoat,
    seer,
    stuttering_judge,
    thief,
    three_brothers,
    village_idiot,
    villager,
    villager_villager,
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
    prejudiced_manipulator.other_half_gone,
    *(victory.lovers_alone, victory.no_werewolf_left, victory.only_werewolves_left),
)
"""LG-33: the first that applies counts."""

CHARACTERS = (
    village_idiot.VILLAGE_IDIOT,
    scapegoat.SCAPEGOAT,
    stuttering_judge.STUTTERING_JUDGE,
    devoted_servant.DEVOTED_SERVANT,
    three_brothers.THREE_BROTHERS,
    actor.ACTOR,
    prejudiced_manipulator.PREJUDICED_MANIPULATOR,
    villager_villager.VILLAGER_VILLAGER,
)
"""CH-1: the cards of the boxes Nouvelle Lune and Personnages."""

BASE_OPTIONS = (*("captain", "tie", "stalemate", "reveal", "cupid_wins_with_lovers", "hide_deck", "events"),)
"""The options that every box has."""

KNOWN = (villager_villager.be_known, prejudiced_manipulator.split, actor.lay_out)
"""What everybody is told before the first night, in order."""

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
        *CHARACTERS,
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
        actor.choose_part,
        defender.protect,
        seer.look,
        three_brothers.meet,
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
        scapegoat.TIED,
        LEFT,
    ),
    at_dawn=(pyromaniac.smoke,),
    reactions=(lover.LOVER, hunter.HUNTER),
    after_dawn=(),
    before_vote=(raven.croak,),
    victories=VICTORIES,
    known=KNOWN,
    at_tie=(scapegoat.take_the_blame,),
    before_turning=(devoted_servant.take_card,),
    after_vote=(stuttering_judge.stutter,),
    hunter_shoots=frozenset({"devoured", "poisoned", "voted"}),
    options=(*BASE_OPTIONS, "brothers_confer"),
)
