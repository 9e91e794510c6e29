"""The journal: the answers of every evening, on disk before they have any effect.

A round is the list of its answers, so this list is all that is kept of it: what was asked, what was answered,
and when. SQLite keeps it, in one file that only its owner reads. Every line bears a seal over itself and all
lines before it: of a damaged file the lines up to the damage are known to be right, and no others are used.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, time
from typing import Any, Literal

import msgspec

from table.errors import Reason, TableError, reason_of
from table.word_lists import Difficulty

FILE = "evenings.sqlite"
ASIDE = "damaged-{}.sqlite"
"""What a damaged file is called once it is put aside."""
COPY = "evenings-copy.sqlite"
"""All evenings before the one that was begun last, a second time."""
COPY_LEAVES_BYTES = 16 * 1024 * 1024
"""What that copy leaves free on the disk at least, for the answers of the evening."""
APPLICATION = 0x6A57  # written into the file: this SQLite file is a journal, and no other program's
KEEP = 50
"""So many evenings are kept unless table.toml says otherwise."""
ROUND_OVER = "say RoundOver"
"""The word of a round's last line."""
PATIENCE_S = 5.0
"""A disk that has not written for so long counts as broken."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE evenings (
        evening INTEGER PRIMARY KEY AUTOINCREMENT,
        began_s REAL NOT NULL,
        setup BLOB NOT NULL,
        seal BLOB NOT NULL,
        left_s REAL
    );
    CREATE TABLE answers (
        evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        round INTEGER NOT NULL,
        number INTEGER NOT NULL,
        word TEXT NOT NULL,
        answer BLOB NOT NULL,
        at_s REAL NOT NULL,
        people INTEGER NOT NULL,
        trace INTEGER NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (evening, round, number)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE standing (
        evening INTEGER PRIMARY KEY REFERENCES evenings ON DELETE CASCADE,
        data BLOB NOT NULL,
        seal BLOB NOT NULL
    );
    """,
    """
    CREATE TABLE stories (
        evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        round INTEGER NOT NULL,
        data BLOB NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (evening, round)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE keys (
        evening INTEGER NOT NULL REFERENCES evenings ON DELETE CASCADE,
        round INTEGER NOT NULL,
        key TEXT NOT NULL,
        seal BLOB NOT NULL,
        PRIMARY KEY (evening, round)
    ) WITHOUT ROWID;
    """,
)
"""What makes each format out of the one before; an empty file is format 0."""


class JournalError(TableError, OSError):
    """The journal cannot be read, or not be written."""


class NothingKeptError(JournalError):
    """There is no journal: nothing has ever been kept there."""


class Words(msgspec.Struct, frozen=True):
    """What an evening of Mots-garous is played with besides. `choice`: the words that may be offered, of this
    `difficulty`; `before`: those of them that have been offered at this table, in their order; `offered`: how
    many at a time; `last_mayor`: the seat from which the office passes on, None where there was no Mayor;
    `uncovers_s`: how often a letter of the word is uncovered."""

    choice: tuple[str, ...]
    before: tuple[str, ...]
    offered: int
    difficulty: Difficulty
    last_mayor: int | None
    uncovers_s: float = 20.0


