"""Measures pods that plug in, through pseudo-terminals: their load, and the time from a press to its frame.

    python -m benchmarks.pods

The pods are a process of their own, which follows docs/pod-protocol.md. The load is that of the table's whole
process while 24 rings change 30 times a second by day, and while eyes are closed. A press counts from the
moment the pod says that the button is up until it has a frame in which that seat's light has moved on: the
whole room at work, in a vote, less the time in which a contact settles.

Eight more pods run the real firmware in MicroPython. There a press counts from the contact to the ring.
"""

from __future__ import annotations

import math
import os
import random
import select
import struct
import sys
import time
import tty
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parent.parent))

from hardware import patterns
from hardware.buttons.pods import PodButtons
from hardware.clocks import LiveClock
from hardware.debounce import USUAL
from hardware.pods.firmware.line import (
    BEAT_MS,
    DOWN,
    FRAME,
    HELLO,
    NIGHT_MS,
    REPORT,
    VERSION,
    framed,
    unframed,
)
from hardware.pods.lines import PodLines
from hardware.pods.ports import PodPort
from hardware.rings.pods import PodRings
from hardware.simulated import SimulatedVoice
from table.appliance.devices.open_devices import BEAT_S
from table.board.view import NoView
from table.engine.chance import Chance
from table.engine.requests import Say, Vote
from table.games.lots import ByLot
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.events import VoteOpens
from table.games.werewolf.rules.pieces import Game
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.room.devices import Devices
from table.room.room import Room
from table.room.stage import Stage
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.micropython import Pico, PluggedPico
from tests.kit.paths import HAS_MICROPYTHON, NO_MICROPYTHON

PODS, PIXELS, FRAMES_A_SECOND = 24, 24, 30
REAL_PODS = 8
"""Pods with the real firmware."""
SECONDS = 20
PRESSES_A_SECOND = 20
DOWN_S = 0.02
LOAD, MEDIAN_MS, WORST_MS = 0.10, 12.0, 30.0
"""Bars: of a core; the median and the 99th percentile of a press."""

Moved = tuple[int, float, float]
"""A seat, when its button came up, and when it had its new light."""


class BenchPod:
    """A pod at the other end of a pseudo-terminal."""

    def __init__(self, number: int, end: int) -> None:
        self.number, self.end = number, end
        self.ring, self.is_covered = b"", False
        self.said_s = 0.0
        self.released_s: float | None = None
        self.before: int | None = None
        """The light it showed when its button went down."""
        self._rest = b""
        self._down, self._next = 0, 0
        self._edges: list[tuple[int, float]] = []

    def greet(self) -> None:
        told = struct.pack(HELLO, b"H", VERSION, 1, 0, 0, _id(self.number), PIXELS, 1, 0, self._next, b"")
        os.write(self.end, framed(told))

    def turn(self, *, down: bool) -> None:
        self._down = int(down)
        self._edges.append((DOWN if down else 0, time.monotonic()))
        self._next += 1
        self.report()

    def report(self) -> None:
        self.said_s = now_s = time.monotonic()
        told = [number for what, at_s in self._edges for number in (what, int((now_s - at_s) * 1000))]
        first, many = self._next - len(self._edges), len(self._edges)
        said = struct.pack(REPORT, b"R", 0, 0, self._down, first, many, *told, *[0] * (16 - len(told)))
        os.write(self.end, framed(said))

    def hear(self, light_of: Callable[[bytes], int | None]) -> Moved | None:
        """Takes what has come. Returns the press that it answers, if it does."""
        *lines, self._rest = (self._rest + os.read(self.end, 4096)).split(b"\0")
        moved = None
        for message in map(unframed, lines):
            if message[:1] == b"Q":
                self.greet()
            elif message[:1] == b"F":
                _, _, waits, covered, self.ring = struct.unpack(FRAME, message)
                self.is_covered = bool(covered)
                del self._edges[: len(self._edges) - (self._next - waits)]
                light = light_of(self.ring)
                if self.released_s is not None and light not in (None, self.before):
                    moved = self.number, self.released_s, time.monotonic()
                    self.released_s = None
        return moved


