"""People at an emulated table: each looks at their own ring and moves their own button.

Nothing of the table's program is asked: a ring is what a WS2812 would make of the pulses on the wire, and a
button is a contact that bounces.
"""

from __future__ import annotations

import base64
import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from types import TracebackType
from typing import NamedTuple, Self

from hardware import patterns
from hardware.rings.timing import illegal
from tests.kit.wires import colours_of
from tests.machine.machine import Machine

PRESS_MS, HOLD_MS = (60.0, 250.0), (750.0, 1100.0)
"""How long a finger stays down: the least and the most."""
BOUNCE_MS = 4.0
TURNED_S = 0.35
"""After a press they look where their light is now."""
PATIENCE = 10
"""How often they look before they believe that a press has moved nothing."""
SETTLE_S = 1.6
"""After a hold nobody touches a button until their light has answered."""
ANSWERED_S, STARTS_S = 1.5, 8.0
"""How long people wait for their ring to answer, and for a round to begin."""
LATE_S = 10.0
"""How long they wait on a busy machine for what a press changes, before they press again."""
SITTING = ("taken", "host")
"""What the rings of those who sit say before a round."""
IDLE_S = 4.0
"""After so long without being asked, somebody holds and then presses: they have seen their card, or are ready
to vote. At any other moment it says nothing."""


HANDS = "/run/hands.py"
"""Where the machine has what moves the fingers: in memory, since its system may be read only."""


class Frame(NamedTuple):
    """One write on the rings' wire. `ns`: when it began, by the machine's clock."""

    number: int
    ns: int
    hz: int
    data: bytes


class Mounted(NamedTuple):
    """How a ring lies before its player. `first`: the pixel at their own place, counted along the wire;
    `clockwise`: whether the others follow so, seen from above."""

    first: int = 0
    clockwise: bool = True

    def seen(self, ring: bytes) -> bytes:
        """What its player sees of the pixels on the wire."""
        pixels, way = len(ring) // 3, 1 if self.clockwise else -1
        wired = ((self.first + way * pixel) % pixels * 3 for pixel in range(pixels))
        return b"".join(ring[at : at + 3] for at in wired)


USUAL = Mounted()


