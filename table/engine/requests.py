"""The requests a game can make.

A game is a script: one coroutine that says these words and nothing else. Whoever plays it
(`table.engine.play`) answers them: the room with buttons, rings, voice and board; the referee from a
file; a simulation by lot. Chance, time and people are only ever asked for, so a round is nothing
but the list of its answers.

Public words are `say`, and `vote` or `ask` outside a call. Between `wake` and `sleep` everything
is secret and a public word is an error.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from types import coroutine
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from table.engine.public import Kept, Public


class Sitter(Protocol):
    """A person at the table. Only the seat matters here."""

    index: int
    name: str


class Call(Protocol):
    """A part of the night with a fixed length: the call of a card, of the pack, or a look for everybody."""

    @property
    def key(self) -> str:
        """The role key called, or the name of the look. Lines and windows are found by it."""

    @property
    def is_look(self) -> bool:
        """LG-48: everybody opens their eyes on their own cupped ring; a seat without a message sees a
        decoy."""

    @property
    def seconds(self) -> float:
        """Length at normal pace, without speech."""

    @property
    def asks(self) -> Mapping[str, float]:
        """For a call with several questions: each question, and the share of the call after which it closes,
        whatever was answered. Its `Ask` has the key of the call before it: "witch.heal"."""


class Press(msgspec.Struct, frozen=True):
    """A press heard by a clock, the choice its chooser has locked, or what a speaker says."""

    kept: ClassVar[Kept] = ("Press", "seat", "at_s", "choice")
    seat: Sitter
    at_s: float
    """Seconds since that clock was started."""
    choice: Any = None
    """The choice, or what is said; None for a press."""
    question: str = ""
    """The question that a choice answers, if the table knows it."""


class Ask(msgspec.Struct, gc=False):
    """One seat chooses up to `count` of `choices`. Answer: those chosen.

    `demanded`: the rules need an answer; if the time runs out the script draws one (LG-45).
    """

    kept: ClassVar[Kept] = ("Ask", "seat", "key", "choices", "count", "demanded", "by")
    seat: Sitter
    key: str
    choices: Sequence[Any]
    count: int = 1
    demanded: bool = False
    by: float = 1.0
    """The share of the call's time at which the question closes, if another one follows."""


class Vote(msgspec.Struct, gc=False):
    """Several seats choose at the same moment. Answer: a dict voter -> choice, of those who chose.

    `guesses`: others who choose at the same moment, and whom nobody waits for: no rule counts what they say
    (LG-38). Their choices are in the answer too.
    """

    kept: ClassVar[Kept] = ("Vote", "key", "choices", "by")
    key: str
    choices: Mapping[Any, Sequence[Any]]
    """Voter -> what they may choose, in seat order."""
    by: float = 1.0
    """As for `Ask`."""
    guesses: Mapping[Any, Sequence[Any]] = {}
    offered: Mapping[Any, Sequence[Any]] = {}
    """Voter -> what everybody knows that they may choose, if it is not the same for all. Of this, what is not
    in `choices` does not count."""


class Show(msgspec.Struct, gc=False):
    """Some seats alone learn something. No answer."""

    kept: ClassVar[Kept] = ("Show", "to", "what", "seat", "value")
    to: Sequence[Sitter]
    what: str
    seat: Sitter | None = None
    value: Any = None


class Unveil(Show, gc=False):
    """Shows something on the board, until the call ends, to those called: all other eyes are shut, or on the
    rings. It is never spoken, captioned, logged or traced. Only in a call. No answer."""

    kept: ClassVar[Kept] = ("Unveil", "to", "what", "seat", "value")


class Say(msgspec.Struct, gc=False):
    """The whole village learns something. No answer."""

    kept: ClassVar[Kept] = ("Say", "event")
    event: Public


class Wake(msgspec.Struct, gc=False):
    """A call begins. Its name is public; who opens their eyes is not. No answer."""

    kept: ClassVar[Kept] = ("Wake", "call", "seats")
    call: Call
    seats: Sequence[Sitter]


class Sleep(msgspec.Struct, gc=False):
    """The call ends, at its fixed time. No answer."""

    kept: ClassVar[Kept] = ("Sleep", "call")
    call: Call


