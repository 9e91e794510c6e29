"""How much of a language is translated, and what an evening says most of the rest.

A text is translated if the language has it and it is not the English one, which an owner may have copied.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, UserDict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from table.appliance.opening.choices import TableChoices
from table.appliance.opening.own_files import shown
from table.appliance.rounds import play_evening
from table.appliance.table import Table
from table.board.view import NoView
from table.games.all import every_rulebook
from table.house.books import with_house
from table.paths import SHIPPED
from table.sentences import flat
from table.settings.owner import Owner, words_here
from table.settings.settings import Settings
from table.words.catalogue import KINDS, NARRATION, SPARE, parsed
from table.words.narration import GAMES, Narration, known_key

T = TypeVar("T")
NAMES = ("grammar", "places", "cards")
"""The tables of a file of sentences whose entries have forms: they are translated together."""
GRAMMAR = "grammar."
READ_IN_ORDER = (
    *(NARRATION, "menus", "chronicle", f"{NARRATION}/mots-garous", "chronicle/mots-garous"),
    *("words/questions", "phones", "check", "troubles"),
)
"""The folders in the order in which people meet their texts; the others come after them."""
WORDED = re.compile(r"(?<![{.\w])[^\W\d_]{3}")
"""Matches texts that have a word outside braces."""
UNSEEN = ("slip.", "temper.", "advice.")
"""Words of private screens and of bots: beginners with buttons and rings see none of them."""
ROUNDS, SEED = 3, 0
"""The evening of bots whose sentences are counted."""


class FileTexts(NamedTuple):
    """The texts of one file of a language."""

    name: str
    """The file, in a folder of settings: "menus/nl.toml"."""
    path: Path | None
    """The file that an owner has; None: they have none."""
    english: Mapping[str, Any]
    """The English texts by key, which are all that a language may have."""
    written: Mapping[str, Any]
    """Those of the language."""
    copied: Mapping[str, Any]
    """The texts of the owner's file that are still the English ones."""

    @property
    def missing(self) -> dict[str, Any]:
        """The English texts that the language lacks."""
        return {
            key: text
            for key, text in self.english.items()
            if known_key(key, self.written) not in self.written
        }

    @property
    def left(self) -> dict[str, Any]:
        """The English texts that are to be translated."""
        return {**self.missing, **self.copied}

    @property
    def unknown(self) -> list[str]:
        """The sentences and words of the language that English does not have."""
        told = (key for key in self.written if key.startswith(("lines.", "words.")))
        return [key for key in told if known_key(key, self.english) not in self.english]

    def share(self, said: Mapping[str, int]) -> float:
        """The share of what an evening says that is translated, 0.0 to 1.0. `said`: how often it says each
        text."""
        whole = sum(said.get(key, 0) for key in self.english)
        return 1 - sum(said.get(key, 0) for key in self.left) / whole


def texts_of(owner: Owner, language: str) -> Iterator[FileTexts]:
    """The texts of a language, file by file, in the order in which people meet them. Raises
    `UnreadableError`."""
    folders = {*KINDS, NARRATION, *(f"{NARRATION}/{game}" for game in GAMES)}
    for folder in (*READ_IN_ORDER, *sorted(folders - {*READ_IN_ORDER})):
        name = f"{folder}/{language}.toml"
        ours, own = SHIPPED / name, owner.folder / name
        shipped, owned = (
            {} if (text := owner.catalogue.read(path)) is None else _entries(folder, parsed(path, text))
            for path in (ours, own)
        )
        english = _entries(folder, tomllib.loads((SHIPPED / folder / f"{SPARE}.toml").read_text("utf-8")))
        copied = {key: text for key, text in english.items() if owned.get(key) == text and _has_words(text)}
        yield FileTexts(name, own if own.exists() else None, english, {**shipped, **owned}, copied)


def _has_words(text: Any) -> bool:
    """Whether a text, a list of texts or the forms of a name have a word outside braces."""
    return bool(WORDED.search(shown([*flat(text).values()] if isinstance(text, dict) else text)))


def _entries(folder: str, root: Mapping[str, Any]) -> dict[str, Any]:
    """The texts of a file by key. Of a name all forms are one entry."""
    names = NAMES if folder.startswith(NARRATION) else ()
    told = flat({table: texts for table, texts in root.items() if table not in names})
    formed = {f"{table}.{key}": forms for table in names for key, forms in dict(root.get(table, {})).items()}
    return {key: text for key, text in (formed | told).items() if text != {}}


def in_order(texts: Mapping[str, Any], said: Mapping[str, int]) -> dict[str, Any]:
    """Texts by key, in the order in which to translate them: first the grammar, which every name needs, then
    what an evening says most."""
    keys = sorted(texts, key=lambda key: (not key.startswith(GRAMMAR), -said.get(key, 0)))
    return {key: texts[key] for key in keys}


class CountedTexts(UserDict[str, T]):
    """One kind of texts of a language, which counts what an evening says of it: a sentence each time it is
    spoken, a name or a word of the board once beside each sentence.

    `kind`: "lines".
    `said`: counts the texts by kind and key.
    `beside`: those that have been said beside the last sentence.
    """

    def __init__(self, texts: Mapping[str, T], kind: str, said: Counter[str], beside: set[str]) -> None:
        super().__init__(texts)
        self._kind, self._said, self._beside = kind, said, beside

    def __getitem__(self, key: str) -> T:
        text, name = super().__getitem__(key), f"{self._kind}.{key}"
        if self._kind == "lines":
            self._beside.clear()
        if name not in self._beside and not key.startswith(UNSEEN):
            self._beside.add(name)
            self._said[name] += 1
        return text


def counted(told: Narration) -> Counter[str]:
    """Has a language count its texts from now on. Returns the counts by kind and key: "lines.night.fall"."""
    said, beside = Counter[str](), set[str]()
    for kind in ("lines", "words", "cards", "places"):
        setattr(told, kind, CountedTexts(getattr(told, kind), kind, said, beside))
    return said


def said_in(rulebook: str) -> Counter[str]:
    """How often an evening of beginners says each of our texts, by key: of bots that keep to the shipped
    settings, and so always the same one. `rulebook`: which game they play."""
    ours = Owner(SHIPPED)
    narration = Narration.load(SPARE, rulebook)
    said = counted(narration)
    settings = Settings().over({"game.rulebook": rulebook, "game.deal": "ring", "game.claims": False})
    choices = TableChoices(
        *(settings, every_rulebook(with_house(())), lambda *_: narration, [SPARE]),
        simulated=True,
        lists=partial(words_here, ours),
    )
    seats = list(narration.places)[: settings.seats]
    evening = choices.evening(choices.settings, seats, range(settings.seats), SEED)
    table = Table(choices.settings, seats, narration, "log", 1.0)
    table.play_on(table.opened.devices._replace(view=NoView()))
    try:
        play_evening(table, evening, ROUNDS)
    finally:
        table.close()
    return said
