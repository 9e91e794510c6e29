"""The records of a chronicle: evenings, rounds, moments and entries, and their texts."""

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
    whether it is somebody's deed; `secret`: whether only some knew of it; `seats`: who did it, learnt it, or
    was affected; `to`: whom it was done to or learnt about; `cards`: the keys of the cards that all of them
    held then; `value`: what was chosen or shown besides seats, or a number of votes; `by_lot`: whether some
    of it was drawn because nobody answered; `double`: of votes, whose counts for two. Seats are counted
    from 0."""

    text: str
    what: str
    deed: bool = False
    secret: bool = False
    seats: list[int] = []
    to: list[int] = []
    cards: list[str] = []
    value: Any = None
    by_lot: bool = False
    double: int | None = None


class Moment(msgspec.Struct):
    """The deal, a night, a dawn or a day."""

    at: str
    title: str
    entries: list[StoryEntry]


class Sat(msgspec.Struct):
    """A player at the end of a round. `card`: its key, and `title`: its name; `camp`: their side, love not
    counted. All three are empty while the round is unfinished."""

    name: str
    card: str = ""
    title: str = ""
    camp: str = ""
    won: bool = False


class Round(msgspec.Struct):
    """The story of a round. `winner` None: unfinished; `changed`: a sentence, if this version's rules replay
    it differently, so that its moments and cards are unknown."""

    number: int
    minutes: int
    winner: str | None
    moments: list[Moment]
    seats: list[Sat]
    changed: str = ""


class Honour(NamedTuple):
    """What somebody will be remembered for. `key`: of its text in `honour` of the chronicle's words."""

    key: str
    facts: Mapping[str, object] = {}


def given_once(claims: Iterable[tuple[int, Honour]]) -> dict[int, Honour]:
    """Gives each honour to the first seat that claims it and has none. `claims`: the rarest first."""
    given: dict[int, Honour] = {}
    taken: set[str] = set()
    for seat, honour in claims:
        if seat not in given and honour.key not in taken:
            given[seat] = honour
            taken.add(honour.key)
    return given


class EveningStory(msgspec.Struct):
    """The story of an evening. `began`: real time; `deck`: titles of cards, and how many of each; `options`:
    those that differ from the default."""

    began: str
    language: str
    rulebook: str
    players: int
    deck: dict[str, int]
    options: dict[str, Any]
    rounds: list[Round]


class CardKey(msgspec.Struct, frozen=True):
    """A card of which only the key is known."""

    key: str


class ChronicleTexts:
    """The chronicle's texts: `words("deed.seer", seat=..., chosen=...)` is a sentence in the evening's
    language."""

    def __init__(self, narration: Narration, kind: str = "chronicle") -> None:
        """`kind`: "chronicle/mots-garous" for that game. Raises `UnreadableError` for an error in the owner's
        file."""
        self.narration = narration
        self._words = flat(narration.texts(kind))

    def __contains__(self, key: str) -> bool:
        """Whether the key has a text of its own."""
        return key in self._words

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text of a key. Without one, a yes, no or nothing uses its group's text, and anything else the
        text of "any": "deed.hermit.yes" uses "deed.yes", "deed.hermit" uses "deed.any"."""
        group, *_, last = key.split(".")
        ends = [f"{group}.{last}"] if last in ENDINGS else []
        tried = (key, f"{key}.any", *ends, f"{key.rpartition('.')[0]}.any", f"{group}.any")
        template = self._words[next((one for one in tried if one in self._words), key)]
        text = self.narration.grammar.typeset(template).format_map(facts)
        return text[:1].upper() + text[1:] if template.startswith("{") else text

    def among(self, sitters: Sequence[Any]) -> Nameable:
        """Several players in a sentence, in every form: "the Mill, the Forge and Ana"."""
        grammar = self.narration.grammar
        named = [self.narration.seat(one) for one in sitters]

        def listed(form: str) -> str:
            *first, last = [str(getattr(each, form)) for each in named]
            return grammar.comma.join(first) + (grammar.last if first else "") + last

        return Nameable({form: listed(form) for form in grammar.name}, grammar.spoken)

    def listed(self, values: Iterable[Any]) -> str:
        """Labels of seats and titles of cards, words unchanged, separated by commas."""
        return self.narration.grammar.comma.join(self._label(one) for one in values)

    def _label(self, value: Any) -> str:
        if isinstance(value, str | int):
            return str(value)
        is_seat = hasattr(value, "index")
        return str(self.narration.seat(value).label if is_seat else self.narration.card(value).title)


class Highlights(NamedTuple):
    """What the board shows after a round besides deeds. `votes`: votes summed up in one sentence about the
    seat with the most; `outcomes`: events that nobody did but that are shown; `values`: the same, but only
    with this value; `heads`: changes of a player that get a sign on their plaque; `kills`: for a cause of
    death the deeds of the night before that bring it, where they have another key."""

    votes: Collection[str] = ()
    outcomes: Collection[str] = ()
    values: Collection[tuple[str, str]] = ()
    heads: Collection[str] = ()
    kills: Mapping[str, Collection[str]] = {}

    def tells(self, entry: StoryEntry) -> bool:
        """Whether this entry is a deed or an outcome to show."""
        has_done = entry.deed and bool(entry.to or entry.value is not None)
        is_outcome = entry.what in self.outcomes
        return has_done or is_outcome or any((entry.what, entry.value) == one for one in self.values)


class Teller(Protocol):
    """Writes down a round while it is replayed."""

    moments: list[Moment]

    def hear(self, request: Request, answer: Any, /) -> None:
        """One request of the round, and its answer."""

    def end(self) -> None:
        """The round has no more requests."""

    def sat(self, seat: Any, name: str) -> Sat:
        """A player at the end of the round."""
