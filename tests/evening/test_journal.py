"""The journal: what is written is on the disk, nobody else can read it, and damage is noticed."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import table.evening.journal as module
import table.evening.journal_folder as folder_module
import table.evening.journal_format as journal_format
from table.chronicle.story import tell
from table.errors import RefusedError, TableError
from table.evening.journal import Journal
from table.evening.journal_files import COPY, FILE, mending_in
from table.evening.journal_format import MIGRATIONS
from table.evening.journal_read import is_whole
from table.evening.journal_rows import SHEETS, seal
from table.evening.replay import setup_of
from table.evening.writer import JournalError, Sealing
from table.games.records import CLOSED_S, JournalLine, Standing, StoredEvening
from table.room.pending_write import PendingWrite
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.tables import NARRATION

SETUP = setup_of(evening("thiercelieux", "beginner", 8), "fr")
LINES = [
    JournalLine("draw deal", ["seer", "witch"], 0.0, 3, 17),
    JournalLine("ask seer", [4], 2.5, 3, 2**32 - 1),
]


def write(journal: Journal, number: int, lines: list[JournalLine], round_number: int = 0) -> None:
    writer = journal.writer()
    sealing = Sealing(number, round_number, [])
    for line in lines:
        writer.put(sealing.row(line)).wait()
    writer.close()
    assert writer.trouble is None


def kept_in(folder: Path) -> list[StoredEvening]:
    journal = Journal(folder)
    try:
        return journal.evenings()
    finally:
        journal.close()


def without_copy(folder: Path) -> None:
    """Removes the copy, so that nothing can be repaired."""
    for path in folder.glob(f"{COPY}*"):
        path.unlink()


def refusal(folder: Path, writing: bool = True) -> str:
    with pytest.raises(JournalError) as refused:
        Journal(folder, writing=writing)
    assert isinstance(refused.value, TableError)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    number = journal.begin(SETUP)
    write(journal, number, LINES)
    journal.close()
    (kept,) = kept_in(tmp_path)
    assert kept.setup == SETUP
    assert kept.rounds == [LINES]
    assert kept.unfinished


def stood(folder: Path, *standings: Standing) -> int:
    """Stores an evening of one round that had these standings, one after the other."""
    journal = Journal(folder)
    number = journal.begin(SETUP)
    write(journal, number, LINES)
    writer = journal.writer()
    for standing in standings:
        writer.stand(number, standing).wait()
    writer.close()
    journal.close()
    return number


def test_how_a_round_stands_is_read_again_as_it_was_last(tmp_path: Path) -> None:
    stood(tmp_path, Standing(0, 1, "deal", 5.0, 3, 0), Standing(0, 2, "debate", -2.5, None, 0b100))
    (kept,) = kept_in(tmp_path)
    assert kept.standing == Standing(0, 2, "debate", -2.5, None, 0b100)
    assert kept.rounds == [LINES]


def test_how_an_older_garou_noted_it_is_read_too(tmp_path: Path) -> None:
    """It did not know who sits where."""
    number = stood(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    older = {"round": 0, "lines": 2, "key": "debate", "spent_s": 5.0, "host": 3, "gone": 0b100}
    data = msgspec.msgpack.encode(older)
    base.execute("INSERT INTO standing VALUES (?, ?, ?)", (number, data, seal(b"", number, data)))
    base.commit()
    base.close()
    (kept,) = kept_in(tmp_path)
    assert kept.standing == Standing(0, 2, "debate", 5.0, 3, 0b100)
    assert (kept.standing.pods, kept.standing.people, kept.standing.away) == ((), 0, 0)


def test_what_the_writer_cuts_off_is_gone_and_what_follows_is_sealed_onto_the_rest(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    number = journal.begin(SETUP)
    write(journal, number, [*LINES, JournalLine("say VoteOpens", None, 3.0, 3, 9)])
    writer = journal.writer()
    writer.cut(number, 0, 2).wait()
    sealing = Sealing(number, 0, LINES)
    after = JournalLine("clock debate", [1, 2.0], 4.0, 3, 11)
    writer.put(sealing.row(after)).wait()
    writer.close()
    journal.close()
    (kept,) = kept_in(tmp_path)
    assert kept.rounds == [[*LINES, after]]


def test_a_journal_of_the_first_format_is_brought_to_this_one(tmp_path: Path) -> None:
    stood(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    base.executescript("".join(f"DROP TABLE {table};" for table in SHEETS) + "PRAGMA user_version = 1")
    base.close()
    journal = Journal(tmp_path)
    assert journal.mended is None
    journal.close()
    (kept,) = kept_in(tmp_path)
    assert kept.rounds == [LINES]
    assert kept.standing is None
    assert kept.keys == {}


def test_it_is_written_as_safely_as_sqlite_can_and_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "garou"
    journal = Journal(folder)
    write(journal, journal.begin(SETUP), LINES)
    assert journal._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._base.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert FILE in modes
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    journal.close()


def test_a_journal_anybody_could_read_is_closed_again(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    (tmp_path / FILE).chmod(0o644)
    Journal(tmp_path).close()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_only_the_last_evenings_are_kept_and_empty_ones_never(tmp_path: Path) -> None:
    journal = Journal(tmp_path, keep=3)
    for _ in range(6):
        journal.begin(SETUP)
        write(journal, journal.begin(SETUP), LINES)
    assert len([kept for kept in journal.evenings() if kept.rounds]) == 3
    journal.begin(SETUP)
    assert [bool(kept.rounds) for kept in journal.evenings()] == [True, True, False]
    journal.close()


def test_what_was_put_aside_stays_as_long_as_evenings_of_its_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path, keep=2)
    aside = tmp_path / "damaged-1.sqlite"
    aside.write_bytes(b"kept")
    began_s = aside.stat().st_mtime
    os.utime(aside, (began_s - 100, began_s - 100))
    for age_s in (200, 50):
        number = journal.begin(SETUP)
        write(journal, number, LINES)
        journal._base.execute("UPDATE evenings SET began_s = ? WHERE evening = ?", (began_s - age_s, number))
        assert aside.exists()
    journal.begin(SETUP)
    assert not aside.exists()
    journal.close()


def test_what_is_erased_is_gone_from_the_disk(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    write(journal, journal.begin(SETUP), LINES)
    journal.erase()
    assert journal.evenings() == []
    journal.close()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"ask seer" not in data


def test_an_evening_somebody_has_left_is_not_unfinished(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    number = journal.begin(SETUP)
    assert journal.unfinished() is None
    write(journal, number, LINES)
    kept = journal.unfinished()
    assert kept
    assert kept.number == number
    journal.leave(number)
    assert journal.unfinished() is None
    journal.close()


OVER = JournalLine("say RoundOver", ["villagers", [1]], 9.0, 3, 5)


def given_up(folder: Path) -> Journal:
    """A journal in which one round is over, and one of the next evening was given up."""
    journal = Journal(folder)
    write(journal, journal.begin(SETUP), [*LINES, OVER])
    number = journal.begin(SETUP)
    write(journal, number, LINES)
    assert not journal.evenings()[-1].closed, "somebody can still go on with it"
    journal.leave(number)
    return journal


def test_a_round_that_was_given_up_stays_closed_until_another_has_ended(tmp_path: Path) -> None:
    """Otherwise a loser gives up and reads."""
    journal = given_up(tmp_path)
    assert [kept.closed for kept in journal.evenings()] == [False, True]
    assert journal.evenings()[-1].told_openly().rounds == []
    with pytest.raises(RefusedError, match="was given up"):
        tell(journal.evenings()[-1], {}, NARRATION["en"])
    number = journal.begin(SETUP)
    write(journal, number, LINES)
    assert [kept.closed for kept in journal.evenings()] == [False, True, False]
    journal.leave(number)
    assert [kept.closed for kept in journal.evenings()] == [False, True, True]
    write(journal, journal.begin(SETUP), [*LINES, OVER])
    assert [kept.closed for kept in journal.evenings()] == [False] * 4
    assert journal.evenings()[1].told_openly().rounds
    journal.close()


@pytest.mark.parametrize(("hours", "closed"), [(-1.0, True), (23.9, True), (24.1, False)])
def test_a_round_that_was_given_up_is_told_after_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: float, closed: bool
) -> None:
    """A clock that was set back opens nothing."""
    journal = given_up(tmp_path)
    left_s = journal.evenings()[-1].left_s
    assert left_s
    monkeypatch.setattr("table.evening.journal.time", lambda: left_s + hours * 3600.0)
    assert journal.evenings()[-1].closed is closed
    journal.close()


def test_a_round_that_gave_way_to_another_evening_is_closed_too(tmp_path: Path) -> None:
    """Nobody has declined it: a later one was begun."""
    journal = Journal(tmp_path)
    write(journal, journal.begin(SETUP), LINES)
    write(journal, journal.begin(SETUP), LINES)
    assert [kept.closed for kept in journal.evenings()] == [True, False]
    journal.close()


def test_a_round_that_is_over_is_not_unfinished(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    number = journal.begin(SETUP)
    write(journal, number, [*LINES, OVER])
    assert journal.unfinished() is None
    write(journal, number, LINES, round_number=1)
    kept = journal.unfinished()
    assert kept
    assert [len(lines) for lines in kept.rounds] == [3, 2]
    journal.close()


# Formats


def test_a_newer_format_is_refused_in_words(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("CREATE TABLE guests (name TEXT)")
    base.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    base.close()
    before = (tmp_path / FILE).read_bytes()
    for writing in (True, False):
        assert re.search(
            rf"format {len(MIGRATIONS) + 1}, .*newer.* up to {len(MIGRATIONS)}", refusal(tmp_path, writing)
        )
    assert (tmp_path / FILE).read_bytes() == before


def test_an_older_format_is_brought_to_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    write(journal, journal.begin(SETUP), LINES)
    journal.close()
    monkeypatch.setattr(journal_format, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE guests (name TEXT)"))
    assert "older format" in refusal(tmp_path, writing=False)
    journal = Journal(tmp_path)
    assert journal._base.execute("SELECT count(*) FROM guests").fetchone() == (0,)
    assert journal._base.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    assert [kept.rounds for kept in journal.evenings()] == [[LINES]]
    journal.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    write(journal, journal.begin(SETUP), LINES)
    journal.close()
    monkeypatch.setattr(journal_format, "MIGRATIONS", (*MIGRATIONS, "DROP TABLE answers; CREATE nonsense"))
    assert "cannot be used" in refusal(tmp_path)
    monkeypatch.undo()
    assert [kept.rounds for kept in kept_in(tmp_path)] == [[LINES]]


def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / FILE)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.commit()
    base.close()
    assert "no journal of garou" in refusal(tmp_path)
    base = sqlite3.connect(tmp_path / FILE)
    assert base.execute("SELECT count(*) FROM recipes").fetchone() == (0,)
    base.close()


# Where it cannot be written


def test_one_table_at_a_time(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert "in use by another table" in refusal(tmp_path)
    write(journal, journal.begin(SETUP), LINES)
    reader = Journal(tmp_path, writing=False)
    assert [kept.rounds for kept in reader.evenings()] == [[LINES]], "reading is always allowed"
    reader.close()
    journal.close()
    Journal(tmp_path).close()


def test_a_folder_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in refusal(tmp_path / "file")
    assert "no evening has been kept there" in refusal(tmp_path / "nowhere", writing=False)
    assert not (tmp_path / "nowhere").exists()


def test_a_disk_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    writer = journal.writer()
    written = PendingWrite(writer.give_up)
    assert not written.is_set()
    monkeypatch.setattr("table.room.pending_write.PATIENCE_S", -1.0)
    assert PendingWrite(writer.give_up).is_set()
    assert writer.trouble == "the disk does not answer"
    monkeypatch.undo()
    assert writer.put(Sealing(1, 0, []).row(LINES[0])).is_set(), "and later lines not at all"
    writer.close()
    journal.close()


# Damage


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two evenings, the second under way."""
    folder = tmp_path_factory.mktemp("sound")
    journal = Journal(folder)
    played(journal, evening("thiercelieux", "beginner", 8), Reseated(dice(1)))
    number = journal.begin(SETUP)
    write(journal, number, [*LINES, *(JournalLine(f"ask {n}", [n], n / 2, 3, n) for n in range(60))])
    journal.close()
    return folder


