"""The Werewolves: a pack that eats one player a night."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import PACK
from table.engine.requests import show, vote
from table.games.werewolf.rules.choices import menus
from table.games.werewolf.rules.pieces import Card, Doom, Game, Seat, together

WEREWOLF = Card("werewolf", "werewolves", sign=(1, "swing"), copies=None)
DEVOURED = Doom("devoured")
STARVED = Doom("starved", told=True)


def pack(game: Game) -> Sequence[Seat]:
    """BO-4: all players who are werewolves by nature."""
    return [seat for seat in game.alive if seat.nature == "werewolf"]


@together(WEREWOLF, "werewolves", pack, answer=PACK, seconds=20, always=True)
async def meal(game: Game, wolves: Sequence[Seat]) -> None:
    """LG-10: the wolves wake together, know each other, and agree on a living player."""
    if game.rulebook.starves:
        wolves = await who_wakes(game, wolves)
        if not wolves:
            return
    await show(wolves, "pack", value=wolves)
    named = list((await vote("werewolves", menus(game, wolves, game.rulebook.meal))).values())
    # LG-11: all wolves who have locked a choice have locked the same one, and at least one has.
    if named and named.count(named[0]) == len(named):
        game.prey = named[0]
        serve(game, wolves, named[0], DEVOURED)


async def who_wakes(game: Game, wolves: Sequence[Seat]) -> Sequence[Seat]:
    """LG-54: a wolf is awake if they touch their button. LG-53: if none does, all die of hunger."""
    touched = await vote("werewolves.awake", dict.fromkeys(wolves, (True,)), by=0.3)
    if not touched:
        for wolf in pack(game):
            game.lay(wolf, STARVED)
    return [wolf for wolf in wolves if wolf in touched]


def serve(game: Game, wolves: Sequence[Seat], victim: Seat, doom: Doom) -> None:
    """Marks a player as eaten. EX-1: not if they are protected."""
    if not any(token.protects for token in victim.tokens):
        game.lay(victim, doom)
        game.meals[victim] = wolves