class Setup(msgspec.Struct, frozen=True):
    """What an evening begins with. `deck`: role keys; `names`: place keys, or the names the owner has
    given the seats; `version`: of the program that played it; `pods`: of the table, where each seat is
    (empty, as in files of older programs: the first ones); `words`: of Mots-garous; `rules`: the version of
    the rules it is played by, 1 in files of 0.5.0 and before; `seed`: of what is drawn in public; `keyed`:
    whether what is drawn in secret has a key of its own in each round. Without one it comes from the seed
    too: where that was typed, and in files of older programs."""

    rulebook: str
    deck: tuple[str, ...]
    options: dict[str, Any]
    names: tuple[str, ...]
    language: str
    seed: int
    deal: Literal["ring", "cards"]
    imagined: bool
    version: str
    pods: tuple[int, ...] = ()
    words: Words | None = None
    rules: int = 1
    keyed: bool = False


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One answer, or a mark that something public is over. `word`: what was asked ("ask seer", "wake witch");
    `answer`: in numbers and words; `at_s`: seconds of play since the round began; `people`: bit by bit, at
    which seats somebody sits; `trace`: of everything the round has said so far."""

    word: str
    answer: Any
    at_s: float
    people: int
    trace: int


class Standing(msgspec.Struct, frozen=True):
    """How an evening stands besides its answers, as of some seconds ago. `round` and `lines`: after so many
    answers of which round; of that one `key`: of the public time that ran, `spent_s`: how long it had, and
    `gone`: who has left the table. Of all its rounds `host`: whose the menus are; `people`: who sits; `away`:
    for whom the table plays; `pods`: where each seat is by now (empty: where it was); `dark`: pods whose
    rings have been reported dark. Sets are kept bit by bit."""

    round: int
    lines: int
    key: str
    spent_s: float
    host: int | None
    gone: int
    people: int = 0
    away: int = 0
    pods: tuple[int, ...] = ()
    dark: int = 0


class Kept(msgspec.Struct):
    """An evening of the journal. `left`: nobody can go on with it, because somebody chose not to, or because
    a later one was played; `damaged`: its last lines are not what was written; `stories`: by number, what
    happened in each round that is over, as data that needs no rules (the chronicle writes and reads them);
    `keys`: of the rounds that have one, from which all that is drawn in secret comes."""

    number: int
    began_s: float
    """On the clock of the wall, which may have been wrong."""
    setup: Setup
    rounds: list[list[Line]]
    left: bool = False
    damaged: bool = False
    standing: Standing | None = None
    stories: dict[int, bytes] = {}
    keys: dict[int, str] = {}

    @property
    def unfinished(self) -> bool:
        """Whether its last round has not come to its end."""
        return bool(self.rounds) and not self.is_over(len(self.rounds) - 1)

    def is_over(self, number: int) -> bool:
        """Whether a round has a winner. One that has a story has, whatever is left of its lines."""
        return number in self.stories or is_over(self.rounds[number])

    @property
    def lines(self) -> int:
        """How many there are."""
        return sum(map(len, self.rounds))

    @property
    def under_way(self) -> bool:
        """Whether somebody can still go on with its last round, so that its secrets are secrets."""
        return self.unfinished and not self.left

    def told_openly(self) -> Kept:
        """What of it is no secret: all but the round under way, the keys, and the seed, which may have been
        typed: it was dealt from that then."""
        setup = msgspec.structs.replace(self.setup, seed=0)
        openly = msgspec.structs.replace(self, setup=setup, keys={})
        if self.under_way:
            return msgspec.structs.replace(openly, rounds=self.rounds[:-1], standing=None)
        return openly


def is_over(lines: Sequence[Line]) -> bool:
    """Whether this round has a winner."""
    return bool(lines) and lines[-1].word == ROUND_OVER


class Journal:
    """The evenings in one folder, oldest first. Raises `JournalError`, one sentence, where the file can't be
    used. `writing`: makes the file where there is none, brings it to this format, and mends it."""

    def __init__(self, folder: Path, keep: int = KEEP, writing: bool = True) -> None:
        self.path = folder / FILE
        self.keep = keep
        self.mended: str | None = None
        """What had to be mended, in one sentence."""
        self._lock: int | None = None
        try:
            if writing:
                self._lock = _lock(folder)
                _create(self.path)
            self._base = self._open(writing)
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            self._unlock()
            if isinstance(error, JournalError):
                raise
            raise JournalError(Reason("file.unused", file=self.path, reason=_reason(error))) from None

    def close(self) -> None:
        """Gives the file back."""
        with suppress(sqlite3.Error):
            self._base.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # Reading

    def evenings(self) -> list[Kept]:
        """All of them, oldest first; of a damaged one what is still known to be right."""
        found = list(_read(self._base))
        for kept in [kept for kept in found if kept.rounds][:-1]:
            kept.left = True
        return found

    def is_whole(self, found: Sequence[Kept]) -> bool:
        """Whether these evenings are all that was written, and SQLite finds nothing wrong with the file."""
        lines = sum(len(each) for kept in found for each in kept.rounds)
        counts = "SELECT (SELECT count(*) FROM evenings), (SELECT count(*) FROM answers)"
        there = [*_rows(self._base, counts), *_rows(self._base, "PRAGMA quick_check(1)")]
        return there == [(len(found), lines), ("ok",)]

    def unfinished(self) -> Kept | None:
        """The last evening, if a round of it is under way and nobody has said that it shall not go on."""
        last = next((kept for kept in reversed(self.evenings()) if kept.rounds), None)
        return last if last and last.under_way else None

    def untold(self) -> Iterator[tuple[Kept, int]]:
        """The rounds that have ended and have no story, the last first."""
        ended = "SELECT evening, round FROM answers WHERE word = ? EXCEPT SELECT evening, round FROM stories"
        wanted = sorted(_rows(self._base, ended, ROUND_OVER), reverse=True)
        found = {kept.number: kept for kept in self.evenings()} if wanted else {}
        for number, round_number in wanted:
            kept = found.get(number)
            if kept and round_number < len(kept.rounds) and kept.is_over(round_number):
                yield kept, round_number

    # Writing

    def begin(self, setup: Setup) -> int:
        """A new evening; the oldest give way to it, and files put aside before the oldest that stays began.
        Returns its number. Raises `JournalError`."""
        data = msgspec.msgpack.encode(setup)
        with _transaction(self._base, self.path) as base:
            base.execute(
                "DELETE FROM evenings WHERE evening NOT IN "
                "(SELECT DISTINCT evening FROM answers ORDER BY evening DESC LIMIT ?)",
                (self.keep - 1,),
            )
            played = (
                "SELECT count(*), min(began_s) FROM evenings WHERE evening IN (SELECT evening FROM answers)"
            )
            others, oldest_s = base.execute(played).fetchone()
            cursor = base.execute(
                "INSERT INTO evenings (began_s, setup, seal) VALUES (?, ?, ?)",
                (time(), data, seal(b"", data)),
            )
        if others >= self.keep - 1:
            with suppress(OSError):
                for path in self._aside():
                    if oldest_s is None or path.stat().st_mtime < oldest_s:
                        _wipe(path)
        self._copy()
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def _copy(self) -> None:
        """Keeps a second time what there is: one damaged page can make a whole file unreadable. Where the
        disk has no room for it the copy before stays."""
        copy = self.path.with_name(COPY)
        part, old = copy.with_name(f"{COPY}-part"), copy.with_name(f"{COPY}-old")
        with suppress(sqlite3.Error, OSError):
            needed = COPY_LEAVES_BYTES + self.path.stat().st_size
            if shutil.disk_usage(self.path.parent).free < needed:
                return
            part.unlink(missing_ok=True)
            _create(part)
            self._base.execute("VACUUM INTO ?", (str(part),))
            with part.open("rb") as file:
                os.fsync(file.fileno())
            if copy.exists():
                copy.replace(old)
            part.replace(copy)
            if old.exists():
                _wipe(old)

    def open_part(self) -> bytes:
        """A journal like this one, as another file would have it, of what is no secret: see
        `Kept.told_openly`."""
        evenings = [kept.told_openly() for kept in self.evenings()]
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
            _bring(base, 0)
            for kept in (kept for kept in evenings if kept.rounds):
                _put_in(base, kept)
            return base.serialize()

    def leave(self, evening: int) -> None:
        """Nobody shall be asked to go on with it any more."""
        with _transaction(self._base, self.path) as base:
            base.execute("UPDATE evenings SET left_s = ? WHERE evening = ?", (time(), evening))

    def tell(self, evening: int, round_number: int, story: bytes) -> None:
        """What happened in a round that is over."""
        with _transaction(self._base, self.path) as base:
            base.execute(TELL, _story_row(evening, round_number, story))

    def cut(self, kept: Kept) -> None:
        """Takes away the lines of its last round that are not known to be right: it goes on before them."""
        round_number = len(kept.rounds) - 1
        with _transaction(self._base, self.path) as base:
            base.execute(CUT, (kept.number, round_number, round_number, len(kept.rounds[-1])))

    def erase(self, sure: Callable[[], object] = lambda: None) -> int:
        """Takes every evening away, and what the disk still holds of it as far as a file can; the copy and
        the files put aside too. Returns how many evenings these were, each file put aside counting as one.
        `sure`: is called right before; nothing is taken away where it raises. Raises `JournalError`."""
        aside = self._aside()
        gone = sum(bool(kept.rounds) for kept in self.evenings()) + len(aside)
        sure()
        with _transaction(self._base, self.path) as base:
            base.execute("DELETE FROM evenings")
        try:
            self._base.execute("VACUUM")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            for path in [*aside, *_copies_in(self.path.parent)]:
                _wipe(path)
        except (sqlite3.Error, OSError) as error:
            traces = Reason("journal.traces", file=self.path, reason=_reason(error))
            raise JournalError(traces) from None
        return gone

    def _aside(self) -> list[Path]:
        """The damaged files that were put aside here."""
        return aside_in(self.path.parent)

    def writer(self, done: Callable[[], None] = lambda: None) -> Writer:
        """A thread that writes. `done` is called in it whenever something has been written."""
        return Writer(lambda: _connect(self.path, "rw"), done)

    # Opening

    def _open(self, writing: bool) -> sqlite3.Connection:
        if not self.path.exists():
            kind = JournalError if os.path.lexists(self.path) else NothingKeptError
            raise kind(f"{self.path}: no evening has been kept there")
        base = _connect(self.path, "rw" if writing else "ro")
        try:
            self._migrate(base, _format(base, self.path), writing)
            if writing and base.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise sqlite3.DatabaseError("damaged")
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if writing and not isinstance(error, sqlite3.OperationalError):
                return self._mend(base)
            base.close()
            raise
        except BaseException:
            base.close()
            raise
        return base

    def _migrate(self, base: sqlite3.Connection, found: int, writing: bool) -> None:
        if found < len(MIGRATIONS) and not writing:
            raise JournalError(Reason("journal.older", file=self.path))
        _bring(base, found)

    def _mend(self, base: sqlite3.Connection) -> sqlite3.Connection:
        """Puts the damaged file aside, and what can still be read of it into a new one; of an evening of
        which the copy has more, what that has."""
        saved = {kept.number: kept for kept in _read_copy(self.path.with_name(COPY))}
        for kept in _read(base):
            if kept.number not in saved or kept.lines >= saved[kept.number].lines:
                saved[kept.number] = kept
        base.close()
        number = 1
        while (aside := self.path.with_name(ASIDE.format(number))).exists():
            number += 1
        self.path.rename(aside)
        for suffix in ("-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        _create(self.path)
        fresh = self._open(True)
        for _, kept in sorted(saved.items()):
            with _transaction(fresh, self.path):
                _put_in(fresh, kept)
        count = sum(bool(kept.rounds) for kept in saved.values())
        told = "one evening" if count == 1 else f"{count} evenings"
        self.mended = f"{self.path} was damaged: {told} of it could be saved; the rest is in {aside.name}"
        return fresh


def aside_in(folder: Path) -> list[Path]:
    """The damaged files that were put aside in a folder."""
    return sorted(folder.glob(ASIDE.format("*")))


def _copies_in(folder: Path) -> list[Path]:
    """The copy, and what a cut has left of one that was being made."""
    return sorted(folder.glob(f"{COPY}*"))


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that have evenings in them: the journal, what is not yet in its place there, its
    copy, and those put aside."""
    journal = [folder / FILE, folder / f"{FILE}-wal"]
    return [*(path for path in journal if path.exists()), *_copies_in(folder), *aside_in(folder)]


