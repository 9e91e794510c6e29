"""The pieces of the game: cards and tokens with their rules, the rulebook they belong to, and the seats that
hold them.

A card or token may have a part of the night (`night`, `together`), effects of the death of its holder
(`after_death`, `last_will`), a replacement for a death (`instead`), a way to win alone (`wins`), something
that happens at a moment of every day (`moment`) or at a tie (`at_tie`), and a covered time by day
(`covered`). Nothing else in the game knows what a single card does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from table.engine.answers import Form
from table.engine.broken import BrokenRules
from table.engine.public import Public
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.options import Options

N = TypeVar("N", bound=News)
P = TypeVar("P", "Printed", "TieRule", "CoveredTime")

Group = Literal["villagers", "werewolves", "ambiguous", "solitary"]
"""The groups in which a box sorts its cards."""
Nature = Literal["villager", "werewolf", "solitary"]
Camp: TypeAlias = str
"""A winner: one of CAMPS, or the role key of a player who wins alone."""
CAMPS: tuple[Camp, ...] = ("villagers", "werewolves", "lovers", "nobody")
Cause: TypeAlias = str
"""The cause of a death: the key of the doom that brought it, or "voted", "shot", "grief"."""
BY_DAY_CAUSES: tuple[Cause, ...] = ("voted", "shot", "grief")
"""The causes that are no doom of any card. Nothing averts leaving the table."""

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


MOTIONS = (
    "still",
    "clockwise",
    "anticlockwise",
    "swing",
    "hop",
    "sweep",
    "stroll",
    "saunter",
    "leap",
    "waltz",
)
SIGNS = tuple(
    Sign(groups, motion)
    for motion in MOTIONS
    for groups in (1, 2, 3, 4)
    if groups < 4 or motion not in ("stroll", "saunter")
)
"""All signs. Four slow groups are not one: they look like an idle ring."""

Aftermath = Callable[["Game", Elimination], Awaitable["Sequence[Elimination] | Win"]]
LastWill = Callable[["Game", Elimination], Awaitable[None]]
Averting = Callable[["Game", "Seat", Elimination], bool | Public]
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
        self.will: LastWill | None = None

    def __repr__(self) -> str:
        return self.key

    def after_death(self, rule: Aftermath) -> Aftermath:
        """Adds a rule for the death of the seat it lies on: whom it takes along, or who wins by it, which
        ends the round."""
        self.aftermath = rule
        return rule

    def last_will(self, rule: LastWill) -> LastWill:
        """Adds what the dead of this seat may still decide, once all deaths are settled and the round goes
        on."""
        self.will = rule
        return rule


class Token(Piece):
    """A mark of something that happened to a seat, or of an unused power. `votes`: votes against its seat in
    the next vote; `mutes`: its seat has no vote; `protects`: EX-1, nobody eats or bites at its seat; `fades`:
    removed at nightfall, and replaced by `into`."""

    def __init__(
        self,
        key: str,
        *,
        votes: int = 0,
        mutes: bool = False,
        protects: bool = False,
        fades: bool = False,
        into: Token | None = None,
    ) -> None:
        super().__init__(key)
        self.votes = votes
        self.mutes = mutes
        self.protects = protects
        self.fades = fades
        self.into = into
        self.spares: Averting | None = None

    def instead(self, rule: Averting) -> Averting:
        """Adds a rule that may avert an elimination, of any cause but leaving: it returns whether it does, or
        the news by which the village learns of it."""
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
    without the others of the same nature; `stage`: CH-40, how many other cards lie open for its owner to
    play; `may_be_played`: CH-41, whether it can be one of these; `is_seen`: everybody knows who holds it, so
    no card may lie in a centre; `by_day`: the scenario form of the answer to its public question, under its
    key, None if it has no such question; `options`: those of a round that change something with it alone."""

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
        stage: int = 0,
        may_be_played: bool = True,
        is_seen: bool = False,
        by_day: Form | None = None,
        options: tuple[str, ...] = (),
    ) -> None:
        super().__init__(key)
        self.group: Group = group
        self.nature: Nature = nature or NATURES[group]
        self.sign = Sign(*sign)
        self.brings = brings
        self.copies = copies
        self.centre = centre
        self.alone = alone
        self.stage = stage
        self.may_be_played = may_be_played and group == "villagers" and copies == 1
        self.is_seen = is_seen
        self.by_day = by_day
        self.options = options
        self.is_power = group == "villagers"
        for token in brings:
            token.is_power = self.is_power
        self.in_love: Callable[[Game, Seat], None] | None = None
        self.taken: Callable[[Game, Seat], None] | None = None
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

    def when_taken(self, rule: Callable[[Game, Seat], None]) -> Callable[[Game, Seat], None]:
        """Adds a rule for somebody who takes this card from a player about to die."""
        self.taken = rule
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


