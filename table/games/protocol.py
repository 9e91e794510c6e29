# ruff: noqa: ARG002 - what a game leaves open depends on nothing
"""What a game provides to the rest of the table: one record, `GAME` in the `game.py` of its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from table.errors import RefusedError
from table.games.entries import ChronicleTexts, Highlights, Honour, Round, Teller
from table.games.evening import Evening, Rules
from table.games.lots import Players, Tally
from table.games.records import JournalLine, Setup
from table.games.scenario import Scenario
from table.settings.settings import Layer, Settings
from table.words.lists import Word, WordList
from table.words.narration import Narration


class HostTexts(Protocol):
    """The texts of the host's menu, in one language."""

    def text(self, key: str, **facts: object) -> str:
        """One text: "host.start"."""

    def titled(self, table: str, key: str) -> str:
        """The title of one of several choices; for the owner's own, its key."""


class Choice(NamedTuple):
    """An entry of the host's menu for the `values` of the setting `field`. `key`: of its label; `value`: the
    current value, in words; `follows`: the entry of every game after which it is placed."""

    key: str
    field: str
    values: Sequence[Any]
    value: str
    note: str = ""
    follows: str = "deck"


class CardChoice(NamedTuple):
    """A card to choose one by one. `number`: how many of it there are; `decks`: the deck with each number of
    it that the rules allow."""

    card: Any
    number: int
    decks: Mapping[int, str]


class Home(Protocol):
    """What a game may ask of its table."""

    settings: Settings
    simulated: bool

    @property
    def lists(self) -> Sequence[WordList]:
        """All word lists."""

    def words(self, choices: Settings) -> Sequence[Word]:
        """The words to choose from."""

    def categories(self, choices: Settings) -> Sequence[tuple[str, ...]]:
        """The word categories in the menu."""

    def title_of_own(self, choices: Settings) -> str:
        """The title of the only list of own words; empty if it has none, or there are several."""


class Offer(Protocol):
    """What a game offers the host of a table, and remembers between evenings. `book`: one of its rulebooks;
    `choices`: the settings as changed by the host."""

    def decks(self) -> Sequence[str]:
        """The names of all decks."""
        return ()

    def options(self, book: Any, choices: Settings) -> Any:
        """The options of a round: a struct, or None."""
        return {}

    def evening(
        self, book: Any, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int
    ) -> Evening:
        """An evening with these choices, with seats at these pods. Raises `RefusedError`."""

    def chosen(self, evening: Any) -> Layer:
        """The choices of an evening of this game."""
        return {}

    def minutes(self, book: Any, choices: Settings, deck: Sequence[Any]) -> int:
        """About how many minutes a round lasts."""
        return 10

    def long_night_minutes(self, book: Any, choices: Settings, deck: Sequence[Any]) -> int:
        """About how many minutes the first night lasts, if that is longer than people expect; else 0."""
        return 0

    def choices(self, choices: Settings, texts: HostTexts, lacking: str) -> list[Choice]:
        """The choices that only this game has. `lacking`: cards the players lack."""
        return []

    def house_rules(self, book: Any, choices: Settings, players: int, texts: HostTexts) -> list[Choice]:
        """The choices of a page of their own: options that change the rules, and can change this
        round."""
        return []

    def lacking(self, book: Any, choices: Settings, players: int) -> Mapping[Any, int]:
        """Which cards players who deal need besides those of their box, and how many. Raises
        `RefusedError`."""
        return {}

    def given(self, book: Any, choices: Settings) -> Mapping[str, Any] | None:
        """The options of a simulation of these choices; none if they are those with which the shipped chances
        were measured; None: these choices cannot be simulated."""
        return None

    def cards(self, book: Any, choices: Settings, players: int) -> Sequence[CardChoice]:
        """The cards to choose one by one; the others are simple villagers."""
        return ()

    def why_not(self, choices: Settings, texts: HostTexts) -> str:
        """Why the round cannot begin even though the cards are right."""
        return ""

    def cures(self, book: Any, choices: Settings, players: int) -> Iterable[Layer]:
        """Other choices of this game for this number of players if these cannot be played, the nearest first.
        Some may not do either."""
        return ()

    def can_play_for(self, choices: Settings) -> bool:
        """Whether the table may play the empty chairs."""
        return True

    def draws_words(self, choices: Settings) -> bool:
        """Whether a round draws words from lists, so that the host may add some."""
        return False

    def unseen(self, choices: Settings) -> Settings:
        """The offer for a table whose board nobody can see."""
        return choices

    def pods(self, book: Any, settings: Settings, seats: int | None, is_typed: bool) -> int:
        """How many pods a simulated table has for `seats`. `is_typed`: whether its deck was typed. Raises
        `RefusedError`."""
        return seats or settings.seats

    def left_out(self, book: Any, choices: Settings) -> Sequence[str]:
        """The settings that have no effect with this rulebook."""
        return ()

    def know(self, evening: Any) -> None:
        """A stored evening resumes here."""
        return

    def remember(self, rounds: Iterable[Sequence[JournalLine]]) -> None:
        """Reads all stored rounds of any game as the table opens."""
        return

    def note(self, evening: Any, rounds_before: int) -> None:
        """An evening was played, after this many rounds of it."""
        return

    def forget(self) -> None:
        """Other people sit here now."""
        return