def damaged(sound: Path, folder: Path, data: bytes, said: list[str]) -> list[StoredEvening] | None:
    """The evenings in a journal with this content; None if it is refused with `said`."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sound, folder)
    without_copy(folder)
    (folder / FILE).write_bytes(data)
    try:
        journal = Journal(folder)
    except JournalError as error:
        said.append(str(error))
        return None
    try:
        found = journal.evenings()
        journal.begin(SETUP)
    except JournalError as error:
        said.append(str(error))
        return None
    finally:
        journal.close()
    return found


def test_a_disk_that_cannot_be_read_is_no_damage(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is replaced: the next time it may be read."""

    class Unreadable(sqlite3.Connection):
        def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
            if "answers ORDER BY evening" in statement:
                raise sqlite3.OperationalError("disk I/O error")
            return super().execute(statement, *given)

    folder = shutil.copytree(sound, tmp_path / "disk")
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **more: connect(*a, **more, factory=Unreadable))
    assert refusal(folder) == f"{folder / FILE} cannot be used: disk I/O error"
    monkeypatch.undo()
    assert not list(folder.glob("damaged-*"))
    with closing(Journal(folder)) as journal:
        assert journal.mended is None
        assert journal.unfinished()


# The copy


def test_after_each_round_the_copy_has_it(tmp_path: Path) -> None:
    """While the table is on."""
    with closing(Journal(tmp_path)) as journal:
        number = journal.begin(SETUP)
        for round_number in (0, 1):
            write(journal, number, [*LINES, OVER], round_number)
            writer = journal.writer()
            writer.tell(number, round_number, b"its story")
            writer.close()
            there = tmp_path.with_name(f"pulled-{round_number}")
            there.mkdir()
            shutil.copy(tmp_path / COPY, there / COPY)
            (kept,) = kept_in(there)
            assert kept.rounds == [[*LINES, OVER]] * (round_number + 1)