TELL = "INSERT OR REPLACE INTO stories VALUES (?, ?, ?, ?)"
INSERT = "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
CUT = "DELETE FROM answers WHERE evening = ? AND (round > ? OR (round = ? AND number >= ?))"
STAND = "INSERT OR REPLACE INTO standing VALUES (?, ?, ?)"
KEY = "INSERT OR REPLACE INTO keys VALUES (?, ?, ?, ?)"


def seal(before: bytes, *parts: object) -> bytes:
    """What proves that these parts follow on those before, unchanged."""
    return blake2b(msgspec.msgpack.encode(parts), key=before, digest_size=8).digest()


class Sealing:
    """Turns the lines of one round into rows, each sealed onto the one before."""

    def __init__(self, evening: int, round_number: int, lines: Sequence[Line]) -> None:
        self.evening = evening
        self.round = round_number
        self.number = 0
        self._last = b""
        for line in lines:
            self.row(line)

    def row(self, line: Line) -> tuple[Any, ...]:
        """The next row."""
        answer = msgspec.msgpack.encode(line.answer)
        parts = (self.evening, self.round, self.number, line.word, answer, line.at_s, line.people, line.trace)
        self._last = seal(self._last, *parts)
        self.number += 1
        return (*parts, self._last)


class Written(threading.Event):
    """Set once a line lies on the disk, or never will. A disk that takes too long is given up."""

    def __init__(self, give_up: Callable[[str], None]) -> None:
        super().__init__()
        self._give_up = give_up
        self._patient_until_s = monotonic() + PATIENCE_S

    def wait_out(self) -> None:
        """Waits until then, and does nothing else."""
        while not self.is_set():
            self.wait(max(0.0, self._patient_until_s - monotonic()))

    def is_set(self) -> bool:
        """Whether nobody need wait for it any longer."""
        if not super().is_set() and monotonic() > self._patient_until_s:
            self._give_up("the disk does not answer")
            self.set()
        return super().is_set()


