"""Plays the evenings of one table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from table.appliance.gathering import evening_at, gather_and_wait, sitting_at
from table.appliance.lobby.lobby import Sitting
from table.appliance.opening.choices import TableChoices
from table.appliance.rooms import offer_and_wait, refuse_and_wait, show_left_out_and_wait
from table.appliance.rounds import play_evening, who_won
from table.appliance.starting import warn
from table.appliance.table import Table
from table.chronicle.story import to_store, told_anew
from table.errors import ClosedError, UnreadableError
from table.evening.diary import EveningShelf
from table.games.evening import Evening
from table.words.narration import Narration

if TYPE_CHECKING:
    from table.games.records import StoredEvening
from table.words.troubles import Troubles

SEED_BITS = 63
"""Bits of the random seed of public draws, if none was typed."""


class Tonight:
    """The evenings of one table, from switching on to switching off.

    `opened`: opens a table with pods of these names, in a telling.
    `house`: what can be chosen.
    `names`: of all pods.
    `seed`: of the first evening, if one was typed; each later one has the next.
    `rounds`: number of rounds; None: until the table is closed.
    `shelf`: opens the store of the evenings.
    `resumes`: whether an interrupted round is offered first.
    `serve`: runs the service menu, and returns whether it changed the table.
    `left_out`: the owner's files that cannot be used, by the line that says so.
    """

    def __init__(
        self,
        opened: Callable[[Sequence[str], Narration], Table],
        house: TableChoices,
        names: Sequence[str],
        seed: int | None,
        rounds: int | None,
        shelf: Callable[[], EveningShelf | None],
        resumes: bool,
        serve: Callable[[Table], bool] = lambda _: False,
        left_out: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._opened = opened
        self._house = house
        self._names = names
        self._is_keyed = seed is None
        self._seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self._company = self._seed
        """The seed of who plays at each house while people stay, whichever games they play."""
        self._rounds = rounds
        self._opens_shelf = shelf
        self._shelf: EveningShelf | None = None
        self._resumes = resumes
        self._serve = serve
        self._left_out = left_out or {}
        self._won: list[str] = []
        """Lines about the winners of the last round, in the words it was played in."""

    def play(self) -> list[str] | None:
        """Plays until the table is closed. Returns lines about the winners of the last round, none if no
        round finished. None: settings were changed, and the table has to open again."""
        choices = self._house.settings
        self._table = self._opened(
            self._names, self._house.narration(choices.game.rulebook, choices.language)
        )
        if self._rounds is None and self._table.face == "log":
            self._rounds = 1  # Nobody is there to end the evening.
        # None: this process goes on, and must not say that it stops: the service manager would end it.
        why: str | None = "a fault of its own"
        try:
            if self._serve(self._table):
                self._table.manager.log("The table opens anew.")
                why = None
                return None
            self._shelf = self._opens_shelf()
            self._house.remember(self._shelf.rounds() if self._shelf else [])
            if self._shelf and self._shelf.told:
                warn(self._shelf.told)
            if self._shelf:
                self._shelf.tell_untold(self._story_of)
            cut = self._cut() if self._resumes else None
            if cut and self._house.simulated and len(cut[1].names) != len(self._names):
                # A simulated table is as large as the evening that was cut short on it.
                self._reopen(cut[1].names)
            for line, files in self._left_out.items():
                if files:
                    show_left_out_and_wait(self._table, line, files)
            if self._shelf and self._shelf.refused:
                refuse_and_wait(self._table)
            self._evenings(cut)
            why = "all rounds are played"
        except (ClosedError, KeyboardInterrupt) as end:
            why = str(end) or "closed by hand"
        except UnreadableError:  # It is told on the board until the file is mended.
            why = None
            raise
        finally:
            if why is None:
                self._table.close()
            else:
                self._table.end(why)
            if self._shelf:
                self._shelf.close()
        return self._won

    def _reopen(self, names: Sequence[str]) -> None:
        self._table.close()
        self._table = self._opened(names, self._table.narration)

    def _evenings(self, cut: tuple[StoredEvening, Evening] | None) -> None:
        """Plays one evening after the other."""
        played, is_open, goes_on = 0, False, False
        sitting, known = Sitting((), None, self._house.settings), set[int]()
        while self._rounds is None or played < self._rounds:
            if cut and self._goes_on(*cut):
                kept, evening = cut
                self._house.know(evening)
                self._company = evening.houses.seed
                choices = self._house.sat(evening, self._table.narration.language)
                sitting = sitting_at(self._table, choices)
                diary = self._shelf.diary(evening, kept.setup.language, kept) if self._shelf else None
            else:
                if not goes_on:
                    sitting = gather_and_wait(
                        self._table, self._house, sitting, is_open, f"{self._seed}/lobby"
                    )
                    if not known.intersection(sitting.taken):
                        self._house.forget()
                        self._company = self._seed
                evening = evening_at(self._table, self._house, sitting, self._seed)
                evening.keys = {} if self._is_keyed else None
                evening.company = self._company
                diary = self._shelf.diary(evening, sitting.choices.language) if self._shelf else None
            cut = None
            self._seed += 1
            before = evening.number
            rest = None if self._rounds is None else self._rounds - played
            try:
                after = play_evening(self._table, evening, rest, diary)
            finally:
                self._house.note(evening, before)
                played += evening.number - before
                if evening.number > before:
                    self._won = who_won(self._table.narration, evening)
            is_open, goes_on = after == "menu", after == "again"
            choices = sitting.choices
            if evening.wanted:
                choices = choices.over({"mots_garous.difficulty": evening.wanted})
            sitting = sitting_at(self._table, choices)
            known = set(sitting.taken)
            if after == "away":
                nobody = Sitting((), None, self._house.settings)
                self._table.choose(self._house, nobody.choices)
                sitting = gather_and_wait(
                    self._table, self._house, nobody, False, f"{self._seed}/away", waits=True
                )
                cut = self._cut()

    def _cut(self) -> tuple[StoredEvening, Evening] | None:
        """The interrupted round, if this table can resume it."""
        if self._shelf is None:
            return None
        pods = None if self._house.simulated else len(self._names)
        return self._shelf.unfinished(self._house.rulebooks, pods, warn)

    def _story_of(self, kept: StoredEvening, number: int) -> bytes:
        """The story of a stored round. Raises `TableError`."""
        narration = self._house.narration(kept.setup.rulebook, kept.setup.language)
        return to_store(told_anew(kept, number, self._house.rulebooks, narration))

    def _goes_on(self, kept: StoredEvening, evening: Evening) -> bool:
        """Whether an interrupted round goes on because nobody declines. If not, a table opened only for it is
        replaced by the table of the settings."""
        if offer_and_wait(self._table, self._speak_of(kept, evening), *sat_in(kept)):
            return True
        assert self._shelf
        self._shelf.leave(kept)
        if len(evening.names) != len(self._names) and self._house.simulated:
            self._reopen(self._names)
        self._table.choose(self._house, self._house.settings)
        return False

    def _speak_of(self, kept: StoredEvening, evening: Evening) -> str:
        """Switches to the language of an interrupted round. If the owner's file of it has a mistake, another
        language is used, and the mistake is returned."""
        mistakes: list[UnreadableError] = []
        for language in (kept.setup.language, self._house.settings.language, *self._house.languages):
            try:
                narration = self._table.choose(self._house, self._house.sat(evening, language))
            except UnreadableError as error:
                mistakes.append(error)
                continue
            told = Troubles.of(narration).any(mistakes[0].wrong) if mistakes else ""
            if told:
                warn(told)
            return told
        raise mistakes[0]


def sat_in(kept: StoredEvening) -> tuple[int, int | None]:
    """The number of people who sat in the interrupted round, and their host's pod."""
    standing, last = kept.standing, kept.rounds[-1]
    seats = (last[-1].people if last else 0) | (standing.people if standing else 0)
    host = standing.host if standing else None
    if host is None:
        host = next((seat for seat in range(len(kept.setup.names)) if seats >> seat & 1), None)
    pods = (standing.pods if standing else ()) or kept.setup.pods
    return seats.bit_count(), host if host is None or not pods else pods[host]
