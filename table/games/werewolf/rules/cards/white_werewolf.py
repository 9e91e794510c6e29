"""The White Werewolf eats with the pack, and eats the pack."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import ask
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.pieces import Card, Deed, Doom, Game, Seat, Win, even_nights, night

WHITE_WEREWOLF = Card("white_werewolf", "solitary", nature="werewolf", sign=(1, "anticlockwise"), alone=True)
STRUCK = Doom("white_werewolf")
CULL = Deed(harms=True, only_pack=True)


@night(WHITE_WEREWOLF, answer=SEAT, when=even_nights, seconds=12)
async def cull(game: Game, white: Seat) -> None:
    """BO-27: in nights 2, 4, 6 may eliminate another werewolf."""
    targets = may_choose(game, white, CULL)
    struck = await ask(white, "white_werewolf", targets) if targets else None
    if struck:
        game.lay(struck, STRUCK)


@WHITE_WEREWOLF.wins
def sole_survivor(game: Game) -> Win | None:
    """BO-27: wins only as the sole survivor."""
    alone = len(game.alive) == 1 and game.alive[0].card is WHITE_WEREWOLF
    return Win(WHITE_WEREWOLF.key, game.alive) if alone else None
