"""Disk writes: a call is as long, and writes as much at the same moments, whoever is asked in it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest

from hardware.clocks import VirtualClock
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.engine.requests import Ask, Draw, Show, Sleep, Vote, Wake
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.evening.replay import setup_of
from table.evening.resume import DiskRecord, RoundKeeper
from table.evening.writer import Writer
from table.games.evening import Evening
from table.games.records import CALL_BYTES, JournalLine, call_from, packed, unpacked
from table.games.werewolf.bots import Bots
from table.games.werewords.bots import WordBots
from table.room.pending_write import PendingWrite
from table.room.trace import Trace
from tests.engine.test_chance import DawnedError, traced
from tests.kit.diaries import Reseated, WordDice, evening, word_evening
from tests.kit.sampling import some

A = TypeVar("A")


class Shown(NamedTuple):
    """What a night has shown: everything perceived, when each write was and how long the files were then, and
    when a call was recorded."""

    public: list[str]
    writes: list[tuple[float, int]]
    called: list[float]


class Arriving(PendingWrite):
    """A write that ends when the virtual disk says so."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)

    def is_set(self) -> bool:
        return threading.Event.is_set(self)


class SlowDisk(DiskRecord):
    """A real journal on a disk that takes `takes_s` of a virtual clock to write what has come together."""

    def __init__(self, writer: Writer, folder: Path, clock: VirtualClock, takes_s: float) -> None:
        super().__init__(writer, 1, 0, [])
        self.folder, self.clock, self.takes_s = folder, clock, takes_s
        self.writes: list[tuple[float, int]] = []
        self.called: list[float] = []
        self.waiting: list[Arriving] = []
        self.busy = False

    def put(self, *lines: JournalLine) -> PendingWrite:
        return self._note(super().put(*lines))

    def call(self, lines: Sequence[JournalLine]) -> PendingWrite:
        self.called.append(self.clock.now())
        return self._note(super().call(lines))

    def _note(self, written: PendingWrite) -> PendingWrite:
        assert written.wait(60)
        size = sum((self.folder / name).stat().st_size for name in (FILE, f"{FILE}-wal"))
        self.writes.append((round(self.clock.now(), 3), size))
        if not self.takes_s:
            return written
        self.waiting.append(Arriving())
        arriving = self.waiting[-1]
        if not self.busy:
            self._begin()
        return arriving

    def _begin(self) -> None:
        together, self.waiting, self.busy = self.waiting, [], True

        def end() -> None:
            self.busy = False
            for written in together:
                written.set()
            if self.waiting:
                self._begin()

        self.clock.at(self.clock.now() + self.takes_s, end)


class TellingDisk(SlowDisk):
    """A planted leak: the record of a call goes to the disk only where somebody has answered something."""

    def call(self, lines: Sequence[JournalLine]) -> PendingWrite:
        if any(line.answer for line in unpacked(lines)):
            return super().call(lines)
        written = PendingWrite(lambda _: None)
        written.set()
        return written


def night(
    begun: Evening, mind: Answerer, folder: Path, takes_s: float, disk_type: type[SlowDisk] = SlowDisk
) -> Shown:
    trace, clock = Trace(), VirtualClock()
    room = traced(begun, trace, mind, clock)
    room.stage.beat_s = 0.1
    journal = Journal(folder)
    assert journal.begin(setup_of(begun, "en")) == 1
    writer = journal.writer()
    disk = disk_type(writer, folder, clock, takes_s)
    room.begin_round()
    with pytest.raises(DawnedError):
        begun.play_next(RoundKeeper(room, [], disk))
    writer.close()
    journal.close()
    assert writer.trouble is None
    return Shown(trace.lines, disk.writes, disk.called)


def dealt(order: Sequence[str], request: Draw) -> Sequence[Any]:
    """The cards in this order, if a request deals them."""
    left = list(request.choices) if request.stream == "deal" else []
    return [left.pop([card.key for card in left].index(key)) for key in order if left]


