"""What lies on the table: cards and tokens, with their rules printed on them.

A card or token may carry a part of the night (`night`, `together`) and what follows the death of the
seat it lies on (`after_death`). Nothing else in the game knows what a single card does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from table.answers import Form

if TYPE_CHECKING:
    from table.werewolf.state import Game, Seat

Nature = Literal["villager", "werewolf"]
Camp = Literal["villagers", "werewolves", "lovers", "nobody"]
Cause = Literal["devoured", "poisoned", "voted", "shot", "grief", "left"]

TOLD: tuple[Cause, ...] = ("voted", "grief", "shot", "left")
"""LG-39: the causes the village hears at once; the others are kept until the end."""


class Elimination(msgspec.Struct, frozen=True, gc=False):
    """Somebody is about to die of something."""

    seat: Seat
    cause: Cause


Aftermath = Callable[["Game", Elimination], Awaitable[Sequence[Elimination]]]


class Piece:
    """Something that lies on a seat. Compared by identity: there is one object for each kind."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.aftermath: Aftermath | None = None

    def __repr__(self) -> str:
        return self.key

    def after_death(self, rule: Aftermath) -> Aftermath:
        """Prints on this piece what follows the death of the seat it lies on: whom it takes along."""
        self.aftermath = rule
        return rule


class Token(Piece):
    """A sign of something that happened to a seat, or a power not yet spent."""


class Doom(Token):
    """LG-40: a mark laid at night that kills at dawn, of its cause."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause)
        self.cause: Cause = cause


class Card(Piece):
    """A character. `nature`: what its owner is; `brings`: the tokens that come with it;
    `single`: LG-4, no deck holds two of it."""

    def __init__(
        self, key: str, nature: Nature = "villager", *, brings: tuple[Token, ...] = (), single: bool = True
    ) -> None:
        super().__init__(key)
        self.nature: Nature = nature
        self.brings = brings
        self.single = single


class Call:
    """A part of the night. It is held while its card may still be in play, and takes its fixed time
    whoever is awake (LG-35, LG-60)."""

    def __init__(self, card: Card, key: str, first_night: bool, is_look: bool, answer: Form | None) -> None:
        self.card = card
        self.key = key
        self.first_night = first_night
        self.is_look = is_look
        self.answer = answer
        """How a scenario writes what is answered here; None: nothing is asked."""
        self.alone: Callable[[Game, Seat], Awaitable[None]] | None = None
        self.together: Callable[[Game, Sequence[Seat]], Awaitable[None]] | None = None
        self.wakes: Callable[[Game], Sequence[Seat]] = self._owners

    def __repr__(self) -> str:
        return f"call of {self.key}"

    def _owners(self, game: Game) -> Sequence[Seat]:
        card = self.card
        return [seat for seat in game.alive if seat.card is card]


def night(
    card: Card, *, answer: Form, first_night: bool = False
) -> Callable[[Callable[[Game, Seat], Awaitable[None]]], Call]:
    """Prints on `card` what its owner does when he is called."""

    def printed(rule: Callable[[Game, Seat], Awaitable[None]]) -> Call:
        call = Call(card, card.key, first_night, is_look=False, answer=answer)
        call.alone = rule
        return call

    return printed


def together(
    card: Card,
    key: str,
    wakes: Callable[[Game], Sequence[Seat]],
    *,
    answer: Form | None = None,
    first_night: bool = False,
    look: bool = False,
) -> Callable[[Callable[[Game, Sequence[Seat]], Awaitable[None]]], Call]:
    """Prints on `card` a part of the night that several live through at once."""

    def printed(rule: Callable[[Game, Sequence[Seat]], Awaitable[None]]) -> Call:
        call = Call(card, key, first_night, look, answer)
        call.together = rule
        call.wakes = wakes
        return call

    return printed
