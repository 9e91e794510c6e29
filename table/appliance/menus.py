"""Menus: lists of entries with a cursor, and the menu of the host before a round.

Nothing here needs a table. A menu takes a `Meaning` and returns the `Menu` that the board shows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from table.appliance.word_stick import OnStick, WordStick
from table.board.menu import Menu, MenuEntry
from table.errors import RefusedError, UnreadableError
from table.games.all import game_of, offers
from table.games.evening import Evening, Rules
from table.games.protocol import Offer
from table.games.records import JournalLine
from table.gestures import Meaning
from table.sentences import Wrong
from table.settings.settings import CONFIG, Settings
from table.settings.times import PACES
from table.words.catalogue import OURS, Catalogue
from table.words.lists import CATEGORIES, OWN, Word, WordList, choose
from table.words.narration import Keyed, Narration
from table.words.troubles import troubles_of

CHANCES = CONFIG / "chances.toml"
VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
PLAYERS_MOST = 24
SHOWN_CAMPS = 4
"""Number of camps whose chances are shown, the best first."""


class MenuTexts:
    """The texts of menus in one language: `config/menus/<language>.toml`."""

    def __init__(self, language: str, own: Catalogue = OURS) -> None:
        """`own`: the owner's texts. Raises `UnreadableError` for a mistake in the owner's file."""
        self.language = language
        self.own = own
        self.table = own.texts("menus", language)

    def text(self, key: str, **facts: object) -> str:
        """One text: "host.start". Raises `KeyError` if there is none."""
        value: Any = self.table
        for part in key.split(".", 1):
            value = value[part]
        return str(value).format(**facts)

    def wrong(self, wrong: str | Wrong) -> str:
        """The sentence for an error, the same as everywhere else in this language."""
        return troubles_of(self.own, self.language).any(wrong)

    def titled(self, table: str, key: str) -> str:
        """The title of one of several choices. An owner's own has none, so its key is used."""
        return self.maybe(f"{table}.{key}", key.replace("-", " ").replace("_", " ").capitalize())

    def maybe(self, key: str, spare: str) -> str:
        """The text of a key, or `spare` if there is none."""
        try:
            return self.text(key)
        except KeyError:
            return spare


class Item(NamedTuple):
    """An entry. `take`: called when it is taken. `sure`: a question to show first; the entry must then be
    taken twice. `key`: identifies the entry if its label may change; otherwise the label does."""

    label: str
    value: str = ""
    note: str = ""
    take: Callable[[], object] = lambda: None
    sure: str = ""
    key: str = ""


class Page(NamedTuple):
    """A page to read: a title and about two lines of text."""

    title: str
    text: str


class Turning:
    """A menu with a cursor. `items` returns the entries as they are now, and is called after every change.
    The cursor stays on its entry when others come or go. If that entry goes, the cursor moves to the nearest
    one before it."""

    def __init__(self, title: str, items: Callable[[], Sequence[Item]], hint: str) -> None:
        self.title = title
        self.hint = hint
        self.cursor = 0
        self.items = items
        self._keys: list[str] = []
        """Keys of the entries when `items` was called last."""
        self._asked = False
        """Whether the entry at the cursor was taken once and has to be taken again."""

    def hear(self, meant: Meaning) -> None:
        """Moves the cursor, or takes its entry unless that has gone meanwhile."""
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
        """The menu as the board shows it."""
        items = self._now()
        entries = [
            MenuEntry(item.label, item.sure if self._asked and at == self.cursor else item.value, item.note)
            for at, item in enumerate(items)
        ]
        return Menu(self.title, entries, self.cursor, self.hint)

    def _now(self) -> Sequence[Item]:
        """Returns the entries as they are now, after moving the cursor to where it belongs."""
        items = self.items()
        before, self._keys = self._keys, [item.key or item.label for item in items]
        if before and before != self._keys:
            nearest = before[self.cursor :: -1]
            self._asked = self._asked and nearest[0] in self._keys
            self.cursor = next((self._keys.index(key) for key in nearest if key in self._keys), 0)
        self.cursor = min(self.cursor, len(items) - 1)
        return items


