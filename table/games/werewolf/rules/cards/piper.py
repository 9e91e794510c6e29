"""The Piper wins by charming everybody alive."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import seats
from table.engine.requests import show
from table.games.werewolf.rules.cards.cupid import everybody
from table.games.werewolf.rules.choices import insist_several, may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, Token, Win, night, together

PIPER = Card("piper", "solitary", sign=(4, "clockwise"))
CHARMED = Token("charmed")
CHARM = Deed(never_twice=CHARMED)


@night(PIPER, answer=seats(1, 2), seconds=14)
async def pipe(game: Game, piper: Seat) -> None:
    """BO-29: names two players not yet charmed, never themselves; BO-32: an infected Piper no longer
    charms."""
    choices = may_choose(game, piper, CHARM)
    if piper.nature != "solitary" or not choices:
        return
    for seat in await insist_several(piper, "piper", choices, 2):
        game.lay(seat, CHARMED)


@together(PIPER, "charmed", everybody, seconds=6, look=True)
async def dance(game: Game, awake: Sequence[Seat]) -> None:
    """BO-29: in a look all charmed players, old and new, learn who they are."""
    charmed = game.holders(CHARMED)
    if dancers := [seat for seat in charmed if seat in awake]:
        await show(dancers, "charmed", value=charmed)


@PIPER.wins
def all_charmed(game: Game) -> Win | None:
    """BO-30: the Piper wins the moment they are alive and every other living player is charmed."""
    for piper in game.alive if PIPER in game.unseen else ():
        if piper.card is PIPER and piper.nature == "solitary":
            charmed = all(seat.has(CHARMED) for seat in game.clockwise(piper))
            return Win(PIPER.key, (piper,)) if charmed else None
    return None


dance.victory = all_charmed
"""BO-52: checked right after the look, before anybody dies."""
