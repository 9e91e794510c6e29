"""Rounds that differ in nothing but secrets: the public words of a round, and players who bring the same
about by other ways.

A village plays some nights and days: that is the first round. Its others have the same deck, the same
public choices and the same seed; cards lie elsewhere, others love, the Seer and the Fox look elsewhere or not
at all, somebody else is infected or charmed, and pack, Witch and all who kill come to the same dead by other
ways.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice, permutations
from typing import Any, NamedTuple
from zlib import crc32

from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.public import Public
from table.engine.requests import (
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Press,
    Say,
    Show,
    Sleep,
    Vote,
    Wake,
    Wanted,
)
from table.games.scenario import plain
from table.games.werewolf.rules.cards.defender import PROTECTED
from table.games.werewolf.rules.cards.elder import SECOND_LIFE
from table.games.werewolf.rules.cards.witch import HEALING_POTION, POISON_POTION, WITCH
from table.games.werewolf.rules.deck import check_deck
from table.games.werewolf.rules.events import Dawn, Day, Death, Lot, Nightfall, NoDeath, RoundOver, Tie
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.options import CHOICES, Options
from table.games.werewolf.rules.pieces import Card, Game, Rulebook, Seat, Token
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import play_round
from tests.kit.players import CARDS, Untried
from tests.kit.tables import NAMES

Word = tuple[Any, ...]
"""A public word of a round: what it is, and its facts as text and numbers."""


def when_told(card: Card, books: Iterable[Rulebook] = tuple(RULEBOOKS.values())) -> str:
    """When a card may let the village know something: at the moments printed on it, and at a death."""
    told = ""
    for book in books:
        if any(printed.card is card for printed in (*book.at_dawn, *book.after_dawn)):
            told += " dawn"
        by_day: tuple[Any, ...] = (
            *book.known,
            *book.before_vote,
            *book.at_tie,
            *book.before_turning,
            *book.after_vote,
        )
        if any(printed.card is card for printed in by_day) or card.will:
            told += " day"
        if any(token.spares for token in card.brings):
            told += " dawn day"
        if any(piece in book.reactions for piece in (card, *card.brings)):
            told += " dawn day"
    return told


LAID_OPEN: Mapping[str, str] = {
    "Death": "dawn day",
    "NoDeath night": "dawn",
    "HunterAims": "dawn day",
    "NatureShown": "dawn day",
    # Whom a Lover is spared to name shows in the open ballots, and in who is asked or drawn among how many.
    "Ballots": "day",
    "CaptainDecides": "day",
    "SecondVote": "day",
    # EV-11: ballots that are not laid open show in their outcome.
    "Tie in the dark": "day",
    "Lot hunter": "dawn day",
    "Lot captain_choice": "day",
    # By night only with the Piper's last charm.
    "RoundOver": "night dawn day",
    **{news.__name__: when_told(card) for card in CARDS.values() for news in card.news},
}
"""What a table lays open of its secrets, on purpose, and when. Only here may two rounds of one past part."""


INSTEAD: Mapping[str, str] = {
    "leavers": "dawn day",
    "CaptainFalls": "dawn day",
    "Dawn": "dawn",
    "Day": "day",
    "VoteOpens": "day",
    "Condemned": "day",
    "covered": "day",
    "NoDeath vote": "day",
    "Lot vote": "day",
    "BallotDecides": "day",
    "StalemateNear": "day",
    "Stalemate": "day",
    "Nightfall": "night",
    "wake": "night",
    "the end": "night dawn day",
}
"""What comes next where nothing is laid open."""


def may_part(ours: Word, theirs: Word) -> bool:
    """Whether two rounds may go on differently after the same past: at least one lays something open, and
    the other too or it goes on."""
    opens = [word[1] in LAID_OPEN.get(word[0], "") for word in (ours, theirs)]
    goes_on = [word[1] in INSTEAD.get(word[0], "") for word in (ours, theirs)]
    return (opens[0] and (opens[1] or goes_on[1])) or (opens[1] and goes_on[0])


class LeakedError(AssertionError):
    """Two rounds can be told apart by what nobody has laid open."""


class PartedError(Exception):
    """The village sees something else than in the round it is compared with, as it may."""


class EnoughError(Exception):
    """The last night of an evening has come."""


def fact(value: Any) -> Any:
    """A fact of an event as text and numbers."""
    kind = type(value)
    if kind is Seat:
        return value.index
    if kind is Card:
        return value.key
    if kind is tuple or kind is list:
        return tuple([fact(one) for one in value])
    if kind is dict:
        return tuple([(fact(key), fact(one)) for key, one in value.items()])
    return value


def places(seats: Sequence[Any]) -> tuple[int, ...]:
    return tuple([seat.index for seat in seats])


class Listener:
    """Writes down the public words of a round. `against`: those of another, with which they are compared."""

    def __init__(self, against: Sequence[Word] | None = None) -> None:
        self.words: list[Word] = []
        self.night = 0
        self.phase = "day"
        self.called = False
        """Whether somebody is secretly awake."""
        self._against = against

    # Whoever plays says these

    def answer(self, request: Ask) -> Sequence[Any]:
        raise NotImplementedError

    def ballots(self, request: Vote) -> dict[Any, Any]:
        raise NotImplementedError

    def drawn(self, request: Draw) -> Sequence[Any]:
        raise NotImplementedError

    def pressed(self, request: Covered) -> Sequence[Any]:
        raise NotImplementedError

    # The words

    def hear(self, *word: Any) -> None:
        if self._against is not None:
            self._compare(self._against, word)
        self.words.append(word)

    def _compare(self, against: Sequence[Word], word: Word) -> None:
        number = len(self.words)
        theirs = against[number] if number < len(against) else ("the end", self.phase)
        if theirs != word:
            if may_part(word, theirs):
                raise PartedError
            raise LeakedError(f"{word} or {theirs}, after {self.words[-3:]}")

    def end(self) -> None:
        """The round, or the evening, is over: the other goes no further either."""
        if self._against is not None and len(self.words) < len(self._against):
            self._compare(self._against, ("the end", self.phase))

    def ask(self, request: Ask) -> Sequence[Any]:
        if not self.called:
            self.hear("ask", self.phase, request.key, request.seat.index)
        return self.answer(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        if not self.called:
            self.hear("vote", self.phase, request.key, places(list(request.choices)))
        return self.ballots(request)

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.drawn(request)

    def show(self, request: Show) -> None:
        """What is shown is secret."""

    def say(self, request: Say) -> None:
        event = request.event
        if isinstance(event, Nightfall | Dawn | Day):
            self.phase = event.moment.split()[0]
            self.night = event.number
        self.hear(*self.told(event))

    def told(self, event: Public) -> Word:
        """What the village hears of an event."""
        name = type(event).__name__
        if isinstance(event, RoundOver):
            return name, self.phase
        if isinstance(event, Death) and not event.told:
            return name, self.phase, event.seat.index, fact(event.card)
        if isinstance(event, NoDeath | Lot):
            name = f"{name} {event.of}"
        if isinstance(event, Tie) and self.words[-1:] and self.words[-1][0] == "vote":
            name = "Tie in the dark"
        return name, self.phase, *[fact(getattr(event, field)) for field in event.__struct_fields__]

    def wake(self, request: Wake) -> None:
        self.hear("wake", self.phase, request.call.key)
        self.called = True

    def sleep(self, request: Sleep) -> None:
        self.called = False
        self.hear("sleep", self.phase, request.call.key)

    def clock(self, request: Clock) -> Press | None:
        self.hear("clock", self.phase, request.key, places(request.hearing))
        return None

    def covered(self, request: Covered) -> Sequence[Any]:
        self.hear("covered", self.phase, request.time.key, places(request.seats))
        return self.pressed(request)

    def leavers(self, request: Leavers) -> Sequence[Any]:
        self.hear("leavers", self.phase, places(request.seats))
        return ()

    def wanted(self, request: Wanted) -> bool:
        self.hear("wanted", self.phase, request.what)
        return False


class EveryAnswer(Listener):
    """Listens to a round in which nothing is left untried."""

    def __init__(self, untried: Untried) -> None:
        super().__init__()
        self.answer = untried.ask  # type: ignore[method-assign]
        self.ballots = untried.vote  # type: ignore[method-assign]
        self.drawn = untried.draw  # type: ignore[method-assign]
        self.pressed = untried.covered  # type: ignore[method-assign]


class Village:
    """The public half of some evenings: what lies on the table, and the seed of all that is done by day."""

    def __init__(
        self,
        rulebook: Rulebook,
        players: int,
        deck: tuple[Card, ...],
        options: Options,
        seed: int,
        until: str,
    ) -> None:
        self.rulebook = rulebook.with_deck(deck)
        self.names = NAMES[:players]
        self.deck = deck
        self.options = options
        self.seed = seed
        self.until = until
        self._lots: dict[Word, float] = {}
        self._orders: dict[Word, list[int]] = {}

    def lot(self, *of: Any) -> float:
        """0.0 to 1.0, the same for the same question: one that is not asked shifts no other."""
        lot = self._lots.get(of)
        if lot is None:
            lot = self._lots[of] = crc32(repr((self.seed, *of)).encode()) / 2**32
        return lot

    def named(self, choices: Sequence[Any], *of: Any) -> Any:
        """The seat that somebody names first; nobody sees whom they may not name."""
        order = self._orders.get(of)
        if order is None:
            order = self._orders[of] = sorted(range(len(self.names)), key=lambda seat: self.lot(*of, seat))
        free = {seat.index: seat for seat in choices}
        return next(free[seat] for seat in order if seat in free)


class Guide(NamedTuple):
    """What the village has seen of a round: whoever wants it to see the same has to bring that about."""

    words: Sequence[Word]
    cards: Mapping[int, Card]
    """Those of the dead, if they were turned over or if it shows what they were."""
    dead: Collection[int]
    victims: Mapping[int, Collection[int]]
    """Dawn -> who was found dead."""
    grieved: bool
    told_of: Mapping[tuple[int, str], int]
    """Night, and card whose news it was -> the seat that was named in it."""


NEWS_OF: Mapping[type[Public], str] = {news: card.key for card in CARDS.values() for news in card.news}
NAMING = frozenset(card for news, card in NEWS_OF.items() if "seat" in news.__struct_fields__)
"""Characters of whose choice, as a rule, the village hears."""
TELLING = frozenset(
    card.key
    for card in CARDS.values()
    if card.aftermath or card.group == "ambiguous" or card.news or card is WITCH
)
"""Characters whose deaths show more than that somebody is dead, or who are needed for what is to be seen."""


class Plotter(Listener):
    """Answers in public as this village does, and in secret by lots from `seed`; with a `guide` such that the
    same becomes public. Whatever is drawn comes from one seed, as at a table."""

    def __init__(
        self,
        village: Village,
        game: Game,
        seed: int,
        guide: Guide | None,
        against: Sequence[Word] | None = None,
    ) -> None:
        super().__init__(against)
        self.village = village
        self.game = game
        self.guide = guide
        self.chance = Chance(village.seed)
        self.secretly = random.Random(seed)
        self.shows: list[Show] = []
        self.events: list[tuple[int, Public]] = []
        self.answered: set[str] = set()
        self.unanswered: set[str] = set()
        self.streams: set[tuple[str, bool]] = set()
        self._owed: set[int] = set()
        """Who has to be found dead next morning, and nobody has seen to it yet."""
        self._prey: Any = None

    @property
    def shown(self) -> list[Any]:
        """What was shown to whom."""
        return [(one.what, plain(one.to), plain(one.seat), plain(one.value)) for one in self.shows]

    # In public

    def _openly(self, request: Vote) -> dict[Any, Any]:
        """On half of all days everybody votes, and alike."""
        lot, key, night = self.village.lot, request.key, self.night
        together = lot(night, key, "together") < 0.5 and key != "candidates"
        ballots = {}
        for voter, menu in request.choices.items():
            if menu and (together or lot(night, key, voter.index) < 0.7):
                whose = "all" if together else voter.index
                ballots[voter] = menu[0] if menu[0] is True else self.village.named(menu, night, key, whose)
        return ballots

    # In secret

    def _holding(self, potion: Token) -> bool:
        """Whether a Witch lives who still has it."""
        return any(seat.card is WITCH and potion in seat.tokens for seat in self.game.alive)

    def _killed(self, choices: Sequence[Any], often: float) -> Any:
        """Somebody who has to die; without a guide anybody, or nobody. With one not less `often` than always
        where nobody else could see to it."""
        lot = self.secretly
        wanted = [seat for seat in choices if seat.index in self._owed] if self.guide else choices
        if not wanted:
            return None
        if lot.random() > often and not (self.guide and not self._holding(POISON_POTION)):
            return None
        victim = lot.choice(wanted)
        self._owed.discard(victim.index)
        return victim

    def _pack(self, request: Vote) -> dict[Any, Any]:
        lot, wolves = self.secretly, list(request.choices)
        if request.key == "werewolves.awake":
            return dict.fromkeys([wolves[0], *(wolf for wolf in wolves[1:] if lot.random() < 0.8)], True)
        menus = list(request.choices.values())
        shared = [seat for seat in menus[0] if all(menu is menus[0] or seat in menu for menu in menus)]
        self._prey = self._killed(shared, 0.8)
        if self._prey is None and lot.random() < 0.6:
            # To be healed, bitten, protected, or to survive.
            if self.guide and not self._holding(HEALING_POTION):
                shared = [seat for seat in shared if seat.has(PROTECTED) or seat.has(SECOND_LIFE)]
            self._prey = lot.choice(shared) if shared else None
        return dict.fromkeys(wolves, self._prey) if self._prey else {}

    def _alone(self, request: Ask) -> Sequence[Any]:
        lot, choices, guide = self.secretly, request.choices, self.guide
        doomed = guide.victims.get(self.night, ()) if guide else ()
        match request.key:
            case "witch.poison" | "big_bad_wolf" | "white_werewolf":
                last = self.guide is not None and request.key == "witch.poison"
                victim = self._killed(choices, 1.0 if last else 0.5)
                return (victim,) if victim else ()
            case "witch.heal" if guide:
                return [seat for seat in choices if seat.index not in doomed][:1]
            case "accursed_wolf_father" if guide and self._prey and self._prey.index in doomed:
                return lot.choice([(), (False,)])
            case key if guide and key in NAMING:
                return [seat for seat in choices if seat.index == guide.told_of.get((self.night, key))]
            case "cupid" if guide and not guide.grieved:
                living = [seat for seat in choices if seat.index not in guide.dead]
                return lot.sample(living, 2) if len(living) > 1 else ()
        if not choices or lot.random() < (0.1 if request.demanded else 0.3):
            return ()
        return lot.sample(list(choices), min(request.count, len(choices)))

    # The words

    def answer(self, request: Ask) -> Sequence[Any]:
        if not self.called:
            of = self.night, request.key, request.seat.index
            return (self.village.named(request.choices, *of),) if self.village.lot(*of) < 0.8 else ()
        answer = self._alone(request)
        (self.answered if answer else self.unanswered).add(request.key)
        return answer

    def ballots(self, request: Vote) -> dict[Any, Any]:
        if not self.called:
            return self._openly(request)
        answer = self._pack(request)
        (self.answered if answer else self.unanswered).add(request.key)
        return answer

    def show(self, request: Show) -> None:
        self.shows.append(request)

    def say(self, request: Say) -> None:
        event = request.event
        if isinstance(event, Nightfall | Dawn) and event.moment == self.village.until:
            raise EnoughError
        if isinstance(event, Nightfall):
            self._owed = set(self.guide.victims.get(event.number, ())) if self.guide else set()
        elif isinstance(event, Death | News):
            self.events.append((self.night, event))
        super().say(request)

    def pressed(self, request: Covered) -> Sequence[Any]:
        """Half of the time whoever counts presses; with a guide, if that came of it."""
        if self.guide is None:
            return request.heard if self.secretly.random() < 0.5 else ()
        # At the table there are words between, as people end a debate.
        times = [place for place, word in enumerate(self.guide.words) if word[0] == "covered"]
        came = times[sum(word[0] == "covered" for word in self.words) - 1 :][:1]
        told = self.guide.words[came[0] + 1 :][:1] if came else ()
        return [
            seat
            for seat in request.heard
            if told and (told[0][0] == "SecondVote" or told[0][:3] == ("TakesCard", "day", seat.index))
        ]

    def drawn(self, request: Draw) -> Sequence[Any]:
        self.streams.add((request.stream, self.called))
        return self.chance.draw(request.stream, request.choices, request.count)


Through = Callable[[Plotter], Answerer]
Under = Callable[[Rulebook], Rulebook]


def directly(plotter: Plotter) -> Answerer:
    return plotter


def as_printed(rulebook: Rulebook) -> Rulebook:
    return rulebook


class Round(NamedTuple):
    """One round of a village: where the cards lie, and the seed of all that is done at night."""

    village: Village
    cards: tuple[Card, ...]
    seed: int
    guide: Guide | None = None

    def played(self, through: Through = directly, under: Under = as_printed) -> Plotter:
        """Plays it to the end of the evening, or of the round if that comes first.

        Without a table between raises `PartedError` or `LeakedError` if the village sees another thing than
        its guide tells; at a table time is told by the room.
        """
        against = self.guide.words if self.guide and through is directly else None
        plotter = self.plotter(under, against)
        with suppress(EnoughError):
            play(play_round(plotter.game), through(plotter))
        plotter.end()
        return plotter

    def plotter(self, under: Under = as_printed, against: Sequence[Word] | None = None) -> Plotter:
        """Who plays it, before its first word."""
        village, players = self.village, len(self.village.names)
        dealt, centre = self.cards[:players], self.cards[players:]
        game = Game(under(village.rulebook), village.names, dealt, centre, village.options)
        return Plotter(village, game, self.seed, self.guide, against)


WOLVES = frozenset(card.key for card in CARDS.values() if card.copies and card.nature == "werewolf")


def a_village(rulebook: Rulebook, characters: Collection[str], lot: random.Random, until: str) -> Village:
    """Eight players or a few more with these characters, who play to some moment. One who is seen by all does
    not play where cards lie in the centre."""
    has_centre = any(CARDS[card].centre for card in characters)
    characters = [card for card in characters if not (has_centre and CARDS[card].is_seen)]
    special = [card for card in characters for _ in range(CARDS[card].copies or 1)]
    cards = ["werewolf", *special] if WOLVES.intersection(special) else ["werewolf", "werewolf", *special]
    wolves = len(cards) - len(special) + len(WOLVES.intersection(special))
    players = max(8, len(special) + 2, 3 * wolves) + lot.randint(0, 2)
    cards += ["villager"] * (players + max(CARDS[card].centre for card in special) - len(cards))
    # Each option has a lot of its own: one more changes nothing but itself.
    seed, choices = lot.getrandbits(32), {key: CHOICES[key] for key in rulebook.options if CHOICES[key]}
    options = {key: random.Random(f"{seed} {key}").choice(each) for key, each in choices.items()}
    deck = tuple(CARDS[card] for card in cards)
    check_deck(rulebook, deck)
    return Village(rulebook, players, deck, Options(**options), lot.getrandbits(32), until)


def a_round(here: Village, lot: random.Random) -> Round:
    """A round by lot."""
    return Round(here, shuffled(here, lot), lot.getrandbits(32))


def others_of(here: Village, seen: Plotter, lot: random.Random) -> Iterator[Round]:
    """Rounds by lot that are led to what the village has seen in another. Whether they come to it, playing
    shows."""
    guide = guide_to(seen)
    while True:
        yield Round(here, shuffled(here, lot, guide), lot.getrandbits(32), guide)


def a_pair(lot: random.Random) -> tuple[Round, Round]:
    """Two rounds with the same public half up to the second dawn, in which the cards lie otherwise."""
    here = a_village(RULEBOOKS["thiercelieux"], ["seer", "witch", "cupid"], lot, "dawn 2")
    first = a_round(here, lot)
    seen = first.played()
    for other in others_of(here, seen, lot):
        with suppress(PartedError):
            other.played()
            if other.cards != first.cards:
                return first, other
    raise AssertionError


def shuffled(here: Village, lot: random.Random, guide: Guide | None = None) -> tuple[Card, ...]:
    """The deck laid by lot, so that the dead are who they were where that shows."""
    rest = list(here.deck)
    lot.shuffle(rest)
    if guide is None:
        return tuple(rest)
    for card in guide.cards.values():
        rest.remove(card)
    # Whoever tells something by his death does not lie before somebody who died and told nothing.
    rest.sort(key=lambda card: card.key in TELLING)
    dealt = dict(guide.cards)
    for seat in sorted(guide.dead):
        if seat not in dealt:
            dealt[seat] = rest.pop(0)
    lot.shuffle(rest)
    return tuple(dealt[seat] if seat in dealt else rest.pop() for seat in range(len(here.deck)))


def guide_to(seen: Plotter) -> Guide:
    """What others have to bring about so that the same is seen."""
    victims: dict[int, set[int]] = {}
    cards: dict[int, Card] = {}
    dead, grieved = set(), False
    told_of: dict[tuple[int, str], int] = {}
    for night, event in seen.events:
        match event:
            case Death(seat=seat, card=card):
                dead.add(seat.index)
                held = seen.game.seats[seat.index].card
                if card or held.key in TELLING:
                    cards[seat.index] = held
                if not event.told:
                    victims.setdefault(night, set()).add(seat.index)
                grieved = grieved or (event.told and event.cause == "grief")
            case News() if type(event) in NEWS_OF and (named := event.facts().get("seat")):
                told_of[night, NEWS_OF[type(event)]] = named.index
    return Guide(seen.words, cards, dead, victims, grieved, told_of)


CHARACTERS: Mapping[str, Sequence[str]] = {
    key: [card.key for card in book.cards if card.copies] for key, book in RULEBOOKS.items()
}
"""Rulebook -> the characters its evenings draw from."""


class Tally(NamedTuple):
    """What came of many rounds."""

    pairs: int
    """Of rounds that differ in secret and have the same public words to the end."""
    streams: Collection[tuple[str, bool]]
    """What was drawn by lot: the name of the source, and whether in secret."""
    parted: int
    """Rounds that could be told from the first by something laid open, and were the same up to it."""


GROUP = 10


def compare_pairs(rulebook: str, pairs: int, seed: int, under: Under = as_printed) -> Tally:
    """So many pairs of rounds of a rulebook that differ in secrets only: in each group every two are one.

    Raises `LeakedError` if any two can be told apart by what nobody has laid open.
    """
    lot = random.Random(seed)
    found = parted = 0
    streams: set[tuple[str, bool]] = set()
    while found < pairs:
        until = lot.choice(["dawn 2", "dawn 2", "night 3"])
        characters = lot.sample(CHARACTERS[rulebook], lot.randint(3, 6))
        here = a_village(RULEBOOKS[rulebook], characters, lot, until)
        first = a_round(here, lot)
        dealt, misses = {first.cards}, 0
        for other in islice(others_of(here, first.played(under=under), lot), 3 * GROUP):
            try:
                streams |= other.played(under=under).streams
            except PartedError:
                misses += 1
            else:
                dealt.add(other.cards)
            # Where the same hardly ever comes about, another village has more to tell.
            if len(dealt) == GROUP or misses > 4 + 2 * len(dealt):
                break
        found += len(dealt) * (len(dealt) - 1) // 2
        parted += misses
    return Tally(found, streams, parted)


class PublicTree:
    """All public pasts of some rounds, and what came after each."""

    def __init__(self) -> None:
        self._root: dict[Word, Any] = {}
        self.rounds = 0
        self.leaves = 0
        """Rounds that can be told apart."""

    def grow(self, words: Sequence[Word]) -> None:
        """One more round."""
        self.rounds += 1
        after, is_new = self._root, False
        for word in words:
            is_new = word not in after
            after = after.setdefault(word, {})
        self.leaves += is_new

    def check(self) -> None:
        """Raises `LeakedError` where rounds of the same past part by what nobody has laid open."""
        below = [self._root]
        while below:
            after = below.pop()
            for one, other in combinations(after, 2):
                if not may_part(one, other):
                    raise LeakedError(f"{one} or {other}")
            below += after.values()


def every_past(
    rulebook: Rulebook, cards: Sequence[str], centre: Sequence[str], options: Options
) -> PublicTree:
    """Every round of a few cards, however they are dealt: all answers, all lots; where several choose they
    have one voice."""
    tree = PublicTree()
    players = len(cards)
    names = NAMES[:players]
    deck = [CARDS[key] for key in (*cards, *centre)]
    for dealt in sorted(set(permutations([card.key for card in deck]))):
        laid = [CARDS[key] for key in dealt]
        untried = Untried(one_voice=True)
        while True:
            heard = EveryAnswer(untried)
            play(play_round(Game(rulebook, names, laid[:players], laid[players:], options)), heard)
            tree.grow(heard.words)
            if not untried.back():
                break
    return tree
