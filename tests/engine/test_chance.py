"""Secrets come from a key of each round that cannot be guessed and that nobody is told."""

from __future__ import annotations

import itertools
import re
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.rooms import telling_of
from table.appliance.rounds import mind_of
from table.appliance.service.stick import export
from table.board.view import NoView
from table.engine.chance import Chance, new_key
from table.engine.play import Answerer
from table.engine.requests import Answering, Draw, Say
from table.evening.diary import Diary, EveningShelf
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.evening.replay import evening_of, setup_of
from table.games.evening import Evening
from table.games.records import JournalLine, Setup
from table.games.werewolf.rules.choices import ALOUD
from table.games.werewolf.rules.events import Dawn
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.events import Day, MayorShown
from table.games.werewords.rules.state import Seat
from table.games.werewords.rules.tiles import MAYOR, VILLAGER
from table.room.devices import Devices
from table.room.pending_write import PendingWrite
from table.room.room import Room
from table.room.stage import Stage
from table.room.trace import Trace
from table.settings.times import Times
from table.words.lists import Word
from table.words.narration import Narration
from tests.kit.diaries import BOXES, Reseated, dice, evening, played, word_evening
from tests.kit.players import TYPED_SEED, garou
from tests.kit.sampling import few
from tests.kit.sounds import SimulatedAmbience, SimulatedEffects
from tests.kit.tables import PIXELS, plant
from tests.secrecy.table import difference

SEED = 12345
"""The seed of all that is public. An attacker may know it."""
KEY = "5ecd7e1b" * 4


def keyed(begun: Evening, **keys: str) -> Evening:
    """An evening with keys, as a real table plays it. `round_0`: the key of its first round."""
    begun.keys = {int(name.removeprefix("round_")): key for name, key in keys.items()}
    return begun


def test_a_key_has_128_bits_and_comes_from_the_system() -> None:
    keys = {new_key() for _ in range(1000)}
    assert len(keys) == 1000
    assert all(re.fullmatch(r"[0-9a-f]{32}", key) for key in keys)
    for bit in range(128):
        ones = sum(int(key, 16) >> bit & 1 for key in keys)
        assert 350 < ones < 650


def test_each_round_has_a_key_of_its_own_that_is_no_function_of_the_seed() -> None:
    one, other = (keyed(evening(seed=SEED)) for _ in range(2))
    found = []
    for begun in (one, other):
        for _ in range(3):
            found.append(begun.round_key)
            assert begun.round_key == found[-1], "drawn once"
            begun.play_next(dice(begun.round_seed))
    assert len(set(found)) == 6
    assert one.round_seed == other.round_seed


def test_an_evening_of_a_typed_seed_is_the_same_again() -> None:
    one, other = evening(seed=SEED), evening(seed=SEED)
    assert one.keys is None
    assert one.round_key == other.round_key == one.round_seed
    deals = [mind_of(begun, "en").draw(Draw("deal", begun.deck, 12)) for begun in (one, other)]
    assert deals[0] == deals[1]


# What is public


class DawnedError(Exception):
    """The first night is over."""


def night_of(begun: Evening) -> list[str]:
    """Everything that can be perceived of a round until its first night is over."""
    trace = Trace()
    room = traced(begun, trace)
    with trace.overhearing():
        room.begin_round()
        with pytest.raises(DawnedError):
            begun.play_next(room)
    return trace.lines


def traced(
    begun: Evening, trace: Trace, mind: Answerer | None = None, clock: VirtualClock | None = None
) -> Room:
    """A room until its first dawn or day."""
    clock = clock or VirtualClock()
    seats = len(begun.names)
    devices = Devices(
        SimulatedButtons(seats, 1, clock),
        SimulatedRings(seats, PIXELS),
        SimulatedVoice(clock),
        NoView(),
        clock,
        SimulatedAmbience(clock),
        effects=SimulatedEffects(clock),
    )

    def say(request: Say) -> None:
        if isinstance(request.event, Dawn | Day):
            raise DawnedError
        says(request)

    narration, chance = Narration.load("en", begun.rulebook.key), Chance(f"{begun.round_seed}/room")
    room = Room(
        Stage(trace.of(devices), narration, begun.names, 1, chance, people_sit=False),
        Times(),
        mind or mind_of(begun, "en"),
        cover_taps=True,
        telling=telling_of(begun, Times()),
    )
    says = room.say
    plant(room, say=say)
    return room


