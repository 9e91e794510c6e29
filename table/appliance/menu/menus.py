"""Menus: texts, and lists of entries with a cursor.

Nothing here needs a table. A menu takes a `Meaning` and returns the `Menu` that the board shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from table.board.menu import Menu, MenuEntry
from table.games.all import game_of
from table.gestures import Meaning
from table.room.act import Options
from table.sentences import Wrong
from table.words.catalogue import OURS, Catalogue
from table.words.narration import Keyed, Narration
from table.words.troubles import troubles_of

VOLUMES = (0.0, 0.25, 0.5, 0.75, 1.0)
ROWS_MOST = 8
"""Most entries of a page of a menu, with "More..." and "Back"."""


class MenuTexts:
    """The texts of menus in one language: `config/menus/<language>.toml`."""

    def __init__(self, language: str, own: Catalogue = OURS) -> None:
        """Reads the texts. `own`: the owner's. Raises `UnreadableError` for a mistake in the owner's file."""
        self.language = language
        self.own = own
        self.table = own.texts("menus", language)

    @property
    def written_in(self) -> str:
        """The language in which the texts are read out."""
        return self.own.written_in("menus", self.language)

    def text(self, key: str, **facts: object) -> str:
        """One text: "host.start". Raises `KeyError` if there is none."""
        value: Any = self.table
        for part in key.split(".", 1):
            value = value[part]
        return str(value).format(**facts)

    def wrong(self, wrong: str | Wrong) -> str:
        """The sentence for an error, the same as everywhere in this language."""
        return troubles_of(self.own, self.language).any(wrong)

    def titled(self, table: str, key: str) -> str:
        """The title of one of several choices. A choice of the owner's has no title, so its key is used."""
        return self.maybe(f"{table}.{key}", key.replace("-", " ").replace("_", " ").capitalize())

    def maybe(self, key: str, spare: str) -> str:
        """The text of a key, or `spare` if there is none."""
        try:
            return self.text(key)
        except KeyError:
            return spare


class Item(NamedTuple):
    """An entry of a menu. `take`: called when it is taken. `sure`: a question to show first; the entry must
    then be taken twice. `key`: identifies the entry if its label may change; otherwise the label does.
    `of_cards`: whether it is about the cards."""

    label: str
    value: str = ""
    note: str = ""
    take: Callable[[], object] = lambda: None
    sure: str = ""
    key: str = ""
    of_cards: bool = False


class Page(NamedTuple):
    """A page to read: a title and about two lines of text. `role`: the key of the card it is about."""

    title: str
    text: str
    role: str = ""


