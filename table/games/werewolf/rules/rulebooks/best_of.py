"""Le Best Of, 2017: 28 cards and a blank one, 8 to 18 players."""

from __future__ import annotations

from table.games.werewolf.rules.cards import (
    accursed_wolf_father,
    actor,
    angel,
    baker,
    bear_tamer,
    big_bad_wolf,
    cupid,
    defender,
    elder,
    fox,
    hunter,
    little_girl,
    lover,
    piper,
    pyromaniac,
    raven,
    rusty_knight,
    scapegoat,
    seer,
    thief,
    three_brothers,
    two_sisters,
    villager,
    werewolf,
    white_werewolf,
    wild_child,
    witch,
    wolf_hound,
)
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewolf.rules.rulebooks.thiercelieux import (
    CHARACTERS,
    KNOWN,
    THIERCELIEUX,
    VICTORIES,
    of_wolves,
)


def simplified(players: int) -> tuple[Card, ...]:
    """LG-3, BO-40: werewolves for a quarter of the players at most, one Seer, and villagers."""
    return of_wolves(players // 4, players)


PRINTED = (
    *(werewolf.WEREWOLF, accursed_wolf_father.ACCURSED_WOLF_FATHER, big_bad_wolf.BIG_BAD_WOLF),
    *(villager.VILLAGER, cupid.CUPID, seer.SEER, two_sisters.TWO_SISTERS, little_girl.LITTLE_GIRL),
    *(fox.FOX, rusty_knight.RUSTY_KNIGHT, elder.ELDER, witch.WITCH, bear_tamer.BEAR_TAMER),
    *(hunter.HUNTER, wild_child.WILD_CHILD, wolf_hound.WOLF_HOUND, white_werewolf.WHITE_WEREWOLF),
    *(piper.PIPER, angel.ANGEL),
)
"""Each card of the box once."""

BEST_OF = Rulebook(
    key="best-of",
    cards=(
        *PRINTED,
        # LG-61: from other boxes.
        thief.THIEF,
        defender.DEFENDER,
        pyromaniac.PYROMANIAC,
        baker.BAKER,
        raven.RAVEN,
        *CHARACTERS,
    ),
    least=8,
    most=18,
    box=(*PRINTED, *2 * (werewolf.WEREWOLF,), *6 * (villager.VILLAGER,), two_sisters.TWO_SISTERS),
    simplified=simplified,
    # BO-1, BO-2, EX-5.
    calls=(
        thief.exchange,
        cupid.bind,
        cupid.meet,
        actor.choose_part,
        defender.protect,
        seer.look,
        two_sisters.meet,
        three_brothers.meet,
        wild_child.choose_model,
        bear_tamer.be_known,
        wolf_hound.choose_side,
        werewolf.meal,
        baker.glimpse,
        white_werewolf.cull,
        accursed_wolf_father.bite,
        accursed_wolf_father.learn,
        big_bad_wolf.second_meal,
        pyromaniac.set_fire,
        witch.brew,
        fox.sniff,
        piper.pipe,
        piper.dance,
        raven.accuse,
    ),
    dooms=(
        rusty_knight.RUST,
        werewolf.DEVOURED,
        white_werewolf.STRUCK,
        big_bad_wolf.EATEN_SECOND,
        pyromaniac.BURNT,
        witch.POISONED,
        scapegoat.TIED,
        LEFT,
    ),
    at_dawn=(angel.fade, pyromaniac.smoke),
    reactions=(
        angel.ANGEL,
        elder.ELDER,
        rusty_knight.RUSTY_KNIGHT,
        wild_child.MODEL,
        lover.LOVER,
        hunter.HUNTER,
    ),
    after_dawn=(bear_tamer.growl,),
    before_vote=(raven.croak,),
    victories=VICTORIES,
    known=KNOWN,
    at_tie=THIERCELIEUX.at_tie,
    before_turning=THIERCELIEUX.before_turning,
    after_vote=THIERCELIEUX.after_vote,
    opens_by_day=angel.ANGEL,
    hunter_shoots=None,
    captain_breaks=("choice",),
    candidates=True,
    options=(*THIERCELIEUX.options, "reveal_nature", "sisters_confer", "new_model"),
)
