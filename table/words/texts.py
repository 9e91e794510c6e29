"""What is written besides the narration: menus, the check, the wiring sheet, the chronicle, troubles.

Each kind is a folder of `config/` with one file a language. The owner's file of the same name lies over ours,
key by key; a language of his own has the English texts wherever his file has none. A key that ours do not
have is refused, and so is a fact that is not told there: what is misspelt never fails in the middle of an
evening.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from heapq import nlargest
from pathlib import Path
from string import Formatter
from typing import Any

from hardware.troubles import reason_of
from table import files
from table.errors import Reason, UnreadableError
from table.paths import SHIPPED
from table.sentences import Wrong, flat
from table.words.toml_lines import in_line, line_of, not_toml

KINDS = ("check", "chronicle", "chronicle/mots-garous", "menus", "troubles", "wiring", "words/questions")
"""The folders, in ours and in the owner's."""

SPARE = "en"
"""Who has no text for something says it in this language."""

OPEN: Mapping[str, tuple[str, ...]] = {
    "menus": ("camp", "category", "deck"),
    "words/questions": ("category", "tag"),
}
"""The tables in which an owner names what is his own. So is every table that has a text for `any`."""

NAMED: Mapping[str, tuple[str, ...]] = {"check": ("seat",)}
"""The facts that are players though none of our texts asks for a form of theirs."""

Forms = tuple[tuple[str, ...], ...]
"""Of each sort of name the forms it has: of players, of cards."""

LEFT_OUT: set[Path] = set()
"""The owner's files that count as not there, in this process: see `leave_out`."""

Texts = Mapping[str, Any]
"""The texts of a file: tables of tables, texts and lists of texts."""


@cache
def texts(kind: str, language: str, own: Path | None = None, forms: Forms = ()) -> Texts:
    """All texts of a kind in a language. `own`: the owner's folder; `forms`: those that players and cards
    have in this language. Raises `UnreadableError` for a mistake in his file.

    Read once for a process: what is changed while the table is on is heard when it starts again.
    """
    ours = shipped(kind, language)
    path = own_file(kind, language, own)
    text = text_of(path) if path else None
    if path is None or text is None:
        return ours
    return _Laid(kind, path, text, forms).over(ours)


def shipped(kind: str, language: str) -> Texts:
    """Our texts of a kind in a language, or in English where we have none."""
    path = SHIPPED / kind / f"{language}.toml"
    if not path.exists():
        path = SHIPPED / kind / f"{SPARE}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def own_file(kind: str, language: str, own: Path | None) -> Path | None:
    """Where the owner's file of a kind and a language is, if he has one."""
    path = own / kind / f"{language}.toml" if own else None
    return path if path and os.path.lexists(path) else None


def leave_out(paths: Iterable[Path]) -> None:
    """From now on these files of the owner's count as not there, and no others: a table that plays speaks the
    shipped words in the place of those with a mistake."""
    LEFT_OUT.clear()
    LEFT_OUT.update(paths)
    texts.cache_clear()


