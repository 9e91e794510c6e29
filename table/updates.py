"""`garou config`: whether the owner's files fit, and what an update has made of them.

What is shipped today is compared with a copy of what was shipped when the owner last looked: `shipped/` in
his folder, which `remember` writes.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Any

from table.doctor import Finding
from table.errors import TableError, UnreadableError
from table.narration import Narration
from table.owner import NARRATION, SHIPPED, TABLE, WORDS, Owner, owner_of
from table.toml_lines import line_of
from table.word_lists import read_lists

COPY = "shipped"
"""The folder of the copy, in the owner's."""

FREE = (("house", ".py"), (WORDS, ".txt"))
"""Folders of files the owner names, and how these end."""


def report(owner: Owner, read: Callable[[Path], object], mistakes: Sequence[str] = ()) -> list[Finding]:
    """Everything that is to be said about the owner's files.

    `read`: reads a table.toml, or raises `UnreadableError`; `mistakes`: what was refused in the house.
    """
    findings = [*_folder(owner)]
    findings += _usable(owner.own_table, partial(read, owner.own_table))
    for name, language, telling in _narrations(owner):
        findings += _usable(owner.folder / name, partial(_told, owner, language, telling))
    findings += [Finding("wrong", mistake, "The table plays without this character.") for mistake in mistakes]
    left_out = "The table plays without what it names."
    findings += [Finding("wrong", sentence, left_out) for sentence in read_lists(owner.words)[1]]
    for language in owner.own_languages:
        findings += _translated(owner, language)
    if is_known(owner):
        for name in (TABLE, *(name for name, _, _ in _narrations(owner) if (SHIPPED / name).exists())):
            findings += _changes(owner, name)
    elif owner.folder.is_dir():
        findings.append(
            Finding(
                "note",
                "What was shipped before is not known",
                "An update cannot be compared with it.",
                f"garou config --remember{_named(owner)}",
            )
        )
    return findings


def _named(owner: Owner) -> str:
    """How a command is told whose files are meant, where these are not those it finds unasked."""
    return "" if owner == owner_of() else f" --config {quote(str(owner.given or owner.folder))}"


def is_known(owner: Owner) -> bool:
    """Whether there is a copy of what was shipped before."""
    return (owner.folder / COPY).is_dir()


def remember(owner: Owner) -> Path:
    """Keeps a copy of what is shipped now: the next report is about what has changed since. Its folder.

    Raises `TableError` if it cannot be written; the copy there was is then still there.
    """
    copy, draft = owner.folder / COPY, owner.folder / f"{COPY}.part"
    try:
        shutil.rmtree(draft, ignore_errors=True)
        for path in (SHIPPED / TABLE, *(SHIPPED / NARRATION).rglob("*.toml")):
            target = draft / path.relative_to(SHIPPED)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        shutil.rmtree(copy, ignore_errors=True)
        draft.rename(copy)
    except OSError as error:
        raise TableError(f"{copy} cannot be written: {error.strerror}") from error
    return copy


def _folder(owner: Owner) -> Iterator[Finding]:
    """Where his files are, and which of them nobody reads."""
    if not owner.folder.is_dir():
        yield Finding(
            "note", f"There is no {owner.folder}", "Everything is as shipped.", f"mkdir -p {owner.folder}"
        )
        return
    yield Finding("well", f"Your files are in {owner.folder}")
    read = {owner.folder / name for name, _, _ in _narrations(owner)} | {owner.folder / TABLE}
    for path in sorted(owner.folder.rglob("*")):
        name = path.relative_to(owner.folder)
        looked_for = path in read or name.parts[0].startswith((COPY, "."))
        if path.is_file() and not looked_for and (str(name.parent), path.suffix) not in FREE:
            yield Finding(
                "note",
                f"{path} is not read",
                "Read are table.toml, narration/LANGUAGE.toml, narration/RULEBOOK/LANGUAGE.toml, house/*.py, "
                "words/*.txt.",
            )


def _narrations(owner: Owner) -> Iterator[tuple[str, str, str | None]]:
    """His files of sentences: name, language, telling."""
    for path in sorted(owner.narration.glob("*.toml")):
        yield f"{NARRATION}/{path.name}", path.stem, None
    tellings = {path.parent.name for path in (SHIPPED / NARRATION).glob("*/*.toml")}
    for path in sorted(owner.narration.glob("*/*.toml")):
        if path.parent.name in tellings and path.stem in owner.languages:
            yield f"{NARRATION}/{path.parent.name}/{path.name}", path.stem, path.parent.name


def _told(owner: Owner, language: str, telling: str | None) -> Narration:
    return Narration.load(language, telling, over=owner.narration)


def _usable(path: Path, read: Callable[[], object]) -> Iterator[Finding]:
    """Whether a file of his can be read at all, if he has it."""
    if path.exists():
        try:
            read()
        except UnreadableError as error:
            why = "The table does not start with it."
            yield Finding("wrong", str(error).rstrip("."), why, f"edit {path}")
        else:
            yield Finding("well", f"{path} can be used")


def _translated(owner: Owner, language: str) -> Iterator[Finding]:
    """What a language of his own lacks, with what English says there, and what English has not."""
    try:
        told = _told(owner, language, None)
    except UnreadableError:
        return  # said already
    english = Narration.load("en")
    path, written = owner.narration / f"{language}.toml", _written(SHIPPED / NARRATION / "en.toml") or {}
    for key in told.lacks(english):
        texts = {name: text for name, text in flat(written).items() if f"{name}.".startswith(f"{key}.")}
        said = f"It is said in English: {_shown(texts.get(key, texts))}"
        yield Finding("note", f"{path}: {key} is missing", said)
    for key in english.lacks(told):
        said = "English has no such key: it belongs to a character of the house, or to nothing any more."
        yield Finding("note", f"{path}: {key} is in this language alone", said)


def _changes(owner: Owner, name: str) -> Iterator[Finding]:
    """What has become of the keys of one shipped file since the copy was made."""
    path = owner.own_table if name == TABLE else owner.folder / name
    before, now = _written(owner.folder / COPY / name), _written(SHIPPED / name)
    if before is None or now is None:
        return
    old, new, own = flat(before), flat(now), flat(_written(path) or {})
    for key, value in own.items():
        if key not in old or old[key] == new.get(key):
            continue
        line = line_of(path.read_text("utf-8-sig"), key.split("."))
        place = f"{path}, line {line}: {key}" if line else f"{path}: {key}"
        if key in new:
            told = f"{place} = {_shown(value)} is yours; shipped was {_shown(old[key])}"
            yield Finding("note", f"{told}, is now {_shown(new[key])}", "Yours stays.")
        else:
            why = "It is no longer known, and refused where it still stands."
            yield Finding("wrong", f"{place} is gone from what is shipped", why, f"edit {path}")
    for key in new:
        if key not in old and key not in own:
            yield Finding("note", f"{name} has a new key: {key} = {_shown(new[key])}")


def _written(path: Path) -> Mapping[str, Any] | None:
    """A file as TOML; None if there is none that can be read."""
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of a file by their dotted keys. An empty table is a value."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
