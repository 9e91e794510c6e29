"""Years in a café, as fast as a machine can: many rounds in one process on the simulated table, with random
faults. Afterwards memory, threads, files and processes are as before.

An evening is as `garou play` has it: a journal on the disk, a table that is opened and closed, bots that
press its buttons, the thread that writes the rings, in some evenings the board; all on a clock that jumps.
"""

from __future__ import annotations

import ctypes
import gc
import os
import random
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from hardware.clocks import VirtualClock
from hardware.rings.writer import RingWriter
from hardware.screen import Screen
from hardware.simulated import SimulatedButtons, SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.rounds import play_evening
from table.appliance.table import Table
from table.board import board as boards
from table.board.paint.fullscreen import FullScreen
from table.board.view import NoView, View
from table.errors import ClosedError
from table.evening.diary import EveningShelf
from table.games.evening import Evening
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS
from table.settings.decks import deck_for
from table.settings.owner import Owner, words_here
from table.settings.settings import Settings
from table.words.lists import Word, choose
from table.words.narration import Narration
from tests.kit.cuts import MEMORY
from tests.kit.diaries import BOXES, EVERY, word_evening

WARM = 10
"""Rounds after which caches are full and memory should stop growing."""
MORE = 1.10
"""The most memory at the end, as a multiple of that after `WARM` rounds."""


DRAWN = 0.25
"""The chance (0.0 to 1.0) that an evening's board is drawn."""
SIZE = (1920, 1080)


class Disk(sqlite3.Connection):
    """A connection to a disk that may be full."""

    full = False

    def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
        if Disk.full and statement.startswith(("INSERT", "BEGIN", "COMMIT")):
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(statement, *given)


class Wire:
    """The wire of the rings, which may be torn."""

    torn = False
    frames = 0

    def write(self, _: bytes) -> None:
        self.frames += 1
        if self.torn:
            raise OSError("the cable is off")


class Pods(SimulatedButtons):
    """Buttons whose expander may be missing."""

    lost = False

    def push(self, seat: int, button: int) -> None:
        if not self.lost:
            super().push(seat, button)

    @property
    def troubles(self) -> list[Trouble]:
        return (
            [Trouble("buttons.expander", address=0x20, seats=(0, 1)), *super().troubles]
            if self.lost
            else super().troubles
        )


class Board:
    """A view, drawn or not, that a person may close."""

    closed = False

    def __init__(self, is_drawn: bool) -> None:
        self._view: View = FullScreen(Screen(SIZE)) if is_drawn else NoView()

    def show(self, board: boards.Board, now_s: float) -> None:
        self._view.show(board, now_s)

    def close(self) -> None:
        self._view.close()


class Parts(NamedTuple):
    """The parts of a table that may break."""

    pods: Pods
    wire: Wire
    voice: SimulatedVoice
    board: Board


def lose_chip(parts: Parts, lost: bool) -> None:
    """The expander goes missing, with all buttons released, or returns."""
    for seat in range(parts.pods.seats):
        parts.pods.release(seat, 0)
    parts.pods.lost = lost


class Fault(NamedTuple):
    """Something that goes wrong at a table, and how it ends, if it does."""

    begin: Callable[[Parts, int], object]
    end: Callable[[Parts, int], object] = lambda *_: None


FAULTS = {
    "chip lost": Fault(lambda parts, _: lose_chip(parts, True), lambda parts, _: lose_chip(parts, False)),
    "button stuck": Fault(lambda p, seat: p.pods.push(seat, 0), lambda p, seat: p.pods.release(seat, 0)),
    "cable off": Fault(
        lambda parts, _: setattr(parts.wire, "torn", True),
        lambda parts, _: setattr(parts.wire, "torn", False),
    ),
    "voice gone": Fault(lambda parts, _: parts.voice.fail(Trouble("sound.stopped"))),
    "disk full": Fault(lambda *_: setattr(Disk, "full", True), lambda *_: setattr(Disk, "full", False)),
    "table closed": Fault(lambda parts, _: setattr(parts.board, "closed", True)),
}


class State(NamedTuple):
    """The resources this process holds."""

    memory_mb: float
    threads: int
    files: int
    processes: int


def state() -> State:
    """The resources of this process now.

    `memory` is resident memory, after a search for garbage and after the C library has returned its free
    blocks: pictures leave holes of 200 MiB, which would hide a leak.
    """
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return State(
        pages * os.sysconf("SC_PAGE_SIZE") / 2**20,
        threading.active_count(),
        len(os.listdir("/proc/self/fd")),
        len(children),
    )


class Soak(NamedTuple):
    """The result of a run: rounds, evenings by rulebook and `drawn`, faults by name, resources.

    The first evenings (one of each rulebook, to warm up) do not count. `before`, `warm`, `after`: what the
    process held at the start, after `WARM` rounds and at the end.
    """

    rounds: int
    kinds: Counter[str]
    faults: Counter[str]
    before: State
    warm: State
    after: State

    def faults_found(self) -> list[str]:
        """Sentences about whatever is left over; empty if all is well."""
        found = []
        if self.after.memory_mb > MORE * self.warm.memory_mb:
            found.append(f"memory grew from {self.warm.memory_mb:.1f} to {self.after.memory_mb:.1f} MiB")
        for name in ("threads", "files", "processes"):
            was, left = getattr(self.before, name), getattr(self.after, name)
            if left > was:
                found.append(f"{left - was} {name} left over")
        return found