def test_no_more_than_ten_damaged_files_are_put_aside(tmp_path: Path) -> None:
    for number in range(13):
        (tmp_path / FILE).write_bytes(bytes(4096) + bytes([number]))
        Journal(tmp_path).close()
        newest = max(tmp_path.glob("damaged-*.sqlite"), key=lambda path: path.read_bytes()[-1])
        os.utime(newest, (number, number))
    aside = {path.read_bytes()[-1] for path in tmp_path.glob("damaged-*")}
    assert aside == set(range(3, 13))


def spoilt(folder: Path, place: int = 100) -> None:
    """Overwrites 300 bytes of the journal: by default those of SQLite's schema."""
    data = bytearray((folder / FILE).read_bytes())
    data[place : place + 300] = random.Random(4).randbytes(300)
    (folder / FILE).write_bytes(data)


def begun_after(folder: Path, *rounds: list[JournalLine]) -> list[StoredEvening]:
    """Stores evenings of one round each, and begins another; returns all that is stored then."""
    journal = Journal(folder)
    for lines in rounds:
        write(journal, journal.begin(SETUP), lines)
    journal.begin(SETUP)
    found = journal.evenings()
    journal.close()
    return found


def test_one_damaged_page_takes_no_evening_with_it_that_was_before_the_last(tmp_path: Path) -> None:
    *whole, _ = begun_after(tmp_path, [*LINES, OVER], [*LINES, LINES[1], OVER])
    spoilt(tmp_path)
    journal = Journal(tmp_path)
    assert journal.mended == (
        f"{tmp_path / FILE} was damaged: its copy is used, with 2 evenings; "
        "the file as it was is damaged-1.sqlite"
    )
    saved = [kept for kept in journal.evenings() if kept.rounds]
    assert [(kept.number, kept.setup, kept.rounds) for kept in saved] == [
        (kept.number, kept.setup, kept.rounds) for kept in whole
    ]
    journal.close()
    with closing(Journal(tmp_path)) as journal:
        assert journal.mended is None, "it is said once"


