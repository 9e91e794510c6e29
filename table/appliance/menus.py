"""Menus: entries one turns through and takes, and what the host of an evening can choose.

Everything here is without a table: a menu hears what somebody means and says what the board shows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from table.appliance.word_stick import OnStick, WordStick
from table.board.menu import Entry, Menu
from table.errors import RefusedError, UnreadableError
from table.games.evening import Evening
from table.games.records import Line
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.playing_cards import has_playing_cards
from table.games.werewolf.rules.deck import SEATS_MOST, beyond_the_box
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewords.evening import (
    ENOUGH,
    WordEvening,
    check_words,
    next_in_office,
    offered_in,
    word_minutes,
)
from table.games.werewords.rules.box import MOTS_GAROUS, SETS, Game, tiles_of
from table.games.werewords.rules.letters import uncovers_s
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.tiles import Tile
from table.gestures import Meaning
from table.sentences import Wrong
from table.settings.decks import NAMES, chosen_deck, in_words, minutes_of
from table.settings.settings import CONFIG, Settings
from table.settings.times import PACES
from table.words.lists import CATEGORIES, DIFFICULTIES, OWN, Word, WordList, choose
from table.words.narration import Narration, Piece
from table.words.texts import texts
from table.words.troubles import troubles_of

CHANCES = CONFIG / "chances.toml"
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
CAPTAINS = ("start", "day 1", "day 2", "day 3", "never")
SHOWN_CAMPS = 4
"""So many camps' chances are told; all others have less."""


class Words:
    """What menus say, in one language: `config/menus/<language>.toml`."""

    def __init__(self, language: str, own: Path | None = None) -> None:
        """`own`: the owner's folder. Raises `UnreadableError` for a mistake in his file."""
        self.language = language
        self.own = own
        self.table = texts("menus", language, own)

    def text(self, key: str, **facts: object) -> str:
        """One text: "host.start". Raises `KeyError` if there is none."""
        value: Any = self.table
        for part in key.split(".", 1):
            value = value[part]
        return str(value).format(**facts)

    def wrong(self, wrong: str | Wrong) -> str:
        """What is wrong with something, as it is told everywhere in this language."""
        return troubles_of(self.own, self.language).any(wrong)

    def maybe(self, key: str, spare: str) -> str:
        """One text, or another if there is none: an owner's deck has its own name."""
        try:
            return self.text(key)
        except KeyError:
            return spare


class Item(NamedTuple):
    """An entry, and what taking it does. `sure`: asked before it is done; taken once more, it is. `key`: what
    tells it from all others where taking it gives it another label; else its label does."""

    label: str
    value: str = ""
    note: str = ""
    take: Callable[[], object] = lambda: None
    sure: str = ""
    key: str = ""


class Page(NamedTuple):
    """A few words, and two lines."""

    title: str
    text: str


class Turning:
    """A menu under somebody's buttons. `items`: as they are now, asked anew after every change: the cursor
    stays on its entry, whatever comes or goes before it; once that has gone, on the nearest before it."""

    def __init__(self, title: str, items: Callable[[], Sequence[Item]], hint: str) -> None:
        self.title = title
        self.hint = hint
        self.cursor = 0
        self._items = items
        self._keys: list[str] = []
        """Of the entries as they were when they were asked for last."""
        self._asked = False
        """Whether the entry pointed at has been taken once, and waits for the second time."""

    def hear(self, meant: Meaning) -> None:
        """Turns to another entry, or takes the one pointed at; one that has gone meanwhile is not taken."""
        pointed_at = self._keys[self.cursor : self.cursor + 1]
        items = self._now()
        if meant in (Meaning.NEXT, Meaning.BACK):
            self._asked = False
            self.cursor = (self.cursor + (1 if meant is Meaning.NEXT else -1)) % len(items)
        elif meant is Meaning.TAKE and pointed_at in ([], [self._keys[self.cursor]]):
            item = items[self.cursor]
            if item.sure and not self._asked:
                self._asked = True
                return
            self._asked = False
            item.take()

    def menu(self) -> Menu:
        """What the board shows."""
        items = self._now()
        entries = [
            Entry(item.label, item.sure if self._asked and at == self.cursor else item.value, item.note)
            for at, item in enumerate(items)
        ]
        return Menu(self.title, entries, self.cursor, self.hint)

    def _now(self) -> Sequence[Item]:
        """The entries as they are now, and the cursor where it belongs among them."""
        items = self._items()
        before, self._keys = self._keys, [item.key or item.label for item in items]
        if before and before != self._keys:
            nearest = before[self.cursor :: -1]
            self._asked = self._asked and nearest[0] in self._keys
            self.cursor = next((self._keys.index(key) for key in nearest if key in self._keys), 0)
        self.cursor = min(self.cursor, len(items) - 1)
        return items


