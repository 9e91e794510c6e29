"""Players for tests: random ones, recorders, repeaters, and some that try every answer."""

from __future__ import annotations

import io
import itertools
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple, TypeAlias, TypeVar
from unittest.mock import patch

import pytest

from table.__main__ import main
from table.appliance.opening.opening import PREDICTED
from table.engine.play import Answerer, play
from table.engine.requests import (
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Press,
    Request,
    Say,
    Show,
    Sitter,
    Sleep,
    Vote,
    Wake,
    Wanted,
)
from table.games.werewolf.rules.events import RoundOver
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game, Rulebook
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import play_round

S = TypeVar("S")

TYPED_SEED = f"garou: {PREDICTED}\n"
"""What a command with a typed seed prints first."""

CARDS: dict[str, Card] = {card.key: card for card in (*THIERCELIEUX.cards, *BEST_OF.cards)}


def lay(cards: str, centre: str = "", rulebook: Rulebook = THIERCELIEUX, **options: Any) -> Game:
    """A game with these cards dealt clockwise; the seats are called A, B, C..."""
    dealt = [CARDS[key] for key in cards.split()]
    names = [chr(ord("A") + index) for index in range(len(dealt))]
    return Game(rulebook, names, dealt, [CARDS[key] for key in centre.split()], Options(**options))


def roles_of(rulebook: Rulebook) -> str:
    """The role keys of a box, in its order."""
    return ", ".join(card.key for card in rulebook.cards)


def wolves_of(rulebook: Rulebook) -> str:
    """The role keys of the werewolves by nature."""
    return ", ".join(card.key for card in rulebook.cards if card.nature == "werewolf")


def asked_by_night(rulebook: Rulebook) -> str:
    """The keys a night's turn may answer: `left`, then the calls that ask, in their order."""
    return ", ".join(["left", *(call.key for call in rulebook.calls if call.answer)])


