"""The list of all games, and questions that go to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from table.games.protocol import Game, Home, Offer
from table.games.werewolf.game import GAME as WEREWOLF
from table.games.werewords.game import GAME as WEREWORDS

GAMES: tuple[Game, ...] = (WEREWOLF, WEREWORDS)


def game_of(rulebook: str) -> Game:
    """The game played by the rulebook of this key; the first game for an unknown key."""
    return next((game for game in GAMES if rulebook in game.rulebooks), GAMES[0])


def offers(home: Home) -> dict[str, Offer]:
    """What every game offers a table, by the keys of their rulebooks."""
    made = [(game, game.offer(home)) for game in GAMES]
    return {key: offer for game, offer in made for key in game.rulebooks}


def every_rulebook(first: Mapping[str, Any] = GAMES[0].rulebooks) -> dict[str, Any]:
    """The rulebooks of every game, by key. `first`: those of the first game, which may include house
    roles."""
    return {**first, **{key: book for game in GAMES[1:] for key, book in game.rulebooks.items()}}
