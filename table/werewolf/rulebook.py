"""What a box of the game says: a few printed lists, and its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from table.werewolf.cards.lover import LOVER
from table.werewolf.choices import MEAL, Deed
from table.werewolf.leaving import LEFT
from table.werewolf.pieces import Call, Card, Cause, Doom, Piece, Printed, Victory
from table.werewolf.victory import lovers_alone

if TYPE_CHECKING:
    from table.house import Role

T = TypeVar("T")

HAND_MADE = 99
"""Copies of a role of the players' own: they make its cards themselves, as many as they like."""


class Rulebook(msgspec.Struct, frozen=True):
    """The order of each list is the order in which it happens; there is no other."""

    key: str
    cards: tuple[Card, ...]
    """The roles it takes (LG-61)."""
    least: int
    most: int
    """Players its box is made for; more are allowed with a warning (LG-4)."""
    box: tuple[Card, ...]
    """BO-40: the cards of the printed box."""
    simplified: Callable[[int], tuple[Card, ...]]
    """LG-3: the deal of the simplified game for a number of players."""

    calls: tuple[Call, ...]
    """The night, first to last."""
    dooms: tuple[Doom, ...]
    """LG-41: who has several causes at one dawn dies of the first of these."""
    at_dawn: tuple[Printed, ...]
    """What happens as the village wakes, before the victims are named."""
    reactions: tuple[Piece, ...]
    """LG-20: what a death brings, and in which order."""
    after_dawn: tuple[Printed, ...]
    """What happens once all deaths of the morning are settled."""
    before_vote: tuple[Printed, ...]
    """What is told as the village begins to vote."""
    victories: tuple[Victory, ...]
    """LG-33: the first that holds wins alone."""

    opens_by_day: Card | None = None
    """BO-33: with this card in the deck the round begins with a debate and a vote."""
    hunter_shoots: frozenset[Cause] | None = None
    """LG-17: the causes of death at which the Hunter shoots; None: at any."""
    hunter_must_shoot: bool = True
    meal: Deed = MEAL
    """LG-14: whether the pack may choose a werewolf."""
    starves: bool = False
    """LG-53: whether a pack that sleeps through its call dies of hunger."""
    captain_breaks: tuple[Literal["ballot", "choice"], ...] = ("ballot", "choice")
    """LG-25: what of a living captain decides a tie: his own ballot, if it names one of the tied; a choice he
    is asked for."""
    revotes: int = 1
    """LG-25: so many new votes between the tied, at most."""
    candidates: bool = False
    """LG-22: whether players stand for captain before they are voted for."""
    options: tuple[str, ...] = ("captain", "tie", "stalemate", "reveal")
    """The options of a round it knows."""
    left_out: tuple[str, ...] = ()
    """BO-39: the files of house roles that cannot be used."""

    def with_deck(self, deck: Iterable[Card]) -> Rulebook:
        """The same rules, with only those things in the lists that this deck can bring about."""
        held = set(deck)
        absent = [card.victory for card in self.cards if card not in held]

        def printed(rules: tuple[Printed, ...]) -> tuple[Printed, ...]:
            return tuple(rule for rule in rules if rule.card in held)

        return msgspec.structs.replace(
            self,
            calls=tuple(call for call in self.calls if call.is_always or call.card in held),
            at_dawn=printed(self.at_dawn),
            after_dawn=printed(self.after_dawn),
            before_vote=printed(self.before_vote),
            victories=tuple(victory for victory in self.victories if victory not in absent),
        )

    def with_house(
        self, roles: Sequence[Role], night: Sequence[str], left_out: Sequence[str] = ()
    ) -> Rulebook:
        """BO-39: the same rules and these roles of the players' own, each thing in its list: dooms before
        leaving, what a death brings before grief, victories before the Lovers'.

        `night`: the keys of all calls of all boxes, first to last. A role that is called after one this box
        does not have is called after the last before that one which it has. Its own calls keep their order.
        """
        keys = {call.key for call in self.calls}
        behind: dict[str, list[Call]] = {key: [] for key in ("", *keys)}
        for role in sorted(roles, key=lambda role: night.index(role.after)):
            before = reversed(night[: night.index(role.after) + 1])
            behind[next((key for key in before if key in keys), "")] += role.calls
        calls = [*behind[""], *(one for call in self.calls for one in (call, *behind[call.key]))]
        return msgspec.structs.replace(
            self,
            cards=self.cards + tuple(role.card for role in roles),
            left_out=tuple(left_out),
            box=self.box + HAND_MADE * tuple(role.card for role in roles),
            calls=tuple(calls),
            dooms=_before(LEFT, self.dooms, [doom for role in roles for doom in role.dooms]),
            at_dawn=self.at_dawn + tuple(rule for role in roles for rule in role.at_dawn),
            reactions=_before(LOVER, self.reactions, [piece for role in roles for piece in role.reactions]),
            after_dawn=self.after_dawn + tuple(rule for role in roles for rule in role.after_dawn),
            before_vote=self.before_vote + tuple(rule for role in roles for rule in role.before_vote),
            victories=_before(
                lovers_alone, self.victories, [win for role in roles for win in role.victories]
            ),
        )


def _before(one: T, printed: tuple[T, ...], more: Sequence[T]) -> tuple[T, ...]:
    """A list with more in it, before one of its items."""
    place = printed.index(one)
    return (*printed[:place], *more, *printed[place:])
