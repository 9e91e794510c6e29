"""Which house roles are out of a round because one of their rules failed (BO-39).

A break-off is an answer like any other: it is written down, and a replay of the round breaks off at the same
step without running the rule. So a step is undone by running the round again, with the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping
from types import coroutine
from typing import Any, Protocol, TypeVar

from table.engine.requests import Request
from table.errors import TableError

R = TypeVar("R")


class RoleFailedError(Exception):
    """Raised by a step of a house role that failed."""


class BrokenRules:
    """The failed rules of one round. `known`: for each role the step at which it failed and the rule, as the
    journal has them."""

    def __init__(self, known: Mapping[str, tuple[int, str]] | None = None) -> None:
        self.known = dict(known or {})
        self.recalls = False
        """Whether the next step has already run to its end in an earlier run of the round."""
        self.replays = False
        """Whether it has done so in this run, which began again without a role."""
        self.out: set[str] = set()
        self.untold: list[tuple[str, int, str]] = []
        """Failures that are not yet in the journal: role, step, rule."""
        self._steps: dict[str, int] = {}

    def runs(self, role: str) -> bool:
        """Whether the next step of this role has to run."""
        if role in self.out:
            return False
        step = self._steps.get(role, 0) + 1
        self._steps[role] = step
        if role in self.known and self.known[role][0] == step:
            self.out.add(role)
            return False
        return True

    def break_off(self, role: str, rule: str) -> None:
        """The current step of this role failed: the role is out."""
        self.out.add(role)
        self.known[role] = step, rule = self._steps[role], rule
        self.untold.append((role, step, rule))

    def begin_again(self) -> None:
        """The round is run again from its beginning."""
        self.replays = True
        self.out.clear()
        self._steps.clear()


class BreakableGame(Protocol):
    """A game whose rules may fail."""

    broken: BrokenRules

    def begin(self) -> None:
        """Puts everything back to where the round began."""


G = TypeVar("G", bound=BreakableGame)


@coroutine
def without_failed(script: Callable[[G], Coroutine[Request, Any, R]], game: G) -> Generator[Request, Any, R]:
    """Runs a round's script. When a role fails, everything begins again without its failed step: with the
    answers that there are, of which nobody hears a second time.

    Raises `TableError` if a role then does something else.
    """
    said: list[tuple[Request, Any]] = []
    while True:
        running = script(game)
        answer = None
        try:
            for request, its_answer in said:
                if _about(running.send(answer)) != _about(request):
                    raise TableError("a house role remembers what is in no game: the round cannot go on")
                answer = its_answer
            game.broken.replays = False
            while True:
                request = running.send(answer)
                answer = yield request
                said.append((request, answer))
        except StopIteration as end:
            result: R = end.value
            return result
        except RoleFailedError:
            pass
        finally:
            running.close()
        game.begin()
        game.broken.begin_again()


def _about(request: Request) -> tuple[Any, ...]:
    """What a request asks, and whom."""
    return type(request), *(getattr(request, name, None) for name in ("key", "stream", "seat"))
