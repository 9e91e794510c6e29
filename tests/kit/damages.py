"""Damage to the evenings' files, one at a time: no evening but perhaps the last may be lost.

`python -m tests.kit.damages 1500 1 200` does so much damage with this seed, then kills so many tables that
are playing and again while they open, and prints the result. Each journal is as a power cut or a clean end
has left it. One of its files (journal, log, index of the log, copy) gets a flipped bit or a
page of zeros, is cut short, removed, or replaced by an older one or another journal's. Then a table opens the
journal, closes it and opens it again; one more evening is played and read.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from table.errors import TableError
from table.evening.journal import Journal
from table.evening.journal_files import COPY, FILE
from table.evening.mending import Mending
from table.evening.writer import Sealing
from table.games.records import JournalLine, Setup
from tests.kit.cuts import MEMORY, killed
from tests.kit.diaries import recordings

FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm", COPY)
KINDS = ("flip", "zeros", "truncated", "missing", "older", "another's")
PAGE = 4096


class Fate(NamedTuple):
    """How many evenings before the last are lost or changed, whether the last is, and what was taken: the
    journal, its copy, what could be saved of the journal, or a new one."""

    lost: int
    last_lost: bool
    taken: str


@cache
def rounds() -> Sequence[tuple[Setup, list[JournalLine]]]:
    """Whole rounds to make evenings of: setup and lines of each. As at real tables, no two have one seed."""
    return [
        (msgspec.structs.replace(kept.setup, seed=number), kept.rounds[0])
        for number, kept in enumerate(recordings())
    ]


def play(folder: Path, which: int, plug: Path | None = None, part: float = 1.0) -> None:
    """Plays an evening of one round, or the first `part` of it. `plug`: the folder for what a power cut at
    the end leaves."""
    setup, lines = rounds()[which % len(rounds())]
    with closing(Journal(folder)) as journal:
        number = journal.begin(setup)
        writer, sealing = journal.writer(), Sealing(number, 0, [])
        for line in lines[: max(1, int(part * len(lines)))]:
            writer.put(sealing.row(line))
        if part == 1.0:
            writer.tell(number, 0, b"its story")
        writer.close()
        assert writer.trouble is None
        if plug:
            shutil.copytree(folder, plug)


def histories(folder: Path, evenings: int, first: int) -> list[Path]:
    """Makes folders with so many evenings each, the first of which plays round `first`.

    In one the power was cut in each evening, in one in the middle of the last, in one never. A folder with
    the suffix -before has the state one evening earlier.
    """
    found = []
    for name, part in (("pulled", 1.0), ("under way", 0.6), ("closed", 1.0)):
        here = folder / f"{first} {name} 0"
        for number in range(evenings):
            is_last = number == evenings - 1
            there = folder / f"{first} {name} {number + 1}"
            play(here, first + number, None if name == "closed" else there, part if is_last else 1.0)
            if name == "closed":
                shutil.copytree(here, there)
            if number == evenings - 2:
                shutil.copytree(there, folder / f"{first} {name} {evenings}-before")
            here = there
        found.append(here)
    return found


def spoil(folder: Path, name: str, kind: str, other: Path, lots: random.Random) -> bool:
    """Damages one file. Returns whether that was possible. `other`: another journal's folder."""
    path = folder / name
    if kind in ("older", "another's"):
        source = (folder.with_name(f"{folder.name}-before") if kind == "older" else other) / name
        if not source.exists():
            return False
        shutil.copy(source, path)
        return True
    if not path.exists() or not path.stat().st_size:
        return False
    data = bytearray(path.read_bytes())
    # The first pages and the last, where most is decided, as often as all others.
    place = lots.choice((lots.randrange(len(data)), lots.randrange(min(len(data), 2 * PAGE)), len(data) - 1))
    match kind:
        case "flip":
            data[place] ^= 1 << lots.randrange(8)
        case "zeros":
            at = place // PAGE * PAGE
            data[at : at + PAGE] = bytes(len(data[at : at + PAGE]))
        case "truncated":
            del data[place:]
    if kind == "missing":
        path.unlink()
    else:
        path.write_bytes(data)
    return True


def played(folder: Path) -> dict[int, tuple[Setup, list[list[JournalLine]]]]:
    """The evenings that can be read, by number."""
    with closing(Journal(folder, writing=False)) as journal:
        return {kept.number: (kept.setup, kept.rounds) for kept in journal.evenings() if kept.rounds}


def fate(folder: Path, before: dict[int, tuple[Setup, list[list[JournalLine]]]], which: int) -> Fate:
    """Opens the damaged journal, plays another evening, and compares what can be read."""
    taken = "nothing"
    try:
        with closing(Journal(folder)) as journal:
            taken = taken_by(journal.mending)
        play(folder, which)
        after = played(folder)
    except TableError:
        after = {}
    last = max(before)
    lost = sum(after.get(number) != evening for number, evening in before.items() if number != last)
    setup, lines = rounds()[which % len(rounds())]
    assert not after or (setup, [lines]) == after[max(after)], (
        "the evening that was played since is not there"
    )
    return Fate(lost, after.get(last) != before[last], taken)


