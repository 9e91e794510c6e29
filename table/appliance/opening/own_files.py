"""The owner's characters, word lists, pictures and texts: what the table uses, and what is wrong in them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hardware.folders import found_in
from table import files
from table.errors import Reason
from table.house import Role, Roles
from table.paths import SHIPPED
from table.sentences import flat
from table.settings.load import Entry, Report
from table.settings.owner import Owner, own_words
from table.words.catalogue import KINDS, NARRATION
from table.words.toml_lines import in_line, line_of

if TYPE_CHECKING:
    from table.board.paint.art import Art

ON_BOARD = ("check", "menus", "troubles", "words/questions")
"""Kinds of texts that the board draws. A browser or paper shows the others."""
MOST_SIGNS = 12
"""Most signs that are listed for a file with signs that cannot be drawn."""


class OwnFiles(NamedTuple):
    """What the table uses of the owner's files."""

    art: Art | None
    """The pictures of the board with theirs; None: they have none."""
    report: Report
    """What is wrong in them."""


def own_files(owner: Owner, roles: Sequence[Role]) -> OwnFiles:
    """Reads the owner's word lists, pictures and texts. `roles`: theirs, which have been read."""
    report = Report(roles.mistakes if isinstance(roles, Roles) else ())
    report += [Entry(path, told, "without_words") for path, told in own_words(owner)[1]]
    art = None
    if owner.art.is_dir():
        from table.board.paint.art import Art

        art = Art(owner.art)
        report += [Entry(path, told, "our_picture") for path, told in art.wrong.items()]
    report += _undrawn_texts(owner)
    return OwnFiles(art, report)


def own_narrations(owner: Owner) -> Iterator[tuple[str, str, str | None]]:
    """The owner's files of sentences: name, language, telling."""
    for path in found_in(owner.narration, "*.toml"):
        yield f"{NARRATION}/{path.name}", path.stem, None
    tellings = {path.parent.name for path in found_in(SHIPPED / NARRATION, "*/*.toml")}
    for path in found_in(owner.narration, "*/*.toml"):
        if path.parent.name in tellings and path.stem in owner.languages:
            yield f"{NARRATION}/{path.parent.name}/{path.name}", path.stem, path.parent.name


def own_texts(owner: Owner) -> Iterator[tuple[str, str, str]]:
    """The owner's files of other texts: name, kind, language."""
    for kind in KINDS:
        for path in found_in(owner.folder / kind, "*.toml"):
            if path.stem in owner.languages:
                yield f"{kind}/{path.name}", kind, path.stem


def written_in(path: Path) -> Mapping[str, Any] | None:
    """The content of a TOML file; None if it cannot be read."""
    try:
        return tomllib.loads(files.text(path))
    except (OSError, ValueError, RecursionError):
        return None


def shown(value: object) -> str:
    """A value of a TOML file in a sentence."""
    return json.dumps(value, ensure_ascii=False, default=str)


def _undrawn_texts(owner: Owner) -> Iterator[Entry]:
    """The entry for each of the owner's files of words with signs that the board cannot draw."""
    names = [name for name, _, _ in own_narrations(owner)]
    names += [name for name, kind, _ in own_texts(owner) if kind in ON_BOARD]
    for name in names:
        path = owner.folder / name
        texts = flat(written_in(path) or {}).items()
        found = {key: signs for key, text in texts if (signs := owner.fonts.undrawn(shown(text)))}
        if not found:
            continue
        key, signs = next(iter(found)), "".join(dict.fromkeys("".join(found.values())))
        listed = f"{signs[:MOST_SIGNS]}…" if len(signs) > MOST_SIGNS else signs
        place = in_line(path, line_of(files.text(path), key.split(".")))
        wrong = Reason("file.undrawn", place=place, key=key, signs=listed, number=len(found))
        yield Entry(path, wrong, "undrawn")
