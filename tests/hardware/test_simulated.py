"""Simulated devices, and the thread that writes frames."""

from __future__ import annotations

import errno
import subprocess
import sys
import threading
from queue import SimpleQueue

import pytest

from hardware.clocks import VirtualClock
from hardware.interface import Buttons, Edge, Rings, Voice
from hardware.rings.writer import RingWriter
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice, SpokenLine
from hardware.troubles import Trouble
from hardware.watch import HANGS_S

SOON_S = 10.0
"""Real seconds to wait for a broken thread before its test fails."""


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


# Buttons


def test_a_push_and_a_release_are_stamped_by_the_clock(clock: VirtualClock) -> None:
    simulated = SimulatedButtons(seats=3, buttons=2, clock=clock)
    buttons: Buttons = simulated
    clock.at(1.0, lambda: simulated.push(2, 1))
    clock.at(1.5, lambda: simulated.release(2, 1))
    clock.wait(1.0)
    assert buttons.edges() == [Edge(1.0, 2, 1, True)]
    clock.wait(2.0)
    assert buttons.edges() == [Edge(1.5, 2, 1, False)]
    assert buttons.edges() == []


def test_a_finger_may_have_gone_up_before_anybody_looked(clock: VirtualClock) -> None:
    buttons = SimulatedButtons(seats=1, buttons=1, clock=clock)
    buttons.push(0, 0)
    clock.wait(5.0)
    buttons.release(0, 0, at_s=0.1)
    assert buttons.edges() == [Edge(0.0, 0, 0, True), Edge(0.1, 0, 0, False)]


def test_a_push_before_anybody_listens_is_not_lost(clock: VirtualClock) -> None:
    buttons = SimulatedButtons(seats=1, buttons=1, clock=clock)
    buttons.push(0, 0)
    buttons.listen(clock.wake)
    clock.wait(60.0)
    assert clock.now() == 0.0
    assert buttons.edges() == [Edge(0.0, 0, 0, True)]


@pytest.mark.parametrize(("seat", "button"), [(2, 0), (-1, 0), (0, 3), (0, -1)])
def test_a_button_that_does_not_exist_is_an_error(clock: VirtualClock, seat: int, button: int) -> None:
    buttons = SimulatedButtons(seats=2, buttons=3, clock=clock)
    with pytest.raises(
        ValueError, match=f"no button {button} at seat {seat}: seats are 0 to 1, buttons 0 to 2"
    ):
        buttons.push(seat, button)


# Rings


def test_rings_keep_the_last_frame_and_know_each_ring() -> None:
    simulated = SimulatedRings(seats=3, pixels=16)
    rings: Rings = simulated
    assert simulated.frame == bytes(3 * 16 * 3)
    frame = bytes(n % 256 for n in range(3 * 16 * 3))
    rings.show(frame)
    assert simulated.frame == frame
    assert b"".join(simulated.ring(seat) for seat in range(3)) == frame
    assert len(simulated.ring(1)) == 48
    assert simulated.shown == []
    rings.close()
    assert simulated.frame == bytes(len(frame))


@pytest.mark.parametrize("length", [0, 47, 49, 96])
def test_a_frame_of_the_wrong_length_is_an_error(length: int) -> None:
    rings = SimulatedRings(seats=1, pixels=16)
    with pytest.raises(ValueError, match=f"has 48 bytes, this one has {length}$"):
        rings.show(bytes(length))


# Voice


def test_lines_are_spoken_one_after_the_other(clock: VirtualClock) -> None:
    simulated = SimulatedVoice(clock, seconds_a_character=0.5, record=True)
    voice: Voice = simulated
    assert not voice.speaking
    clock.wait(10.0)
    voice.speak("abcd", "fr")
    voice.speak("ab", "en")
    assert simulated.spoken == [SpokenLine(10.0, 2.0, "abcd", "fr"), SpokenLine(12.0, 1.0, "ab", "en")]
    other = SimulatedVoice(clock, seconds_a_character=0.5, record=True)
    other.speak("abcd", "fr", 0.8)
    assert other.spoken == [SpokenLine(10.0, 2.5, "abcd", "fr", 0.8)]
    clock.wait(12.5)
    assert voice.speaking
    clock.wait(13.0)
    assert not voice.speaking
    clock.wait(20.0)
    voice.speak("abc", "fr")
    assert simulated.spoken[-1].time_s == 20.0


# The thread that writes frames


class HeldWire:
    """A wire that is busy until the test releases it."""

    def __init__(self) -> None:
        self.frames: SimpleQueue[bytes] = SimpleQueue()
        self._free = threading.Semaphore(0)

    def write(self, frame: bytes) -> None:
        self.frames.put(frame)
        self._free.acquire()

    def go_on(self, frames: int = 1) -> None:
        self._free.release(frames)

    def next(self) -> bytes:
        return self.frames.get(timeout=SOON_S)


