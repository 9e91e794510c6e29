"""All texts: the shipped ones, and an owner's overlaid on them key by key.

Each kind of text is a folder of `config/` with one file for each language: the narration, menus, the check,
the wiring sheet, the chronicle, troubles. The file of a variety ("en-US") lies over that of its language. The
owner's file of the same name is an overlay; a language that only the owner has uses the English texts for
anything missing. The shipped files define the keys and what
each may mention. Anything else is refused with file, line and key, so that a typo never fails in the middle
of an evening. `table.words.narration` reads the narration, which also has a grammar."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from functools import cache, lru_cache, reduce
from heapq import nlargest
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from hardware.folders import found_in
from hardware.languages import languages_of
from hardware.troubles import reason_of
from table import files
from table.errors import Reason, UnreadableError
from table.paths import SHIPPED
from table.sentences import Wrong, flat
from table.words.spelling import respelled, spoken_on_phones
from table.words.toml_lines import in_line, line_of, not_toml, parts_of

SPARE = "en"
"""The fallback for a missing text."""

NARRATION = "narration"
"""The folder of what `table.words.narration` reads."""

KINDS = tuple(
    sorted(
        folder
        for path in found_in(SHIPPED, f"**/{SPARE}.toml")
        if not (folder := path.parent.relative_to(SHIPPED).as_posix()).startswith(NARRATION)
    )
)
"""The folders of all other texts, for shipped and owner's files."""

OPEN: Mapping[str, tuple[str, ...]] = {
    "menus": ("camp", "category", "deck"),
    "words/questions": ("category", "tag"),
}
"""The tables in which an owner may name their own things. Every table with a text for `any` is one too."""

FOR_BUILDERS = ("first", "mending", "service")
"""The menus about the parts of a table, which are buttons and rings wherever they are read."""

NAMED: Mapping[str, tuple[str, ...]] = {"check": ("seat",)}
"""Facts that are players, though no shipped text asks for a form of theirs."""

Forms = tuple[tuple[str, ...], ...]
"""The forms of each kind of name: of players, of cards."""

Texts = Mapping[str, Any]
"""The content of a file: nested tables of texts and lists of texts."""


class Catalogue(NamedTuple):
    """The texts of one owner.

    `own`: the folder of their files; None: they have none.
    `left_out`: files to ignore, so that a table with an error in one uses the shipped texts instead.
    `on_phones`: whether phones are the only seats, so that menus for players speak of phones.
    """

    own: Path | None = None
    left_out: frozenset[Path] = frozenset()
    on_phones: bool = False

    def texts(self, kind: str, language: str, forms: Forms = ()) -> Texts:
        """All texts of a kind in a language. `forms`: those of players and cards in this language.

        They are read once, until `read_anew`: a change takes effect when the table opens again.
        """
        return _texts(self, kind, language, forms)

    def file(self, kind: str, language: str) -> Path | None:
        """The path of the owner's file of a kind and a language, if they have one."""
        path = self.own / kind / f"{language}.toml" if self.own else None
        return path if path and os.path.lexists(path) else None

    def written_in(self, kind: str, language: str) -> str:
        """The language in which the texts of a kind are read out: of a language without a file of them,
        English. Of a file that lacks some texts it is the file's."""
        there = any(
            self.file(kind, each) or (SHIPPED / kind / f"{each}.toml").exists()
            for each in languages_of(language)
        )
        return language if there else SPARE

    def read(self, path: Path) -> str | None:
        """The content of an owner's file; None if there is none. Raises `UnreadableError`."""
        return None if path in self.left_out else text_of(path)


OURS = Catalogue()
"""The shipped texts alone."""


@cache
def _texts(catalogue: Catalogue, kind: str, language: str, forms: Forms) -> Texts:
    texts = shipped(kind, language)
    for each in reversed(languages_of(language)):
        path = catalogue.file(kind, each)
        text = catalogue.read(path) if path else None
        if path and text is not None:
            texts = _Overlay(kind, Source(path, parsed(path, text), text), forms).over(texts)
    laid: Texts = respelled(texts, language)
    if catalogue.on_phones and kind == "menus":
        for_players = {key: text for key, text in laid.items() if key not in FOR_BUILDERS}
        laid = {**laid, **spoken_on_phones(for_players, language)}
    return laid


