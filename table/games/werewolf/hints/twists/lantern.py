"""No werewolf hunts where the Lantern burns, and nobody is protected there twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from table.games.werewolf.mind import Hint, Mind
from table.games.werewolf.rules.twists.lantern import Lantern


def note(minds: Iterable[Mind], lantern: Lantern) -> None:
    for me in minds:
        me.notes["lantern"] = me.village.day, lantern.seat.index


def elsewhere(me: Mind, choices: Sequence[Any]) -> Sequence[Any]:
    """These without the seat where it burns tonight, unless there is no other."""
    day, seat = me.notes.get("lantern", (None, None))
    return [one for one in choices if day != me.village.day or one.index != seat] or choices


HINT = Hint(hears={Lantern: note})