class Writer:
    """Writes lines in a thread of its own, everything that has come together in one transaction.

    A disk that fails makes no evening fail: `trouble` says so from then on, and nothing is waited for.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], done: Callable[[], None]) -> None:
        self.trouble: str | None = None
        self._connect = connect
        self._done = done
        self._rows: SimpleQueue[tuple[str, tuple[Any, ...], Written] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def put(self, row: tuple[Any, ...]) -> Written:
        """To be written."""
        return self._do(INSERT, row)

    def key(self, evening: int, round_number: int, key: str) -> Written:
        """To be written before the first line of its round: nothing that is drawn from it has an effect
        before."""
        return self._do(KEY, _key_row(evening, round_number, key))

    def cut(self, evening: int, round_number: int, lines: int) -> Written:
        """Of this round only so many lines are to stay."""
        return self._do(CUT, (evening, round_number, round_number, lines))

    def stand(self, evening: int, standing: Standing) -> Written:
        """To be written in the place of what stood there."""
        return self._do(STAND, _standing_row(evening, standing))

    def tell(self, evening: int, round_number: int, story: bytes) -> Written:
        """What happened in a round that is over."""
        return self._do(TELL, _story_row(evening, round_number, story))

    def _do(self, statement: str, row: tuple[Any, ...]) -> Written:
        written = Written(self.give_up)
        if self.trouble:
            written.set()
        else:
            self._rows.put((statement, row, written))
        return written

    def give_up(self, trouble: str) -> None:
        """The disk is not waited for any longer."""
        self.trouble = self.trouble or trouble

    def close(self) -> None:
        """Writes what is left. A disk that hangs is left alone after a while."""
        self._rows.put(None)
        self._thread.join(PATIENCE_S)

    def _write(self) -> None:
        try:
            base: sqlite3.Connection | None = self._connect()
        except (sqlite3.Error, OSError) as error:
            base = None
            self.give_up(_in_words(error))
        while first := self._rows.get():
            together = [first]
            ended = False
            while not self._rows.empty():
                more = self._rows.get()
                if more is None:
                    ended = True
                    break
                together.append(more)
            # After one line is missing no later one may be there.
            if base and not self.trouble:
                try:
                    base.execute("BEGIN IMMEDIATE")
                    for statement, row, _ in together:
                        base.execute(statement, row)
                    base.execute("COMMIT")
                except (sqlite3.Error, OSError) as error:
                    self.give_up(_in_words(error))
                    with suppress(sqlite3.Error):
                        base.execute("ROLLBACK")
            for _, _, written in together:
                written.set()
            self._done()
            if ended:
                break
        if base:
            with suppress(sqlite3.Error):
                base.close()


@contextmanager
def _transaction(base: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """All of it is written, or nothing is, and `JournalError` says why."""
    try:
        base.execute("BEGIN IMMEDIATE")
        yield base
        base.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):
            base.execute("ROLLBACK")
        raise JournalError(Reason("file.unwritten", file=path, reason=_reason(error))) from None


def _reason(error: BaseException) -> str:
    """Why, without the name of an exception: by the name of what the system answered, or in SQLite's words.
    What that says of a damaged file may be no text itself."""
    if isinstance(error, UnicodeDecodeError):
        return "damaged"
    return reason_of(error) if isinstance(error, OSError) else str(error) or type(error).__name__


def _in_words(error: BaseException) -> str:
    """The same for whoever started the table, without a look at the disk."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def _create(path: Path) -> None:
    """An empty file that nobody but its owner can read; its folder knows of it even after a cut."""
    if path.exists():
        path.chmod(0o600)
        return
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with suppress(OSError):
        settle(path.parent)


