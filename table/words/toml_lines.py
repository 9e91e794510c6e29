"""The line of a key in a TOML file, which tomllib does not report."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence

from table.errors import Reason
from table.sentences import Wrong


def line_of(text: str, keys: Sequence[str]) -> int | None:
    """The line, from 1, of a key or of the closest table it belongs to; None if there is neither."""
    section: list[str] = []
    found, depth = None, 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([A-Za-z][^\[\]]*)\]", line):
            here = section = parts_of(header[1])
        elif assignment := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            here = section + parts_of(assignment[1])
        else:
            continue
        if len(here) > depth and here == list(keys[: len(here)]):
            found, depth = number, len(here)
    return found


def parts_of(dotted: str) -> list[str]:
    """The names of a dotted key, without the item of a list."""
    parts = re.sub(r"\[\d+\]$", "", dotted.partition(",")[0]).split(".")
    return [part.strip().strip("\"'") for part in parts]


def not_toml(file: object, text: str, error: ValueError | RecursionError) -> Wrong:
    """Why tomllib cannot parse a file, with the line where it gave up."""
    if not isinstance(error, tomllib.TOMLDecodeError):
        return Reason("file.beyond", file=file)
    what, at, where = str(error).partition(" (at ")
    line = re.match(r"line (\d+)", where)
    number = int(line[1]) if at and line else max(1, len(text.splitlines()))
    return Reason("file.not_toml", place=in_line(file, number), detail=what)


def in_line(file: object, line: int | None) -> Wrong:
    """A file, and the line in it if known, for an error."""
    return Reason("file.line", file=file, line=line) if line else Reason("file.whole", file=file)
