"""Runs in the machine: fingers and eyes there, moved by lines of JSON on standard input.

A line in: `{"touch": [[after_ms, place, down], ...]}` moves buttons at these times, counted from its arrival,
in their order. A move that is late delays all after it, so a busy machine makes no press shorter than it was
meant, and a bounce is cut short. A place is a pin's number, or `0x20.GPA0` of an expander.

A line out for each frame on the rings' wire: `{"number", "ns", "hz", "bytes"}`, the bytes in base64, or null
if they are those of the frame before. Needs Python's standard library alone.
"""

from __future__ import annotations

import base64
import heapq
import json
import os
import struct
import sys
import threading
import time

WIRES = "/sys/kernel/debug/garou"
HEAD = struct.Struct("=QQII")
LONGEST = 65536 + HEAD.size
LATE_S, BOUNCE_S = 0.003, 0.005
"""Moves so close to each other are one bounce; one that is later than this is cut short."""

Moves = list[tuple[float, str, bool]]


def look() -> None:
    """Prints each frame as it is written."""
    frames, before = os.open(f"{WIRES}/frames", os.O_RDONLY), b""
    while True:
        read = os.read(frames, LONGEST)
        number, ns, hz, _ = HEAD.unpack_from(read)
        data = read[HEAD.size :]
        told = None if data == before else base64.b64encode(data).decode()
        before = data
        print(json.dumps({"number": number, "ns": ns, "hz": hz, "bytes": told}), flush=True)


class Fingers:
    """Moves buttons at their times."""

    def __init__(self) -> None:
        self._pins = os.open(f"{WIRES}/pins", os.O_WRONLY)
        self._down: dict[str, int] = {}
        self._due: list[tuple[float, int, Moves]] = []
        """For each touch when its next move is due, and the moves to make, with the seconds between them."""
        self._count = 0
        self._changed = threading.Condition()

    def hear(self, moves: Moves) -> None:
        """Takes on more moves."""
        now_s, before_ms, steps = time.monotonic(), 0.0, list[tuple[float, str, bool]]()
        for after_ms, place, down in moves:
            steps.append(((after_ms - before_ms) / 1000, str(place), bool(down)))
            before_ms = after_ms
        with self._changed:
            self._plan(now_s, steps)
            self._changed.notify()

    def run(self) -> None:
        """Makes the moves, each when it is due."""
        while True:
            with self._changed:
                while not self._due or self._due[0][0] > time.monotonic():
                    self._changed.wait(self._due[0][0] - time.monotonic() if self._due else None)
                _, _, steps = heapq.heappop(self._due)
            bounce = [steps.pop(0)]
            while steps and steps[0][0] < BOUNCE_S:
                bounce.append(steps.pop(0))
            self._bounce(bounce)
            with self._changed:
                self._plan(time.monotonic(), steps)

    def _bounce(self, moves: Moves) -> None:
        """Makes moves that are close to each other. One that is late is the last: no contact bounces for as
        long as a machine may stand still."""
        began_s, planned_s = time.monotonic(), 0.0
        self.move(*moves[0][1:])
        for after_s, place, down in moves[1:]:
            planned_s += after_s
            time.sleep(max(0.0, began_s + planned_s - time.monotonic()))
            if time.monotonic() > began_s + planned_s + LATE_S:
                self.move(*moves[-1][1:])
                return
            self.move(place, down)

    def _plan(self, now_s: float, steps: Moves) -> None:
        if steps:
            self._count += 1
            heapq.heappush(self._due, (now_s + steps[0][0], self._count, steps))

    def move(self, place: str, down: bool) -> None:
        """Pulls a contact to ground, or lets it go."""
        if place.isdigit():
            os.write(self._pins, f"{place} {int(down)}\n".encode())
            return
        chip, name = place.split(".")
        bit = 1 << ("AB".index(name[2]) * 8 + int(name[3]))
        held = self._down.get(chip, 0)
        self._down[chip] = held | bit if down else held & ~bit
        with open(f"{WIRES}/{chip}/down", "w") as file:
            file.write(str(self._down[chip]))


def main() -> None:
    """Runs until standard input ends. Whatever else the machine does, fingers and eyes come first."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    fingers = Fingers()
    for task in (look, fingers.run):
        threading.Thread(target=task, daemon=True).start()
    for line in sys.stdin:
        fingers.hear(json.loads(line)["touch"])


if __name__ == "__main__":
    main()