def _id(number: int) -> bytes:
    return number.to_bytes(8, "big")


LIGHTS = {
    patterns.pointing(PIXELS, target, (), step * patterns.STEP_S): -1 if target is None else target
    for target in (None, *range(PIXELS))
    for step in range(8)
}
"""Which light a ring shows that points."""


class RealPod:
    """A pod with the real firmware, and when its light moved on."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.light: int | None = None
        self.released_s: float | None = None
        self.before: int | None = None
        self.moved: list[Moved] = []
        settings = {"pixels": PIXELS, "colours": "RGB"}
        self.plugged = PluggedPico(Pico(settings, id_=_id(number).hex()), seen=self._sees)

    def turn(self, *, down: bool) -> None:
        if down:
            self.before = self.light
        else:
            self.released_s = time.monotonic()
        self.plugged.turn(0, down)

    def _sees(self, colours: bytes) -> None:
        self.light = LIGHTS.get(colours)
        if self.released_s is not None and self.light not in (None, self.before):
            self.moved.append((self._number, self.released_s, time.monotonic()))
            self.released_s = None


def serve_real(many: int, told: Connection) -> None:
    """As `serve`, with the real firmware."""
    pods = [RealPod(number) for number in range(many)]
    told.send([str(pod.plugged.path) for pod in pods])
    chance, pressed = random.Random(1), 0
    if told.recv() == "press":
        ends_s = time.monotonic() + SECONDS - 1.0
        time.sleep(2.0)
        while time.monotonic() < ends_s and not told.poll():
            pod = pods[pressed % many]
            pod.turn(down=True)
            time.sleep(DOWN_S)
            pod.turn(down=False)
            pressed += 1
            time.sleep(chance.uniform(0.5, 1.5) / PRESSES_A_SECOND)
        told.recv()
    told.send((pressed, [moved for pod in pods for moved in pod.moved]))
    for pod in pods:
        pod.plugged.close()


def serve(many: int, told: Connection) -> None:
    """Plays all pods: tells their ports, then presses from a first word of the table to a second one. Tells
    what was measured."""
    pairs = [os.openpty() for _ in range(many)]
    for ours, theirs in pairs:
        tty.setraw(ours)
        tty.setraw(theirs)
    told.send([os.ttyname(theirs) for _, theirs in pairs])
    pods = [BenchPod(number, end) for number, (end, _) in enumerate(pairs)]
    by_end, chance, found = {pod.end: pod for pod in pods}, random.Random(1), list[Moved]()
    held: BenchPod | None = None
    pressed, due_s, ends_s = 0, math.inf, math.inf
    while True:
        now_s = time.monotonic()
        if told.poll():
            if told.recv() == "end":
                break
            due_s, ends_s = now_s + 2.0, now_s + SECONDS - 1.0
        for pod in pods:
            if now_s >= pod.said_s + (NIGHT_MS if pod.is_covered else BEAT_MS) / 1000:
                pod.report()
        if held and now_s >= due_s:
            held.turn(down=False)
            held.released_s = time.monotonic()
            held, due_s, pressed = None, now_s + chance.uniform(0.5, 1.5) / PRESSES_A_SECOND, pressed + 1
        elif not held and due_s <= now_s < ends_s:
            held, due_s = pods[pressed % len(pods)], now_s + DOWN_S
            held.before = LIGHTS.get(held.ring)
            held.turn(down=True)
        for end in select.select(list(by_end), (), (), 0.002)[0]:
            if moved := by_end[end].hear(LIGHTS.get):
                found.append(moved)
    told.send((pressed, found))


class Bench:
    """A table's lines, and its pods in another process, which `serving` plays."""

    def __init__(self, pods: int, serving: Callable[[int, Connection], None] = serve) -> None:
        self._told, told = get_context("fork").Pipe()
        self._pods = get_context("fork").Process(target=serving, args=(pods, told), daemon=True)
        self._pods.start()
        ports = [
            PodPort(path, _id(number).hex(), str(number)) for number, path in enumerate(self._told.recv())
        ]
        self.ids = [port.serial for port in ports]
        self.clock = LiveClock()
        self.lines = PodLines(self.clock, find=lambda: ports)
        self.buttons = PodButtons([[f"pod:{each}:1"] for each in self.ids], self.lines, self.clock)
        self.lines.start()
        self.rings = PodRings(self.ids, PIXELS, self.lines)
        assert len(self.lines.here) == pods, "not all pods have answered"

    def press(self) -> None:
        """Has people press from two seconds later on."""
        self._told.send("press")

    def end(self) -> tuple[int, list[Moved]]:
        """What the pods have measured."""
        self._told.send("end")
        found: tuple[int, list[Moved]] = self._told.recv()
        self.lines.close()
        self._pods.join()
        return found


