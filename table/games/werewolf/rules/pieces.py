"""The pieces of the game: cards and tokens with their rules, the rulebook they belong to, and the seats that
hold them.

A card or token may have a part of the night (`night`, `together`), effects of the death of its holder
(`after_death`), a replacement for a death (`instead`), a way to win alone (`wins`), and something that
happens at a moment of every day (`moment`). Nothing else in the game knows what a single card does."""

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
"""The groups in which a box sorts its cards."""
Nature = Literal["villager", "werewolf", "solitary"]
Camp: TypeAlias = str
"""A winner: one of CAMPS, or the role key of a player who wins alone."""
CAMPS: tuple[Camp, ...] = ("villagers", "werewolves", "lovers", "nobody")
Cause: TypeAlias = str
"""The cause of a death: the key of the doom that brought it, or "voted", "shot", "grief"."""

NATURES: dict[Group, Nature] = {
    "villagers": "villager",
    "werewolves": "werewolf",
    "ambiguous": "villager",
    "solitary": "solitary",
}
"""The nature that a card of each group gives its holder."""


class Win(NamedTuple):
    """The winners: this camp, with its dead members (LG-34)."""

    camp: Camp
    seats: tuple[Seat, ...]


class Elimination:
    """Somebody is about to die of this cause. `told`: LG-39, the village hears the cause at once."""

    __slots__ = ("cause", "seat", "told")

    def __init__(self, seat: Seat, cause: Cause, told: bool = True) -> None:
        self.seat = seat
        self.cause = cause
        self.told = told


class Sign(NamedTuple):
    """A card's sign on a ring: the number of groups of light, and their motion."""

    groups: int
    motion: str


MOTIONS = ("still", "clockwise", "anticlockwise", "swing", "hop", "sweep", "stroll", "saunter")
SIGNS = tuple(
    Sign(groups, motion)
    for motion in MOTIONS
    for groups in (1, 2, 3, 4)
    if groups < 4 or motion not in ("stroll", "saunter")
)
"""All signs. Four slow groups are not one: they look like an idle ring."""

Aftermath = Callable[["Game", Elimination], Awaitable["Sequence[Elimination] | Win"]]
Moment = Callable[["Game"], Awaitable[None]]
Victory = Callable[["Game"], Win | None]
When = Callable[["Game"], bool]