@pytest.mark.parametrize("writing", [True, False])
def test_nobody_goes_on_from_a_copy_and_its_secrets_stay_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, writing: bool
) -> None:
    """More may have been played since; the round counts as given up from when that is found, not from its
    beginning."""
    now_s = 1_800_000_000.0
    for each in (module, folder_module):
        monkeypatch.setattr(each, "time", lambda: now_s)
    begun_after(tmp_path, LINES)
    spoilt(tmp_path)
    now_s += 3 * CLOSED_S
    journal = Journal(tmp_path, writing=writing)
    [kept] = [kept for kept in journal.evenings() if kept.rounds]
    assert kept.rounds == [LINES]
    assert kept.closed
    assert journal.unfinished() is None
    journal.close()


def test_how_an_evening_stands_is_saved_with_it(tmp_path: Path) -> None:
    standing = Standing(0, 2, "debate", 5.0, 3, 0b100, pods=(4, 5))
    stood(tmp_path, standing)
    base = sqlite3.connect(tmp_path / FILE)
    (page,) = base.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_sequence'").fetchone()
    base.close()
    spoilt(tmp_path, (page - 1) * 4096)
    journal = Journal(tmp_path)
    assert journal.mended
    (kept,) = journal.evenings()
    assert kept.standing == standing
    assert not kept.under_way, "more may have been played"
    journal.close()


