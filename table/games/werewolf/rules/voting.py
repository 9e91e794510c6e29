"""The village's vote, from the ballots to everything that follows (CH-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from table.engine.requests import covered, say
from table.games.werewolf.rules import events
from table.games.werewolf.rules.ballot import ballot
from table.games.werewolf.rules.choices import VOTE, draw_aloud, insist_aloud, may_choose
from table.games.werewolf.rules.moments import moments
from table.games.werewolf.rules.pieces import CoveredTime, Elimination, Game, Seat, Win
from table.games.werewolf.rules.settling import is_averted, settle, who_leaves


async def the_vote(game: Game) -> Win | None:
    """LG-24 to LG-26: the village votes and eliminates somebody, or nobody; CH-23, EV-12: then perhaps once
    more."""
    game.votes_again = game.twist.votes > 1
    if game.rulebook.before_vote:
        await moments(game, game.rulebook.before_vote)
    win = await one_vote(game, first=True)
    for time in () if win or game.votes_again else game.rulebook.after_vote:
        if is_held(game, time):
            await hold_covered(game, time)
    if win or not game.votes_again:
        return win
    await say(events.SecondVote(game.number))
    return await who_leaves(game) or await one_vote(game, first=False)


async def one_vote(game: Game, *, first: bool) -> Win | None:
    """CH-6: the ballots and a tie; then, for whoever is condemned, what averts it, the covered times before
    their card turns, and the death with all it brings."""
    condemned = await who_is_condemned(game, first=first)
    if condemned is None:
        await say(events.NoDeath("vote"))
        return None
    if await is_averted(game, condemned):
        return None
    if times := [time for time in game.rulebook.before_turning if is_held(game, time)]:
        await say(events.Condemned(condemned.seat))
    for time in times:
        await hold_covered(game, time, condemned)
    return await settle(game, [condemned])


async def who_is_condemned(game: Game, *, first: bool) -> Elimination | None:
    """LG-24, LG-25, LG-57: the player whom the vote eliminates, if any. `first`: tokens vote too (EX-7)."""
    if game.is_heard:
        await say(events.VoteOpens(game.alive, again=False))
    cast, most = await ballot(game, "vote", "vote", VOTE, game.alive, first=first)
    revotes = 0
    while len(most) > 1:
        await say(events.Tie("vote", tuple(most)))
        if fallen := await instead_of_the_tied(game, most):
            return fallen
        if game.options.tie == "lot":
            return Elimination(await draw_aloud("vote", most), "voted")
        if (
            game.captain
            and game.twist.has_captain
            and (decided := await captain_decides(game, game.captain, cast, most))
        ):
            return Elimination(decided, "voted")
        if revotes == game.rulebook.revotes:
            return None
        revotes += 1
        await say(events.VoteOpens(tuple(most), again=True))
        cast, most = await ballot(game, "vote", "revotes", VOTE, most)
    return Elimination(most[0], "voted") if most else None


async def instead_of_the_tied(game: Game, tied: Sequence[Seat]) -> Elimination | None:
    """CH-6: whom a card's rule for a tie eliminates."""
    for printed in game.rulebook.at_tie:
        if not (game.powers_lost and printed.card.is_power) and (fallen := await printed.rule(game, tied)):
            return fallen
    return None


async def captain_decides(
    game: Game, captain: Seat, cast: Mapping[Seat, Seat], tied: Sequence[Seat]
) -> Seat | None:
    """LG-25: by their own ballot if it names one of the tied, or asked among them, as the rulebook says.

    LG-43: the captain is not asked if they may name only one.
    """
    named = cast.get(captain)
    if named and named in tied and "ballot" in game.rulebook.captain_breaks:
        await say(events.BallotDecides(named))
        return named
    if "choice" not in game.rulebook.captain_breaks:
        return None
    choices = may_choose(game, captain, VOTE, among=tied)
    if len(choices) == 1:
        return choices[0]
    await say(events.CaptainDecides(captain, tuple(tied)))
    return await insist_aloud(captain, "captain_choice", choices)


def is_held(game: Game, time: CoveredTime) -> bool:
    """LG-60: a covered time stops only when its cards have been seen dead, or powers were lost (BO-17)."""
    return game.may_be_in_play(time.card) and not (game.powers_lost and time.card.is_power)


async def hold_covered(game: Game, time: CoveredTime, *about: Elimination) -> None:
    """LG-35: holds a covered time for its full length, whether or not a press can count. `about`: the death
    it comes before."""
    owners = [seat for seat in game.owners(time.card) if not time.may or time.may(game, seat, *about)]
    for seat in await covered(time, game.alive, owners):
        await time.rule(game, seat, *about)