class Dealt(Bots):
    """Bots that are dealt these cards; those in `asked` answer so, and all others nothing."""

    def __init__(self, order: Sequence[str], asked: dict[str, int]) -> None:
        super().__init__(Chance(1))
        self.order, self.asked = order, asked

    def draw(self, request: Draw) -> Sequence[Any]:
        return dealt(self.order, request) or super().draw(request)

    def ask(self, request: Ask) -> Sequence[Any]:
        if request.key not in self.asked:
            return ()
        return (request.choices[self.asked[request.key] % len(request.choices)],)

    def vote(self, request: Vote) -> dict[Any, Any]:
        menus = request.choices
        return {voter: menu[-1] for voter, menu in menus.items()} if "werewolves" in self.asked else {}


IN_PLAY = [*("werewolf", "werewolf", "seer", "witch", "thief", "cupid"), *["villager"] * 4]
IN_THE_CENTRE = [
    *("werewolf", "werewolf", "villager", "villager", "thief", "cupid"),
    *("villager", "villager", "seer", "witch"),
]
CASES: dict[str, tuple[list[str], dict[str, int]]] = {
    "in play, silent": (IN_PLAY, {}),
    "in the centre": (IN_THE_CENTRE, {}),
    "the Witch poisons": (IN_PLAY, {"witch.poison": 0}),
    "the Witch heals and poisons": (IN_PLAY, {"werewolves": 1, "witch.heal": 0, "witch.poison": 2}),
    "the Seer looks": (IN_PLAY, {"seer": 0}),
    "all do something": (IN_PLAY, {"werewolves": 1, "seer": 3, "witch.heal": 0, "thief": 2, "cupid": 1}),
}


def of_wolves(case: str, folder: Path, takes_s: float, disk_type: type[SlowDisk] = SlowDisk) -> Shown:
    order, asked = CASES[case]
    begun = evening("thiercelieux", "werewolf=2,seer,witch,thief,cupid,villager=4", 8, captain="never")
    return night(begun, Dealt(order, asked), folder, takes_s, disk_type)


@pytest.mark.parametrize("takes_s", [0.0, 0.4, 1.5])
def test_whoever_is_asked_the_night_and_its_writes_are_the_same(tmp_path: Path, takes_s: float) -> None:
    cases = some(CASES, of=3)
    nights = [of_wolves(case, tmp_path / str(number), takes_s) for number, case in enumerate(cases)]
    for case, other in zip(cases, nights, strict=True):
        assert other.public == nights[0].public, case
        assert other.writes == nights[0].writes, case
    assert len(nights[0].writes) > 100
    assert len(nights[0].public) > 60


def test_a_record_only_where_somebody_has_answered_is_caught(tmp_path: Path) -> None:
    silent, looking = (
        of_wolves(case, tmp_path / case, 0.0, TellingDisk) for case in ("in play, silent", "the Seer looks")
    )
    assert silent.writes != looking.writes


def test_a_disk_of_less_than_a_second_lengthens_nothing_and_a_slower_one_every_call(tmp_path: Path) -> None:
    at_once, quick, slow = (
        of_wolves("in the centre", tmp_path / str(takes_s), takes_s) for takes_s in (0.0, 0.4, 1.5)
    )
    spans = [one.called[-1] - one.called[0] for one in (at_once, quick, slow)]
    assert spans[1] == pytest.approx(spans[0], abs=0.15)
    assert spans[2] > spans[0] + 1.0


class DealtWords(WordBots):
    """Bots of Mots-garous that are dealt these tiles, and choose nothing."""

    def __init__(self, order: Sequence[str]) -> None:
        super().__init__(Chance(1), day_s=240.0)
        self.order = order

    def draw(self, request: Draw) -> Sequence[Any]:
        return dealt(self.order, request) or super().draw(request)

    def ask(self, request: Ask) -> Sequence[Any]:
        return request.choices[:1] if self.order[0] == "seer" else ()


