"""Power cuts: at random moments of random rounds, and after every answer of one.

`python -m tests.kit.cuts 1000` makes so many cuts in each of two ways, and prints the result:

- a process is killed (SIGKILL) at a random moment; until then it reports each answer that had an effect;

- the file is taken as it was on the disk after an answer, with a random part of the bytes written next.

Each time the round goes on as at a table that is started again: no answer that had an effect is lost, none is
there twice, and the round ends as it would have without the cut. Processes are forked, so no other thread may
run in this one.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.games.evening import Evening
from table.games.records import JournalLine, StoredEvening, unpacked
from table.games.werewords.rules.box import MOTS_GAROUS
from table.room.pending_write import PendingWrite
from tests.kit.diaries import BOXES, EVERY, Killed, Reseated, dice, evening, go_on, word_evening
from tests.kit.sampling import some

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where rounds are stored. Memory will do: a killed process loses nothing that the kernel has."""

STEP_S = 0.0005
"""The time between two answers, about."""

ASKED = ("ask", "vote", "draw", "clock", "answering", "leavers")
"""Words whose answer has an effect."""

Given = tuple[str, Any, int]
"""A stored answer: the question, the answer, and the trace of all that was said before."""


class Whole(NamedTuple):
    """A round without a cut: how to begin it, who won, and its answers."""

    begin: Callable[[], Evening]
    seed: int
    winner: str
    given: list[Given]


def given_in(lines: Sequence[JournalLine]) -> list[Given]:
    """The answers among some lines."""
    return [(line.word, line.answer, line.trace) for line in unpacked(lines) if line.word.split()[0] in ASKED]


def last_round(folder: Path) -> StoredEvening | None:
    """The last evening of the journal."""
    journal = Journal(folder)
    try:
        return next((kept for kept in reversed(journal.evenings()) if kept.rounds), None)
    finally:
        journal.close()


def drawn(lots: random.Random) -> Whole:
    """Plays a random round to its end."""
    rulebook, seed = lots.choice(list(BOXES)), lots.randrange(10_000)
    if rulebook == MOTS_GAROUS.key:
        return whole(word_drawn(lots, seed), seed)
    deck = lots.choice(("expert", "beginner"))
    seats = lots.randint(max(8, BOXES[rulebook].least), 16)
    return whole(lambda: evening(rulebook, deck, seats, seed), seed)


def word_drawn(lots: random.Random, seed: int) -> Callable[[], Evening]:
    """Returns a function that begins a random round of Mots-garous."""
    tiles, seats = lots.choice(("classic", "deluxe", EVERY)), lots.randint(12, 20)
    mode, day_s = lots.choice(("classic", "speedwords")), lots.choice((84.0, 120.0, 240.0))
    return lambda: word_evening(tiles, seats, seed, day_s, mode=mode)


def whole(begin: Callable[[], Evening], seed: int) -> Whole:
    """Plays this round to its end."""
    with TemporaryDirectory(dir=MEMORY) as folder:
        winner = go_on(Path(folder), begin(), Reseated(dice(seed)))
        kept = last_round(Path(folder))
    assert kept
    return Whole(begin, seed, winner, given_in(kept.rounds[0]))


def ends_well(folder: Path, uncut: Whole, confirmed: int) -> None:
    """Checks that the stored round begins as `uncut` and has at least `confirmed` answers, then plays it to
    the same end."""
    kept = last_round(folder)
    found = given_in(kept.rounds[0]) if kept else []
    assert len(found) >= confirmed, f"{confirmed} answers had an effect, {len(found)} are kept"
    assert found == uncut.given[: len(found)], "what is kept is not what was played"
    if kept is None or kept.unfinished:
        assert go_on(folder, uncut.begin(), Reseated(dice(uncut.seed))) == uncut.winner
    kept = last_round(folder)
    assert kept
    assert given_in(kept.rounds[0]) == uncut.given, "the round did not go on as it would have"


# A process that is killed


class Confessing(Reseated):
    """A table that writes a byte to a pipe for each answer, just before the answer has an effect."""

    def __init__(self, answerer: Any, pipe: int) -> None:
        super().__init__(answerer)
        self.pipe = pipe

    def wait_for(self, written: PendingWrite) -> None:
        super().wait_for(written)
        os.write(self.pipe, b".")


