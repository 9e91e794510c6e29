"""Pods behind their ports: presses, light at its pace, noise, pulled cables, and ports that are no pods'."""

from __future__ import annotations

import os
import struct
import threading
import tty
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clocks import LiveClock
from hardware.pods.firmware.line import FRAME, HAS_SCREEN, HELLO, REPORT, VERSION, WELCOME, framed, unframed
from hardware.pods.lines import PATIENCE_S, READ_MOST, PodLines
from hardware.pods.pod import FLOOD, PodEdge, spread
from hardware.pods.ports import PodPort
from hardware.troubles import Trouble
from tests.kit.pods import FOREST, FORGE, MILL, Ports, ScriptedPod

RED, DARK = bytes((200, 0, 0)) * 24, bytes(72)
SOON_S = 10.0
"""Real seconds to wait for a broken thread before its test fails."""


@pytest.fixture
def ports() -> Iterator[Ports]:
    ports = Ports()
    yield ports
    ports.close()


def frames_of(pod: ScriptedPod) -> list[tuple[int, bool, bytes]]:
    """The frames that have come: number, whether eyes are closed, colours."""
    frames = [struct.unpack(FRAME, each) for each in pod.heard() if each[:1] == b"F"]
    return [(frame[1], bool(frame[3]), frame[4]) for frame in frames]


# Who is there


def test_a_pod_is_asked_who_it_is_and_told_its_seat(ports: Ports) -> None:
    mill = ports.plug(MILL)
    ports.lines.seat([None, MILL])
    ports.after()
    assert mill.letters() == "Q"
    mill.greet()
    ports.after()
    welcome, frame = mill.heard()
    assert struct.unpack(WELCOME, welcome) == (b"W", VERSION, 2, 255)
    assert frame[:1] == b"F"


def test_a_pod_that_is_not_taught_has_no_seat_until_it_has_one(ports: Ports) -> None:
    mill = ports.plug(MILL)
    ports.after()
    mill.greet()
    ports.after()
    mill.heard()
    ports.lines.seat([MILL])
    ports.after()
    assert struct.unpack(WELCOME, mill.heard()[0])[2] == 1


def test_a_table_that_begins_in_the_middle_of_a_message_is_right_after_it(ports: Ports) -> None:
    mill = ports.plug(MILL)
    ports.after()
    mill.say(b"\x07halfa\0\0")
    mill.greet()
    ports.after()
    assert list(ports.lines.here) == [MILL]


# Presses


def test_a_press_has_the_time_of_its_edge(ports: Ports) -> None:
    mill = ports.welcome(MILL, buttons=3)
    ports.after(0.1)
    at_s = ports.clock.now()
    mill.press(2, ago_ms=30)
    mill.report()
    ports.after()
    ((pod, edge),) = ports.edges
    assert (pod, edge.button, edge.down) == (MILL, 2, True)
    assert edge.time_s == pytest.approx(at_s - 0.03)
    assert edge.late_s == pytest.approx(0.03)


def test_a_repeated_edge_is_one_press(ports: Ports) -> None:
    mill = ports.welcome(MILL)
    mill.press()
    mill.lift()
    for _ in range(3):
        mill.report()
    ports.after(0.1)
    assert [edge.down for _, edge in ports.edges] == [True, False]


@pytest.mark.parametrize("at", range(0, 38, 3))
def test_noise_loses_no_press(ports: Ports, at: int) -> None:
    mill = ports.welcome(MILL)
    mill.press()
    mill.lift()
    mill.report(noise=at)
    ports.after()
    mill.report()
    mill.report()
    ports.after()
    assert [edge.down for _, edge in ports.edges] == [True, False]


def test_edges_keep_their_order_when_their_number_begins_again(ports: Ports) -> None:
    mill = ports.welcome(MILL, edge=0xFFFE)
    for _ in range(3):
        mill.press()
        mill.lift()
        mill.report()
        ports.after(0.05)
        mill.heard()
    assert [edge.down for _, edge in ports.edges] == 3 * [True, False]
    times = [edge.time_s for _, edge in ports.edges]
    assert times == sorted(times)


def test_an_edge_that_nobody_told_is_made_of_what_is_down(ports: Ports) -> None:
    mill = ports.welcome(MILL)
    mill.down = 1
    mill.report()
    ports.after()
    assert [edge.down for _, edge in ports.edges] == [True]


