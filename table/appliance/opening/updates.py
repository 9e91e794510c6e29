"""`garou config`: checks the owner's files, and what an update changed.

The shipped files are compared with a copy of those the owner last looked at: `shipped/` in their folder,
which `remember` writes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from shlex import quote

from hardware.folders import found_in
from hardware.languages import languages_of
from table import files
from table.appliance.devices.heard_board import KINDS as TRACKS
from table.appliance.devices.heard_board import PHASES
from table.appliance.doctor.findings import Finding, of_entry
from table.appliance.opening.own_files import own_narrations, own_texts, shown, written_in
from table.appliance.voicing.translation import texts_of
from table.appliance.walk.taught import load_here
from table.errors import TableError, UnreadableError
from table.house import Role
from table.paths import ART, SHIPPED
from table.sentences import flat
from table.settings.load import Entry
from table.settings.owner import ART_FOLDER, MUSIC_FOLDER, TABLE, WORDS, Owner, own_words, owner_of
from table.words.catalogue import KINDS, NARRATION, SPARE
from table.words.lists import SUFFIX
from table.words.narration import GAMES, Narration
from table.words.toml_lines import line_of
from table.words.troubles import english

COPY = "shipped"
"""Name of the folder of the copy, inside the owner's."""

PICTURES = (
    ART_FOLDER,
    *dict.fromkeys(f"{ART_FOLDER}/{path.parent.parent.name}" for path in found_in(ART, "*/*/*.svg")),
)
"""The folder of pictures, and those in it for the sets of rulebooks."""
DRAWN = frozenset((path.parent.name, path.name) for path in found_in(ART, "**/*.svg"))
"""Folder and file of every picture of ours, in whatever set."""
DRAWN_KINDS = sorted({kind for kind, _ in DRAWN})


def _is_drawn(path: Path) -> bool:
    """Whether the board can show an owner's picture: of any card or place, else in place of one of ours."""
    kind, name = path.parent.name, path.name
    return path.suffix == ".svg" and (kind in ("cards", "places") or (kind, name) in DRAWN)


FREE: Mapping[str, Callable[[Path], bool]] = {
    "house": lambda path: path.suffix == ".py",
    "voices": lambda path: path.suffix in (".onnx", ".json"),
    WORDS: lambda path: path.suffix.lower() == SUFFIX,
    **dict.fromkeys((f"{folder}/{kind}" for folder in PICTURES for kind in DRAWN_KINDS), _is_drawn),
    **dict.fromkeys(
        (f"{MUSIC_FOLDER}/{phase}" for phase in PHASES.values()),
        lambda path: path.suffix.lower() in TRACKS,
    ),
}
"""Folders in which the owner chooses the file names."""

READ = (
    "Read are table.toml, house/*.py, words/*.txt, voices/*.onnx, music/{lobby,night,day,over}/*, "
    f"art/{{{','.join(DRAWN_KINDS)}}}/*.svg and the same in art/RULEBOOK, "
    "narration/RULEBOOK/LANGUAGE.toml, and "
    f"LANGUAGE.toml in {', '.join((NARRATION, *KINDS))}."
)
"""The note on which files are read. It is printed once, after the last file that is not."""


def findings_in(owner: Owner, roles: Sequence[Role] = (), unfit: Sequence[Finding] = ()) -> list[Finding]:
    """All findings about the owner's files.

    `roles`: the characters of the house, which have been read.
    `unfit`: why no round can be started with the files, if so.
    """
    _, found = load_here(owner, roles)
    findings = [*_folder(owner), *map(_mistaken, found), *unfit]
    path = owner.own_table
    if os.path.lexists(path) and all(entry.file != path for entry in found):
        findings.append(Finding("file", "well", f"{path} can be used", facts={"file": path}))
    for name, language, telling in own_narrations(owner):
        findings += _usable(owner.folder / name, partial(_told, owner, language, telling))
    for name, kind, language in own_texts(owner):
        findings += _usable(owner.folder / name, partial(_of_kind, owner, kind, language))
    for language in owner.own_languages:
        if any(each in owner.languages for each in languages_of(language)[1:]):
            continue  # What it lacks is said as in the language it lies over.
        findings += _translated(owner, language)
        if all(one.language != language for one in own_words(owner)[0]):
            findings.append(_wordless(owner, language))
    if is_known(owner):
        written = [name for name, _, _ in (*own_narrations(owner), *own_texts(owner))]
        for name in (TABLE, *written):
            findings += _changes(owner, name)
    elif owner.folder.is_dir():
        told, why = "What was shipped before is not known", "An update cannot be compared with it."
        mend = f"garou config --remember{_named(owner)}"
        findings.append(Finding("no_copy", "note", told, why, mend))
    return findings


