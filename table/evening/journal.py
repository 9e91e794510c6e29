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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from functools import cache
from pathlib import Path
from time import time
from typing import Any, Literal

import msgspec

from table.errors import Reason, in_english
from table.evening.journal_rows import Compared, Mark, compare, fetched, seal, write_rows
from table.evening.writer import (
    CALL,
    CUT,
    INSERT,
    KEY,
    STAND,
    TELL,
    JournalError,
    NothingKeptError,
    Sealing,
    StrangeError,
    Writer,
    call_row,
    is_damage,
    key_row,
    reason,
    standing_row,
    story_row,
    transaction,
)
from table.files import check_ordinary, content, text
from table.games.records import (
    ROUND_OVER,
    Kept,
    Line,
    Setup,
    Standing,
    call_from,
    is_over,
    keep_closed,
)
from table.room.written import PATIENCE_S
from table.sentences import Wrong

FILE = "evenings.sqlite"
ASIDE = "damaged-{}.sqlite"
"""What a damaged file is called once it is put aside."""
COPY = "evenings-copy.sqlite"
"""All evenings before the one that was begun last, a second time."""
OLD_COPY = f"{COPY}-old"
"""The copy before, while another takes its place."""
NEW = f"{FILE}-new"
"""What a journal that is mended is called until it takes its place."""
LOCK = "lock"
"""Held by the table that writes; it says which evening was begun last."""
MENDED = "mended.json"
"""What was mended last, and what was lost."""
COPY_LEAVES_BYTES = 16 * 1024 * 1024
"""What that copy leaves free on the disk at least, for the answers of the evening."""
APPLICATION = 0x6A57  # written into the file: this SQLite file is a journal, and no other program's
KEEP = 50
"""So many evenings are kept unless table.toml says otherwise."""

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
    """
    CREATE TABLE calls (
        evening INTEGER PRIMARY KEY REFERENCES evenings ON DELETE CASCADE,
        data BLOB NOT NULL,
        seal BLOB NOT NULL
    );
    """,
)
"""What makes each format out of the one before; an empty file is format 0."""


class Mending(msgspec.Struct, frozen=True):
    """What was wrong with a journal. `saved`: how many evenings there are; `back`: of how many something came
    back from the copy; `part`: of how many something is lost for good; `aside`: the name of the file that was
    put aside, empty if none was; `missing`: there was nothing in its place; `is_read`: nothing was mended, it
    was read together with its copy."""

    file: str
    saved: int
    back: int
    part: int
    aside: str = ""
    missing: bool = False
    is_read: bool = False

    @property
    def wrong(self) -> Wrong:
        """In no language."""
        back, saved, part = _evenings(self.back), _evenings(self.saved), _evenings(self.part)
        if self.is_read and not self.back:
            return Reason("journal.damaged", file=self.file)
        if self.is_read:
            how = Reason("journal.told", file=self.file, evenings=back)
        elif self.missing:
            how = Reason("journal.missing", file=self.file, evenings=back)
        elif self.back:
            how = Reason("journal.mended", file=self.file, evenings=back, aside=self.aside)
        elif self.aside:
            how = Reason("journal.saved", file=self.file, evenings=saved, aside=self.aside)
        else:
            return Reason("journal.part", file=self.file, evenings=part)
        return Reason("journal.and_part", why=how, evenings=part) if self.part else how


def _evenings(number: int) -> Wrong:
    """So many."""
    return Reason("count.evening" if number == 1 else "count.evenings", number=number)


