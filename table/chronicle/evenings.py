"""Tells the kept evenings, as text or as data for another program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from table.chronicle.page import page
from table.chronicle.story import as_tables, as_text, listed, statistics, tell, winners_of
from table.errors import UnreadableError
from table.evening.journal import Journal
from table.evening.writer import NothingKeptError
from table.games.all import every_rulebook
from table.games.entries import ChronicleTexts
from table.games.records import StoredEvening
from table.house.books import with_house
from table.house.narrate import narrate

if TYPE_CHECKING:
    from table.house import Role
    from table.settings.owner import Owner


class StoryQuery(NamedTuple):
    """What was asked for about the evenings."""

    number: int | None
    statistics: bool
    json: bool
    html: bool
    picture: bool
    spoil: bool
    minds: bool = False


def told(
    wanted: StoryQuery,
    folder: Path,
    owner: Owner,
    roles: Sequence[Role],
    language: Callable[[], str],
    warn: Callable[[str], None],
) -> str | bytes | Mapping[str, Any] | Sequence[Any]:
    """Answers a query about the evenings in a folder: as text, as a picture, or as data for another program.
    `language`: of lists and tables; `warn`: called with a sentence on what cannot be read."""
    evenings = kept_in(folder, warn)
    rulebooks = every_rulebook(with_house(roles))
    if wanted.statistics and wanted.json:
        tallies: Mapping[str, Any] = msgspec.to_builtins(statistics(evenings), str_keys=True)
        return tallies
    if wanted.number is None:
        if wanted.json:
            return as_list(evenings)
        spoken = language()
        told_in = cache(lambda rulebook: ChronicleTexts(narrate(owner, spoken, rulebook, roles)))
        if wanted.statistics:
            lines = as_tables(statistics(evenings), told_in)
            return "\n".join(lines) or "No round has come to its end."
        return "\n".join(listed(evenings, told_in)) or "No evening has been kept."
    if wanted.number > len(evenings):
        allowed = f"1 to {len(evenings)}" if evenings else "none, no evening has been kept"
        raise UnreadableError(f"NUMBER {wanted.number}; allowed: {allowed}")
    kept = evenings[-wanted.number]
    narration = narrate(owner, kept.setup.language, kept.setup.rulebook, roles)
    evening, words = tell(kept, rulebooks, narration, wanted.spoil, wanted.minds), ChronicleTexts(narration)
    if wanted.json:
        data: Mapping[str, Any] = msgspec.to_builtins(evening)
        return data
    if wanted.picture:
        from table.board.paint.art import Art
        from table.chronicle.picture import picture

        art = Art(owner.art)
        for mistake in art.wrong.values():
            warn(mistake)
        return picture(evening, words, art, owner.fonts)
    return page(evening, words) if wanted.html else "\n".join(as_text(evening, words))


def kept_in(folder: Path, warn: Callable[[str], None]) -> list[StoredEvening]:
    """The evenings in a folder with at least one round; empty if nothing was ever kept."""
    try:
        with closing(Journal(folder, writing=False)) as journal:
            evenings = journal.evenings()
            if journal.mended:
                warn(journal.mended)
    except NothingKeptError as nothing:
        if not isinstance(nothing.wrong, str):
            warn(str(nothing))
        return []
    return [kept for kept in evenings if kept.rounds]


def as_list(evenings: Sequence[StoredEvening]) -> list[dict[str, Any]]:
    """The list for another program, the last evening first. `winners`: of each round, None where it is not
    over; `under_way`: the last round can still be resumed."""
    return [
        {
            "number": number,
            "began": datetime.fromtimestamp(kept.began_s).isoformat(timespec="minutes"),
            "language": kept.setup.language,
            "rulebook": kept.setup.rulebook,
            "players": len(kept.setup.names),
            "winners": winners_of(kept),
            "under_way": kept.under_way,
        }
        for number, kept in enumerate(reversed(evenings), start=1)
    ]
