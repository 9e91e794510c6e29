"""The pod of examples/pod.py, as a process on a pseudo-terminal, and the page that explains it."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import sys
import time
import tty
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware.clocks import LiveClock
from hardware.debounce import Contact, Gesture, Kind, feed, tick
from hardware.pods.firmware import line
from hardware.pods.lines import PodLines
from hardware.pods.pod import PodEdge
from hardware.pods.ports import PodPort
from tests.kit.paths import ROOT

EXAMPLE = ROOT / "examples/pod.py"
LINES, WAITS_S = 60, 20.0


class ExamplePod:
    """The process, and what it says."""

    def __init__(self) -> None:
        self.end, port = os.openpty()
        tty.setraw(port)
        self.node = os.ttyname(port)
        self.process = subprocess.Popen(
            [sys.executable, "-u", EXAMPLE, self.node],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._port, self._read = port, b""

    def say(self, layout: str, *fields: Any) -> None:
        """Sends it one message."""
        os.write(self.end, line.framed(struct.pack(layout, *fields)))

    def until(self, wanted: Callable[[tuple[Any, ...]], bool]) -> tuple[Any, ...]:
        """The next message like this."""
        ends_s = time.monotonic() + WAITS_S
        while select.select([self.end], [], [], max(0.0, ends_s - time.monotonic()))[0]:
            *lines, self._read = (self._read + os.read(self.end, 4096)).split(b"\0")
            for message in map(line.unframed, lines):
                layout = line.HELLO if message[:1] == b"H" else line.REPORT
                if wanted(fields := struct.unpack(layout, message)):
                    return fields
        raise AssertionError("it said nothing like this")

    def close(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.communicate()
        os.close(self.end)
        os.close(self._port)


class OtherEnd:
    """The table's end of the line, as a port that is open."""

    def __init__(self, fd: int) -> None:
        self.fd = fd

    def read(self, most: int) -> bytes:
        return os.read(self.fd, most)

    def write(self, data: bytes) -> int:
        return os.write(self.fd, data)

    def close(self) -> None:
        """The test closes it."""


@pytest.fixture
def example() -> Iterator[ExamplePod]:
    made = ExamplePod()
    yield made
    made.close()


def test_a_pod_is_sixty_lines() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= LINES


def test_the_example_is_a_pod(example: ExamplePod) -> None:
    """It says who it is, shows a frame, tells a press until it is heard, and sees that the table is gone."""
    assert example.process.stdin
    assert example.process.stdout
    hello = example.until(lambda message: message[0] == b"H")
    assert hello == (b"H", 1, 1, 0, 0, b"example1", 16, 1, 0, 0, b"Example".ljust(12, b"\0"))
    example.say(line.WELCOME, b"W", line.VERSION, 2, 255)
    assert example.until(lambda message: message[0] == b"R")[4:6] == (0, 0)
    example.say(line.FRAME, b"F", 7, 0, 0, bytes(range(72)))
    assert example.process.stdout.readline().startswith("000102 030405 060708")
    example.process.stdin.write("\n")
    example.process.stdin.flush()
    told = example.until(lambda message: message[0] == b"R" and message[5])
    assert (told[1], *told[4:7], told[8]) == (7, 0, 2, 0x80, 0)
    assert 90 < told[7] < 1000, "it was down for a moment"
    assert example.until(lambda message: message[0] == b"R" and message[7] >= told[7] + 50)[5] == 2
    example.say(line.FRAME, b"F", 8, 2, 1, bytes(72))
    assert example.until(lambda message: message[0] == b"R" and message[1] == 8)[4:6] == (2, 0)
    assert example.until(lambda message: message[0] == b"H")[9] == 2
    assert example.process.stdout.readline().startswith("000000 000000")
    assert "dark" in example.process.stdout.readline()


def test_the_page_has_each_message_as_it_is() -> None:
    """docs/pod-protocol.md: the bytes of each part of a message, and the example."""
    text = (ROOT / "docs/pod-protocol.md").read_text("utf-8")
    lengths, letter = dict[str, int](), ""
    for name, many, times in re.findall(r"^\| (?:(\S+) )?\| (\d+)(?: x (\d+))? \|", text, re.MULTILINE):
        letter = name.strip("* ") or letter
        lengths[letter] = lengths.get(letter, 0) + int(many) * int(times or 1)
    named = ("HELLO", "REPORT", "WHO", "WELCOME", "FRAME", "SLIP", "LEAVE")
    assert lengths == {name: struct.calcsize(getattr(line, name)) for name in named}
    who = struct.pack(line.WHO, b"Q", line.VERSION)
    assert f"WHO of version 1 is `{who.hex(' ')}`" in text
    assert f"on the line it is `{line.framed(who).hex(' ')}`" in text


def test_the_example_plays_at_a_table(example: ExamplePod) -> None:
    """With the lines of a real table: it is found by its id, lit and heard."""
    assert example.process.stdin
    assert example.process.stdout
    edges, is_lit = list[PodEdge](), False
    contact, pressed = Contact(), list[Gesture]()
    port = PodPort(example.node, "", "")
    lines = PodLines(LiveClock(), find=lambda: [port], open_port=lambda _: OtherEnd(example.end))
    own = b"example1".hex()
    lines.hear(lambda pod, edge: edges.append(edge) if pod == own else None)
    lines.seat([None, own])
    ends_s = time.monotonic() + WAITS_S
    while len(edges) < 2 and time.monotonic() < ends_s:
        lines.poll(0.02)
        if not is_lit and all(each.pod.is_heard for each in lines.found):
            is_lit = True
            lines.light({own: bytes((9, 8, 7)) * 24})
            example.process.stdin.write("\n")
            example.process.stdin.flush()
    for _ in range(10):
        lines.poll(0.02)
    lines.close()
    assert [(edge.button, edge.down) for edge in edges] == [(0, True), (0, False)]
    for edge in edges:
        contact, gestures = feed(contact, edge.time_s, edge.down, late_s=edge.late_s)
        pressed += gestures
    _, gestures = tick(contact, edges[-1].time_s + 1.0)
    assert [gesture.kind for gesture in (*pressed, *gestures)] == [Kind.PRESS], "long enough to be no bounce"
    shown = iter(example.process.stdout.readline, "No table: the ring is dark.\n")
    assert any(frame.startswith("090807 090807") for frame in shown)
