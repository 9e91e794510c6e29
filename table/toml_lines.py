"""On which line of a TOML file a key stands: tomllib does not say."""

from __future__ import annotations

import re
from collections.abc import Sequence


def line_of(text: str, keys: Sequence[str]) -> int | None:
    """The line, from 1, on which a key or the closest table it belongs to stands; None if none does."""
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