class Draw(msgspec.Struct, gc=False):
    """`count` of `choices` by lot, without replacement. Answer: those drawn.

    `stream` names the source of chance, so that secret draws never shift public ones.
    """

    kept: ClassVar[Kept] = ("Draw", "stream", "choices", "count")
    stream: str
    choices: Sequence[Any]
    count: int = 1


class Clock(msgspec.Struct, gc=False):
    """A public time runs. `key` names its length.

    Answer: the first `Press` of `hearing`, or None at its end. `spent_s`: seconds of it already gone, so that
    a debate is a loop of this word. `wanted`: how many more presses end it; 0: not announced.
    """

    kept: ClassVar[Kept] = ("Clock", "key", "hearing", "spent_s")
    key: str
    hearing: Sequence[Sitter]
    spent_s: float = 0.0
    wanted: int = 0
    share: float = 1.0
    """The share of its length for which it runs."""


class Answering(Clock, gc=False):
    """A public time in which `chooser` can move among `choices`. The cursor stays where it is from one such
    request to the next.

    Answer: as for a clock, or the first choice that is locked. `until_s`: an earlier end.
    """

    kept: ClassVar[Kept] = ("Answering", "key", "hearing", "spent_s", "chooser", "choices", "until_s")
    chooser: Sitter | None = None
    choices: Sequence[Any] = ()
    until_s: float | None = None


class Talk(Clock, gc=False):
    """A public time in which `speakers` can also say one of `choices` aloud.

    Answer: as for a clock, or what one of them says.
    """

    kept: ClassVar[Kept] = ("Talk", "key", "hearing", "spent_s")
    speakers: Sequence[Sitter] = ()
    choices: Sequence[Any] = ()


class CoveredTime(Protocol):
    """A public time of fixed length in which everybody covers their button."""

    @property
    def key(self) -> str:
        """The role key. Lines and times are found by it."""

    @property
    def seconds(self) -> float:
        """Length at normal pace, without speech."""


class Covered(msgspec.Struct, gc=False):
    """A covered time runs to its end: `seats` cover their buttons and press as they like, and nothing answers
    a press. Only by day. Answer: those of `heard` who pressed, in seat order."""

    kept: ClassVar[Kept] = ("Covered", "time", "seats", "heard")
    time: CoveredTime
    seats: Sequence[Sitter]
    heard: Sequence[Sitter]


class Leavers(msgspec.Struct, gc=False):
    """Which of `seats` have left the table since the last request (LG-46). Answer: those seats."""

    kept: ClassVar[Kept] = ("Leavers", "seats")
    seats: Sequence[Sitter]


class Wanted(msgspec.Struct, gc=False):
    """Whether the host has asked for this since it was last asked. Answer: yes or no."""

    kept: ClassVar[Kept] = ("Wanted", "what")
    what: str


Request = Ask | Vote | Show | Say | Wake | Sleep | Draw | Clock | Covered | Leavers | Wanted

S = TypeVar("S")
V = TypeVar("V")
P = TypeVar("P", bound=Sitter)


@coroutine
def ask(
    seat: Sitter, key: str, choices: Sequence[S], *, demanded: bool = False, by: float = 1.0
) -> Generator[Request, Any, S | None]:
    """One seat chooses one of `choices`, or nothing (None)."""
    picks: Sequence[S] = yield Ask(seat, key, choices, 1, demanded, by)
    return picks[0] if picks else None


@coroutine
def ask_several(
    seat: Sitter, key: str, choices: Sequence[S], count: int, *, demanded: bool = False
) -> Generator[Request, Any, Sequence[S]]:
    """One seat chooses up to `count` different ones of `choices`."""
    picks: Sequence[S] = yield Ask(seat, key, choices, count, demanded)
    return picks


@coroutine
def vote(
    key: str,
    choices: Mapping[V, Sequence[S]],
    *,
    by: float = 1.0,
    guesses: Mapping[V, Sequence[S]] | None = None,
    offered: Mapping[V, Sequence[S]] | None = None,
) -> Generator[Request, Any, dict[V, S]]:
    """Every voter chooses at the same moment, and all who only guess. Those who do not choose are not in the
    answer."""
    ballots: dict[V, S] = yield Vote(key, choices, by, guesses or {}, offered or {})
    return ballots


