"""The Wild Child: a villager while their model lives."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import SEAT
from table.games.werewolf.rules.choices import insist, may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Elimination, Game, Seat, Token, first_night, night

WILD_CHILD = Card("wild_child", "ambiguous", sign=(3, "anticlockwise"))
MODEL = Token("model")
FOLLOW = Deed()


@night(WILD_CHILD, answer=SEAT, when=first_night, seconds=12)
async def choose_model(game: Game, child: Seat) -> None:
    """BO-24: names another player as model."""
    game.lay(await insist(child, "wild_child", may_choose(game, child, FOLLOW)), MODEL)


@WILD_CHILD.when_taken
def follow_nobody(game: Game, _: Seat) -> None:
    """CH-32: in another hand the child has no model."""
    for seat in game.holders(MODEL):
        seat.tokens.remove(MODEL)


@MODEL.after_death
async def run_wild(game: Game, _: Elimination) -> Sequence[Elimination]:
    """BO-24, BO-46: the moment the model is eliminated the Wild Child is a werewolf, if still alive."""
    for child in game.alive:
        if child.card is WILD_CHILD:
            child.nature = "werewolf"
    return []