class Journal:
    """The evenings in one folder, oldest first. Raises `JournalError`, one sentence, where the file can't be
    used. `writing`: makes the file where there is none, brings it to this format, and mends it."""

    def __init__(self, folder: Path, keep: int = KEEP, writing: bool = True) -> None:
        self.path = folder / FILE
        self.keep = keep
        self.mending: Mending | None = None
        """What was wrong with it."""
        self._is_ahead = False
        """Whether there is something that the copy lacks."""
        self._lock: int | None = None
        try:
            for path in (self.path, *self._logs, *copies_in(folder)):
                _check_ordinary(path)
            if writing:
                self._lock = _lock(folder)
            self._base = self._open_to_write() if writing else self._open_to_read()
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            self._unlock()
            if isinstance(error, JournalError):
                raise
            raise JournalError(Reason("file.unused", file=self.path, reason=reason(error))) from None

    @property
    def mended(self) -> str | None:
        """What was wrong with it, in one sentence."""
        return in_english(self.mending.wrong) if self.mending else None

    @property
    def _logs(self) -> list[Path]:
        """What SQLite has beside the file: what is not yet in its place there, and an index of that."""
        return [self.path.with_name(f"{FILE}{suffix}") for suffix in ("-wal", "-shm")]

    def close(self) -> None:
        """Gives the file back. What was written since is copied."""
        if self._is_ahead:
            self._copy()
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
        played = [kept for kept in found if kept.rounds]
        for kept in played[:-1]:
            kept.left = True
        keep_closed(played, time())
        return found

    def unfinished(self) -> Kept | None:
        """The last evening, if a round of it is under way and nobody has said that it shall not go on."""
        last = next((kept for kept in reversed(self.evenings()) if kept.rounds), None)
        return last if last and last.under_way else None

    def untold(self) -> Iterator[tuple[Kept, int]]:
        """The rounds that have ended and have no story, the last first."""
        ended = "SELECT evening, round FROM answers WHERE word = ? EXCEPT SELECT evening, round FROM stories"
        wanted = sorted(fetched(self._base, ended, ROUND_OVER), reverse=True)
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
        with transaction(self._base, self.path) as base:
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
                for path in [*self._aside(), *_mended_in(self.path.parent)]:
                    if oldest_s is None or path.stat().st_mtime < oldest_s:
                        _wipe(path)
        assert cursor.lastrowid is not None
        self._set_mark((cursor.lastrowid, seal(b"", data)))
        self._copy()
        return cursor.lastrowid

    def _copy(self) -> None:
        """Keeps a second time what there is: one damaged page can make a whole file unreadable. The copy
        before stays where the disk has no room for it, and where it has something this one would lack."""
        copy = self.path.with_name(COPY)
        part, old = copy.with_name(f"{COPY}-part"), copy.with_name(OLD_COPY)
        with suppress(sqlite3.Error, OSError, UnicodeError):
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            needed = COPY_LEAVES_BYTES + self.path.stat().st_size
            if shutil.disk_usage(self.path.parent).free < needed:
                return
            part.unlink(missing_ok=True)
            _create(part)
            self._base.execute("VACUUM INTO ?", (part.resolve().as_uri(),))
            with ExitStack() as opened, closing(_connect(part, "ro")) as base:
                compared = self._compared(base, _copies(self.path.parent, opened))
            if compared.back:
                return
            with part.open("rb") as file:
                os.fsync(file.fileno())
            if copy.exists():
                copy.replace(self._free_name() if compared.strange else old)
            part.replace(copy)
            self._is_ahead = False
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
        with transaction(self._base, self.path) as base:
            base.execute("UPDATE evenings SET left_s = ? WHERE evening = ?", (time(), evening))
        self._is_ahead = True

    def tell(self, evening: int, round_number: int, story: bytes) -> None:
        """What happened in a round that is over."""
        with transaction(self._base, self.path) as base:
            base.execute(TELL, story_row(evening, round_number, story))
        self._is_ahead = True

    def cut(self, kept: Kept) -> None:
        """Takes away the lines of its last round that are not known to be right: it goes on before them."""
        round_number, lines = len(kept.rounds) - 1, kept.rounds[-1]
        listed = call_from(lines)
        row = (kept.number, round_number, round_number, listed)
        self._cut_copies(row)
        with transaction(self._base, self.path) as base:
            base.execute(CUT, row)
            base.execute(CALL, call_row(kept.number, round_number, listed, lines[listed:]))

    def _cut_copies(self, row: tuple[Any, ...]) -> None:
        """The same in the copy, and there first: what it has and the journal has not counts as lost, and
        comes back."""
        for path in copies_in(self.path.parent):
            with suppress(sqlite3.Error), closing(_connect(path, "rw", is_copy=True)) as base:
                base.execute(CUT, row)

    def erase(self, sure: Callable[[], object] = lambda: None) -> int:
        """Takes every evening away, and what the disk still holds of it as far as a file can; the copy and
        the files put aside too. Returns how many evenings these were, each file put aside counting as one.
        `sure`: is called right before; nothing is taken away where it raises. Raises `JournalError`."""
        aside = self._aside()
        gone = sum(bool(kept.rounds) for kept in self.evenings()) + len(aside)
        sure()
        try:
            # The copies first: what they have and the journal has not would come back.
            for path in [*aside, *copies_in(self.path.parent), *_mended_in(self.path.parent)]:
                _wipe(path)
        except OSError as error:
            raise JournalError(Reason("file.stays", file=path, reason=reason(error))) from None
        with transaction(self._base, self.path) as base:
            base.execute("DELETE FROM evenings")
        self._is_ahead = False
        self._set_mark(None)
        try:
            self._base.execute("VACUUM")
            self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (sqlite3.Error, OSError) as error:
            traces = Reason("journal.traces", file=self.path, reason=reason(error))
            raise JournalError(traces) from None
        return gone

    def _aside(self) -> list[Path]:
        """The damaged files that were put aside here."""
        return aside_in(self.path.parent)

    def writer(self, done: Callable[[], None] = lambda: None) -> Writer:
        """A thread that writes. `done` is called in it whenever something has been written."""
        self._is_ahead = True
        return Writer(lambda: _connect(self.path, "rw"), done, self._cut_copies)

    # Opening

    def _open_to_write(self) -> sqlite3.Connection:
        """The file, with all that its copy has and it lacks."""
        missing = not self.path.exists() or not self.path.stat().st_size
        _create(self.path)
        log = self._logs[0]
        with ExitStack() as opened:
            without_log = _alone(self.path, opened) if log.exists() and log.stat().st_size else []
            others = _copies(self.path.parent, opened)
            base, refused = _connect(self.path, "rw"), None
            is_sound = False
            try:
                _bring(base, _format(base, self.path))
                is_sound = base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            except (StrangeError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if not is_damage(error):
                    base.close()
                    raise
                refused = error if isinstance(error, StrangeError) else None
            except BaseException:
                base.close()
                raise
            if not is_sound:
                others = [*without_log, *others]
            compared = self._compared(None if refused else base, others, without_log)
            if refused and not compared.evenings:
                base.close()
                raise refused
            if is_sound and not compared.back:
                base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self._is_ahead = compared.ahead
                if compared.part:
                    self.mending = self._mending(compared)
            else:
                base.close()
                base = self._mend(compared, missing)
        self._base = base
        if self._is_ahead:
            self._copy()
        self._note_mending()
        return base

    def _open_to_read(self) -> sqlite3.Connection:
        """The file as it is; or, where its copy has more, what both have together. Nothing is changed."""
        if self.path.parent.exists() and not self.path.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        missing = not self.path.exists() or not self.path.stat().st_size
        with ExitStack() as opened:
            others = _copies(self.path.parent, opened, "ro")
            base, found = None, 0
            damage: Exception | None = None
            if not missing:
                base = _connect(self.path, "ro")
                try:
                    found = _format(base, self.path)
                    is_sound = base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
                    damage = None if is_sound else sqlite3.DatabaseError("damaged")
                except (StrangeError, sqlite3.DatabaseError, UnicodeDecodeError) as error:
                    if not is_damage(error):
                        base.close()
                        raise
                    damage = error
                except BaseException:
                    base.close()
                    raise
            try:
                if not damage and 0 < found < len(MIGRATIONS):
                    raise JournalError(Reason("journal.older", file=self.path))
                if isinstance(damage, StrangeError):
                    compared = self._compared(None, others)
                else:
                    compared = self._compared(base, others)
                if not compared.evenings and not compared.first:
                    if damage:
                        raise damage
                    if not found:
                        raise self._nothing()
            except BaseException:
                if base:
                    base.close()
                raise
        if compared.back or base is None:
            if base:
                base.close()
            base = sqlite3.connect(":memory:", isolation_level=None)
            _bring(base, 0)
            write_rows(base, compared)
        if damage or compared.back or compared.part:
            self.mending = msgspec.structs.replace(self._mending(compared), is_read=True)
        return base

    def _nothing(self) -> NothingKeptError:
        """That there is nothing to read."""
        if os.path.lexists(self.path):
            return NothingKeptError(Reason("journal.empty", file=self.path))
        return NothingKeptError(f"{self.path}: no evening has been kept there")

    def _mending(self, compared: Compared) -> Mending:
        """How many evenings there are, were not whole, or are not."""
        played = {number for number, rows in compared.evenings.items() if rows.answers}
        back = [number for number in compared.back if number in played]
        return Mending(str(self.path), len(played), len(back), len(compared.part))

    def _mend(self, compared: Compared, missing: bool) -> sqlite3.Connection:
        """Puts the file aside, and all there is into a new one, which is whole before it has its place."""
        fresh = self.path.with_name(NEW)
        for path in self.path.parent.glob(f"{NEW}*"):
            path.unlink()
        _create(fresh)
        try:
            with closing(_connect(fresh, "rw", is_copy=True)) as base:
                _bring(base, 0)
                with transaction(base, self.path):
                    write_rows(base, compared)
        except (sqlite3.Error, JournalError):
            fresh.unlink()
            raise
        aside = self._free_name()
        if not missing:
            try:
                os.link(self.path, aside)
            except OSError:
                self.path.rename(aside)
        for path in self._logs:
            path.unlink(missing_ok=True)
        fresh.replace(self.path)
        settle(self.path.parent)
        mending = self._mending(compared)
        self.mending = msgspec.structs.replace(mending, aside="" if missing else aside.name, missing=missing)
        self._is_ahead = True
        last = max(compared.evenings, default=None)
        self._set_mark(None if last is None else (last, (compared.evenings[last].head or ())[3]))
        return _connect(self.path, "rw")

    def _free_name(self) -> Path:
        """For a file that is put aside."""
        number = 1
        while (aside := self.path.with_name(ASIDE.format(number))).exists():
            number += 1
        return aside

    def _compared(
        self,
        base: sqlite3.Connection | None,
        others: Sequence[sqlite3.Connection],
        without_log: Sequence[sqlite3.Connection] = (),
    ) -> Compared:
        """What it has together with its copies."""
        mark, keep = self._mark()
        return compare(base, others, keep, time(), mark, without_log)

    def _mark(self) -> tuple[Mark | None, int]:
        """Which evening was begun last, and how many were kept then, as the file says that keeps other tables
        out: the one thing in this folder that is neither journal nor copy."""
        with suppress(OSError, ValueError):
            number, sealed, keep = text(self.path.with_name(LOCK)).split()
            return (int(number), bytes.fromhex(sealed)), int(keep)
        return None, self.keep

    def _set_mark(self, mark: Mark | None) -> None:
        assert self._lock is not None
        with suppress(OSError):
            os.ftruncate(self._lock, 0)
            told = f"{mark[0]} {mark[1].hex()} {self.keep}\n" if mark else ""
            os.pwrite(self._lock, told.encode(), 0)

    def _note_mending(self) -> None:
        """Writes down what was wrong, for whoever asks later."""
        if self.mending:
            path = self.path.with_name(MENDED)
            with suppress(OSError):
                path.unlink(missing_ok=True)
                _create(path)
                path.write_bytes(msgspec.json.encode(self.mending))


def _copies(folder: Path, opened: ExitStack, mode: Literal["ro", "rw"] = "rw") -> list[sqlite3.Connection]:
    """What can be read of the copies of a journal, in this format and in memory."""
    found = []
    for name in (COPY, OLD_COPY):
        if (folder / name).is_file():
            found += _in_memory(folder / name, lambda path: _connect(path, mode, is_copy=True), opened)
    return found


def _alone(path: Path, opened: ExitStack) -> list[sqlite3.Connection]:
    """The same of the journal without its log."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    return _in_memory(path, lambda _: sqlite3.connect(uri, uri=True, isolation_level=None), opened)


def _in_memory(
    path: Path, connect: Callable[[Path], sqlite3.Connection], opened: ExitStack
) -> list[sqlite3.Connection]:
    """A damaged one too, as far as it can be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError, JournalError):
        base = opened.enter_context(closing(sqlite3.connect(":memory:", isolation_level=None)))
        with closing(connect(path)) as there:
            there.backup(base)
        with suppress(sqlite3.DatabaseError):
            _bring(base, _format(base, path))
        return [base]
    return []


