"""A dead bot has not understood the question, which is asked aloud: it says neither yes nor no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from table.engine.requests import Vote
from table.games.werewolf.mind import Hint, Mind


def keep_still(_: Mapping[Any, Mind], __: Vote) -> dict[Any, Any]:
    return {}


HINT = Hint(decides={"voices": keep_still})
