"""What is on the public board: finished words and seat numbers, nothing else.

The room fills it from public events only; `scenes` draws it with pygame, `terminal` with rich. Neither
knows a rule, a role or a language: every text in here is already in the evening's language.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import ceil
from typing import Literal, TypeAlias, get_args

import msgspec

from table.board.menu import Menu

Scene = Literal[
    "attract",  # nobody plays: the hamlet and two lines on what to do
    "deal",  # everybody looks at their own card; `legend` explains the signs
    "night",  # all asleep; `headline` names who is called, if anybody
    "look",  # everybody looks at their own cupped ring
    "dawn",  # the victims, or that there are none
    "election",  # choosing a captain
    "debate",  # talking, the clock running
    "questions",  # somebody asks, one answers with tokens, the clock running
    "vote",  # everybody chooses at the same moment
    "ballots",  # the votes as arrows
    "shot",  # the hunter aims
    "succession",  # a dead captain names the next one
    "decision",  # the captain decides a tie
    "cover",  # by day all cover their buttons, or keep still while somebody reads, the clock running
    "over",  # the winners, all cards
    "told",  # a page of what really happened: the table as it was then
    "test",  # the test card: frame, circle, the bars of `colours`
]
SCENES: tuple[Scene, ...] = get_args(Scene)
NIGHT_SCENES: tuple[Scene, ...] = ("night", "look", "deal", "cover")
"""Scenes in which who presses a button is secret."""


HUSH_S = 0.8
"""Seconds, at normal pace, of darkness and silence before a card is seen."""
TURNING_S = 0.8
"""Seconds in which a card turns over before everybody."""
LEVEL_S = 5
"""Seconds left of a debate from which the board shows two who are level."""
CONDEMNED = "voted"
"""The cause of a death by the village's vote."""


class Place(msgspec.Struct):
    """One seat as the board shows it. Seats are in clockwise order."""

    name: str
    alive: bool = True
    card: str | None = None
    """The role's title once its card is open (dead, known to all, or at the end), else None."""
    role: str = ""
    """The key of that role, for its picture; empty as long as the card is closed."""
    face_down: bool = False
    """Whether their card is before everybody, and has not turned over yet. With a `card` it is turning."""
    turned: str = ""
    """What the player was in the end, if their card does not say so; else empty."""
    captain: bool = False
    marks: tuple[str, ...] = ()
    """Keys of what everybody may know of this player all the time, such as that they have no vote."""
    ready: bool = False
    """Wants to vote."""
    asks: bool = False
    """Whether this player has the floor."""
    token: str = ""
    """The last token given to this player: "yes", "no", ...; empty: they have the floor again, or never had
    it."""
    tokens: tuple[str, ...] = ()
    """All tokens given to this player, the newest last."""
    burnt: bool = False
    """Whether this player's house has burnt down."""
    marked: bool = False
    """Whether the scene is about this player: victim, hunter, one of the tied, one who may be voted for,
    winner."""
    against: int = 0
    """Votes against this player before anybody has voted, while the votes are open."""
    home: str = ""
    """The key of the place in the village that the seat is named after, for its picture; empty for a name of
    somebody's own."""
    points_at: int | None = None
    """The seat this player points at in a debate; None: nobody."""
    claims: tuple[str, ...] = ()
    """What this player has claimed today, in a few words each, the newest last."""
    temper: str = ""
    """Who the table plays here, in a word or two, while the board shows it; empty: nobody, or it does not."""
    played: bool = False
    """Whether the table is to play at this free seat, while the host chooses."""
    number: int = 0
    """The number, from 1, of the sentence about this player's deed; 0: there is none."""
    honour: str = ""
    """What this player of a finished round will be remembered for, in a few words."""
    died: int = 0
    """The number of this player's death in the round, from 1; 0: they live."""

    @property
    def says(self) -> str:
        """What stands below the name of a living player with a closed card: the newest claim of today, or
        else the temper."""
        if self.card or not self.alive:
            return ""
        return self.claims[-1] if self.claims else self.temper


class LegendSign(msgspec.Struct, frozen=True):
    """A card's sign as the rings show it, and its title, for the legend of the deal. `groups`: of lights; 0:
    no ring shows it, since nobody here has one."""

    title: str
    groups: int
    motion: str
    copies: int = 1
    role: str = ""
    """The key of the card, for its picture."""


class Today(msgspec.Struct, frozen=True):
    """What a morning has brought, as long as it holds."""

    key: str
    text: str
    """Its name, and what is new."""


