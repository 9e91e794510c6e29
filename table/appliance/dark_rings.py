"""A ring that is dark. The table cannot know it: whoever sits there says so, the host reports it, and
everybody is told what to try, and whose rings hang behind it."""

from __future__ import annotations

from collections.abc import Callable

from table.appliance.menus import Item
from table.room.places import Places
from table.room.village import NamedSeat
from table.words.grammar import Nameable
from table.words.narration import Narration


def report(pod: int, places: Places, narration: Narration) -> tuple[str, list[Item]]:
    """From now on the board says that this pod's ring is dark. Returns the title of a menu about it, and what
    it has to say: which cable to look at, and which rings are behind this one on the chain, if any are."""
    places.dark.add(pod)

    def named(other: int) -> Nameable:
        return narration.seat(NamedSeat(other, places.names[other]))

    def word(key: str, **facts: object) -> str:
        return narration.word(f"host.{key}", **facts)

    before = NamedSeat(pod - 1, places.names[pod - 1])
    cable = word("cable", seat=before) if pod else word("first_cable")
    told = [Item(cable, note=word("cable_note"))]
    if behind := places.behind(pod):
        ends = dict.fromkeys((behind[0], behind[-1]))
        value = " – ".join(named(other).label for other in ends)
        told.append(Item(word("behind"), value, word("behind_note")))
    return word("dark_at", seat=NamedSeat(pod, places.names[pod])), told


def last_words(pod: int, places: Places, narration: Narration, close: Callable[[], object]) -> list[Item]:
    """How such a menu is left: the ring shines again, and the board says no more of it; or it does not."""

    def shines() -> None:
        places.dark.discard(pod)
        close()

    return [
        Item(narration.word("host.shines"), note=narration.word("host.shines_note"), take=shines),
        Item(narration.word("host.as_before"), note=narration.word("host.as_before_note"), take=close),
    ]