def of_wolves(key: str) -> Evening:
    return keyed(evening(captain="never", seed=SEED), round_0=key)


def of_words(key: str) -> Evening:
    return keyed(word_evening(seed=SEED), round_0=key)


ROUNDS = few(4, 2)


@pytest.mark.parametrize("begin", [of_wolves, of_words])
def test_rounds_of_other_keys_differ_in_nothing_public_before_the_cards_do(
    begin: Callable[[str], Evening],
) -> None:
    """Except for the Mayor, who is known at once and the same here."""
    nights: list[list[str]] = []
    deals: list[list[Any]] = []
    keys = (f"key {number}" for number in itertools.count())
    while len(nights) < ROUNDS:
        begun = begin(next(keys))
        deal = list(mind_of(begun, "en").draw(Draw("deal", begun.deck, len(begun.deck))))
        if MAYOR not in deal or deal.index(MAYOR) == 0:
            deals.append(deal)
            nights.append(night_of(begun))
    assert len(nights[0]) > 60
    assert not any("key " in line for line in nights[0])
    for number in range(1, ROUNDS):
        assert deals[number] != deals[0]
        assert difference(nights[number], nights[0]) is None
    begun.seed += 1
    assert night_of(begun) != nights[-1], "what is public comes from the public seed"


def test_lots_drawn_aloud_come_from_the_public_seed_and_no_others() -> None:
    for stream in (*ALOUD, "deal", "baker", "cupid", "words", "beekeeper"):
        drawn = {
            tuple(mind_of(of_wolves(f"key {number}"), "en").draw(Draw(stream, range(20), 20)))
            for number in range(5)
        }
        assert (len(drawn) == 1) == (stream in ALOUD)


def test_when_a_bot_speaks_is_public_and_what_it_asks_is_its_own() -> None:
    words = [
        Word(text, "medium", "things", frozenset({text[0]}), True)
        for text in ("apple", "boat", "clock", "door")
    ]
    asked = []
    for number in range(6):
        begun = of_words(f"key {number}")
        assert isinstance(begun, WordEvening)
        begun.known = words
        mind = mind_of(begun, "en")
        seats = [Seat(seat, str(seat), VILLAGER) for seat in range(6)]
        mind.say(Say(MayorShown(seats[0], from_centre=False)))
        asked.append(
            mind.clock(
                Answering("questions.classic", seats[1:], 0.0, chooser=seats[0], choices=("yes", "no"))
            )
        )
    assert len({(press.seat.index, press.at_s) for press in asked if press}) == 1
    assert None not in asked


# On the disk, and nowhere else


def test_a_key_is_on_the_disk_before_the_first_answer_has_any_effect(tmp_path: Path) -> None:
    begun = keyed(evening(seed=SEED))
    found: list[object] = []

    class Looking(Reseated):
        def wait_for(self, written: PendingWrite) -> None:
            super().wait_for(written)
            with closing(sqlite3.connect(tmp_path / FILE)) as base:
                found.append(base.execute("SELECT round, key FROM keys").fetchall())

    journal = Journal(tmp_path)
    played(journal, begun, Looking(dice(1)))
    journal.close()
    assert begun.keys
    assert len(found) > 10
    assert all(rows == [(0, begun.keys[0])] for rows in found)


def cut(folder: Path, begun: Evening, lines: int = 40) -> Evening | None:
    """Plays a round, then resumes the evening as if it had been cut after so many lines."""
    journal = Journal(folder)
    played(journal, begun, Reseated(mind_of(begun, "en")))
    (kept,) = journal.evenings()
    kept.rounds[-1] = kept.rounds[-1][:lines]
    journal.cut(kept)
    journal.close()
    return unfinished(folder)


def unfinished(folder: Path) -> Evening | None:
    shelf = EveningShelf(folder, 50)
    found = shelf.unfinished(BOXES, None, print)
    shelf.close()
    return found[1] if found else None