class Silent(ByLot):
    """Votes for nobody: only the pods vote."""

    def vote(self, request: Vote) -> dict[object, object]:  # noqa: ARG002
        return {}


def load(*, is_covered: bool) -> float:
    """The part of a core that the table needs to light all pods."""
    bench = Bench(PODS)
    bench.lines.cover(is_covered)
    chance = random.Random(2)
    frames = [chance.randbytes(PODS * PIXELS * 3) for _ in range(FRAMES_A_SECOND)]
    began_s, used_s = time.monotonic(), time.process_time()
    for number in range(SECONDS * FRAMES_A_SECOND):
        bench.rings.show(frames[number % len(frames)])
        time.sleep(max(0.0, began_s + (number + 1) / FRAMES_A_SECOND - time.monotonic()))
    part = (time.process_time() - used_s) / (time.monotonic() - began_s)
    bench.end()
    return part


def latencies(seats: int, serving: Callable[[int, Connection], None] = serve) -> list[float]:
    """From each press to the frame at the pod, in milliseconds."""
    bench = Bench(seats, serving)
    narration = Narration.load("fr")
    names = list(narration.places)[:seats]
    devices = Devices(bench.buttons, bench.rings, SimulatedVoice(bench.clock), NoView(), bench.clock)
    stage = Stage(devices, narration, names, 1, Chance(0), beat_s=BEAT_S)
    room = Room(stage, Times(vote_s=SECONDS), Silent(0), telling=werewolf_telling)
    room.people.update(set(range(seats)))
    game = Game(THIERCELIEUX, names, [VILLAGER] * seats)
    room.say(Say(VoteOpens(game.alive, again=False)))
    bench.press()
    room.vote(Vote("vote", dict.fromkeys(game.alive, game.alive)))
    pressed, found = bench.end()
    assert len(found) > 0.9 * pressed, f"only {len(found)} of {pressed} presses were answered"
    return [(moved_s - released_s - USUAL.settle_s) * 1000 for _, released_s, moved_s in found]


def main() -> int:
    """Exit status 1 if a bar is missed."""
    held = True
    for told, is_covered in (("by day", False), ("by night", True)):
        part = load(is_covered=is_covered)
        held &= part <= LOAD
        print(f"{PODS} pods, {FRAMES_A_SECOND} frames a second, {told}: {part:.1%} of a core")
    ways = [("pods", 12, serve), ("pods", PODS, serve)]
    if HAS_MICROPYTHON:
        ways.append(("pods with the real firmware", REAL_PODS, serve_real))
    else:
        print(NO_MICROPYTHON)
    for told, seats, serving in ways:
        found = latencies(seats, serving)
        middle, worst = median(found), quantiles(found, n=100)[98]
        held &= middle <= MEDIAN_MS and worst <= WORST_MS
        print(f"{seats} {told}: {len(found)} presses, median {middle:.1f} ms, 99 % within {worst:.1f} ms")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
