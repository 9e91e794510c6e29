"""What the table knows of the pod behind one port: bytes and times in, changes of its buttons and bytes out.

This is pure: `lines` reads, writes and has the clock. docs/pod-protocol.md says what is said and when.

What can go wrong, and what becomes of it:

- Noise spoils a line: it is dropped. The pod repeats its edges and the table its frames, so nothing is lost.
- Silence of LOST_MS: the buttons are let go, and the pod is asked who it is until it answers. What is down by
  then says nothing until it has been up.
- Another pod with this id is there already: this one is not heard until the other is gone. By Wi-Fi only the
  pods of seats are heard.
- The firmware speaks another version: it is told ours, and not heard.
- The pod says another id than before: that is dropped, since a port has one pod until it is pulled out.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from hardware.pods.firmware.line import (
    BEAT_MS,
    DOWN,
    EDGES,
    FIRMWARE,
    FRAME,
    HAS_SCREEN,
    HELLO,
    LOST_MS,
    NIGHT_MS,
    PART,
    PARTS,
    PIXELS,
    REPORT,
    SLIP,
    VERSION,
    WELCOME,
    WHO,
    framed,
    unframed,
)

BEAT_S, NIGHT_S, LOST_S = BEAT_MS / 1000, NIGHT_MS / 1000, LOST_MS / 1000
AT_MOST_S = 0.02
"""Seconds between two frames by day, at least."""
ANSWER_S = 0.06
"""Seconds after which a pod is told that its edges were heard, if it is told nothing else."""
ASK_S = 1.0
"""Seconds between two questions who is there."""
FLOOD = 16_384
"""More bytes than this in one second are no pod's."""
LINE_MOST = 256
"""No line is longer."""
BUTTONS_MOST = 3
MOST = 255
"""The brightest level that a pod is allowed: frames are as bright as they are meant."""
NUMBERS = 0x10000
"""Edges are numbered modulo this, frames by the lowest byte."""


def dotted(version: Iterable[int]) -> str:
    """The version of a firmware as people read it."""
    return ".".join(map(str, version))


SHIPPED = dotted(FIRMWARE)
"""The version of the firmware that this program brings."""


class PodHello(NamedTuple):
    """What a pod says of itself."""

    id: str
    """16 hex digits."""
    pixels: int
    buttons: int
    has: int
    """Bits of what it has."""
    name: str
    """The name in its settings; empty: none."""


class PodEdge(NamedTuple):
    """A button of a pod that changed."""

    time_s: float
    button: int
    down: bool
    late_s: float
    """How long after that it was told."""


class PodsShown(NamedTuple):
    """What all pods show, by their ids."""

    colours: dict[str, bytes]
    """R G B of each pixel of the ring, in the table's number of pixels."""
    words: dict[str, str]
    """The slips of those that have words."""
    seats: dict[str, int]
    """The seats of those that are taught, from 1."""
    is_covered: bool = False
    """Whether eyes are closed."""
    call: str = ""
    """What eyes are closed for: a pod that comes back in it stays dark until it is over. Empty: none does."""


