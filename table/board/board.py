"""What is on the public board: finished words and seat numbers, nothing else.

The room fills it from public events only; `scenes` draws it with pygame, `terminal` with rich. Neither
knows a rule, a role or a language: every text in here is already in the evening's language.
"""

from __future__ import annotations

from math import ceil
from typing import Literal, get_args

import msgspec

from table.board.menu import Menu

Scene = Literal[
    "attract",  # nobody plays: the hamlet and two lines what to do
    "deal",  # everybody looks at his own card; `legend` explains the signs
    "night",  # all asleep; `headline` names who is called, if anybody
    "look",  # everybody looks at his own cupped ring
    "dawn",  # the victims, or that there are none
    "election",  # choosing a captain
    "debate",  # talking, the clock running
    "questions",  # somebody asks, one answers with tokens, the clock running
    "vote",  # everybody chooses at the same moment
    "ballots",  # the votes as arrows
    "shot",  # the hunter aims
    "succession",  # a dead captain names the next one
    "decision",  # the captain decides a tie
    "over",  # the winners, all cards
    "told",  # a page of what really happened: the table as it was then
    "test",  # the test card: frame, circle, the bars of `colours`
]
SCENES: tuple[Scene, ...] = get_args(Scene)


class Place(msgspec.Struct):
    """One seat as the board shows it. Seats lie clockwise round the table, in the order of the list."""

    name: str
    alive: bool = True
    card: str | None = None
    """The role's title once its card is open (dead, or at the end), else None."""
    turned: str = ""
    """What he was in the end, if that is not what his card says; else empty."""
    captain: bool = False
    ready: bool = False
    """Wants to vote."""
    asks: bool = False
    """Has the floor."""
    token: str = ""
    """Which token he has been given last: "yes", "no", ...; empty: he has the floor again, or never had."""
    tokens: tuple[str, ...] = ()
    """All he has been given, the last one last."""
    marked: bool = False
    """The scene is about him: victim, hunter, one of the tied, one who may be voted for, winner."""
    against: int = 0
    """Votes that lie against him before anybody has voted, while the votes are open."""
    number: int = 0
    """Of the sentence that tells what he has done, from 1; 0: none does."""


class LegendSign(msgspec.Struct, frozen=True):
    """A card's sign as the rings show it, and its title, for the legend of the deal."""

    title: str
    groups: int
    motion: str
    copies: int = 1


class Arrow(msgspec.Struct, frozen=True):
    """One open ballot, or what somebody has done to somebody."""

    voter: int
    target: int
    weight: int = 1


class Heap(msgspec.Struct, frozen=True):
    """The tokens of one kind that are left to answer with."""

    kind: str
    """"yes_no", "maybe", "so_close", "way_off" or "correct"."""
    label: str
    left: int


class ChroniclePage(msgspec.Struct, frozen=True):
    """A page of the chronicle: which it is, when it was, what happened, that drawn between the seats, and the
    table as it was then."""

    title: str
    headline: str
    caption: str
    arrows: tuple[Arrow, ...] = ()
    places: tuple[Place, ...] = ()


class Timer(msgspec.Struct, frozen=True):
    """A public clock: it ends at `ends_s` of the injected clock, after `length_s`."""

    ends_s: float
    length_s: float


class Secret(msgspec.Struct, frozen=True):
    """What those called see on the board in their call, all other eyes being shut. No trace, no log and no
    caption ever holds it."""

    words: tuple[str, ...]
    """One, as large as it can be; or several to choose from."""
    spelling: tuple[str, ...] = ()
    """The one word, letter by letter, each with the marks after it."""
    at: tuple[int, ...] = ()
    """Where cursors stand: numbers of words, or of letters where there is a spelling."""
    locked: tuple[int, ...] = ()
    """What has been chosen."""


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
    """What the buttons do, where the caption tells something else: a sentence or two, or empty."""
    notice: str = ""
    """A fault everybody should know of (no sound, say), or empty."""
    places: list[Place] = msgspec.field(default_factory=list)
    chairs: int = 0
    """How many could sit at this table, free ones counted; 0: as many as there are places."""
    at: tuple[int, ...] = ()
    """At which of the chairs each place lies, clockwise from 0; empty: one after the other."""
    arrows: list[Arrow] = msgspec.field(default_factory=list)
    legend: list[LegendSign] = msgspec.field(default_factory=list)
    colours: list[str] = msgspec.field(default_factory=list)
    """The names of the colours on the test card, those of the arrows in their order."""
    news: str = ""
    """What a card has just let the whole village know, by its key, or empty: the board may have a picture of
    it."""
    timer: Timer | None = None
    winner: str = ""
    """Who has won, by the key of the camp, once the round is over; else empty."""
    word: str = ""
    """The magic word, once everybody may read it."""
    heaps: list[Heap] = msgspec.field(default_factory=list)
    """The tokens that are left."""
    secret: Secret | None = None
    """For those alone who are called; drawn over the scene."""
    menu: Menu | None = None
    """Drawn over all but the caption and the notice, while it is open."""


def seconds_left(board: Board, now_s: float) -> int | None:
    """Whole seconds until the board's clock ends, never negative; None if none runs."""
    return None if board.timer is None else max(0, ceil(board.timer.ends_s - now_s - 1e-6))


def minutes(seconds: int) -> str:
    """Minutes and seconds: "2:05"."""
    return f"{seconds // 60}:{seconds % 60:02}"
