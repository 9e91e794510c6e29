"""The chronicle on the board: after a round, who did what to whom, page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from table.board.board import Arrow, Told
from table.chronicle.story import Entry, Moment, Words, teller_of
from table.evening import Evening
from table.journal import Kept
from table.narration import Narration
from table.resume import replay

TEXT_MOST = 150
"""A page tells of so many letters at most, or of one thing."""


def chronicle(evening: Evening, played: Kept, narration: Narration, buttons: int) -> list[Told]:
    """A round of this evening, just over and so no secret any more: its deeds and its deaths. Above each page
    stands what turns it with so many `buttons` a seat. Raises `TableError` where it cannot be told."""
    teller = teller_of(evening.rulebook.key, Words(narration))
    replay(played, 0, {evening.rulebook.key: evening.rulebook}, teller.hear)
    teller.end()
    pages = list(told(teller.moments, narration.word(f"prompt.pages.{buttons}")))
    titles = [f"{page.title} · {number}/{len(pages)}" for number, page in enumerate(pages, 1)]
    return [msgspec.structs.replace(page, title=title) for page, title in zip(pages, titles, strict=True)]


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
