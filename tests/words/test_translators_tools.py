"""Files of texts as translators' tools read them: Weblate and others use the translate-toolkit."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from translate.storage.toml import TOMLFile

from table.paths import SHIPPED
from table.words.catalogue import KINDS, NARRATION

FILES = [path for kind in (NARRATION, *KINDS) for path in sorted((SHIPPED / kind).rglob("*.toml"))]


def texts_in(value: Any) -> Iterator[str]:
    """Every text of a file, in its order."""
    if isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)
    else:
        yield str(value)


def read(data: bytes) -> TOMLFile:
    store = TOMLFile()
    store.parse(data)
    return store


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SHIPPED)))
def test_a_file_is_read_and_written_back_as_it_is(path: Path) -> None:
    data = path.read_bytes()
    store = read(data)
    assert [unit.target for unit in store.units] == [*texts_in(tomllib.loads(data.decode()))]
    assert bytes(store) == data


def test_a_translated_text_is_all_that_changes() -> None:
    path = SHIPPED / "troubles" / "de.toml"
    store = read(path.read_bytes())
    store.units[0].target = "Anders."
    before, after = path.read_text("utf-8").splitlines(), bytes(store).decode().splitlines()
    assert [new for old, new in zip(before, after, strict=True) if old != new] == ['no_library = "Anders."']


@pytest.mark.parametrize(
    "text", ['[a]\nb.x = "1"\nb.y = "1"\n', '[a.b]\nx = "1"\n[c]\nx = "1"\n[a.d]\nx = "1"\n']
)
def test_a_table_in_two_parts_is_seen(text: str) -> None:
    with pytest.raises(ValueError, match="We don't handle these values"):
        read(text.encode()).units  # noqa: B018
