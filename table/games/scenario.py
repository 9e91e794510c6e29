"""Scenario files of any game: their form, and rounds that are answered from them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

import msgspec

from table import files
from table.engine import requests
from table.engine.answers import UNDECIDED, Form, written
from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.public import Public
from table.errors import RefusedError, UnreadableError
from table.games.evening import Rules
from table.games.telling import NarratorMemory, Telling
from table.names import is_name
from table.settings.times import Times

R = TypeVar("R")

DEEPEST = 8
"""Deepest nesting of lists and tables; more than any scenario needs."""

Forms = Mapping[str, Mapping[str, Form]]
"""The keys of a turn, by the first word of its moment, in the order of the questions."""


class Turn(msgspec.Struct):
    """The answers of one moment of a round."""

    at: str
    answers: dict[str, Any]


class Moments(NamedTuple):
    """The moments of a round, as its game names them. `order`: later ones have greater numbers, None: no such
    moment; `allowed`: the valid forms, for errors."""

    order: Callable[[str], int | None]
    allowed: str


class Waiting(Exception):  # noqa: N818 - not an error: the file simply ends here
    """The file ends before the round does."""

    def __init__(self, at: str, ask: str | None, names: Sequence[str] = ()) -> None:
        super().__init__(at, ask)
        self.report = {"at": at, "ask": ask} | ({"seats": list(names)} if ask else {})


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Adds the file's name to every refusal within."""
    try:
        yield
    except RefusedError as refused:
        raise RefusedError(f"{path}: {refused}") from None


class Scenario(Protocol):
    """A scenario of a game, read and valid in form."""

    @property
    def rulebook(self) -> Rules:
        """Its rulebook."""

    @property
    def warnings(self) -> Sequence[str]:
        """What is unusual about it."""

    @property
    def seed(self) -> int:
        """The seed of the rules' draws."""

    @property
    def names(self) -> Sequence[str]:
        """The seats' names."""

    def play(self, through: Through) -> dict[str, Any]:
        """Plays it by the rules. `through`: a table the answers pass through on the way to the rules."""

    def at_table(self, times: Times) -> Telling:
        """The telling at a table with these times that will play it."""

    def memory(self) -> NarratorMemory:
        """What its narrator remembers."""


Through = Callable[["FromFile"], Answerer]
"""A table that a file's answers pass through on the way to the rules."""


def to_the_end(
    script: Coroutine[requests.Request, Any, R], answers: FromFile, through: Through
) -> tuple[R | None, dict[str, Any] | None]:
    """Plays a round to its end or to the end of the file. Returns the result, and the question that is
    left."""
    try:
        over = play(script, through(answers))
        answers.finish()
    except Waiting as stop:
        return None, stop.report
    return over, None


# Reading a file


def load(path: Path) -> dict[str, Any]:
    """Parses a TOML file. Raises `UnreadableError`."""
    try:
        raw = tomllib.loads(files.text(path))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: not UTF-8 at byte {error.start}") from None
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be read: {error.strerror}") from None
    except (RecursionError, ValueError):
        raise UnreadableError(f"{path}: not TOML: a number too long, or too much nested") from None
    for key, value in raw.items():
        if not _within_reach(value):
            raise RefusedError(
                f"{key}: a number too great, or too much nested; "
                f"allowed: numbers of 64 bits, at most {DEEPEST} lists and tables within each other"
            )
    return raw


def only(raw: Mapping[str, Any], keys: Sequence[str]) -> None:
    """Raises `RefusedError` if there is any other key."""
    for key in raw:
        if key not in keys:
            raise RefusedError(f"{written(key)} is not a key of a scenario; allowed: {', '.join(keys)}")


def _within_reach(value: Any, depth: int = DEEPEST) -> bool:
    """Whether TOML promises to keep a value exactly, and a sentence can show it."""
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_within_reach(one, depth - 1) for one in inside)
    return True