def pages(
    words: Words,
    rulebook: str,
    narration: Narration,
    deck: Sequence[Piece],
    options: Options | WordOptions,
    buttons: int,
) -> list[Page]:
    """The rules in a few pages: what there is to know of the game in thirty seconds, with so many `buttons` a
    seat; the Captain, if one is elected, what the rules lay open about Lovers, if there may be any, and what
    is special in this rulebook; then each character of a deck in two lines. One nobody has described has no
    page."""
    told, box = words.table["pages"], words.table["box"]
    general = [*told.get(rulebook, told["werewolves"]), words.table["your_button"][str(buttons)]]
    office = []
    breaks_ties = False
    if isinstance(options, Options) and options.captain != "never":
        office = [Page(narration.cards["captain"].title, words.text(f"office.{options.tie}"))]
        breaks_ties = options.tie == "rules"
    love = []
    if any(card.key == "cupid" for card in deck):
        captain = narration.cards["captain"].title
        text = words.text("lovers.captain" if breaks_ties else "lovers.text", captain=captain)
        love = [Page(words.text("lovers.title"), text)]
    characters = {card.key: card for card in deck if f"role.{card.key}" in narration.words}
    return [
        *(Page(page["title"], page["text"]) for page in general),
        *office,
        *love,
        *(Page(box[key]["title"], box[key]["text"]) for key in box if key == rulebook),
        *(
            Page(narration.card(card).title, " ".join(narration.word(f"role.{key}").split()))
            for key, card in characters.items()
        ),
    ]


def reading(words: Words, told: Sequence[Page], buttons: int, close: Callable[[], object]) -> Turning:
    """Such pages as a menu to turn through, with so many `buttons`; whichever is taken, `close` is called."""
    items = [Item(page.title, "", page.text, close) for page in told]
    items.append(Item(words.text("service.back"), take=close))
    return Turning(words.text("host.rules"), lambda: items, words.text(f"page_hint.{buttons}"))


