"""An Actor plays what tells them most, then what prevents most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind

LIKES = ("seer", "fox", "defender", "witch", "stuttering_judge", "bear_tamer", "hunter")
"""The cards an Actor plays first, in order; the others follow."""


def pick(me: Mind, choices: Sequence[Any], _: int) -> Sequence[Any]:
    liked = [card for key in LIKES for card in choices if card.key == key]
    return (liked[0] if liked else me.lot.choice(choices),)


HINT = Hint(chooses={"actor": pick})