def settle(folder: Path) -> None:
    """The names in a folder are on its disk too, where its file system can be asked for that. Raises
    `OSError`."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(opened)


def _wipe(path: Path) -> None:
    """Takes a file away, and what the disk still holds of it as far as a file can."""
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))
        file.flush()
        os.fsync(file.fileno())
    path.unlink()


def _lock(folder: Path) -> int:
    """Makes the folder, and keeps every other table out of it."""
    import fcntl

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(folder / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(Reason("journal.taken", folder=folder)) from None
    return lock


def _bring(base: sqlite3.Connection, found: int) -> None:
    """Brings a file of the format that was found to this one."""
    for number, script in enumerate(MIGRATIONS[found:], start=found + 1):
        base.executescript(
            f"BEGIN IMMEDIATE; {script}; PRAGMA application_id = {APPLICATION}; "
            f"PRAGMA user_version = {number}; COMMIT"
        )


def _connect(path: Path, mode: Literal["ro", "rw"]) -> sqlite3.Connection:
    uri = path.resolve().as_uri()
    base = sqlite3.connect(f"{uri}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE_S)
    try:
        if mode == "rw":
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("PRAGMA foreign_keys = ON")
            base.execute("PRAGMA secure_delete = ON")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if isinstance(error, sqlite3.OperationalError):
            base.close()
            raise
        # No journal, or a damaged one: whoever reads it next is told.
    return base


def _format(base: sqlite3.Connection, path: Path) -> int:
    """Of the file. Raises `JournalError` if it is none of ours, or newer than this program."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (found,) = base.execute("PRAGMA user_version").fetchone()
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables and not found:
        return 0
    if application != APPLICATION or found < 1:
        raise JournalError(Reason("journal.none", file=path))
    if found > len(MIGRATIONS):
        raise JournalError(Reason("journal.newer", file=path, number=found, most=len(MIGRATIONS)))
    return int(found)