def text_of(path: Path) -> str | None:
    """What is written in a file, None if there is none, it is left out, or a link to it leads nowhere. Raises
    `UnreadableError`."""
    if path in LEFT_OUT:
        return None
    try:
        return files.text(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableError(Reason("file.unread", file=path, reason=reason_of(error))) from None
    except UnicodeDecodeError:
        raise UnreadableError(Reason("file.not_utf8", file=path)) from None


def parsed(path: Path, text: str) -> dict[str, Any]:
    """A text as TOML. Raises `UnreadableError`."""
    try:
        return tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        raise UnreadableError(not_toml(path, text, error)) from None


def nearest(key: str, known: Iterable[str], count: int = 1) -> list[str]:
    """Of these dotted keys the most like one that is not among them, or like its last part."""
    last = key.rpartition(".")[2]

    def likeness(one: str) -> tuple[float, float]:
        whole = SequenceMatcher(None, key, one).ratio()
        return max(whole, SequenceMatcher(None, last, one.rpartition(".")[2]).ratio()), whole

    return nlargest(count, known, key=likeness)


def misplaced(text: str, offered: Sequence[str]) -> Wrong | None:
    """What is wrong with the placeholders of a text that may hold these; None if nothing is."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError as error:
        return Reason("text.braces", value=repr(text), detail=error)
    for _, field, spec, conversion in parts:
        if field is not None and (field not in offered or spec or conversion):
            mark = field + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            allowed = ", ".join(f"{{{one}}}" for one in offered) or Reason("allowed.none")
            return Reason("text.placeholder", mark=f"{{{mark}}}", allowed=allowed)
    return None


class _Laid:
    """An owner's file, to be laid over ours. Every mistake is one sentence with file, line and key."""

    def __init__(self, kind: str, path: Path, text: str, forms: Forms) -> None:
        self.kind = kind
        self.path = path
        self.text = text
        self.forms = forms
        self.open = OPEN.get(kind, ())
        self.facts: dict[str, set[str]] = {}
        """Those there are to name in each text."""
        self.players = NAMED.get(kind, ())
        self.declined: dict[str, set[str]] = {}
        """The facts that are names, with the forms our texts ask for."""
        self.root = parsed(path, text)

    def over(self, ours: Texts) -> Texts:
        """Ours with his in their places."""
        known = flat(ours)
        for path in (SHIPPED / self.kind).glob("*.toml"):
            for key, text in flat(tomllib.loads(path.read_text("utf-8"))).items():
                names = {field.partition(".")[0] for field in _fields(text)}
                self.facts.setdefault(key, set()).update(names)
        for text in known.values():
            for name, _, form in (field.partition(".") for field in _fields(text) if "." in field):
                self.declined.setdefault(name, set()).add(form)
        for key, value in flat(self.root).items():
            if value != {} or not any(one.startswith(f"{key}.") for one in known):
                self._check(key, value, known)
        return _merged(ours, self.root)

    def _check(self, key: str, value: object, known: Mapping[str, Any]) -> None:
        group = key.partition(".")[0]
        general = [f"{key.rpartition('.')[0]}.any", f"{group}.any"]
        spare = next((known[one] for one in general if one in known), None)
        if spare is None and group in self.open:
            spare = ""
        if key not in known and (spare is None or any(one.startswith(f"{key}.") for one in known)):
            raise self._refused(key, Reason("text.unknown", like=nearest(key, known)[0]))
        ours = known.get(key, spare)
        if isinstance(ours, str):
            if not isinstance(value, str) or (ours and not value.strip()):
                raise self._refused(key, Reason("text.no_text", value=repr(value)))
            told = (self.facts.get(one, set()) for one in (key, *general))
            self._check_facts(key, value, set().union(*told))
        else:
            if not isinstance(value, list) or not value:
                raise self._refused(key, Reason("text.no_list", value=repr(value)))
            for item in value:
                self._check_item(key, item, ours[0])

    def _check_item(self, key: str, item: object, like: object) -> None:
        """Raises `UnreadableError` unless it is a text, or a table of texts, as ours are."""
        if isinstance(like, Mapping):
            fits = isinstance(item, Mapping) and set(item) == set(like)
            told = list(item.values()) if isinstance(item, Mapping) else []
            wanted = Reason("allowed.table", names=", ".join(like))
        else:
            fits, told, wanted = True, [item], Reason("allowed.text")
        if not fits or not all(isinstance(text, str) and text.strip() for text in told):
            raise self._refused(key, Reason("text.entry", value=repr(item), allowed=wanted))
        for text in told:
            self._check_facts(key, str(text), set())

    def _check_facts(self, key: str, text: str, names: set[str]) -> None:
        """Raises `UnreadableError` unless the text names only what ours name, in forms that names have."""
        offered = names | {f"{name}.{form}" for name in names for form in self._forms_of(name)}
        if wrong := misplaced(text, sorted(offered)):
            raise self._refused(key, wrong)

    def _forms_of(self, name: str) -> set[str]:
        """The forms a fact has for certain: of a player or a card; what both have where it may be either."""
        if name in self.players:
            return {form for forms in self.forms[:1] for form in forms}
        asked = self.declined.get(name)
        fitting = [set(forms) for forms in self.forms if asked is not None and asked <= set(forms)]
        return set.intersection(*fitting) if fitting else set()

    def _refused(self, key: str, why: Wrong) -> UnreadableError:
        place = in_line(self.path, line_of(self.text, key.split(".")))
        return UnreadableError(Reason("text.refused", place=place, key=key, why=why))


def _fields(text: object) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field} if isinstance(text, str) else set()


def _merged(ours: Texts, laid: Texts) -> dict[str, Any]:
    both = dict(ours)
    for key, value in laid.items():
        below = both.get(key)
        both[key] = _merged(below, value) if isinstance(below, Mapping) else value
    return both


NARRATION = "narration"


def shipped_languages() -> list[str]:
    """The languages there are without an owner."""
    return sorted(path.stem for path in (SHIPPED / NARRATION).glob("*.toml"))