class TieRule(NamedTuple):
    """A card's rule for a tie of the village's vote: who is eliminated in place of the tied, if anybody."""

    card: Card
    rule: Callable[[Game, Sequence[Seat]], Awaitable[Elimination | None]]


class CoveredTime:
    """A public time of a card by day: everybody covers their button and may press it, and nothing answers. It
    is held, and takes its fixed time, while its card may still be in play (LG-35, LG-60)."""

    def __init__(
        self,
        card: Card,
        seconds: float,
        rule: Callable[..., Awaitable[None]],
        may: Callable[..., bool] | None = None,
    ) -> None:
        self.card = card
        self.key = card.key
        self.seconds = seconds
        """Its length at normal pace, without speech."""
        self.rule = rule
        """What an owner's press does: (game, seat), and before a condemned card turns the elimination."""
        self.may = may
        """Whether an owner's press counts, by what the rule gets; None: it does."""

    def __repr__(self) -> str:
        return f"covered time of {self.key}"


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

    known: tuple[Printed, ...] = ()
    """What everybody is told before the first night."""
    at_tie: tuple[TieRule, ...] = ()
    """CH-6: who may be eliminated at a tie of the vote, before a captain, a lot or a new vote settles it."""
    before_turning: tuple[CoveredTime, ...] = ()
    """CH-6: the covered times before the card of somebody condemned turns."""
    after_vote: tuple[CoveredTime, ...] = ()
    """CH-6: the covered times after a vote, whatever its outcome."""

    fewest: int = 0
    """LG-4: the fewest players of a deck of the host's own, allowed with a warning; 0: no fewer than `least`.
    """
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

    def options_of(self, deck: Iterable[Card]) -> tuple[str, ...]:
        """The options that can change a round of this deck."""
        lacking = {key for card in self.cards for key in card.options}
        lacking -= {key for card in deck for key in card.options}
        return tuple(key for key in self.options if key not in lacking)

    def may_lie_open(self, deck: Collection[Card]) -> tuple[Card, ...]:
        """CH-41: the cards that an Actor of this deck can play."""
        return tuple(card for card in self.cards if card.may_be_played and card not in deck)

    def with_deck(self, deck: Iterable[Card]) -> Rulebook:
        """The same rules, without what cards missing from this deck bring about."""
        held = set(deck)
        if any(card.stage for card in held):
            held |= set(self.may_lie_open(held))
        absent = [card.victory for card in self.cards if card not in held]

        def printed(rules: tuple[P, ...]) -> tuple[P, ...]:
            return tuple(rule for rule in rules if rule.card in held)

        return replace(
            self,
            house=tuple(card for card in self.house if card in held),
            calls=tuple(call for call in self.calls if call.is_always or call.card in held),
            at_dawn=printed(self.at_dawn),
            after_dawn=printed(self.after_dawn),
            before_vote=printed(self.before_vote),
            known=printed(self.known),
            at_tie=printed(self.at_tie),
            before_turning=printed(self.before_turning),
            after_vote=printed(self.after_vote),
            victories=tuple(victory for victory in self.victories if victory not in absent),
        )


