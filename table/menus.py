"""Menus: entries one turns through and takes, and what the host of an evening can choose.

Everything here is without a table: a menu hears what somebody means and says what the board shows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from table.board.menu import Entry, Menu
from table.decks import NAMES, chosen_deck, in_words, minutes_of
from table.errors import RefusedError
from table.evening import Evening
from table.gestures import Meaning
from table.narration import Narration
from table.settings import CONFIG, PACES, Eyes, Settings
from table.werewolf.deck import SEATS_MOST
from table.werewolf.options import Options
from table.werewolf.pieces import Card
from table.werewolf.rulebook import Rulebook

WORDS = CONFIG / "menus"
CHANCES = CONFIG / "chances.toml"
SPARE_LANGUAGE = "en"
"""What menus say in a language that has no words for them."""
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
CAPTAINS = ("start", "day 1", "day 2", "day 3", "never")
SHOWN_CAMPS = 4
"""So many camps' chances are told; all others have less."""


class Words:
    """What menus say, in one language: `config/menus/<language>.toml`."""

    def __init__(self, language: str) -> None:
        self.language = language
        own = WORDS / f"{language}.toml"
        self.table = _words(own if own.exists() else WORDS / f"{SPARE_LANGUAGE}.toml")

    def text(self, key: str, **facts: object) -> str:
        """One text: "host.start". Raises `KeyError` if there is none."""
        value: Any = self.table
        for part in key.split(".", 1):
            value = value[part]
        return str(value).format(**facts)

    def maybe(self, key: str, spare: str) -> str:
        """One text, or another if there is none: an owner's deck has its own name."""
        try:
            return self.text(key)
        except KeyError:
            return spare


