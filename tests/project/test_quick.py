"""`make quick` plays a few tests of each slow module, and all tests of the others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.conftest import MOST, ONE_OF, SLOW, name_of, pytest_collection_modifyitems, too_slow
from tests.kit.paths import ROOT, TESTS

MODULES = {name_of(path) for path in TESTS.rglob("test_*.py")}


def test_every_slow_module_is_there() -> None:
    assert SLOW <= MODULES


def test_of_a_slow_module_a_few_tests_are_quick() -> None:
    def item(path: str) -> Any:
        marked: list[str] = []
        return SimpleNamespace(
            path=TESTS / path, add_marker=marked.append, marked=marked, get_closest_marker=lambda _: None
        )

    items = [item("board/test_board.py") for _ in range(ONE_OF + 2)] + [
        item("room/test_places.py") for _ in range(3)
    ]
    pytest_collection_modifyitems(items)
    quick = [number for number, one in enumerate(items) if not one.marked]
    assert quick == [0, ONE_OF, *range(ONE_OF + 2, ONE_OF + 5)]


def test_a_module_that_makes_it_slow_is_noticed_unless_it_is_named() -> None:
    took = {
        "room/test_places": 1.0,
        "games/werewolf/test_cards": 1.0,
        "board/test_board": 90.0,
        "room/test_hands": 8.0,
    }
    assert too_slow(took) == []
    assert too_slow(took | {"room/test_hands": MOST * 200.0}) == ["room/test_hands"]


def test_make_plays_all_others() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert '\nquick: tools\n\t$(PYTEST) $(USUAL) -m "not slow"\n' in makefile
