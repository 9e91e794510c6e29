"""What a player may claim in a debate. A claim is public, may be a lie, and changes no rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

import msgspec

from table.engine.public import Kept
from table.engine.requests import Sitter
from table.games.werewolf.rules.pieces import Card

Wording: TypeAlias = Literal[
    "am",
    "wolf",
    "clear",
    "suspect",
    "trust",
    "vote",
    "back",
    "among",
    "bear",
    "why",
    "agree",
    "disagree",
    "ask",
    "alibi",
    "tease",
]
"""I am (a card); I have seen that X is a werewolf, that X is none; I suspect X; I trust X; vote with me for
X; I take back whatever I said of me and of others; X or one of the two beside X is a werewolf; the bear
growled at one of my neighbours; why me, X?; I agree with X; I do not; what do you say, X?; I was asleep; a
joke about X."""
WORDINGS: tuple[Wording, ...] = get_args(Wording)
SIGHTS: tuple[Wording, ...] = ("wolf", "clear")
"""What only a Seer can have seen."""
CALLS: tuple[Wording, ...] = ("suspect", "vote")
"""Whom the speaker wants condemned: only these may have a reason."""
ALONE: tuple[Wording, ...] = ("back", "bear", "alibi")
"""What is about nobody else."""
OF_CARDS: Mapping[Wording, str] = {"among": "fox", "bear": "bear_tamer"}
"""What can be said, or be a reason, only where this card is in play."""
Reason: TypeAlias = Literal["told", "lies", "votes", "spared", "calls", "bear", "election", "feeling"]
"""Somebody has said what they saw; the card they claim is not believed; they voted against an innocent, or
not against a werewolf; others name them too; they sat beside the bear; they voted for another Captain;
nothing but a feeling."""
REASONS: tuple[Reason, ...] = get_args(Reason)


class Claim(msgspec.Struct, frozen=True, gc=False):
    """One claim. `card`: of "am"; `seat`: whom any other is about, but those that are about nobody else;
    `because`: the reason that is given for a call, if any."""

    kept: ClassVar[Kept] = ("Claim", "kept_wording", "seat", "card")
    wording: Wording
    seat: Sitter | None = None
    card: Card | None = None
    because: Reason | None = None

    @property
    def kept_wording(self) -> str:
        """The wording with its reason."""
        return f"{self.wording}.{self.because}" if self.because else self.wording

    @property
    def claimed(self) -> str | None:
        """The key of the card that the speaker claims to hold; None: they claim none."""
        return self.card.key if self.card else "seer" if self.wording in SIGHTS else None


class Vocabulary(Sequence[Claim]):
    """All claims at a table with these seats and cards, in the order of the wordings; those with a reason
    come last."""

    def __init__(self, seats: Sequence[Sitter], deck: Sequence[Card]) -> None:
        self._seats, self._cards = seats, tuple(dict.fromkeys(deck))
        self._claims: list[Claim] = []

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # as any sequence
        return self._all()[index]

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._all())

    def claim(self, wording: Wording, about: int | None, card: str, because: Reason | None) -> Claim:
        """The claim with the number of this seat and the key of this card."""
        seat = next((seat for seat in self._seats if seat.index == about), None)
        return Claim(wording, seat, next((one for one in self._cards if one.key == card), None), because)

    def _all(self) -> list[Claim]:
        """Made when first needed: a simulated round never asks."""
        if not self._claims:
            self._claims += [Claim("am", card=card) for card in self._cards]
            keys = {card.key for card in self._cards}
            unsaid = {said for said, card in OF_CARDS.items() if card not in keys}
            for wording in (one for one in WORDINGS[1:] if one not in unsaid):
                about = (None,) if wording in ALONE else self._seats
                self._claims += [Claim(wording, seat) for seat in about]
            self._claims += [
                Claim(wording, seat, because=reason)
                for wording in CALLS
                for reason in REASONS
                if reason not in unsaid
                for seat in self._seats
            ]
        return self._claims