def mending_in(folder: Path) -> tuple[float, Mending] | None:
    """When and how the journal of a folder was mended last, as long as that is remembered."""
    with suppress(OSError, msgspec.MsgspecError):
        path = folder / MENDED
        return path.stat().st_mtime, msgspec.json.decode(content(path), type=Mending)
    return None


def _mended_in(folder: Path) -> list[Path]:
    """The file that remembers it, if there is one."""
    return [path for path in (folder / MENDED,) if path.exists()]


def aside_in(folder: Path) -> list[Path]:
    """The damaged files that were put aside in a folder."""
    return sorted(folder.glob(ASIDE.format("*")))


def copies_in(folder: Path) -> list[Path]:
    """The copy, and what a cut has left of one that was being made."""
    return sorted(folder.glob(f"{COPY}*"))


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that have evenings in them: the journal, what is not yet in its place there, its
    copy, and those put aside."""
    journal = [folder / FILE, folder / f"{FILE}-wal", folder / NEW]
    return [*(path for path in journal if path.exists()), *copies_in(folder), *aside_in(folder)]


TABLES = "SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"


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


def _check_ordinary(path: Path) -> None:
    """Raises `JournalError` if there is something in the place of this file that is no file."""
    try:
        check_ordinary(path)
    except OSError as error:
        raise JournalError(Reason("file.unused", file=path, reason=reason(error))) from None


def _lock(folder: Path) -> int:
    """Makes the folder, and keeps every other table out of it."""
    import fcntl

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / LOCK
    _check_ordinary(path)
    try:
        lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise JournalError(Reason("file.unused", file=path, reason=reason(error))) from None
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


def _connect(path: Path, mode: Literal["ro", "rw"], is_copy: bool = False) -> sqlite3.Connection:
    """`is_copy`: it has no log beside it."""
    uri = path.resolve().as_uri()
    base = sqlite3.connect(f"{uri}?mode={mode}", uri=True, isolation_level=None, timeout=PATIENCE_S)
    try:
        if mode == "rw" and not is_copy:
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("PRAGMA foreign_keys = ON")
            base.execute("PRAGMA secure_delete = ON")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error):
            base.close()
            raise
        # No journal, or a damaged one: whoever reads it next is told.
    return base


def _format(base: sqlite3.Connection, path: Path) -> int:
    """Of the file, by the tables it has and by what it says. Raises `JournalError` if it is none of ours, or
    newer than this program, and `sqlite3.DatabaseError` if it is one of ours that has been damaged."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (found,) = base.execute("PRAGMA user_version").fetchone()
    tables = frozenset(base.execute(TABLES))
    if not tables and not found:
        return 0
    formats = range(1, len(MIGRATIONS) + 1)
    known = next((number for number in formats if tables == _tables(MIGRATIONS[:number])), None)
    if known is None and (application != APPLICATION or found < 1):
        raise StrangeError(Reason("journal.none", file=path))
    if known is None and found > len(MIGRATIONS):
        raise JournalError(Reason("journal.newer", file=path, number=found, most=len(MIGRATIONS)))
    if known is None or (application, found) != (APPLICATION, known):
        raise sqlite3.DatabaseError("damaged")
    return known