def test_what_is_down_at_the_start_is_heard(ports: Ports) -> None:
    mill = ports.plug(MILL)
    mill.down = 1
    ports.after()
    mill.greet()
    mill.report()
    ports.after()
    assert [edge.down for _, edge in ports.edges] == [True]


# Light


def test_by_day_a_pod_is_lit_at_once_and_told_again_each_beat(ports: Ports) -> None:
    mill = ports.welcome(MILL)
    ports.after(0.1, alive=[mill])
    mill.heard()
    ports.lines.light({MILL: RED})
    ports.after()
    assert mill.frames() == [RED]
    for _ in range(20):
        ports.lines.light({MILL: os.urandom(72)})
        ports.after(0.005)
    assert 4 <= len(mill.frames()) <= 6
    ports.after(0.02)
    mill.heard()
    ports.after(1.0, alive=[mill])
    assert len(mill.frames()) in (7, 8)


@pytest.mark.parametrize("has", [0, HAS_SCREEN])
def test_by_night_nothing_changes_the_pace(ports: Ports, has: int) -> None:
    """Presses, colours and words come and go: bytes and moments are those of a pod where nothing happens."""

    def sizes(pod: ScriptedPod) -> list[int]:
        return [len(each) for each in pod.heard()]

    mill, forge = ports.welcome(MILL, has=has), ports.welcome(FORGE, has=has)
    ports.lines.cover(True)
    ports.after(0.2, alive=[mill, forge])
    sizes(mill), sizes(forge)
    told: dict[str, list[list[int]]] = {MILL: [], FORGE: []}
    for number in range(400):
        if number % 7 == 0:
            ports.lines.light({MILL: os.urandom(72)})
        if number % 30 == 0:
            ports.lines.tell({MILL: "The Seer " * (number % 5)})
            mill.press()
        if number % 30 == 9:
            mill.lift()
        ports.after(0.005, alive=[mill, forge])
        for pod in (mill, forge):
            told[pod.id].append(sizes(pod))
    for each in told.values():
        moments = [at for at, messages in enumerate(each) if messages]
        assert {second - first for first, second in pairwise(moments)} == {10}
        assert each[moments[0] :: 20] == [each[moments[0]]] * 20
        assert each[moments[1] :: 20] == [each[moments[1]]] * 20
        assert len(each[moments[0]] + each[moments[1]]) == (3 if has else 2)
    assert list(map(bool, told[MILL])) == list(map(bool, told[FORGE]))


def test_a_cover_is_told_at_once_and_so_is_its_end(ports: Ports) -> None:
    mill = ports.welcome(MILL)
    for is_covered in (True, False):
        ports.after(0.1, alive=[mill])
        mill.heard()
        ports.lines.cover(is_covered)
        ports.after(0.02)
        assert [covered for _, covered, _ in frames_of(mill)][:1] == [is_covered]


def test_a_ring_of_another_size_shines_alike_wherever_its_lights_are(ports: Ports) -> None:
    ports.lines.light({MILL: RED})
    mill = ports.welcome(MILL, pixels=12)
    assert mill.frames()[-1] == (bytes((200, 0, 0)) * 12).ljust(72, b"\0")


@given(st.binary(min_size=24, max_size=24), st.sampled_from([12, 16, 24]), st.integers(0, 23))
def test_light_that_moves_round_a_ring_keeps_its_sum(levels: bytes, pixels: int, by: int) -> None:
    def sums(ring: bytes) -> list[int]:
        shown = spread(ring, pixels)
        assert len(shown) == 3 * pixels
        return [sum(shown[channel::3]) for channel in range(3)]

    ring = b"".join(bytes((level, 0, 255 - level)) for level in levels)
    assert sums(ring) == sums(ring[3 * by :] + ring[: 3 * by])


def test_a_slip_comes_whole_and_is_cut_between_letters(ports: Ports) -> None:
    mill = ports.welcome(MILL, has=HAS_SCREEN)
    mill.heard()
    ports.lines.tell({MILL: "élu " * 100})
    ports.after(0.03)
    told = mill.words()
    assert ("élu " * 100).startswith(told)
    assert len(told.encode()) >= 419
    ports.lines.tell({})
    ports.after(0.03)
    assert mill.words() == ""


# Pulled out