def after(value: Any, values: Sequence[Any]) -> Any:
    """The one that follows, of those to choose from; the first where it is none of them."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def louder(volume: float) -> float:
    """The next step of a volume, silence after the loudest."""
    return next((step for step in VOLUMES if step > volume + 1e-6), VOLUMES[0])


def loudness(volume: float, words: Words) -> str:
    """A volume in words."""
    return f"{round(100 * volume)} %" if volume else words.text("service.off_air")


class House:
    """What there is to choose from at this table. `settings`: what is chosen to begin with.

    `narration`: the telling of a rulebook, by its key, in a language; `imagined`: at a simulated table nobody
    holds cards, and whoever sits at no chair is played; `lists`: reads the words of Mots-garous, which nobody
    asks for before that game is wanted; `own`: the owner's folder; `stick`: where more of them may be plugged
    in.
    """

    def __init__(
        self,
        settings: Settings,
        rulebooks: Mapping[str, Rulebook | Game],
        narration: Callable[[str, str], Narration],
        languages: Sequence[str],
        *,
        imagined: bool,
        lists: Callable[[], Sequence[WordList]] = tuple,
        own: Path | None = None,
        stick: WordStick | None = None,
    ) -> None:
        self.settings = settings
        # Where players hold cards of their own it cannot be known what lies in front of an empty chair.
        if imagined or (settings.game.bots and settings.game.deal == "ring"):
            self.settings = settings.over({"game.bots": True, "mots_garous.word": "list"})
        else:
            self.settings = settings.over({"game.bots": False})
        self.rulebooks = rulebooks
        self.narration = narration
        self.languages = languages
        self.imagined = imagined
        self._lists = cache(lists)
        self._on_stick: Sequence[WordList] = ()
        self.own = own
        self.stick = stick
        self.offered: list[str] = []
        """MG-59: the words that have been offered at this table, in their order."""
        self.last_mayor: int | None = None
        """MG-4: the pod of the last Mayor, as long as somebody sits who sat there with him."""
        self._words: dict[tuple[object, ...], list[Word]] = {}

    def cards(self, choices: Settings, players: int) -> Sequence[Card | Tile]:
        """The deck for so many players. Raises `RefusedError` if it cannot be played."""
        book = self.rulebooks[choices.game.rulebook]
        if isinstance(book, Game):
            evening = self._word_evening(book, choices, [""] * players, 0)
            evening.check()
            return evening.deck
        deck = chosen_deck(book, choices.game.deck, players, players, self.settings.decks)
        trial = WerewolfEvening(book, [""] * players, deck, self._options(book, choices), 0)
        trial.deal = "cards" if choices.game.deal == "cards" else "ring"
        trial.check()
        return deck

    def least(self, choices: Settings) -> int:
        """The fewest players these rules and cards are for."""
        book = self.rulebooks[choices.game.rulebook]
        for players in range(book.least, SEATS_MOST + 1):
            try:
                self.cards(choices, players)
            except RefusedError:
                continue
            return players
        return book.least

    def options(self, choices: Settings) -> Options | WordOptions:
        """The options of a round: the owner's, as far as the rulebook has them, and what a host decides."""
        book = self.rulebooks[choices.game.rulebook]
        return self._word_options(choices) if isinstance(book, Game) else self._options(book, choices)

    def _options(self, book: Rulebook, choices: Settings) -> Options:
        return Options(**{key: getattr(choices.game, key) for key in {*book.options, "captain"}})

    def evening(self, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int) -> Evening:
        """An evening of these choices, of seats at these pods. Raises `RefusedError`."""
        book = self.rulebooks[choices.game.rulebook]
        evening: Evening
        if isinstance(book, Game):
            evening = self._word_evening(book, choices, list(names), seed)
            evening.last_mayor = next_in_office(pods, self.last_mayor)
            evening.check()
        else:
            deck = chosen_deck(book, choices.game.deck, len(names), len(names), self.settings.decks)
            evening = WerewolfEvening(book, list(names), deck, self._options(book, choices), seed)
            evening.deal = "cards" if choices.game.deal == "cards" else "ring"
            evening.check()
        evening.imagined, evening.pods = self.imagined, tuple(pods)
        return evening

    def sat(self, evening: Evening, language: str) -> Settings:
        """What had been chosen for an evening that was kept, as far as it is known."""
        chosen: dict[str, Any] = {"game.rulebook": evening.rulebook.key, "language": language}
        if isinstance(evening, WordEvening):
            tiles: Sequence[Any] = evening.deck
            words = {"tiles": in_words(tiles), "difficulty": evening.difficulty}
            words |= {"mode": evening.options.mode, "word": evening.options.word}
            chosen |= {f"mots_garous.{key}": value for key, value in words.items()}
        elif isinstance(evening, WerewolfEvening):
            chosen |= {"game.deck": in_words(evening.deck), "game.deal": evening.deal}
            chosen["game.captain"] = evening.options.captain
        return self.settings.over(chosen)

    def minutes(self, choices: Settings, deck: Sequence[Any]) -> int:
        """About how long a round is at the pace chosen."""
        book = self.rulebooks[choices.game.rulebook]
        if isinstance(book, Game):
            return word_minutes(deck, self._word_options(choices), choices.times)
        return minutes_of(book, deck, choices.times)

    def decks(self, choices: Settings, players: int) -> list[str]:
        """The decks to turn through: those that so many can play, and the one that stands there now."""
        if choices.game.rulebook == MOTS_GAROUS.key:
            field, names = "mots_garous.tiles", dict.fromkeys((*SETS, self.settings.mots_garous.tiles))
        else:
            decks = (*NAMES, *self.settings.decks, self.settings.game.deck)
            field, names = "game.deck", dict.fromkeys(decks)
        found = []
        for name in names:
            try:
                self.cards(choices.over({field: name}), players)
            except RefusedError:
                continue
            found.append(name)
        return found

    # Mots-garous

    @property
    def lists(self) -> list[WordList]:
        """All there are; read when this is asked first."""
        return [*self._lists(), *self._on_stick]

    def look_for_stick(self) -> None:
        """As the table opens, so that an evening that was kept knows its words."""
        if self.stick and self.stick.look():
            self.plugged()

    def plugged(self) -> OnStick | None:
        """What is on a stick that was plugged in, or pulled out, since this was asked last: its lists lie
        beside the others from now on, or no longer."""
        found = self.stick.take() if self.stick else None
        if found:
            self._on_stick = found.lists
            self._words.clear()
        return found

    def words(self, choices: Settings) -> list[Word]:
        """Those that may be offered."""
        safe = self.settings.mots_garous.child_safe
        key = (choices.language, choices.mots_garous.difficulty, choices.mots_garous.categories)
        if key not in self._words:
            language, difficulty, categories = key
            self._words[key] = choose(self.lists, language, difficulty, categories, safe)
        return self._words[key]

    def categories(self, choices: Settings) -> list[tuple[str, ...]]:
        """What to turn through: all of them, the owner's choice, and each that has words of this language."""
        there = {
            word.category for one in self.lists if one.language == choices.language for word in one.words
        }
        each = [(category,) for category in (*CATEGORIES, OWN) if category in there]
        return list(dict.fromkeys([(), self.settings.mots_garous.categories, *each]))

    def know(self, evening: Evening) -> None:
        """An evening that was kept has the words themselves: what is true of them is in the lists."""
        if isinstance(evening, WordEvening):
            words = {word.text: word for one in self.lists for word in one.words}
            evening.known = [words[text] for text in evening.choice if text in words]
            evening.day_s = self._day_s(self.settings, evening.options)

    def remember(self, rounds: Iterable[Sequence[Line]]) -> None:
        """MG-59: the words of all rounds that are kept have been offered."""
        self.offered = [word for lines in rounds for word in offered_in(lines)]

    def note(self, evening: Evening, rounds_before: int) -> None:
        """What later evenings have to know of one that was played, after so many rounds of it."""
        if isinstance(evening, WordEvening):
            for number in sorted(evening.drawn):
                self.offered += evening.drawn[number] if number >= rounds_before else ()
            if evening.last_mayor is not None:
                self.last_mayor = (evening.pods or range(len(evening.names)))[evening.last_mayor]

    def _word_options(self, choices: Settings) -> WordOptions:
        return WordOptions(
            **{key: getattr(choices.mots_garous, key) for key in WordOptions.__struct_fields__}
        )

    def _word_evening(self, book: Game, choices: Settings, names: Sequence[str], seed: int) -> WordEvening:
        tiles, options = tiles_of(choices.mots_garous.tiles, len(names)), self._word_options(choices)
        evening = WordEvening(book, names, tiles, options, seed)
        if options.word == "list":
            evening.known = self.words(choices)
            evening.choice = [word.text for word in evening.known]
            offered = self.settings.mots_garous.offered
            check_words(len(evening.choice), offered, choices.mots_garous.difficulty, choices.language)
        known = set(evening.choice)
        evening.before = [word for word in self.offered if word in known]
        evening.offered = self.settings.mots_garous.offered
        evening.difficulty = evening.wanted = choices.mots_garous.difficulty
        evening.day_s = self._day_s(choices, options)
        evening.uncovers_s = uncovers_s(evening.day_s)
        return evening

    def _day_s(self, choices: Settings, options: WordOptions) -> float:
        """How long the questions last at the pace chosen."""
        return choices.times.window_s(f"questions.{options.mode}")


