# ruff: noqa: ARG002 - what a game leaves open depends on nothing
"""What a game gives the rest of the table: one record, `GAME` in the `game.py` of its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from table.errors import RefusedError
from table.games.entries import ChronicleTexts, Highlights, Teller
from table.games.evening import Evening, Rules
from table.games.lots import Players, Tally
from table.games.records import JournalLine, Setup
from table.games.scenario import Scenario
from table.settings.settings import Layer, Settings
from table.words.lists import Word, WordList
from table.words.narration import Narration


class HostTexts(Protocol):
    """What the host's menu says, in one language."""

    def text(self, key: str, **facts: object) -> str:
        """One text: "host.start"."""

    def titled(self, table: str, key: str) -> str:
        """The name of one of several things to choose from; of the owner's own, its key."""


class Choice(NamedTuple):
    """An entry of the host's menu, to turn through `values` of the setting `field`. `key`: of its label;
    `value`: what stands there now, in words; `follows`: the entry of every game after which it stands."""

    key: str
    field: str
    values: Sequence[Any]
    value: str
    note: str = ""
    follows: str = "deck"


class Home(Protocol):
    """What a game may ask of the table at which it is offered."""

    settings: Settings
    simulated: bool

    @property
    def lists(self) -> Sequence[WordList]:
        """All lists of words there are."""

    def words(self, choices: Settings) -> Sequence[Word]:
        """The words that may be offered."""

    def categories(self, choices: Settings) -> Sequence[tuple[str, ...]]:
        """What categories of words one may turn through."""


class Offer(Protocol):
    """What a game has to offer the host of a table, and what it remembers from evening to evening. `book`:
    one of its rulebooks; `choices`: the settings as the host has left them."""

    def decks(self) -> Sequence[str]:
        """The names of all decks."""
        return ()

    def options(self, book: Any, choices: Settings) -> Any:
        """The options of a round: a struct, or nothing."""
        return {}

    def evening(
        self, book: Any, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int
    ) -> Evening:
        """An evening of these choices, of seats at these pods. Raises `RefusedError`."""

    def chosen(self, evening: Any) -> Layer:
        """What had been chosen for an evening of this game."""
        return {}

    def minutes(self, book: Any, choices: Settings, deck: Sequence[Any]) -> int:
        """About how long a round is."""
        return 10

    def choices(self, choices: Settings, texts: HostTexts, lacking: str) -> list[Choice]:
        """What there is to choose in this game alone. `lacking`: which cards its players lack."""
        return []

    def lacking(self, book: Any, choices: Settings, players: int) -> Mapping[Any, int]:
        """Which cards people who deal need besides those of their box, and how many. Raises
        `RefusedError`."""
        return {}

    def counted(self, choices: Settings) -> str:
        """The deck of `chances.toml` whose chances hold for these choices; "": of none."""
        return ""

    def why_not(self, choices: Settings, texts: HostTexts) -> str:
        """Why it cannot begin though the cards are right."""
        return ""

    def can_play_for(self, choices: Settings) -> bool:
        """Whether the table may play at chairs nobody sits at."""
        return True

    def unseen(self, choices: Settings) -> Settings:
        """The same for a table whose board nobody sees."""
        return choices

    def pods(self, book: Any, settings: Settings, seats: int | None, is_typed: bool) -> int:
        """How many a simulated table has for so many `seats`. `is_typed`: whether its deck is. Raises
        `RefusedError`."""
        return seats or settings.seats

    def left_out(self, book: Any, choices: Settings) -> Sequence[str]:
        """The settings that do nothing by this rulebook."""
        return ()

    def know(self, evening: Any) -> None:
        """An evening that was kept goes on here."""
        return

    def remember(self, rounds: Iterable[Sequence[JournalLine]]) -> None:
        """All rounds of whichever game that are kept, as the table opens."""
        return

    def note(self, evening: Any, rounds_before: int) -> None:
        """An evening was played, after so many rounds of it."""
        return

    def forget(self) -> None:
        """Others sit here now than before."""
        return


class SimulationRequest(NamedTuple):
    """What somebody wants simulated. `deck`: as it was typed; `seats`: how many play, None: as many as the
    deck says; `given`: options of the round; `lists`: of words."""

    book: Any
    deck: str
    seats: int | None
    rounds: int
    players: Players
    given: Mapping[str, Any]
    seed: int
    settings: Settings
    lists: Callable[[], Sequence[WordList]]
    warn: Callable[[str], object]


class SimulationResult(NamedTuple):
    """What came of it. `played`: with what, in words; `camps`: those of which it is told; `minutes`: about
    how long a round is at a table; `more`: a line besides."""

    tally: Tally
    played: str
    camps: Sequence[str]
    minutes: int
    more: str = ""


def not_simulated(asked: SimulationRequest) -> SimulationResult:
    """Refuses it, for a game without players by lot."""
    raise RefusedError(f"{asked.book.key} cannot be simulated")


class Game(NamedTuple):
    """A game. What depends on one evening is asked of its `Evening`, what one table offers of its `Offer`.

    `rulebooks`: what can be played, by the key that stands in settings, journals and scenarios; `options`: of
    a round, as they are by default; `deck_key`: of the setting that names a deck; `offer`: what it offers;
    `evening`: the evening of a rulebook that began so, after these rounds; `scenario`: reads a scenario file
    of a rulebook; `teller`: writes a round down for the chronicle, in the words of `texts`; `highlights`:
    what of that stands on the board after a round; `simulate`: plays many rounds; `pages`: of its rules what
    depends on deck and options, each a title and a text; `signs`: of the cards of a rulebook on a ring,
    groups of light and their motion.
    """

    rulebooks: Mapping[str, Rules]
    options: Any
    offer: Callable[[Home], Offer]
    evening: Callable[[Any, Setup, Sequence[Sequence[JournalLine]]], Evening]
    scenario: Callable[[Mapping[str, Any], Any], Scenario]
    teller: Callable[[ChronicleTexts], Teller]
    texts: str = "chronicle"
    highlights: Highlights = Highlights()
    deck_key: str = "game.deck"
    simulate: Callable[[SimulationRequest], SimulationResult] = not_simulated
    pages: Callable[[HostTexts, Narration, Sequence[Any], Any], Sequence[tuple[str, str]]] = lambda *_: ()
    signs: Callable[[Any], Sequence[tuple[Any, tuple[int, str]]]] = lambda _: ()