def _put_in(base: sqlite3.Connection, kept: Kept) -> None:
    """Writes a whole evening into a file that has none of its number."""
    data = msgspec.msgpack.encode(kept.setup)
    base.execute(
        "INSERT INTO evenings VALUES (?, ?, ?, ?, ?)",
        (kept.number, kept.began_s, data, seal(b"", data), kept.began_s if kept.left else None),
    )
    for round_number, lines in enumerate(kept.rounds):
        sealing = Sealing(kept.number, round_number, [])
        base.executemany(INSERT, [sealing.row(line) for line in lines])
    base.executemany(KEY, [_key_row(kept.number, *keyed) for keyed in kept.keys.items()])
    if kept.standing:
        base.execute(STAND, _standing_row(kept.number, kept.standing))
    base.executemany(TELL, [_story_row(kept.number, number, story) for number, story in kept.stories.items()])


def _standing_row(evening: int, standing: Standing) -> tuple[Any, ...]:
    """How an evening stands, sealed."""
    data = msgspec.msgpack.encode(standing)
    return evening, data, seal(b"", evening, data)


def _story_row(evening: int, round_number: int, story: bytes) -> tuple[Any, ...]:
    """The story of a round, sealed."""
    return evening, round_number, story, seal(b"", evening, round_number, story)


def _key_row(evening: int, round_number: int, key: str) -> tuple[Any, ...]:
    """The key of a round, sealed."""
    return evening, round_number, key, seal(b"", evening, round_number, key)


