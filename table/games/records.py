"""What is kept of an evening: how it began, its answers, and what stands at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from table.engine.public import Public
from table.engine.requests import Press, Request

CLOSED_S = 24 * 3600.0
"""So long a round that was given up stays closed, where no other has ended since."""
ROUND_OVER = "say RoundOver"
"""The word of a round's last line."""
CALLED = "called"
"""The word of a line that holds what was answered in a call that is over, if anything was."""
CALL_BYTES = 896
"""What is written of a call is filled up to a multiple of so much: a row fits into its page of the file."""


class Setup(msgspec.Struct, frozen=True):
    """What an evening begins with. `deck`: role keys; `names`: place keys, or the names the owner has
    given the seats; `version`: of the program that played it; `pods`: of the table, where each seat is
    (empty, as in files of older programs: the first ones); `words`: what its game keeps of its own;
    `rules`: the version of the rules it is played by, 1 in files of 0.5.0 and before; `seed`: of what is
    drawn in public; `keyed`: whether what is drawn in secret has a key of its own in each round. Without one
    it comes from the seed too: where that was typed, and in files of older programs."""

    rulebook: str
    deck: tuple[str, ...]
    options: dict[str, Any]
    names: tuple[str, ...]
    language: str
    seed: int
    deal: Literal["ring", "cards"]
    simulated: bool = msgspec.field(name="imagined")
    version: str
    pods: tuple[int, ...] = ()
    words: Any = None
    rules: int = 1
    keyed: bool = False


class JournalLine(msgspec.Struct, frozen=True, array_like=True):
    """One answer, or a mark that something public is over. `word`: what was asked ("ask seer", "wake witch");
    `answer`: in numbers and words; `at_s`: seconds of play since the round began; `people`: bit by bit, at
    which seats somebody sits; `trace`: of everything the round has said so far."""

    word: str
    answer: Any
    at_s: float
    people: int
    trace: int


class Standing(msgspec.Struct, frozen=True):
    """How an evening stands besides its answers, as of some seconds ago. `round` and `lines`: after so many
    answers of which round; of that one `key`: of the public time that ran, `spent_s`: how long it had, and
    `gone`: who has left the table. Of all its rounds `host`: whose the menus are; `people`: who sits; `away`:
    for whom the table plays; `pods`: where each seat is by now (empty: where it was); `dark`: pods whose
    rings have been reported dark. Sets are kept bit by bit."""

    round: int
    lines: int
    key: str
    spent_s: float
    host: int | None
    gone: int
    people: int = 0
    away: int = 0
    pods: tuple[int, ...] = ()
    dark: int = 0


class StoredEvening(msgspec.Struct):
    """An evening of the journal. `left`: nobody can go on with it, because somebody chose not to, or because
    a later one was played; `damaged`: its last lines are not what was written; `stories`: by number, what
    happened in each round that is over, as data that needs no rules (the chronicle writes and reads them);
    `keys`: of the rounds that have one, from which all that is drawn in secret comes."""

    number: int
    began_s: float
    """On the clock of the wall, which may have been wrong."""
    setup: Setup
    rounds: list[list[JournalLine]]
    left: bool = False
    damaged: bool = False
    standing: Standing | None = None
    stories: dict[int, bytes] = {}
    keys: dict[int, str] = {}
    left_s: float | None = None
    """When somebody chose not to go on, on the clock of the wall."""
    closed: bool = False
    """Whether its last round was given up so lately that its secrets are still kept."""

    @property
    def unfinished(self) -> bool:
        """Whether its last round has not come to its end."""
        return bool(self.rounds) and not self.is_over(len(self.rounds) - 1)

    def is_over(self, number: int) -> bool:
        """Whether a round has a winner. One that has a story has, whatever is left of its lines."""
        return number in self.stories or is_over(self.rounds[number])

    @property
    def lines(self) -> int:
        """How many there are."""
        return sum(map(len, self.rounds))

    @property
    def under_way(self) -> bool:
        """Whether somebody can still go on with its last round."""
        return self.unfinished and not self.left

    @property
    def is_secret(self) -> bool:
        """Whether the secrets of its last round are still secrets."""
        return self.under_way or self.closed

    def told_openly(self) -> StoredEvening:
        """What of it is no secret: all but the round under way or just given up; without the keys and the
        seed, which may have been typed: it was dealt from that then."""
        setup = msgspec.structs.replace(self.setup, seed=0)
        openly = msgspec.structs.replace(self, setup=setup, keys={})
        if self.is_secret:
            return msgspec.structs.replace(openly, rounds=self.rounds[:-1], standing=None)
        return openly


def keep_closed(played: Sequence[StoredEvening], now_s: float) -> None:
    """A round that was given up stays closed until another has ended since, or for `CLOSED_S`: else whoever
    has lost could end it and read it."""
    began_s: float | None = None
    for kept in reversed(played):
        given_up_s = began_s if kept.left_s is None else kept.left_s
        kept.closed = kept.unfinished and given_up_s is not None and now_s - given_up_s < CLOSED_S
        if any(kept.is_over(number) for number in range(len(kept.rounds))):
            return
        began_s = kept.began_s


def is_over(lines: Sequence[JournalLine]) -> bool:
    """Whether this round has a winner."""
    return bool(lines) and lines[-1].word == ROUND_OVER


def call_from(lines: Sequence[JournalLine]) -> int:
    """From which line on they belong to a call that is not over; their number where none is under way."""
    for number in range(len(lines), 0, -1):
        kind = lines[number - 1].word.partition(" ")[0]
        if kind == "wake":
            return number
        if kind in ("sleep", "say"):
            break
    return len(lines)


def packed(call: Sequence[JournalLine], like: JournalLine) -> JournalLine:
    """A call that is over as one line: what was answered in it, filled up so that the file grows by as much
    whoever was asked. `like`: the line that follows."""
    answers = msgspec.to_builtins(call)
    left = -len(msgspec.msgpack.encode((answers, ""))) % CALL_BYTES
    filling = " " * left
    while len(msgspec.msgpack.encode(filling)) - 1 > left:
        filling = filling[1:]
    return msgspec.structs.replace(like, word=CALLED, answer=[answers, filling])


def unpacked(lines: Iterable[JournalLine]) -> Iterator[JournalLine]:
    """What was answered, line by line, in calls too."""
    for line in lines:
        if line.word == CALLED:
            yield from (JournalLine(*one) for one in line.answer[0])
        else:
            yield line


def plain(value: Any) -> Any:
    """A seat as its number, a card, token or call as its key, and a word or an event as its kept name and
    fields."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return [[plain(key), plain(one)] for key, one in value.items()]
    if isinstance(value, Sequence):
        return [plain(one) for one in value]
    if isinstance(value, Public):
        name, *fields = value.kept_as()
    elif isinstance(value, Request | Press):
        name, *fields = value.kept
    else:
        return value.index if hasattr(value, "index") else value.key
    return [name, *(plain(getattr(value, field)) for field in fields)]