@contextmanager
def quiet() -> Iterator[None]:
    """Discards the table's messages."""
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
    ):
        yield


def soak(rounds: int, seed: int = 1, drawn: float = DRAWN, warm_after: int = WARM) -> Soak:
    """Plays evenings until so many rounds have ended.

    `drawn`: the share of evenings whose board is drawn; `warm_after`: rounds until memory counts as warm.
    """
    lots = random.Random(seed)
    played, faults, kinds = 0, Counter[str](), Counter[str]()
    connect = sqlite3.connect
    factory = patch.object(sqlite3, "connect", lambda *a, **more: connect(*a, **more, factory=Disk))
    with TemporaryDirectory(dir=MEMORY) as folder, factory:
        for rulebook in BOXES:  # what is read once is read, and what is drawn has been
            with quiet():
                an_evening(Path(folder), lots, Counter(), kinds, drawn > 0, rulebook, most=1)
        before, warm = state(), None
        while played < rounds:
            with quiet():
                played += an_evening(Path(folder), lots, faults, kinds, lots.random() < drawn)
            if warm is None and played >= warm_after:
                warm = state()
        after = state()
    assert warm
    return Soak(played, kinds, faults, before, warm, after)


def an_evening(
    folder: Path,
    lots: random.Random,
    faults: Counter[str],
    kinds: Counter[str],
    is_drawn: bool,
    rulebook: str | None = None,
    most: int = 5,
) -> int:
    """Plays one evening of at most so many rounds with random faults, or the rest of one that was closed.

    `is_drawn`: draws its board; `rulebook` None: a random one. Returns the number of rounds that ended.
    """
    Disk.full = False
    shelf = EveningShelf(folder, keep=20)
    try:
        cut = shelf.unfinished(BOXES, None, lambda _: None)
        language = cut[0].setup.language if cut else lots.choice(("fr", "en"))
        kept, evening = cut or (None, begun(lots, rulebook or lots.choice(list(BOXES)), language))
        if isinstance(evening, WordEvening):
            evening.known = words_in(language)
        kinds.update([evening.rulebook.key, *(["drawn"] if is_drawn else [])])
        narration = Narration.load(language, evening.rulebook.key)
        seats = len(evening.names)
        table = Table(Settings(seats=seats), evening.names, narration, "log", 1.0)
        clock, voice = (
            cast(VirtualClock, table.opened.devices.clock),
            cast(SimulatedVoice, table.opened.devices.voice),
        )
        parts = Parts(Pods(seats, 1, clock), Wire(), voice, Board(is_drawn))
        table.opened.devices = table.opened.devices._replace(
            buttons=parts.pods, rings=RingWriter(seats, 24, parts.wire.write), view=parts.board
        )
        before = evening.played
        try:
            for _ in range(lots.choice((0, 1, 2, 4, 8))):
                goes_wrong(clock, parts, lots, faults)
            play_evening(table, evening, before + lots.randint(1, most), shelf.diary(evening, language, kept))
        except ClosedError:
            pass
        finally:
            table.close()
        return evening.played - before
    finally:
        shelf.close()


def goes_wrong(clock: VirtualClock, parts: Parts, lots: random.Random, faults: Counter[str]) -> None:
    """Schedules a random fault for some moment of the evening, and its end."""
    name, seat = lots.choice(list(FAULTS)), lots.randrange(parts.pods.seats)
    begins_s, lasts_s = lots.uniform(0, 900), lots.choice((0.3, 5, 60, 2000))

    def begin() -> None:
        faults[name] += 1
        FAULTS[name].begin(parts, seat)

    clock.at(begins_s, begin)
    clock.at(begins_s + lasts_s, lambda: FAULTS[name].end(parts, seat))


@cache
def words_in(language: str) -> Sequence[Word]:
    """The words of Mots-garous in a language."""
    return choose(words_here(Owner(Path("nowhere"))), language, "medium")


def begun(lots: random.Random, rulebook: str, language: str) -> Evening:
    """Begins a random evening."""
    if rulebook == MOTS_GAROUS.key:
        mode, day_s = lots.choice((("classic", 240.0), ("speedwords", 120.0)))
        tiles, seats = lots.choice(("classic", "deluxe", EVERY)), lots.randint(12, 20)
        of_words = word_evening(tiles, seats, lots.getrandbits(32), day_s, mode=mode)
        of_words.names = list(Narration.load("en").places)[:seats]
        of_words.choice, of_words.day_s = tuple(word.text for word in words_in(language)), day_s
        of_words.simulated = True
        return of_words
    book = RULEBOOKS[rulebook]
    deck = deck_for(book, lots.choice(("beginner", "expert", "simplified")), lots.randint(8, 14))
    seats = len(deck) - sum(card.centre for card in set(deck))
    names = list(Narration.load("en").places)[:seats]
    evening = WerewolfEvening(book, names, deck, Options(), lots.getrandbits(32))
    evening.simulated = True
    evening.deal = "cards" if lots.random() < 0.1 else "ring"
    return evening