class CommandResult(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


def garou(*words: str) -> CommandResult:
    """Runs the command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["garou", *words]),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as end,
    ):
        main()
    assert isinstance(end.value.code, int)
    return CommandResult(end.value.code, out.getvalue(), err.getvalue())


class Dice:
    """Answers everything at random.

    `silence`, `leaving`, `hurry`: the chance (0.0 to 1.0) that a player does not answer, has left when asked,
    or presses while a clock runs. `sense`: the pack agrees if it can.
    """

    def __init__(
        self,
        seed: int | str,
        *,
        silence: float = 0.0,
        leaving: float = 0.0,
        hurry: float = 0.0,
        sense: bool = False,
    ) -> None:
        self.lot = random.Random(seed)
        self.silence = silence
        self.leaving = leaving
        self.hurry = hurry
        self.sense = sense

    def _falls(self, chance: float) -> bool:
        return chance > 0.0 and self.lot.random() < chance

    def ask(self, request: Ask) -> Sequence[Any]:
        if self._falls(self.silence):
            return ()
        most = min(request.count, len(request.choices))
        return self.lot.sample(list(request.choices), self.lot.randint(1, most) if self.silence else most)

    def vote(self, request: Vote) -> dict[Any, Any]:
        ballots = {
            voter: self.lot.choice(menu)
            for voter, menu in [*request.choices.items(), *request.guesses.items()]
            if menu and not self._falls(self.silence)
        }
        if self.sense and request.key == "werewolves" and ballots:
            named = next(iter(ballots.values()))
            return {wolf: named for wolf in ballots if named in request.choices[wolf]}
        return ballots

    def show(self, request: Show) -> None:
        """Ignores what is shown."""

    def say(self, request: Say) -> None:
        """Ignores what is said."""

    def wake(self, request: Wake) -> None:
        """Dice never sleep."""

    def sleep(self, request: Sleep) -> None:
        """Dice never sleep."""

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.lot.sample(list(request.choices), request.count)

    def clock(self, request: Clock) -> Press | None:
        if not self._falls(self.hurry):
            return None
        return Press(self.lot.choice(request.hearing), request.spent_s + self.lot.random())

    def covered(self, request: Covered) -> Sequence[Sitter]:
        return [seat for seat in request.heard if self.lot.random() < 0.5]

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        return [seat for seat in request.seats if self._falls(self.leaving)]

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - whatever it is
        return self._falls(self.hurry)


Answer: TypeAlias = Any
"""An answer as numbers: positions among the choices, so that it fits another table."""


class Record:
    """Passes requests to another answerer; records every request as text and every answer as numbers."""

    def __init__(self, answerer: Answerer) -> None:
        self.answerer = answerer
        self.requests: list[str] = []
        self.answers: list[Answer] = []
        self.public: list[str] = []

    def _note(self, request: Request, answer: Answer = None) -> None:
        self.requests.append(repr(request))
        self.answers.append(answer)

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = tuple(self.answerer.ask(request))
        self._note(request, tuple(request.choices.index(choice) for choice in answer))
        return answer

    def vote(self, request: Vote) -> dict[Any, Any]:
        ballots = self.answerer.vote(request)
        menus = {**request.choices, **request.guesses}
        named = [(voter.index, menus[voter].index(choice)) for voter, choice in ballots.items()]
        self._note(request, tuple(named))
        return ballots

    def _unanswered(self, request: Any) -> None:
        self._note(request)
        if isinstance(request, Say):
            self.public.append(repr(request.event))
        word = "show" if isinstance(request, Show) else type(request).__name__.lower()
        getattr(self.answerer, word)(request)

    show = say = wake = sleep = _unanswered

    def draw(self, request: Draw) -> Sequence[Any]:
        drawn = self.answerer.draw(request)
        self._note(request, _positions(drawn, request.choices))
        return drawn

    def clock(self, request: Clock) -> Press | None:
        press = self.answerer.clock(request)
        self._note(request, (request.hearing.index(press.seat), press.at_s) if press else None)
        return press

    def covered(self, request: Covered) -> Sequence[Sitter]:
        pressed = self.answerer.covered(request)
        self._note(request, tuple(request.heard.index(seat) for seat in pressed))
        return pressed

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        gone = self.answerer.leavers(request)
        self._note(request, tuple(request.seats.index(seat) for seat in gone))
        return gone

    def wanted(self, request: Wanted) -> bool:
        wanted = self.answerer.wanted(request)
        self._note(request, wanted)
        return wanted


def _positions(drawn: Sequence[Any], choices: Sequence[Any]) -> tuple[int, ...]:
    """Each drawn card's position in `choices`; of equal cards each position is used once."""
    free = list(range(len(choices)))
    taken: list[int] = []
    for one in drawn:
        position = next(place for place in free if choices[place] is one)
        free.remove(position)
        taken.append(position)
    return tuple(taken)


class Repeat:
    """Gives the answers of a `Record` again, in their order."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = iter(answers)

    def ask(self, request: Ask) -> Sequence[Any]:
        return [request.choices[position] for position in next(self._answers)]

    def vote(self, request: Vote) -> dict[Any, Any]:
        menus = {**request.choices, **request.guesses}
        voters = {voter.index: voter for voter in menus}
        return {voters[index]: menus[voters[index]][position] for index, position in next(self._answers)}

    def _unanswered(self, _: Any) -> None:
        assert next(self._answers) is None

    show = say = wake = sleep = _unanswered

    def draw(self, request: Draw) -> Sequence[Any]:
        return [request.choices[position] for position in next(self._answers)]

    def clock(self, request: Clock) -> Press | None:
        press = next(self._answers)
        return Press(request.hearing[press[0]], press[1]) if press else None

    def covered(self, request: Covered) -> Sequence[Sitter]:
        return [request.heard[position] for position in next(self._answers)]

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        return [request.seats[position] for position in next(self._answers)]

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - as before
        return bool(next(self._answers))


class Untried:
    """Answers each question with something not tried yet, from the last question backwards.

    Played until nothing is left, it gives every list of answers exactly once. `one_voice`: those who choose
    together all name the same, if they may, or nobody.
    """

    def __init__(self, one_voice: bool = False) -> None:
        self.one_voice = one_voice
        self._path: list[int] = []
        self._widths: list[int] = []

    def back(self) -> bool:
        """Goes on to the next untried list of answers; False if there is none."""
        while self._path and self._path[-1] + 1 == self._widths[len(self._path) - 1]:
            self._path.pop()
        if not self._path:
            return False
        self._path[-1] += 1
        self._widths.clear()
        return True

    def _one_of(self, answers: Sequence[S]) -> S:
        asked = len(self._widths)
        self._widths.append(len(answers))
        if asked == len(self._path):
            self._path.append(0)
        return answers[self._path[asked]]

    def ask(self, request: Ask) -> Sequence[Any]:
        """Nothing, or up to `count` of the choices, in any order."""
        sizes = range(request.count + 1)
        return self._one_of(
            [some for size in sizes for some in itertools.combinations(request.choices, size)]
        )

    def vote(self, request: Vote) -> dict[Any, Any]:
        """Each voter names nobody or one of the offered choices."""
        if self.one_voice:
            standing = dict.fromkeys(choice for menu in request.choices.values() for choice in menu)
            named = self._one_of([None, *standing])
            return {voter: named for voter, menu in request.choices.items() if named in menu}
        menus = [(None, *menu) for menu in request.choices.values()]
        each = self._one_of(list(itertools.product(*menus)))
        return {
            voter: choice for voter, choice in zip(request.choices, each, strict=True) if choice is not None
        }

    def _unanswered(self, _: Any) -> None:
        """Nothing to try."""

    show = say = wake = sleep = _unanswered

    def draw(self, request: Draw) -> Sequence[Any]:
        return self._one_of(list(itertools.permutations(request.choices, request.count)))

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - nobody is in a hurry
        return None

    def covered(self, request: Covered) -> Sequence[Sitter]:
        """Those heard press or not."""
        return self._one_of([(), request.heard]) if request.heard else ()

    def leavers(self, request: Leavers) -> Sequence[Sitter]:  # noqa: ARG002 - everybody stays
        return ()

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - the host asks for nothing
        return False


def every_round(
    table: Callable[[], Game],
    answers: Untried | None = None,
    through: Callable[[Game, Answerer], Answerer] = lambda _, answerer: answerer,
) -> Iterator[RoundOver]:
    """Plays every round a table can have: each list of answers and of draws once. `through`: wraps the
    answerer of each round."""
    answers = answers or Untried()
    while True:
        game = table()
        yield play(play_round(game), through(game, answers))
        if not answers.back():
            return
