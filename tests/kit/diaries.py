"""Stored evenings for tests: players at a table that resumes rounds, power cuts, recordings."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from table.chronicle.story import to_store, told_anew
from table.engine.play import Answerer
from table.engine.requests import Answering, Clock, Press, Request, Wake
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.replay import evening_of, replay
from table.games.evening import Evening, Rules
from table.games.records import JournalLine, Setup, StoredEvening, plain
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.deck import players_of
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
from table.games.werewords.rules.letters import uncovers_s
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.tiles import TILES
from table.room.pending_write import PendingWrite
from table.settings.decks import chosen_deck
from table.words.narration import Narration
from tests.kit.players import Dice

RECORDED = Path(__file__).resolve().parent / "recorded.jsonl"
"""One round a line: its setup, and its lines in the journal."""


EVERY = ", ".join(key for key in TILES if key not in ("mayor", "villager", "mason")) + ", mason=2"
"""Every special tile of Mots-garous."""
BOXES: dict[str, Rules] = {**RULEBOOKS, MOTS_GAROUS.key: MOTS_GAROUS}
"""All rulebooks of both games, by key."""


def evening(
    rulebook: str = "best-of", deck: str = "expert", seats: int = 12, seed: int = 1, **options: Any
) -> Evening:
    book = RULEBOOKS[rulebook]
    cards = chosen_deck(book, deck, seats, seats, {})
    names = [f"seat {number}" for number in range(players_of(cards))]
    return WerewolfEvening(book, names, cards, Options(**options), seed)


def word_evening(
    tiles: str = "deluxe", seats: int = 12, seed: int = 1, day_s: float = 240.0, **options: Any
) -> WordEvening:
    """An evening of Mots-garous with words that are in no list."""
    names = [f"seat {number}" for number in range(seats)]
    begun = WordEvening(MOTS_GAROUS, names, tiles_of(tiles, seats), WordOptions(**options), seed)
    begun.choice = tuple(f"word {number:02}" for number in range(50))
    begun.uncovers_s = uncovers_s(day_s)
    return begun


class WordDice(Dice):
    """Dice that also ask, answer, and find the word now and then."""

    def clock(self, request: Clock) -> Press | None:
        if not isinstance(request, Answering):
            return super().clock(request) if request.hearing else None
        at_s = request.spent_s + 8.0 * self.lot.random()
        if at_s > (request.until_s or 200.0):
            return None
        if self.lot.random() < 0.5:
            return Press(self.lot.choice(request.hearing), at_s)
        assert request.chooser
        return Press(request.chooser, at_s, self.lot.choice(request.choices))


class Reseated:
    """Lets any players stand for a table that can resume a round."""

    def __init__(self, answerer: Answerer) -> None:
        self.answerer = answerer
        self.taken_up: list[Wake | None] = []
        self.recalled: list[Request] = []

    def __getattr__(self, word: str) -> Any:
        return getattr(self.answerer, word)

    def recall(self, request: Request, _: Any) -> None:
        """Lets the players answer again, so that their dice roll as they did."""
        word = {"unveil": "show", "answering": "clock"}.get(name := type(request).__name__.lower(), name)
        getattr(self.answerer, word)(request)
        self.recalled.append(request)

    def take_up(self, call: Wake | None) -> None:
        self.taken_up.append(call)

    def wait_for(self, written: PendingWrite) -> None:
        assert written.wait(60)

    def records(self, record: Callable[[], PendingWrite | None], /) -> None:
        self.record = record

    def settle(self) -> None:
        if written := self.record():
            self.wait_for(written)

    def play_s(self) -> float:
        return 0.0

    def seated(self) -> int:
        return 0b101


def played(journal: Journal, begun: Evening, table: Any, kept: StoredEvening | None = None) -> str:
    """Plays a round that is stored, or goes on with one. Returns the winner."""
    diary = Diary(journal, begun, "en", kept)
    diary.open(lambda: None)
    try:
        return begun.play_next(diary.answerer(table)).winner
    finally:
        diary.close()


def dice(seed: int | str) -> WordDice:
    """Random players of both games."""
    return WordDice(seed, silence=0.1, leaving=0.01, hurry=0.3)


def go_on(folder: Path, begun: Evening, table: Any) -> str:
    """Resumes the unfinished round or begins `begun`, as a restarted table does. Returns the winner."""
    journal = Journal(folder)
    try:
        kept = journal.unfinished()
        if kept:
            begun = evening_of(kept.setup, BOXES, kept.rounds[:-1])
        return played(journal, begun, table, kept)
    finally:
        journal.close()


class Killed(Reseated):
    """A table whose power is cut after some answers."""

    def __init__(self, answerer: Answerer, after: int) -> None:
        super().__init__(answerer)
        self.after = after

    def wait_for(self, written: PendingWrite) -> None:
        super().wait_for(written)
        self.after -= 1
        if not self.after:
            os.kill(os.getpid(), signal.SIGKILL)


def recordings() -> Iterator[StoredEvening]:
    """The recorded rounds."""
    for number, text in enumerate(RECORDED.read_text("utf-8").splitlines()):
        setup, lines = msgspec.json.decode(text, type=tuple[Setup, list[JournalLine]])
        yield StoredEvening(number, 0.0, setup, [lines])


def record() -> None:
    """Plays the rounds to record, and writes them."""
    sets = (("expert", 12), ("beginner", 8), ("expert", 9))
    begun: list[Evening] = [
        evening(rulebook, deck, seats, seed)
        for rulebook, (deck, seats) in product(RULEBOOKS, sets)
        for seed in ((1, 2) if deck == "expert" else (3,))
    ]
    begun += [
        word_evening(tiles, seats, seed, mode=mode, day_s=day_s)
        for tiles, seats, seed in (("classic", 3, 1), ("deluxe", 8, 2), ("deluxe", 20, 3), (EVERY, 14, 4))
        for mode, day_s in (("classic", 240.0), ("speedwords", 84.0))
    ]
    texts = []
    with TemporaryDirectory() as folder:
        for one in begun:
            journal = Journal(Path(folder))
            played(journal, one, Reseated(dice(one.seed)))
            kept = journal.evenings()[-1]
            journal.close()
            setup = msgspec.structs.replace(kept.setup, version="recorded")
            texts.append(msgspec.json.encode((setup, kept.rounds[0])).decode() + "\n")
    RECORDED.write_text("".join(texts), "utf-8")


def with_stories(kept: StoredEvening, language: str = "en") -> StoredEvening:
    """The evening with the stories of its finished rounds, as a table stores them."""
    narration = Narration.load(language, kept.setup.rulebook)
    for number in range(len(kept.rounds)):
        if kept.is_over(number):
            kept.stories[number] = to_store(told_anew(kept, number, BOXES, narration))
    return kept


def events_of(kept: StoredEvening) -> list[str]:
    """Every request and answer of a replayed round, secrets included, and the winner."""
    words: list[str] = []
    over = replay(kept, 0, BOXES, lambda request, answer: words.append(str(plain([request, answer]))))
    return [*words, over.winner if over else "unfinished"]


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["record"]:
            record()
        case ["replay"]:
            told = [word for kept in recordings() for word in events_of(kept)]
            print(sha256("\n".join(told).encode()).hexdigest())
