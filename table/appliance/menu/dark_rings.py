"""Entries about a dark ring. The table cannot detect one, so the host reports it.

The board says what to try, and whose rings come after it on the chain.
"""

from __future__ import annotations

from collections.abc import Callable

from table.appliance.menu.menus import Item
from table.room.places import Places
from table.room.village import NamedSeat
from table.words.grammar import Nameable
from table.words.narration import Narration


def report(pod: int, places: Places, narration: Narration) -> tuple[str, list[Item]]:
    """Shows on the board that this pod's ring is dark.

    Returns the title and text of a menu: which cable to look at, and which rings come after this one on the
    chain.
    """
    places.dark.add(pod)

    def named(other: int) -> Nameable:
        return narration.seat(NamedSeat(other, places.names[other]))

    def word(key: str, **facts: object) -> str:
        return narration.word(f"host.{key}", **facts)

    title = word("dark_at", seat=NamedSeat(pod, places.names[pod]))
    if pod in places.plugged:
        return title, [Item(word("usb_cable"), note=word("usb_cable_note"))]
    before = places.before(pod)
    cable = (
        word("first_cable") if before is None else word("cable", seat=NamedSeat(before, places.names[before]))
    )
    told = [Item(cable, note=word("cable_note"))]
    if behind := places.behind(pod):
        ends = dict.fromkeys((behind[0], behind[-1]))
        value = " – ".join(named(other).label for other in ends)
        told.append(Item(word("behind"), value, word("behind_note")))
    return title, told


def last_words(pod: int, places: Places, narration: Narration, close: Callable[[], object]) -> list[Item]:
    """The entries that close the menu of a dark ring: the ring is lit again, which clears the board; or it is
    not."""

    def shines() -> None:
        places.dark.discard(pod)
        close()

    return [
        Item(narration.word("host.shines"), note=narration.word("host.shines_note"), take=shines),
        Item(narration.word("host.as_before"), note=narration.word("host.as_before_note"), take=close),
    ]
