"""The words that hosts type on their phones: one ordinary list for each language, kept with the evenings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

from hardware.folders import found_in
from hardware.whole_file import whole
from table import files
from table.errors import Reason, UnreadableError
from table.typefaces import OURS, Fonts
from table.words.lists import (
    COLUMNS,
    DIFFICULTIES,
    LONGEST,
    OWN,
    REMARK,
    SUFFIX,
    Difficulty,
    WordList,
    folded,
    mistake_in,
    read_list,
)


class TypedWords:
    """The lists in `folder`. Each keeps every line that was typed; what cannot be used of it is told, and
    left out. `fonts`: the board's."""

    def __init__(self, folder: Path, fonts: Fonts = OURS) -> None:
        self._folder, self.fonts = folder, fonts
        self._lists: list[WordList] | None = None

    def file(self, language: str) -> Path:
        """The list of a language, if any is kept."""
        return self._folder / f"typed-{language}{SUFFIX}"

    def lists(self) -> list[WordList]:
        """All lists with words that can be used."""
        if self._lists is None:
            self._lists, paths = [], list[Path]()
            with suppress(OSError):
                paths = found_in(self._folder, f"typed-*{SUFFIX}")
            for path in paths:
                with suppress(UnreadableError):
                    self._lists.append(read_list(path, self.fonts))
        return self._lists

    def typed(self, language: str) -> tuple[str, str]:
        """Title and lines of a list as they were typed; empty without one."""
        try:
            head, _, lines = files.content(self.file(language), follows=False).decode().partition("\n\n")
        except (OSError, UnicodeDecodeError):
            return "", ""
        titles = [line.removeprefix("title: ") for line in head.splitlines() if line.startswith("title: ")]
        return "".join(titles), lines.rstrip("\n")

    def keep(self, language: str, difficulty: Difficulty, title: str, text: str) -> None:
        """Keeps a list in place of the one before; without lines none is kept. `difficulty`: of lines before
        the first that sets one. Raises `OSError`."""
        title, lines = _plain(title)[:LONGEST], [line for line in map(_plain, text.splitlines()) if line]
        path = self.file(language)
        self._lists = None
        if not lines:
            path.unlink(missing_ok=True)
            return
        head = [f"title: {title}"] if title else []
        head += [f"language: {language}", f"category: {OWN}", f"difficulty: {difficulty}"]
        self._folder.mkdir(parents=True, exist_ok=True)
        with whole(path) as file:
            file.write("\n".join([*head, "", *lines, ""]).encode())


def mistakes_in(text: str, fonts: Fonts = OURS) -> Iterator[Reason]:
    """What cannot be used of lines that were typed, for a board with these fonts: a sentence for each."""
    known: dict[str, int] = {}
    lines = [line for line in map(_plain, text.splitlines()) if line]
    for number, line in enumerate(lines, 1):
        word = _plain(line.partition("|")[0])
        if line.startswith(REMARK):
            continue
        if word.startswith("[") and word.endswith("]"):
            is_level = word[1:-1].strip() in DIFFICULTIES
            allowed = ", ".join(f"[{each}]" for each in DIFFICULTIES)
            why = None if is_level else Reason("words.no_level", value=word, allowed=allowed)
        elif COLUMNS.search(word):
            why = Reason("words.columns", value=word[:LONGEST])
        else:
            why = mistake_in(word, known, fonts)
            known.setdefault(folded(word), number)
        if why:
            yield Reason("words.line", line=number, why=why)


def _plain(text: str) -> str:
    """A line as lists have it."""
    return " ".join(normalize("NFC", text).split())
