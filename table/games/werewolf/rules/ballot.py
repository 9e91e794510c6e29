"""Voting: everybody at once, then laid open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Literal

from table.engine.requests import say, vote
from table.games.werewolf.rules.choices import eligible, menus
from table.games.werewolf.rules.events import Ballots
from table.games.werewolf.rules.pieces import Deed, Game, Seat, most


async def ballot(
    game: Game,
    of: Literal["election", "vote"],
    key: str,
    deed: Deed,
    standing: Sequence[Seat],
    *,
    first: bool = False,
) -> tuple[dict[Seat, Seat], list[Seat]]:
    """All living players who have a vote name one of `standing`. Returns the ballots, and the seats with the
    most (several: a tie; none: no ballot at all), in seat order. LG-23, LG-57: the captain's ballot counts
    for two. `first`: the first ballot of a day, in which tokens vote against their seat (EX-7), if there is a
    ballot. In a vote the dead guess too (CH-56)."""
    twist = game.twist
    choices = menus(game, voters(game, of), deed, standing)
    near = next_door(game, choices) if first and twist.next_door else {}
    for voter, seats in near.items():
        choices[voter] = [seat for seat in choices[voter] if seat in seats]
    guesses = dict.fromkeys(game.dead if of == "vote" and game.is_heard else (), game.alive)
    cast = await vote(key, choices, guesses=guesses, offered=near)
    if not guesses.keys().isdisjoint(cast):
        game.guesses |= {seat: cast[seat] for seat in guesses if seat in cast}
        cast = {voter: seat for voter, seat in cast.items() if voter not in guesses}
    weights: dict[Seat, int] = {}
    for named in cast.values():
        weights[named] = weights.get(named, 0) + 1
    double = game.captain if game.captain in cast and twist.has_captain else None
    if double:
        weights[cast[double]] += 1
    if first and game.omens and cast:
        for seat in standing:
            for token in seat.tokens:
                if token.votes:
                    weights[seat] = weights.get(seat, 0) + token.votes
    if twist.lays_open and game.is_heard:
        await say(Ballots(of, key != of, cast, weights, double))  # type: ignore[arg-type] # nothing is written there
    chosen = twist.falls(weights, first) if of == "vote" else most(weights)
    if len(chosen) > 1:
        chosen.sort(key=attrgetter("index"))
    return cast, chosen


def next_door(game: Game, choosers: Iterable[Seat]) -> dict[Seat, Sequence[Seat]]:
    """EV-10: each with the neighbours, in seat order."""
    near = {seat: (seat, *game.neighbours(seat)) for seat in choosers}
    return {seat: [one for one in game.alive if one in seats] for seat, seats in near.items()}


def voters(game: Game, of: Literal["election", "vote"]) -> Sequence[Seat]:
    """CH-7: the living who have a vote; in an election all but those who have lost it for good."""
    if of == "election" or not game.mutes:
        return eligible(game)
    return [seat for seat in game.alive if seat.votes]