@cache
def _tables(migrations: Sequence[str]) -> frozenset[tuple[Any, ...]]:
    """Those that a file has after these migrations. No two formats have the same."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as base:
        for script in migrations:
            base.executescript(script)
        return frozenset(base.execute(TABLES))


def _put_in(base: sqlite3.Connection, kept: Kept) -> None:
    """Writes a whole evening into a file that has none of its number."""
    data = msgspec.msgpack.encode(kept.setup)
    base.execute(
        "INSERT INTO evenings VALUES (?, ?, ?, ?, ?)",
        (kept.number, kept.began_s, data, seal(b"", data), kept.began_s if kept.left else None),
    )
    for round_number, lines in enumerate(kept.rounds):
        sealing, listed = Sealing(kept.number, round_number, []), call_from(lines)
        base.executemany(INSERT, [sealing.row(line) for line in lines[:listed]])
        base.execute(CALL, call_row(kept.number, round_number, listed, lines[listed:]))
    base.executemany(KEY, [key_row(kept.number, *keyed) for keyed in kept.keys.items()])
    if kept.standing:
        base.execute(STAND, standing_row(kept.number, kept.standing))
    base.executemany(TELL, [story_row(kept.number, number, story) for number, story in kept.stories.items()])


def _read(base: sqlite3.Connection) -> Iterator[Kept]:
    """The evenings as far as they are what was written."""
    rows = fetched(base, "SELECT evening, began_s, setup, seal, left_s FROM evenings ORDER BY evening")
    for row in rows:
        try:
            number, began_s, data, sealed, left_s = row
            if seal(b"", data) != sealed or type(number) is not int:
                continue
            setup = msgspec.msgpack.decode(data, type=Setup)
            began_s = float(began_s)
        except (TypeError, ValueError, msgspec.MsgspecError):
            continue
        kept = Kept(number, began_s, setup, [], left_s is not None, left_s=left_s)
        _read_rounds(base, kept)
        _read_call(base, kept)
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
    for row in fetched(base, query, kept.number):
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


def _read_call(base: sqlite3.Connection, kept: Kept) -> None:
    """What was answered in a call that is not over stands beside the list, and follows on it."""
    lines = kept.rounds[-1] if kept.rounds else []
    if kept.damaged or not lines or not lines[-1].word.startswith("wake "):
        return
    for data, sealed in fetched(base, "SELECT data, seal FROM calls WHERE evening = ?", kept.number):
        try:
            if seal(b"", kept.number, data) != sealed:
                kept.damaged = True
                return
            length = int.from_bytes(data[:4], "big")
            found = msgspec.msgpack.decode(data[4 : 4 + length], type=tuple[int, int, list[Line]])
        except (TypeError, ValueError, msgspec.MsgspecError):
            kept.damaged = True
            return
        if found[:2] == (len(kept.rounds) - 1, len(lines)):
            lines += found[2]


def _read_standing(base: sqlite3.Connection, kept: Kept) -> Standing | None:
    """How it stands, if anybody has noted that."""
    for data, sealed in fetched(base, "SELECT data, seal FROM standing WHERE evening = ?", kept.number):
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
        for number, data, sealed in fetched(base, query, kept.number)
        if isinstance(data, bytes) and seal(b"", kept.number, number, data) == sealed
    }


def _read_keys(base: sqlite3.Connection, evening: int) -> dict[int, str]:
    """The keys of its rounds that are what was written. A round without goes on with another one."""
    found: dict[int, str] = {}
    for row in fetched(base, "SELECT evening, round, key, seal FROM keys WHERE evening = ?", evening):
        _, number, key, _ = row
        with suppress(TypeError, ValueError, OverflowError):
            if isinstance(number, int) and isinstance(key, str) and row == key_row(evening, number, key):
                found[number] = key
    return found