@coroutine
def show(
    to: Sequence[Sitter], what: str, *, seat: Sitter | None = None, value: Any = None
) -> Generator[Request, Any, None]:
    """Shows something to some seats alone."""
    yield Show(to, what, seat, value)


@coroutine
def unveil(to: Sequence[Sitter], what: str, value: Any) -> Generator[Request, Any, None]:
    """Shows something on the board to those called, until their call ends."""
    yield Unveil(to, what, value=value)


@coroutine
def say(event: Public) -> Generator[Request, Any, None]:
    """Tells the whole village something."""
    yield Say(event)


@coroutine
def wake(call: Call, seats: Sequence[Sitter]) -> Generator[Request, Any, None]:
    """Begins a call."""
    yield Wake(call, seats)


@coroutine
def sleep(call: Call) -> Generator[Request, Any, None]:
    """Ends a call, at its fixed time."""
    yield Sleep(call)


@coroutine
def draw(stream: str, choices: Sequence[S]) -> Generator[Request, Any, S]:
    """One of `choices` by lot."""
    drawn: Sequence[S] = yield Draw(stream, choices)
    return drawn[0]


@coroutine
def draw_several(stream: str, choices: Sequence[S], count: int) -> Generator[Request, Any, Sequence[S]]:
    """`count` of `choices` by lot, in the order drawn."""
    drawn: Sequence[S] = yield Draw(stream, choices, count)
    return drawn


@coroutine
def shuffle(stream: str, choices: Sequence[S]) -> Generator[Request, Any, Sequence[S]]:
    """All of `choices` in an order drawn by lot."""
    drawn: Sequence[S] = yield Draw(stream, choices, len(choices))
    return drawn


@coroutine
def clock(
    key: str, hearing: Sequence[Sitter], spent_s: float = 0.0, wanted: int = 0, share: float = 1.0
) -> Generator[Request, Any, Press | None]:
    """Runs a public time until one of `hearing` presses, or to its end (None)."""
    press: Press | None = yield Clock(key, hearing, spent_s, wanted, share)
    return press


@coroutine
def answering(
    key: str,
    hearing: Sequence[Sitter],
    spent_s: float,
    chooser: Sitter,
    choices: Sequence[Any],
    until_s: float | None = None,
) -> Generator[Request, Any, Press | None]:
    """Runs a public time until one of `hearing` presses or `chooser` has chosen, or to its end (None)."""
    press: Press | None = yield Answering(
        key, hearing, spent_s, chooser=chooser, choices=choices, until_s=until_s
    )
    return press


@coroutine
def talk(
    key: str,
    hearing: Sequence[Sitter],
    spent_s: float,
    wanted: int,
    speakers: Sequence[Sitter],
    choices: Sequence[Any],
) -> Generator[Request, Any, Press | None]:
    """Runs a public time until one of `hearing` presses or one of `speakers` says something, or to its
    end (None)."""
    press: Press | None = yield Talk(key, hearing, spent_s, wanted, speakers=speakers, choices=choices)
    return press


@coroutine
def covered(
    time: CoveredTime, seats: Sequence[Sitter], heard: Sequence[P]
) -> Generator[Request, Any, Sequence[P]]:
    """Runs a covered time. Returns those of `heard` who pressed."""
    pressed: Sequence[P] = yield Covered(time, seats, heard)
    return pressed


@coroutine
def leavers(seats: Sequence[P]) -> Generator[Request, Any, Sequence[P]]:
    """Which of `seats` have left the table since the last request."""
    gone: Sequence[P] = yield Leavers(seats)
    return gone


@coroutine
def is_wanted(what: str) -> Generator[Request, Any, bool]:
    """Whether the host has asked for this since it was last asked."""
    wanted: bool = yield Wanted(what)
    return wanted


async def insist(seat: Sitter, key: str, choices: Sequence[S]) -> S:
    """A secret answer that must not be missing: without one, it is drawn silently."""
    answer = await ask(seat, key, choices, demanded=True)
    return await draw(key, choices) if answer is None else answer
