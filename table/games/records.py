"""The stored form of an evening: its setup, its answers, and the state of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, cast

import msgspec

from table.engine.public import Public
from table.engine.requests import Press

CLOSED_S = 24 * 3600.0
"""Seconds that an abandoned round stays closed if no other has ended since."""
ROUND_OVER = "say RoundOver"
"""The word of a round's last line."""
CALLED = "called"
"""The word of a line that holds the answers of a finished call."""
CALL_BYTES = 896
"""The stored answers of a call are padded to a multiple of this: a row fits into its page of the file."""


class Setup(msgspec.Struct, frozen=True):
    """The setup of an evening. `deck`: role keys; `names`: place keys, or names the owner gave the seats;
    `version`: of the program that played it; `pods`: the pod of each seat (empty, as in files of older
    programs: the first ones); `words`: what its game stores; `rules`: the version of its rules, 1 in files of
    0.5.0 and before; `seed`: of public draws; `company`: of who plays at each house, None: the same;
    `keyed`: whether each round has a key for its secret draws. Otherwise these use the seed too: for a typed
    seed, and in files of older programs."""

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
    company: int | None = None


class JournalLine(msgspec.Struct, frozen=True, array_like=True):
    """One answer, or a mark that something public is over. `word`: the request ("ask seer", "wake witch");
    `answer`: in numbers and words; `at_s`: seconds of play since the round began; `people`: bits of the seats
    with a person; `trace`: of everything the round has said so far."""

    word: str
    answer: Any
    at_s: float
    people: int
    trace: int


class Standing(msgspec.Struct, frozen=True):
    """The state of an evening besides its answers, a few seconds old. `round` and `lines`: the round, and its
    number of answers, at which it was saved; of that round `key`: the public time that ran, `spent_s`: how
    much of it had passed, and `gone`: who has left the table. For the whole evening `host`: whose the menus
    are; `people`: who sits; `away`: whom the table plays for; `pods`: the pod of each seat (empty:
    unchanged); `dark`: pods whose rings were reported dark. Sets are stored as bits."""

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
    """An evening of the journal. `left`: nobody can resume it, because somebody declined to, or a later one
    was played; `stories`: by number, what happened in each finished
    round, as data that needs no rules (the chronicle writes and reads them); `keys`: of the rounds that have
    one, for all secret draws."""

    number: int
    began_s: float
    """Real time, which may have been set wrong."""
    setup: Setup
    rounds: list[list[JournalLine]]
    left: bool = False
    standing: Standing | None = None
    stories: dict[int, bytes] = {}
    keys: dict[int, str] = {}
    left_s: float | None = None
    """When somebody declined to resume it, in real time."""
    closed: bool = False
    """Whether its last round was abandoned so recently that its secrets are still protected."""

    @property
    def unfinished(self) -> bool:
        """Whether its last round is unfinished."""
        return bool(self.rounds) and not self.is_over(len(self.rounds) - 1)

    def is_over(self, number: int) -> bool:
        """Whether a round has a winner. A round with a story has one, even if lines are missing."""
        return number in self.stories or is_over(self.rounds[number])

    @property
    def lines(self) -> int:
        """The number of lines."""
        return sum(map(len, self.rounds))

    @property
    def under_way(self) -> bool:
        """Whether its last round can still be resumed."""
        return self.unfinished and not self.left

    @property
    def is_secret(self) -> bool:
        """Whether the secrets of its last round must stay secret."""
        return self.under_way or self.closed

    def told_openly(self) -> StoredEvening:
        """What is no secret: all but a round under way or just abandoned; without the keys, and without the
        seed, which may have been typed and used for the deal."""
        setup = msgspec.structs.replace(self.setup, seed=0, company=None)
        openly = msgspec.structs.replace(self, setup=setup, keys={})
        if self.is_secret:
            return msgspec.structs.replace(openly, rounds=self.rounds[:-1], standing=None)
        return openly


def keep_closed(played: Sequence[StoredEvening], now_s: float) -> None:
    """An abandoned round stays closed until another has ended since, or for `CLOSED_S`. Otherwise a losing
    player could end it and read it."""
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
    """The number of the first line of the call under way; the number of lines if there is none."""
    for number in range(len(lines), 0, -1):
        kind = lines[number - 1].word.partition(" ")[0]
        if kind == "wake":
            return number
        if kind in ("sleep", "say"):
            break
    return len(lines)


def packed(call: Sequence[JournalLine], like: JournalLine) -> JournalLine:
    """A finished call as one line: its answers, padded so that the file grows by the same amount whoever was
    asked. `like`: the line that follows."""
    answers = msgspec.to_builtins(call)
    left = -len(msgspec.msgpack.encode((answers, ""))) % CALL_BYTES
    filling = " " * left
    while len(msgspec.msgpack.encode(filling)) - 1 > left:
        filling = filling[1:]
    return msgspec.structs.replace(like, word=CALLED, answer=[answers, filling])


def unpacked(lines: Iterable[JournalLine]) -> Iterator[JournalLine]:
    """All answers line by line, including those in calls."""
    for line in lines:
        if line.word == CALLED:
            yield from (JournalLine(*one) for one in line.answer[0])
        else:
            yield line


def plain(value: Any) -> Any:
    """The stored form: a seat as its number, a card, token or call as its key, a request or event as its
    stored name and fields."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple | range):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return [[plain(key), plain(one)] for key, one in value.items()]
    if not isinstance(value, msgspec.Struct) or not hasattr(value, "kept"):
        return value.index if hasattr(value, "index") else value.key
    name, *fields = value.kept_as() if isinstance(value, Public) else cast("Press", value).kept
    return [name, *(plain(getattr(value, field)) for field in fields)]
