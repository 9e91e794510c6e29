"""What all tests of the board share."""

from __future__ import annotations

import pytest

from table.board.paint import land


@pytest.fixture(autouse=True)
def every_land_in_the_same_strips(monkeypatch: pytest.MonkeyPatch) -> None:
    """A painter paints its first land in higher strips than those it paints ahead, and where two strips meet
    some pixels are a shade lighter. Two painters can be compared only without that."""
    monkeypatch.setattr(land, "FIRST_PX", land.STEP_PX)
