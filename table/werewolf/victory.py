"""Who has won. Camps are read from what people are now (LG-58)."""

from __future__ import annotations

from table.werewolf.cards.lover import crossed
from table.werewolf.pieces import Camp, Nature
from table.werewolf.rulebook import Win
from table.werewolf.state import Game


def nobody_left(game: Game) -> Win | None:
    """LG-32: if nobody is left alive, nobody wins."""
    return None if game.alive else Win("nobody", ())


def lovers_alone(game: Game) -> Win | None:
    """LG-30: Lovers of different camps win as soon as only they are alive."""
    if game.alive == game.lovers and crossed(game):
        return Win("lovers", game.lovers)
    return None


def no_werewolf_left(game: Game) -> Win | None:
    """LG-28: villagers win when no living player is a werewolf by nature."""
    for seat in game.alive:
        if seat.nature == "werewolf":
            return None
    return side_of(game, "villagers", "villager")


def only_werewolves_left(game: Game) -> Win | None:
    """LG-29: werewolves win when they live and nobody outside their camp does."""
    for seat in game.alive:
        if seat.nature != "werewolf":
            return None
    return side_of(game, "werewolves", "werewolf")


def side_of(game: Game, camp: Camp, nature: Nature) -> Win:
    """A camp that won. LG-30: Lovers of different camps belong to neither side."""
    apart = game.lovers if crossed(game) else ()
    return Win(camp, tuple([seat for seat in game.seats if seat.nature == nature and seat not in apart]))
