"""Many rounds in batches, on all processors: the same seed gives the same figures, however many there are."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from table.games.lots import Tally

R = TypeVar("R")

BATCH = 50
"""Rounds that one process plays in a row, with a seed of their own."""
MESSAGES = 100
"""About how many messages each process gets, at most."""

_done: Callable[..., Any]
"""What a worker does; set as it starts."""


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(rounds: int, seed: int | str) -> list[tuple[int, str]]:
    """How many rounds each batch plays, and its seed."""
    sizes = [BATCH] * (rounds // BATCH) + [rounds % BATCH] * (rounds % BATCH > 0)
    return [(size, f"{seed}/{number}") for number, size in enumerate(sizes)]


def played(play: Callable[[int, str], Tally], rounds: int, seed: int | str, jobs: int) -> Iterator[Tally]:
    """Plays this many rounds on `jobs` processes. Yields after each batch what all up to it come to, with
    the seconds that have passed."""
    tally, began_s = Tally(0, {}, 0.0), time.perf_counter()
    with workers(play, min(jobs, -(-rounds // BATCH))) as done:
        for one in done(batches(rounds, seed)):
            tally = together(tally, one)._replace(seconds=time.perf_counter() - began_s)
            yield tally


def together(one: Tally, other: Tally) -> Tally:
    """Both in one; the camps in the order of the first that has them."""
    wins = Counter(one.wins)
    wins.update(other.wins)
    return Tally(one.rounds + other.rounds, {**wins}, one.seconds + other.seconds, one.found + other.found)


@contextmanager
def workers(do: Callable[..., R], jobs: int) -> Iterator[Callable[[Iterable[Sequence[Any]]], Iterator[R]]]:
    """Gives a function that does `do` for each of many lists of arguments, on so many processes, and yields
    the results in their order. One process is this one. Workers are forks, so `do` may be anything; its
    arguments and results are sent between the processes. They end with the `with`, whatever they are doing.
    """
    if jobs < 2:
        yield lambda each: (do(*arguments) for arguments in each)
        return
    with warnings.catch_warnings():
        # A fork has only this thread. Its others, if there are any, hold nothing that a round needs.
        warnings.simplefilter("ignore", DeprecationWarning)
        pool = multiprocessing.get_context("fork").Pool(jobs, _begin, (do,))

    def done(each: Iterable[Sequence[Any]]) -> Iterator[R]:
        asked = list(each)
        # Very many go out some at a time: each message takes a fifth of what a short batch does.
        return pool.imap(_do, asked, max(1, len(asked) // (jobs * MESSAGES)))

    with pool:
        yield done


def _begin(do: Callable[..., Any]) -> None:
    """In a worker: Ctrl-C is for the process that has started it, and its end ends the worker at once,
    whatever that process does with the signal."""
    global _done
    _done = do
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _do(arguments: Sequence[Any]) -> Any:
    return _done(*arguments)
