"""Rulebooks with house roles in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from table.games.werewolf.rules.cards.lover import LOVER
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.pieces import Call, Rulebook
from table.games.werewolf.rules.rulebooks import NIGHT, RULEBOOKS
from table.games.werewolf.rules.victory import lovers_alone
from table.house import Role, Roles
from table.settings.load import Report

T = TypeVar("T")

HAND_MADE = 99
"""Number of copies of a house role's card: players make these cards themselves."""


def with_house(roles: Sequence[Role]) -> dict[str, Rulebook]:
    """BO-39: every box with these house roles."""
    mistakes = roles.mistakes if isinstance(roles, Roles) else Report()
    left_out = [path.name for path in mistakes.files("without_role")]
    if not roles and not left_out:
        return RULEBOOKS
    return {key: with_roles(book, roles, NIGHT, left_out) for key, book in RULEBOOKS.items()}


def with_roles(
    book: Rulebook, roles: Sequence[Role], night: Sequence[str], left_out: Sequence[str] = ()
) -> Rulebook:
    """BO-39: the rules of a box with these house roles, each thing in its list: dooms before leaving, what a
    death brings before grief, victories before the Lovers'.

    `night`: the keys of all calls of all boxes, first to last. If a role is called after one that this box
    lacks, it follows the last earlier one that the box has. Its own calls keep their order.
    """
    keys = {call.key for call in book.calls}
    behind: dict[str, list[Call]] = {key: [] for key in ("", *keys)}
    for role in sorted(roles, key=lambda role: night.index(role.after)):
        before = reversed(night[: night.index(role.after) + 1])
        behind[next((key for key in before if key in keys), "")] += role.calls
    calls = [*behind[""], *(one for call in book.calls for one in (call, *behind[call.key]))]
    return replace(
        book,
        cards=book.cards + tuple(role.card for role in roles),
        house=tuple(role.card for role in roles),
        left_out=tuple(left_out),
        box=book.box + HAND_MADE * tuple(role.card for role in roles),
        calls=tuple(calls),
        dooms=_before(LEFT, book.dooms, [doom for role in roles for doom in role.dooms]),
        at_dawn=book.at_dawn + tuple(rule for role in roles for rule in role.at_dawn),
        reactions=_before(LOVER, book.reactions, [piece for role in roles for piece in role.reactions]),
        after_dawn=book.after_dawn + tuple(rule for role in roles for rule in role.after_dawn),
        before_vote=book.before_vote + tuple(rule for role in roles for rule in role.before_vote),
        known=book.known + tuple(rule for role in roles for rule in role.known),
        at_tie=book.at_tie + tuple(rule for role in roles for rule in role.at_tie),
        before_turning=book.before_turning + tuple(time for role in roles for time in role.before_turning),
        after_vote=book.after_vote + tuple(time for role in roles for time in role.after_vote),
        victories=_before(lovers_alone, book.victories, [win for role in roles for win in role.victories]),
    )


def _before(one: T, printed: tuple[T, ...], more: Sequence[T]) -> tuple[T, ...]:
    """A list with items inserted before one of its own."""
    place = printed.index(one)
    return (*printed[:place], *more, *printed[place:])