def test_a_pulled_pod_lets_go_and_goes_on_at_any_port(ports: Ports) -> None:
    mill, forge = ports.welcome(MILL), ports.welcome(FORGE)
    ports.lines.seat([MILL, FORGE])
    ports.lines.light({MILL: RED, FORGE: RED})
    mill.press()
    mill.report()
    ports.after(0.1, alive=[forge])
    ports.pull(mill)
    ports.after(0.1, alive=[forge])
    assert [edge.down for _, edge in ports.edges] == [True, False]
    assert ports.troubles == [Trouble("pods.lost", seats=(0,))]
    ports.edges.clear()
    forge.heard()
    back = ports.plug(MILL, 7)
    back.down = 1
    ports.after(1.0, alive=[forge])
    back.greet()
    back.report()
    ports.after(0.05, alive=[forge])
    assert ports.troubles == []
    assert back.frames()[-1] == RED
    assert ports.edges == []
    back.lift()
    back.press()
    back.report()
    ports.after()
    assert [edge.down for _, edge in ports.edges] == [True]
    assert {*forge.frames()} == {RED}


def test_a_pod_that_started_anew_repeats_no_old_press(ports: Ports) -> None:
    mill = ports.welcome(MILL)
    mill.press()
    mill.report()
    ports.after()
    mill.heard()
    ports.edges.clear()
    fresh = ScriptedPod(MILL, mill.port)
    fresh.end = mill.end  # the same cable
    fresh.greet()
    fresh.press()
    fresh.report()
    ports.after()
    assert [edge.down for _, edge in ports.edges] == [False, True]


def test_silence_loses_a_pod_within_two_seconds(ports: Ports) -> None:
    mill, forge = ports.welcome(MILL), ports.welcome(FORGE)
    ports.lines.seat([MILL, FORGE])
    mill.press()
    mill.report()
    ports.after(1.5, alive=[forge])
    assert ports.troubles == [Trouble("pods.silent", device=mill.port.node, seats=(0,))]
    assert [edge.down for _, edge in ports.edges] == [True, False]
    mill.report()
    ports.after(0.1, alive=[forge])
    assert mill.letters().endswith("Q")
    mill.greet()
    mill.report()
    ports.after(0.1, alive=[forge])
    assert ports.troubles == []


# What is no pod of this table


def test_nonsense_is_told_and_disturbs_nobody(ports: Ports) -> None:
    mill, forge = ports.welcome(MILL), ports.welcome(FORGE)
    ports.lines.seat([MILL, FORGE])
    ports.lines.light({FORGE: RED})
    for _ in range(30):
        mill.say(os.urandom(50))
        ports.after(0.05, alive=[forge])
    assert ports.troubles == [Trouble("pods.nonsense", device=mill.port.node, seats=(0,))]
    assert {*forge.frames()[1:]} == {RED}