class Party:
    """The people round a table of the machine, one at each of `places`: the contacts of their buttons.

    `pixels`: of a ring. `seed`: of what they choose. `on_wire`: how many rings the wire has, if not one for
    each of them. `mounted`: how all rings lie before them. `faults`: what a data sheet forbids and the wire
    did.
    """

    def __init__(
        self,
        machine: Machine,
        places: Sequence[str],
        pixels: int = 24,
        seed: int = 1,
        on_wire: int = 0,
        mounted: Mounted = USUAL,
    ) -> None:
        self._machine, self._places, self.pixels = machine, places, pixels
        self._lots = Random(seed)
        self._mounted = mounted
        self.rings = [b""] * (on_wire or len(places))
        """What each of them sees: the pixel at their own place first, the others clockwise, R G B."""
        self.frames = 0
        self.faults: list[str] = []
        self._last: Frame | None = None

    def __enter__(self) -> Self:
        self._machine.put((Path(__file__).parent / "hands.py").read_text("utf-8"), HANDS)
        self._process = subprocess.Popen(
            [*self._machine.ssh(), f"exec python3 -u {HANDS}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._reader = threading.Thread(target=self._look, daemon=True)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join(10)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe
            with suppress(BrokenPipeError):
                pipe.close()

    # Eyes

    def _look(self) -> None:
        assert self._process.stdout
        data = b""
        for line in self._process.stdout:
            told = json.loads(line)
            if told["bytes"] is not None:
                data = base64.b64decode(told["bytes"])
            self._see(Frame(told["number"], told["ns"], told["hz"], data))

    def _see(self, frame: Frame) -> None:
        pixels, size = len(self.rings) * self.pixels, self.pixels * 3
        self.frames += 1
        if faults := faults_of(frame, self._last, pixels):
            self.faults += faults
            return
        self._last = frame
        seen = colours_of(frame.data, pixels)
        wired = [swapped(seen[at : at + size]) for at in range(0, len(self.rings) * size, size)]
        self.rings = [self._mounted.seen(ring) for ring in wired]

    # Fingers

    def press(self, seat: int) -> float:
        """Presses a button. Returns the seconds until it is up again."""
        return self.touch(seat, self._lots.uniform(*PRESS_MS))

    def hold(self, seat: int) -> float:
        """Holds a button, less than long. Returns the seconds until it is up again."""
        return self.touch(seat, self._lots.uniform(*HOLD_MS))

    def touch(self, seat: int, down_ms: float, after_ms: float = 0.0) -> float:
        """Puts a finger on a button for so long; the contact bounces twice. Returns the seconds it takes."""
        place = self._places[seat]
        moves = [(after_ms + ms, place, down) for ms, down in bounced(True, self._lots)]
        moves += [(after_ms + down_ms + ms, place, down) for ms, down in bounced(False, self._lots)]
        self._move(moves)
        return (after_ms + down_ms + BOUNCE_MS) / 1000

    def put(self, seat: int, down: bool) -> None:
        """Puts a finger on a button, or takes it away."""
        self._move([(ms, self._places[seat], closed) for ms, closed in bounced(down, self._lots)])

    def _move(self, moves: list[tuple[float, str, bool]]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"touch": moves}).encode() + b"\n")
        self._process.stdin.flush()

    # What they do

    def says(self, seat: int) -> str:
        """What somebody's ring means to them."""
        return means(self.rings[seat], self.pixels)

    def sit_down(self, within_s: float = 120.0) -> None:
        """Whoever does not sit presses, one after the other, until all of them do."""

        def press() -> None:
            for seat in range(len(self._places)):
                if self.says(seat) not in SITTING:
                    self.sit(seat)
            time.sleep(ANSWERED_S)

        self.until(
            lambda: all(self.says(seat) in SITTING for seat in range(len(self._places))), within_s, press
        )

    def sit(self, seat: int, contact: int | None = None) -> None:
        """Whoever sits here presses until their ring says that they sit. `contact`: of their button, if it is
        not that of the seat's number."""
        at = seat if contact is None else contact
        self.touch_until(lambda: self.says(seat) in SITTING, lambda: self.press(at))

    def touch_until(
        self, is_so: Callable[[], bool], touch: Callable[[], float], within_s: float = 60.0
    ) -> None:
        """Somebody touches a button until it is so. They wait for the answer to each touch: one more would
        mean something else. `touch` returns the seconds it takes."""

        def once() -> None:
            ends_s = time.monotonic() + LATE_S
            time.sleep(touch() + ANSWERED_S)
            while not is_so() and time.monotonic() < ends_s:
                time.sleep(0.05)

        self.until(is_so, within_s, once)

    def start_round(self, within_s: float = 180.0) -> None:
        """The host takes what the menu begins with, until no ring is that of somebody who waits."""

        def hold() -> None:
            for seat in range(len(self._places)):
                if self.says(seat) == "host":
                    self.hold(seat)
            time.sleep(STARTS_S)

        self.until(
            lambda: not any(self.says(seat) in SITTING for seat in range(len(self._places))), within_s, hold
        )

    def go_on(self, within_s: float = 120.0) -> None:
        """They press, one after the other, until some ring is lit: what was cut short goes on. Nobody holds,
        which would decline it."""

        def press() -> None:
            for seat in range(len(self._places)):
                time.sleep(self.press(seat) + ANSWERED_S)

        self.until(lambda: any(any(ring) for ring in self.rings), within_s, press)

    def play(self, within_s: float, is_over: Callable[[], bool]) -> None:
        """Everybody plays until `is_over`."""
        minds = [Mind(self, seat, self._lots) for seat in range(len(self._places))]

        def all_act() -> None:
            for mind in minds:
                mind.act(time.monotonic())
            time.sleep(0.02)

        self.until(is_over, within_s, all_act)

    def until(self, is_so: Callable[[], bool], within_s: float, meanwhile: Callable[[], object]) -> None:
        """Does something again and again until it is so. Raises `TimeoutError`."""
        ends_s = time.monotonic() + within_s
        while not is_so():
            if time.monotonic() > ends_s:
                shown = [means(ring, self.pixels) for ring in self.rings]
                raise TimeoutError(f"not within {within_s:.0f} s; the rings say {shown}")
            if self._process.poll() is not None:
                raise ConnectionError("the machine is gone")
            meanwhile()


class Mind:
    """What one person does: nothing until their light may be turned; then they turn it to where they want it
    and lock it.

    All want the same: their light on the first seat of the table that it can point at, so a pack agrees, and
    a village too. Where it points at nobody, they take something by lot.
    """

    def __init__(self, party: Party, seat: int, lots: Random) -> None:
        self._party, self._seat, self._lots = party, seat, lots
        self._seen: list[int] = []
        self._waited = 0
        self._turns = lots.randrange(3)
        self._free_s = 0.0
        self._asked_s = time.monotonic()
        self._tapped_s = 0.0

    def act(self, now_s: float) -> None:
        """Moves the finger, if it is time to."""
        if now_s < self._free_s:
            return
        ring = self._party.rings[self._seat]
        says = means(ring, self._party.pixels)
        if says == "asked":
            self._asked_s = now_s
            pixel = points_at(ring, self._party.pixels)
            if self._is_content(pixel):
                self._free_s = now_s + self._party.hold(self._seat) + SETTLE_S
            elif self._waited:
                self._free_s = now_s + TURNED_S
            else:
                self._free_s = now_s + self._party.press(self._seat) + TURNED_S
            return
        if says in ("quiet", "day") and now_s - max(self._asked_s, self._tapped_s) > IDLE_S:
            self._tapped_s = now_s
            held_s = self._party.hold(self._seat)
            tapped_s = self._party.touch(self._seat, 120.0, 1000 * held_s + 500.0)
            self._free_s = now_s + tapped_s + 0.5
        if says != "still":
            self._seen, self._waited, self._turns = [], 0, self._lots.randrange(3)

    def _is_content(self, pixel: int | None) -> bool:
        """Whether they leave their light where it is, having seen where else it can be."""
        if pixel is None:
            self._turns -= 1
            return self._turns < 0
        seats = len(self._party.rings)
        target = (self._seat + round(pixel * seats / self._party.pixels)) % seats
        if target in self._seen[-1:]:
            # The ring has not answered yet, or there is nobody else to point at.
            self._waited += 1
            return self._waited > PATIENCE
        has_been_round, self._waited = target in self._seen, 0
        self._seen.append(target)
        return has_been_round and target == min(self._seen)


