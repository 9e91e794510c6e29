"""A Defender protects somebody they trust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind


def protect(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    return (me.heir(choices),)


HINT = Hint(chooses={"defender": protect})
