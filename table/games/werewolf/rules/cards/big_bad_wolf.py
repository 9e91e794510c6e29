"""The Big Bad Wolf eats a second victim while no werewolf has died."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import ask
from table.games.werewolf.rules.cards.rusty_knight import RUST
from table.games.werewolf.rules.cards.werewolf import serve
from table.games.werewolf.rules.choices import may_choose, without
from table.games.werewolf.rules.pieces import Card, Deed, Doom, Game, Seat, night

BIG_BAD_WOLF = Card("big_bad_wolf", "werewolves", sign=(1, "hop"))
EATEN_SECOND = Doom("devoured")
SECOND_MEAL = Deed(harms=True, spares_pack=True)


@night(BIG_BAD_WOLF, answer=SEAT, seconds=12)
async def second_meal(game: Game, wolf: Seat) -> None:
    """BO-9, BO-43: devours another player, not a werewolf nor the pack's choice, until a werewolf has died or
    is infected."""
    if game.wolf_has_died or game.holders(RUST):
        return
    targets = may_choose(game, wolf, SECOND_MEAL, among=without(game.prey, game.alive))
    victim = await ask(wolf, "big_bad_wolf", targets) if targets else None
    if victim:
        serve(game, [wolf], victim, EATEN_SECOND)