def frame_of(level: int) -> bytes:
    return bytes([level]) * (2 * 16 * 3)


def test_frames_overtaken_while_the_wire_is_busy_are_never_sent() -> None:
    wire = HeldWire()
    rings = RingWriter(2, 16, wire.write, refresh_s=60.0)
    assert wire.next() == frame_of(0)
    for level in (1, 2, 3):
        rings.show(frame_of(level))
    wire.go_on()
    assert wire.next() == frame_of(3)
    assert wire.frames.empty()
    wire.go_on(2)
    rings.close()


def test_a_frame_already_on_the_rings_is_not_sent_again() -> None:
    wire = HeldWire()
    rings = RingWriter(2, 16, wire.write, refresh_s=60.0)
    assert wire.next() == frame_of(0)
    rings.show(frame_of(1))
    wire.go_on()
    assert wire.next() == frame_of(1)
    rings.show(frame_of(1))
    wire.go_on()
    rings.show(frame_of(1))
    rings.show(frame_of(2))
    assert wire.next() == frame_of(2)
    wire.go_on(2)
    rings.close()


def test_an_unchanged_frame_is_refreshed() -> None:
    wire = HeldWire()
    rings = RingWriter(2, 16, wire.write, refresh_s=0.0)
    for _ in range(4):
        assert wire.next() == frame_of(0)
        wire.go_on()
    wire.go_on(1000)
    rings.close()


def test_nothing_is_shown_once_the_rings_are_closed() -> None:
    written: list[bytes] = []
    rings = RingWriter(2, 16, written.append, refresh_s=60.0)
    rings.close()
    rings.show(frame_of(5))
    rings.close()
    assert set(written) == {frame_of(0)}


def test_a_wire_that_fails_is_told_and_tried_again() -> None:
    wire = HeldWire()
    broken = True

    def write(frame: bytes) -> None:
        wire.write(frame)
        if broken:
            raise OSError(errno.EIO, "Input/output error")

    rings = RingWriter(2, 16, write, refresh_s=0.0)
    wire.next()
    assert rings.trouble is None
    wire.go_on()
    wire.next()
    assert rings.trouble == Trouble("rings.failed", reason="EIO")
    broken = False
    wire.go_on()
    wire.next()
    assert rings.trouble is None
    wire.go_on(1000)
    rings.close()


def test_a_write_that_hangs_is_told_and_nobody_waits_for_it() -> None:
    wire, clock = HeldWire(), VirtualClock()
    rings = RingWriter(2, 16, wire.write, refresh_s=60.0, now=clock.now)
    assert wire.next() == frame_of(0)
    clock.wait(HANGS_S - 0.1)
    assert rings.trouble is None
    for level in range(1, 100):
        rings.show(frame_of(level))
    clock.wait(HANGS_S)
    assert rings.trouble == Trouble("rings.hang", seats=(0, 1), seconds=HANGS_S)
    rings.close()
    assert not rings.is_over
    assert wire.frames.empty()
    wire.go_on(2)
    assert wire.next() == frame_of(0)


def test_a_write_that_comes_back_after_all_goes_on_with_the_newest_frame() -> None:
    wire, clock = HeldWire(), VirtualClock()
    rings = RingWriter(2, 16, wire.write, refresh_s=60.0, now=clock.now)
    assert wire.next() == frame_of(0)
    clock.wait(HANGS_S)
    rings.show(frame_of(1))
    rings.show(frame_of(2))
    assert rings.trouble
    wire.go_on()
    assert wire.next() == frame_of(2)
    assert rings.trouble is None, "it is another frame now, which has just begun"
    wire.go_on(2)
    rings.close()
    assert rings.is_over
    assert wire.next() == frame_of(0)
    assert wire.frames.empty()


def test_a_process_ends_though_a_write_never_does() -> None:
    """In a process of its own: a ring thread stuck in the kernel keeps no process alive."""
    code = (
        "import threading\n"
        "from hardware.rings.writer import RingWriter\n"
        "from hardware.watch import HANGS_S\n"
        "times = iter([0.0])\n"
        "began = threading.Event()\n"
        "def write(frame):\n"
        "    began.set()\n"
        "    threading.Event().wait()\n"
        "rings = RingWriter(2, 16, write, now=lambda: next(times, HANGS_S))\n"
        "began.wait()\n"
        "rings.close()\n"
        "print('closed')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=SOON_S, check=True
    )
    assert done.stdout == "closed\n"


def test_the_writer_refuses_a_frame_of_the_wrong_length() -> None:
    rings = RingWriter(2, 16, lambda _: None)
    with pytest.raises(ValueError, match="has 96 bytes, this one has 95"):
        rings.show(bytes(95))
    rings.close()
