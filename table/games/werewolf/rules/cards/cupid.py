"""Cupid makes two players the Lovers on the first night."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import seats
from table.engine.requests import show
from table.games.werewolf.rules.cards.lover import beloved, fall_in_love
from table.games.werewolf.rules.choices import insist_several, may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Game, Seat, Token, first_night, night, together

CUPID = Card("cupid", sign=(1, "still"), may_be_played=False, options=("cupid_wins_with_lovers",))
LOVE = Deed(oneself=True)
MATCHMAKER = Token("matchmaker")


@night(CUPID, answer=seats(2, 2), when=first_night, seconds=12)
async def bind(game: Game, cupid: Seat) -> None:
    """LG-7: names two players, themselves included if they like. What is left out is drawn (LG-45)."""
    game.lay(cupid, MATCHMAKER)
    fall_in_love(game, await insist_several(cupid, "cupid", may_choose(game, cupid, LOVE), 2))


def everybody(game: Game) -> Sequence[Seat]:
    """LG-48: a look opens all eyes, each on their own ring."""
    return game.alive


@together(CUPID, "lovers", everybody, when=first_night, seconds=6, look=True)
async def meet(game: Game, awake: Sequence[Seat]) -> None:
    """LG-8: the Lovers learn who the other is, but not the other's card."""
    for lover in game.lovers:
        if lover in awake:
            await show([lover], "lover", seat=beloved(game, lover))
