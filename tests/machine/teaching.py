"""People teach a table its seats by its buttons, at its first start: what they look at, what they press."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from tests.machine.people import ANSWERED_S, LATE_S, Mounted, Party

RINGS, PIXELS = 24, 24
"""On the wire before somebody has said how many there are, and of each ring."""
OPENS_S = 4.0
"""How long they wait after they have taken something: a busy machine is late to open what comes next, and
what is pressed before that means nothing."""
LONG_S = 9.0
"""How long somebody holds a button once the rings are lit, to get the service menu."""
MOVES = 10
"""How many steps of a light are looked at to see which way it goes."""


class Finger(NamedTuple):
    """Somebody who turns the table's menus. `contact`: of their button."""

    party: Party
    contact: int

    def turn(self, times: int = 1) -> None:
        """They press so many times."""
        for _ in range(times):
            time.sleep(self.party.press(self.contact) + ANSWERED_S)

    def take(self) -> None:
        """They take what the menu is at."""
        time.sleep(self.party.hold(self.contact) + OPENS_S)

    def turn_until(self, is_so: Callable[[], bool]) -> None:
        """They press until the rings show what they want, and take it. They wait for the answer to each
        press: a busy machine is late, and another press would turn the menu too far."""

        def press() -> None:
            before, ends_s = self.party.rings, time.monotonic() + LATE_S
            time.sleep(self.party.press(self.contact) + ANSWERED_S)
            while self.party.rings == before and time.monotonic() < ends_s:
                time.sleep(0.05)

        self.party.until(is_so, 180.0, press)
        self.take()


def asks_for_service(party: Party, contact: int, restart: Callable[[], object]) -> None:
    """Somebody holds a button while the table starts, until the service menu is there. They count from when
    they see the rings: a busy machine lights them late, and a button held too long counts as stuck."""
    party.put(contact, True)
    restart()
    party.until(lambda: any(map(any, party.rings)), 60.0, lambda: time.sleep(0.1))
    time.sleep(LONG_S)
    party.put(contact, False)
    time.sleep(ANSWERED_S)


def teach(party: Party, order: Sequence[int], mounted: Mounted) -> None:
    """Teaches a table one button for each seat, and how all rings lie, which run anticlockwise. `party`: sees
    all that the wire may have; `order`: which of their contacts each seat has."""
    seats, own = len(order), mounted.first
    host = Finger(party, order[0])
    party.until(lambda: len(whole(party)) > 1, 120.0, lambda: time.sleep(0.2))
    host.take()  # the language
    host.turn_until(lambda: whole(party) == [0])
    host.turn_until(lambda: whole(party) == [*range(seats)])
    host.take()  # one button
    for seat, contact in enumerate(order):
        walk(party, seat, contact)
    host.turn_until(lambda: {runner(ring) for ring in party.rings[:seats]} == {own})
    party.until(lambda: runner(party.rings[0]) not in (None, own), 60.0, lambda: time.sleep(0.02))
    host.turn()
    host.take()  # anticlockwise
    others, last = range(seats - 1), seats - 1
    party.until(lambda: runner(party.rings[0]) == own, 30.0, lambda: time.sleep(0.1))
    presses = answered_to(party, last, order[last])
    assert [runner(party.rings[seat]) for seat in others] == [own] * len(others)
    host.turn(presses % 2)  # Each of them has turned the menu, too.
    assert party.faults == []
    host.take()  # From now on the frames are shorter.


def answered_to(party: Party, seat: int, contact: int) -> int:
    """Whoever sits here presses until they see that their ring answers, which it does for a second: a busy
    machine may be later than that. Returns how often they pressed."""
    presses = 0

    def press() -> None:
        nonlocal presses
        presses += 1
        party.press(contact)
        ends_s = time.monotonic() + OPENS_S
        while len(lit(party.rings[seat])) <= 1 and time.monotonic() < ends_s:
            time.sleep(0.01)

    party.until(lambda: len(lit(party.rings[seat])) > 1, 60.0, press)
    return presses


def walk(party: Party, seat: int, contact: int) -> None:
    """Whoever sits at the only lit ring presses until it is lit no longer."""
    party.until(lambda: whole(party) == [seat], 60.0, lambda: time.sleep(0.1))
    party.until(lambda: whole(party) != [seat], 60.0, lambda: time.sleep(party.press(contact) + ANSWERED_S))


# What the rings show


def lit(ring: bytes) -> list[int]:
    """The pixels of a ring that are lit."""
    return [at // 3 for at in range(0, len(ring), 3) if any(ring[at : at + 3])]


def whole(party: Party) -> list[int]:
    """The rings of which every pixel is lit."""
    return [seat for seat, ring in enumerate(party.rings) if len(lit(ring)) == PIXELS]


def runner(ring: bytes) -> int | None:
    """Where the only light of a ring is."""
    return lit(ring)[0] if len(lit(ring)) == 1 else None


def gap(ring: bytes) -> int | None:
    """Where the gap of a ring begins that says "taken"."""
    on = lit(ring)
    begins = [pixel for pixel in range(PIXELS) if pixel not in on and (pixel - 1) % PIXELS in on]
    return begins[0] if len(begins) == 1 else None


def ways(party: Party, seat: int, of: Callable[[bytes], int | None]) -> set[int]:
    """Which ways something goes round a ring, as its player sees it: 1 is clockwise. A busy machine leaves
    beats out."""
    seen = list[int]()

    def look() -> None:
        at = of(party.rings[seat])
        if at is not None and seen[-1:] != [at]:
            seen.append(at)
        time.sleep(0.02)

    party.until(lambda: len(seen) > MOVES, 60.0, look)
    turned = ((two - one) % PIXELS for one, two in pairwise(seen))
    return {1 if by < PIXELS // 2 else -1 for by in turned}