@pytest.mark.parametrize(("takes_s", "mode"), some(product((0.0, 1.5), ("classic", "speedwords")), of=2))
def test_the_same_of_mots_garous(tmp_path: Path, takes_s: float, mode: str) -> None:
    deck = [tile.key for tile in word_evening(seats=8).deck if tile.key != "mayor"]
    nights = []
    for number in some(range(len(deck)), of=3):
        order = [*deck[number:], *deck[:number]]
        order.insert(1, "mayor")
        begun = word_evening(seats=8, mode=mode)
        nights.append(night(begun, DealtWords(order), tmp_path / str(number), takes_s))
    for other in nights[1:]:
        assert other == nights[0]
    assert len(nights[0].writes) > 50


def test_an_answer_is_on_the_disk_before_it_has_an_effect(tmp_path: Path) -> None:
    """Before anybody called is shown or asked anything, and before the call is over."""
    given: list[object] = []
    looked: list[int] = []

    class Looking(Reseated):
        called = False

        def wake(self, request: Wake) -> None:
            self.answerer.wake(request)
            self.called = True
            given.clear()

        def look(self) -> None:
            if not self.called or not given:
                return
            with closing(sqlite3.connect(tmp_path / FILE)) as base:
                ((data,),) = base.execute("SELECT data FROM calls").fetchall()
            _, _, lines = msgspec.msgpack.decode(data[4 : 4 + int.from_bytes(data[:4], "big")])
            assert len(lines) == len(given)
            looked.append(len(lines))

        def show(self, request: Show) -> None:
            self.look()
            self.answerer.show(request)

        def ask(self, request: Ask) -> Sequence[Any]:
            self.look()
            # What the rules cannot do without is drawn then, and comes with the next record.
            return self.answered(() if request.demanded else self.answerer.ask(request))

        def vote(self, request: Vote) -> dict[Any, Any]:
            self.look()
            return self.answered(self.answerer.vote(request))

        def draw(self, request: Draw) -> Sequence[Any]:
            return self.answered(self.answerer.draw(request))

        def answered(self, answer: A) -> A:
            given.extend([answer] if self.called else [])
            return answer

        def sleep(self, request: Sleep) -> None:
            self.answerer.sleep(request)
            self.called = False

    journal = Journal(tmp_path)
    for number, begun in enumerate((evening("thiercelieux"), evening(), word_evening())):
        diary = Diary(journal, begun, "en")
        diary.open(lambda: None)
        begun.play_next(diary.answerer(Looking(WordDice(number, silence=0.5))))
        diary.close()
        journal.erase()
    journal.close()
    assert len(looked) > 5
    assert max(looked) > 1


def test_what_a_call_has_left_takes_as_much_room_whatever_it_is() -> None:
    like = JournalLine("sleep witch", None, 20.0, 3, 7)
    sizes = set()
    for number in range(400):
        call = [JournalLine("vote werewolves", [[seat, 3] for seat in range(number)], 2.5, 3, 9)][:number]
        line = packed(call, like)
        assert list(unpacked([line, like])) == [*call, like]
        sizes.add(len(msgspec.msgpack.encode(line.answer)))
    assert all(size % CALL_BYTES in (0, CALL_BYTES - 1) for size in sizes)


def test_where_a_call_under_way_begins() -> None:
    def lines(*words: str) -> list[JournalLine]:
        return [JournalLine(word, None, 0.0, 0, 0) for word in words]

    assert call_from([]) == 0
    assert call_from(lines("draw deal", "say Dealt")) == 2
    assert call_from(lines("say Nightfall", "wake seer")) == 2
    assert call_from(lines("say Nightfall", "wake seer", "ask seer")) == 2
    assert call_from(lines("wake seer", "called", "sleep seer")) == 3
    assert call_from(lines("wake seer", "called", "sleep seer", "wake witch", "ask witch.heal")) == 4
