"""`make quick` plays a few tests of each file that takes long, and all tests of the others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.conftest import LONG_S, ONE_OF, pytest_collection_modifyitems


def test_of_a_file_that_took_long_a_few_tests_are_quick() -> None:
    def item(file: str) -> Any:
        marked: list[str] = []
        return SimpleNamespace(nodeid=f"{file}::test_it[a-b]", add_marker=marked.append, marked=marked)

    took = {"tests/long.py": LONG_S + 1.0, "tests/short.py": LONG_S}
    config: Any = SimpleNamespace(cache=SimpleNamespace(get=lambda *_: took))
    files = ["tests/long.py"] * (ONE_OF + 2) + ["tests/short.py"] * 3 + ["tests/new.py"] * 2
    items = [item(file) for file in files]
    pytest_collection_modifyitems(config, items)
    assert [number for number, one in enumerate(items) if not one.marked] == [0, ONE_OF] + [
        number for number, file in enumerate(files) if file != "tests/long.py"
    ]