def test_the_copy_is_its_owners_only_and_erased_with_the_rest(tmp_path: Path) -> None:
    begun_after(tmp_path, [*LINES, OVER])
    begun_after(tmp_path, [*LINES, OVER])
    copy = tmp_path / COPY
    assert b"ask seer" in copy.read_bytes()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob(f"{COPY}*")] == [COPY]
    left = copy.with_name(f"{COPY}-part")
    left.write_bytes(b"a cut came while it was made")
    journal = Journal(tmp_path)
    assert journal.erase() == 2
    journal.close()
    assert not copy.exists()
    assert not left.exists()


def test_of_a_copy_that_is_replaced_the_disk_holds_nothing(tmp_path: Path) -> None:
    """Another name for the same file shows what became of its content."""
    begun_after(tmp_path, [*LINES, OVER])
    other = tmp_path / "other"
    os.link(tmp_path / COPY, other)
    begun_after(tmp_path)
    assert set(other.read_bytes()) == {0}


def test_where_there_is_no_room_for_a_copy_the_evening_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_after(tmp_path, [*LINES, OVER])
    before = (tmp_path / COPY).read_bytes()
    monkeypatch.setattr(module, "COPY_LEAVES_BYTES", 2**62)
    assert len(begun_after(tmp_path, [*LINES, OVER])) == 3
    assert (tmp_path / COPY).read_bytes() == before


def test_a_line_changed_by_hand_ends_what_is_known(sound: Path, tmp_path: Path) -> None:
    """The file is sound for SQLite but not what was written: the planted change is found."""
    for change in (
        "UPDATE answers SET answer = x'9105' WHERE evening = 2 AND number = 10",
        "DELETE FROM answers WHERE evening = 2 AND number = 10",
        "UPDATE answers SET people = 4 WHERE evening = 2 AND number = 10",
    ):
        folder = tmp_path / "changed"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(sound, folder)
        without_copy(folder)
        base = sqlite3.connect(folder / FILE)
        base.execute(change)
        base.commit()
        base.close()
        journal = Journal(folder)
        (_, kept) = journal.evenings()
        assert [len(lines) for lines in kept.rounds] == [10]
        assert not kept.under_way, "more was played"
        assert journal.mended == (
            f"{folder / FILE} was damaged, and no copy of it has more: 2 evenings could be saved; "
            "the file as it was is damaged-1.sqlite"
        )
        journal.close()


def test_damage_in_an_earlier_round_is_no_reason_to_play_it_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    number = journal.begin(SETUP)
    write(journal, number, WHOLE)
    write(journal, number, LINES, round_number=1)
    assert journal.unfinished()
    journal._base.execute("UPDATE answers SET people = 4 WHERE round = 0 AND number = 1")
    assert journal.unfinished() is None
    journal.close()


