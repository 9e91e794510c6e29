"""What lies on the table: cards and tokens, with their rules printed on them.

A card or token may carry a part of the night (`night`, `together`), what follows the death of the seat it
lies on (`after_death`), what happens instead of a death (`instead`), how its owner wins alone (`wins`), and
what happens at a moment of every day (`moment`). Nothing else in the game knows what a single card does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from table.answers import Form

if TYPE_CHECKING:
    from table.werewolf.events import News
    from table.werewolf.state import Game, Seat

N = TypeVar("N", bound="News")

Group = Literal["villagers", "werewolves", "ambiguous", "solitary"]
"""How a box sorts its cards."""
Nature = Literal["villager", "werewolf", "solitary"]
Camp: TypeAlias = str
"""Who wins together: one of CAMPS, or the role key of who wins alone."""
CAMPS: tuple[Camp, ...] = ("villagers", "werewolves", "lovers", "nobody")
Cause: TypeAlias = str
"""Of a death: the key of the doom that brought it, or "voted", "shot", "grief"."""

NATURES: dict[Group, Nature] = {
    "villagers": "villager",
    "werewolves": "werewolf",
    "ambiguous": "villager",
    "solitary": "solitary",
}
"""What somebody is to whom a card of a group is dealt."""


class Win(NamedTuple):
    """Who has won, and everybody of that camp, dead members too (LG-34)."""

    camp: Camp
    seats: tuple[Seat, ...]


class Elimination:
    """Somebody is about to die of something. `told`: LG-39, the village hears at once of what."""

    __slots__ = ("cause", "seat", "told")

    def __init__(self, seat: Seat, cause: Cause, told: bool = True) -> None:
        self.seat = seat
        self.cause = cause
        self.told = told


class Sign(NamedTuple):
    """How a card is written on a ring: so many groups of light, and how they move."""

    groups: int
    motion: str


MOTIONS = ("still", "clockwise", "anticlockwise", "swing", "hop", "sweep", "stroll", "saunter")
SIGNS = tuple(
    Sign(groups, motion)
    for motion in MOTIONS
    for groups in (1, 2, 3, 4)
    if groups < 4 or motion not in ("stroll", "saunter")
)
"""All there are. Four groups that go slowly are no sign: a ring that has nothing to say looks so."""

Aftermath = Callable[["Game", Elimination], Awaitable["Sequence[Elimination] | Win"]]
Moment = Callable[["Game"], Awaitable[None]]
Victory = Callable[["Game"], Win | None]
When = Callable[["Game"], bool]


class Piece:
    """Something that lies on a seat. Compared by identity: there is one object for each kind."""

    is_power = False
    """Whether the village's powers, once lost, take its rules along (BO-17)."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.aftermath: Aftermath | None = None

    def __repr__(self) -> str:
        return self.key

    def after_death(self, rule: Aftermath) -> Aftermath:
        """Prints on this piece what follows the death of the seat it lies on: whom it takes along, or who
        has won by it, and the round is over there."""
        self.aftermath = rule
        return rule


class Token(Piece):
    """A sign of something that happened to a seat, or a power not yet spent. `votes`: against its seat in the
    next vote; `fades`: taken away at nightfall, and `into` laid there instead."""

    def __init__(self, key: str, *, votes: int = 0, fades: bool = False, into: Token | None = None) -> None:
        super().__init__(key)
        self.votes = votes
        self.fades = fades
        self.into = into
        self.spares: Callable[[Game, Seat, Doom], bool] | None = None

    def instead(self, rule: Callable[[Game, Seat, Doom], bool]) -> Callable[[Game, Seat, Doom], bool]:
        """Prints on this token what happens instead of a doom: the rule says whether the doom is averted."""
        self.spares = rule
        return rule


class Doom(Token):
    """LG-40: a mark laid at night that kills at dawn, of its cause. One that `lasts` is laid before the
    night: its bearer sleeps through it. `told`: LG-39, the village hears the cause at once; that of others is
    kept until the end."""

    def __init__(self, cause: Cause, *, lasts: bool = False, told: bool = False) -> None:
        super().__init__(cause, fades=not lasts)
        self.cause: Cause = cause
        self.told = told