class MenuCursor:
    """A menu with a cursor. `items`: returns the present entries; called after every change. The cursor stays
    on its entry when others come or go. If that entry goes, the cursor moves to the nearest one before it.

    `words`: of "More...", which turns the pages of a menu with more than `ROWS_MOST` entries, and of "Back",
    which leads to its first entry; None: all entries are on one page.
    """

    def __init__(
        self,
        title: str,
        items: Callable[[], Sequence[Item]],
        hint: str,
        words: MenuTexts | None = None,
    ) -> None:
        self.title = title
        self.hint = hint
        self.words = words
        self.cursor = 0
        """The number of the entry at the cursor, from 0, on the page that is shown."""
        self.items = items
        self.page = 0
        """The number of that page, from 0."""
        self.rows: Sequence[Item] = ()
        """The entries of that page at the last call of `items`."""
        self._keys: list[str] = []
        """Keys of the entries of that page at the last call of `items`."""
        self._asked = False
        """Whether the entry at the cursor was taken once and has to be taken again."""

    @property
    def pointed(self) -> str:
        """The key of the entry at the cursor; empty if the page was not shown yet."""
        return self._keys[self.cursor] if self._keys else ""

    def options(self) -> Options:
        """The entries as a person may point at them. The labels are their keys: their words are on the
        board."""
        return Options(range(1, len(self._keys) + 1), self.cursor + 1, labels=self._keys)

    def point(self, number: int) -> bool:
        """Moves the cursor to an entry of those last shown, counted from 1. Returns whether it is still
        there."""
        shown = self._keys
        self._now()
        if not 1 <= number <= len(shown) or shown[number - 1] not in self._keys:
            return False
        at = self._keys.index(shown[number - 1])
        self._asked = self._asked and self.cursor == at
        self.cursor = at
        return True

    def hear(self, meant: Meaning) -> None:
        """Moves the cursor, or takes its entry unless the entry has gone meanwhile."""
        pointed = self.pointed
        items = self._now()
        if meant in (Meaning.NEXT, Meaning.BACK):
            self._asked = False
            self.cursor = (self.cursor + (1 if meant is Meaning.NEXT else -1)) % len(items)
        elif meant is Meaning.TAKE and pointed in ("", self.pointed):
            item = items[self.cursor]
            if item.sure and not self._asked:
                self._asked = True
                return
            self._asked = False
            item.take()

    def menu(self) -> Menu:
        """The menu for the board."""
        items = self._now()
        entries = [
            MenuEntry(item.label, item.sure if self._asked and at == self.cursor else item.value, item.note)
            for at, item in enumerate(items)
        ]
        return Menu(self.title, entries, self.cursor, self.hint)

    def begin(self, page: int = 0) -> None:
        """Moves the cursor to the first entry of a page."""
        self.page, self.cursor, self._keys = page, 0, []

    def _now(self) -> Sequence[Item]:
        """Returns the entries of the present page, and moves the cursor to its place."""
        pages = self._pages()
        keys = [[item.key or item.label for item in page] for page in pages]
        self.page = min(self.page, len(pages) - 1)
        if self._keys and self._keys != keys[self.page]:
            nearest = self._keys[self.cursor :: -1]
            found = [
                (number, keys[number].index(key))
                for key in nearest
                for number in (self.page, *range(len(pages)))
                if key in keys[number]
            ]
            self.page, self.cursor = (*found, (0, 0))[0]
            self._asked = self._asked and keys[self.page][self.cursor] == nearest[0]
        self._keys = keys[self.page]
        self.cursor = min(self.cursor, len(self._keys) - 1)
        self.rows = pages[self.page]
        return self.rows

    def _pages(self) -> list[list[Item]]:
        """The present entries, page by page. All pages but the first have a "Back"; that too, if the entries
        end with one."""
        items = [*self.items()]
        if self.words is None or len(items) <= ROWS_MOST:
            return [items]
        first, back = [items.pop(0)], Item(self.words.text("service.back"), take=self.begin, key="back")
        if items[-1].key == "back":
            items, back, first = [*first, *items[:-1]], items[-1], []
        parts = [items[at : at + ROWS_MOST - 2] for at in range(0, len(items), ROWS_MOST - 2)]
        pages = [[*part, back] for part in parts]
        if first:
            pages[0] = [*first, *parts[0]]
        for number, page in enumerate(pages):
            turn = partial(self.begin, (number + 1) % len(pages))
            page.append(Item(self.words.text("host.more_entries"), take=turn, key="more_entries"))
        return pages


def pages(
    words: MenuTexts,
    rulebook: str,
    narration: Narration,
    deck: Sequence[Keyed],
    options: Any,
    buttons: int,
) -> list[Page]:
    """The rules in a few pages: the game in thirty seconds, then the effects of deck and options, the special
    rules of this rulebook, each character of the deck with a description, and advice on how to play each, a
    sentence a page. `buttons`: of each seat."""
    told, box = words.table["pages"], words.table["box"]
    general = [*told.get(rulebook, told["werewolves"]), words.table["your_button"][str(buttons)]]
    of_game = game_of(rulebook).pages(words, narration, deck, options)
    characters = {card.key: card for card in deck if f"role.{card.key}" in narration.words}
    return [
        *(Page(page["title"], page["text"]) for page in general),
        *(Page(title, text) for title, text in of_game),
        *(Page(box[key]["title"], box[key]["text"]) for key in box if key == rulebook),
        *(
            Page(narration.card(card).title, " ".join(narration.word(f"role.{key}").split()), key)
            for key, card in characters.items()
        ),
        *(
            Page(words.text("host.advice", card=narration.card(card).title), sentence, key)
            for key, card in characters.items()
            for sentence in _sentences(narration.words.get(f"advice.{key}", ""))
        ),
    ]


def _sentences(text: str) -> list[str]:
    """The sentences of a text: one fills a page."""
    return [one for one in re.split(r"(?<=[.!?…]) ", text) if one]


def reading(words: MenuTexts, told: Sequence[Page], buttons: int, close: Callable[[], object]) -> MenuCursor:
    """A menu of pages. Taking any page calls `close`. `buttons`: of each seat."""
    items = [Item(page.title, "", page.text, close) for page in told]
    items.append(Item(words.text("service.back"), take=close, key="back"))
    return MenuCursor(words.text("host.rules"), lambda: items, words.text(f"page_hint.{buttons}"))


def after(value: Any, values: Sequence[Any]) -> Any:
    """The value that follows this one, or the first if this is not among them."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def louder(volume: float) -> float:
    """The next louder step of a volume; after the loudest comes silence."""
    return next((step for step in VOLUMES if step > volume + 1e-6), VOLUMES[0])


def loudness(volume: float, words: MenuTexts) -> str:
    """A volume in words."""
    return f"{round(100 * volume)} %" if volume else words.text("service.off_air")