# What is compared with the copy, and what was meant to go


WHOLE = [*LINES, OVER]


def pulled(folder: Path, *rounds: list[JournalLine]) -> Path:
    """A folder as it is when the power is cut after these evenings; a table was switched on for each."""
    for number, lines in enumerate(rounds):
        journal = Journal(folder)
        write(journal, journal.begin(SETUP), lines)
        there = folder.with_name(f"{folder.name}-{number}")
        shutil.copytree(folder, there)
        journal.close()
        folder = there
    return folder


def opened(folder: Path) -> tuple[str, list[list[list[JournalLine]]]]:
    """What a table says when it opens there, and the evenings it has; then it stores another."""
    journal = Journal(folder)
    said, found = journal.mended or "", [kept.rounds for kept in journal.evenings() if kept.rounds]
    write(journal, journal.begin(SETUP), WHOLE)
    journal.close()
    assert [kept.rounds for kept in kept_in(folder)] == [*found, [WHOLE]], (
        "nor does the next evening lose any"
    )
    return said, found


@pytest.mark.parametrize("content", [None, b"", bytes(4096), b"no SQLite file"])
def test_a_journal_that_is_lost_comes_back_from_its_copy_and_says_so(
    tmp_path: Path, content: bytes | None
) -> None:
    folder = pulled(tmp_path / "table", WHOLE, LINES, WHOLE)
    (folder / FILE).unlink()
    if content is not None:
        (folder / FILE).write_bytes(content)
        (folder / f"{FILE}-wal").unlink()
    said, found = opened(folder)
    assert found[:2] == [[WHOLE], [LINES]]
    wrong = "damaged" if content else "missing or empty"
    assert said.startswith(f"{folder / FILE} was {wrong}: its copy is used, with 2 evenings")
    if content:
        assert (folder / "damaged-1.sqlite").read_bytes() == content


def test_where_journal_and_copy_are_gone_the_last_evening_is_named(tmp_path: Path) -> None:
    folder = pulled(tmp_path / "table", WHOLE, LINES, WHOLE)
    for path in folder.glob(f"{FILE[:8]}*"):
        path.unlink()
    gone = f"{folder / FILE} is gone, and no copy of it is there: evenings were kept, the last of them was"
    with pytest.raises(JournalError, match=f"^{re.escape(gone)} number 3$"):
        Journal(folder, writing=False)
    assert opened(folder) == (f"{gone} number 3", [])
    remembered = mending_in(folder)
    assert remembered
    assert remembered[1].gone == 3
    journal = Journal(folder)
    assert journal.mended is None, "it is said once"
    journal.erase()
    journal.close()
    for path in folder.glob(f"{FILE[:8]}*"):
        path.unlink()
    journal = Journal(folder)
    assert journal.mended is None, "nor where somebody has erased them"
    journal.close()


@pytest.mark.parametrize("content", [None, b"", bytes(4096), b"no SQLite file"])
@pytest.mark.parametrize("more", [0, 2])
def test_a_copy_of_another_table_is_not_taken_for_the_lost_journal(
    tmp_path: Path, content: bytes | None, more: int
) -> None:
    folder = pulled(tmp_path / "table", WHOLE, LINES)
    for path in folder.glob(f"{FILE[:8]}*"):
        path.unlink()
    journal = Journal(tmp_path / "other")
    theirs = msgspec.structs.replace(SETUP, seed=SETUP.seed + 1)
    for _ in range(2 + more):
        write(journal, journal.begin(theirs), WHOLE)
    journal.close()
    shutil.copy(tmp_path / "other" / COPY, folder / COPY)
    copy = (folder / COPY).read_bytes()
    if content is not None:
        (folder / FILE).write_bytes(content)
    said, found = opened(folder)
    assert found == [], "no evening of theirs"
    assert said.endswith(f"; {COPY} is another table’s")
    assert said.startswith(f"{folder / FILE} {'was damaged' if content else 'is gone'}")
    assert copy in [path.read_bytes() for path in folder.glob("damaged-*.sqlite")], "it is put aside"