class Card(Piece):
    """A character. `group`: as its box sorts it; `nature`: what its owner is, if not what its group is;
    `sign`: on the rings; `brings`: the tokens that come with it; `copies`: LG-4, so many of it in a deck that
    has it, None for any number; `centre`: LG-2, how many more cards lie in the centre with it in play;
    `alone`: he wins only without the others of his nature; `by_day`: how a scenario writes what its owner is
    asked in front of everybody, under its key, None if he is asked nothing there."""

    def __init__(
        self,
        key: str,
        group: Group = "villagers",
        *,
        nature: Nature | None = None,
        sign: Sign | tuple[int, str],
        brings: tuple[Token, ...] = (),
        copies: int | None = 1,
        centre: int = 0,
        alone: bool = False,
        by_day: Form | None = None,
    ) -> None:
        super().__init__(key)
        self.group: Group = group
        self.nature: Nature = nature or NATURES[group]
        self.sign = Sign(*sign)
        self.brings = brings
        self.copies = copies
        self.centre = centre
        self.alone = alone
        self.by_day = by_day
        self.is_power = group == "villagers"
        for token in brings:
            token.is_power = self.is_power
        self.in_love: Callable[[Game, Seat], None] | None = None
        self.victory: Victory | None = None
        self.news: list[type[News]] = []

    def announces(self, news: type[N]) -> type[N]:
        """Prints on this card something that it lets the whole village know."""
        self.news.append(news)
        return news

    def wins(self, rule: Victory) -> Victory:
        """Prints on this card how its owner wins alone; its rulebook says before and after whom."""
        self.victory = rule
        return rule

    def when_in_love(self, rule: Callable[[Game, Seat], None]) -> Callable[[Game, Seat], None]:
        """Prints on this card what becomes of its owner when he falls in love."""
        self.in_love = rule
        return rule


class Call:
    """A part of the night. It is held while its card may still be in play, and takes its fixed time
    whoever is awake (LG-35, LG-60)."""

    def __init__(
        self,
        card: Card,
        key: str,
        when: When | None,
        seconds: float,
        answer: Form | None,
        *,
        asks: Mapping[str, float] | None = None,
        is_look: bool = False,
        is_always: bool = False,
    ) -> None:
        self.card = card
        self.key = key
        self.when = when
        """In which nights; None: in every night."""
        self.seconds = seconds
        """How long it lasts at normal pace, speech not counted."""
        self.answer = answer
        """How a scenario writes what is answered here; None: nothing is asked."""
        self.asks = asks or {}
        """What is asked one after the other, and till which part of its time."""
        self.is_look = is_look
        self.is_always = is_always
        """Held whatever the deck: nobody can ever know that nobody would wake."""
        self.victory: Victory | None = None
        """What may be won as it ends, the night not being over."""
        self.alone: Callable[[Game, Seat], Awaitable[None]] | None = None
        self.together: Callable[[Game, Sequence[Seat]], Awaitable[None]] | None = None
        self.wakes: Callable[[Game], Sequence[Seat]] = self._owners

    def __repr__(self) -> str:
        return f"call of {self.key}"

    def _owners(self, game: Game) -> Sequence[Seat]:
        return game.owners(self.card)


class Printed(NamedTuple):
    """Something a card brings about at a moment of every night and day. `stands`: also when the card's power
    is lost (BO-17), because it only tells of something already done."""

    card: Card
    rule: Moment
    stands: bool = False


def first_night(game: Game) -> bool:
    return game.number == 1


def even_nights(game: Game) -> bool:
    return game.number % 2 == 0


def night(
    card: Card,
    *,
    answer: Form | None = None,
    asks: Mapping[str, float] | None = None,
    when: When | None = None,
    seconds: float,
) -> Callable[[Callable[[Game, Seat], Awaitable[None]]], Call]:
    """Prints on `card` what its owner does when he is called."""

    def printed(rule: Callable[[Game, Seat], Awaitable[None]]) -> Call:
        call = Call(card, card.key, when, seconds, answer, asks=asks)
        call.alone = rule
        return call

    return printed


def together(
    card: Card,
    key: str,
    wakes: Callable[[Game], Sequence[Seat]] | None = None,
    *,
    answer: Form | None = None,
    when: When | None = None,
    seconds: float,
    look: bool = False,
    always: bool = False,
) -> Callable[[Callable[[Game, Sequence[Seat]], Awaitable[None]]], Call]:
    """Prints on `card` a part of the night that several live through at once: its owners, or who `wakes`."""

    def printed(rule: Callable[[Game, Sequence[Seat]], Awaitable[None]]) -> Call:
        call = Call(card, key, when, seconds, answer, is_look=look, is_always=always)
        call.together = rule
        if wakes:
            call.wakes = wakes
        return call

    return printed


def moment(card: Card, *, stands: bool = False) -> Callable[[Moment], Printed]:
    """Prints on `card` something that happens at a moment of every day; its rulebook says at which."""
    return lambda rule: Printed(card, rule, stands)
