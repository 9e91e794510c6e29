"""The Wild Child: a villager while their model lives."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import SEAT
from table.games.werewolf.rules.choices import insist, may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Elimination, Game, Seat, Token, night

WILD_CHILD = Card(
    "wild_child", "ambiguous", sign=(3, "anticlockwise"), options=("new_model", "reveal_nature")
)
MODEL = Token("model")
FOLLOW = Deed()


def nights(game: Game) -> bool:
    """BO-24: the first night; CH-55: by option also the night after anybody left."""
    return game.number == 1 or (game.options.new_model and game.somebody_left)


def those_who_left(game: Game) -> list[Seat]:
    """CH-55: the models who have left the table, if the child may name others."""
    seats = game.seats if game.options.new_model else ()
    return [seat for seat in seats if seat.cause == "left" and seat.has(MODEL)]


@night(WILD_CHILD, answer=SEAT, when=nights, seconds=12)
async def choose_model(game: Game, child: Seat) -> None:
    """BO-24: names another player as model; CH-55: and a new one for one who has left."""
    left = those_who_left(game)
    if game.number > 1 and not left:
        return
    for seat in left:
        seat.tokens.remove(MODEL)
    game.lay(await insist(child, "wild_child", may_choose(game, child, FOLLOW)), MODEL)


@WILD_CHILD.when_taken
def follow_nobody(game: Game, _: Seat) -> None:
    """CH-32: in another hand the child has no model."""
    for seat in game.seats:
        if seat.has(MODEL):
            seat.tokens.remove(MODEL)


@MODEL.after_death
async def run_wild(game: Game, death: Elimination) -> Sequence[Elimination]:
    """BO-24, BO-46: the moment the model is eliminated the Wild Child is a werewolf, if still alive."""
    for child in () if death.seat in those_who_left(game) else game.alive:
        if child.card is WILD_CHILD:
            child.nature = "werewolf"
    return []
