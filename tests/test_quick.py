"""What `make quick` plays: all but the modules that are named as slow."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import MOST, SLOW, too_slow

HERE = Path(__file__).parent
MODULES = {path.stem for path in HERE.glob("test_*.py")}


def test_every_slow_module_is_there_and_most_are_quick() -> None:
    assert SLOW <= MODULES
    assert len(MODULES - SLOW) > len(SLOW)


def test_a_module_that_makes_it_slow_is_noticed_unless_it_is_named() -> None:
    took = {"test_places": 1.0, "test_cards": 1.0, "test_board": 90.0, "test_hands": 8.0}
    assert too_slow(took) == []
    assert too_slow(took | {"test_hands": MOST * 200.0}) == ["test_hands"]


def test_make_plays_all_others() -> None:
    makefile = (HERE.parent / "Makefile").read_text("utf-8")
    assert '\nquick: venv\n\t$(PYTEST) -m "not slow"\n' in makefile
