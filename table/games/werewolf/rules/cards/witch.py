"""The Witch: one healing potion, one poison, for the whole game."""

from __future__ import annotations

from operator import attrgetter

from table.engine.answers import SEAT, parts
from table.engine.requests import ask, show
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Doom, Game, Seat, Token, night

HEALING_POTION = Token("healing potion")
POISON_POTION = Token("poison")
POISONED = Doom("poisoned")
WITCH = Card("witch", sign=(3, "clockwise"), brings=(HEALING_POTION, POISON_POTION), options=("one_potion",))
HEAL = Deed(oneself=True)
POISON = Deed(harms=True)


ASKS = {"heal": 0.5, "poison": 1.0}


@night(WITCH, answer=parts(heal=SEAT, poison=SEAT), asks=ASKS, seconds=13)
async def brew(game: Game, witch: Seat) -> None:
    """LG-13: is shown the victim; may heal them and may poison another, each once in the game.

    LG-49: she is shown the victim even without the healing potion. BO-10: of two she may heal one.
    """
    victims = sorted(game.meals, key=attrgetter("index"))
    await show([witch], "victims", value=victims)
    if victims and witch.has(HEALING_POTION):
        among = may_choose(game, witch, HEAL, among=victims)
        healed = await ask(witch, "witch.heal", among, by=ASKS["heal"])
        if healed:
            spend(game, witch, HEALING_POTION)
            # BO-7, BO-8: a bitten player is shown like any victim, but is not about to be devoured.
            healed.tokens = [token for token in healed.tokens if token.key != "devoured"]
    if witch.has(POISON_POTION):
        targets = may_choose(game, witch, POISON)
        poisoned = await ask(witch, "witch.poison", targets) if targets else None
        if poisoned:
            spend(game, witch, POISON_POTION)
            game.lay(poisoned, POISONED)


def spend(game: Game, witch: Seat, potion: Token) -> None:
    """LG-15: with the option `one_potion`, using one spends the other too."""
    gone = (HEALING_POTION, POISON_POTION) if game.options.one_potion else (potion,)
    witch.tokens = [token for token in witch.tokens if token not in gone]
