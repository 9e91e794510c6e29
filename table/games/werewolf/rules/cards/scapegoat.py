"""The Scapegoat: whoever is tied, it is their fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from table.engine.answers import seats
from table.engine.requests import Sitter, ask_several, say
from table.games.werewolf.rules.choices import eligible
from table.games.werewolf.rules.events import TakesVotes
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Doom, Elimination, Game, Seat, Token, at_tie

SCAPEGOAT = Card("scapegoat", sign=(2, "stroll"), by_day=seats())
TIED = Doom("tie", told=True)
BANNED = Token("banned", mutes=True, fades=True)
BANNED_TOMORROW = Token("banned tomorrow", fades=True, into=BANNED)


@SCAPEGOAT.announces
class Blamed(News, frozen=True):
    """CH-16: a tie is blamed on the Scapegoat."""

    kept = ("Blamed", "seat")
    key = "scapegoat"
    seat: Sitter


@SCAPEGOAT.announces
class NoVote(News, frozen=True):
    """CH-18: these players have no vote the next day."""

    kept = ("NoVote", "seats")
    marks: ClassVar = {"seats": "no_vote_tomorrow"}
    key = "no_vote"
    seats: tuple[Sitter, ...]


@at_tie(SCAPEGOAT)
async def take_the_blame(game: Game, _: Sequence[Seat]) -> Elimination | None:
    """CH-16: at a tie the Scapegoat is eliminated, and nobody else."""
    for goat in game.owners(SCAPEGOAT):
        await say(Blamed(goat))
        return Elimination(goat, TIED.cause)
    return None


@SCAPEGOAT.last_will
async def ban(game: Game, death: Elimination) -> None:
    """CH-18: one who fell at a tie names players who will not vote the next day; at least one of those who
    have a vote keeps it."""
    voters = eligible(game)
    if death.cause != TIED.cause or len(voters) < 2:
        return
    await say(TakesVotes(death.seat))
    named = await ask_several(death.seat, SCAPEGOAT.key, voters, len(voters) - 1)
    banned = tuple(seat for seat in voters if seat in named)
    for seat in banned:
        game.lay(seat, BANNED_TOMORROW)
    if banned:
        await say(NoVote(banned))
