"""Voting: everybody at once, then laid open."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Literal

from table.engine.requests import say, vote
from table.games.werewolf.rules.choices import menus
from table.games.werewolf.rules.events import Ballots
from table.games.werewolf.rules.pieces import Deed, Game, Seat


async def ballot(
    game: Game,
    of: Literal["election", "vote"],
    key: str,
    deed: Deed,
    standing: Sequence[Seat],
    *,
    omens: bool = False,
) -> tuple[dict[Seat, Seat], list[Seat]]:
    """All living players who have a vote name one of `standing`. Returns the ballots, and the seats with the
    most (several: a tie; none: no ballot at all), in seat order. LG-23, LG-57: the captain's ballot counts
    for two. `omens`: EX-7, tokens vote against their seat, if there is a ballot."""
    cast = await vote(key, menus(game, voters(game, of), deed, standing))
    weights: dict[Seat, int] = {}
    for named in cast.values():
        weights[named] = weights.get(named, 0) + 1
    if game.captain in cast:
        weights[cast[game.captain]] += 1
    if omens and game.omens and cast:
        for seat in standing:
            for token in seat.tokens:
                if token.votes:
                    weights[seat] = weights.get(seat, 0) + token.votes
    await say(Ballots(of, key != of, cast, weights))  # type: ignore[arg-type] # nothing is written into them
    most = max(weights.values()) if weights else 0
    first = [seat for seat, weight in weights.items() if weight == most]
    if len(first) > 1:
        first.sort(key=attrgetter("index"))
    return cast, first


def voters(game: Game, of: Literal["election", "vote"]) -> Sequence[Seat]:
    """CH-7: the living who have a vote; in an election all but those who have lost it for good."""
    if not game.mutes:
        return game.alive
    return [seat for seat in game.alive if (not seat.is_mute if of == "election" else seat.votes)]
