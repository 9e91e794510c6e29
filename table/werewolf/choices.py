"""Who may be chosen (LG-43, LG-44): the one place that says so; and answers that are demanded (LG-45)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from table.requests import ask, draw, say
from table.werewolf.cards.lover import beloved
from table.werewolf.events import Lot, Of
from table.werewolf.state import Game, Seat

S = TypeVar("S")


class Deed(msgspec.Struct, frozen=True):
    """What somebody is about to do to somebody. `harms`: never to one's beloved (LG-43); `oneself`: one may
    name oneself (LG-44); `spares_pack`: never to a werewolf (LG-10)."""

    harms: bool = False
    oneself: bool = False
    spares_pack: bool = False


LOOK = Deed()
LOVE = Deed(oneself=True)
HEAL = Deed(oneself=True)
POISON = Deed(harms=True)
MEAL = Deed(harms=True, oneself=True, spares_pack=True)
SHOT = Deed(harms=True)
VOTE = Deed(harms=True, oneself=True)
ELECT = Deed(oneself=True)
SUCCEED = Deed()


def may_choose(
    game: Game, chooser: Seat | None, deed: Deed, among: Sequence[Seat] | None = None
) -> Sequence[Seat]:
    """The living seats `chooser` may name for this deed, in seat order; only of `among` where given.

    Without a chooser: whom somebody could name whom nothing sets apart.
    """
    seats = game.alive if among is None else among
    if deed.spares_pack:
        seats = [seat for seat in seats if seat.nature != "werewolf"]
    if chooser and not deed.oneself:
        seats = without(chooser, seats)
    if chooser and deed.harms and chooser in game.lovers:
        seats = without(beloved(game, chooser), seats)
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
    """Whom each of `choosers` may name; those whom nothing sets apart share one list."""
    each = dict.fromkeys(choosers, may_choose(game, None, deed, among))
    if deed.harms or not deed.oneself:
        for chooser in game.lovers if deed.oneself else choosers:
            if chooser in each:
                each[chooser] = may_choose(game, chooser, deed, among)
    return each


async def insist(seat: Seat, key: str, choices: Sequence[S]) -> S:
    """A secret answer that cannot be left out: unanswered, it is drawn silently (LG-45)."""
    answer = await ask(seat, key, choices, demanded=True)
    return await draw(key, choices) if answer is None else answer


async def insist_aloud(seat: Seat, key: Of, choices: Sequence[Seat]) -> Seat:
    """A public answer that cannot be left out: unanswered, it is drawn and said to have been (LG-45)."""
    answer = await ask(seat, key, choices, demanded=True)
    return await draw_aloud(key, choices) if answer is None else answer


async def draw_aloud(of: Of, choices: Sequence[Seat]) -> Seat:
    """A lot in front of everybody."""
    seat = await draw(of, choices)
    await say(Lot(of, seat))
    return seat
