"""What lies on the table: cards and tokens with their rules printed on them, the box they come from, and the
seats on which they lie.

A card or token may carry a part of the night (`night`, `together`), what follows the death of the seat it
lies on (`after_death`), what happens instead of a death (`instead`), how its owner wins alone (`wins`), and
what happens at a moment of every day (`moment`). Nothing else in the game knows what a single card does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from table.engine.answers import Form
from table.engine.broken import BrokenRules
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.options import Options

N = TypeVar("N", bound=News)

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


@dataclass(frozen=True)
class Deed:
    """What somebody is about to do to somebody. `harms`: never to one's beloved (LG-43); `oneself`: one may
    name oneself (LG-44); `spares_pack`: never to a werewolf (LG-10); `only_pack`: to nobody else;
    `never_twice`: not to whom bears this token."""

    harms: bool = False
    oneself: bool = False
    spares_pack: bool = False
    only_pack: bool = False
    never_twice: Token | None = None


MEAL = Deed(harms=True, oneself=True, spares_pack=True)
"""LG-14: what the pack does to its victim."""


@dataclass(frozen=True)
class Rulebook:
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

        return replace(
            self,
            calls=tuple(call for call in self.calls if call.is_always or call.card in held),
            at_dawn=printed(self.at_dawn),
            after_dawn=printed(self.after_dawn),
            before_vote=printed(self.before_vote),
            victories=tuple(victory for victory in self.victories if victory not in absent),
        )


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
        self.broken = BrokenRules()
        """BO-39: which house roles are out of this round."""
        self.fading: list[tuple[Seat, Token]] = []

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
            self.fading.append((seat, token))
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
        if self.fading:
            faded, self.fading = self.fading, []
            for seat, token in faded:
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
