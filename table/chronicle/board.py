"""The chronicle on the board: after a round, who did what to whom, page by page.

A page holds what can be read at once from the far end of the room. It shows the table as it was then: who was
alive, and only the cards of those in its sentences. Each sentence of a deed has a number, which marks those
who did it; a death has arrows from those who caused it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

import msgspec

from table.board.board import Arrow, ChroniclePage, Place
from table.chronicle.story import honours_of, outcome, words_of
from table.games.all import game_of
from table.games.entries import CardKey, ChronicleTexts, Highlights, Moment, Round, StoryEntry
from table.games.evening import Evening
from table.room.village import NamedSeat
from table.words.grammar import Nameable
from table.words.narration import Narration

TEXT_MOST = 84
"""Letters on a page at most, unless it has a single sentence: two lines that are read from six times the
height of the picture."""

CARDS_MOST = 16
"""The number of seats up to which a plaque has room for a card beside a legible name; beyond it only the
sentences tell who was what."""


GROUP_MOST = 12
"""The number of people on a page of honours up to which its words are large enough for the far end of the
room."""


class PageLine(NamedTuple):
    """A sentence of a page, with the table as it was after it."""

    text: str
    cards: Mapping[int, str]
    """The seats in the sentence, with the key of the card of each."""
    dead: frozenset[int]
    head: int | None
    number: int = 0
    """The number of the sentence; 0: it tells of no deed."""
    doers: Sequence[int] = ()
    arrows: Sequence[Arrow] = ()


def chronicle(evening: Evening, story: Round, narration: Narration) -> list[ChroniclePage]:
    """Everybody with what they will be remembered for, if their game has that; then the deeds, votes and
    deaths of the finished round of this evening. Raises `UnreadableError` for a mistake in the owner's
    words."""
    key = evening.rulebook.key
    words = words_of(key, narration)
    pages = told(story.moments, evening.names, words, game_of(key).highlights)
    honours = honours_of(key, story, words)
    return [*groups(story, honours, words), *pages] if honours else pages


def groups(story: Round, honours: Mapping[int, str], words: ChronicleTexts) -> Iterator[ChroniclePage]:
    """The page of everybody; several of as many, if one would be crowded: the cards of the others are closed
    on each, and their rings are as bright. `honours`: of each seat, in words."""
    count = ceil(len(story.seats) / GROUP_MOST)
    for page in range(count):
        places = [
            Place(name, card=sat.title, role=sat.card, marked=sat.won, honour=honours.get(seat, ""))
            if seat * count // len(story.seats) == page
            else Place(name, marked=sat.won)
            for seat, sat in enumerate(story.seats)
            for name in (words.listed([NamedSeat(seat, sat.name)]),)
        ]
        yield ChroniclePage("", outcome(story.winner, words), "", places=tuple(places))


def told(
    moments: Iterable[Moment], names: Sequence[str], words: ChronicleTexts, highlights: Highlights
) -> list[ChroniclePage]:
    """The pages of these moments, numbered: short ones are joined, nights and days stay apart."""
    seats = [NamedSeat(index, name) for index, name in enumerate(names)]
    history = History(words, seats, highlights)
    pages = [
        _page(moment, lines, seats, words) for moment in moments for lines in parted(history.lines(moment))
    ]
    return [
        msgspec.structs.replace(page, title=f"{number}/{len(pages)}") for number, page in enumerate(pages, 1)
    ]


def parted(lines: Iterable[PageLine]) -> Iterator[list[PageLine]]:
    """Splits sentences into pages. Nobody does two things on one page, since each has one number there; the
    arrows of a vote, which have none, are alone on theirs."""
    page: list[PageLine] = []
    for line in lines:
        together = [*page, line]
        doers = Counter(seat for one in together for seat in one.doers)
        numbers = [one.number for one in together if one.arrows]
        too_much = max(doers.values(), default=0) > 1 or (len(numbers) > 1 and not all(numbers))
        if page and (too_much or len(text_of(together)) > TEXT_MOST):
            yield page
            page = []
        page.append(line)
    if page:
        yield page


def text_of(lines: Sequence[PageLine]) -> str:
    """The text of a page, with the numbers of those sentences that tell of deeds."""
    numbers = [f"{line.number}.\N{NO-BREAK SPACE}" if line.number else "" for line in lines]
    texts = [line.text if line.text.endswith((".", "!", "?", "…")) else f"{line.text}." for line in lines]
    return " ".join(map("".join, zip(numbers, texts, strict=True)))


def _page(
    moment: Moment, lines: Sequence[PageLine], seats: Sequence[NamedSeat], words: ChronicleTexts
) -> ChroniclePage:
    narration = words.narration
    roles = {seat: card for line in lines for seat, card in line.cards.items()}
    shown = roles if len(seats) <= CARDS_MOST else {}
    numbers = {seat: line.number for line in lines for seat in line.doers}
    places = [
        Place(
            words.listed([seat]),
            alive=seat.index not in lines[-1].dead,
            card=narration.card(CardKey(shown[seat.index])).title if seat.index in shown else None,
            role=shown.get(seat.index, ""),
            captain=seat.index == lines[-1].head,
            marked=seat.index in roles,
            home=seat.name if seat.name in narration.places else "",
            number=numbers.get(seat.index, 0),
        )
        for seat in seats
    ]
    arrows = tuple(arrow for line in lines for arrow in line.arrows)
    return ChroniclePage("", moment.title, text_of(lines), arrows, tuple(places))


class History:
    """What has happened to everybody so far."""

    def __init__(self, words: ChronicleTexts, seats: Sequence[NamedSeat], highlights: Highlights) -> None:
        self._words, self._seats, self._highlights = words, seats, highlights
        self._dead: frozenset[int] = frozenset()
        self._head: int | None = None
        self._night: Sequence[StoryEntry] = ()
        """What happened in the last night."""

    def lines(self, moment: Moment) -> Iterator[PageLine]:
        """The sentences of a moment."""
        number, votes = 0, list[StoryEntry]()
        for entry in moment.entries:
            if entry.what in self._highlights.votes:
                votes.append(entry)
                continue
            if votes:
                yield self._counted(votes, entry)
                votes = []
            if entry.what in self._highlights.heads:
                self._head = entry.seats[0]
            if not self._highlights.tells(entry):
                continue
            done = [entry] if entry.deed else []
            if entry.what == "death":
                self._dead |= {*entry.seats}
                done = self._killing(entry)
            number += bool(done)
            yield self._line(entry, done, number if done else 0)
        if votes:
            yield self._counted(votes, votes[-1])
        if moment.at.startswith("night"):
            self._night = moment.entries

    def _killing(self, death: StoryEntry) -> list[StoryEntry]:
        """The deeds of last night that caused this death."""
        deeds = self._highlights.kills.get(death.value, (death.value,))
        return [one for one in self._night if one.deed and one.what in deeds and one.to == death.seats]

    def _counted(self, votes: Sequence[StoryEntry], after: StoryEntry) -> PageLine:
        """The result of votes: a tie, if that comes `after` them, or the person with most votes."""
        counts = Counter[int]()
        for vote in votes:
            counts[vote.to[0]] += vote.value or 1
        is_tie = after.what == "tie"
        most = after.seats if is_tie else [counts.most_common(1)[0][0]]
        against = [vote for vote in votes if vote.to[0] in most]
        arrows = [
            Arrow(voter, vote.to[0], 2 if voter == vote.double else 1)
            for vote in against
            for voter in vote.seats
        ]
        if not is_tie:
            facts = {"number": counts[most[0]], "all": counts.total()}
            text = self._words("page.most", chosen=self._named(most), **facts)
        elif len(text := after.text) >= TEXT_MOST:
            text = self._words("page.tie", number=len(most), votes=counts[most[0]])
        cards = {vote.to[0]: vote.cards[-1] for vote in against}
        return PageLine(text, cards, self._dead, self._head, arrows=arrows)

    def _text(self, entry: StoryEntry) -> str:
        """The sentence of an entry, in its shorter form for pages if there is one."""
        key = f"page.{entry.what}"
        if not (entry.deed and entry.seats and (entry.to or entry.value) and key in self._words):
            return entry.text
        facts: dict[str, object] = {"seat": self._named(entry.seats), "value": entry.value}
        if entry.to:
            facts["chosen"] = self._named(entry.to)
        return self._words(key, **facts) + (self._words("deed.by_lot") if entry.by_lot else "")

    def _named(self, seats: Sequence[int]) -> Nameable:
        return self._words.among([self._seats[seat] for seat in seats])

    def _line(self, entry: StoryEntry, done: Sequence[StoryEntry], number: int) -> PageLine:
        """The line of an entry. `done`: the deeds whose doers and arrows it has."""
        cards = {
            seat: card
            for one in (*done, entry)
            for seat, card in zip((*one.seats, *one.to), one.cards, strict=True)
        }
        doers = [seat for deed in done for seat in deed.seats]
        arrows = [Arrow(doer, to) for deed in done for doer in deed.seats for to in deed.to]
        return PageLine(self._text(entry), cards, self._dead, self._head, number, doers, arrows)
