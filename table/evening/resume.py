"""Keeps a round as the list of its answers, and resumes it by replaying them.

The replay runs the same `play()`: the kept answers come first, then the table's. Every line bears a trace of
all that the round had said until then, so a program that plays it differently is detected at once, and never
goes on from another state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar
from zlib import crc32

import msgspec

from table.engine import requests
from table.engine.broken import BrokenRules
from table.engine.play import Answerer
from table.errors import TableError
from table.evening.writer import Sealing, Writer
from table.games.records import JournalLine, call_from, packed, plain, unpacked
from table.room.pending_write import PendingWrite

A = TypeVar("A")

BREAK = "break "
"""Beginning of the line of a break-off (BO-39); the key of the role follows."""


class ChangedError(TableError):
    """Raised when this program's rules play the round differently."""


class LiveTable(Answerer, Protocol):
    """A table at which a round can be resumed."""

    def recall(self, request: requests.Request, answer: Any, /) -> None:
        """Replays a word and its answer: nothing is asked, lit or spoken."""

    def take_up(self, call: requests.Wake | None) -> None:
        """Ends the replay: everything is live from now on. `call`: the one that was under way."""

    def wait_for(self, written: PendingWrite) -> None:
        """Holds the round until the write is done."""

    def records(self, record: Callable[[], PendingWrite | None], /) -> None:
        """Has `record` called in every call at the same moments, whoever is asked; no answer comes after the
        last."""

    def settle(self) -> None:
        """Holds a call until its answers are recorded and on the disk."""

    def play_s(self) -> float:
        """Time of play, in seconds."""

    def seated(self) -> int:
        """The seats at which people sit, as a bit mask."""


class NoRecord:
    """Keeps nothing."""

    def put(self, *lines: JournalLine) -> PendingWrite | None:  # noqa: ARG002 - there is no disk
        """Appends lines."""
        return None

    def call(self, lines: Sequence[JournalLine]) -> PendingWrite | None:  # noqa: ARG002 - there is no disk
        """Replaces the answers of the call under way."""
        return None


class DiskRecord(NoRecord):
    """Keeps a round's list in the journal, which already has this many lines."""

    def __init__(self, writer: Writer, evening: int, number: int, lines: Sequence[JournalLine]) -> None:
        self._writer = writer
        self._sealing = Sealing(evening, number, lines[: call_from(lines)])

    def put(self, *lines: JournalLine) -> PendingWrite:
        return self._writer.put(*[self._sealing.row(line) for line in lines])

    def call(self, lines: Sequence[JournalLine]) -> PendingWrite:
        listed = self._sealing
        return self._writer.call(listed.evening, listed.round, listed.number, lines)