class Piece:
    """Something that lies on a seat. Compared by identity: there is one object for each kind."""

    is_power = False
    """Whether its rules end when the villagers lose their powers (BO-17)."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.aftermath: Aftermath | None = None

    def __repr__(self) -> str:
        return self.key

    def after_death(self, rule: Aftermath) -> Aftermath:
        """Adds a rule for the death of the seat it lies on: whom it takes along, or who wins by it, which
        ends the round."""
        self.aftermath = rule
        return rule


class Token(Piece):
    """A mark of something that happened to a seat, or of an unused power. `votes`: votes against its seat in
    the next vote; `fades`: removed at nightfall, and replaced by `into`."""

    def __init__(self, key: str, *, votes: int = 0, fades: bool = False, into: Token | None = None) -> None:
        super().__init__(key)
        self.votes = votes
        self.fades = fades
        self.into = into
        self.spares: Callable[[Game, Seat, Doom], bool] | None = None

    def instead(self, rule: Callable[[Game, Seat, Doom], bool]) -> Callable[[Game, Seat, Doom], bool]:
        """Adds a rule that may avert a doom: it returns whether it does."""
        self.spares = rule
        return rule


class Doom(Token):
    """LG-40: a mark laid at night that kills at dawn, of its cause. One that `lasts` is laid before the
    night: its bearer sleeps through it. `told`: LG-39, the village hears the cause at once; other causes are
    secret until the end."""

    def __init__(self, cause: Cause, *, lasts: bool = False, told: bool = False) -> None:
        super().__init__(cause, fades=not lasts)
        self.cause: Cause = cause
        self.told = told


class Card(Piece):
    """A character. `group`: in its box; `nature`: its owner's, if not that of the group; `sign`: on the
    rings; `brings`: the tokens that come with it; `copies`: LG-4, how many a deck with this card has, None
    for any number; `centre`: LG-2, how many more cards lie in the centre if it is in play; `alone`: wins only
    without the others of the same nature; `by_day`: the scenario form of the answer to its public question,
    under its key, None if it has no such question."""

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
        """Adds an announcement to this card."""
        self.news.append(news)
        return news

    def wins(self, rule: Victory) -> Victory:
        """Adds the rule by which its owner wins alone; the rulebook says in which order these are checked."""
        self.victory = rule
        return rule

    def when_in_love(self, rule: Callable[[Game, Seat], None]) -> Callable[[Game, Seat], None]:
        """Adds a rule for an owner who falls in love."""
        self.in_love = rule
        return rule


class Call:
    """A part of the night. It is held while its card may still be in play, and takes its fixed time whoever
    is awake (LG-35, LG-60)."""

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
        """The nights in which it is held; None: every night."""
        self.seconds = seconds
        """Its length at normal pace, without speech."""
        self.answer = answer
        """The scenario form of its answer; None: nothing is asked."""
        self.asks = asks or {}
        """For several questions: each one, and the share of the call after which it closes."""
        self.is_look = is_look
        self.is_always = is_always
        """Held with every deck: nobody can know that nobody would wake."""
        self.victory: Victory | None = None
        """A victory to check when it ends, within the night."""
        self.alone: Callable[[Game, Seat], Awaitable[None]] | None = None
        self.together: Callable[[Game, Sequence[Seat]], Awaitable[None]] | None = None
        self.wakes: Callable[[Game], Sequence[Seat]] = self._owners

    def __repr__(self) -> str:
        return f"call of {self.key}"

    def _owners(self, game: Game) -> Sequence[Seat]:
        return game.owners(self.card)


class Printed(NamedTuple):
    """A card's rule at a moment of every day. `stands`: it also applies once the card's power is lost
    (BO-17), because it only reports something already done."""

    card: Card
    rule: Moment
    stands: bool = False


@dataclass(frozen=True)
class Deed:
    """What a player may do to another. `harms`: not to one's partner in love (LG-43); `oneself`: also to
    oneself (LG-44); `spares_pack`: not to a werewolf (LG-10); `only_pack`: only to a werewolf; `never_twice`:
    not to a bearer of this token."""

    harms: bool = False
    oneself: bool = False
    spares_pack: bool = False
    only_pack: bool = False
    never_twice: Token | None = None


MEAL = Deed(harms=True, oneself=True, spares_pack=True)
"""LG-14: the pack devours its victim."""


@dataclass(frozen=True)
class Rulebook:
    """The rules of one box. The order of each list is the order in which things happen."""

    key: str
    cards: tuple[Card, ...]
    """The roles it includes (LG-61)."""
    least: int
    most: int
    """The number of players its box is made for; more are allowed with a warning (LG-4)."""
    box: tuple[Card, ...]
    """BO-40: the cards of the printed box."""
    simplified: Callable[[int], tuple[Card, ...]]
    """LG-3: the deal of the simplified game for each number of players."""

    calls: tuple[Call, ...]
    """The calls of the night, first to last."""
    dooms: tuple[Doom, ...]
    """LG-41: with several causes at one dawn, a player dies of the first of these."""
    at_dawn: tuple[Printed, ...]
    """What happens when the village wakes, before the victims are named."""
    reactions: tuple[Piece, ...]
    """LG-20: the effects of a death, in order."""
    after_dawn: tuple[Printed, ...]
    """What happens after all deaths of the morning are settled."""
    before_vote: tuple[Printed, ...]
    """What is announced when the village begins to vote."""
    victories: tuple[Victory, ...]
    """LG-33: victories of single players; the first that applies counts."""

    opens_by_day: Card | None = None
    """BO-33: with this card in the deck the round begins with a debate and a vote."""
    hunter_shoots: frozenset[Cause] | None = None
    """LG-17: the causes of death after which the Hunter shoots; None: all."""
    hunter_must_shoot: bool = True
    meal: Deed = MEAL
    """LG-14: whether the pack may choose a werewolf."""
    starves: bool = False
    """LG-53: whether a pack that sleeps through its call dies of hunger."""
    captain_breaks: tuple[Literal["ballot", "choice"], ...] = ("ballot", "choice")
    """LG-25: how a living captain decides a tie: by their own ballot, if it names one of the tied; by a
    choice when asked."""
    revotes: int = 1
    """LG-25: the most new votes between the tied."""
    candidates: bool = False
    """LG-22: whether players must stand for captain before the vote."""
    options: tuple[str, ...] = ("captain", "tie", "stalemate", "reveal")
    """The options of a round it supports."""
    house: tuple[Card, ...] = ()
    """BO-39: the cards of house roles, whose rules may fail."""
    left_out: tuple[str, ...] = ()
    """BO-39: the files of house roles that cannot be used."""

    def with_deck(self, deck: Iterable[Card]) -> Rulebook:
        """The same rules, without what cards missing from this deck bring about."""
        held = set(deck)
        absent = [card.victory for card in self.cards if card not in held]

        def printed(rules: tuple[Printed, ...]) -> tuple[Printed, ...]:
            return tuple(rule for rule in rules if rule.card in held)

        return replace(
            self,
            house=tuple(card for card in self.house if card in held),
            calls=tuple(call for call in self.calls if call.is_always or call.card in held),
            at_dawn=printed(self.at_dawn),
            after_dawn=printed(self.after_dawn),
            before_vote=printed(self.before_vote),
            victories=tuple(victory for victory in self.victories if victory not in absent),
        )


class Seat:
    """One player's place. `card`: what they hold; `nature`: what they are now, or were when they died."""

    __slots__ = ("card", "cause", "index", "name", "nature", "tokens")

    def __init__(self, index: int, name: str, card: Card) -> None:
        self.index = index
        self.name = name
        self.begin(card)

    def begin(self, card: Card) -> None:
        """Puts this player where the round began, with this card."""
        self.cause: Cause | None = None
        """The cause of death; None while alive."""
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
        """LG-58: whom this player wins with, by their present nature, love not counted."""
        if self.nature == "solitary" or self.card.alone:
            return self.card.key
        return "werewolves" if self.nature == "werewolf" else "villagers"

    def take(self, card: Card) -> None:
        """This player holds this card from now on, with everything it brings."""
        self.card = card
        self.nature = card.nature
        self.tokens.extend(card.brings)

    def has(self, piece: Piece) -> bool:
        """Whether this token is here."""
        return piece in self.tokens


