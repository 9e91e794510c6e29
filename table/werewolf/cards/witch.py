"""The Witch: one healing potion, one poison, for the whole game."""

from __future__ import annotations

from table.answers import SEAT, parts
from table.requests import ask, show
from table.werewolf.cards.werewolf import DEVOURED
from table.werewolf.choices import HEAL, POISON, may_choose
from table.werewolf.pieces import Card, Doom, Token, night
from table.werewolf.state import Game, Seat

HEALING_POTION = Token("healing potion")
POISON_POTION = Token("poison")
POISONED = Doom("poisoned")
WITCH = Card("witch", brings=(HEALING_POTION, POISON_POTION))


@night(WITCH, answer=parts(heal=SEAT, poison=SEAT))
async def brew(game: Game, witch: Seat) -> None:
    """LG-13: is shown the victim; may heal him and may poison another, each once in the game.

    LG-49: she is shown the victim also when the healing potion is gone.
    """
    victims = game.holders(DEVOURED)
    await show([witch], "victims", value=victims)
    if victims and witch.has(HEALING_POTION):
        healed = await ask(witch, "witch.heal", may_choose(game, witch, HEAL, among=victims))
        if healed:
            witch.tokens.remove(HEALING_POTION)
            healed.tokens.remove(DEVOURED)
    if witch.has(POISON_POTION):
        targets = may_choose(game, witch, POISON)
        poisoned = await ask(witch, "witch.poison", targets) if targets else None
        if poisoned:
            witch.tokens.remove(POISON_POTION)
            poisoned.tokens.append(POISONED)