class HostsMenu:
    """What the host turns through before a round. `choices` is what stands there now."""

    def __init__(self, house: House, choices: Settings, words: Words, buttons: int) -> None:
        self.house = house
        self.choices = choices
        self.words = words
        self.started = False
        self.passed = False
        """Whether the host has handed on the menu,"""
        self.stood = False
        """or stands up."""
        self._unread: dict[str, tuple[Any, str]] = {}
        """What was to be chosen last and cannot be told, with the mistake in the owner's words."""
        self.more: Callable[[], Sequence[Item]] = tuple
        """What there is besides, of the table itself."""
        self.seated = 0
        self.pods = 0
        self._buttons = buttons
        self.turning = self._own = Turning(
            words.text("host.title"), self._items, words.text(f"hint.{buttons}")
        )

    @property
    def players(self) -> int:
        """How many would play if it began now."""
        return self.pods if self.choices.game.bots else self.seated

    def speak(self, words: Words) -> None:
        """The same in another language."""
        self.words = words
        self._own.title, self._own.hint = words.text("host.title"), words.text(f"hint.{self._buttons}")

    def menu(self, seated: int, pods: int) -> Menu:
        """What the board shows while so many sit at a table of so many chairs."""
        self.seated, self.pods = seated, pods
        return self.turning.menu()

    def why_not(self) -> str:
        """Why it cannot begin; empty if it can."""
        book = self.house.rulebooks[self.choices.game.rulebook]
        if self.players < book.least and not self.is_stuck:
            return self.words.text("host.too_few", least=book.least)
        try:
            self.house.cards(self.choices, self.players)
        except RefusedError:
            if isinstance(book, Game) and self.choices.mots_garous.word == "list":
                number = len(self.house.words(self.choices))
                if number < ENOUGH * self.house.settings.mots_garous.offered:
                    return self.words.text("host.few_words" if number else "host.no_words", number=number)
            if self.is_stuck:
                return self.words.text("host.stuck", pods=self.pods)
            return self.words.text("host.refused", players=self.players)
        return ""

    @property
    def is_stuck(self) -> bool:
        """Whether these rules and cards are for no number of those who can still sit here."""
        least = self.pods if self.choices.game.bots else max(1, self.seated)
        for players in range(self.pods, least - 1, -1):
            with suppress(RefusedError):
                self.house.cards(self.choices, players)
                return False
        return self.pods > 0

    def missing(self) -> int:
        """How many more have to sit down for these rules; none where that does not help."""
        return (
            0
            if self.is_stuck
            else max(0, self.house.rulebooks[self.choices.game.rulebook].least - self.players)
        )

    @property
    def _is_heard(self) -> bool:
        """Whether there is a voice tonight."""
        return self.house.settings.voice.enabled and self.choices.voice.volume > 0

    def _items(self) -> list[Item]:
        words, choices, house = self.words, self.choices, self.house
        items = [self._start(), self._rules_item()]

        def entry(key: str, field: str, values: Sequence[Any], value: str, note: str = "") -> None:
            now = choices.value(field)
            if len(values) > 1 or now not in values:
                tried, mistake = self._unread.get(field, (now, ""))
                turn = lambda: self._choose(field, after(tried, values))  # noqa: E731
                items.append(Item(words.text(f"host.{key}"), value, mistake or note, turn, key=field))

        book = house.rulebooks[choices.game.rulebook]
        is_of_words = isinstance(book, Game)
        players = words.text("host.for_players", least=book.least, most=book.most)
        about = f"{words.maybe(f'rulebook_note.{choices.game.rulebook}', '')} {players}".lstrip()
        entry(
            "rulebook",
            "game.rulebook",
            [*house.rulebooks],
            self._titled("rulebook", choices.game.rulebook),
            about,
        )
        decks = house.decks(choices, self.players)
        if is_of_words:
            self._word_entries(entry, decks)
        else:
            deck = "given" if choices.game.deck not in (*NAMES, *house.settings.decks) else choices.game.deck
            entry("deck", "game.deck", decks or [choices.game.deck], self._titled("deck", deck), self._odds())
        played = "on" if choices.game.bots else "off"
        if not house.imagined and not (is_of_words and choices.mots_garous.word == "own"):
            told, note = words.text(f"bots.{played}"), words.text(f"bots_note.{played}")
            entry("bots", "game.bots", (False, True), told, note)
        if not is_of_words:
            captain = words.text(f"captain.{choices.game.captain}")
            entry("captain", "game.captain", CAPTAINS, captain, words.text("host.captain_note"))
        language = (
            Words(choices.language, house.own).text("other_language") if len(house.languages) > 1 else ""
        )
        entry("language", "language", house.languages, language)
        pace = words.text(f"pace.{choices.times.pace}")
        entry("pace", "times.pace", tuple(PACES), pace, words.text("host.pace_note"))
        for part, entries in (("sound", self._sounds), ("board", self._looks)):
            if entries():
                title, note = words.text(f"host.{part}"), words.text(f"host.{part}_note")
                items.append(Item(title, "", note, partial(self._open, title, entries)))
        if not is_of_words and (not choices.game.bots or house.imagined):
            dealt = words.text(f"deal.{choices.game.deal}")
            note = self._lacking() or words.text(f"deal_note.{choices.game.deal}")
            entry("cards", "game.deal", ("ring", "cards"), dealt, note)
        night = words.text(f"night.{choices.game.night}")
        note = words.text(f"night_note.{choices.game.night}")
        if self._is_heard:  # where no voice calls, all look at their rings
            entry("night", "game.night", ("eyes_closed", "eyes_down"), night, note)
        # Last, and so beside the start, stands what does nothing by one hold too early.
        return [*items, *self._host_items(), *self.more()]

    def _sounds(self) -> list[Item]:
        """How loud everything is that this house lets be heard."""
        words, settings = self.words, self.house.settings
        heard = (
            ("voice.volume", settings.voice.enabled),
            ("sound.ambience", settings.sound.ambience > 0),
            ("sound.effects", settings.sound.effects > 0),
        )
        items = []
        for field, is_there in heard:
            volume: float = self.choices.value(field)
            turn = partial(self._choose, field, louder(volume))
            if is_there:
                label = words.text(f"host.{field.partition('.')[2]}")
                items.append(Item(label, loudness(volume, words), "", turn))
        return items

    def _looks(self) -> list[Item]:
        """What can be read, and how well."""
        words, screen = self.words, self.choices.screen
        looks: dict[str, tuple[Any, ...]] = {
            "text": ("normal", "large"),
            "contrast": ("normal", "high"),
            "calm": (False, True),
        }
        if self._is_heard:  # whoever hears nothing reads all of it
            looks = {"captions": (True, False)} | looks
        items = []
        for key, values in looks.items():
            now = getattr(screen, key)
            told = {True: "on", False: "off"}.get(now, now)
            turn = partial(self._choose, f"screen.{key}", after(now, values))
            label, note = words.text(f"host.{key}"), words.text(f"host.{key}_note")
            items.append(Item(label, words.text(f"{key}.{told}"), note, turn))
        return items

    def _open(self, title: str, entries: Callable[[], Sequence[Item]]) -> None:
        """More of them, until the last one leads back."""
        back = Item(self.words.text("service.back"), take=self.close)
        self.turning = Turning(title, lambda: [*entries(), back], self._own.hint)

    def _rules_item(self) -> Item:
        words = self.words
        return Item(words.text("host.rules"), "", words.text("host.rules_note"), self._read)

    def _host_items(self) -> list[Item]:
        """How one is no longer the host."""
        text = self.words.text
        stand = Item(text("host.stand"), "", text("host.stand_note"), self._stand)
        if self.seated < 2:
            return [stand]
        return [Item(text("host.pass"), "", text("host.pass_note"), self._pass), stand]

    def _word_entries(self, entry: Callable[..., None], sets: Sequence[str]) -> None:
        """What there is to choose for Mots-garous."""
        words, choices, house = self.words, self.choices, self.house
        tiles = choices.mots_garous.tiles if choices.mots_garous.tiles in SETS else "given"
        entry(
            "tiles",
            "mots_garous.tiles",
            sets or [choices.mots_garous.tiles],
            self._titled("tiles", tiles),
            self._odds(),
        )
        of_list = choices.mots_garous.word == "list"
        if of_list:
            number = words.text("host.words_note", number=len(house.words(choices)))
            entry(
                "difficulty",
                "mots_garous.difficulty",
                DIFFICULTIES,
                words.text(f"difficulty.{choices.mots_garous.difficulty}"),
            )
            category = (
                "given"
                if len(choices.mots_garous.categories) > 1
                else "".join(choices.mots_garous.categories) or "all"
            )
            told = self._titled("category", category)
            entry("categories", "mots_garous.categories", house.categories(choices), told, number)
            note = words.text(f"mode_note.{choices.mots_garous.mode}")
            entry(
                "mode",
                "mots_garous.mode",
                ("classic", "speedwords"),
                words.text(f"mode.{choices.mots_garous.mode}"),
                note,
            )
        if not choices.game.bots and choices.mots_garous.mode == "classic":
            note = words.text(f"word_note.{choices.mots_garous.word}")
            entry(
                "word",
                "mots_garous.word",
                ("list", "own"),
                words.text(f"word.{choices.mots_garous.word}"),
                note,
            )

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
        note = f"{self._played_by_the_table()} {self._lacking() or self._odds()}".strip()
        return Item(self.words.text("host.start"), ready, note, self._begin)

    def _played_by_the_table(self) -> str:
        """How many of the players would be people, and how many not; empty if all of them are."""
        if self.players == self.seated:
            return ""
        key = "host.with_bots_one" if self.seated == 1 else "host.with_bots"
        return self.words.text(key, people=self.seated, bots=self.players - self.seated)

    def _lacking(self) -> str:
        """BO-40: which cards people who deal need besides those of their box; empty if it holds them all."""
        book, choices = self.house.rulebooks[self.choices.game.rulebook], self.choices
        if isinstance(book, Game) or choices.game.deal == "ring" or has_playing_cards(book):
            return ""
        with suppress(RefusedError):
            deck = chosen_deck(book, choices.game.deck, self.players, self.players, self.house.settings.decks)
            narration = self.house.narration(choices.game.rulebook, choices.language)
            lacking = [
                f"{narration.card(card).title} × {number}"
                for card, number in beyond_the_box(book, deck).items()
            ]
            return self.words.text("host.lacking", cards=", ".join(lacking)) if lacking else ""
        return ""

    def _odds(self) -> str:
        """The chances of each camp, as many rounds of bots have come out; empty where nobody has counted."""
        choices = self.choices
        deck = choices.game.deck
        if choices.game.rulebook == MOTS_GAROUS.key:
            # They are counted with words of medium difficulty, from all lists.
            others = (
                choices.mots_garous.difficulty,
                choices.mots_garous.categories,
                choices.mots_garous.mode,
                choices.mots_garous.word,
            )
            deck = choices.mots_garous.tiles if others == ("medium", (), "classic", "list") else ""
        found = chances(choices.game.rulebook, deck, self.players)
        if not found:
            return ""
        best = sorted(found.items(), key=lambda camp: -camp[1])[:SHOWN_CAMPS]
        told = ", ".join(f"{self.words.maybe(f'camp.{camp}', camp)} {share}" for camp, share in best)
        return self.words.text("host.chances", chances=told)

    def _titled(self, table: str, key: str) -> str:
        return self.words.maybe(f"{table}.{key}", key.replace("-", " ").replace("_", " ").capitalize())

    def _choose(self, field: str, value: Any) -> None:
        chosen = self.choices.over({field: value})
        try:
            self.house.narration(chosen.game.rulebook, chosen.language)
        except UnreadableError as error:
            self._unread = {field: (value, self.words.wrong(error.wrong))}
            return
        self._unread, self.choices = {}, chosen
        if self.choices.game.bots and not self.house.imagined and self.choices.game.deal == "cards":
            # LG-52: the table cannot know what card lies in front of an empty chair.
            self.choices = self.choices.over({"game.deal": "ring"})

    def pages(self) -> list[Page]:
        """The rules as they stand here now, with the characters that would be dealt."""
        choices = self.choices
        deck: Sequence[Card | Tile] = ()
        for players in (self.players or self.pods, self.house.least(choices)):
            with suppress(RefusedError):
                deck = deck or self.house.cards(choices, players)
        narration = self.house.narration(choices.game.rulebook, choices.language)
        options = self.house.options(choices)
        return pages(self.words, choices.game.rulebook, narration, deck, options, self._buttons)

    def _read(self) -> None:
        """The rules instead of the menu, until one of their pages is taken."""
        self.turning = reading(self.words, self.pages(), self._buttons, self.close)

    def close(self) -> None:
        """Back from whatever was there in its place."""
        self.turning = self._own

    def _begin(self) -> None:
        self.started = True

    def _pass(self) -> None:
        self.passed = True

    def _stand(self) -> None:
        self.stood = True


def chances(rulebook: str, deck: str, players: int) -> Mapping[str, int]:
    """Of a hundred rounds of a shipped deck, how many each camp wins; empty for a deck nobody has counted."""
    found: Mapping[str, int] = _chances().get(rulebook, {}).get(deck, {}).get(str(players), {})
    return found


@cache
def _chances() -> Mapping[str, Any]:
    return tomllib.loads(CHANCES.read_text("utf-8"))
