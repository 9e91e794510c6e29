"""Who may be chosen (LG-43, LG-44), and answers that are mandatory (LG-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from table.engine.requests import ask, ask_several, draw, say
from table.games.werewolf.rules.cards.lover import beloved
from table.games.werewolf.rules.events import Lot, Of
from table.games.werewolf.rules.pieces import Deed, Game, Seat

S = TypeVar("S")

VOTE = Deed(harms=True, oneself=True)
ELECT = Deed(oneself=True)
SUCCEED = Deed()


def may_choose(game: Game, chooser: Seat, deed: Deed, among: Sequence[Seat] | None = None) -> Sequence[Seat]:
    """The living seats `chooser` may name for this deed, in seat order; only from `among`, if given."""
    return but_for(game, chooser, deed, open_to(deed, game.alive if among is None else among))


def eligible(game: Game) -> tuple[Seat, ...]:
    """CH-7: nobody who has lost the vote for good can be captain."""
    return tuple([seat for seat in game.alive if not seat.is_mute]) if game.mutes else game.alive


def open_to(deed: Deed, seats: Sequence[Seat]) -> Sequence[Seat]:
    """The seats that may be named for this deed, whoever chooses."""
    if deed.spares_pack:
        seats = [seat for seat in seats if seat.nature != "werewolf"]
    elif deed.only_pack:
        seats = [seat for seat in seats if seat.nature == "werewolf"]
    if deed.never_twice:
        seats = [seat for seat in seats if deed.never_twice not in seat.tokens]
    return seats


def but_for(game: Game, chooser: Seat, deed: Deed, seats: Sequence[Seat]) -> Sequence[Seat]:
    """All of `seats` except those this chooser may not name."""
    if not deed.oneself:
        seats = without(chooser, seats)
    if deed.harms and (other := beloved(game, chooser)):
        seats = without(other, seats)
    return seats


def without(seat: Seat | None, seats: Sequence[Seat]) -> Sequence[Seat]:
    """All of `seats` but this one, if it is among them."""
    rest = list(seats)
    if seat in rest:
        rest.remove(seat)
    return rest


def menus(
    game: Game, choosers: Sequence[Seat], deed: Deed, among: Sequence[Seat] | None = None
) -> dict[Seat, Sequence[Seat]]:
    """Whom each of `choosers` may name. Choosers with equal menus share one list."""
    shared = open_to(deed, game.alive if among is None else among)
    each = dict.fromkeys(choosers, shared)
    for chooser in game.lovers if deed.oneself else choosers:
        if chooser in each:
            each[chooser] = but_for(game, chooser, deed, shared)
    return each


async def insist(seat: Seat, key: str, choices: Sequence[S]) -> S:
    """A secret answer that must not be missing: without one, it is drawn silently (LG-45)."""
    answer = await ask(seat, key, choices, demanded=True)
    return await draw(key, choices) if answer is None else answer


async def insist_several(seat: Seat, key: str, choices: Sequence[S], count: int) -> list[S]:
    """A secret answer of exactly this many, or of all there are; missing ones are drawn silently (LG-45)."""
    wanted = min(count, len(choices))
    named = list(await ask_several(seat, key, choices, wanted, demanded=True))
    while len(named) < wanted:
        named.append(await draw(key, [choice for choice in choices if choice not in named]))
    return named


async def insist_aloud(seat: Seat, key: Of, choices: Sequence[Seat]) -> Seat:
    """A public answer that must not be missing: without one, it is drawn and announced as drawn (LG-45)."""
    answer = await ask(seat, key, choices, demanded=True)
    return await draw_aloud(key, choices) if answer is None else answer


ALOUD: tuple[Of, ...] = ("election", "vote", "successor", "captain_choice", "hunter")
"""The public lots of the rules. All others are secret."""


async def draw_aloud(of: Of, choices: Sequence[Seat]) -> Seat:
    """Draws a lot in public."""
    seat = await draw(of, choices)
    await say(Lot(of, seat))
    return seat