def killed(play: Callable[[int], None], effects: int | None, later_s: float = 0.0) -> int:
    """Runs `play` in a process of its own and kills it `later_s` after it has written `effects` bytes to a
    pipe.

    `effects` None: the process kills itself. Returns the number of bytes written.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            play(writing)
        finally:
            os._exit(0)
    os.close(writing)
    count = 0
    while effects is None or count < effects:
        told = os.read(reading, 1)
        if not told:
            break
        count += 1
    if effects is not None:
        time.sleep(later_s)
        os.kill(child, signal.SIGKILL)
    while told := os.read(reading, 4096):
        count += len(told)
    os.close(reading)
    os.waitpid(child, 0)
    return count


def after_every_answer(begin: Callable[[], Evening], seed: int = 3) -> int:
    """Kills a table after each answer of a round in turn, or after every fourth unless the run is thorough.

    Returns the number of kills.
    """
    uncut = whole(begin, seed)
    moments = some(range(1, len(uncut.given) + 1), of=4)
    for answers in moments:
        with TemporaryDirectory(dir=MEMORY) as name:
            folder = Path(name)

            def play(_: int, folder: Path = folder, answers: int = answers) -> None:
                go_on(folder, uncut.begin(), Killed(dice(seed), answers))

            killed(play, None)
            ends_well(folder, uncut, answers)
    return len(moments)


def at_random(times: int, seed: int, rounds: Counter[str]) -> tuple[int, int]:
    """Kills tables at random moments. Returns how many kills fell inside a round, and all.

    `rounds`: counts the rounds by rulebook.
    """
    lots = random.Random(seed)
    inside = 0
    for number in range(times):
        if number % 10 == 0:
            uncut = drawn(lots)
            rounds[uncut.begin().rulebook.key] += 1
        with TemporaryDirectory(dir=MEMORY) as name:
            folder = Path(name)

            def play(pipe: int, folder: Path = folder, uncut: Whole = uncut) -> None:
                go_on(folder, uncut.begin(), Confessing(dice(uncut.seed), pipe))

            confirmed = killed(play, lots.randrange(len(uncut.given)), lots.uniform(0, STEP_S))
            inside += 0 < confirmed < len(uncut.given)
            ends_well(folder, uncut, confirmed)
    return inside, times


# What a cut leaves of a file


class Snapping(Reseated):
    """A table that copies the files after each answer, before it has an effect."""

    def __init__(self, answerer: Any, folder: Path) -> None:
        super().__init__(answerer)
        self.folder = folder
        self.pictures: list[tuple[bytes, bytes]] = []

    def wait_for(self, written: PendingWrite) -> None:
        super().wait_for(written)
        log = self.folder / f"{FILE}-wal"
        self.pictures.append(((self.folder / FILE).read_bytes(), log.read_bytes()))


def at_any_byte(times: int, seed: int, rounds: Counter[str]) -> int:
    """Resumes from random states of the disk after a cut. Returns how many. `rounds`: as for `at_random`."""
    lots = random.Random(seed)
    for number in range(times):
        if number % 20 == 0:
            uncut = drawn(lots)
            rounds[uncut.begin().rulebook.key] += 1
            with TemporaryDirectory(dir=MEMORY) as name:
                table = Snapping(dice(uncut.seed), Path(name))
                go_on(Path(name), uncut.begin(), table)
        at = lots.randrange(len(table.pictures))
        base, log = table.pictures[at]
        after, later = table.pictures[min(at + 1, len(table.pictures) - 1)]
        if after == base and later.startswith(log):
            log = later[: lots.randint(len(log), len(later))]
        with TemporaryDirectory(dir=MEMORY) as name:
            (Path(name) / FILE).write_bytes(base)
            (Path(name) / f"{FILE}-wal").write_bytes(log)
            ends_well(Path(name), uncut, at + 1)
    return times


def main(times: int, seed: int) -> None:
    """Prints the result; a failed assertion ends it."""
    began_s = time.perf_counter()
    werewolves = partial(evening, seed=3)
    words = partial(word_evening, EVERY, 14, 3, mode="speedwords")
    for begin in (werewolves, words):
        rulebook = begin().rulebook.key
        print(f"killed after answers of a round of {rulebook}: {after_every_answer(begin)} times")
    rounds = Counter[str]()
    inside, killed_times = at_random(times, seed, rounds)
    print(f"killed at random: {killed_times} times, {inside} of them in the middle of a round")
    print(f"cut at any byte of what came next: {at_any_byte(times, seed, rounds)} times")
    print(f"rounds that were cut: {', '.join(f'{key} {count}' for key, count in sorted(rounds.items()))}")
    print(f"all went on to the same end, in {time.perf_counter() - began_s:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
