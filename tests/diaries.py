"""Evenings that are kept, for the tests: a table that takes a round up again, cuts, and what was public."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from table.decks import chosen_deck
from table.evening import Evening
from table.journal import Journal, Kept, Line, Setup, Written
from table.play import Answerer
from table.requests import Request, Wake
from table.resume import Diary, evening_of, plain, replay
from table.werewolf.deck import players_of
from table.werewolf.options import Options
from table.werewolf.rulebooks import RULEBOOKS
from table.werewolf_evening import WerewolfEvening
from tests.players import Dice

RECORDED = Path(__file__).resolve().parent / "recorded.jsonl"
"""One round a line: what it began with, and its lines in the journal."""


def evening(
    rulebook: str = "best-of", deck: str = "expert", seats: int = 12, seed: int = 1, **options: Any
) -> Evening:
    book = RULEBOOKS[rulebook]
    cards = chosen_deck(book, deck, seats, seats, {})
    names = [f"seat {number}" for number in range(players_of(cards))]
    return WerewolfEvening(book, names, cards, Options(**options), seed)


class Reseated:
    """Any players as a table at which a round can be taken up: what is recalled they have answered before."""

    def __init__(self, answerer: Answerer) -> None:
        self.answerer = answerer
        self.taken_up: list[Wake | None] = []
        self.recalled: list[Request] = []

    def __getattr__(self, word: str) -> Any:
        return getattr(self.answerer, word)

    def recall(self, request: Request, _: Any) -> None:
        """Whoever remembers has to hear it, and rolls his dice as he did."""
        word = {"unveil": "show", "answering": "clock"}.get(name := type(request).__name__.lower(), name)
        getattr(self.answerer, word)(request)
        self.recalled.append(request)

    def take_up(self, call: Wake | None) -> None:
        self.taken_up.append(call)

    def wait_for(self, written: Written) -> None:
        assert written.wait(60)

    def play_s(self) -> float:
        return 0.0

    def seated(self) -> int:
        return 0b101


def played(journal: Journal, begun: Evening, table: Any, kept: Kept | None = None) -> str:
    """Plays one round that is kept, or goes on with it. Returns who has won."""
    diary = Diary(journal, begun, "en", kept)
    diary.open(lambda: None)
    try:
        return begun.play_next(diary.answerer(table)).winner
    finally:
        diary.close()


def dice(seed: int | str) -> Dice:
    return Dice(seed, silence=0.1, leaving=0.01, hurry=0.3)


def go_on(folder: Path, begun: Evening, table: Any) -> str:
    """What a table does that is started again: it goes on with what is unfinished, or begins."""
    journal = Journal(folder)
    try:
        kept = journal.unfinished()
        if kept:
            begun = evening_of(kept.setup, RULEBOOKS, kept.rounds[:-1])
        return played(journal, begun, table, kept)
    finally:
        journal.close()


class Killed(Reseated):
    """A table whose power is cut after so many answers."""

    def __init__(self, answerer: Answerer, after: int) -> None:
        super().__init__(answerer)
        self.after = after

    def wait_for(self, written: Written) -> None:
        super().wait_for(written)
        self.after -= 1
        if not self.after:
            os.kill(os.getpid(), signal.SIGKILL)


def recordings() -> Iterator[Kept]:
    """The rounds that are kept for good."""
    for number, text in enumerate(RECORDED.read_text("utf-8").splitlines()):
        setup, lines = msgspec.json.decode(text, type=tuple[Setup, list[Line]])
        yield Kept(number, 0.0, setup, [lines])


def record() -> None:
    """Plays and writes the rounds that are kept for good."""
    texts = []
    with TemporaryDirectory() as folder:
        for rulebook, (deck, seats) in product(RULEBOOKS, (("expert", 12), ("beginner", 8), ("expert", 9))):
            for seed in (1, 2) if deck == "expert" else (3,):
                journal = Journal(Path(folder))
                played(journal, evening(rulebook, deck, seats, seed), Reseated(dice(seed)))
                kept = journal.evenings()[-1]
                journal.close()
                setup = msgspec.structs.replace(kept.setup, version="recorded")
                texts.append(msgspec.json.encode((setup, kept.rounds[0])).decode() + "\n")
    RECORDED.write_text("".join(texts), "utf-8")


def events_of(kept: Kept) -> list[str]:
    """All that is said in a replayed round, secrets and all."""
    words: list[str] = []
    over = replay(kept, 0, RULEBOOKS, lambda request, answer: words.append(str(plain([request, answer]))))
    return [*words, over.winner if over else "unfinished"]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["record"]:
            record()
        case ["replay"]:
            told = [word for kept in recordings() for word in events_of(kept)]
            print(sha256("\n".join(told).encode()).hexdigest())
        case ["play", folder, answers]:
            print(go_on(Path(folder), evening(seed=3), Killed(dice(3), int(answers))))
