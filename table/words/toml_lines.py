"""The line of a key in a TOML file, which tomllib does not report."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from table.errors import Reason
from table.sentences import Wrong
from table.words.toml_slips import slip_in, unclosed

TOKEN = r"""[\[\]]|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|\s+|[^\s\[\]"'#,]+|,"""
"""A bracket, a text, a comment, spaces, anything else, a comma."""


def line_of(text: str, keys: Sequence[str]) -> int | None:
    """The line, from 1, of a key or of the closest table it belongs to; None if there is neither."""
    found, depth = None, 0
    for number, here in _keys_in(text):
        if len(here) > depth and here == list(keys[: len(here)]):
            found, depth = number, len(here)
    return found


def with_value(text: str, keys: Sequence[str], value: Any) -> str:
    """The text of a file with this value for a key, and all else as it was: comments, order, spaces. Of a
    list of lists each item is replaced at its place if there are as many.

    Raises `ValueError` if the key is written in a form that cannot be edited.
    """
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    places = {tuple(here): number for number, here in reversed(list(_keys_in(text)))}
    *table, key = keys
    if number := places.get(tuple(keys)):
        rest = "".join(lines[number - 1 :])
        equals = rest.index("=") + 1
        lines[number - 1 :] = [rest[:equals] + _replaced(rest[equals:], value)]
    elif number := places.get(tuple(table)):
        lines.insert(number, f"{key} = {_written(value)}\n")
    else:
        lines += ["\n"] * bool(lines) + [f"[{'.'.join(table)}]\n", f"{key} = {_written(value)}\n"]
    edited, wanted = "".join(lines), tomllib.loads(text)
    reduce(lambda under, name: under.setdefault(name, {}), table, wanted)[key] = value
    if tomllib.loads(edited) != wanted:
        raise ValueError(f"{'.'.join(keys)} cannot be edited there")
    return edited


def _keys_in(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines, from 1, of tables and keys, and the whole name of each."""
    section: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([A-Za-z][^\[\]]*)\]", line):
            section = parts_of(header[1])
            yield number, section
        elif assignment := re.match(r"\s*([\w.\"' -]+?)\s*=", line):
            yield number, section + parts_of(assignment[1])


def _replaced(rest: str, value: Any) -> str:
    """What follows the equals sign, with the value at its beginning replaced."""
    depth, begins, items = 0, 0, list[tuple[int, int]]()
    for token in re.finditer(TOKEN, rest):
        if token[0] == "[":
            depth += 1
            begins = token.start() if depth == 2 else begins
        elif token[0] == "]":
            depth -= 1
            if depth == 1:
                items.append((begins, token.end()))
        if depth == 0 and not token[0].isspace():
            break
    first = len(rest) - len(rest.lstrip(" \t"))
    if items and isinstance(value, list) and len(items) == len(value):
        for (begin, end), item in reversed([*zip(items, value, strict=True)]):
            rest = rest[:begin] + json.dumps(item, ensure_ascii=False) + rest[end:]
        return rest
    return f"{rest[:first] or ' '}{_written(value)}{rest[token.end() :]}"


def _written(value: Any) -> str:
    """A value as TOML; a list of lists with a line for each."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + "".join(f"    {json.dumps(item, ensure_ascii=False)},\n" for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def parts_of(dotted: str) -> list[str]:
    """The names of a dotted key, without the item of a list."""
    parts = re.sub(r"\[\d+\]$", "", dotted.partition(",")[0]).split(".")
    return [part.strip().strip("\"'") for part in parts]


def not_toml(file: object, text: str, error: ValueError | RecursionError) -> Wrong:
    """Why tomllib cannot parse a file: the line where it gave up, its key, and what is meant."""
    if not isinstance(error, tomllib.TOMLDecodeError):
        return Reason("file.beyond", file=file)
    what, at, where = str(error).partition(" (at ")
    line = re.match(r"line (\d+)", where)
    lines = text.splitlines()
    number = int(line[1]) if at and line else max(1, len(lines))
    if what == 'Expected "\'"':  # The parser has looked for it up to the end.
        number = next((at for at, one in enumerate(lines, start=1) if unclosed(one)), number)
    place = in_line(file, number)
    slip = slip_in(lines[number - 1], what) if lines else None
    if slip is None:
        return Reason("file.not_toml", place=place, detail=what)
    # With an equals sign in place of a colon the key is found.
    lines[number - 1] = re.sub(r"^\s*\{?([^\[=:]*)[:＝]", r"\1=", lines[number - 1])
    key = next((".".join(keys) for at, keys in _keys_in("\n".join(lines)) if at == number), "")
    return (
        Reason("slip.at", place=place, key=key, why=slip) if key else Reason("file.at", place=place, why=slip)
    )


def in_line(file: object, line: int | None) -> Wrong:
    """A file, and the line in it if known, for an error."""
    return Reason("file.line", file=file, line=line) if line else Reason("file.whole", file=file)