class Arrow(msgspec.Struct, frozen=True):
    """One open ballot, or a deed of one player to another."""

    voter: int
    target: int
    weight: int = 1


class Heap(msgspec.Struct, frozen=True):
    """The tokens of one kind that are left."""

    kind: str
    """"yes_no", "maybe", "so_close", "way_off" or "correct"."""
    label: str
    left: int


class Answer(msgspec.Struct, frozen=True):
    """One answer to the questions about the word."""

    seat: int | None
    """Who had the floor; None: nobody."""
    token: str
    """"yes", "no", ..."""


class ChroniclePage(msgspec.Struct, frozen=True):
    """A page of the chronicle: its number, when it was, what happened, the drawing between the seats, and the
    table as it was then."""

    title: str
    headline: str
    caption: str
    arrows: tuple[Arrow, ...] = ()
    places: tuple[Place, ...] = ()


class OpenCard(msgspec.Struct, frozen=True):
    """A card that lies open in the middle."""

    title: str
    role: str
    """The key of the card, for its picture."""


class Timer(msgspec.Struct, frozen=True):
    """A public clock: it ends at `ends_s` of the injected clock, after `length_s`."""

    ends_s: float
    length_s: float


class Secret(msgspec.Struct, frozen=True, tag=True):
    """What those called see on the board in their call, while all other eyes are shut. No trace, log or
    caption contains it."""

    words: tuple[str, ...]
    """One word, as large as it can be; or several to choose from."""
    spelling: tuple[str, ...] = ()
    """The single word, letter by letter, each with the marks after it."""
    at: tuple[int, ...] = ()
    """The cursors: indices of words, or of letters if there is a spelling."""
    locked: tuple[int, ...] = ()
    """The choices made."""


class SecretCircle(msgspec.Struct, frozen=True, tag=True):
    """What those called see on the board who have no ring: all places in their circle, and words. It sheds
    the same light whatever it says. No trace, log or caption contains it."""

    words: str = ""
    pointed: tuple[int, ...] = ()
    """The seats that their lights would point at."""
    locked: tuple[int, ...] = ()
    """The seats chosen."""


SecretPicture: TypeAlias = Secret | SecretCircle


class Wifi(msgspec.Struct, frozen=True):
    """The table's own Wi-Fi: its name and password. They are for those at the table alone, so no trace, log
    or caption contains them."""

    name: str
    password: str
    joins: str
    """What its code is for, in a word or two: "1. Wi-Fi"."""
    opens: str
    """And what that of the page is for: "2. Page"."""


class Board(msgspec.Struct):
    """Everything public at one moment."""

    scene: Scene = "attract"
    title: str = ""
    """"Night 2", "Day 3", ...: a few words."""
    headline: str = ""
    """What this moment is about, at most about forty characters: "The Seer", "Nobody died"."""
    caption: str = ""
    """The line being spoken, one or two sentences, up to about 160 characters."""
    hint: str = ""
    """What the buttons do, if the caption says something else: a sentence or two, or empty."""
    notice: str = ""
    """A fault that everybody should know of (such as no sound), or empty."""
    places: list[Place] = msgspec.field(default_factory=list)
    chairs: int = 0
    """How many people can sit at this table, free seats included; 0: as many as there are places."""
    at: tuple[int, ...] = ()
    """The chair of each place, clockwise from 0; empty: one after the other."""
    late: bool = False
    """Whether the village has voted today: it stays as dark as it was until the night, or until the end."""
    today: Today | None = None
    """What is new for this day or night; None: nothing."""
    arrows: list[Arrow] = msgspec.field(default_factory=list)
    ballot: tuple[Arrow, ...] = ()
    """The last ballot of the round. It stays when its arrows are gone."""
    elects: bool = False
    """Whether that ballot was for somebody, not against."""
    legend: list[LegendSign] = msgspec.field(default_factory=list)
    stage: list[OpenCard] = msgspec.field(default_factory=list)
    """The cards that lie open in the middle all round long."""
    colours: list[str] = msgspec.field(default_factory=list)
    """The names of the colours on the test card, those of the arrows in their order."""
    news: str = ""
    """The key of the card whose news is on the board, or empty: there may be a picture for it."""
    cause: str = ""
    """The public cause of the death that is on the board, or empty: there may be a picture for it."""
    sought: str = ""
    """The key of the card that is looked for among the players, or empty."""
    hush: bool = False
    """Whether all is dark and silent, for the moment before a card turns over."""
    timer: Timer | None = None
    winner: str = ""
    """The key of the camp that has won, once the round is over; else empty."""
    word: str = ""
    """The magic word, once it is public."""
    heaps: list[Heap] = msgspec.field(default_factory=list)
    """The tokens that are left."""
    answers: list[Answer] = msgspec.field(default_factory=list)
    """All answers of the day in their order, until the round is over."""
    character: str = ""
    """The key of the card that this page is about, while nobody plays."""
    join: str = ""
    """What a phone opens to take a seat, without "http://"; empty: no phone can."""
    join_name: str = ""
    """What it may open instead, easier to type; empty: only `join`."""
    join_other: str = ""
    """What a phone in another network of this table opens; empty: there is none."""
    people: str = ""
    """How many of the people that the table has places for are in; empty: all, or phones cannot join."""
    wifi: Wifi | None = None
    """The network that a phone joins before; None: any it is in."""
    rulebook: str = ""
    """The key of the rulebook that is played, for the land that is drawn; empty: of none in particular."""
    secret: SecretPicture | None = None
    """For those called alone; drawn over the scene."""
    menu: Menu | None = None
    """Drawn beside the village, or over it if its words need the room, while it is open. While it is about
    cards, these are `legend`, and drawn instead of the village."""