class RoundKeeper:
    """Answers a round from `lines` first, then from the table; `keep` writes each answer to disk before the
    round goes on.

    The answers of a call are recorded at fixed moments, when the table asks for it, and join the list when
    the call is over: so neither the moments nor the sizes of writes tell whether anybody was asked.
    """

    def __init__(self, table: LiveTable, lines: Iterable[JournalLine], keep: NoRecord) -> None:
        self.table = table
        given = list(lines)
        listed = call_from(given)
        self.lines = [*given[:listed], *unpacked(given[listed:])]
        """The round's lines so far."""
        self.word = ""
        """The last word that was said, asked or shown."""
        self._lines = deque(unpacked(self.lines))
        self.broken = BrokenRules(
            {_role_of(line): tuple(line.answer) for line in self._lines if is_break(line)}
        )
        """House roles that are out of this round."""
        self.broken.recalls = bool(self._lines)
        self._recalls = bool(self._lines)
        self._keep = keep
        self._trace = 0
        self._call: requests.Wake | None = None
        self._answered: list[JournalLine] = []
        """Answers of this call."""
        self._is_recorded = True
        self._before_s = self._lines[-1].at_s if self._lines else 0.0
        """Where the kept part of this round ends, in seconds."""
        self._began_s: float | None = None
        table.records(self._record)

    def ask(self, request: requests.Ask) -> Sequence[Any]:
        self._settle()
        return self._answer(request, self.table.ask)

    def vote(self, request: requests.Vote) -> dict[Any, Any]:
        self._settle()
        return self._answer(request, self.table.vote)

    def draw(self, request: requests.Draw) -> Sequence[Any]:
        return self._answer(request, self.table.draw)

    def clock(self, request: requests.Clock) -> requests.Press | None:
        return self._answer(request, self.table.clock)

    def covered(self, request: requests.Covered) -> Sequence[requests.Sitter]:
        return self._answer(request, self.table.covered)

    def leavers(self, request: requests.Leavers) -> Sequence[requests.Sitter]:
        return self._answer(request, self.table.leavers)

    def wanted(self, request: requests.Wanted) -> bool:
        return self._answer(request, self.table.wanted)

    def say(self, request: requests.Say) -> None:
        self._answer(request, self.table.say, waits=False)

    def wake(self, request: requests.Wake) -> None:
        self._answer(request, self.table.wake, waits=False)
        self._call, self._answered = request, []

    def sleep(self, request: requests.Sleep) -> None:
        self._answer(request, self.table.sleep, waits=False)
        self._call = None

    def _record(self) -> PendingWrite | None:
        self._is_recorded = True
        return self._keep.call(self._answered)

    def _settle(self) -> None:
        """Has the answers of the call on the disk before anything has an effect."""
        if not self._is_recorded:
            self.table.settle()

    def show(self, request: requests.Show) -> None:
        """Writes no line: the moment of a secret message must not show after a resume."""
        self._note_breaks()
        self._settle()
        self._trace = trace(request, self._trace)
        if self._lines:
            self.table.recall(request, None)
            return
        self._take_up(self._call)
        self.table.show(request)

    def _answer(self, request: Any, live: Callable[[Any], A], waits: bool = True) -> A:
        self._note_breaks()
        self._trace = trace(request, self._trace)
        word = self.word = word_of(request)
        if self._lines:
            line = self._recall_line()
            self.broken.recalls = bool(self._lines)
            if (line.word, line.trace) != (word, self._trace):
                raise ChangedError("a round that was kept is played differently by this garou")
            answer: A = decode(request, line.answer)
            self.table.recall(request, answer)
            return answer
        self._take_up(None if isinstance(request, requests.Wake) else self._call)
        answer = live(request)
        written = self._write(word, encode(request, answer), ends_call=isinstance(request, requests.Sleep))
        if waits and written:
            self.table.wait_for(written)
        return answer

    def _recall_line(self) -> JournalLine:
        """The next line of the replay."""
        line = self._lines.popleft()
        if self._call:
            self._answered.append(line)
        return line

    def _write(self, word: str, answer: Any, *, ends_call: bool = False) -> PendingWrite | None:
        """Writes a line, or keeps it for the call's next record."""
        now_s = self.table.play_s()
        at_s = self._before_s + now_s - (now_s if self._began_s is None else self._began_s)
        line = JournalLine(word, answer, at_s, self.table.seated(), self._trace)
        if self._call and not ends_call:
            self.lines.append(line)
            self._answered.append(line)
            self._is_recorded = False
            return None
        follow = [line]
        if ends_call:
            self._settle()
            del self.lines[len(self.lines) - len(self._answered) :]
            follow.insert(0, packed(self._answered, line))
        self.lines += follow
        return self._keep.put(*follow)

    def _note_breaks(self) -> None:
        """Writes a line for each break-off since the last word, unless there is one. Nobody waits for the
        disk: later lines imply this one."""
        while self._lines and is_break(line := self._lines[0]):
            if line.trace != self._trace or _role_of(line) not in self.broken.out:
                raise ChangedError("a round that was kept is played differently by this garou")
            self._recall_line()
        self.broken.recalls = bool(self._lines)
        if not self._lines:
            untold, self.broken.untold = self.broken.untold, []
            for role, step, rule in untold:
                self._write(BREAK + role, [step, rule])

    def _take_up(self, call: requests.Wake | None) -> None:
        """Goes live at the first word without a line."""
        if self._began_s is None:
            if self._recalls:
                self.table.take_up(call)
            self._began_s = self.table.play_s()


