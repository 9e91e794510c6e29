"""A table whose pods are Picos with the real firmware, on cables that pass bytes by the table's own clock.

What each ring was given is compared with what the table meant it to show: `Picos.check`.
"""

from __future__ import annotations

import itertools
import math
import random
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from operator import itemgetter
from socket import SHUT_RDWR
from typing import NamedTuple

from hardware.buttons.pods import PodButtons
from hardware.interface import Buttons, Edge
from hardware.pods.firmware.line import LOST_MS, NIGHT_MS, VERSION, unframed
from hardware.pods.lines import PodLines
from hardware.pods.pod import PodEdge, spread
from hardware.pods.ports import PodPort
from hardware.rings.pods import PodRings
from hardware.simulated import SimulatedVoice
from table.appliance.devices.heard_board import HeardView
from table.appliance.devices.table_pods import TablePods
from table.board.board import Board
from table.board.view import View
from table.engine.chance import Chance
from table.room.devices import Devices
from table.room.hands import Hands
from tests.kit.micropython import Pico, firmware
from tests.kit.pods import PodEnd, PolledLines, SocketLine
from tests.kit.wires import WireClock

STEP_S = 0.01
"""After which what is on the cables has arrived."""
CALM_S, NOISY_S = 0.1, 0.8
"""In which a pod shows what it is to show. Each frame that noise spoils is late by up to 125 ms."""
PATIENCE_S = (LOST_MS - 2 * NIGHT_MS - 1) / 1000
"""Before a silence of this length a pod takes no table for lost."""
SIGN_MOST = 12
"""The brightest level of a pod that has no table."""
IDS = [f"e661186{number:09x}" for number in range(8)]
PIXELS = (24, 16, 24, 12, 24, 24, 16, 24)
"""Of the rings of these pods."""

Spoil = Callable[[bytes], bytes]


