"""The state of a round: what lies on the seats, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from table.werewolf.broken import Broken
from table.werewolf.options import Options
from table.werewolf.pieces import Camp, Card, Cause, Nature, Piece, Token

if TYPE_CHECKING:
    from table.werewolf.rulebook import Rulebook


class Seat:
    """One player's place. `card` is what he holds, `nature` what he is now, or was when he died."""

    __slots__ = ("card", "cause", "index", "name", "nature", "tokens")

    def __init__(self, index: int, name: str, card: Card) -> None:
        self.index = index
        self.name = name
        self.cause: Cause | None = None
        """Of his death; None while he lives."""
        self.card = card
        self.nature: Nature = card.nature
        self.tokens: list[Token] = list(card.brings)

    def __repr__(self) -> str:
        return f"{self.name} ({self.card.key})"

    @property
    def alive(self) -> bool:
        return self.cause is None

    @property
    def camp(self) -> Camp:
        """LG-58: whom he wins with, by what he is now, love not counted."""
        if self.nature == "solitary" or self.card.alone:
            return self.card.key
        return "werewolves" if self.nature == "werewolf" else "villagers"

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
        self._deadly = frozenset(rulebook.dooms)
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
        self.died_apart: tuple[Seat, ...] = ()
        """LG-58: the Lovers who were of different camps when they died."""
        self.prey: Seat | None = None
        """Whom the pack has agreed on tonight."""
        self.meals: dict[Seat, Sequence[Seat]] = {}
        """Tonight's victims, and who ate: these the Witch is shown."""
        self.wolf_has_died = False
        self.somebody_is_sick = False
        """Whether a doom has ever been laid that lasts through a day."""
        self.shows_cards = self.options.reveal == "card"
        """Whether a death turns a card over."""
        self.omens = False
        """Whether a token that votes has ever been laid."""
        self.powers_lost = False
        """BO-17: what stands on the villagers' cards holds no longer."""
        self.unseen: dict[Card, int] = {}
        """LG-60: of each card how many the village has not seen turned over; while one is left its call is
        held."""
        for card in self.deck:
            self.unseen[card] = self.unseen.get(card, 0) + 1
        self.broken = Broken()
        """BO-39: which house roles are out of this round."""
        self._fading: list[tuple[Seat, Token]] = []

    def owners(self, card: Card) -> list[Seat]:
        """The living seats with this card, in seat order."""
        return [seat for seat in self.alive if seat.card is card]

    def holders(self, token: Token) -> list[Seat]:
        """The living seats with this token, in seat order."""
        return [seat for seat in self.alive if token in seat.tokens]

    def doomed(self) -> list[Seat]:
        """The living seats on which a doom lies, in seat order."""
        deadly = self._deadly
        return [seat for seat in self.alive if seat.tokens and not deadly.isdisjoint(seat.tokens)]

    def lay(self, seat: Seat, token: Token) -> None:
        """Lays a token; one that fades lies there until the next nightfall."""
        seat.tokens.append(token)
        if token.fades:
            self._fading.append((seat, token))
        elif token in self._deadly:
            self.somebody_is_sick = True
        if token.votes:
            self.omens = True

    def clockwise(self, seat: Seat) -> list[Seat]:
        """The other living seats, from the one to his left on. He himself may be dead."""
        after = [other for other in self.alive if other.index > seat.index]
        return after + [other for other in self.alive if other.index < seat.index]

    def neighbours(self, seat: Seat) -> list[Seat]:
        """BO-50: the nearest living seats on either side: two, or one if only one is left."""
        others = self.clockwise(seat)
        return others if len(others) < 2 else [others[0], others[-1]]

    def new_night(self) -> None:
        """What lay on the table for a night and a day only is taken away."""
        self.prey = None
        self.meals = {}
        if self._fading:
            fading, self._fading = self._fading, []
            for seat, token in fading:
                if token in seat.tokens:
                    seat.tokens.remove(token)
                    if token.into:
                        self.lay(seat, token.into)

    def take_away(self, seat: Seat, cause: Cause) -> None:
        """He is dead: he no longer counts among the living, and his card is seen if deaths show cards."""
        seat.cause = cause
        place = self.alive.index(seat)
        self.alive = self.alive[:place] + self.alive[place + 1 :]
        self.deaths += 1
        if seat.nature == "werewolf":
            self.wolf_has_died = True
        if seat in self.lovers and self.lovers[0].camp != self.lovers[1].camp:
            self.died_apart += (seat,)
        if self.shows_cards:
            self.unseen[seat.card] -= 1