def seconds_left(board: Board, now_s: float) -> int | None:
    """Whole seconds until the board's clock ends, never negative; None if none runs."""
    return None if board.timer is None else max(0, ceil(board.timer.ends_s - now_s - 1e-6))


def minutes(seconds: int) -> str:
    """Minutes and seconds: "2:05"."""
    return f"{seconds // 60}:{seconds % 60:02}"


@lru_cache(8)  # asked for at every arrow of a frame
def leaders(arrows: tuple[Arrow, ...]) -> tuple[int, ...]:
    """The two seats that most arrows are at, the first before the second. The second is missing if as many
    are at a third, and the first if as many are at all three."""
    votes: Counter[int] = Counter()
    for arrow in arrows:
        votes[arrow.target] += arrow.weight
    first = votes.most_common(3)
    if len(first) < 3 or first[1][1] > first[2][1]:
        return tuple(seat for seat, _ in first[:2])
    return tuple(seat for seat, number in first if number > first[2][1])


def level(board: Board) -> tuple[int, ...]:
    """The two seats at which the same number of players point, more than at any other, and at least two each;
    empty if there are none."""
    against = Counter(place.points_at for place in board.places if place.points_at is not None)
    most = max(against.values(), default=0)
    first = tuple(sorted(seat for seat, number in against.items() if number == most))
    return first if len(first) == 2 and most > 1 else ()


def first_two(board: Board) -> tuple[int, ...]:
    """The two seats with the most votes; empty if a third has as many, or all votes are at one."""
    votes = [*votes_against(board).items(), *[(-1, 0)] * 3]
    return tuple(seat for seat, _ in votes[:2]) if votes[1][1] > votes[2][1] else ()


def is_narrow(board: Board) -> bool:
    """Whether one vote has decided a vote. On a day that is not like others the most votes may decide
    nothing."""
    first, second, *_ = *votes_against(board).values(), 0, 0
    return bool(second) and first - second == 1 and not (board.elects or board.today)


def rivals(board: Board, left_s: int | None, *, of_many: bool = False) -> tuple[int, ...]:
    """The two seats between whom it is decided: the last two of a debate, two who are level as it ends, two
    who are tied, or two of whom one vote has decided. Empty: there are none.

    `left_s`: seconds left.
    `of_many`: whether the arrows are too many to count, so that any two with the most votes are meant.
    """
    if board.scene == "debate":
        living = tuple(seat for seat, place in enumerate(board.places) if place.alive)
        if len(living) == 2 < len(board.places):
            return living
        return level(board) if left_s is not None and left_s <= LEVEL_S and not board.word else ()
    if board.scene != "ballots" or board.sought:
        return ()
    marked = tuple(seat for seat, place in enumerate(board.places) if place.marked)
    if marked:
        return marked if len(marked) == 2 and all(board.places[seat].alive for seat in marked) else ()
    return first_two(board) if of_many or is_narrow(board) else ()


def votes_against(board: Board) -> dict[int, int]:
    """Seat -> the votes it got, of those that got any: the most votes first, then in seat order."""
    found = Counter({seat: place.against for seat, place in enumerate(board.places) if place.against})
    for arrow in sorted(board.arrows, key=lambda arrow: arrow.target):
        found[arrow.target] += arrow.weight
    return dict(found.most_common())