class Noise:
    """Changes one byte in a thousand."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self.spoilt = 0

    def __call__(self, data: bytes) -> bytes:
        hits = [at for at in range(len(data)) if self._dice.random() < 0.001]
        noisy = bytearray(data)
        for at in hits:
            noisy[at] ^= self._dice.randrange(1, 256)
        self.spoilt += len(hits)
        return bytes(noisy)


class Lit(NamedTuple):
    """What a ring shows from a moment on."""

    time_s: float
    colours: bytes


class Alone(NamedTuple):
    """A time in which a pod has no table. `by_night`: eyes are closed."""

    from_s: float
    to_s: float
    by_night: bool = False

    def meets(self, from_s: float, to_s: float) -> bool:
        """Whether some of it is between these moments."""
        return self.from_s <= to_s and from_s <= self.to_s


def within_limits(colours: bytes) -> bytes:
    """What a ring shows that is to show this: the cable feeds 500 mA, the Pico takes 100, a dark pixel 1, and
    each full colour of a pixel 20."""
    allowed, wanted = (400 - len(colours) // 3) * 255 // 20, sum(colours)
    return colours if wanted <= allowed else bytes(level * allowed // wanted for level in colours)


class CabledPico(PodEnd):
    """A Pico at a port, since `began_s`. `spoil` may change what passes, in both directions."""

    def __init__(self, pico: Pico, port: PodPort, began_s: float, spoil: Spoil, version: int) -> None:
        super().__init__(port)
        self.pico, self.began_s, self._spoil = pico, began_s, spoil
        self._welcome = bytes((*b"W", version))
        self.alone = [Alone(began_s, math.inf)]
        """When it had no table, by what reached it whole."""
        self._whole_s, self._rest, self._is_covered = began_s, b"", False
        self._is_read, self._resets = True, 0
        self.is_back = False
        """Whether a table has just welcomed it."""

    def bring(self, now_s: float) -> None:
        """Lets the Pico have what the table has said, and lets it run up to now."""
        if self._is_read != (self.line is not None):
            self._is_read = not self._is_read
            self.pico.set("reads", self._is_read)
        if self.ends:
            with suppress(BlockingIOError):
                data = self._spoil(self.end.recv(65536))
                self._note(data, now_s)
                self.pico.hear(data)
        if self.alone[-1].to_s < now_s and now_s - self._whole_s >= PATIENCE_S:
            self.alone.append(Alone(now_s, math.inf, self._is_covered))
        self.pico.go_to(1000 * (now_s - self.began_s))

    def _note(self, data: bytes, now_s: float) -> None:
        *lines, self._rest = (self._rest + data).split(b"\0")
        for message in filter(None, map(unframed, lines)):
            self._whole_s = now_s
            if message[:1] == b"F":
                self._is_covered = bool(message[4])
            elif message[:2] == self._welcome and self.alone[-1].to_s > now_s:
                self.alone[-1] = self.alone[-1]._replace(to_s=now_s)
                self.is_back = True

    def hang(self, now_s: float) -> None:
        """Its program hangs, until the watchdog starts it again."""
        self.pico.set("stuck", True)
        self.alone.append(Alone(now_s, math.inf, self._is_covered))

    def take(self) -> None:
        """Lets the table have what the Pico has said. When the Pico starts again, its port is gone for a
        moment."""
        self.pico.arrive()
        said = self.pico.taken()
        if self._resets != len(self.pico.resets):
            self._resets, reset_s = len(self.pico.resets), self.began_s + self.pico.resets[-1] / 1000
            self.alone[-1] = self.alone[-1]._replace(to_s=reset_s)
            self.alone.append(Alone(reset_s, math.inf))
            self.end.shutdown(SHUT_RDWR)
            return
        if self.line and said:
            self.end.send(self._spoil(said))

    def turn(self, button: int, down: bool, at_s: float) -> None:
        """A button goes down or up."""
        self.pico.turn(button, down, 1000 * (at_s - self.began_s) - self.pico.now_ms)

    @property
    def lit(self) -> list[Lit]:
        """What its ring showed: red, green and blue of each pixel. The wire has green first."""
        shown = []
        for ms, wire in self.pico.lights:
            colours = bytearray(wire)
            colours[::3], colours[1::3] = wire[1::3], wire[::3]
            shown.append(Lit(round(self.began_s + ms / 1000, 6), bytes(colours)))
        return shown


class NotedLines(PolledLines):
    """Lines that keep what pods are meant to show."""

    def __init__(self, clock: WireClock, picos: Picos) -> None:
        super().__init__(clock, find=picos.find, open_port=picos.open)
        self.time, self._picos = clock, picos

    def light(self, colours: Mapping[str, bytes]) -> None:
        for id_ in self._picos.meant:
            self._picos.means(id_, colours.get(id_, b""), self.time.now())
        super().light(colours)


class NotedRings(PodRings):
    """Rings that keep what the ring of each seat is meant to show."""

    def __init__(self, ids: Sequence[str], pixels: int, lines: PodLines, picos: Picos) -> None:
        super().__init__(ids, pixels, lines)
        self._ids, self._picos = ids, picos

    def show(self, frame: bytes) -> None:
        size, now_s = 3 * self.pixels, self._picos.clock.now()
        for seat, id_ in enumerate(self._ids):
            self._picos.means(id_, frame[seat * size : (seat + 1) * size], now_s)
        super().show(frame)


class Picos:
    """The ports of a table, the Picos in them, and its lines, if it runs.

    `buttons`: of each Pico. `spoil`: what the cable of each does with what passes, by its number.
    """

    def __init__(
        self, clock: WireClock, *, buttons: int = 1, spoil: Callable[[int], Spoil] = lambda _: bytes
    ) -> None:
        self.clock, self._buttons, self._spoil = clock, buttons, spoil
        self.plugged: dict[str, CabledPico] = {}
        """By their ids."""
        self.every: list[tuple[str, CabledPico, float]] = []
        """All that were ever plugged in, and until when."""
        self.turned: dict[str, list[tuple[int, bool]]] = {id_: [] for id_ in IDS}
        """What was done to the contacts of each."""
        self.heard: dict[str, list[tuple[int, bool]]] = {id_: [] for id_ in IDS}
        """What the table heard of them."""
        self.meant: dict[str, list[Lit]] = {id_: [Lit(0.0, b"")] for id_ in IDS}
        self.lines: PodLines | None = None
        self._call = ""
        """What eyes are closed for."""
        self._back_in: dict[str, str] = {}
        self._asked: dict[str, bytes] = {}
        """What the table has asked of each ring, whether or not it is to show it."""
        """In which call each was welcomed: its ring stays dark until that is over."""
        self._plugs: Iterator[int] = itertools.count(1)
        self._beat()

    def start(self, kind: type[NotedLines] | None = None) -> PodLines:
        """A table starts. `kind`: of its lines, if they are not plain ones."""
        usual = partial(PolledLines, self.clock, find=self.find, open_port=self.open)
        self.lines = kind(self.clock, self) if kind else usual()
        self._call = ""  # No board has been shown yet.
        self.lines.hear(self._hear)
        return self.lines

    def wait(self, seconds: float) -> None:
        """Time passes."""
        until_s = self.clock.now() + seconds
        while self.clock.now() < until_s:
            self.clock.wait(until_s)

    def end(self) -> None:
        """The table ends."""
        if self.lines:
            self._pass_on()
            for id_ in self.meant:
                self.means(id_, b"", self.clock.now())
            self.lines.close()
            self.lines = None
            self._pass_on()

    def kill(self) -> None:
        """The table is gone at once: it darkens nothing, the kernel closes its ports.

        A second later the rings are to be dark.
        """
        assert self.lines
        for each in self.lines.found:
            if each.line:
                each.line.close()
        self.lines = None
        dark_s = self.clock.now() + LOST_MS / 1000
        for id_ in self.meant:
            self.clock.beside(dark_s, partial(self.means, id_, b"", dark_s))

    def plug(self, number: int, at: int, version: int = VERSION) -> CabledPico:
        """Plugs this Pico in at a port. `version`: what its firmware speaks."""
        id_, files = IDS[number], firmware()
        files["line.py"] = files["line.py"].replace(b"VERSION = %d" % VERSION, b"VERSION = %d" % version)
        settings = {"pixels": PIXELS[number], "buttons": self._buttons}
        port = PodPort(f"/dev/ttyACM{at}", id_, f"1-{next(self._plugs)}")
        pico = Pico(settings, id_=id_, files=files)
        self.plugged[id_] = CabledPico(pico, port, self.clock.now(), self._spoil(number), version)
        return self.plugged[id_]

    def pull(self, number: int) -> int:
        """Pulls this Pico out: it has no power. Returns where it was."""
        pod = self.plugged.pop(IDS[number])
        self.every.append((IDS[number], pod, self.clock.now()))
        if pod.line:
            pod.end.close()
        pod.pico.close()
        return int(pod.port.node.removeprefix("/dev/ttyACM"))

    def turn(self, id_: str, button: int, down: bool, lots: random.Random) -> None:
        """A contact of this Pico goes down or up, and bounces."""
        if pod := self.plugged.get(id_):
            now_s, changes = self.clock.now(), lots.choice((1, 3, 5))
            for change, after_s in enumerate(
                [0.0, *sorted(lots.uniform(0.001, 0.005) for _ in range(changes - 1))]
            ):
                pod.turn(button, down == (change % 2 == 0), now_s + after_s)
                self.turned[id_].append((button, down == (change % 2 == 0)))

    def close(self) -> None:
        """Ends the table, then takes all power away."""
        self.end()
        for id_, pod in self.plugged.items():
            self.every.append((id_, pod, self.clock.now()))
        self.plugged.clear()
        for _, pod, _ in self.every:
            pod.pico.close()
            for end in pod.ends:
                end.close()

    def find(self) -> list[PodPort]:
        return [pod.port for pod in self.plugged.values()]

    def open(self, node: str) -> SocketLine:
        return SocketLine(next(pod for pod in self.plugged.values() if pod.port.node == node))

    def means(self, id_: str, ring: bytes, now_s: float) -> None:
        """This ring is to show this from now on."""
        self._asked[id_] = ring
        if self._call and self._back_in.get(id_) == self._call:
            ring = b""
        if ring != self.meant[id_][-1].colours:
            self.meant[id_].append(Lit(round(now_s, 6), ring))

    def hear(self, board: Board) -> None:
        """The board shows this. A pod that came back in a call is lit again as soon as the call is over."""
        before, self._call = self._call, board.headline if board.scene in ("night", "look") else ""
        if before and before != self._call:
            for id_ in [id_ for id_, call in self._back_in.items() if call == before]:
                self.means(id_, self._asked.get(id_, b""), self.clock.now())

    def _beat(self) -> None:
        self._pass_on()
        if self.lines:
            self.lines.poll()
        self.clock.beside(self.clock.now() + STEP_S, self._beat)

    def _pass_on(self) -> None:
        for id_, pod in self.plugged.items():
            pod.bring(self.clock.now())
            if pod.is_back:
                pod.is_back, self._back_in[id_] = False, self._call
                self.means(id_, self._asked.get(id_, b""), self.clock.now())
        for pod in self.plugged.values():
            pod.take()

    def _hear(self, id_: str, edge: PodEdge) -> None:
        self.heard[id_].append((edge.button, edge.down))

    # What was shown

    def check(self, late_s: float = CALM_S) -> int:
        """Checks that no ring ever showed what it was not to, and each what it was to within `late_s`.

        Without a table it may be dark, or by day show its dim sign. Returns how many lights were compared.
        """
        return sum(self._check(id_, pod, ends_s, late_s) for id_, pod, ends_s in self.every)

    def _check(self, id_: str, pod: CabledPico, ends_s: float, late_s: float) -> int:
        lit, meant = pod.lit, self.meant[id_]
        size = len(lit[0].colours)
        told = [Lit(at_s, within_limits(spread(ring, size // 3)).ljust(size, b"\0")) for at_s, ring in meant]
        for at_s, colours in lit:
            first = bisect(told, at_s - late_s, key=itemgetter(0)) - 1
            last = bisect(told, at_s, key=itemgetter(0))
            if all(one.colours != colours for one in told[max(0, first) : last]):
                near = [alone for alone in pod.alone if alone.meets(at_s - 2 * STEP_S, at_s + 2 * STEP_S)]
                assert near, (id_, at_s, colours)
                assert max(colours) <= (0 if all(alone.by_night for alone in near) else SIGN_MOST)
        compared = 0
        for (at_s, colours), (until_s, _) in itertools.pairwise([*told, Lit(ends_s, b"")]):
            seen_s = at_s + late_s
            is_alone = at_s < pod.began_s or any(alone.meets(at_s - late_s, seen_s) for alone in pod.alone)
            if seen_s < min(until_s, ends_s) and not is_alone:
                shown = lit[bisect(lit, seen_s, key=itemgetter(0)) - 1]
                assert shown.colours == colours, (id_, at_s)
                compared += 1
        return compared


class PicoHands(Hands):
    """Fingers that press Picos; the room hears of it from their lines. `ids`: of each seat's Pico."""

    def __init__(self, picos: Picos, ids: Sequence[str], buttons: int, chance: Chance) -> None:
        super().__init__(buttons, chance)
        self._picos, self._ids, self._bounces = picos, ids, chance.stream("bounces")

    def edges(self, now_s: float) -> list[Edge]:
        for edge in super().edges(now_s):
            self._picos.turn(self._ids[edge.seat], edge.button, edge.down, self._bounces)
        return []


def pod_devices(
    picos: Picos, pins: Sequence[Sequence[int | str]], pixels: int, view: View, voice: SimulatedVoice
) -> Devices:
    """The devices of a table that has just opened, with pods at all seats, which it has welcomed."""
    lines, clock = picos.start(), picos.clock
    picos.wait(0.2)
    ids = [str(seat[0]).split(":")[1] for seat in pins]
    buttons: Buttons = PodButtons(pins, lines, clock)
    covered = HeardView(view, [TablePods(lines, ids).cover, picos.hear])
    return Devices(buttons, NotedRings(ids, pixels, lines, picos), voice, covered, clock)