def _read_copy(path: Path) -> list[Kept]:
    """The evenings of the copy, if there is one that can be read. More may have been played of each since:
    nobody goes on with them."""
    found: list[Kept] = []
    with suppress(sqlite3.Error, UnicodeDecodeError, JournalError), closing(_connect(path, "ro")) as base:
        if _format(base, path):
            found = [msgspec.structs.replace(kept, left=True) for kept in _read(base)]
    return found


def _read(base: sqlite3.Connection) -> Iterator[Kept]:
    """The evenings as far as they are what was written."""
    rows = _rows(base, "SELECT evening, began_s, setup, seal, left_s FROM evenings ORDER BY evening")
    for row in rows:
        try:
            number, began_s, data, sealed, left_s = row
            if seal(b"", data) != sealed or type(number) is not int:
                continue
            setup = msgspec.msgpack.decode(data, type=Setup)
            began_s = float(began_s)
        except (TypeError, ValueError, msgspec.MsgspecError):
            continue
        kept = Kept(number, began_s, setup, [], left_s is not None)
        _read_rounds(base, kept)
        kept.standing = _read_standing(base, kept)
        kept.stories = _read_stories(base, kept)
        kept.keys = _read_keys(base, kept.number)
        yield kept


def _read_rounds(base: sqlite3.Connection, kept: Kept) -> None:
    """The lines of an evening, up to the first that is not what was written. Where later rounds are lost by
    that, nobody goes on with it."""
    sealing = Sealing(kept.number, 0, [])
    last = 0
    query = (
        "SELECT evening, round, number, word, answer, at_s, people, trace, seal FROM answers "
        "WHERE evening = ? ORDER BY round, number"
    )
    for row in _rows(base, query, kept.number):
        _, last, _, word, answer, at_s, people, trace, _ = row
        if kept.damaged:
            continue
        try:
            if last == len(kept.rounds) and (not kept.rounds or is_over(kept.rounds[-1])):
                kept.rounds.append([])
                sealing = Sealing(kept.number, last, [])
            line = Line(word, msgspec.msgpack.decode(answer), at_s, people, trace)
            kept.damaged = not kept.rounds or sealing.row(line) != row
        except (TypeError, ValueError, OverflowError, msgspec.MsgspecError):
            kept.damaged = True
        if not kept.damaged:
            kept.rounds[-1].append(line)
    if kept.rounds and not kept.rounds[-1]:
        kept.rounds.pop()
    kept.left = kept.left or (kept.damaged and last != len(kept.rounds) - 1)


def _read_standing(base: sqlite3.Connection, kept: Kept) -> Standing | None:
    """How it stands, if anybody has noted that."""
    for data, sealed in _rows(base, "SELECT data, seal FROM standing WHERE evening = ?", kept.number):
        try:
            if seal(b"", kept.number, data) == sealed:
                return msgspec.msgpack.decode(data, type=Standing)
        except (TypeError, ValueError, msgspec.MsgspecError):
            continue
    return None


def _read_stories(base: sqlite3.Connection, kept: Kept) -> dict[int, bytes]:
    """The stories of its rounds, by number, as far as they are what was written."""
    query = "SELECT round, data, seal FROM stories WHERE evening = ?"
    return {
        number: bytes(data)
        for number, data, sealed in _rows(base, query, kept.number)
        if isinstance(data, bytes) and seal(b"", kept.number, number, data) == sealed
    }


def _read_keys(base: sqlite3.Connection, evening: int) -> dict[int, str]:
    """The keys of its rounds that are what was written. A round without goes on with another one."""
    found: dict[int, str] = {}
    for row in _rows(base, "SELECT evening, round, key, seal FROM keys WHERE evening = ?", evening):
        _, number, key, _ = row
        with suppress(TypeError, ValueError, OverflowError):
            if isinstance(number, int) and isinstance(key, str) and row == _key_row(evening, number, key):
                found[number] = key
    return found


def _rows(base: sqlite3.Connection, query: str, *facts: object) -> Iterator[tuple[Any, ...]]:
    """The rows that can be read, up to the first that cannot."""
    with (
        suppress(sqlite3.Error, UnicodeDecodeError, OverflowError),
        closing(base.execute(query, facts)) as cursor,
    ):
        yield from cursor