def is_break(line: JournalLine) -> bool:
    """Whether a line says that a house role was broken off (BO-39)."""
    return line.word.startswith(BREAK)


def _role_of(line: JournalLine) -> str:
    return line.word.removeprefix(BREAK)


# Words and answers in the journal


def word_of(request: requests.Request) -> str:
    """The word a line answers, with what it is about."""
    match request:
        case requests.Ask(key=key) | requests.Vote(key=key) | requests.Clock(key=key):
            about = key
        case requests.Draw(stream=stream):
            about = stream
        case requests.Say(event=event):
            about = event.kept_as()[0]
        case requests.Wake(call=call) | requests.Sleep(call=call):
            about = call.key
        case requests.Covered(time=time):
            about = time.key
        case requests.Show(what=what):
            about = what
        case requests.Leavers():
            about = ""
        case requests.Wanted(what=what):
            about = what
    return f"{request.kept[0].lower()} {about}".rstrip()


def trace(request: requests.Request, before: int) -> int:
    """A checksum of everything the round has said so far."""
    return crc32(msgspec.msgpack.encode(plain(request)), before)


def encode(request: requests.Request, answer: Any) -> Any:
    """An answer as numbers and words."""
    match request:
        case requests.Clock():
            if answer is None:
                return None
            locked = [] if answer.choice is None else [plain(answer.choice)]
            return [answer.seat.index, answer.at_s, *locked, *([answer.question] if answer.question else [])]
        case requests.Say(event=event) if event.as_answer:
            return [plain(getattr(event, field)) for field in event.as_answer]
        case requests.Covered(seats=seats):
            # As long whether anybody has pressed or not.
            return [seat in answer for seat in seats]
        case _:
            return plain(answer)


LOCKED = ("seat", "at_s", "choice")
"""Fields that a locked answer keeps, before the question it answers, if any; a press keeps all but the
last."""


def decode(request: requests.Request, kept: Any) -> Any:
    """An encoded answer, decoded for this table. Raises `ChangedError` if it could not have been given."""
    try:
        match request:
            case requests.Ask(choices=choices) | requests.Draw(choices=choices):
                return _each(kept, choices)
            case requests.Leavers(seats=seats):
                return _each(kept, seats)
            case requests.Covered(seats=seats, heard=heard):
                pressed = [seat for seat, has_pressed in zip(seats, kept, strict=True) if has_pressed]
                return _each(plain(pressed), heard)
            case requests.Wanted():
                return bool(kept)
            case requests.Vote(choices=choices, guesses=guesses):
                menus = {**choices, **guesses}
                voters = {voter.index: voter for voter in menus}
                return {voters[index]: _each([one], menus[voters[index]])[0] for index, one in kept}
            case requests.Answering(chooser=chooser, choices=choices) if kept and len(kept) >= len(LOCKED):
                question = "".join(map(str, kept[len(LOCKED) :]))
                return requests.Press(
                    _each([kept[0]], [chooser])[0], float(kept[1]), _each([kept[2]], choices)[0], question
                )
            case requests.Talk(speakers=speakers, choices=choices) if kept and len(kept) == len(LOCKED):
                return requests.Press(
                    _each([kept[0]], speakers)[0], float(kept[1]), _each([kept[2]], choices)[0]
                )
            case requests.Clock(hearing=hearing):
                return requests.Press(_each([kept[0]], hearing)[0], float(kept[1])) if kept else None
            case _:
                return None
    except (LookupError, TypeError, ValueError):
        raise ChangedError("an answer that was kept cannot be given to this garou") from None


def _each(kept: Sequence[Any], choices: Sequence[Any]) -> list[Any]:
    """Yields these choices in order; of equal ones (a deck has several villagers) each at most once."""
    free = list(choices)
    taken = []
    for one in kept:
        place = next((i for i, choice in enumerate(free) if _is(choice, one)), None)
        if place is None:
            raise LookupError(one)
        taken.append(free.pop(place))
    return taken


def _is(choice: Any, kept: Any) -> bool:
    """Whether two values are the same; seat 1 is not the same as yes."""
    here = plain(choice)
    return type(here) is type(kept) and here == kept