class SimulationRequest(NamedTuple):
    """A simulation to prepare. `deck`: as typed; `seats`: how many play, None: as many as the deck needs;
    `given`: options of the round; `lists`: of words."""

    book: Any
    deck: str
    seats: int | None
    players: Players
    given: Mapping[str, Any]
    settings: Settings
    lists: Callable[[], Sequence[WordList]]
    warn: Callable[[str], object]


class Simulation(NamedTuple):
    """Rounds that can be played. `play`: plays so many with a seed of their own; `played`: the setup, in
    words; `cards`: of it the cards; `players`: how many; `minutes`: about how long a round lasts at a table;
    `can_win`: whether the cards have what a camp needs; `more`: another line about what was found, or "";
    `one_process`: whether all have to be played in this process, as those with a character of the owner,
    whose mistakes are noted in it; `beyond`: cards that the box lacks, by their keys, and how many;
    `silent`: plays the same without a word, None: nobody talks less."""

    play: Callable[[int, str], Tally]
    played: str
    cards: str
    players: int
    minutes: int
    can_win: Callable[[str], bool] = lambda _: True
    more: Callable[[Tally], str] = lambda _: ""
    one_process: bool = False
    beyond: Mapping[str, int] = {}
    silent: Callable[[int, str], Tally] | None = None


def not_simulated(asked: SimulationRequest) -> Simulation:
    """Refuses a simulation, for a game without random players."""
    raise RefusedError(f"{asked.book.key} cannot be simulated")


class DeckWish(NamedTuple):
    """What a deck shall be like. `players`: how many play; `must`, `without`: keys of cards that have to be
    there, and that must not; `minutes`: of the longest round at a table, 0: any; `hard_for`: the side it
    shall be hard for, "village" or "werewolves", or "nobody"; `like`: the deck that it shall be as difficult
    as, with other characters, empty: any."""

    players: int
    must: Sequence[str] = ()
    without: Sequence[str] = ()
    minutes: int = 0
    hard_for: str = "nobody"
    like: str = ""


class Recommendation(NamedTuple):
    """A deck that a search has found. `deck`: its cards, in words; `night_s`: seconds of a night; `active`:
    how many have something to do; `fits`: whether its chances are as it was wished; `beyond`: cards that the
    box lacks, by their keys, and how many."""

    deck: str
    players: int
    tally: Tally
    minutes: int
    night_s: float
    active: int
    fits: bool
    beyond: Mapping[str, int]


Recommend = Callable[[SimulationRequest, DeckWish, int, int], Iterator[Sequence[Recommendation]]]
"""Looks for decks: of a request, whose `deck` and `seats` do not matter, a wish, a seed and a number of
processes. Yields the decks found so far, the best first, as often as there are others."""


def not_recommended(
    asked: SimulationRequest,
    *wishes: object,  # noqa: ARG001 - none is granted
) -> Iterator[Sequence[Recommendation]]:
    """Refuses a search, for a game whose decks are made by its box."""
    raise RefusedError(f"{asked.book.key}: its sets are those of its box, so none is recommended")


class Game(NamedTuple):
    """A game. What depends on one evening is in its `Evening`, what one table offers in its `Offer`.

    `rulebooks`: what can be played, by the key that stands in settings, journals and scenarios; `options`: of
    a round, as they are by default; `deck_key`: of the setting that names a deck; `offer`: what it offers;
    `evening`: the evening of a rulebook that began so, after these rounds; `scenario`: reads a scenario file
    of a rulebook; `teller`: writes a round down for the chronicle, in the words of `texts`; `minds`: the
    same with what minds believed, None: they do not say; `highlights`:
    what of that stands on the board after a round; `honours`: what each player of a finished round will be
    remembered for; `simulate`: what plays many rounds; `recommend`: looks for a fair deck; `pages`: of its
    rules what depends on deck and options, each a title and a text; `signs`: of the cards of a rulebook on a
    ring, groups of light and their motion.
    """

    rulebooks: Mapping[str, Rules]
    options: Any
    offer: Callable[[Home], Offer]
    evening: Callable[[Any, Setup, Sequence[Sequence[JournalLine]]], Evening]
    scenario: Callable[[Mapping[str, Any], Any], Scenario]
    teller: Callable[[ChronicleTexts], Teller]
    minds: Callable[[ChronicleTexts], Teller] | None = None
    texts: str = "chronicle"
    highlights: Highlights = Highlights()
    honours: Callable[[Round], Mapping[int, Honour]] = lambda _: {}
    deck_key: str = "game.deck"
    simulate: Callable[[SimulationRequest], Simulation] = not_simulated
    recommend: Recommend = not_recommended
    pages: Callable[[HostTexts, Narration, Sequence[Any], Any], Sequence[tuple[str, str]]] = lambda *_: ()
    signs: Callable[[Any], Sequence[tuple[Any, tuple[int, str]]]] = lambda _: ()