Falls = Callable[[Mapping["Seat", int], bool], list["Seat"]]
"""Whom a vote eliminates, several if they are tied: by the weight of the votes against each, and whether this
is the first ballot of the day."""


def most(weights: Mapping[Seat, int], _: bool = True) -> list[Seat]:
    """LG-24: those with the most votes against them."""
    heaviest = max(weights.values(), default=0)
    return [seat for seat, weight in weights.items() if weight == heaviest]


def always(_: Game) -> bool:
    """Whatever happened before."""
    return True


class Twist:
    """EV-4: something that is new for one day, or with `by_night` for the night that follows. It says only
    what is not as on other days; everything goes back by itself.

    `may`: EV-5, whether it could do anything today; `begins`: what happens as soon as it is drawn. By day:
    `is_silent`: nobody speaks in the debate; `votes`: how often the village votes; `next_door`: in the first
    ballot each names themselves or a neighbour; `falls`: whom the votes eliminate; `lays_open`: whether
    everybody sees the ballots; `turns_cards`: whether a death shows the card; `has_captain`: whether the
    captain counts for more than anybody else. By night: `calls`: whether anybody is called.
    """

    def __init__(
        self,
        key: str,
        *,
        by_night: bool = False,
        may: Callable[[Game], bool] = always,
        begins: Callable[[Game], Awaitable[None]] | None = None,
        is_silent: bool = False,
        votes: int = 1,
        next_door: bool = False,
        falls: Falls = most,
        lays_open: bool = True,
        turns_cards: bool = True,
        has_captain: bool = True,
        calls: bool = True,
    ) -> None:
        self.key = key
        self.by_night = by_night
        self.may = may
        self.begins = begins
        self.is_silent = is_silent
        self.votes = votes
        self.next_door = next_door
        self.falls = falls
        self.lays_open = lays_open
        self.turns_cards = turns_cards
        self.has_captain = has_captain
        self.calls = calls

    def __repr__(self) -> str:
        return self.key


PLAIN = Twist("plain")
"""A day like any other."""


class Seat:
    """One player's place. `card`: what they hold; `nature`: what they are now, or were when they died."""

    __slots__ = ("_camp", "card", "cause", "index", "name", "nature", "part", "tokens")

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
        self.tokens: list[Token] = [*card.brings]
        self.part: Card | None = None
        """CH-40: the open card whose power this player has until nightfall."""
        self._camp: Camp | None = None

    def __repr__(self) -> str:
        return f"{self.name} ({self.card.key})"

    @property
    def alive(self) -> bool:
        return self.cause is None

    @property
    def camp(self) -> Camp:
        """LG-58: whom this player wins with, by their present nature, love not counted. CH-33: or by what
        they were when their card was taken."""
        if self._camp:
            return self._camp
        if self.nature == "solitary" or self.card.alone:
            return self.card.key
        return "werewolves" if self.nature == "werewolf" else "villagers"

    def holds(self, card: Card) -> bool:
        """Whether this player has this card, or plays it."""
        return card is self.card or card is self.part

    def pieces(self) -> tuple[Piece, ...]:
        """All that lies here, the card first."""
        return (self.card, self.part, *self.tokens) if self.part else (self.card, *self.tokens)

    @property
    def votes(self) -> bool:
        """CH-7: whether this player has a vote today."""
        return not any(token.mutes for token in self.tokens)

    @property
    def is_mute(self) -> bool:
        """CH-7: whether this player has lost the vote for good."""
        return any(token.mutes and not token.fades for token in self.tokens)

    def become(self, card: Card) -> None:
        """This player holds this card from now on, with everything it brings."""
        self.card = card
        self.nature = card.nature
        self.tokens.extend(card.brings)

    def give_up_card(self, other: Card) -> Card:
        """Exchanges this player's card for another, which brings them nothing: they stay what they are.
        Returns their card."""
        self._camp = self.camp
        card, self.card = self.card, other
        self.part = None
        return card

    def has(self, piece: Piece) -> bool:
        """Whether this token is here."""
        return piece in self.tokens