def test_a_flood_is_cut_off_and_delays_nobody(ports: Ports) -> None:
    mill, forge = ports.welcome(MILL), ports.welcome(FORGE)
    ports.lines.seat([MILL, FORGE])
    reads = 0
    while mill.line:
        mill.say(framed(struct.pack(REPORT, b"R", 0, 0, reads % 2, 0, 0, *[0] * 16)) * (READ_MOST // 38))
        ports.after()
        reads += 1
    assert reads <= FLOOD // READ_MOST + 2
    ports.lines.light({FORGE: RED})
    ports.after(1.0, alive=[forge])
    assert forge.frames()[-1] == RED
    told = [Trouble("pods.floods", device=mill.port.node), Trouble("pods.lost", seats=(0,))]
    assert ports.troubles == told


def test_the_second_pod_of_one_id_is_not_heard_until_the_first_is_gone(ports: Ports) -> None:
    mill = ports.welcome(MILL)
    ports.lines.seat([MILL])
    twin = ports.plug(MILL)
    ports.after(1.0, alive=[mill])
    twin.greet()
    twin.press()
    twin.report()
    ports.after(0.1, alive=[mill])
    assert ports.edges == []
    assert ports.troubles == [Trouble("pods.twice", device=twin.port.node)]
    assert set(twin.letters()) == {"Q"}
    ports.pull(mill)
    ports.after()
    twin.greet()
    ports.after()
    assert ports.troubles == []


def test_a_board_that_never_answers_is_given_back_and_left_alone(ports: Ports) -> None:
    ports.lines.seat([MILL])
    board = ports.plug(FOREST)
    ports.after(PATIENCE_S + 1.1)
    assert board.line is None
    told = [Trouble("pods.lost", seats=(0,)), Trouble("pods.stranger", device=board.port.node)]
    assert ports.troubles == told
    ports.after(30.0)
    assert board.line is None
    ports.welcome(MILL)
    assert ports.troubles == []


def test_firmware_of_another_version_is_told_ours_and_not_heard(ports: Ports) -> None:
    ports.lines.seat([MILL])
    mill = ports.plug(MILL)
    ports.after(1.0)
    mill.heard()
    mill.greet(version=VERSION + 1)
    ports.after(1.0)
    mill.press()
    mill.report()
    ports.after(1.0)
    assert any(struct.unpack(WELCOME, each)[1] == VERSION for each in mill.heard() if each[:1] == b"W")
    assert ports.edges == []
    assert ports.troubles == [Trouble("pods.version", device=mill.port.node, known=str(VERSION + 1))]


def test_firmware_of_another_version_is_answered_at_once_and_lights_no_night(ports: Ports) -> None:
    """It says HELLO each half second, and takes a table for lost that is silent for one."""
    mill = ports.plug(MILL)
    ports.after(1.0)
    for is_covered in (False, True):
        ports.lines.cover(is_covered)
        for _ in range(4):
            mill.heard()
            mill.greet(version=VERSION + 1)
            ports.after(0.02)
            [welcome] = [each for each in mill.heard() if each[:1] == b"W"]
            assert struct.unpack(WELCOME, welcome)[1:] == (VERSION, 0, 0 if is_covered else 255)
            ports.after(0.48)


def test_a_hello_of_another_length_is_another_version(ports: Ports) -> None:
    mill = ports.plug(MILL)
    ports.after()
    mill.say(framed(b"H" + bytes((VERSION + 1,)) + b"quite another thing"))
    ports.after(2.0)
    assert ports.troubles == [Trouble("pods.version", device=mill.port.node, known=str(VERSION + 1))]


def test_a_port_that_does_not_open_is_tried_again(ports: Ports) -> None:
    ports.forbidden.add("/dev/ttyACM0")
    mill = ports.plug(MILL)
    ports.after(2.0)
    assert ports.troubles == [Trouble("pods.refused", device="/dev/ttyACM0", reason="EACCES")]
    ports.forbidden.clear()
    ports.after(1.0)
    assert mill.line
    assert ports.troubles == []


def test_a_pod_that_does_not_read_delays_nobody(ports: Ports) -> None:
    mill, forge = ports.welcome(MILL), ports.welcome(FORGE)
    ports.lines.cover(True)
    while mill.line and mill.line.write(bytes(4096)):
        pass
    ports.after(0.1, alive=[mill, forge])
    forge.heard()
    ports.after(1.0, alive=[mill, forge])
    assert len(forge.frames()) == 20


# Real ports


def test_a_thread_hears_a_real_port() -> None:
    """A pseudo-terminal, opened by pyserial."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    heard, arrived = list[tuple[str, PodEdge]](), threading.Event()

    def hear(pod: str, edge: PodEdge) -> None:
        heard.append((pod, edge))
        arrived.set()

    lines = PodLines(LiveClock(), find=lambda: [PodPort(os.ttyname(theirs), MILL, "1-1")])
    lines.seat([MILL])
    lines.hear(hear)
    hello = (b"H", VERSION, 1, 0, 0, bytes.fromhex(MILL), 24, 1, 0, 0, b"")
    os.write(ours, framed(struct.pack(HELLO, *hello)))
    pod = threading.Thread(target=lambda: _answer(ours, hello), daemon=True)
    pod.start()
    lines.start()
    assert arrived.wait(SOON_S)
    lines.close()
    pod.join(SOON_S)
    assert heard[0][0] == MILL
    assert heard[0][1].down
    os.close(ours)
    os.close(theirs)


def _answer(end: int, hello: tuple[object, ...]) -> None:
    """A pod that presses once it has a frame, until its ring is dark and nobody is there."""
    rest, letters = b"", ""
    while "F" not in letters:
        *lines, rest = (rest + os.read(end, 4096)).split(b"\0")
        for message in map(unframed, lines):
            letters += message[:1].decode()
            if message[:1] == b"Q":
                os.write(end, framed(struct.pack(HELLO, *hello)))
    os.write(end, framed(struct.pack(REPORT, b"R", 0, 0, 0, 0, 0, *[0] * 16)))
    os.write(end, framed(struct.pack(REPORT, b"R", 0, 0, 1, 0, 1, 0x80, 0, *[0] * 14)))
