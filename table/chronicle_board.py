"""The chronicle on the board: after a round, who did what to whom, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from table.board.board import Arrow, Told
from table.chronicle import Entry, Moment, Teller, Words
from table.evening import Evening
from table.journal import Kept, Line
from table.narration import Narration
from table.resume import replay, setup_of

TEXT_MOST = 150
"""A page tells of so many letters at most, or of one thing."""


def chronicle(evening: Evening, lines: Sequence[Line], narration: Narration) -> list[Told]:
    """The round that these answers make, just over and so no secret any more: its deeds and its deaths.
    Raises `TableError` where it cannot be told."""
    words = Words(narration)
    teller = Teller(words)
    kept = Kept(0, 0.0, setup_of(evening, narration.language), [list(lines)])
    replay(kept, 0, {evening.rulebook.key: evening.rulebook}, teller.hear)
    teller.end()
    return list(told(teller.moments, words("evening.title")))


def told(moments: Sequence[Moment], headline: str) -> Iterator[Told]:
    """The pages of these moments: what is short stands together, nights and days apart."""
    for moment in moments:
        page: list[Entry] = []
        for entry in (entry for entry in moment.entries if is_told(entry, moment)):
            if page and len(text_of([*page, entry])) > TEXT_MOST:
                yield _page(moment, headline, page)
                page = []
            page.append(entry)
        if page:
            yield _page(moment, headline, page)


def text_of(entries: Sequence[Entry]) -> str:
    """What happened, one sentence after the other."""
    return " ".join(f"{entry.text}." for entry in entries)


def _page(moment: Moment, headline: str, entries: Sequence[Entry]) -> Told:
    deeds = [entry for entry in entries if entry.deed]
    arrows = tuple(Arrow(doer, to) for deed in deeds for doer in deed.seats for to in deed.to)
    return Told(moment.title, headline, text_of(entries), arrows)


def is_told(entry: Entry, moment: Moment) -> bool:
    """Whether something was done in secret, or somebody has died of it; what everybody saw by day is not told
    again."""
    has_done = entry.deed and entry.secret and (entry.to or entry.value is not None)
    return bool(has_done) or (entry.what == "death" and not moment.at.startswith("day"))
