"""Files of texts as tools for translators read them: tomlkit takes a table in two parts for another thing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from table.paths import SHIPPED
from table.words.catalogue import KINDS, NARRATION

FILES = [path for kind in (NARRATION, *KINDS) for path in sorted((SHIPPED / kind).rglob("*.toml"))]
KEY = re.compile(r"^(?P<table>\[)?(?P<key>[\w.\"’ -]+?)(?(table)\]| = )", re.MULTILINE)


def in_parts(text: str) -> set[str]:
    """The tables of a file that are written in two parts, or as several dotted keys."""
    found, seen, here = set(), {""}, ""
    open_tables: list[str] = []
    for match in KEY.finditer(text):
        table = f"{match['key']}" if match["table"] else here
        if match["table"]:
            here = table
        names = table.split(".")
        if not match["table"]:
            names += match["key"].split(".")[:-1]
            if names == here.split("."):
                continue
        prefixes = [".".join(names[: number + 1]) for number in range(len(names))]
        for prefix in prefixes:
            dotted = not match["table"] and prefix == prefixes[-1]
            if prefix in seen and (dotted or prefix not in open_tables):
                found.add(prefix)
            seen.add(prefix)
        open_tables = prefixes
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SHIPPED)))
def test_a_table_is_written_in_one_part(path: Path) -> None:
    text = path.read_text("utf-8")
    tomllib.loads(text)
    assert in_parts(text) == set()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('[a]\nx = "1"\n[a.b]\nx = "1"\n[a.c]\nx = "1"\n', set()),
        ('[a]\nb.x = "1"\nc.x = "1"\nd = "1"\n', set()),
        ('[a]\nb.x = "1"\nb.y = "1"\n', {"a.b"}),
        ('[a.b]\nx = "1"\n[c]\nx = "1"\n[a.d]\nx = "1"\n', {"a"}),
    ],
)
def test_a_table_in_two_parts_is_seen(text: str, parts: set[str]) -> None:
    assert in_parts(text) == parts