CHANGES = (
    "UPDATE answers SET answer = x'9105' WHERE evening = 1 AND number = 1",
    "DELETE FROM answers WHERE evening = 1 AND number = 0",
    "UPDATE answers SET number = 7 WHERE evening = 1 AND number = 1",
    "UPDATE evenings SET setup = x'80' WHERE evening = 1",
    "UPDATE evenings SET evening = 19 WHERE evening = 1",
    "DELETE FROM evenings WHERE evening = 1",
)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_not_as_it_was_written_is_found(tmp_path: Path, change: str) -> None:
    """SQLite finds nothing wrong with any of these."""
    folder = pulled(tmp_path / "table", WHOLE, LINES)
    base = sqlite3.connect(folder / FILE)
    base.execute(change)
    base.commit()
    base.close()
    said, found = opened(folder)
    assert found == [[WHOLE]]
    assert "its copy is used, with 1 evening;" in said


def test_every_table_of_an_evening_is_checked(tmp_path: Path) -> None:
    """A table that a later format adds is not forgotten."""
    journal = Journal(tmp_path)
    tables = {
        name for (name,) in journal._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    assert tables == {"evenings", "answers", "sqlite_sequence", *SHEETS}
    number = journal.begin(SETUP)
    write(journal, number, WHOLE)
    for table in SHEETS:
        columns = len(journal._base.execute(f"PRAGMA table_info({table})").fetchall())
        row = (*(number, 0)[: columns - 2], b"data")
        marks = ", ".join("?" * columns)
        journal._base.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*row, seal(b"", *row)))
    assert is_whole(journal._base)
    for table in SHEETS:
        journal._base.execute("BEGIN")
        journal._base.execute(f"UPDATE {table} SET seal = x'00'")
        assert not is_whole(journal._base)
        journal._base.execute("ROLLBACK")
    journal.close()


def test_a_copy_is_never_replaced_by_a_damaged_one(tmp_path: Path) -> None:
    """The file is damaged while the table is on."""
    folder = pulled(tmp_path / "table", WHOLE, LINES)
    journal = Journal(folder)
    copy = (folder / COPY).read_bytes()
    journal._base.execute("DELETE FROM answers WHERE evening = 1 AND number = 0")
    journal.begin(SETUP)
    journal.close()
    assert (folder / COPY).read_bytes() == copy
    assert opened(folder)[1] == [[WHOLE]]


def test_what_gave_way_does_not_come_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path, keep=3)
    for _ in range(3):
        write(journal, journal.begin(SETUP), WHOLE)
    copy = shutil.copytree(tmp_path, tmp_path.with_name("before")) / COPY
    write(journal, journal.begin(SETUP), LINES)
    journal.close()
    for keep, writing in ((3, True), (2, True), (50, True), (50, False)):
        shutil.copy(copy, tmp_path / COPY)
        journal = Journal(tmp_path, keep, writing)
        assert journal.mended is None
        assert [kept.number for kept in journal.evenings()] == [2, 3, 4]
        journal.close()


def test_what_was_erased_does_not_come_back(tmp_path: Path) -> None:
    """Not even if the power is cut in between: the copy goes first."""
    folder = pulled(tmp_path / "table", WHOLE, LINES)
    journal = Journal(folder)

    base = sqlite3.connect(folder / FILE, isolation_level=None)
    base.execute("BEGIN IMMEDIATE")
    journal._base.execute("PRAGMA busy_timeout = 0")
    with pytest.raises(JournalError):
        journal.erase()
    base.close()
    assert not list(folder.glob(f"{COPY}*"))
    journal.erase()
    journal.close()
    journal = Journal(folder)
    assert (journal.mended, journal.evenings()) == (None, [])
    journal.close()


def test_what_is_mended_is_remembered_until_it_is_erased(tmp_path: Path) -> None:
    folder = pulled(tmp_path / "table", WHOLE, LINES)
    assert mending_in(folder) is None
    (folder / FILE).unlink()
    journal = Journal(folder)
    found = mending_in(folder)
    assert found
    assert found[1] == journal.mending
    assert (found[1].saved, found[1].from_copy, found[1].aside) == (1, True, "")
    journal.erase()
    journal.close()
    assert mending_in(folder) is None