def read_anew() -> None:
    """Forgets all texts that were read: the owner may have changed them."""
    _texts.cache_clear()


def shipped(kind: str, language: str) -> Texts:
    """The shipped texts of a kind in a language, or else in English."""
    paths = [SHIPPED / kind / f"{each}.toml" for each in reversed(languages_of(language))]
    found = [path for path in paths if path.exists()] or [SHIPPED / kind / f"{SPARE}.toml"]
    return reduce(_merged, (tomllib.loads(path.read_text("utf-8")) for path in found))


def text_of(path: Path) -> str | None:
    """The content of a file; None if it is missing, or a broken link. Raises `UnreadableError`."""
    try:
        return files.text(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableError(Reason("file.unread", file=path, reason=reason_of(error))) from None
    except UnicodeDecodeError:
        raise UnreadableError(Reason("file.not_utf8", file=path)) from None


def parsed(path: Path, text: str) -> dict[str, Any]:
    """Parses TOML. Raises `UnreadableError`."""
    try:
        return deepcopy(_toml(text))
    except (RecursionError, ValueError) as error:
        raise UnreadableError(not_toml(path, text, error)) from None


@lru_cache(16)  # English is read with every other language, and again before each evening.
def _toml(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def nearest(key: str, known: Iterable[str], count: int = 1) -> list[str]:
    """The known dotted key most like an unknown one, or like its last part."""
    last = key.rpartition(".")[2]

    def likeness(one: str) -> tuple[float, float]:
        whole = SequenceMatcher(None, key, one).ratio()
        return max(whole, SequenceMatcher(None, last, one.rpartition(".")[2]).ratio()), whole

    return nlargest(count, known, key=likeness)


class Source:
    """A file of texts, or a table of them. Its errors are one sentence with file, line and key.

    `name`: of the file, for errors.
    `root`: its content, parsed.
    `text`: its content, to find lines.
    """

    def __init__(self, name: str | Path, root: Mapping[str, Any], text: str = "") -> None:
        self.name = name
        self.root = root
        self._text = text

    def refused(self, key: str, why: Wrong) -> UnreadableError:
        """The error for a key."""
        place = in_line(self.name, line_of(self._text, parts_of(key)))
        return UnreadableError(Reason("text.refused", place=place, key=key, why=why))

    def text(self, key: str, value: object) -> str:
        """A value that must be a non-empty text. Raises `UnreadableError`."""
        if not isinstance(value, str) or not value.strip():
            none = Reason("text.missing_text") if value is None else Reason("text.no_text", value=repr(value))
            raise self.refused(key, none)
        return value

    def table(self, key: str, within: Mapping[str, Any]) -> Mapping[str, Any]:
        """The non-empty table of this dotted key, by its last part. Raises `UnreadableError`."""
        value = within.get(key.rpartition(".")[2])
        if not isinstance(value, Mapping) or not value:
            raise self.refused(key, Reason("text.no_table"))
        return value

    def check_mentioned(self, key: str, text: str, offered: Mapping[str, Iterable[str]]) -> None:
        """Raises `UnreadableError` unless the text mentions only these facts, in forms that exist."""
        allowed = sorted({*offered, *(f"{fact}.{form}" for fact, forms in offered.items() for form in forms)})
        try:
            parts = list(Formatter().parse(text))
        except ValueError as error:
            raise self.refused(key, Reason("text.braces", value=repr(text), detail=error)) from None
        for _, field, spec, conversion in parts:
            if field is not None and (field not in allowed or spec or conversion):
                mark = field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
                names = ", ".join(f"{{{one}}}" for one in allowed) or Reason("allowed.none")
                raise self.refused(key, Reason("text.placeholder", mark=f"{{{mark}}}", allowed=names))


def facts_of(text: str) -> set[str]:
    """The facts in a text: of "{seat.de} {card}" the seat and the card."""
    return {field.partition(".")[0] for field in _fields(text)}


def mentioned(paths: Iterable[Path], tables: Sequence[str] = ()) -> dict[str, set[str]]:
    """The facts that our files mention in any language, by key: an owner's texts may use no others. `tables`:
    only these tables, with keys relative to them; empty: all."""
    found: dict[str, set[str]] = {}
    for path in paths:
        root = _toml(path.read_text("utf-8"))
        for table in [root.get(name, {}) for name in tables] or [root]:
            for key, value in flat(table).items():
                texts = value if isinstance(value, list) else [value]
                found.setdefault(key, set()).update(*map(facts_of, texts))
    return found


class _Overlay:
    """Overlays an owner's file."""

    def __init__(self, kind: str, source: Source, forms: Forms) -> None:
        self.kind = kind
        self.source = source
        self.forms = forms
        self.open = OPEN.get(kind, ())
        self.facts = mentioned(found_in(SHIPPED / kind, "*.toml"))
        """The facts allowed in each text."""
        self.players = NAMED.get(kind, ())
        self.declined: dict[str, set[str]] = {}
        """The facts that are names, with the forms that our texts use."""

    def over(self, ours: Texts) -> Texts:
        """Our texts, with the owner's in place of those they change."""
        known = flat(ours)
        for text in known.values():
            for name, _, form in (field.partition(".") for field in _fields(text) if "." in field):
                self.declined.setdefault(name, set()).add(form)
        for key, value in flat(self.source.root).items():
            if value != {} or not any(one.startswith(f"{key}.") for one in known):
                self._check(key, value, known)
        return _merged(ours, self.source.root)

    def _check(self, key: str, value: object, known: Mapping[str, Any]) -> None:
        group = key.partition(".")[0]
        general = [f"{key.rpartition('.')[0]}.any", f"{group}.any"]
        spare = next((known[one] for one in general if one in known), None)
        if spare is None and group in self.open:
            spare = ""
        if key not in known and (spare is None or any(one.startswith(f"{key}.") for one in known)):
            raise self.source.refused(key, Reason("text.unknown", like=nearest(key, known)[0]))
        ours = known.get(key, spare)
        if isinstance(ours, str):
            text = value if isinstance(value, str) and not ours else self.source.text(key, value)
            told = (self.facts.get(one, set()) for one in (key, *general))
            self._check_facts(key, text, set().union(*told))
        else:
            if not isinstance(value, list) or not value:
                raise self.source.refused(key, Reason("text.no_list", value=repr(value)))
            for item in value:
                self._check_item(key, item, ours[0])

    def _check_item(self, key: str, item: object, like: object) -> None:
        """Raises `UnreadableError` unless it is a text, or a table of texts, like ours."""
        if isinstance(like, Mapping):
            fits = isinstance(item, Mapping) and set(item) == set(like)
            told = list(item.values()) if isinstance(item, Mapping) else []
            wanted = Reason("allowed.table", names=", ".join(like))
        else:
            fits, told, wanted = True, [item], Reason("allowed.text")
        if not fits or not all(isinstance(text, str) and text.strip() for text in told):
            raise self.source.refused(key, Reason("text.entry", value=repr(item), allowed=wanted))
        for text in told:
            self._check_facts(key, str(text), set())

    def _check_facts(self, key: str, text: str, names: set[str]) -> None:
        """Raises `UnreadableError` unless the text has only facts that ours have, in forms that names
        have."""
        self.source.check_mentioned(key, text, {name: self._forms_of(name) for name in names})

    def _forms_of(self, name: str) -> set[str]:
        """The forms that a fact certainly has: of a player or a card; those of both if it may be either."""
        if name in self.players:
            return {form for forms in self.forms[:1] for form in forms}
        asked = self.declined.get(name)
        fitting = [set(forms) for forms in self.forms if asked is not None and asked <= set(forms)]
        return set.intersection(*fitting) if fitting else set()


def _fields(text: object) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field} if isinstance(text, str) else set()


def _merged(ours: Texts, laid: Texts) -> dict[str, Any]:
    both = dict(ours)
    for key, value in laid.items():
        below = both.get(key)
        both[key] = _merged(below, value) if isinstance(below, Mapping) else value
    return both


def shipped_languages() -> list[str]:
    """The shipped languages, a variety after its own."""
    return sorted(path.stem for path in found_in(SHIPPED / NARRATION, "*.toml"))


def whole_languages() -> list[str]:
    """The shipped languages that have every text; the others lie over one of them."""
    return [language for language in shipped_languages() if len(languages_of(language)) == 1]
