"""The loop that runs a script. Live play, referee, rehearsal and simulation differ only in the answerer."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from table.engine.requests import (
    Answering,
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
    Talk,
    Unveil,
    Vote,
    Wake,
    Wanted,
)
from table.errors import LeakError

R = TypeVar("R")


class Answerer(Protocol):
    """Answers the requests of a game: one method for each."""

    def ask(self, request: Ask) -> Sequence[Any]: ...
    def vote(self, request: Vote) -> dict[Any, Any]: ...
    def show(self, request: Show) -> None: ...
    def say(self, request: Say) -> None: ...
    def wake(self, request: Wake) -> None: ...
    def sleep(self, request: Sleep) -> None: ...
    def draw(self, request: Draw) -> Sequence[Any]: ...
    def clock(self, request: Clock) -> Press | None: ...
    def covered(self, request: Covered) -> Sequence[Sitter]: ...
    def leavers(self, request: Leavers) -> Sequence[Sitter]: ...
    def wanted(self, request: Wanted) -> bool: ...


def play(script: Coroutine[Request, Any, R], answerer: Answerer) -> R:
    """Runs `script` to its end and returns what it returns.

    Raises `LeakError` when the script says a public word while a call is held, or asks for time.
    """
    by_day: dict[type, Callable[[Any], Any]] = {
        Ask: answerer.ask,
        Vote: answerer.vote,
        Show: answerer.show,
        Unveil: _leak,
        Say: answerer.say,
        Wake: answerer.wake,
        Draw: answerer.draw,
        Clock: answerer.clock,
        Answering: answerer.clock,
        Talk: answerer.clock,
        Covered: answerer.covered,
        Leavers: answerer.leavers,
        Wanted: answerer.wanted,
        Sleep: _leak,
    }
    in_a_call = by_day | PUBLIC
    in_a_call[Unveil] = answerer.show
    in_a_call[Sleep] = answerer.sleep
    go_on = script.send
    answer = None
    try:
        while True:
            for words, last in ((by_day, Wake), (in_a_call, Sleep)):
                word: type | None = None
                while word is not last:
                    try:
                        request = go_on(answer)
                    except StopIteration as end:  # the script's own; one from an answerer is a bug
                        result: R = end.value
                        return result
                    word = type(request)
                    answer = words[word](request)
    finally:
        script.close()


def _leak(request: Request) -> None:
    """Names only the request: errors are logged, and its content may be secret."""
    raise LeakError(f"{type(request).__name__} is a word that cannot be said at this moment")


PUBLIC: dict[type, Callable[[Any], Any]] = dict.fromkeys(
    (Say, Wake, Clock, Answering, Talk, Covered, Leavers, Wanted), _leak
)
"""Requests that are not allowed in a call."""