def taken_by(mending: Mending | None) -> str:
    """What a table plays on with after this."""
    if mending is None:
        return "the journal"
    if mending.gone or not mending.saved:
        return "a new one"
    return "the copy" if mending.from_copy else "what was saved"


def attack(times: int, seed: int, folder: Path) -> Counter[tuple[str, str, Fate]]:
    """Does random damage so often. Returns how often each kind of damage to each file had which fate."""
    lots, told = random.Random(seed), Counter[tuple[str, str, Fate]]()
    there = [path for first in (0, 7) for path in histories(folder, 4, first)]
    whole = {path: played_in_a_copy(path) for path in there}
    wanted = [(path, name, kind) for path in there for name in FILES for kind in KINDS]
    while sum(told.values()) < times:
        path, name, kind = lots.choice(wanted)
        other = lots.choice([one for one in there if one.name[0] != path.name[0]])
        with TemporaryDirectory(dir=MEMORY) as base:
            damaged = Path(base) / path.name
            shutil.copytree(path, damaged)
            shutil.copytree(path.with_name(f"{path.name}-before"), Path(base) / f"{path.name}-before")
            if spoil(damaged, name, kind, other, lots):
                told[name, kind, fate(damaged, whole[path], lots.randrange(len(rounds())))] += 1
    return told


def played_in_a_copy(path: Path) -> dict[int, tuple[Setup, list[list[JournalLine]]]]:
    """The evenings of a folder, read from a copy."""
    with TemporaryDirectory(dir=MEMORY) as base:
        shutil.copytree(path, Path(base) / "read")
        return played(Path(base) / "read")


def play_on(folder: Path, first: int, pipe: int) -> None:
    """Plays one evening after another, and writes a byte to a pipe after each."""
    for number in range(first, first + 50):
        play(folder, number)
        os.write(pipe, b".")


def opened(folder: Path, pipe: int) -> None:
    """Opens and closes the journal; writes a byte to a pipe before that."""
    os.write(pipe, b".")
    Journal(folder).close()


def kill(times: int, seed: int) -> int:
    """Kills tables (SIGKILL) at random moments: one that plays evenings, then one that opens what is left,
    every other time after a damage to one file. Returns how many finished evenings were lost in all."""
    lots, lost = random.Random(seed), 0
    for number in range(times):
        with TemporaryDirectory(dir=MEMORY) as base:
            folder, first = Path(base) / "table", lots.randrange(len(rounds()))
            folder.mkdir()
            ended = killed(partial(play_on, folder, first), lots.randint(1, 4), lots.uniform(0.0, 0.03))
            if number % 2:
                spoil(folder, lots.choice(FILES), lots.choice(KINDS[:4]), folder, lots)
            killed(partial(opened, folder), 1, lots.uniform(0.0, 0.01))
            with closing(Journal(folder)) as journal:
                found = {kept.number: (kept.setup, kept.rounds) for kept in journal.evenings()}
            whole = [rounds()[(first + at) % len(rounds())] for at in range(ended)]
            lost += sum(found.get(at) != (setup, [lines]) for at, (setup, lines) in enumerate(whole, start=1))
    return lost


def main(times: int, seed: int, kills: int) -> int:
    """Prints the result. Exit status 1 if an evening before the last was lost."""
    began_s = time.perf_counter()
    with TemporaryDirectory(dir=MEMORY) as folder:
        told = attack(times, seed, Path(folder))
    for name in FILES:
        for kind in KINDS:
            fates = {found: count for (*what, found), count in told.items() if what == [name, kind]}
            if fates:
                lost = sum(found.lost * count for found, count in fates.items())
                last = sum(found.last_lost * count for found, count in fates.items())
                count = sum(fates.values())
                print(
                    f"{name:<24} {kind:<10} {count:>5} times; lost before the last {lost}, of the last {last}"
                )
    lost = sum(found.lost * count for (_, _, found), count in told.items())
    last = sum(found.last_lost * count for (_, _, found), count in told.items())
    taken = Counter(found.taken for (_, _, found) in told.elements())
    print(f"taken: {', '.join(f'{what} {count}' for what, count in sorted(taken.items()))}")
    print(f"{sum(told.values())} damages: evenings lost before the last: {lost}; last not whole: {last}")
    killed_lost = kill(kills, seed)
    print(f"{2 * kills} kills: finished evenings lost: {killed_lost}")
    print(f"in {time.perf_counter() - began_s:.0f} s")
    return 1 if lost or killed_lost else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