# What a wire carries


def bounced(down: bool, lots: Random) -> Iterator[tuple[float, bool]]:
    """The moves of a contact that bounces before it is `down`, or up: ms, and whether it is closed."""
    times = sorted(lots.uniform(0.0, BOUNCE_MS) for _ in range(2 * lots.randint(0, 2)))
    yield 0.0, down
    for number, ms in enumerate(times):
        yield ms, (number % 2 == 0) != down
    yield BOUNCE_MS, down


def faults_of(frame: Frame, before: Frame | None, pixels: int) -> list[str]:
    """What the data sheets of the pixels forbid in this write, after the one before."""
    found = [f"frame {frame.number}: {fault}" for fault in illegal("1100", frame.hz / 1e6)]
    try:
        colours_of(frame.data, pixels)
    except AssertionError as error:
        found.append(f"frame {frame.number}: {error}")
    if before and frame.number == before.number + 1:
        ended_ns = before.ns + len(before.data) * 8e9 / before.hz
        if frame.ns < ended_ns:
            found.append(f"frame {frame.number}: begins before the one before has ended")
    return found


def swapped(ring: bytes) -> bytes:
    """Red before green."""
    return bytes(ring[at + (1, 0, 2)[at % 3] - at % 3] for at in range(len(ring)))


# What a ring says to whoever knows the signs


def means(ring: bytes, pixels: int) -> str:
    """What a ring shows: "free", "taken", "host", "asked" (its light may be turned), "day", "ready", "dead",
    "winner", "still" (locked), or "quiet": nothing to do."""
    return meanings(pixels).get(ring, "dead" if not any(ring) else "quiet")


@cache
def pointers(pixels: int) -> dict[bytes, int]:
    """Each frame of a ring whose light points at one person, and may be turned or has stopped for a beat: the
    pixel it points at."""
    times_s = [step * patterns.STEP_S for step in range(16)]
    return {
        light: pixel
        for pixel, time_s in product(range(pixels), times_s)
        for light in (
            patterns.cursor(pixels, pixel, time_s, locked=False),
            patterns.pointing(pixels, pixel, (), time_s),
        )
    }


def points_at(ring: bytes, pixels: int) -> int | None:
    """The pixel at which a light that may be turned points; None if it points at nobody."""
    return pointers(pixels).get(ring)


@cache
def meanings(pixels: int) -> dict[bytes, str]:
    """Each frame of a ring that has one meaning only."""
    known: dict[bytes, str] = {}
    times_s = [step * patterns.STEP_S for step in range(int(pixels * 2 / patterns.STEP_S) + 1)]
    everybody = range(pixels)
    for time_s in times_s:
        known[patterns.lobby_breathing(pixels, time_s)] = "free"
        known[patterns.taken(pixels, time_s)] = "taken"
        known[patterns.host(pixels, time_s)] = "host"
        known[patterns.day(pixels, time_s)] = "day"
        known[patterns.winner(pixels, time_s)] = "winner"
    known[patterns.captain(pixels)] = "day"
    known[patterns.ready(pixels)] = "ready"
    moving, still = set[bytes](), set[bytes]()
    for time_s in times_s[:16]:
        moving |= {patterns.cursor(pixels, other, time_s, locked=False) for other in everybody}
        moving |= {
            patterns.cursor_several(pixels, [one], other, time_s)
            for one, other in product(everybody, repeat=2)
        }
        moving.add(patterns.nobody(pixels, time_s, locked=False))
        moving.add(patterns.pointing(pixels, None, (), time_s))
        for other in everybody:
            moving.add(patterns.pointing(pixels, other, (), time_s))
            moving |= {patterns.pointing(pixels, other, [one], time_s) for one in everybody}
            still |= {patterns.cursor(pixels, other, time_s, locked=True)}
            still.add(patterns.pointed(pixels, [other], time_s))
        still.add(patterns.nobody(pixels, time_s, locked=True))
        still.add(patterns.pointed(pixels, [], time_s))
        for count in range(1, 9):
            for index in range(count):
                moving.add(patterns.words(pixels, index, count, time_s, locked=False))
                still.add(patterns.words(pixels, index, count, time_s, locked=True))
    known |= dict.fromkeys(moving - still, "asked")
    known |= dict.fromkeys(still, "still")
    return known