def _named(owner: Owner) -> str:
    """The options that name these files to a command; empty if they are found without."""
    return "" if owner == owner_of() else f" --config {quote(str(owner.given or owner.folder))}"


def is_known(owner: Owner) -> bool:
    """Whether there is a copy of what was shipped before."""
    return (owner.folder / COPY).is_dir()


def remember(owner: Owner) -> Path:
    """Stores a copy of the shipped files, so that the next report covers changes since. Returns its folder.
    Raises `TableError` if it cannot be written; the earlier copy then stays."""
    copy, draft = owner.folder / COPY, owner.folder / f"{COPY}.part"
    try:
        shutil.rmtree(draft, ignore_errors=True)
        kinds = [path for kind in KINDS for path in found_in(SHIPPED / kind, "*.toml")]
        for path in (SHIPPED / TABLE, *found_in(SHIPPED / NARRATION, "**/*.toml"), *kinds):
            target = draft / path.relative_to(SHIPPED)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        shutil.rmtree(copy, ignore_errors=True)
        draft.rename(copy)
    except OSError as error:
        raise TableError(f"{copy} cannot be written: {error.strerror}") from error
    return copy


def _folder(owner: Owner) -> Iterator[Finding]:
    """Findings about where the owner's files are, and which of them are never read."""
    if not owner.folder.is_dir():
        why, make = "Everything is as shipped.", f"mkdir -p {owner.folder}"
        facts = {"folder": owner.folder}
        yield Finding("folder", "note", f"There is no {owner.folder}", why, make, facts)
        return
    facts = {"folder": owner.folder}
    yield Finding("folder", "well", f"Your files are in {owner.folder}", facts=facts)
    folders = [owner.folder / name for name in (NARRATION, *FREE, *KINDS)]
    no_folders = [path for path in folders if os.path.lexists(path) and not path.is_dir()]
    for path in no_folders:
        named = quote(str(path))
        why = "Of what belongs in it nothing is read."
        mend = f"mv {named} {named}.old && mkdir {named}"
        yield Finding("no_folder", "wrong", f"{path} is no folder", why, mend, {"file": path})
    read = {owner.folder / name for name, _, _ in (*own_narrations(owner), *own_texts(owner))}
    read.add(owner.folder / TABLE)
    unread = []
    for path in found_in(owner.folder, "**/*"):
        name = path.relative_to(owner.folder)
        looked_for = path in read or name.parts[0].startswith(COPY)
        is_read = FREE.get(str(name.parent))
        if path.is_file() and not looked_for and not (is_read and is_read(path)) and path not in no_folders:
            unread.append(path)
    for path in unread:
        why = READ if path == unread[-1] else ""
        yield Finding("not_read", "note", f"{path} is not read", why, facts={"file": path})


def _told(owner: Owner, language: str, telling: str | None) -> Narration:
    return Narration.load(language, telling, own=owner.catalogue)


def _of_kind(owner: Owner, kind: str, language: str) -> object:
    """The owner's texts of a kind, with names in the language's forms, and English for what is missing.
    Raises `UnreadableError`, also for a mistake in the sentences, whose grammar they need."""
    told = _told(owner, language, None)
    if language in owner.own_languages:
        told = told.filled(Narration.load("en"))
    return told.texts(kind)


def _usable(path: Path, read: Callable[[], object]) -> Iterator[Finding]:
    """The finding about one of the owner's files, if it exists: a mistake, or that it can be used. A link
    that leads nowhere exists."""
    if os.path.lexists(path):
        try:
            read()
        except UnreadableError as error:
            yield _mistaken(Entry(path, error.wrong, "shipped"))
        else:
            facts = {"file": path}
            if path.exists():
                yield Finding("file", "well", f"{path} can be used", facts=facts)
            else:
                led = f"{path} is a link that leads nowhere"
                yield Finding("dead_link", "wrong", led, "It is not read.", f"edit {path}", facts)