class PodAtPort:
    """The pod behind one port.

    `opened_s`: when the port was opened.
    `is_taken`: whether a pod with this id is not heard here, as it is heard at another port.
    `is_start`: whether the table has just started, so that what is down is heard at once.
    """

    def __init__(self, opened_s: float, is_taken: Callable[[str], bool], *, is_start: bool = False) -> None:
        self.opened_s, self._is_taken, self._is_start = opened_s, is_taken, is_start
        self.hello: PodHello | None = None
        """What it said of itself; None: nobody who is heard is there."""
        self.id = ""
        """The id it gave last; empty: it never gave one."""
        self.firmware = ""
        """Of what version it is, as "1.0.2"; empty: it never said so."""
        self.version = VERSION
        """The version it speaks."""
        self.is_twin = False
        """Whether another pod with its id is heard."""
        self.is_heard = False
        """Whether its buttons are known."""
        self.says_nothing = True
        """Whether not one byte has come since it was heard last."""
        self.floods = False
        """Whether it has sent more than any pod sends."""
        self.dropped = 0
        """Messages that it has lost so far: spoilt ones of the table's, and its own that nobody took."""
        self._heard_s = opened_s
        self._second_s, self._bytes = opened_s, 0
        self._rest = b""
        # Its buttons, a bit each:
        self._active, self._held, self._unheard = 0, 0, 0
        self._awaited = 0
        """The number of the edge that the table waits for."""
        self._edge_s = -math.inf
        # What it was told:
        self._asked_s = -math.inf
        self._welcomed: tuple[bytes, int, int, int] | None = None
        self._number = 0
        self._sent_s = -math.inf
        self._sent: tuple[int, bytes, bool, str] | None = None
        """Awaited edge, colours, whether eyes are closed, and words, as it was told last."""
        self._back_in = ""
        """The call in which it came."""

    @property
    def speaks_otherwise(self) -> bool:
        """Whether its firmware speaks another version."""
        return self.version != VERSION

    @property
    def _is_unanswered(self) -> bool:
        """Whether it has said HELLO in another version, and has not heard ours."""
        return self.speaks_otherwise and self._welcomed is None

    # In

    def hear(self, data: bytes, now_s: float) -> list[PodEdge]:
        """Takes what has come, and returns what changed."""
        if now_s >= self._second_s + 1.0:
            self._second_s, self._bytes = now_s, 0
        self._bytes += len(data)
        self.floods = self.floods or self._bytes > FLOOD
        self.says_nothing = False
        *lines, rest = (self._rest + data).split(b"\0")
        self._rest = rest[-LINE_MOST - 1 :]
        whole = (line for line in lines if len(line) <= LINE_MOST)
        return [edge for line in whole for edge in self._take(unframed(line), now_s)]

    def look(self, now_s: float) -> list[PodEdge]:
        """Time has passed: a pod that is silent is lost, and its buttons are up."""
        if self.hello is None or now_s < self._heard_s + LOST_S:
            return []
        self.says_nothing = True
        return self.lose(now_s)

    def lose(self, now_s: float) -> list[PodEdge]:
        """It is gone: its buttons are let go."""
        self.hello, self.is_heard, self._unheard = None, False, 0
        return self._turn(0, now_s, now_s)

    def _take(self, message: bytes, now_s: float) -> list[PodEdge]:
        letter, edges = message[:1], list[PodEdge]()
        if letter == b"H" and len(message) > 1:
            edges = self._greeted(message, now_s)
        elif letter == b"R" and self.hello and len(message) == struct.calcsize(REPORT):
            self._heard_s, self.says_nothing = now_s, True
            edges = self._reported(message, now_s)
        return edges

    def _greeted(self, message: bytes, now_s: float) -> list[PodEdge]:
        self.version, whole = message[1], len(message) == struct.calcsize(HELLO)
        if whole:
            said = struct.unpack(HELLO, message)
            unique, pixels, buttons, has = said[5:9]
            awaited, name = said[9:]
            if self.id not in ("", unique.hex()):
                return []
            self.id, self.firmware = unique.hex(), dotted(said[2:5])
        self._welcomed = None
        edges = self.lose(now_s)
        self.is_twin = whole and self._is_taken(self.id)
        if not whole or self.is_twin or self.speaks_otherwise:
            return edges
        self._heard_s, self.says_nothing, self._awaited, self._sent = now_s, True, awaited, None
        called = name.rstrip(b"\0").decode("utf-8", "replace")
        about = min(pixels, PIXELS), min(buttons, BUTTONS_MOST), has, called
        self.hello = PodHello(self.id, *about)
        return edges

    def _reported(self, message: bytes, now_s: float) -> list[PodEdge]:
        assert self.hello
        said = struct.unpack(REPORT, message)
        self.dropped, down, first, many = said[2:6]
        mask = (1 << self.hello.buttons) - 1
        new: list[tuple[int, bool, float]] = []
        """The bit of each button that changed, whether it went down, and when."""
        for at in range(min(many, EDGES)):
            if (first + at - self._awaited) % NUMBERS < NUMBERS // 2:
                what, age_ms = said[6 + 2 * at : 8 + 2 * at]
                self._awaited = (first + at + 1) % NUMBERS
                self._edge_s = max(self._edge_s, now_s - min(age_ms, LOST_MS) / 1000)
                new.append((1 << (what & ~DOWN) & mask, bool(what & DOWN), self._edge_s))
        if not self.is_heard:
            self.is_heard, self._active = True, down & mask
            for bit, went_down, _ in reversed(new):
                self._active = self._active & ~bit if went_down else self._active | bit
            self._unheard = 0 if self._is_start else self._active
            self._is_start = False
        edges = self._turn(self._active, now_s, now_s)
        for bit, went_down, time_s in new:
            edges += self._turn(self._active | bit if went_down else self._active & ~bit, time_s, now_s)
        return edges + self._turn(down & mask, now_s, now_s)

    def _turn(self, active: int, time_s: float, now_s: float) -> list[PodEdge]:
        """Makes these the buttons that are down."""
        self._active = active
        self._unheard &= active
        held = active & ~self._unheard
        changed, self._held = held ^ self._held, held
        return [
            PodEdge(time_s, button, bool(held >> button & 1), now_s - time_s)
            for button in range(BUTTONS_MOST)
            if changed >> button & 1
        ]

    # Out

    def due_s(self, shown: PodsShown) -> float:
        """When `says` has something to say."""
        if self.hello is None:
            return -math.inf if self._is_unanswered else self._asked_s + ASK_S
        if self._welcomed != self._welcome(shown):
            return -math.inf
        if self._sent and shown.is_covered and self._sent[2]:
            return (math.floor(self._sent_s / NIGHT_S + 0.01) + 1) * NIGHT_S
        frame = self._frame(shown)
        if self._sent == frame:
            return self._sent_s + BEAT_S
        # A frame that says only what was heard would delay the one that answers it.
        is_answer = self._sent and self._sent[1:] == frame[1:]
        return self._sent_s + (ANSWER_S if is_answer else AT_MOST_S)

    def says(self, shown: PodsShown, now_s: float) -> bytes:
        """What is to be written now; empty: nothing. Once written it is said."""
        if now_s < self.due_s(shown):
            return b""
        if self.hello is None:
            self._asked_s = now_s
            if not self._is_unanswered:
                return framed(struct.pack(WHO, b"Q", VERSION))
            self._welcomed = self._welcome(shown)
            return framed(struct.pack(WELCOME, *self._welcomed))
        said = b""
        if self._welcomed != (welcome := self._welcome(shown)):
            self._welcomed = welcome
            said = framed(struct.pack(WELCOME, *welcome))
        if self._sent is None:
            self._back_in = shown.call
        before, self._sent, self._sent_s = self._sent, self._frame(shown), now_s
        self._number = (self._number + 1) % 256
        awaited, colours, is_covered, words = self._sent
        said += framed(struct.pack(FRAME, b"F", self._number, awaited, is_covered, colours))
        is_new = before is None or before[3] != words
        return said + self._slip(words, at_once=is_new and not is_covered)

    def _welcome(self, shown: PodsShown) -> tuple[bytes, int, int, int]:
        # A pod of another version knows of no night: its sign would light the room.
        is_dark = shown.is_covered and self.speaks_otherwise
        return b"W", VERSION, shown.seats.get(self.id, 0), 0 if is_dark else MOST

    def _frame(self, shown: PodsShown) -> tuple[int, bytes, bool, str]:
        hello = self.hello
        assert hello
        if shown.call and shown.call == self._back_in:
            return self._awaited, b"", shown.is_covered, ""
        colours = spread(shown.colours.get(self.id, b""), hello.pixels)
        words = shown.words.get(self.id, "") if hello.has & HAS_SCREEN else ""
        return self._awaited, colours, shown.is_covered, words

    def _slip(self, words: str, *, at_once: bool) -> bytes:
        """A part of its slip with each second frame, round and round; by day all of a new one at once."""
        assert self.hello
        if not self.hello.has & HAS_SCREEN or (self._number % 2 and not at_once):
            return b""
        text, due = cut(words), range(PARTS) if at_once else (self._number // 2 % PARTS,)
        parts = (struct.pack(SLIP, b"S", at, text[at * PART : (at + 1) * PART]) for at in due)
        return b"".join(map(framed, parts))


def cut(words: str) -> bytes:
    """As much of a text as a slip has room for, without half a letter."""
    return words.encode()[: PART * PARTS].decode("utf-8", "ignore").encode()


@lru_cache(512)
def spread(ring: bytes, pixels: int) -> bytes:
    """A ring's R G B in another number of pixels: each is as bright as what lies there, on average.

    The sum of each colour is the same part of the ring's wherever its lights are, so what a ring shines on a
    neighbour's face does not tell where. Kept, since most rings of a frame are alike.
    """
    many = len(ring) // 3
    if many in (0, pixels):
        return ring
    out = bytearray(3 * pixels)
    for channel in range(3):
        sums = [0]
        for level in ring[channel::3]:
            sums.append(sums[-1] + level)
        sums.append(sums[-1])
        before = 0
        for pixel in range(1, pixels + 1):
            whole, part = divmod(pixel * many, pixels)
            light = sums[whole] * pixels + (sums[whole + 1] - sums[whole]) * part
            upto = (2 * light + many) // (2 * many)
            out[3 * (pixel - 1) + channel] = upto - before
            before = upto
    return bytes(out)