@cache
def _words(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


class Item(NamedTuple):
    """An entry, and what taking it does. `sure`: asked before it is done; taken once more, it is."""

    label: str
    value: str = ""
    note: str = ""
    take: Callable[[], object] = lambda: None
    sure: str = ""


class Turning:
    """A menu under somebody's buttons. `items`: as they are now, asked anew after every change."""

    def __init__(self, title: str, items: Callable[[], Sequence[Item]], hint: str) -> None:
        self.title = title
        self.hint = hint
        self.cursor = 0
        self._items = items
        self._asked = False
        """Whether the entry pointed at has been taken once, and waits for the second time."""

    def hear(self, meant: Meaning) -> None:
        """Turns to another entry, or takes the one pointed at."""
        items = self._items()
        if meant in (Meaning.NEXT, Meaning.BACK):
            self._asked = False
            self.cursor = (self.cursor + (1 if meant is Meaning.NEXT else -1)) % len(items)
        elif meant is Meaning.TAKE:
            item = items[self.cursor]
            if item.sure and not self._asked:
                self._asked = True
                return
            self._asked = False
            item.take()

    def menu(self) -> Menu:
        """What the board shows."""
        items = self._items()
        self.cursor = min(self.cursor, len(items) - 1)
        entries = [
            Entry(item.label, item.sure if self._asked and at == self.cursor else item.value, item.note)
            for at, item in enumerate(items)
        ]
        return Menu(self.title, entries, self.cursor, self.hint)


def after(value: Any, values: Sequence[Any]) -> Any:
    """The one that follows, of those to choose from; the first where it is none of them."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def louder(volume: float) -> float:
    """The next step of a volume, silence after the loudest."""
    return next((step for step in VOLUMES if step > volume + 1e-6), VOLUMES[0])


def loudness(volume: float, words: Words) -> str:
    """A volume in words."""
    return f"{round(100 * volume)} %" if volume else words.text("service.off_air")


class Choices(msgspec.Struct, frozen=True):
    """What the host of an evening decides. `deck`: a name, or cards written out; `bots`: whether the table
    plays at the chairs nobody sits at."""

    rulebook: str
    deck: str
    deal: str
    language: str
    pace: str
    volume: float
    captain: str
    night: Eyes
    bots: bool


class House:
    """What there is to choose from at this table, and what is chosen to begin with.

    `narration`: the telling of a rulebook, by its key, in a language; `imagined`: at a simulated table nobody
    holds cards, and whoever sits at no chair is played.
    """

    def __init__(
        self,
        settings: Settings,
        rulebooks: Mapping[str, Rulebook],
        narration: Callable[[str, str], Narration],
        languages: Sequence[str],
        choices: Choices,
        *,
        imagined: bool,
    ) -> None:
        self.settings = settings
        self.rulebooks = rulebooks
        self.narration = narration
        self.languages = languages
        self.choices = choices
        self.imagined = imagined

    def cards(self, choices: Choices, players: int) -> Sequence[Card]:
        """The deck for so many players. Raises `RefusedError` if it cannot be played."""
        book = self.rulebooks[choices.rulebook]
        deck = chosen_deck(book, choices.deck, players, players, self.settings.decks)
        trial = Evening(book, [""] * players, deck, self.options(choices), 0)
        trial.deal = "cards" if choices.deal == "cards" else "ring"
        trial.check()
        return deck

    def least(self, choices: Choices) -> int:
        """The fewest players these rules and cards are for."""
        book = self.rulebooks[choices.rulebook]
        for players in range(book.least, SEATS_MOST + 1):
            try:
                self.cards(choices, players)
            except RefusedError:
                continue
            return players
        return book.least

    def options(self, choices: Choices) -> Options:
        """The options of a round: the owner's, as far as the rulebook has them, and when a captain is
        elected."""
        game = self.settings.game
        book = self.rulebooks[choices.rulebook]
        owners = {key: getattr(game, key) for key in book.options}
        return Options(**(owners | {"captain": choices.captain}))

    def evening(self, choices: Choices, names: Sequence[str], pods: Sequence[int], seed: int) -> Evening:
        """An evening of these choices, of seats at these pods. Raises `RefusedError`."""
        deck = self.cards(choices, len(names))
        book = self.rulebooks[choices.rulebook]
        evening = Evening(book, list(names), deck, self.options(choices), seed)
        evening.deal = "cards" if choices.deal == "cards" else "ring"
        evening.imagined, evening.pods = self.imagined, tuple(pods)
        return evening

    def sat(self, evening: Evening, language: str) -> Choices:
        """What had been chosen for an evening that was kept, as far as it is known."""
        return msgspec.structs.replace(
            self.choices,
            rulebook=evening.rulebook.key,
            deck=in_words(evening.deck),
            deal=evening.deal,
            captain=evening.options.captain,
            language=language,
        )

    def minutes(self, choices: Choices, deck: Sequence[Card]) -> int:
        """About how long a round is at the pace chosen."""
        times = msgspec.structs.replace(self.settings.times, pace=choices.pace)
        return minutes_of(self.rulebooks[choices.rulebook], deck, times)

    def decks(self, choices: Choices, players: int) -> list[str]:
        """The decks to turn through: those that so many can play, and the one that stands there now."""
        given = [self.choices.deck]
        found = []
        for name in dict.fromkeys((*NAMES, *self.settings.decks, *given)):
            try:
                self.cards(msgspec.structs.replace(choices, deck=name), players)
            except RefusedError:
                continue
            found.append(name)
        return found


class HostsMenu:
    """What the host turns through before a round. `choices` is what stands there now."""

    def __init__(self, house: House, choices: Choices, words: Words, buttons: int) -> None:
        self.house = house
        self.choices = choices
        self.words = words
        self.started = False
        self.passed = False
        """Whether the host has handed on the menu."""
        self.seated = 0
        self.pods = 0
        self.turning = Turning(words.text("host.title"), self._items, words.text(f"hint.{buttons}"))

    @property
    def players(self) -> int:
        """How many would play if it began now."""
        return self.pods if self.choices.bots else self.seated

    def speak(self, words: Words, buttons: int) -> None:
        """The same in another language."""
        self.words = words
        self.turning.title, self.turning.hint = words.text("host.title"), words.text(f"hint.{buttons}")

    def menu(self, seated: int, pods: int) -> Menu:
        """What the board shows while so many sit at a table of so many chairs."""
        self.seated, self.pods = seated, pods
        return self.turning.menu()

    def why_not(self) -> str:
        """Why it cannot begin; empty if it can."""
        book = self.house.rulebooks[self.choices.rulebook]
        if self.players < book.least:
            return self.words.text("host.too_few", least=book.least)
        try:
            self.house.cards(self.choices, self.players)
        except RefusedError:
            return self.words.text("host.refused", players=self.players)
        return ""

    def missing(self) -> int:
        """How many more have to sit down for these rules."""
        return max(0, self.house.rulebooks[self.choices.rulebook].least - self.players)

    def _items(self) -> list[Item]:
        words, choices, house = self.words, self.choices, self.house
        items = [self._start()]

        def entry(key: str, field: str, values: Sequence[Any], value: str, note: str = "") -> None:
            if len(values) > 1 or getattr(choices, field) not in values:
                turn = lambda: self._choose(field, after(getattr(self.choices, field), values))  # noqa: E731
                items.append(Item(words.text(f"host.{key}"), value, note, turn))

        book = house.rulebooks[choices.rulebook]
        about = words.text("host.rulebook_note", least=book.least, most=book.most)
        entry("rulebook", "rulebook", [*house.rulebooks], self._titled("rulebook", choices.rulebook), about)
        decks = house.decks(choices, self.players)
        deck = "given" if choices.deck not in (*NAMES, *house.settings.decks) else choices.deck
        entry("deck", "deck", decks or [choices.deck], self._titled("deck", deck), self._odds())
        told = "bots.on" if choices.bots else "bots.off"
        if not house.imagined:
            entry("bots", "bots", (False, True), words.text(told))
        captain = words.text(f"captain.{choices.captain}")
        entry("captain", "captain", CAPTAINS, captain, words.text("host.captain_note"))
        language = Words(choices.language).text("other_language") if len(house.languages) > 1 else ""
        entry("language", "language", house.languages, language)
        pace = words.text(f"pace.{choices.pace}")
        entry("pace", "pace", tuple(PACES), pace, words.text("host.pace_note"))
        louder_by_one = lambda: self._choose("volume", louder(self.choices.volume))  # noqa: E731
        items.append(Item(words.text("host.volume"), loudness(choices.volume, words), "", louder_by_one))
        if not choices.bots or house.imagined:
            dealt = words.text(f"deal.{choices.deal}")
            entry("cards", "deal", ("ring", "cards"), dealt, words.text(f"deal_note.{choices.deal}"))
        night = words.text(f"night.{choices.night}")
        note = words.text(f"night_note.{choices.night}")
        entry("night", "night", ("eyes_closed", "eyes_down"), night, note)
        if self.seated > 1:
            items.append(Item(words.text("host.pass"), "", words.text("host.pass_note"), self._pass))
        return items

    def _start(self) -> Item:
        why_not = self.why_not()
        if why_not:
            missing = self.missing()
            key = "lobby.missing_one" if missing == 1 else "lobby.missing"
            value = self.words.text(key, number=missing) if missing else ""
            return Item(self.words.text("host.start"), value, why_not)
        deck = self.house.cards(self.choices, self.players)
        minutes = self.house.minutes(self.choices, deck)
        ready = self.words.text("host.ready", players=self.players, minutes=minutes)
        return Item(self.words.text("host.start"), ready, self._odds(), self._begin)

    def _odds(self) -> str:
        """The chances of each camp, as many rounds of bots have come out; empty where nobody has counted."""
        found = chances(self.choices.rulebook, self.choices.deck, self.players)
        if not found:
            return ""
        best = sorted(found.items(), key=lambda camp: -camp[1])[:SHOWN_CAMPS]
        told = ", ".join(f"{self.words.maybe(f'camp.{camp}', camp)} {share}" for camp, share in best)
        return self.words.text("host.chances", chances=told)

    def _titled(self, table: str, key: str) -> str:
        return self.words.maybe(f"{table}.{key}", key.replace("-", " ").replace("_", " ").capitalize())

    def _choose(self, field: str, value: Any) -> None:
        self.choices = msgspec.structs.replace(self.choices, **{field: value})
        if self.choices.bots and not self.house.imagined and self.choices.deal == "cards":
            # LG-52: the table cannot know what card lies in front of an empty chair.
            self.choices = msgspec.structs.replace(self.choices, deal="ring")

    def _begin(self) -> None:
        self.started = True

    def _pass(self) -> None:
        self.passed = True
        self.turning.cursor = 0


def chances(rulebook: str, deck: str, players: int) -> Mapping[str, int]:
    """Of a hundred rounds of a shipped deck, how many each camp wins; empty for a deck nobody has counted."""
    found: Mapping[str, int] = _chances().get(rulebook, {}).get(deck, {}).get(str(players), {})
    return found


@cache
def _chances() -> Mapping[str, Any]:
    return tomllib.loads(CHANCES.read_text("utf-8"))


def first_choices(
    settings: Settings, rulebook: str, deck: str, deal: str, language: str, *, imagined: bool
) -> Choices:
    """What stands in the host's menu at the beginning of an evening: the owner's settings. Where players hold
    cards of their own the table plays for nobody: it cannot know what lies in front of an empty chair."""
    game = settings.game
    volume = settings.voice.volume if settings.voice.enabled else 0.0
    bots = imagined or (game.bots and deal == "ring")
    return Choices(
        rulebook, deck, deal, language, settings.times.pace, volume, game.captain, game.night, bots
    )