def pages(
    words: MenuTexts,
    rulebook: str,
    narration: Narration,
    deck: Sequence[Keyed],
    options: Any,
    buttons: int,
) -> list[Page]:
    """The rules in a few pages: the game in thirty seconds, then what depends on deck and options, what is
    special in this rulebook, and a page for each character of the deck that has a description. `buttons`: of
    each seat."""
    told, box = words.table["pages"], words.table["box"]
    general = [*told.get(rulebook, told["werewolves"]), words.table["your_button"][str(buttons)]]
    of_game = game_of(rulebook).pages(words, narration, deck, options)
    characters = {card.key: card for card in deck if f"role.{card.key}" in narration.words}
    return [
        *(Page(page["title"], page["text"]) for page in general),
        *(Page(title, text) for title, text in of_game),
        *(Page(box[key]["title"], box[key]["text"]) for key in box if key == rulebook),
        *(
            Page(narration.card(card).title, " ".join(narration.word(f"role.{key}").split()))
            for key, card in characters.items()
        ),
    ]


def reading(words: MenuTexts, told: Sequence[Page], buttons: int, close: Callable[[], object]) -> Turning:
    """Pages as a menu. Taking any of them calls `close`. `buttons`: of each seat."""
    items = [Item(page.title, "", page.text, close) for page in told]
    items.append(Item(words.text("service.back"), take=close))
    return Turning(words.text("host.rules"), lambda: items, words.text(f"page_hint.{buttons}"))


def after(value: Any, values: Sequence[Any]) -> Any:
    """The value that follows this one, or the first if this is not among them."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def louder(volume: float) -> float:
    """The next louder step of a volume; after the loudest comes silence."""
    return next((step for step in VOLUMES if step > volume + 1e-6), VOLUMES[0])


def loudness(volume: float, words: MenuTexts) -> str:
    """A volume in words."""
    return f"{round(100 * volume)} %" if volume else words.text("service.off_air")


class TableChoices:
    """The choices at this table. `settings`: those it begins with; `narration`: returns the telling of a
    rulebook in a language; `simulated`: whether the table is simulated, so that nobody holds cards and bots
    play every free chair; `lists`: reads the word lists, when a game first needs them; `own`: the owner's
    texts; `stick`: a USB stick with more word lists.
    """

    def __init__(
        self,
        settings: Settings,
        rulebooks: Mapping[str, Rules],
        narration: Callable[[str, str], Narration],
        languages: Sequence[str],
        *,
        simulated: bool,
        lists: Callable[[], Sequence[WordList]] = tuple,
        own: Catalogue = OURS,
        stick: WordStick | None = None,
    ) -> None:
        self.settings = settings
        # If players hold cards of their own the table cannot know the card of an empty chair.
        if simulated or (settings.game.bots and settings.game.deal == "ring"):
            self.settings = settings.over({"game.bots": True, "mots_garous.word": "list"})
        else:
            self.settings = settings.over({"game.bots": False})
        self.rulebooks = rulebooks
        self.narration = narration
        self.languages = languages
        self.simulated = simulated
        self.table_lists = cache(lists)
        """Word lists except those on a stick."""
        self._on_stick: Sequence[WordList] = ()
        self.own = own
        self.stick = stick
        self._words: dict[tuple[object, ...], list[Word]] = {}

        self._offers = offers(self)

    def offer(self, choices: Settings) -> Offer:
        """The choices of the chosen game."""
        return self._offers[choices.game.rulebook]

    def book(self, choices: Settings) -> Rules:
        """The chosen rulebook."""
        return self.rulebooks[choices.game.rulebook]

    def cards(self, choices: Settings, players: int) -> Sequence[Any]:
        """The deck for this number of players. Raises `RefusedError` if it cannot be played."""
        return self.evening(choices, [""] * players, range(players), 0).deck

    def least(self, choices: Settings) -> int:
        """The fewest players these rules and cards are for."""
        least = self.book(choices).least
        for players in range(least, PLAYERS_MOST + 1):
            try:
                self.cards(choices, players)
            except RefusedError:
                continue
            return players
        return least

    def evening(self, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int) -> Evening:
        evening = self.offer(choices).evening(self.book(choices), choices, [*names], pods, seed)
        evening.check()
        evening.simulated, evening.pods = self.simulated, tuple(pods)
        return evening

    def sat(self, evening: Evening, language: str) -> Settings:
        """The settings of a stored evening, as far as they are known."""
        chosen = self.settings.over({"game.rulebook": evening.rulebook.key, "language": language})
        return chosen.over(self.offer(chosen).chosen(evening))

    def decks(self, choices: Settings, players: int) -> list[str]:
        """Decks in the menu: those that this number of players can play, and the current one."""
        key, found = game_of(choices.game.rulebook).deck_key, []
        for name in dict.fromkeys((*self.offer(choices).decks(), self.settings.value(key))):
            try:
                self.cards(choices.over({key: name}), players)
            except RefusedError:
                continue
            found.append(name)
        return found

    def know(self, evening: Evening) -> None:
        """Prepares for a stored evening that is resumed."""
        self._offers[evening.rulebook.key].know(evening)

    def remember(self, rounds: Sequence[Sequence[JournalLine]]) -> None:
        """Reads all stored rounds as the table opens."""
        for offer in {*self._offers.values()}:
            offer.remember(rounds)

    def note(self, evening: Evening, rounds_before: int) -> None:
        """Notes what later evenings must know of this one. `rounds_before`: rounds before it was resumed."""
        self._offers[evening.rulebook.key].note(evening, rounds_before)

    def forget(self) -> None:
        """Forgets what was noted of people who have gone."""
        for offer in {*self._offers.values()}:
            offer.forget()

    # Words

    @property
    def lists(self) -> list[WordList]:
        """All word lists, with those on a stick."""
        return [*self.table_lists(), *self._on_stick]

    def look_for_stick(self) -> None:
        """Reads a stick as the table opens, since a stored evening may need its words."""
        if self.stick and self.stick.look():
            self.plugged()

    def plugged(self) -> OnStick | None:
        """Takes over the lists of a stick that was plugged in or pulled out since the last call; None: none
        was."""
        found = self.stick.take() if self.stick else None
        if found:
            self._on_stick = found.lists
            self._words.clear()
        return found

    def words(self, choices: Settings) -> list[Word]:
        """Words that may be offered."""
        safe = self.settings.mots_garous.child_safe
        key = (choices.language, choices.mots_garous.difficulty, choices.mots_garous.categories)
        if key not in self._words:
            language, difficulty, categories = key
            self._words[key] = choose(self.lists, language, difficulty, categories, safe)
        return self._words[key]

    def categories(self, choices: Settings) -> list[tuple[str, ...]]:
        """Categories in the menu: all, the owner's choice, and each that has words in this language."""
        there = {
            word.category for one in self.lists if one.language == choices.language for word in one.words
        }
        each = [(category,) for category in (*CATEGORIES, OWN) if category in there]
        return list(dict.fromkeys([(), self.settings.mots_garous.categories, *each]))