def _mistaken(entry: Entry) -> Finding:
    """The finding about a mistake, in English."""
    return of_entry(entry, "file").told(english())


def _translated(owner: Owner, language: str) -> Iterator[Finding]:
    """Findings about gaps in an owner's language, file by file: how much is said in English instead, and
    unknown keys."""
    mend = f"garou words {language}{_named(owner)}"
    try:
        every = [*texts_of(owner, language)]
    except UnreadableError:
        return  # Reported already.
    for texts in every:
        english = f"{Path(texts.name).parent}/{SPARE}.toml"
        if not texts.path:
            yield _absent(owner, texts.name, english, "It is said in English.")
            continue
        path, facts = texts.path, {"file": texts.path}
        if missing := texts.missing:
            told = f"{path}: {len(missing)} of {len(texts.english)} texts are missing"
            said = "They are said in English."
            yield Finding("missing_text", "note", told, said, mend, facts | {"english": missing})
        for key in texts.unknown:
            said = "English has no such key: it belongs to a character of the house, or to nothing any more."
            told = f"{path}: {key} is in this language alone"
            yield Finding("unknown_text", "note", told, said, facts=facts | {"key": key})
        if copied := texts.copied:
            told = f"{path}: {len(copied)} of {len(texts.english)} texts are the English ones"
            yield Finding("untranslated", "note", told, "", mend, facts | {"keys": [*copied]})
    for telling in [path.parent.name for path in found_in(SHIPPED / NARRATION, f"*/{SPARE}.toml")]:
        name = f"{NARRATION}/{telling}/{language}.toml"
        if telling not in GAMES and not (owner.folder / name).exists():
            spare = f"It is told as in {NARRATION}/{language}.toml."
            yield _absent(owner, name, f"{NARRATION}/{telling}/{SPARE}.toml", spare)


def _wordless(owner: Owner, language: str) -> Finding:
    """The finding that Mots-garous has no words in a language."""
    return Finding(
        "no_words",
        "note",
        f"There is no list of words in {language}",
        "Mots-garous cannot be played in it.",
        f"a list with the line language: {language} in {owner.words} (docs/mots-garous.md)",
        {"language": language, "folder": owner.words},
    )


def _absent(owner: Owner, name: str, english: str, why: str) -> Finding:
    """The finding that the owner does not have a file."""
    path = owner.folder / name
    copied = f"mkdir -p {quote(str(path.parent))} && cp {quote(str(SHIPPED / english))} {quote(str(path))}"
    return Finding("missing_file", "note", f"There is no {path}", why, copied, {"file": path})


def _changes(owner: Owner, name: str) -> Iterator[Finding]:
    """Findings about changed keys of one shipped file since the copy was made."""
    path = owner.own_table if name == TABLE else owner.folder / name
    before, now = written_in(owner.folder / COPY / name), written_in(SHIPPED / name)
    if before is None or now is None:
        return
    old, new, own = flat(before), flat(now), flat(written_in(path) or {})
    for key, value in own.items():
        if key not in old or old[key] == new.get(key):
            continue
        line = line_of(files.text(path), key.split("."))
        place = f"{path}, line {line}: {key}" if line else f"{path}: {key}"
        facts = {"file": path, "line": line, "key": key, "value": value, "before": old[key]}
        if key in new:
            told = f"{place} = {shown(value)} is yours; shipped was {shown(old[key])}"
            told = f"{told}, is now {shown(new[key])}"
            yield Finding("changed_key", "note", told, "Yours stays.", facts=facts | {"now": new[key]})
        else:
            why = "It is no longer known, and refused where it still stands."
            told = f"{place} is gone from what is shipped"
            yield Finding("gone_key", "wrong", told, why, f"edit {path}", facts)
    for key in new:
        if key not in old and key not in own:
            told, facts = f"{name} has a new key: {key} = {shown(new[key])}", {"file": name, "key": key}
            yield Finding("new_key", "note", told, facts=facts | {"now": new[key]})
