"""What a player may claim in a debate. A claim is public, may be a lie, and changes no rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

import msgspec

from table.engine.public import Kept
from table.engine.requests import Sitter
from table.games.werewolf.rules.pieces import Card

Wording: TypeAlias = Literal["am", "wolf", "clear", "suspect", "trust", "vote", "back"]
"""I am (a card); I have seen that X is a werewolf, that X is none; I suspect X; I trust X; vote with me for
X; I take back whatever I said of me and of others."""
WORDINGS: tuple[Wording, ...] = get_args(Wording)
SIGHTS: tuple[Wording, ...] = ("wolf", "clear")
"""What only a Seer can have seen."""


class Claim(msgspec.Struct, frozen=True, gc=False):
    """One claim. `card`: of "am"; `seat`: whom any other but "back" is about."""

    kept: ClassVar[Kept] = ("Claim", "wording", "seat", "card")
    wording: Wording
    seat: Sitter | None = None
    card: Card | None = None


class Vocabulary(Sequence[Claim]):
    """All claims at a table with these seats and cards, in the order of the wordings."""

    def __init__(self, seats: Sequence[Sitter], deck: Sequence[Card]) -> None:
        self._seats, self._cards = seats, tuple(dict.fromkeys(deck))
        self._claims: list[Claim] = []

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # as any sequence
        return self._all()[index]

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._all())

    def _all(self) -> list[Claim]:
        """Made when first needed: a simulated round never asks."""
        if not self._claims:
            self._claims += [Claim("am", card=card) for card in self._cards]
            for wording in WORDINGS[1:-1]:
                self._claims += [Claim(wording, seat) for seat in self._seats]
            self._claims.append(Claim("back"))
        return self._claims