def test_a_round_that_goes_on_has_its_key_and_the_next_another(tmp_path: Path) -> None:
    begun = keyed(evening(seed=SEED))
    again = cut(tmp_path, begun)
    assert again
    assert begun.keys
    assert again.round_key == begun.keys[0]
    journal = Journal(tmp_path)
    kept = journal.unfinished()
    assert kept
    played(journal, again, Reseated(mind_of(again, "en")), kept)
    journal.close()
    ended = [[(seat.card.key, seat.cause) for seat in one.over.seats] for one in (begun, again)]
    assert ended[0] == ended[1], "bots play it as they would have"
    assert again.round_key not in begun.keys.values()


def test_a_round_whose_key_is_lost_goes_on_with_another(tmp_path: Path) -> None:
    """Never with a key that comes from the public seed."""
    begun = keyed(evening(seed=SEED))
    assert cut(tmp_path, begun)
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        base.execute("DELETE FROM keys")
        base.commit()
    again = unfinished(tmp_path)
    assert again
    assert begun.keys
    assert re.fullmatch(r"[0-9a-f]{32}", again.round_key)
    assert again.round_key != begun.keys[0]


def test_a_round_that_only_this_program_remembers_keeps_its_key() -> None:
    begun = keyed(evening(seed=SEED))
    diary = Diary(None, begun, "en")
    diary.lines = [JournalLine("draw deal", [], 0.0, 0, 0)]
    key = begun.round_key
    kept = diary.kept()
    assert kept
    assert evening_of(kept.setup, BOXES, (), kept.keys).round_key == key


def test_an_evening_of_an_older_garou_goes_on_by_its_seed() -> None:
    """Its set-up has no keys."""
    setup = msgspec.to_builtins(setup_of(evening(seed=7), "en"))
    del setup["keyed"]
    again = evening_of(msgspec.convert(setup, Setup), BOXES)
    assert again.round_key == "7/0"


def test_an_older_journal_has_no_keys_and_gets_them(tmp_path: Path) -> None:
    begun = evening(seed=7)
    assert cut(tmp_path, begun)
    with closing(sqlite3.connect(tmp_path / FILE)) as base:
        base.executescript("DROP TABLE keys; DROP TABLE calls; PRAGMA user_version = 3")
    again = unfinished(tmp_path)
    assert again
    assert again.round_key == "7/0"


def test_keys_go_with_their_evening(tmp_path: Path) -> None:
    assert cut(tmp_path, keyed(evening(seed=SEED), round_0=KEY))
    journal = Journal(tmp_path)
    assert KEY.encode() in in_all_files(tmp_path)
    journal.erase()
    assert KEY.encode() not in in_all_files(tmp_path)
    journal.close()


def in_all_files(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_nobody_is_told_a_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not the board, the log, a chronicle or a stick."""
    monkeypatch.setattr("table.games.evening.new_key", lambda: KEY)
    monkeypatch.setattr(secrets, "randbits", lambda _: SEED)
    state = tmp_path / "state"
    told = [garou("play", "--simulated", "--rounds", "2", "--state", str(state))]
    assert KEY.encode() in in_all_files(state)
    forms = ("", "--json", "1", "1 --json", "1 --html", "--statistics", "--statistics --json")
    told += [garou("chronicle", *words.split(), "--state", str(state)) for words in forms]
    assert [one.code for one in told] == [0] * 8
    copies = export(state, repr, tmp_path, lambda *_: None)
    assert copies
    with closing(Journal(state, writing=False)) as journal:
        part = journal.open_part()
        assert journal.evenings()[0].keys == {0: KEY, 1: KEY}
    for text in (*(one.out + one.err for one in told), repr(in_all_files(copies)), repr(part)):
        assert text
        assert KEY not in text
        assert str(SEED) not in text


def test_who_types_a_seed_hears_that_it_can_be_predicted_and_not_which(tmp_path: Path) -> None:
    told = garou("play", "--simulated", "--seed", str(SEED), "--state", str(tmp_path))
    assert told.err == TYPED_SEED
    assert str(SEED) not in told.out + told.err
    assert "predict" in told.err
    assert garou("play", "--simulated", "--state", str(tmp_path)).err == ""
    assert re.search(r"--seed .*tests", " ".join(garou("play", "--help").out.split()))
