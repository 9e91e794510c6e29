"""The Werewolves: a pack that eats one player a night."""

from __future__ import annotations

from collections.abc import Sequence

from table.answers import PACK
from table.requests import show, vote
from table.werewolf.choices import MEAL, menus
from table.werewolf.pieces import Card, Doom, together
from table.werewolf.state import Game, Seat

WEREWOLF = Card("werewolf", "werewolf", single=False)
DEVOURED = Doom("devoured")


def pack(game: Game) -> Sequence[Seat]:
    """Whoever is a werewolf by nature."""
    return [seat for seat in game.alive if seat.nature == "werewolf"]


@together(WEREWOLF, "werewolves", pack, answer=PACK)
async def meal(game: Game, wolves: Sequence[Seat]) -> None:
    """LG-10: they wake together, know each other, and agree on a living player who is no werewolf."""
    await show(wolves, "pack", value=wolves)
    victims = list((await vote("werewolves", menus(game, wolves, MEAL))).values())
    # LG-11: every wolf who has locked a choice has locked the same one, and at least one has.
    if victims and victims.count(victims[0]) == len(victims):
        victims[0].tokens.append(DEVOURED)