class HostsMenu:
    """The host's menu before a round. `choices`: the current settings; `buttons`: of each seat."""

    def __init__(self, house: TableChoices, choices: Settings, words: MenuTexts, buttons: int) -> None:
        self.house = house
        self.choices = choices
        self.words = words
        self.started = False
        self.passed = False
        """Whether the host has handed on the menu."""
        self.stood = False
        """Whether the host stands up."""
        self._unread: dict[str, tuple[Any, str]] = {}
        """By field: a value that could not be chosen, and the mistake in the owner's texts that is why."""
        self.more: Callable[[], Sequence[Item]] = tuple
        """Returns more entries, about the table itself."""
        self.seated = 0
        self.pods = 0
        self._buttons = buttons
        self.turning = self._own = Turning(
            words.text("host.title"), self.items, words.text(f"hint.{buttons}")
        )

    @property
    def players(self) -> int:
        """Number of players if the round began now."""
        return self.pods if self.choices.game.bots else self.seated

    def speak(self, words: MenuTexts) -> None:
        """Switches to another language."""
        self.words = words
        self._own.title, self._own.hint = words.text("host.title"), words.text(f"hint.{self._buttons}")

    def menu(self, seated: int, pods: int) -> Menu:
        """The menu as the board shows it. `seated`: number of people; `pods`: of chairs."""
        self.seated, self.pods = seated, pods
        return self.turning.menu()

    def why_not(self) -> str:
        """Why the round cannot begin; empty if it can."""
        least = self.house.book(self.choices).least
        if self.players < least and not self.is_stuck:
            return self.words.text("host.too_few", least=least)
        try:
            self.house.cards(self.choices, self.players)
        except RefusedError:
            if why_not := self.house.offer(self.choices).why_not(self.choices, self.words):
                return why_not
            if self.is_stuck:
                return self.words.text("host.stuck", pods=self.pods)
            return self.words.text("host.refused", players=self.players)
        return ""

    @property
    def is_stuck(self) -> bool:
        """Whether no number of players that is possible here can play these rules and cards."""
        least = self.pods if self.choices.game.bots else max(1, self.seated)
        for players in range(self.pods, least - 1, -1):
            with suppress(RefusedError):
                self.house.cards(self.choices, players)
                return False
        return self.pods > 0

    def missing(self) -> int:
        """Number of people still missing; 0 if more would not help."""
        return 0 if self.is_stuck else max(0, self.house.book(self.choices).least - self.players)

    @property
    def _is_heard(self) -> bool:
        """Whether the voice can be heard."""
        return self.house.settings.voice.enabled and self.choices.voice.volume > 0

    def items(self) -> list[Item]:
        """The entries as they are now."""
        words, choices, house = self.words, self.choices, self.house
        items = [self._start(), self._rules_item()]

        def entry(key: str, field: str, values: Sequence[Any], value: str, note: str = "") -> None:
            now = choices.value(field)
            if len(values) > 1 or now not in values:
                tried, mistake = self._unread.get(field, (now, ""))
                turn = lambda: self.choose(field, after(tried, values))  # noqa: E731
                items.append(Item(words.text(f"host.{key}"), value, mistake or note, turn, key=field))

        def of_game(follows: str) -> None:
            for one in here:
                if one.follows == follows:
                    entry(one.key, one.field, one.values, one.value, one.note)

        book, offer = house.book(choices), house.offer(choices)
        here = offer.choices(choices, words, self._lacking())
        players = words.text("host.for_players", least=book.least, most=book.most)
        about = f"{words.maybe(f'rulebook_note.{book.key}', '')} {players}".lstrip()
        entry("rulebook", "game.rulebook", [*house.rulebooks], words.titled("rulebook", book.key), about)
        if offer.decks():
            field = game_of(book.key).deck_key
            key, deck = field.partition(".")[2], choices.value(field)
            title = words.titled(key, deck if deck in offer.decks() else "given")
            entry(key, field, house.decks(choices, self.players) or [deck], title, self._odds())
        of_game("deck")
        played = "on" if choices.game.bots else "off"
        if not house.simulated and offer.can_play_for(choices):
            told, note = words.text(f"bots.{played}"), words.text(f"bots_note.{played}")
            entry("bots", "game.bots", (False, True), told, note)
        of_game("bots")
        language = (
            MenuTexts(choices.language, house.own).text("other_language") if len(house.languages) > 1 else ""
        )
        entry("language", "language", house.languages, language)
        pace = words.text(f"pace.{choices.times.pace}")
        entry("pace", "times.pace", tuple(PACES), pace, words.text("host.pace_note"))
        for part, entries in (("sound", self._sounds), ("board", self._looks)):
            if entries():
                title, note = words.text(f"host.{part}"), words.text(f"host.{part}_note")
                items.append(Item(title, "", note, partial(self._open, title, entries)))
        of_game("board")
        night = words.text(f"night.{choices.game.night}")
        note = words.text(f"night_note.{choices.game.night}")
        if self._is_heard:  # without a voice everybody looks at their ring anyway
            entry("night", "game.night", ("eyes_closed", "eyes_down"), night, note)
        # The last entry is next to the first, "start": a hold too early must do nothing there.
        return [*items, *self._host_items(), *self.more()]

    def _sounds(self) -> list[Item]:
        """Entries for the volumes that are not switched off by the settings."""
        words, settings = self.words, self.house.settings
        heard = (
            ("voice.volume", settings.voice.enabled),
            ("sound.ambience", settings.sound.ambience > 0),
            ("sound.effects", settings.sound.effects > 0),
        )
        items = []
        for field, is_there in heard:
            volume: float = self.choices.value(field)
            turn = partial(self.choose, field, louder(volume))
            if is_there:
                label = words.text(f"host.{field.partition('.')[2]}")
                items.append(Item(label, loudness(volume, words), "", turn))
        return items

    def _looks(self) -> list[Item]:
        """Entries for the look of the board."""
        words, screen = self.words, self.choices.screen
        looks: dict[str, tuple[Any, ...]] = {
            "text": ("normal", "large"),
            "contrast": ("normal", "high"),
            "calm": (False, True),
        }
        if self._is_heard:  # without a voice captions are always shown
            looks = {"captions": (True, False)} | looks
        items = []
        for key, values in looks.items():
            now = getattr(screen, key)
            told = {True: "on", False: "off"}.get(now, now)
            turn = partial(self.choose, f"screen.{key}", after(now, values))
            label, note = words.text(f"host.{key}"), words.text(f"host.{key}_note")
            items.append(Item(label, words.text(f"{key}.{told}"), note, turn))
        return items

    def _open(self, title: str, entries: Callable[[], Sequence[Item]]) -> None:
        """Opens a menu of more entries; the last one leads back."""
        back = Item(self.words.text("service.back"), take=self.close)
        self.turning = Turning(title, lambda: [*entries(), back], self._own.hint)

    def _rules_item(self) -> Item:
        words = self.words
        return Item(words.text("host.rules"), "", words.text("host.rules_note"), self._read)

    def _host_items(self) -> list[Item]:
        """Entries for handing on the menu and standing up."""
        text = self.words.text
        stand = Item(text("host.stand"), "", text("host.stand_note"), self._stand)
        if self.seated < 2:
            return [stand]
        return [Item(text("host.pass"), "", text("host.pass_note"), self._pass), stand]

    def _start(self) -> Item:
        why_not = self.why_not()
        if why_not:
            missing = self.missing()
            key = "lobby.missing_one" if missing == 1 else "lobby.missing"
            value = self.words.text(key, number=missing) if missing else ""
            return Item(self.words.text("host.start"), value, why_not)
        deck = self.house.cards(self.choices, self.players)
        minutes = self.house.offer(self.choices).minutes(self.house.book(self.choices), self.choices, deck)
        ready = self.words.text("host.ready", players=self.players, minutes=minutes)
        note = f"{self._played_by_the_table()} {self._lacking() or self._odds()}".strip()
        return Item(self.words.text("host.start"), ready, note, self._begin)

    def _played_by_the_table(self) -> str:
        """The numbers of people and of bots; empty if there are no bots."""
        if self.players == self.seated:
            return ""
        key = "host.with_bots_one" if self.seated == 1 else "host.with_bots"
        return self.words.text(key, people=self.seated, bots=self.players - self.seated)

    def _lacking(self) -> str:
        """BO-40: cards that people who deal need besides their box; empty if it has all."""
        house, choices = self.house, self.choices
        lacking: Mapping[Any, int] = {}
        with suppress(RefusedError):
            lacking = house.offer(choices).lacking(house.book(choices), choices, self.players)
        if not lacking:
            return ""
        narration = house.narration(choices.game.rulebook, choices.language)
        told = [f"{narration.card(card).title} × {number}" for card, number in lacking.items()]
        return self.words.text("host.lacking", cards=", ".join(told))

    def _odds(self) -> str:
        """The chances of each camp, measured with bots; empty if they were not measured."""
        choices = self.choices
        found = chances(choices.game.rulebook, self.house.offer(choices).counted(choices), self.players)
        if not found:
            return ""
        best = sorted(found.items(), key=lambda camp: -camp[1])[:SHOWN_CAMPS]
        told = ", ".join(f"{self.words.maybe(f'camp.{camp}', camp)} {share}" for camp, share in best)
        return self.words.text("host.chances", chances=told)

    def choose(self, field: str, value: Any) -> None:
        """Chooses a value, unless the owner's texts for it have a mistake."""
        chosen = self.choices.over({field: value})
        try:
            self.house.narration(chosen.game.rulebook, chosen.language)
        except UnreadableError as error:
            self._unread = {field: (value, self.words.wrong(error.wrong))}
            return
        self._unread, self.choices = {}, chosen
        if self.choices.game.bots and not self.house.simulated and self.choices.game.deal == "cards":
            # LG-52: the table cannot know what card lies in front of an empty chair.
            self.choices = self.choices.over({"game.deal": "ring"})

    def pages(self) -> list[Page]:
        """Pages of the rules, with the characters of the current deck."""
        choices = self.choices
        deck: Sequence[Any] = ()
        for players in (self.players or self.pods, self.house.least(choices)):
            with suppress(RefusedError):
                deck = deck or self.house.cards(choices, players)
        narration = self.house.narration(choices.game.rulebook, choices.language)
        options = self.house.offer(choices).options(self.house.book(choices), choices)
        return pages(self.words, choices.game.rulebook, narration, deck, options, self._buttons)

    def _read(self) -> None:
        """Shows the rules until one of their pages is taken."""
        self.turning = reading(self.words, self.pages(), self._buttons, self.close)

    def close(self) -> None:
        self.turning = self._own

    def _begin(self) -> None:
        self.started = True

    def _pass(self) -> None:
        self.passed = True

    def _stand(self) -> None:
        self.stood = True


def chances(rulebook: str, deck: str, players: int) -> Mapping[str, int]:
    """Wins of each camp in a hundred rounds of a shipped deck; empty if they were not measured."""
    found: Mapping[str, int] = _chances().get(rulebook, {}).get(deck, {}).get(str(players), {})
    return found


@cache
def _chances() -> Mapping[str, Any]:
    return tomllib.loads(CHANCES.read_text("utf-8"))