class Game:
    """One round under way. Seats are in clockwise order; `alive` is always in seat order."""

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
        self.deck = (*cards, *centre)
        self.broken = BrokenRules()
        """BO-39: the house roles that are out of this round."""
        self._set_out()

    def begin(self) -> None:
        """Puts everything back to where the round began."""
        for seat, card in zip(self.seats, self.deck, strict=False):
            seat.begin(card)
        self._set_out()

    def _set_out(self) -> None:
        self.alive = self.seats
        self.centre = list(self.deck[len(self.seats) :])
        self.number = 0
        """The number of the night, and of the dawn and day after it."""
        self.deaths = 0
        self.quiet_days = 0
        """LG-47: consecutive pairs of night and day without a death."""
        self.captain: Seat | None = None
        """LG-23: the captain; a dead one until they are succeeded."""
        self.lovers: tuple[Seat, ...] = ()
        """The seats with the two Lover tokens, dead or alive, in seat order."""
        self.died_apart: tuple[Seat, ...] = ()
        """LG-58: the Lovers who were of different camps when one of them died."""
        self.prey: Seat | None = None
        """The pack's choice tonight."""
        self.meals: dict[Seat, Sequence[Seat]] = {}
        """Tonight's victims, and who ate: these are shown to the Witch."""
        self.wolf_has_died = False
        self.somebody_is_sick = False
        """Whether a doom that lasts through a day was ever laid."""
        self.shows_cards = self.options.reveal == "card"
        """Whether a death turns a card over."""
        self.omens = False
        """Whether a token with votes was ever laid."""
        self.powers_lost = False
        """BO-17: whether the villagers have lost their powers."""
        self.unseen: dict[Card, int] = {}
        """LG-60: how many of each card the village has not seen turned over; while one is left its call is
        held."""
        for card in self.deck:
            self.unseen[card] = self.unseen.get(card, 0) + 1
        self.fading: list[tuple[Seat, Token]] = []

    def owners(self, card: Card) -> list[Seat]:
        """The living seats with this card, in seat order."""
        return [seat for seat in self.alive if seat.card is card]

    def holders(self, token: Token) -> list[Seat]:
        """The living seats with this token, in seat order."""
        return [seat for seat in self.alive if token in seat.tokens]

    def doomed(self) -> list[Seat]:
        """The living seats with a doom, in seat order."""
        deadly = self._deadly
        return [seat for seat in self.alive if seat.tokens and not deadly.isdisjoint(seat.tokens)]

    def lay(self, seat: Seat, token: Token) -> None:
        """Lays a token; one that fades stays until the next nightfall."""
        seat.tokens.append(token)
        if token.fades:
            self.fading.append((seat, token))
        elif token in self._deadly:
            self.somebody_is_sick = True
        if token.votes:
            self.omens = True

    def clockwise(self, seat: Seat) -> list[Seat]:
        """The other living seats, starting with the one to this seat's left. The seat itself may be dead."""
        after = [other for other in self.alive if other.index > seat.index]
        return after + [other for other in self.alive if other.index < seat.index]

    def neighbours(self, seat: Seat) -> list[Seat]:
        """BO-50: the nearest living seats on either side: two, or one if only one is left."""
        others = self.clockwise(seat)
        return others if len(others) < 2 else [others[0], others[-1]]

    def new_night(self) -> None:
        """Removes what counts for one night and day only."""
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
        """The player is no longer among the living, and their card is seen if deaths show cards."""
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
    """Adds to `card` what its owner does when called."""

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
    """Adds to `card` a part of the night for several players at once: its owners, or those who `wakes`
    returns."""

    def printed(rule: Callable[[Game, Sequence[Seat]], Awaitable[None]]) -> Call:
        call = Call(card, key, when, seconds, answer, is_look=look, is_always=always)
        call.together = rule
        if wakes:
            call.wakes = wakes
        return call

    return printed


def moment(card: Card, *, stands: bool = False) -> Callable[[Moment], Printed]:
    """Adds to `card` a rule for a moment of every day; the rulebook says which moment."""
    return lambda rule: Printed(card, rule, stands)
