"""The Accursed Wolf-Father can turn one victim into a werewolf."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import YES
from table.engine.requests import ask, show
from table.games.werewolf.rules.cards.cupid import everybody
from table.games.werewolf.rules.cards.elder import ELDER
from table.games.werewolf.rules.cards.werewolf import DEVOURED
from table.games.werewolf.rules.pieces import Card, Game, Seat, Token, night, together

BITE = Token("bite")
INFECTED = Token("infected", fades=True)
ACCURSED_WOLF_FATHER = Card("accursed_wolf_father", "werewolves", sign=(1, "clockwise"), brings=(BITE,))


@night(ACCURSED_WOLF_FATHER, answer=YES, seconds=12)
async def bite(game: Game, father: Seat) -> None:
    """BO-5: once per game the Wolf-Father may infect the pack's victim, who is not devoured and is a werewolf
    at once.

    BO-8, BO-42: on the Elder, or on a protected player, the bite is spent and infects nobody.
    """
    victim = game.prey
    if victim is None or not father.has(BITE):
        return
    if await ask(father, "accursed_wolf_father", (False, True)):
        father.tokens.remove(BITE)
        if victim.has(DEVOURED):
            victim.tokens.remove(DEVOURED)
            if not victim.holds(ELDER):
                victim.nature = "werewolf"
                game.lay(victim, INFECTED)


@together(ACCURSED_WOLF_FATHER, "infected", everybody, seconds=6, look=True)
async def learn(_: Game, awake: Sequence[Seat]) -> None:
    """BO-5, LG-48: the infected player learns it while everybody looks at their own ring."""
    for seat in awake:
        if seat.has(INFECTED):
            await show([seat], "infected")
