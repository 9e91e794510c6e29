"""The state of a round: what lies on the seats, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from table.werewolf.options import Options
from table.werewolf.pieces import Card, Cause, Nature, Piece, Token

if TYPE_CHECKING:
    from table.werewolf.rulebook import Rulebook


class Seat:
    """One player's place. `card` is what he holds, `nature` what he is now."""

    __slots__ = ("card", "cause", "index", "name", "nature", "tokens")

    def __init__(self, index: int, name: str, card: Card) -> None:
        self.index = index
        self.name = name
        self.cause: Cause | None = None
        """Of his death; None while he lives."""
        self.card = card
        self.nature: Nature = card.nature
        self.tokens: list[Token] = [*card.brings]

    def __repr__(self) -> str:
        return f"{self.name} ({self.card.key})"

    @property
    def alive(self) -> bool:
        return self.cause is None

    def take(self, card: Card) -> None:
        """He is this character from now on, with all that comes with it."""
        self.card = card
        self.nature = card.nature
        self.tokens.extend(card.brings)

    def has(self, piece: Piece) -> bool:
        """Whether this token lies here."""
        return piece in self.tokens


class Game:
    """One round under way. Seats lie clockwise; `alive` is always in seat order."""

    def __init__(
        self,
        rulebook: Rulebook,
        names: Sequence[str],
        cards: Sequence[Card],
        centre: Sequence[Card] = (),
        options: Options | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.options = Options() if options is None else options
        self.seats = tuple([Seat(i, names[i], card) for i, card in enumerate(cards)])
        self.alive = self.seats
        self.centre = list(centre)
        self.deck = (*cards, *centre)
        self.number = 0
        """Of the night, and of the dawn and day that follow it."""
        self.deaths = 0
        self.quiet_days = 0
        """LG-47: pairs of night and day in a row without a death."""
        self.captain: Seat | None = None
        """LG-23: an office held on top of a role; dead until he is succeeded."""
        self.lovers: tuple[Seat, ...] = ()
        """Where the two Lover tokens lie, dead or alive, in seat order."""
        self.unseen = Counter(self.deck)
        """LG-60: the cards the village has not seen turned over; while one is left its call is held."""

    def holders(self, token: Token) -> list[Seat]:
        """The living seats with this token, in seat order."""
        return [seat for seat in self.alive if token in seat.tokens]

    def take_away(self, seat: Seat, cause: Cause) -> None:
        """He is dead: he no longer counts among the living, and his card is seen if deaths show cards."""
        seat.cause = cause
        place = self.alive.index(seat)
        self.alive = self.alive[:place] + self.alive[place + 1 :]
        self.deaths += 1
        if self.options.reveal == "card":
            self.unseen[seat.card] -= 1