def given(table: Mapping[str, Any], key: str) -> str:
    """The value of a key."""
    return written(table[key]) if key in table else "nothing"


def read_table(raw: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table of the file; empty if the file has none."""
    table = raw.get(key, {})
    if not isinstance(table, dict):
        raise RefusedError(f"{key}: {written(table)}; allowed: a table option = value")
    return table


def read_seed(raw: Mapping[str, Any]) -> int:
    """The seed of random draws; 0 if the file has none."""
    seed = raw.get("seed", 0)
    if type(seed) is not int:
        raise RefusedError(f"seed: {written(seed)}; allowed: a whole number")
    return seed


def read_seats(file: Mapping[str, Any]) -> list[str]:
    """The names of the seats, clockwise."""
    raw = file.get("seats")
    if not isinstance(raw, list) or not all(isinstance(name, str) and name.strip() for name in raw):
        raise RefusedError(f"seats: {given(file, 'seats')}; allowed: a list of names, clockwise")
    for name in raw:
        if not is_name(name):
            raise RefusedError(
                f"seats: {written(name)}; allowed: printable characters that the board can draw, a letter or "
                "digit among them, with no space at either end"
            )
        if raw.count(name) > 1:
            raise RefusedError(
                f"seats: {written(name)} sits there {raw.count(name)} times; allowed: each name once"
            )
    return raw


def read_keys(raw: Mapping[str, Any], key: str) -> list[Any]:
    """A list of role keys; empty if the file has none."""
    keys = raw.get(key, [])
    if not isinstance(keys, list):
        raise RefusedError(f"{key}: {written(keys)}; allowed: a list of role keys")
    return keys


def read_turns(
    raw: Mapping[str, Any],
    names: Sequence[str],
    moments: Moments,
    forms: Forms,
    elsewhere: Collection[Forms] = (),
) -> list[Turn]:
    """The turns of a file. `elsewhere`: other forms, for which an empty answer means that the key is
    missing."""
    turned = raw.get("turns", [])
    if not isinstance(turned, list) or not all(isinstance(turn, dict) for turn in turned):
        raise RefusedError(f"turns: {written(turned)}; allowed: tables [[turns]], each with its at")
    turns: list[Turn] = []
    before = -1
    for number, table in enumerate(turned, 1):
        at = table.get("at")
        order = moments.order(at) if isinstance(at, str) else None
        if not isinstance(at, str) or order is None:
            raise RefusedError(f"turn {number}: at = {given(table, 'at')}; allowed: {moments.allowed}")
        if order <= before:
            raise RefusedError(
                f'turn {number}: "{at}" after "{turns[-1].at}"; allowed: turns in the order of the game'
            )
        turn = Turn(at, {})
        before = order
        allowed = forms[at.split()[0]]
        for key, value in table.items():
            if key == "at":
                continue
            empty = value is False or value in ({}, [])
            if empty and any(key in known[at.split()[0]] for known in (forms, *elsewhere)):
                continue
            if key not in allowed:
                raise RefusedError(f"{at}: {written(key)} is not a key there; allowed: {', '.join(allowed)}")
            if wanted := allowed[key](value, names):
                raise RefusedError(f"{at}: {key} = {written(value)}; allowed: {wanted}")
            turn.answers[key] = dict(value) if isinstance(value, dict) else value
        turns.append(turn)
    return turns


# Answering from it


class FromFile:
    """Answers a round from a scenario, and records what was shown and what was public."""

    def __init__(self, seed: int, forms: Forms, turns: Sequence[Turn], moments: Moments) -> None:
        self.chance = Chance(seed)
        self.forms = forms
        self.moments = moments
        self.later = deepcopy(list(turns))
        self.turn = Turn("", {})
        self.asked: list[str] = []
        self.shown: list[dict[str, Any]] = []
        self.public: list[dict[str, Any]] = []

    def ask(self, request: requests.Ask) -> Sequence[Any]:
        key, _, part = request.key.partition(".")
        answer = self.take(key, part)
        if answer is None:
            if request.demanded:
                self.missing(request.key, [request.seat], request.choices)
            return ()
        named = answer if isinstance(answer, list) else [answer]
        chosen = [self.chosen(one, request.choices, f"{request.key} =") for one in named]
        wanted = min(request.count, len(request.choices))
        if len(chosen) > wanted or (request.demanded and len(chosen) < wanted):
            number = wanted if request.demanded else f"at most {wanted}"
            raise RefusedError(
                f"{self.turn.at}: {request.key} = {written(answer)}; allowed: {number} of "
                f"{listed(request.choices)}"
            )
        return chosen

    def vote(self, request: requests.Vote) -> dict[Any, Any]:
        key, _, part = request.key.partition(".")
        choices = request.choices
        answer = self.turn.answers.get(key) if part else self.take(key)
        if part == "awake":
            return self._awake(key, answer, choices)
        if key == "revotes" and answer:
            answer, *rest = answer
            if rest:
                self.turn.answers[key] = rest
        guesses = self._guessed(request.guesses) if request.guesses else {}
        if not answer or answer == UNDECIDED:
            return guesses
        if isinstance(answer, str):
            everybody = {seat: None for menu in choices.values() for seat in menu}
            named = self.chosen(answer, sorted(everybody, key=lambda seat: seat.index), f"{key} =")
            return {voter: named for voter, menu in choices.items() if named in menu}
        if isinstance(answer, list):
            for voter in answer:
                self.chosen(voter, list(choices), f"{key} =")
            return {voter: True for voter in choices if voter.name in answer}
        return guesses | self._named(key, answer, choices)

    def _named(self, key: str, answer: Mapping[str, Any], choices: Mapping[Any, Any]) -> dict[Any, Any]:
        """The choices of a table voter = choice."""
        for voter in answer:
            self.chosen(voter, list(choices), f"{key}: voter")
        return {
            voter: self.chosen(answer[voter.name], menu, f"{key}: {voter.name} =")
            for voter, menu in choices.items()
            if voter.name in answer
        }

    def _guessed(self, choices: Mapping[Any, Any]) -> dict[Any, Any]:
        """LG-38: what those have guessed who do not vote."""
        return self._named("guess", self.turn.answers.pop("guess", {}), choices)

    def _awake(self, key: str, answer: Any, choices: Mapping[Any, Any]) -> dict[Any, Any]:
        """LG-54: the whole pack is awake if it answers as one, else the wolves in its table."""
        if isinstance(answer, dict):
            for voter in answer:
                self.chosen(voter, list(choices), f"{key}: voter")
            return {voter: True for voter in choices if voter.name in answer}
        return dict.fromkeys(choices, True) if answer else {}

    def show(self, request: requests.Show) -> None:
        entry = {"at": self.turn.at, "to": [seat.name for seat in request.to], "what": request.what}
        if request.seat:
            entry["seat"] = request.seat.name
        if request.value is not None:
            entry["value"] = plain(request.value)
        self.shown.append(entry)

    def say(self, request: requests.Say) -> None:
        if moment := getattr(request.event, "moment", None):
            self._enter(moment)
        self.hear(request.event)

    def hear(self, event: Public) -> None:
        """Records what the game's output says of a public event."""

    def publish(self, name: str, facts: Mapping[str, Any]) -> None:
        """Records a public event by the output's name for it."""
        self.public.append({"at": self.turn.at, "event": name} | plain(facts))

    def wake(self, request: requests.Wake) -> None:
        pass

    def sleep(self, request: requests.Sleep) -> None:
        pass

    def draw(self, request: requests.Draw) -> Sequence[Any]:
        return self.chance.draw(request.stream, request.choices, request.count)

    def clock(self, request: requests.Clock) -> requests.Press | None:  # noqa: ARG002 - a file has no clock
        return None

    def covered(self, request: requests.Covered) -> Sequence[Any]:
        pressed = request.heard and self.take(request.time.key)
        return request.heard if pressed else ()

    def leavers(self, request: requests.Leavers) -> Sequence[Any]:
        left = self.take("left") or []
        gone = [self.chosen(name, request.seats, "left =") for name in left]
        return sorted(gone, key=lambda seat: seat.index)

    def wanted(self, request: requests.Wanted) -> bool:
        return bool(self.turn.answers.pop(request.what, False))

    def finish(self) -> None:
        """Refuses the file if the round is over and answers are left."""
        self._close()
        if self.later:
            raise RefusedError(
                f"{self.later[0].at}: the round is over since {self.turn.at}; allowed: no turn"
            )

    def _enter(self, moment: str) -> None:
        self._close()
        if not self.later:
            raise Waiting(moment, None)
        there, here = self.moments.order(self.later[0].at), self.moments.order(moment)
        assert there is not None
        assert here is not None
        if there < here:
            raise RefusedError(f"{self.later[0].at}: there is no such turn in this round; allowed: {moment}")
        self.turn = self.later.pop(0) if there == here else Turn(moment, {})

    def _close(self) -> None:
        self._refuse(list(self.turn.answers))
        self.asked = []

    def _refuse(self, keys: Sequence[str]) -> None:
        """Refuses any more answers for these keys of this turn."""
        for key in keys:
            if key in self.turn.answers:
                again = " again" if key in self.asked else ""
                asked = ", ".join(dict.fromkeys(self.asked)) or "nothing"
                value = written(self.turn.answers[key])
                raise RefusedError(
                    f"{self.turn.at}: {key} = {value} was not asked{again}; asked there: {asked}"
                )

    def _refuse_past(self, awaited: str) -> None:
        """Refuses answers before the awaited one: they were never asked, unless somebody's leaving may still
        bring them."""
        phase = self.turn.at.split()[0]
        all_have_left = "vote" in self.asked if phase == "day" else "left" not in self.turn.answers
        if all_have_left:
            self._refuse(self.past(awaited))

    def past(self, awaited: str) -> list[str]:
        """The keys of this turn that are no longer asked after this one."""
        order = list(self.forms[self.turn.at.split()[0]])
        return order[: order.index(awaited)]

    def take(self, key: str, part: str = "") -> Any:
        """The turn's answer to this question, or None."""
        self.asked.append(f"{key}.{part}" if part else key)
        if not part:
            return self.turn.answers.pop(key, None)
        table = self.turn.answers.get(key)
        if table is None:
            return None
        answer = table.pop(part, None)
        if not table:
            del self.turn.answers[key]
        return answer

    def missing(self, key: str, seats: Sequence[Any], choices: Sequence[Any]) -> NoReturn:
        """The rules demand an answer: the file ends here, or is refused if it goes on."""
        names = [seat.name for seat in seats]
        if not self.later:
            self._refuse_past(key)
            raise Waiting(self.turn.at, key, names)
        raise RefusedError(
            f"{self.turn.at}: {key} is missing, and {', '.join(names)} must answer before "
            f"{self.later[0].at}; allowed: {listed(choices)}"
        )

    def chosen(self, name: str, choices: Sequence[Any], place: str) -> Any:
        """The choice with this name. Raises `RefusedError` if there is none."""
        for choice in choices:
            if name == plain(choice):
                return choice
        raise RefusedError(
            f"{self.turn.at}: {place} {written(name)} is not among the choices; allowed: {listed(choices)}"
        )


def plain(value: Any) -> Any:
    """A seat as its name, a card as its key; the same inside lists and tables."""
    for name in ("name", "key"):
        if hasattr(value, name):
            return getattr(value, name)
    if isinstance(value, Mapping):
        return {plain(key): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def listed(choices: Sequence[Any]) -> str:
    """The choices as an error lists them."""
    return ", ".join(str(plain(choice)) for choice in choices) or "nobody"