class Laid(NamedTuple):
    """What is laid out before the deal. What is missing is drawn by lot, or is not in the round."""

    stage: tuple[Card, ...] = ()
    """CH-40: the open cards."""
    sun: tuple[int, ...] = ()
    """CH-48: the seats of one half."""
    pool: tuple[Card, ...] = ()
    """CH-54: the cards of which some are in the round; nobody knows which."""


class Game:
    """One round under way. Seats are in clockwise order; `alive` is always in seat order."""

    def __init__(
        self,
        rulebook: Rulebook,
        names: Sequence[str],
        cards: Sequence[Card],
        centre: Sequence[Card] = (),
        options: Options | None = None,
        laid: Laid | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.is_heard = True
        """Whether anybody hears this round. Else only its winner counts: nobody leaves or debates, and of the
        words that want no answer the frequent ones are not said."""
        self._deadly = frozenset(rulebook.dooms)
        self.options = Options() if options is None else options
        self.seats = tuple([Seat(i, names[i], card) for i, card in enumerate(cards)])
        self.laid = laid or Laid()
        self._dealt = (*cards, *centre)
        self.deck = self.laid.pool or self._dealt
        """What everybody knows may be in play: the cards dealt and in the centre, or the pool they are of."""
        self.broken = BrokenRules()
        """BO-39: the house roles that are out of this round."""
        self._set_out()

    def begin(self) -> None:
        """Puts everything back to where the round began."""
        for seat, card in zip(self.seats, self._dealt, strict=False):
            seat.begin(card)
        self._set_out()

    def _set_out(self) -> None:
        self.alive = self.seats
        self.centre = list(self._dealt[len(self.seats) :])
        self.stage: dict[Card, Card] = {}
        """CH-40: the open cards, each with the card whose owner may play it."""
        self.stage_left: list[Card] = []
        """The open cards that were not played yet."""
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
        self.omens = False
        """Whether a token with votes was ever laid."""
        self.mutes = False
        """Whether a token that takes a vote was ever laid."""
        self.votes_again = False
        """CH-23: whether the village votes a second time today."""
        self.powers_lost = False
        """BO-17: whether the villagers have lost their powers."""
        self.guesses: dict[Seat, Seat] = {}
        """CH-56: whom each of the dead last took for a werewolf."""
        self.somebody_left = False
        """Whether anybody has left the table since the last night with calls."""
        self.twist = PLAIN
        """EV-4: what is new today, or tonight."""
        self.twists_drawn: list[Twist] = []
        self.twists_under: list[Twist] = []
        """EV-5: those put under the deck of events, the first on top."""
        self.unseen: dict[Card, int] = {}
        """LG-60: how many of each card the village has not seen turned over; while one is left its call is
        held."""
        for card in self.deck:
            self.unseen[card] = self.unseen.get(card, 0) + 1
        self.fading: list[tuple[Seat, Token]] = []

    @property
    def shows_cards(self) -> bool:
        """Whether a death turns a card over."""
        return self.options.reveal == "card" and self.twist.turns_cards

    @property
    def dead(self) -> list[Seat]:
        """The dead players who are still at the table, in seat order (LG-46)."""
        return [seat for seat in self.seats if seat.cause and seat.cause != "left"]

    def owners(self, card: Card) -> list[Seat]:
        """The living seats that have this card, or play it, in seat order."""
        if card in self.stage:
            return [seat for seat in self.alive if seat.holds(card)]
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
        if token.mutes:
            self.mutes = True

    def vote_again(self) -> None:
        """CH-23: the village votes a second time, at once and without a debate. Two votes a day at most."""
        self.votes_again = True

    def take(self, seat: Seat, from_seat: Seat) -> Card:
        """CH-29: a player takes the card of somebody who is about to die, and is that character from now on;
        the other dies with the taker's card. Returns the card taken."""
        taken = from_seat.give_up_card(seat.card)
        if not self.shows_cards:
            # CH-34, CH-35: no card will turn, but all know that the taker's card is played no more.
            self.unseen[seat.card] -= 1
        was_werewolf = seat.nature == "werewolf"
        seat.tokens = [token for token in seat.tokens if token not in seat.card.brings]
        seat.become(taken)
        if was_werewolf:
            # CH-32: an infected player stays a werewolf.
            seat.nature = "werewolf"
        if taken.taken:
            taken.taken(self, seat)
        return taken

    def may_be_in_play(self, card: Card) -> bool:
        """LG-60: whether this card is in the deck, and not all of its kind were seen dead; CH-42: or somebody
        may play it."""
        return self.unseen.get(card, 0) > 0 or (
            card in self.stage and self.unseen.get(self.stage[card], 0) > 0
        )

    def clockwise(self, seat: Seat) -> list[Seat]:
        """The other living seats, starting with the one to this seat's left. The seat itself may be dead."""
        after = [other for other in self.alive if other.index > seat.index]
        return after + [other for other in self.alive if other.index < seat.index]

    def neighbours(self, seat: Seat) -> list[Seat]:
        """BO-50: the nearest living seats on either side: two, or one if only one is left."""
        others = self.clockwise(seat)
        return others if len(others) < 2 else [others[0], others[-1]]

    def lay_open(self, cards: Sequence[Card], player: Card) -> None:
        """CH-40: lays out the open cards that the owner of `player` may play."""
        self.stage = dict.fromkeys(cards, player)
        self.stage_left = list(cards)

    def play(self, seat: Seat, card: Card) -> None:
        """CH-40: until the next nightfall this player has the power of an open card, which is used up."""
        self.stage_left.remove(card)
        seat.part = card
        seat.tokens.extend(card.brings)

    def new_night(self) -> None:
        """Removes what counts for one night and day only."""
        self.prey = None
        self.meals = {}
        if not self.twist.by_night:
            self.twist = PLAIN
        for seat in self.alive if self.stage else ():
            if seat.part:
                # CH-43: what the part gave ends; what it laid on others stays.
                seat.tokens = [token for token in seat.tokens if token not in seat.part.brings]
                seat.part = None
        if self.fading:
            faded, self.fading = self.fading, []
            for seat, token in faded:
                if token in seat.tokens:
                    seat.tokens.remove(token)
                    if token.into:
                        self.lay(seat, token.into)

    def take_away(self, seat: Seat, cause: Cause) -> Card | None:
        """The player is no longer among the living. Returns their card if it turns over, else None."""
        seat.cause = cause
        alive = [*self.alive]
        alive.remove(seat)
        self.alive = tuple(alive)
        self.deaths += 1
        if cause == "left":
            self.somebody_left = True
        if seat.nature == "werewolf":
            self.wolf_has_died = True
        if seat in self.lovers and self.lovers[0].camp != self.lovers[1].camp:
            self.died_apart += (seat,)
        if not self.shows_cards:
            return None
        self.unseen[seat.card] -= 1
        return seat.card


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


def at_tie(
    card: Card,
) -> Callable[[Callable[[Game, Sequence[Seat]], Awaitable[Elimination | None]]], TieRule]:
    """Adds to `card` a rule for a tie of the village's vote: whom it eliminates in place of the tied."""
    return lambda rule: TieRule(card, rule)


def covered(
    card: Card, *, seconds: float, may: Callable[..., bool] | None = None
) -> Callable[[Callable[..., Awaitable[None]]], CoveredTime]:
    """Adds to `card` a covered time by day, and what a press of its owner does; the rulebook says whether it
    is held before a condemned card turns or after the vote. `may`: whether an owner's press counts."""
    return lambda rule: CoveredTime(card, seconds, rule, may)
