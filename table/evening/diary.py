"""The evening that is played, and the journal it is written to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from table.errors import TableError
from table.evening.journal import Journal
from table.evening.replay import evening_of, replay, setup_of
from table.evening.resume import ChangedError, DiskRecord, LiveTable, NoRecord, RoundKeeper
from table.evening.writer import Writer
from table.games.evening import RULES, Evening, Rules
from table.games.records import JournalLine, Standing, StoredEvening
from table.room.pending_write import PendingWrite

UNTOLD_S = 2.0
"""Seconds that a table may spend, while it opens, on stories that are missing."""


class Diary:
    """An evening and the journal it is kept in. `lines`: of the round to resume.

    Without a journal, because of `trouble`, the evening is played anyway.
    """

    def __init__(
        self,
        journal: Journal | None,
        evening: Evening,
        language: str,
        kept: StoredEvening | None = None,
        trouble: str | None = None,
    ) -> None:
        self.evening = evening
        self.language = language
        self.lines: Sequence[JournalLine] = kept.rounds[-1] if kept else ()
        self.standing = kept.standing if kept else None
        """How the resumed round stood besides its answers."""
        self._trouble = trouble
        self._writer: Writer | None = None
        self._journal = journal
        self._number = 0
        try:
            if journal and kept:
                self._number = kept.number
                journal.cut(kept)
            elif journal:
                self._number = journal.begin(setup_of(evening, language))
        except TableError as error:
            self._trouble, self._journal = str(error), None

    @property
    def trouble(self) -> str | None:
        """Why this evening could not be resumed after a cut, or None if it could."""
        return (self._writer.trouble if self._writer else None) or self._trouble

    @property
    def people(self) -> list[int]:
        """The seats at which people sat when the round was cut."""
        seated = self.lines[-1].people if self.lines else 0
        seated |= self.standing.people if self.standing else 0
        return [seat for seat in range(len(self.evening.names)) if seated >> seat & 1]

    def open(self, done: Callable[[], None]) -> None:
        """Starts writing. `done` is called in another thread after each write."""
        self._writer = self._journal.writer(done) if self._journal else None

    def answerer(self, table: LiveTable) -> RoundKeeper:
        """Answers the next round, from its kept lines first, then from the table."""
        writer, lines, self.lines = self._writer, self.lines, ()
        if writer is None:
            return RoundKeeper(table, lines, NoRecord())
        if self.evening.keys is not None:
            # No need to wait: it is on the disk before the first line, and the round waits for that.
            writer.key(self._number, self.evening.number, self.evening.round_key)
        return RoundKeeper(table, lines, DiskRecord(writer, self._number, self.evening.number, lines))

    def note(self, standing: Standing) -> None:
        """Writes how the round stands besides its answers, without waiting."""
        self.standing = standing
        if self._writer:
            self._writer.stand(self._number, standing)

    def tell(self, story: bytes) -> None:
        """Writes what happened in the finished round, without waiting."""
        if self._writer:
            self._writer.tell(self._number, self.evening.number - 1, story)

    def take_back(self, lines: Sequence[JournalLine]) -> PendingWrite | None:
        """Keeps only these lines of the round under way, which goes on from them."""
        self.lines = lines
        return self._writer.cut(self._number, self.evening.number, len(lines)) if self._writer else None

    def kept(self) -> StoredEvening | None:
        """The round under way from memory, if no disk has it."""
        if not self.lines or self.lines[-1].word == "say RoundOver":
            return None
        past: list[list[JournalLine]] = [[] for _ in range(self.evening.number)]
        rounds = [*past, list(self.lines)]
        setup = setup_of(self.evening, self.language)
        keys = dict(self.evening.keys or {})
        return StoredEvening(self._number, 0.0, setup, rounds, standing=self.standing, keys=keys)

    def abandon(self) -> None:
        """Ends the round under way without a result; it is never resumed."""
        self.lines = ()
        if self._journal:
            with suppress(TableError):
                self._journal.leave(self._number)

    def close(self) -> None:
        if self._writer:
            self._writer.close()


class EveningShelf:
    """The journal of this table; without one `told` says why, and evenings are played anyway."""

    def __init__(self, folder: Path, keep: int) -> None:
        self.told: str | None = None
        """A message for the person who started the table."""
        self._journal: Journal | None = None
        self.refused = False
        """Whether a round was cut short that this table cannot resume."""
        self._diary: Diary | None = None
        """The latest diary."""
        self._trouble: str | None = None
        try:
            self._journal = Journal(folder, keep)
            self.told = self._journal.mended
        except TableError as error:
            self._trouble = self.told = str(error)

    def close(self) -> None:
        if self._journal:
            self._journal.close()

    def unfinished(
        self, rulebooks: Mapping[str, Rules], seats: int | None, warn: Callable[[str], None]
    ) -> tuple[StoredEvening, Evening] | None:
        """The evening with a round that was cut or kept, if a table of this many `seats` (None: any) can
        resume it.

        `warn` is told why it cannot.
        """
        if self._diary and self._diary.trouble:
            kept = self._diary.kept()
        else:
            kept = self._journal.unfinished() if self._journal else None
        if kept is None:
            return None
        try:
            if kept.setup.rules != RULES:
                raise ChangedError(f"it was begun by garou {kept.setup.version}, which has other rules")
            evening = evening_of(kept.setup, rulebooks, kept.rounds[:-1], kept.keys)
            replay(kept, len(kept.rounds) - 1, rulebooks, lambda *_: None)
            needed = 1 + max(kept.setup.pods, default=len(kept.setup.names) - 1)
            if seats is not None and needed > seats:
                raise ChangedError(f"it needs {needed} seats, and this table has {seats}")
        except ChangedError as error:
            warn(f"a round was cut short and cannot go on: {error}. Its evening is kept for garou chronicle.")
            self.leave(kept)
            self.refused = True
            return None
        return kept, evening

    def tell_untold(self, story_of: Callable[[StoredEvening, int], bytes]) -> None:
        """Writes missing stories of finished rounds: an older program's, or those cut off at that moment.

        Stops after `UNTOLD_S`; the rest waits for the next start.
        """
        if self._journal is None:
            return
        until_s = monotonic() + UNTOLD_S
        with suppress(TableError):
            for kept, number in self._journal.untold():
                if monotonic() > until_s:
                    break
                self._journal.tell(kept.number, number, story_of(kept, number))

    def rounds(self) -> list[Sequence[JournalLine]]:
        """All kept rounds, in order."""
        evenings = self._journal.evenings() if self._journal else []
        return [lines for kept in evenings for lines in kept.rounds]

    def leave(self, kept: StoredEvening) -> None:
        """Marks an evening as not to be resumed."""
        self._diary = None
        if self._journal:
            with suppress(TableError):
                self._journal.leave(kept.number)

    def diary(self, evening: Evening, language: str, kept: StoredEvening | None = None) -> Diary:
        """The diary of an evening."""
        self._diary = Diary(self._journal, evening, language, kept, self._trouble)
        return self._diary
