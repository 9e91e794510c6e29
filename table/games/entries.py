"""What a chronicle consists of: evenings, rounds, moments and entries, and the words they are told in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from table.engine.requests import Request
from table.sentences import flat
from table.words.grammar import Nameable
from table.words.narration import Narration

ENDINGS = ("none", "yes", "no")


class StoryEntry(msgspec.Struct, omit_defaults=True):
    """Something that happened. `what`: the key of the deed, of what was learnt, or of the event; `deed`:
    somebody has done it; `secret`: only some have known it; `seats`: who did it, who learnt it, or whom it
    befell; `to`: to whom it was done, or of whom it was learnt; `cards`: the keys of what all of them held
    then; `value`: what was chosen or shown and is no seat, or a number of votes; `by_lot`: some of it was
    drawn, because nobody had answered. Seats are counted from 0."""

    text: str
    what: str
    deed: bool = False
    secret: bool = False
    seats: list[int] = []
    to: list[int] = []
    cards: list[str] = []
    value: Any = None
    by_lot: bool = False


class Moment(msgspec.Struct):
    """The deal, a night, a dawn or a day."""

    at: str
    title: str
    entries: list[StoryEntry]


class Sat(msgspec.Struct):
    """A player, as he was in the end. `card`: its key, and `title`: what it is called; `camp`: his side, love
    not counted. All three are empty while the round has not come to its end."""

    name: str
    card: str = ""
    title: str = ""
    camp: str = ""
    won: bool = False


class Round(msgspec.Struct):
    """A round told. `winner` None: it has not come to its end; `changed`: a sentence, where this version
    plays it differently, so that its moments and cards are not known."""

    number: int
    minutes: int
    winner: str | None
    moments: list[Moment]
    seats: list[Sat]
    changed: str = ""


class EveningStory(msgspec.Struct):
    """An evening told. `began`: by the clock of the wall; `deck`: titles of cards, and how many of each;
    `options`: those that are not what they are by default."""

    began: str
    language: str
    rulebook: str
    players: int
    deck: dict[str, int]
    options: dict[str, Any]
    rounds: list[Round]


class CardKey(msgspec.Struct, frozen=True):
    """A card of which nothing but its key is kept."""

    key: str


class ChronicleTexts:
    """`words("deed.seer", seat=..., chosen=...)` is a sentence of the evening's language."""

    def __init__(self, narration: Narration, kind: str = "chronicle") -> None:
        """`kind`: "chronicle/mots-garous" for that game. Raises `UnreadableError` for a mistake in the
        owner's file."""
        self.narration = narration
        self._words = flat(narration.texts(kind))

    def __contains__(self, key: str) -> bool:
        """Whether there is a text of its own."""
        return key in self._words

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text of a key. Where it has none, a yes, no or nothing is told as the group's, and all else in
        the words of "any": "deed.hermit.yes" as "deed.yes", "deed.hermit" as "deed.any"."""
        group, *_, last = key.split(".")
        ends = [f"{group}.{last}"] if last in ENDINGS else []
        tried = (key, f"{key}.any", *ends, f"{key.rpartition('.')[0]}.any", f"{group}.any")
        template = self._words[next((one for one in tried if one in self._words), key)]
        text = self.narration.grammar.typeset(template).format_map(facts)
        return text[:1].upper() + text[1:] if template.startswith("{") else text

    def among(self, sitters: Sequence[Any]) -> Nameable:
        """Several players as one speaks of them, in every form: "the Mill, the Forge and Ana"."""
        grammar = self.narration.grammar
        named = [self.narration.seat(one) for one in sitters]

        def listed(form: str) -> str:
            *first, last = [str(getattr(each, form)) for each in named]
            return grammar.comma.join(first) + (grammar.last if first else "") + last

        return Nameable({form: listed(form) for form in grammar.name}, grammar.spoken)

    def listed(self, values: Iterable[Any]) -> str:
        """Seats and cards by their labels and titles, words as they are, with commas."""
        return self.narration.grammar.comma.join(self._label(one) for one in values)

    def _label(self, value: Any) -> str:
        if isinstance(value, str | int):
            return str(value)
        is_seat = hasattr(value, "index")
        return str(self.narration.seat(value).label if is_seat else self.narration.card(value).title)


class Highlights(NamedTuple):
    """What of a game stands on the board after a round, besides deeds. `votes`: what many have done, told in
    one sentence, against whom most were; `outcomes`: what is told though nobody has done it, `values`: with
    this value alone; `heads`: what somebody is from then on, with a sign on their plaque; `kills`: of what
    somebody dies, and what was done to them in the night before; of all else what bears the same name."""

    votes: Collection[str] = ()
    outcomes: Collection[str] = ()
    values: Collection[tuple[str, str]] = ()
    heads: Collection[str] = ()
    kills: Mapping[str, Collection[str]] = {}

    def tells(self, entry: StoryEntry) -> bool:
        """Whether somebody has done something, or something came of it."""
        has_done = entry.deed and bool(entry.to or entry.value is not None)
        is_outcome = entry.what in self.outcomes
        return has_done or is_outcome or any((entry.what, entry.value) == one for one in self.values)


class Teller(Protocol):
    """Hears a replayed round and writes it down."""

    moments: list[Moment]

    def hear(self, request: Request, answer: Any, /) -> None:
        """One word of the round, and its answer."""

    def end(self) -> None:
        """Nothing more is said."""

    def sat(self, seat: Any, name: str) -> Sat:
        """A player, as they were in the end."""
